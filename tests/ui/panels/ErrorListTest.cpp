// SPDX-License-Identifier: GPL-3.0-or-later
// The errors of a build in a list, while it runs and later.
#include "tests/support/TestFiles.h"
#include "tests/ui/panels/OneAttempt.h"
#include "ui/logview/LogView.h"
#include "ui/panels/AttemptView.h"
#include "ui/widgets/Theme.h"

#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <QTreeWidget>

using namespace torchmason;

class ErrorListTest : public QObject, private OneAttempt {
    Q_OBJECT

private:
    static LogError errorIn(qint64 line, const QString& place, const QString& step = {})
    {
        return { {}, line, place, QStringLiteral("expected ';'"), step };
    }
    std::unique_ptr<AttemptView> m_view;
    QTreeWidget* m_rows = nullptr;
    QToolButton* m_count = nullptr;

private slots:
    void init()
    {
        makeAttempt();
        m_attempt->startStage("compile");
        m_attempt->addLog(
            "compile", FakeAttempt::ninjaLines(0, 90, 100) + "a.cpp:7:1: error: expected ';'\n");
        m_view = std::make_unique<AttemptView>();
        m_view->resize(1100, 800);
        m_view->show();
        m_view->openAttempt(m_attempt->folder());
        m_rows = findIn<QTreeWidget>(*m_view, "errorRows");
        m_count = findIn<QToolButton>(*m_view, "attemptMessages");
    }
    void cleanup() { m_view.reset(); }

    // It lies over the fix.
    void itIsAsHighAsItsRowsNeed()
    {
        const qint64 line = m_attempt->linesOf("compile");
        const auto rowsOf = [this](int errors) {
            m_count->click();
            const int row = m_rows->visualItemRect(m_rows->topLevelItem(0)).height();
            const int rows = (m_rows->height() - m_rows->header()->height()) / row;
            m_rows->window()->hide();
            return m_rows->topLevelItemCount() == errors ? rows : -1;
        };
        m_attempt->addMessages("compile", 1, 0, { errorIn(line, "a.cpp:7") });
        QTRY_COMPARE(m_rows->topLevelItemCount(), 1);
        QCOMPARE(rowsOf(1), 3);
        m_attempt->addMessages("compile", 21, 0, QVector<LogError>(20, errorIn(line, "b.cpp:8")));
        QTRY_COMPARE(m_rows->topLevelItemCount(), 21);
        QCOMPARE(rowsOf(21), 10);
    }

    void itFillsWhileTheBuildRuns()
    {
        const qint64 line = m_attempt->linesOf("compile");
        m_attempt->addMessages("compile", 1, 0, { errorIn(line, "a.cpp:7", "obj/a.o") });
        QTRY_COMPARE(m_count->text(), "1 error, 0 warnings");
        QVERIFY(!m_rows->isVisible());
        QVERIFY(m_count->font().underline() && !m_count->icon().isNull()); // it opens a list
        QVERIFY(m_count->focusPolicy() & Qt::TabFocus);
        m_count->click();
        QVERIFY(m_rows->isVisible());
        QCOMPARE(m_rows->topLevelItemCount(), 1);
        const QTreeWidgetItem* first = m_rows->topLevelItem(0);
        QCOMPARE(QStringList({ first->text(0), first->text(1), first->text(2) }),
            QStringList({ "a.cpp:7", "expected ';'", "a.o" }));
        QCOMPARE(first->data(0, Qt::AccessibleTextRole).toString(), "a.cpp:7: expected ';', step obj/a.o");
        QCOMPARE(m_rows->currentItem(), first);
        const auto* unlisted = findIn<QLabel>(*m_view, "errorsMore");
        QVERIFY(!unlisted->isVisible());
        m_attempt->addMessages("compile", 4, 25, { errorIn(line, "b.cpp:8") });
        QTRY_COMPARE(m_rows->topLevelItemCount(), 2);
        QCOMPARE(m_rows->currentItem(), first); // rows stay where they are
        QTRY_COMPARE(unlisted->text(), "2 more are in the log. 25 warnings are in the log.");
    }

