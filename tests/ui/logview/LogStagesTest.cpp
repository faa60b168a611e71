// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/TestFiles.h"
#include "tests/ui/logview/NumberedLines.h"
#include "tests/ui/logview/OpenPanel.h"
#include "tests/ui/support/UiTest.h"
#include "ui/logview/LogBookmarks.h"
#include "ui/logview/LogScrollBar.h"

#include <QApplication>
#include <QClipboard>
#include <QLabel>
#include <QScopeGuard>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTimer>

using namespace torchmason;

// The logs of all stages as one document, and what is folded in it.
class LogStagesTest : public QObject {
    Q_OBJECT

private:
    const std::unique_ptr<QTemporaryDir> m_home = freshHome(); // settings of its own
    std::unique_ptr<QTemporaryDir> m_folder;
    QString path(const QString& stage) const { return m_folder->filePath("logs/" + stage + ".log"); }

    static AttemptRecord recordOf(const QList<std::pair<QString, StageState>>& stages)
    {
        AttemptRecord record;
        for (const auto& [id, state] : stages) {
            StageResult stage;
            stage.id = id;
            stage.state = state;
            stage.logFile = "logs/" + id + ".log";
            stage.duration = Milliseconds(12'000);
            record.stages.append(stage);
        }
        return record;
    }
    static AttemptRecord failedRecord()
    {
        return recordOf({ { "configure", StageState::Succeeded }, { "compile", StageState::Failed } });
    }
    // Fails in its second step.
    void writeFailure() const
    {
        write(path("configure"), "-- one\n-- two\n-- needle\n");
        write(path("compile"),
            "[1/3|2|0.5] Building CXX object a.o\na.cpp:1:1: warning: needle\n   1 | x\n"
            "[2/3|2|0.7] Building CXX object b.o\nFAILED: b.o\nb.cpp:2:2: error: needle\n"
            "[3/3|2|0.9] Building CXX object c.o\nninja: build stopped: subcommand failed.\n");
    }
    static QStringList shown(const LogView& view)
    {
        LogSelection all { view.layout(), view.folds().rows(), {}, { 1000, 1000 }, false };
        return copyLog(all).text.split('\n');
    }

private slots:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        QVERIFY(QDir().mkpath(m_folder->filePath("logs")));
    }

    void whatWentWellIsFolded()
    {
        writeFailure();
        OpenPanel panel(*m_folder, 400, failedRecord());
        LogView* view = panel.view();
        QTRY_COMPARE(view->rowCount(), 10); // two headings, eight lines of the failed stage
        QCOMPARE(panel.findChild<QComboBox*>("logStage")->currentText(), "All stages");
        QCOMPARE(shown(*view).first(), "configure");
        QVERIFY(view->descriptionOfLine(0).startsWith("Stage configure, Succeeded"));
        QVERIFY(view->descriptionOfLine(0).endsWith("folded, 3 lines"));
        // The gutter counts as the stage's own log does.
        QVERIFY(view->descriptionOfLine(5).startsWith("Line 1"));
        QCOMPARE(panel.stage(), "compile"); // follows its end
        const auto* bar = static_cast<const LogScrollBar*>(view->verticalScrollBar());
        QCOMPARE(bar->marks(LogScrollBar::Stage), (QVector<double> { 0, 0.1 }));
    }

    // Long lines that are folded away leave nothing to scroll to.
    void nothingIsToTheRightOfWhatIsFolded()
    {
        write(path("configure"), "-- one\n" + QByteArray(500, 'x') + "\n");
        write(path("compile"), "ninja: no work to do.\n");
        OpenPanel panel(*m_folder, 400, failedRecord());
        LogView* view = panel.view();
        const QScrollBar* bar = view->horizontalScrollBar();
        QTRY_COMPARE(view->rowCount(), 3);
        panel.unfoldAll();
        QCOMPARE(view->rowCount(), 5);
        QTRY_VERIFY(bar->maximum() > 0);
        panel.foldAll();
        QCOMPARE(view->rowCount(), 2);
        QTRY_COMPARE(bar->maximum(), 0);
        panel.unfoldAll();
        QTRY_VERIFY(bar->maximum() > 0);
    }

