// SPDX-License-Identifier: GPL-3.0-or-later
// The history while it stays open: builds end, time passes, attempts come and go.
#include "tests/support/Rows.h"
#include "tests/support/TestFiles.h"
#include "tests/ui/support/FakeAttempt.h"
#include "tests/ui/support/UiTest.h"
#include "ui/history/HistoryModel.h"
#include "ui/history/HistoryPage.h"
#include "ui/models/Background.h"
#include "ui/text/CellAlignment.h"
#include "ui/widgets/Labels.h"

#include "core/base/AppPaths.h"
#include "core/base/Clock.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QDateTime>
#include <QDir>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QSemaphore>
#include <QSignalSpy>
#include <QTableView>

using namespace torchmason;

namespace {

AttemptSummary summaryOf(int number, AttemptState state = AttemptState::Succeeded)
{
    AttemptSummary summary;
    summary.number = number;
    summary.folder = QStringLiteral("/attempts/%1").arg(number);
    summary.record.number = number;
    summary.record.state = state;
    summary.record.createdAt = QDateTime::currentMSecsSinceEpoch() - 3'600'000;
    return summary;
}

QVector<AttemptSummary> summaries(std::initializer_list<int> numbers)
{
    QVector<AttemptSummary> result;
    for (const int number : numbers)
        result.append(summaryOf(number));
    return result;
}

}

class HistoryTest : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<QTemporaryDir> m_home;

    AttemptStore store() const { return AttemptStore(AppPaths::attemptsFolder()); }
    static QTableView* tableOf(HistoryPage& page) { return page.findChild<QTableView*>("historyTable"); }
    static QString text(QTableView* table, int row, int column)
    {
        return table->model()->index(row, column).data().toString();
    }