    void eachLeadsToItsLine()
    {
        m_attempt->addMessages(
            "compile", 2, 0, { errorIn(20, "b.cpp:1"), errorIn(m_attempt->linesOf("compile"), "a.cpp:7") });
        QTRY_COMPARE(m_count->text(), "2 errors, 0 warnings");
        m_count->click();
        m_rows->setCurrentItem(m_rows->topLevelItem(1));
        QTest::keyClick(m_rows, Qt::Key_Return);
        QVERIFY(!m_rows->isVisible());
        auto* log = m_view->findChild<LogView*>();
        QTRY_COMPARE(log->currentLineText(), "a.cpp:7:1: error: expected ';'");
        QVERIFY(!log->isFollowing());
    }

    void onlyAPlaceWithALineIsOpened()
    {
        const QString file = m_home->filePath("b.cpp");
        write(file, "int x\n");
        m_attempt->addMessages("compile", 2, 0, { errorIn(20, "b.o"), errorIn(21, file + ":1") });
        QTRY_COMPARE(m_count->text(), "2 errors, 0 warnings");
        m_count->click();
        auto* open = findIn<QPushButton>(*m_view, "errorFile");
        QVERIFY(!open->isEnabled());
        m_rows->setCurrentItem(m_rows->topLevelItem(1));
        QVERIFY(open->isEnabled());
        auto* log = m_view->findChild<LogView*>();
        disconnect(log, &LogView::fileRequested, nullptr, nullptr); // no editor is opened here
        QSignalSpy wanted(log, &LogView::fileRequested);
        open->click();
        QTRY_COMPARE(wanted.size(), 1);
        QCOMPARE(wanted.first().first().toString(), file);
    }

    void aPlaceHasTheRoomThatIsFree()
    {
        const QString place = "/src/pytorch/aten/src/ATen/native/cuda/Sort.cu(88)";
        m_attempt->addMessages("compile", 1, 0, { errorIn(20, place, "obj/Sort.cu.o") });
        QTRY_COMPARE(m_count->text(), "1 error, 0 warnings");
        m_count->click();
        const auto lengthOf = [this](int column) {
            return m_rows->fontMetrics().horizontalAdvance(m_rows->topLevelItem(0)->text(column));
        };
        for (int column = 0; column < m_rows->columnCount(); ++column)
            QVERIFY2(m_rows->columnWidth(column) > lengthOf(column),
                qPrintable(m_rows->topLevelItem(0)->text(column)));
        QCOMPARE(m_rows->header()->length(), m_rows->viewport()->width());
    }

    // Of the current row on a palette of high contrast, above and below the letters.
    void theFrameOfARowHasAPlace()
    {
        m_attempt->addMessages("compile", 1, 0, { errorIn(20, "a.cpp:7") });
        QTRY_COMPARE(m_count->text(), "1 error, 0 warnings");
        m_count->click();
        const int row = m_rows->visualItemRect(m_rows->topLevelItem(0)).height();
        QCOMPARE_GE(row, m_rows->fontMetrics().height() + 2 * spacing::small);
    }

    // Of another attempt nothing stays.
    void anotherAttemptBeginsAnew()
    {
        m_attempt->addMessages("compile", 1, 0, { errorIn(20, "a.cpp:7") });
        QTRY_COMPARE(m_count->text(), "1 error, 0 warnings");
        m_count->click();
        const FakeAttempt other(store(), "Other", 1);
        m_view->openAttempt(other.folder());
        QVERIFY(!m_rows->isVisible());
        QCOMPARE(m_rows->topLevelItemCount(), 0);
    }
};

QTEST_MAIN(ErrorListTest)
#include "ErrorListTest.moc"