    // Nor of what a narrower filter leaves out.
    void nothingIsToTheRightOfWhatIsFilteredOut()
    {
        write(path("compile"), "one\n" + QByteArray(500, 'x') + "\nthree\n");
        OpenPanel panel(*m_folder, 400);
        LogView* view = panel.view();
        const QScrollBar* bar = view->horizontalScrollBar();
        QTRY_COMPARE(view->rowCount(), 3);
        view->setFilter(QVector<qint64> { 0, 1 }, 0);
        view->grab();
        QTRY_VERIFY(bar->maximum() > 0);
        view->setFilter(QVector<qint64> { 0 }, 0);
        view->grab();
        QTRY_COMPARE(bar->maximum(), 0);
    }

    void keysFoldAndUnfold()
    {
        writeFailure();
        OpenPanel panel(*m_folder, 400, failedRecord());
        LogView* view = panel.view();
        QTRY_COMPARE(view->rowCount(), 10);
        QTest::keyClick(view, Qt::Key_Home);
        QTest::keyClick(view, Qt::Key_Space);
        QCOMPARE(view->rowCount(), 13);
        QTest::keyClick(view, Qt::Key_Left);
        QCOMPARE(view->rowCount(), 10);
        QTest::keyClick(view, Qt::Key_Right);
        QCOMPARE(view->rowCount(), 13);
        panel.foldAll();
        QCOMPARE(shown(*view), (QStringList { "configure", "compile" }));
        panel.unfoldAll();
        QCOMPARE(view->rowCount(), 13);
        // Steps: the one that failed stays open; what ninja says at the end is no part of the last one.
        QTRY_VERIFY(view->folds().foldAt(5));
        panel.foldGood();
        const QStringList lines = shown(*view);
        QVERIFY(!lines.contains("   1 | x"));
        QVERIFY(lines.contains("FAILED: b.o"));
        QVERIFY(lines.contains("ninja: build stopped: subcommand failed."));
        QVERIFY(view->descriptionOfLine(5).endsWith("folded, 2 lines"));
        // The cursor does not stay where nothing is to be seen.
        panel.showLine("compile", 3);
        QCOMPARE(view->currentLineText(), "   1 | x");
        panel.foldGood();
        QCOMPARE(view->currentLine(), 5);
    }