private slots:
    void init() { m_home = freshHome(); }

    void attemptsAreListed()
    {
        FakeAttempt first(store(), "Tour", 3);
        first.end(AttemptState::Failed, 10);
        FakeAttempt second(store(), "Other profile", 1);
        second.end(AttemptState::Succeeded, 20);
        FakeAttempt third(store(), "Broken", 1);
        torchmason::write(third.folder() + "/attempt.json", "{ \"schema\": 1,");
        HistoryPage page;
        page.show();
        QSignalSpy opened(&page, &HistoryPage::openRequested);
        auto* table = tableOf(page);
        QTRY_COMPARE(table->model()->rowCount(), 3);
        QCOMPARE(text(table, 0, 0), "Cannot be read");
        QVERIFY(text(table, 0, 5).contains("JSON"));
        QVERIFY2(!text(table, 0, 5).contains(third.folder()), qPrintable(text(table, 0, 5))); // in the tip
        QCOMPARE(text(table, 1, 0), "Succeeded");
        QCOMPARE(text(table, 2, 0), "Failed");
        table->setCurrentIndex(table->model()->index(0, 0));
        auto* open = findIn<QPushButton>(page, "historyOpen");
        QVERIFY(!open->isEnabled());
        auto* filter = findIn<QLineEdit>(page, "historyFilter");
        filter->setText("other");
        QCOMPARE(table->model()->rowCount(), 1);
        table->setCurrentIndex(table->model()->index(0, 0));
        QVERIFY(open->isEnabled());
        QTest::mouseClick(open, Qt::LeftButton);
        QCOMPARE(opened.size(), 1);
        QCOMPARE(opened.first().first().toString(), second.folder());
        filter->setText("nothing like that");
        QVERIFY(findIn<QLabel>(page, "historyEmpty")->isVisible());
        filter->clear();
        // A new attempt appears by itself.
        FakeAttempt fourth(store(), "New", 0);
        QTRY_COMPARE(table->model()->rowCount(), 4);
    }

    void noAttempts()
    {
        HistoryPage page;
        page.show();
        auto* empty = findIn<QLabel>(page, "historyEmpty");
        QTRY_VERIFY(empty->isVisible());
        QVERIFY(!findIn<QWidget>(page, "historyTrendPanel")->isVisible());
        QVERIFY(empty->text().contains("Start the first one"));
        auto* tour = findIn<QPushButton>(page, "historyTour");
        QVERIFY(tour->isVisible());
        const QSignalSpy wanted(&page, &HistoryPage::tourWanted);
        tour->click();
        QCOMPARE(wanted.size(), 1);
        for (const char* name : { "historyFilter", "historyOutcome", "historyProfile", "historyTag",
                 "historyClear", "historyGroup" })
            QVERIFY2(!findIn<QWidget>(page, name)->isEnabled(), name); // there is nothing to choose from
        FakeAttempt(store(), "Tour", 1).end(AttemptState::Failed, 10);
        page.refresh();
        QTRY_VERIFY(findIn<QWidget>(page, "historyFilter")->isEnabled());
        QVERIFY(findIn<QWidget>(page, "historyGroup")->isEnabled());
        findIn<QLineEdit>(page, "historyFilter")->setText("nothing like that");
        QTRY_VERIFY(empty->isVisible());
        QVERIFY(!tour->isVisible()); // only while there is no attempt
    }

    // Names are whole where there is room, and leave room for findings where there is none.
    void namesGetTheRoomTheyNeed()
    {
        const QString name = "PyTorch 2.13 with CUDA 13.0 for RTX 50";
        FakeAttempt first(store(), name, 3);
        first.end(AttemptState::Failed, 10);
        HistoryPage page;
        page.resize(1000, 600);
        page.show();
        auto* table = tableOf(page);
        QTRY_COMPARE(table->model()->rowCount(), 1);
        const QHeaderView* header = table->horizontalHeader();
        QVERIFY(header->sectionSize(HistoryModel::Profile) > table->fontMetrics().horizontalAdvance(name));
        QCOMPARE(header->length(), table->viewport()->width());
        FakeAttempt second(store(), QStringLiteral("A name that nobody can take seriously ").repeated(9), 1);
        QTRY_COMPARE(table->model()->rowCount(), 2);
        QTRY_VERIFY(header->sectionSize(HistoryModel::Profile)
            > table->fontMetrics().horizontalAdvance(name) + table->fontMetrics().averageCharWidth());
        QCOMPARE(header->length(), table->viewport()->width());
        QVERIFY(
            header->sectionSize(HistoryModel::FirstFinding) > header->sectionSize(HistoryModel::Profile) / 2);
        QTRY_VERIFY(
            table->model()->index(0, HistoryModel::Profile).data(Qt::ToolTipRole).toString().size() > 300);
        // What the user drags stays.
        table->horizontalHeader()->resizeSection(HistoryModel::Profile, 77);
        page.resize(1200, 600);
        QTRY_COMPARE(header->length(), table->viewport()->width());
        QCOMPARE(header->sectionSize(HistoryModel::Profile), 77);
    }

    // Where names and results need no more, notes are whole.
    void notesTakeTheRoomThatIsLeft()
    {
        const QString note = "The folder was configured for another toolkit before";
        FakeAttempt attempt(store(), "Tour", 3);
        attempt.end(AttemptState::Succeeded, 10);
        QVERIFY(writeNotes(attempt.folder(), { note, {} }).ok());
        HistoryPage page;
        page.resize(1800, 600);
        page.show();
        auto* table = tableOf(page);
        QTRY_COMPARE(text(table, 0, HistoryModel::Notes), note);
        QTRY_VERIFY(table->columnWidth(HistoryModel::Notes) > table->fontMetrics().horizontalAdvance(note));
        QCOMPARE(table->horizontalHeader()->length(), table->viewport()->width());
    }

    // It has nothing to show, and comes with the first note.
    void withoutNotesTheirColumnGivesWay()
    {
        FakeAttempt attempt(store(), QStringLiteral("A long name ").repeated(20), 3);
        attempt.end(AttemptState::Failed, 10);
        HistoryPage page;
        page.resize(900, 600);
        page.show();
        auto* table = tableOf(page);
        QTRY_VERIFY(table->isColumnHidden(HistoryModel::Notes));
        QVERIFY(page.findChild<QAction*>("column-notes")->isChecked());
        QVERIFY(writeNotes(attempt.folder(), { "A note", {} }).ok());
        page.refresh();
        QTRY_VERIFY(!table->isColumnHidden(HistoryModel::Notes));
    }

    // A name is told by its beginning; what came of an attempt is not, and with large letters both are long.
    void resultsComeBeforeNames()
    {
        FakeAttempt first(store(), QStringLiteral("A long name ").repeated(20), 3);
        first.end(AttemptState::Failed, 10);
        HistoryPage page;
        QFont large = page.font();
        large.setPointSize(14);
        page.setFont(large);
        page.resize(1200, 600);
        page.show();
        auto* table = tableOf(page);
        QTRY_COMPARE(table->model()->rowCount(), 1);
        const auto width = [table](int column) { return table->columnWidth(column); };
        QTRY_VERIFY(width(HistoryModel::Profile) > table->fontMetrics().horizontalAdvance("A long name"));
        const int shared = width(HistoryModel::Profile) + width(HistoryModel::FirstFinding);
        const auto lengthOf
            = [table](const QString& words) { return table->fontMetrics().horizontalAdvance(words); };
        FakeAttempt second(store(), "Tour", 1);
        while (lengthOf(second.record().firstFinding) < shared * 9 / 20)
            second.record().firstFinding += "a ";
        second.end(AttemptState::Failed, 10);
        QTRY_COMPARE(table->model()->rowCount(), 2);
        QTRY_VERIFY(width(HistoryModel::FirstFinding) > lengthOf(second.record().firstFinding));
        QVERIFY(width(HistoryModel::Profile) > shared / 3);
    }

    void whatIsCutStandsInTheTip()
    {
        AttemptSummary attempt = summaryOf(1);
        attempt.notes = { "First line\nsecond", { "good" } };
        HistoryModel model;
        model.setAttempts({ attempt });
        const QModelIndex notes = model.index(0, HistoryModel::Notes);
        QCOMPARE(notes.data().toString(), "#good First line");
        const QString tip = notes.data(Qt::ToolTipRole).toString();
        QVERIFY2(tip.contains("#good First line") && tip.contains("second"), qPrintable(tip));
    }

    // A success says what came out of it; numbers of all columns stand at the same side.
    void whatWasMadeIsTold()
    {
        AttemptSummary attempt = summaryOf(1, AttemptState::Succeeded);
        HistoryModel model;
        const auto result = [&] {
            model.setAttempts({ attempt });
            return model.index(0, HistoryModel::FirstFinding).data().toString();
        };
        attempt.record.edgesDone = 63;
        QVERIFY2(result().contains("63 steps"), qPrintable(result()));
        attempt.record.products = { "/b/bin/tour" };
        QCOMPARE(result(), "tour");
        attempt.record.products << "/b/lib/libtour.so";
        QVERIFY2(result().contains("2 files"), qPrintable(result()));
        attempt.record.wheels = { { "/dist/torch-2.7.1.whl", 9, "ab" } };
        QCOMPARE(result(), "torch-2.7.1.whl");
        attempt.record.request.install.environment = "/env"; // a build that installs, too
        QCOMPARE(result(), "torch-2.7.1.whl");
        attempt.record.request.fromStage = "install";
        QCOMPARE(result(), "Installed into " + QDir::toNativeSeparators("/env"));
        attempt.record.request.install.takesBack = 1;
        QCOMPARE(result(), "Install undone in " + QDir::toNativeSeparators("/env"));
        for (const int column : { HistoryModel::Number, HistoryModel::Duration, HistoryModel::PeakMemory }) {
            const int alignment = int(numberAlignment);
            QCOMPARE(model.index(0, column).data(Qt::TextAlignmentRole).toInt(), alignment);
            QCOMPARE(model.headerData(column, Qt::Horizontal, Qt::TextAlignmentRole).toInt(), alignment);
        }
    }

    // As its page says it, with the steps of the attempt that it goes on with.
    void ofAStoppedOneItIsHowFarItCame()
    {
        AttemptSummary first = summaryOf(1, AttemptState::Stopped);
        AttemptSummary second = summaryOf(2, AttemptState::Stopped);
        HistoryModel model;
        const auto result = [&](int row) {
            model.setAttempts({ second, first });
            return model.index(row, HistoryModel::FirstFinding).data().toString();
        };
        QCOMPARE(result(1), "Stopped by you");
        first.record.edgesDone = 30;
        first.record.edgesFailed = 1;
        first.record.edgesTotal = 50;
        QCOMPARE(result(1), "Stopped by you: 29 of 50 steps are done, 1 failed");
        second.record.request = first.record.request;
        second.record.request.continuesAttempt = 1;
        second.record.edgesDone = 10;
        second.record.edgesTotal = 21;
        QCOMPARE(result(0), "Stopped by you: 39 of 50 steps are done");
    }

    void columnsAreChosen()
    {
        FakeAttempt(store(), "Tour", 3).end(AttemptState::Succeeded, 40);
        FakeAttempt(store(), "Tour", 2).end(AttemptState::Failed, 10);
        {
            HistoryPage page;
            page.resize(944, 660); // of the smallest window
            page.show();
            auto* table = tableOf(page);
            QTRY_COMPARE(table->model()->rowCount(), 2);
            const auto share = [table](int row) {
                return table->model()->index(row, HistoryModel::Duration).data(HistoryModel::TimeShareRole);
            };
            QCOMPARE(share(0).toDouble(), 0.25); // the newest first
            QCOMPARE(share(1).toDouble(), 1.0);
            QVERIFY(!table->isColumnHidden(HistoryModel::PeakMemory));
            auto* action = page.findChild<QAction*>("column-peakMemory");
            QVERIFY(action && action->isChecked());
            action->trigger();
            QVERIFY(table->isColumnHidden(HistoryModel::PeakMemory));
        }
        HistoryPage again;
        QVERIFY(tableOf(again)->isColumnHidden(HistoryModel::PeakMemory));
        QVERIFY(!again.findChild<QAction*>("column-peakMemory")->isChecked());
    }

    void aWheelIsShownWithItsAttempt()
    {
        const QString name = "torch-2.7.1-cp311-cp311-linux_x86_64.whl";
        FakeAttempt first(store(), "Tour", 3);
        const QString wheel = first.packWheel(m_home->filePath("dist"), name, "wheel");
        first.end(AttemptState::Succeeded, 10);
        FakeAttempt second(store(), "Tour", 1);
        second.end(AttemptState::Failed, 20);
        HistoryPage page;
        page.resize(1000, 600);
        page.show();
        auto* table = tableOf(page);
        QTRY_COMPARE(table->model()->rowCount(), 2);
        auto* detail = findIn<QWidget>(page, "historyDetail");
        QVERIFY(!detail->isVisible());
        QCOMPARE(text(table, 1, HistoryModel::FirstFinding), name);
        table->setCurrentIndex(table->model()->index(1, 0));
        QVERIFY(detail->isVisible());
        QCOMPARE(findIn<ElidedLabel>(*detail, "wheelName")->text(), name);
        QVERIFY(findIn<QLabel>(*detail, "wheelFacts")->text().contains("v2.7.1"));
        QVERIFY(findIn<QWidget>(*detail, "historyOpenFolder")->isVisible());
        const auto* place = findIn<ElidedLabel>(*detail, "wheelPlace");
        for (const char* copies : { "wheelCopyPath", "wheelCopyHash" })
            QVERIFY(!findIn<QPushButton>(*detail, copies)->isFlat()); // a button, no label
        QVERIFY(!place->text().contains("No longer"));
        QVERIFY(QFile::remove(wheel));
        page.refresh();
        QTRY_VERIFY(place->text().contains("No longer there"));
        table->setCurrentIndex(table->model()->index(0, 0));
        QVERIFY(!detail->isVisible());
    }

    // The threads that start builds and stop them may all be waiting, and those are not asked to read disks.
    void readsWhileTheOthersWait()
    {
        const FakeAttempt attempt(store(), "Tour", 3);
        QThreadPool& pool = buildPool();
        QSemaphore gate;
        for (int i = 0; i < pool.maxThreadCount(); ++i)
            pool.start([&gate] { gate.acquire(); });
        HistoryPage page;
        page.show();
        const bool read = QTest::qWaitFor([&] { return tableOf(page)->model()->rowCount() == 1; }, 30'000);
        gate.release(pool.maxThreadCount());
        pool.waitForDone();
        QVERIFY(read);
    }

    void aBuildThatEndsIsSeen()
    {
        FakeAttempt attempt(store(), "Tour", 3);
        HistoryPage page;
        page.findChild<QTimer*>("historyLiveTimer")->setInterval(20);
        page.show();
        auto* table = tableOf(page);
        QTRY_COMPARE(table->model()->rowCount(), 1);
        QCOMPARE(text(table, 0, HistoryModel::Outcome), "Running");
        attempt.end(AttemptState::Failed, 61);
        QTRY_COMPARE(text(table, 0, HistoryModel::Outcome), "Failed");
        QCOMPARE(text(table, 0, HistoryModel::Duration), "1 min 1 s");
    }

    // As its page does, not in whole minutes.
    void aRunningOneTellsItsSeconds()
    {
        AttemptSummary attempt = summaryOf(1, AttemptState::Running);
        attempt.record.duration.reset();
        attempt.record.startedAt = systemClock().wallMilliseconds() - 107'400;
        HistoryModel model;
        model.setAttempts({ attempt });
        const QString shown = model.index(0, HistoryModel::Duration).data().toString();
        QVERIFY2(shown.startsWith("1 min ") && shown.endsWith(" s"), qPrintable(shown));
    }

    void itsSecondsHaveRoom()
    {
        FakeAttempt attempt(store(), "Tour", 3);
        HistoryPage page;
        page.show();
        const QAbstractItemView* table = tableOf(page); // there it is public
        QTRY_COMPARE(table->model()->rowCount(), 1);
        const int longest = table->fontMetrics().horizontalAdvance("59 min 59 s");
        QVERIFY(table->sizeHintForColumn(HistoryModel::Duration) > longest);
    }

    // Its steps are not in its record yet.
    void aRunningOneTellsItsStage()
    {
        AttemptSummary attempt = summaryOf(1, AttemptState::Running);
        attempt.record.stages.resize(2);
        attempt.record.stages[0].id = "configure";
        attempt.record.stages[0].state = StageState::Succeeded;
        attempt.record.stages[1].id = "compile";
        attempt.record.stages[1].state = StageState::Running;
        HistoryModel model;
        model.setAttempts({ attempt });
        const auto result = [&model] { return model.index(0, HistoryModel::FirstFinding).data().toString(); };
        QVERIFY2(result().startsWith("Stage now: "), qPrintable(result()));
        QVERIFY2(result().contains("compile", Qt::CaseInsensitive), qPrintable(result()));
        attempt.record.firstFinding = "Out of memory";
        model.setAttempts({ attempt });
        QCOMPARE(result(), "Out of memory");
    }

    void nothingIsReadWhileHidden()
    {
        HistoryPage page;
        page.show();
        auto* timer = page.findChild<QTimer*>("historyLiveTimer");
        QVERIFY(timer->isActive());
        page.hide();
        QVERIFY(!timer->isActive());
        QVERIFY(!page.findChild<QTimer*>("historyMinuteTimer")->isActive());
    }

    void timesMoveOn()
    {
        HistoryModel model;
        QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
        model.timePassed();
        QCOMPARE(changed.size(), 0);
        model.setAttempts(summaries({ 3, 2, 1 }));
        model.timePassed();
        QCOMPARE(changed.size(), 1);
        QCOMPARE(changed.first().at(0).toModelIndex().column(), int(HistoryModel::Started));
        QCOMPARE(changed.first().at(1).toModelIndex().row(), 2);
        const qint64 now = QDateTime::currentMSecsSinceEpoch();
        QCOMPARE(relativeTime(now - 30'000, now), "just now");
        QCOMPARE(relativeTime(now - 185'000, now), "3 min ago");
        QCOMPARE(relativeTime(now - 185'000, now + 60'000), "4 min ago");
        const qint64 day = QDateTime({ 2026, 11, 5 }, QTime(6, 31, 7)).toMSecsSinceEpoch();
        QCOMPARE(relativeTime(day, day + 30 * 86'400'000LL), formatDate(day));
    }

    void rowsAreMerged_data()
    {
        QTest::addColumn<QVector<AttemptSummary>>("before");
        QTest::addColumn<QVector<AttemptSummary>>("after");
        const auto row
            = [](const char* name, std::initializer_list<int> before, std::initializer_list<int> after) {
                  newRow(name, summaries(before), summaries(after));
              };
        row("first reading", {}, { 3, 2, 1 });
        row("nothing new", { 3, 2, 1 }, { 3, 2, 1 });
        row("a new one", { 3, 2, 1 }, { 4, 3, 2, 1 });
        row("one deleted", { 3, 2, 1 }, { 3, 1 });
        row("new and deleted", { 9, 7, 5, 3, 1 }, { 12, 11, 9, 5, 4, 1 });
        row("all others", { 3, 2, 1 }, { 6, 5, 4 });
        row("all gone", { 3, 2, 1 }, {});
    }
    void rowsAreMerged()
    {
        QFETCH(QVector<AttemptSummary>, before);
        QFETCH(QVector<AttemptSummary>, after);
        HistoryModel model;
        const QAbstractItemModelTester tester(&model);
        QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
        model.setAttempts(before);
        model.setAttempts(after);
        QCOMPARE(model.rowCount(), int(after.size()));
        for (int row = 0; row < after.size(); ++row)
            QCOMPARE(model.index(row, HistoryModel::Number).data().toInt(), after[row].number);
        QCOMPARE(reset.size(), 0);
    }

    void aLogWithoutTimesWasImported()
    {
        AttemptSummary attempt = summaryOf(1, AttemptState::Failed);
        attempt.record.imported = ImportNote();
        attempt.record.imported->log = "forum.log";
        HistoryModel model;
        model.setAttempts({ attempt });
        const auto started = [&model] { return model.index(0, HistoryModel::Started).data().toString(); };
        QVERIFY2(started().startsWith("imported "), qPrintable(started()));
        attempt.record.startedAt = attempt.record.createdAt;
        model.setAttempts({ attempt });
        QVERIFY2(!started().contains("imported"), qPrintable(started()));
    }

    void aLogOfConfiguringAloneIsNoBuild()
    {
        AttemptSummary attempt = summaryOf(1, AttemptState::Succeeded);
        attempt.record.imported = ImportNote { 1, 0, {}, {}, "forum.log" };
        StageResult configure;
        configure.id = "configure";
        configure.state = StageState::Succeeded;
        attempt.record.stages = { configure };
        HistoryModel model;
        model.setAttempts({ attempt });
        QCOMPARE(model.index(0, HistoryModel::FirstFinding).data().toString(), "Configuring is complete");
    }

    void onlyLiveOnesAreReadAgain()
    {
        HistoryModel model;
        model.setAttempts({ summaryOf(4, AttemptState::Running), summaryOf(3, AttemptState::Failed),
            summaryOf(2, AttemptState::Requested), summaryOf(1, AttemptState::Interrupted) });
        QCOMPARE(model.liveNumbers(), (QVector<int> { 4, 2 }));
        model.updateAttempts({ summaryOf(4, AttemptState::Stopped), summaryOf(77, AttemptState::Running) });
        QCOMPARE(model.rowCount(), 4);
        QCOMPARE(model.index(0, HistoryModel::Outcome).data().toString(), "Stopped");
    }

    void theChosenRowStaysInSight()
    {
        for (int i = 0; i < 20; ++i)
            FakeAttempt(store(), "Tour", 20 - i).end(AttemptState::Failed, 10);
        HistoryPage page;
        page.resize(1000, 700);
        page.show();
        auto* table = tableOf(page);
        QTRY_COMPARE(table->model()->rowCount(), 20);
        const QRect whole = table->viewport()->rect();
        table->setCurrentIndex(table->indexAt({ 5, whole.height() * 2 / 3 }));
        const auto place = [table] { return table->visualRect(table->currentIndex()); };
        QVERIFY(whole.contains(place().center()));
        page.resize(1000, 450);
        QTRY_VERIFY(table->viewport()->height() < whole.height() * 2 / 3);
        QVERIFY(table->viewport()->rect().contains(place().center()));
    }

    void selectionAndScrollStay()
    {
        for (int i = 0; i < 60; ++i)
            FakeAttempt(store(), QStringLiteral("Number %1").arg(i), 60 - i).end(AttemptState::Succeeded, 10);
        HistoryPage page;
        page.resize(1000, 400);
        page.show();
        auto* table = tableOf(page);
        QTRY_COMPARE(table->model()->rowCount(), 60);
        table->setCurrentIndex(table->model()->index(40, 0));
        table->verticalScrollBar()->setValue(30);
        const QString chosen = table->currentIndex().data(HistoryModel::FolderRole).toString();
        page.refresh();
        FakeAttempt another(store(), "New", 0);
        QTRY_COMPARE(table->model()->rowCount(), 61);
        QCOMPARE(table->currentIndex().data(HistoryModel::FolderRole).toString(), chosen);
        QCOMPARE(table->verticalScrollBar()->value(), 30);
    }
};

QTEST_MAIN(HistoryTest)
#include "HistoryTest.moc"
