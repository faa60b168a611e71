// SPDX-License-Identifier: GPL-3.0-or-later
// Findings in a log, and marks of them.
#include "tests/support/TestFiles.h"
#include "tests/ui/logview/NumberedLines.h"
#include "tests/ui/logview/OpenPanel.h"
#include "tests/ui/support/UiTest.h"
#include "ui/logview/LogScrollBar.h"
#include "ui/logview/LogSearch.h"
#include "ui/logview/LogView.h"

#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QScrollBar>
#include <QTemporaryDir>

using namespace torchmason;

class LogFindingsTest : public QObject, private LogFolder {
    Q_OBJECT

private slots:
    void init() { emptyLogs(); }

    void findingJumpsAndCopy()
    {
        write(path(), plainLines(500));
        OpenPanel panel(m_folder);
        panel.setFindings({ findingAt(400), findingAt(100) });
        panel.showLine("compile", 1);
        QTRY_COMPARE(panel.view()->rowCount(), 500);
        QTest::keyClick(panel.view(), Qt::Key_N);
        QCOMPARE(panel.view()->currentLine(), 99);
        QTest::keyClick(panel.view(), Qt::Key_N);
        QCOMPARE(panel.view()->currentLine(), 399);
        QTest::keyClick(panel.view(), Qt::Key_P);
        QCOMPARE(panel.view()->currentLine(), 99);
        QTest::keyClick(panel.view(), Qt::Key_Down, Qt::ShiftModifier);
        QTest::keyClick(panel.view(), Qt::Key_Down, Qt::ShiftModifier);
        panel.view()->copy();
        QCOMPARE(QGuiApplication::clipboard()->text(), "line 100\nline 101\nline 102");
        QTest::keyClick(panel.view(), Qt::Key_End);
        QVERIFY(panel.view()->isFollowing());
    }

    // Also where the view was out of sight meanwhile, as behind another tab.
    void theLineThatWasGoneToStaysInSight()
    {
        write(path(), plainLines(500));
        OpenPanel panel(m_folder, 600);
        panel.showLine("compile", 400);
        QTRY_COMPARE(panel.view()->currentLine(), 399);
        panel.hide();
        panel.resize(900, panel.heightFor(3));
        panel.show();
        const auto isWhole = [&panel] {
            const QRect row = panel.view()->currentRow();
            return !row.isEmpty() && panel.view()->viewport()->rect().contains(row);
        };
        QTRY_VERIFY(isWhole());
        panel.view()->verticalScrollBar()->triggerAction(QAbstractSlider::SliderToMinimum);
        panel.hide();
        panel.resize(900, panel.heightFor(2));
        panel.show();
        QCoreApplication::processEvents();
        QCOMPARE(panel.view()->verticalScrollBar()->value(), 0); // the user is elsewhere
    }

    // From a log without findings, the next one is that of a later log, the one before that of an earlier
    // log.
    void findingsOfOtherLogs()
    {
        AttemptRecord record = recordWithLog();
        StageResult stage = record.stages.first();
        stage.state = StageState::Succeeded;
        stage.id = "configure";
        stage.logFile = "logs/configure.log";
        record.stages.prepend(stage);
        stage.id = "wheel";
        stage.logFile = "logs/wheel.log";
        record.stages.append(stage);
        QVector<Finding> findings { findingAt(2), findingAt(2) };
        findings[0].stage = "wheel";
        findings[1].stage = "configure";
        for (const char* log : { "logs/configure.log", "logs/compile.log", "logs/wheel.log" })
            write(path(log), "one\ntwo\nthree\n");
        OpenPanel panel(m_folder, 300, record);
        panel.setFindings(findings);
        panel.showLine("compile", 1);
        panel.nextFinding();
        QCOMPARE(panel.stage(), "wheel");
        QTRY_COMPARE(panel.view()->currentLineText(), "two");
        panel.nextFinding();
        QCOMPARE(panel.stage(), "configure");
        panel.showLine("compile", 1);
        panel.previousFinding();
        QCOMPARE(panel.stage(), "configure");
    }

    // A log that grows no more: only the filter moves the marks.
    void marksMoveWithTheFilter()
    {
        QByteArray content;
        for (int i = 1; i <= 100; ++i)
            content += i % 50 == 0 ? "a.cpp:1:1: error: x\n" : "fine\n";
        write(path(), content);
        OpenPanel panel(m_folder);
        panel.setFindings({ findingAt(50) });
        QTRY_COMPARE(panel.view()->rowCount(), 100);
        panel.searchFor("error");
        QTRY_COMPARE(panel.search().hits(), (QVector<qint64> { 49, 99 }));
        auto* bar = static_cast<LogScrollBar*>(panel.view()->verticalScrollBar());
        QTRY_COMPARE(bar->marks(LogScrollBar::Hit), (QVector<double> { 0.49, 0.99 }));
        QCOMPARE(bar->marks(LogScrollBar::Finding), QVector<double> { 0.49 });
        panel.showOnly(1);
        QTRY_COMPARE(panel.view()->rowCount(), 2);
        QCOMPARE(bar->marks(LogScrollBar::Finding), QVector<double> { 0 });
        QVERIFY(bar->marks(LogScrollBar::Hit).isEmpty());
        panel.showOnly(0);
        QCOMPARE(panel.view()->rowCount(), 100);
        QCOMPARE(bar->marks(LogScrollBar::Finding), QVector<double> { 0.49 });
        QCOMPARE(bar->marks(LogScrollBar::Hit), (QVector<double> { 0.49, 0.99 }));
    }

    void onlyFindingsAreShown()
    {
        write(path(), plainLines(100));
        OpenPanel panel(m_folder);
        QTRY_COMPARE(panel.view()->rowCount(), 100);
        auto* show = panel.findChild<QComboBox*>("logShow");
        show->setCurrentIndex(show->findText("Findings only"));
        QCOMPARE(panel.view()->rowCount(), 0);
        // Those that come while the build runs appear; one that a later rule explains goes.
        panel.setFindings({ findingAt(80), findingAt(20), findingAt(80) });
        QCOMPARE(panel.view()->rowCount(), 2);
        panel.showLine("compile", 80);
        QCOMPARE(panel.view()->currentLineText(), "line 80");
        panel.setFindings({ findingAt(20) });
        QCOMPARE(panel.view()->rowCount(), 1);
    }

    void theEndOfAStoppedBuildIsNotMarked()
    {
        write(path(), plainLines(100));
        OpenPanel panel(m_folder);
        Finding finding = findingAt(50);
        finding.root = false;
        panel.setFindings({ finding });
        QTRY_COMPARE(panel.view()->rowCount(), 100);
        const auto* bar = static_cast<LogScrollBar*>(panel.view()->verticalScrollBar());
        QTRY_COMPARE(bar->marks(LogScrollBar::Finding).size(), 1);
        AttemptRecord record;
        record.state = AttemptState::Stopped;
        panel.setStages(record);
        QVERIFY(bar->marks(LogScrollBar::Finding).isEmpty());
        finding.root = true; // what had failed by then
        panel.setFindings({ finding });
        QCOMPARE(bar->marks(LogScrollBar::Finding).size(), 1);
    }
};

QTEST_MAIN(LogFindingsTest)
#include "LogFindingsTest.moc"