    void aClickFolds()
    {
        writeFailure();
        OpenPanel panel(*m_folder, 400, failedRecord());
        LogView* view = panel.view();
        QTRY_COMPARE(view->rowCount(), 10);
        QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, QPoint(300, 5));
        QCOMPARE(view->rowCount(), 13);
        QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, QPoint(300, 5));
        QCOMPARE(view->rowCount(), 10);
    }

    void searchGoesThroughAllStages()
    {
        writeFailure();
        OpenPanel panel(*m_folder, 400, failedRecord());
        LogView* view = panel.view();
        QTRY_COMPARE(view->rowCount(), 10);
        panel.showLine("compile", 0);
        panel.searchFor("needle");
        QTRY_COMPARE(panel.search().hits(), (QVector<qint64> { 3, 6, 10 }));
        panel.findNext();
        QCOMPARE(view->currentLineText(), "a.cpp:1:1: warning: needle");
        panel.findPrevious();
        QCOMPARE(panel.stage(), "configure"); // and it is unfolded
        QCOMPARE(view->rowCount(), 13);
        // A filter shows its lines whatever is folded.
        panel.foldAll();
        panel.showOnly(2);
        QTRY_COMPARE(view->rowCount(), 5); // with the headings of both stages
        QCOMPARE(view->currentLineText(), "configure");
        QTest::keyClick(view, Qt::Key_Down);
        QCOMPARE(view->currentLineText(), "-- needle");
        panel.showOnly(0); // the line where one was stays in sight
        QCOMPARE(view->rowCount(), 5);
        QCOMPARE(view->currentLineText(), "-- needle");
    }

    void placesAreThoseOfTheStage()
    {
        writeFailure();
        OpenPanel panel(*m_folder, 400, failedRecord());
        LogView* view = panel.view();
        QTRY_COMPARE(view->rowCount(), 10);
        QSignalSpy visited(&panel, &LogPanel::placeVisited);
        panel.showLine("configure", 2);
        QCOMPARE(view->currentLineText(), "-- two");
        QCOMPARE(visited.last().at(0).toString(), "configure");
        QCOMPARE(visited.last().at(1).toLongLong(), 7);
        panel.toggleBookmark();
        QTRY_COMPARE(readBookmarks(m_folder->filePath("bookmarks.json"))->size(), 1);
        const LogBookmark bookmark = readBookmarks(m_folder->filePath("bookmarks.json"))->first();
        QCOMPARE(bookmark.stage, "configure");
        QCOMPARE(bookmark.line, 2);
        panel.showOffset("compile", contentOf(path("compile")).indexOf("FAILED"));
        QCOMPARE(view->currentLineText(), "FAILED: b.o");
        // The numbers of a copy are those of the stages' own logs.
        view->selectAll();
        view->copyWithNumbers();
        const QStringList copied = QGuiApplication::clipboard()->text().split('\n');
        QCOMPARE(copied.first(), "\tconfigure");
        QCOMPARE(copied[2], "2\t-- two");
        QCOMPARE(copied[5], "1\t[1/3|2|0.5] Building CXX object a.o");
        // One stage alone has no heading.
        auto* box = panel.findChild<QComboBox*>("logStage");
        box->setCurrentIndex(2);
        emit box->activated(2);
        QTRY_COMPARE(view->rowCount(), 8);
        QCOMPARE(panel.stage(), "compile");
        panel.showLine("configure", 1);
        QCOMPARE(panel.stage(), "configure");
        QTRY_COMPARE(view->rowCount(), 3);
    }

    // Stages may overlap: what an earlier one writes later stands below its own heading.
    void twoLogsGrow()
    {
        write(path("fetch"), "f1\n");
        OpenPanel panel(*m_folder, 400, recordOf({ { "fetch", StageState::Running } }));
        LogView* view = panel.view();
        QTRY_COMPARE(view->rowCount(), 1); // one stage needs no heading
        panel.setStages(
            recordOf({ { "fetch", StageState::Running }, { "environment", StageState::Running } }));
        QTRY_COMPARE(shown(*view), (QStringList { "fetch", "f1" })); // that log is not there yet
        write(path("environment"), "e1\nhalf");
        QTRY_COMPARE(shown(*view), (QStringList { "fetch", "f1", "environment", "e1", "half" }));
        panel.showLine("environment", 1);
        write(path("fetch"), "f2\n", QIODevice::Append);
        QTRY_COMPARE(shown(*view), (QStringList { "fetch", "f1", "f2", "environment", "e1", "half" }));
        QTRY_COMPARE(view->currentLineText(), "e1");
        write(path("environment"), " and half\n", QIODevice::Append);
        QTRY_COMPARE(shown(*view).last(), "half and half");
        panel.searchFor("f");
        QTRY_COMPARE(panel.search().hits(), (QVector<qint64> { 1, 2, 5 })); // headings are of no log
        write(path("fetch"), "f3\n", QIODevice::Append);
        QTRY_COMPARE(panel.search().hits(), (QVector<qint64> { 1, 2, 3, 6 }));
    }

    // What an earlier stage writes moves nothing that somebody reads below it.
    void growthAboveKeepsWhatIsInSight()
    {
        const QByteArray steps = "[1/2] a.o\nwarning: a\n[2/2] b.o\nwarning: b\n";
        write(path("fetch"), plainLines(50));
        write(path("compile"), steps + plainLines(100));
        OpenPanel panel(*m_folder, 300,
            recordOf({ { "fetch", StageState::Running }, { "compile", StageState::Running } }));
        LogView* view = panel.view();
        QTRY_COMPARE(view->rowCount(), 156);
        QTRY_VERIFY(view->folds().foldAt(52)); // the first step
        panel.showLine("compile", 1);
        QTest::keyClick(view, Qt::Key_Left);
        QCOMPARE(view->rowCount(), 155);
        panel.searchFor("line 42");
        QTRY_COMPARE(panel.search().hits().size(), 2);
        panel.showLine("compile", 40);
        QTest::keyClick(view, Qt::Key_Down, Qt::ShiftModifier);
        const QString selected = view->selectedText();
        QVERIFY(selected.startsWith("line 36"));
        view->verticalScrollBar()->setValue(80);
        const auto picture = [view] { return view->viewport()->grab().toImage(); };
        const QImage before = picture();
        int others = 0; // pictures that anybody saw
        QTimer watch;
        connect(&watch, &QTimer::timeout, view, [&] { others += picture() != before; });
        watch.start(5);
        for (int i = 0; i < 3; ++i) {
            const qint64 rows = view->rowCount();
            write(path("fetch"), "more\n", QIODevice::Append);
            QTRY_COMPARE(view->rowCount(), rows + 1);
            QCOMPARE(panel.search().hits().size(), 2);
            QCOMPARE(view->verticalScrollBar()->value(), 81 + i);
        }
        QTest::qWait(150); // until searches have looked at it
        watch.stop();
        QCOMPARE(others, 0);
        QCOMPARE(view->selectedText(), selected);
        QVERIFY(view->folds().isFolded(55));
        QVERIFY(!view->folds().isFolded(57));
        panel.findNext();
        QCOMPARE(view->currentLineText(), "line 42");
        QCOMPARE(view->currentLine(), 100);
    }

    // Followed is the stage that runs, also where another one stands below it.
    void theRunningStageIsFollowed()
    {
        write(path("fetch"), plainLines(50));
        write(path("environment"), plainLines(90));
        write(path("configure"), "-- one\n");
        const auto record = [](StageState fetch, StageState environment) {
            return recordOf({ { "fetch", fetch }, { "environment", environment } });
        };
        OpenPanel panel(*m_folder, 300, record(StageState::Running, StageState::Running));
        LogView* view = panel.view();
        QTRY_COMPARE(view->rowCount(), 142);
        QCOMPARE(panel.stage(), "environment");
        AttemptRecord running = record(StageState::Running, StageState::Succeeded);
        running.state = AttemptState::Running;
        panel.setStages(running);
        QCOMPARE(panel.stage(), "fetch");
        QCOMPARE(view->rowCount(), 142); // the newest stage stays open until another one begins
        const QScrollBar* bar = view->verticalScrollBar();
        QCOMPARE(bar->value() + bar->pageStep(), 51);
        write(path("fetch"), "51\n52\n", QIODevice::Append);
        QTRY_COMPARE(bar->value() + bar->pageStep(), 53);
        running.stages.append(recordOf({ { "configure", StageState::Running } }).stages);
        panel.setStages(running);
        QTRY_COMPARE(panel.stage(), "configure");
        QTRY_COMPARE(shown(*view).mid(53), (QStringList { "environment", "configure", "-- one" }));
        QVERIFY(view->isFollowing());
    }

    // Whatever folds are known: what lies behind the last line that was looked at has none.
    void foldsOfSteps()
    {
        LogFolds folds;
        folds.setSteps({ 0, 1, 5, 9 }, { 6 }, 12);
        QVERIFY(!folds.foldAt(0)); // printed nothing
        QCOMPARE(folds.foldAt(1), (LogFolds::Fold { 1, 3, false }));
        QCOMPARE(folds.foldAt(5), (LogFolds::Fold { 5, 3, true }));
        QCOMPARE(folds.foldAt(9), (LogFolds::Fold { 9, 2, false }));
        QCOMPARE(folds.foldAround(7), 5);
        QVERIFY(!folds.foldAround(5));
        folds.foldSteps(false);
        folds.moveLines([](qint64 line) { return line + 10; });
        QVERIFY(folds.isFolded(11) && !folds.isFolded(15) && folds.isFolded(19));
        QCOMPARE(folds.rows()->rowOf(15), 12);
        folds.setSteps({ 0, 1, 5, 9 }, { 6 }, 10);
        QVERIFY(!folds.foldAt(9));
        folds.setStages({ { 20, 0, false }, { 21, 3, false } }); // the first one wrote nothing
        QVERIFY(!folds.foldAt(20));
        QVERIFY(folds.foldAt(21));
    }

    // As a build service wrote them, with colours.
    void stepsBehindTimes()
    {
        const QByteArray time = "2024-05-01T10:00:00.1234567Z ";
        write(path("compile"),
            time + "\x1b[32m[1/2]\x1b[0m a.o\n" + time + "warning\n" + time + "[2/2] b.o\n" + time
                + "FAILED: b.o \n" + time + "ninja: build stopped\n");
        OpenPanel panel(*m_folder, 400);
        QTRY_COMPARE(panel.view()->folds().foldAt(0), (LogFolds::Fold { 0, 1, false }));
        QCOMPARE(panel.view()->folds().foldAt(2), (LogFolds::Fold { 2, 1, true }));
        QVERIFY(panel.view()->descriptionOfLine(0).endsWith("can be folded, 1 line"));
        panel.showLine("compile", 2);
        QTest::keyClick(panel.view(), Qt::Key_Left); // out of it
        QCOMPARE(panel.view()->currentLine(), 0);
    }

    void aLogThatShrinksBeginsAnew()
    {
        writeFailure();
        OpenPanel panel(*m_folder, 400, failedRecord());
        QTRY_COMPARE(panel.view()->rowCount(), 10);
        panel.showLine("compile", 5);
        write(path("configure"), "-- 1\n");
        QTRY_COMPARE(panel.view()->layout().lineCount(), 11);
        QCOMPARE(panel.view()->currentLineText(), "FAILED: b.o");
        QVERIFY(QFile::remove(path("configure")));
        auto* notice = panel.findChild<QLabel*>("logNotice");
        QTRY_VERIFY(notice->text().startsWith("configure.log has been deleted"));
        QCOMPARE(panel.view()->rowCount(), 10); // what was read of it is there for those who have it open
        write(path("configure"), "-- a new one\n-- two\n");
        panel.unfoldAll();
        QTRY_COMPARE(shown(*panel.view()).mid(0, 4),
            (QStringList { "configure", "-- a new one", "-- two", "compile" }));
        QCOMPARE(panel.view()->currentLineText(), "FAILED: b.o");
    }

    // A log that is gone hides no other.
    void aLogIsMissing()
    {
        writeFailure();
        QVERIFY(QFile::remove(path("configure")));
        OpenPanel panel(*m_folder, 400, failedRecord());
        QTRY_COMPARE(panel.view()->rowCount(), 9);
        QCOMPARE(shown(*panel.view()).first(), "compile");
    }

    // Numbers stay away from marks, and titles where they begin.
    void aReversedLayoutLeavesItAsItIs()
    {
        writeFailure();
        OpenPanel panel(*m_folder, 400, failedRecord());
        QTRY_COMPARE(panel.view()->rowCount(), 10);
        const auto picture = [&panel] { return panel.view()->viewport()->grab().toImage(); };
        const QImage before = picture();
        QApplication::setLayoutDirection(Qt::RightToLeft);
        const auto back = qScopeGuard([] { QApplication::setLayoutDirection(Qt::LeftToRight); });
        QTRY_COMPARE(picture(), before);
    }

    // The title comes with an attempt of others.
    void hostileTitle()
    {
        AttemptRecord record = failedRecord();
        Stage planned;
        planned.id = "configure";
        planned.title = "<b>x</b>\nsecond line";
        record.plan.stages.append(planned);
        writeFailure();
        OpenPanel panel(*m_folder, 400, record);
        QTRY_COMPARE(panel.view()->rowCount(), 10);
        QCOMPARE(shown(*panel.view()).first(), "<b>x</b> second line");
        QVERIFY(!panel.view()->grab().isNull());
    }
};

QTEST_MAIN(LogStagesTest)
#include "LogStagesTest.moc"
