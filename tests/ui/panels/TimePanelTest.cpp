// SPDX-License-Identifier: GPL-3.0-or-later
// The tab of an attempt that says where the time of its steps went.
#include "ui/panels/TimePanel.h"
#include "core/base/AppPaths.h"
#include "tests/ui/support/FakeAttempt.h"
#include "tests/ui/support/UiTest.h"
#include "ui/panels/AttemptView.h"
#include "ui/text/CellAlignment.h"

#include <QApplication>
#include <QClipboard>
#include <QLabel>
#include <QScrollArea>
#include <QScrollBar>
#include <QTabWidget>
#include <QTreeWidget>

using namespace torchmason;

class TimePanelTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_home = freshHome();
        m_attempt = std::make_unique<FakeAttempt>(AttemptStore(AppPaths::attemptsFolder()), "Tour", 3);
        m_attempt->startStage("compile");
    }
    void cleanup() { m_view.reset(); }

    void stepsKindsAndFoldersAreThere()
    {
        addStep("lib/CMakeFiles/big.dir/big.cpp.o", 0, 60'000, "C++");
        addStep("lib/CMakeFiles/big.dir/small.cpp.o", 0, 10'000, "C++");
        addStep("lib/libbig.so", 60'000, 70'000, "link");
        m_attempt->endStage("compile", StageState::Succeeded, 70);
        m_attempt->end(AttemptState::Succeeded, 75);
        show();
        QTRY_VERIFY(row("lib/CMakeFiles/big.dir/big.cpp.o"));
        auto* tree = find<QTreeWidget>("timeTable");
        QCOMPARE(row("lib/CMakeFiles/big.dir/big.cpp.o")->text(1), "1 min");
        QCOMPARE(row("lib/CMakeFiles/big.dir/big.cpp.o")->text(2), "75.0 %");
        QCOMPARE(row("C and C++")->text(2), "87.5 %");
        QString summary = find<QLabel>("timeSummary")->text();
        QVERIFY2(summary.contains(QStringLiteral("10\u00a0s;")), qPrintable(summary)); // in one line
        summary.replace(QChar::Nbsp, u' ');
        QVERIFY2(summary.startsWith("3 steps took 1 min 10 s; one after the other"), qPrintable(summary));
        QVERIFY2(summary.contains("\nOn average 1.1 steps ran"), qPrintable(summary));
        // There is no build.ninja, which is said once.
        QVERIFY2(summary.contains("would have helped are not known"), qPrintable(summary));
        QVERIFY(!row("What would have helped (estimates)"));
        clickIn(*m_view, "timeCopy");
        QVERIFY(QApplication::clipboard()->text().startsWith("3 steps took 1 min 10 s; one"));
        QVERIFY(QApplication::clipboard()->text().contains("C and C++\t1 min 10 s\t87.5 %"));
        // All works by keys: Enter on a step leads to its log.
        tree->setCurrentItem(row("lib/CMakeFiles/big.dir/big.cpp.o"));
        QVERIFY(find<QLabel>("timeCurrent")->text().contains("big.cpp.o"));
        tree->setFocus();
        QTest::keyClick(tree, Qt::Key_Return);
        QTRY_VERIFY(find<QWidget>("attemptScroll")->isVisible());
    }

    void figuresAreWholeInOtherLetters()
    {
        addStep("lib/CMakeFiles/big.dir/big.cpp.o", 0, 184'000, "C++");
        addStep("lib/CMakeFiles/big.dir/small.cpp.o", 0, 20'000, "C++");
        m_attempt->endStage("compile", StageState::Succeeded, 70);
        m_attempt->end(AttemptState::Succeeded, 75);
        show();
        QTRY_VERIFY(row("lib/CMakeFiles/big.dir/big.cpp.o"));
        auto* tree = find<QTreeWidget>("timeTable");
        const QFont usual = QApplication::font();
        for (const double size : { 1.5, 1.0 }) {
            QFont font = usual;
            font.setPointSizeF(usual.pointSizeF() * size);
            QApplication::setFont(font);
            QTest::qWait(100); // all is laid out
            for (const int column : { 1, 2 }) {
                const int needed
                    = QFontMetrics(tree->font()).horizontalAdvance(row("C and C++")->text(column)) + 4;
                QVERIFY2(tree->columnWidth(column) >= needed,
                    qPrintable(
                        QStringLiteral("%1: %2 of %3").arg(size).arg(tree->columnWidth(column)).arg(needed)));
            }
        }
        QApplication::setFont(usual);
    }

    // The table begins high on the page, and what else there is to say stands at its end.
    void threeSentencesStandAboveTheTable()
    {
        addStep("a.cpp.o", 0, 60'000, "C++");
        EdgeRecord failed;
        failed.output = "b.cpp.o";
        failed.end = 20'000;
        failed.failed = true;
        m_attempt->add(failed);
        m_attempt->endStage("compile", StageState::Failed, 70, 1);
        m_attempt->end(AttemptState::Failed, 75);
        show();
        QTRY_VERIFY(row("a.cpp.o"));
        const QStringList above = find<QLabel>("timeSummary")->text().split(u'\n');
        QCOMPARE(above.size(), 3);
        QCOMPARE(above[1], "1 of them failed, and 1 ended well.");
        const auto* tree = find<QTreeWidget>("timeTable");
        const auto* more = tree->topLevelItem(tree->topLevelItemCount() - 1);
        QCOMPARE(more->text(0), "More about these times");
        QCOMPARE(more->child(0)->text(0), "On average 1.3 steps ran at the same time, and 2 at most.");
        clickIn(*m_view, "timeCopy");
        QVERIFY(QApplication::clipboard()->text().contains(more->child(0)->text(0)));
    }

    // Behind a row that says how many there are.
    void whatIsLeftOfALongTableCanBeOpened()
    {
        for (int i = 10; i < 28; ++i)
            addStep(QStringLiteral("CMakeFiles/part%1.dir/a.cpp.o").arg(i), 0, 1000 * (100 - i), "C++");
        m_attempt->end(AttemptState::Succeeded, 100);
        show();
        QTRY_VERIFY(row("part24"));
        QVERIFY(!row("part25"));
        QTreeWidgetItem* rest = row("and 3 more");
        QVERIFY(rest);
        QCOMPARE(rest->parent()->indexOfChild(rest), 15);
        clickIn(*m_view, "timeCopy"); // has them all, and opens nothing
        const QString copied = QApplication::clipboard()->text();
        QVERIFY2(copied.contains("part27\t1 min 13 s"), qPrintable(copied));
        QCOMPARE(copied.count("and 3 more"), 1); // steps, which another table has
        QVERIFY2(copied.contains("and 3 more: the table \"Steps\""), qPrintable(copied));
        QVERIFY(!rest->isExpanded());
        rest->setExpanded(true);
        QCOMPARE(rest->childCount(), 3);
        QCOMPARE(row("part27")->text(1), "1 min 13 s");
        QVERIFY(row("part27")->textAlignment(1) == int(numberAlignment));
    }

    void withoutStepsThatIsSaid()
    {
        m_attempt->endStage("compile", StageState::Failed, 2, 1);
        m_attempt->end(AttemptState::Failed, 3);
        show();
        QTRY_COMPARE(find<QTreeWidget>("timeTable")->topLevelItem(0)->text(0),
            "No step was built, so there are no times.");
        QVERIFY(find<QTreeWidget>("timeTable")->selectedItems().isEmpty());
    }

    void smallSharesAreReadWhole()
    {
        addStep("a.cpp.o", 0, 9'000'000, "C++");
        addStep("b.cu.o", 0, 1'000, "CUDA");
        m_attempt->end(AttemptState::Succeeded, 9'000);
        show();
        QTRY_VERIFY(row("b.cu.o"));
        QCOMPARE(row("b.cu.o")->text(2), "under 0.1 %");
        const auto* table = find<QTreeWidget>("timeTable");
        QTRY_COMPARE_GT(table->columnWidth(2), table->fontMetrics().horizontalAdvance("under 0.1 %"));
        QVERIFY(row("b.cu.o")->textAlignment(2) == int(numberAlignment));
    }

    // Under all that is said above it, in a low window.
    void theTableHasSixRowsAtLeast()
    {
        addStep("a.cpp.o", 0, 9'000'000, "C++");
        m_attempt->end(AttemptState::Succeeded, 9'000);
        show();
        QTRY_VERIFY(row("a.cpp.o"));
        m_view->resize(700, 360);
        auto* table = find<QTreeWidget>("timeTable");
        QTRY_COMPARE_GE(
            table->viewport()->height(), 6 * table->visualItemRect(table->topLevelItem(0)).height());
        QTRY_VERIFY(find<QScrollArea>("timeScroll")->verticalScrollBar()->maximum() > 0);
    }

    void logsFromElsewhereSayThatTheyHaveNone()
    {
        m_attempt->record().imported = ImportNote { 1, 0, {}, {}, "build.log" };
        m_attempt->end(AttemptState::Failed, 3);
        show();
        QTRY_COMPARE(find<QTreeWidget>("timeTable")->topLevelItem(0)->text(0),
            "A log from elsewhere has no times of its steps.");
        QCOMPARE(find<QLabel>("timeCurrent")->text(), ""); // there is no row to choose
    }

private:
    void addStep(const QString& output, qint64 start, qint64 end, const QString& language)
    {
        EdgeRecord step;
        step.output = output;
        step.language = language;
        step.start = start;
        step.end = end;
        m_attempt->add(step);
    }
    void show()
    {
        m_view = std::make_unique<AttemptView>();
        m_view->resize(1100, 800);
        m_view->openAttempt(m_attempt->folder());
        m_view->show();
        QTRY_VERIFY(!m_view->isLive());
        find<QTabWidget>("attemptTabs")->setCurrentWidget(find<QWidget>("timeSpent"));
    }
    template <typename T> T* find(const char* name) const { return findIn<T>(*m_view, QLatin1String(name)); }
    QTreeWidgetItem* row(const QString& label) const
    {
        const auto found
            = find<QTreeWidget>("timeTable")->findItems(label, Qt::MatchExactly | Qt::MatchRecursive);
        return found.isEmpty() ? nullptr : found.first();
    }

    std::unique_ptr<QTemporaryDir> m_home;
    std::unique_ptr<FakeAttempt> m_attempt;
    std::unique_ptr<AttemptView> m_view;
};

QTEST_MAIN(TimePanelTest)
#include "TimePanelTest.moc"
