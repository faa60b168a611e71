// SPDX-License-Identifier: GPL-3.0-or-later
// Which attempts of the history are shown.
#include "core/base/AppPaths.h"
#include "tests/support/TestFiles.h"
#include "tests/ui/support/FakeAttempt.h"
#include "tests/ui/support/UiTest.h"
#include "ui/history/AttemptTable.h"
#include "ui/history/HistoryModel.h"
#include "ui/history/HistoryPage.h"
#include "ui/history/HistoryRows.h"

#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTableView>
#include <QToolButton>

using namespace torchmason;

class HistoryFiltersTest : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<QTemporaryDir> m_home;

    static AttemptStore store() { return AttemptStore(AppPaths::attemptsFolder()); }
    static void add(const QString& profile, AttemptState state, const QStringList& tags = {})
    {
        FakeAttempt attempt(store(), profile, 5);
        attempt.end(state, 10);
        if (!tags.isEmpty())
            QVERIFY(writeNotes(attempt.folder(), { {}, tags }));
    }
    static QVector<int> shown(const HistoryPage& page)
    {
        const QAbstractItemModel& rows = *findIn<QTableView>(page, "historyTable")->model();
        QVector<int> numbers;
        for (int row = 0; row < rows.rowCount(); ++row)
            numbers << rows.index(row, HistoryModel::Number).data().toInt();
        return numbers;
    }
    static void choose(const HistoryPage& page, const char* name, const QString& words)
    {
        auto* box = findIn<QComboBox>(page, name);
        QVERIFY2(box->findText(words) > 0, qPrintable(words));
        box->setCurrentIndex(box->findText(words));
    }

private slots:
    void init() { m_home = freshHome(); }

    void choicesGoTogether()
    {
        add("Tour", AttemptState::Succeeded, { "night" });
        add("Tour", AttemptState::Failed, { "night", "driver" });
        add("Other", AttemptState::Failed);
        add("Other", AttemptState::Stopped);
        add("Other", AttemptState::Interrupted);
        HistoryPage page;
        page.show();
        QTRY_COMPARE(shown(page).size(), 5);
        const auto* count = findIn<QLabel>(page, "historyCount");
        auto* clear = findIn<QToolButton>(page, "historyClear");
        QCOMPARE(count->text(), "5 attempts");
        QVERIFY(!clear->isEnabled());
        choose(page, "historyOutcome", "Failed");
        QCOMPARE(shown(page), (QVector<int> { 3, 2 }));
        QCOMPARE(count->text(), "2 of 5 attempts");
        QVERIFY(clear->isEnabled());
        choose(page, "historyProfile", "Tour");
        QCOMPARE(shown(page), (QVector<int> { 2 }));
        choose(page, "historyTag", "driver");
        QCOMPARE(shown(page), (QVector<int> { 2 }));
        choose(page, "historyOutcome", "Stopped or interrupted");
        QCOMPARE(shown(page), QVector<int>());
        QVERIFY(findIn<QLabel>(page, "historyEmpty")->text().contains("Clear"));
        QTest::mouseClick(clear, Qt::LeftButton);
        QCOMPARE(shown(page).size(), 5);
        QVERIFY(!clear->isEnabled());
        choose(page, "historyOutcome", "Stopped or interrupted");
        QCOMPARE(shown(page), (QVector<int> { 5, 4 }));
    }

    // Words that stand in files are looked up meanwhile, and go together with the choices, too.
    void wordsAndChoices()
    {
        for (const AttemptState state : { AttemptState::Failed, AttemptState::Succeeded }) {
            FakeAttempt attempt(store(), "Tour", 5);
            attempt.record().request.configuration.setFlag({ "USE_CUDA", "ON", {} });
            attempt.end(state, 10);
        }
        HistoryPage page;
        page.show();
        QTRY_COMPARE(shown(page).size(), 2);
        auto* words = findIn<QLineEdit>(page, "historyFilter");
        words->setText("use_cuda=on");
        QTRY_COMPARE(shown(page).size(), 2);
        choose(page, "historyOutcome", "Failed");
        QTRY_COMPARE(shown(page), (QVector<int> { 1 }));
        words->setText("   ");
        QCOMPARE(shown(page), (QVector<int> { 1 }));
    }

    // A cell of a note may be cut or hidden, and flags have none.
    void aRowSaysWhereItsWordsStand()
    {
        FakeAttempt attempt(store(), "Tour", 5);
        attempt.record().request.configuration.setFlag({ "USE_CUDA", "ON", {} });
        attempt.end(AttemptState::Failed, 10);
        QVERIFY(writeNotes(attempt.folder(), { "The first line\nbuilt over night", {} }).ok());
        HistoryPage page;
        page.show();
        QTRY_COMPARE(shown(page).size(), 1);
        const QAbstractItemModel& rows = *findIn<QTableView>(page, "historyTable")->model();
        const auto result = [&rows] { return rows.index(0, HistoryModel::FirstFinding).data().toString(); };
        const QString plain = result();
        auto* words = findIn<QLineEdit>(page, "historyFilter");
        words->setText("use_cuda");
        QTRY_VERIFY2(result().startsWith("in flag: «USE_CUDA»=ON"), qPrintable(result()));
        QVERIFY(result().endsWith(plain));
        const QString tip = rows.index(0, HistoryModel::Outcome).data(Qt::ToolTipRole).toString();
        QVERIFY2(tip.startsWith("in flag: «USE_CUDA»=ON"), qPrintable(tip));
        words->setText("night");
        QTRY_VERIFY2(result().startsWith("in note: The first line built over «night»"), qPrintable(result()));
        words->setText("tour"); // its cell shows it
        QTRY_COMPARE(result(), plain);
        words->clear();
        QTRY_COMPARE(result(), plain);
    }

    // The view counts all its rows at each change, so that thousands that are scattered come and go together;
    // what is selected stays selected.
    void scatteredRowsComeTogether()
    {
        constexpr int count = 600;
        QVector<AttemptSummary> attempts;
        for (int number = count; number > 0; --number) {
            AttemptSummary one;
            one.number = number;
            one.folder = QString::number(number);
            one.record.number = number;
            one.record.state = AttemptState::Failed;
            one.record.request.profileName = number % 3 == 0 ? "third" : "other";
            attempts << one;
        }
        HistoryModel model;
        HistoryRows rows(&model);
        const QAbstractItemModelTester tester(&rows, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setAttempts(attempts);
        const QPersistentModelIndex selected = rows.indexOf(300);
        QSignalSpy inserted(&rows, &QAbstractItemModel::rowsInserted);
        QSignalSpy removed(&rows, &QAbstractItemModel::rowsRemoved);
        const auto number = [&rows](int row) { return rows.index(row, HistoryModel::Number).data().toInt(); };
        rows.setFilter({}, "third");
        QCOMPARE(rows.rowCount(), count / 3);
        QCOMPARE(number(1), count - 3);
        QCOMPARE(selected.row(), 100);
        rows.setFilter({}, {});
        QCOMPARE(rows.rowCount(), count);
        for (int row = 0; row < count; ++row)
            QCOMPARE(number(row), count - row);
        QCOMPARE(selected.row(), 300);
        QCOMPARE(removed.size(), 1);
        QCOMPARE(inserted.size(), 1);
    }

    void whatIsChosenStays()
    {
        add("Tour", AttemptState::Succeeded, { "night" });
        HistoryPage page;
        page.resize(1100, 700); // else the window of the test grows with what is shown
        page.show();
        QTRY_COMPARE(shown(page).size(), 1);
        auto* profile = findIn<QComboBox>(page, "historyProfile");
        const QRect place = profile->geometry();
        QVERIFY(!profile->isEnabled()); // there is one only
        QVERIFY(!findIn<QComboBox>(page, "historyTag")->isEnabled());
        add("<b>Evil</b>\n\x1b[31mred", AttemptState::Failed, { "day" });
        // A reading that is under way may find an attempt that is only half written.
        QTRY_VERIFY(profile->isEnabled());
        QCOMPARE(shown(page).size(), 2);
        QCOMPARE(profile->itemText(1).count(u'\n') + profile->itemText(1).count(QChar(0x1b)), 0);
        profile->setCurrentIndex(1);
        QCOMPARE(profile->geometry(), place); // nothing came between
        QCOMPARE(shown(page), (QVector<int> { 2 }));
        QVERIFY(QDir(store().attemptFolder(2)).removeRecursively());
        QTRY_COMPARE(shown(page).size(), 0);
        QVERIFY(profile->isEnabled());
        QTest::mouseClick(findIn<QToolButton>(page, "historyClear"), Qt::LeftButton);
        QCOMPARE(shown(page), (QVector<int> { 1 }));
    }

    // The column of notes stays also while the filter leaves out all that have one.
    void aFilterTakesNoColumnAway()
    {
        FakeAttempt noted(store(), "Tour", 3);
        noted.end(AttemptState::Failed, 10);
        QVERIFY(writeNotes(noted.folder(), { "A note", {} }).ok());
        FakeAttempt other(store(), QStringLiteral("A long name ").repeated(20), 3);
        other.end(AttemptState::Failed, 10);
        HistoryPage page;
        page.resize(900, 600);
        page.show();
        auto* table = findIn<AttemptTable>(page, "historyTable");
        QTRY_COMPARE(table->model()->rowCount(), 2);
        findIn<QLineEdit>(page, "historyFilter")->setText("long name");
        QTRY_COMPARE(table->model()->rowCount(), 1);
        table->fitColumns(); // as when attempts are read again
        QVERIFY(!table->isColumnHidden(HistoryModel::Notes));
    }
};

QTEST_MAIN(HistoryFiltersTest)
#include "HistoryFiltersTest.moc"
