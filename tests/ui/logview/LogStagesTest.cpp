// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/TestFiles.h"
#include "tests/ui/logview/OpenPanel.h"
#include "tests/ui/support/UiTest.h"
#include "ui/logview/LogBookmarks.h"
#include "ui/logview/LogDocument.h"
#include "ui/logview/LogReader.h"
#include "ui/logview/LogScrollBar.h"
#include "ui/logview/LogWalk.h"
#include "ui/text/StateText.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QRandomGenerator>
#include <QSignalSpy>
#include <QTemporaryDir>

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
        LogSelection all { view.document()->index(), view.folds().rows(), {}, { 1000, 1000 }, false };
        return copyLog(all).text.split('\n');
    }

private slots:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        QVERIFY(QDir().mkpath(m_folder->filePath("logs")));
    }

    // Whatever the logs are and however they grow: the document is what stands there, one after the other.
    void oneDocumentOfAnyLogs()
    {
        QRandomGenerator random(20'261'126);
        for (int round = 0; round < 60; ++round) {
            const int count = 1 + int(random.bounded(5));
            QVector<LogPart> parts;
            QVector<QByteArray> contents;
            QByteArray expected;
            for (int i = 0; i < count; ++i) {
                const QString stage = "s" + QString::number(i);
                QByteArray content;
                for (int line = int(random.bounded(60)); line > 0; --line)
                    content += QByteArray(int(random.bounded(300)), 'a' + char(line % 26)) + '\n';
                if (random.bounded(2) && !content.isEmpty())
                    content.chop(1);
                write(path(stage), content);
                parts.append({ stage, path(stage), "heading " + stage.toUtf8() + '\n' });
                contents.append(content);
                expected += parts.last().heading + content;
                if (i + 1 < count && !expected.endsWith('\n'))
                    expected += '\n';
            }
            const auto index = std::make_shared<LogIndex>();
            LogWalk walk(parts, index);
            while (walk.readSome()) { }
            QCOMPARE(index->byteCount(), expected.size());
            LogReader reader(index);
            QCOMPARE(reader.bytes(0, expected.size()), expected);
            const qint64 from = random.bounded(int(expected.size()));
            QCOMPARE(reader.bytes(from, 40), expected.mid(from, 40));
            const LogLayout layout = index->layout();
            for (int i = 0; i < count; ++i) {
                QVERIFY(layout.isHeading(*layout.lineOf(parts[i].stage, -1)));
                const auto lines = contents[i].split('\n');
                for (qint64 line = 0; line < contents[i].count('\n'); ++line) {
                    const qint64 inAll = *layout.lineOf(parts[i].stage, line);
                    const auto read = reader.lines(inAll, 1);
                    QCOMPARE(read.value(0).head.chopped(1), lines[line]);
                    const StagePlace place = layout.placeOfLine(inAll);
                    QCOMPARE(place.stage, parts[i].stage);
                    QCOMPARE(place.value, line);
                    const StagePlace byte = layout.placeOfByte(read.value(0).offset);
                    QCOMPARE(contents[i].mid(byte.value, lines[line].size()), lines[line]);
                }
            }
        }
    }

    void whatWentWellIsFolded()
    {
        writeFailure();
        OpenPanel panel(*m_folder, 400, failedRecord());
        LogView* view = panel.view();
        QTRY_COMPARE(view->rowCount(), 10); // two headings, eight lines of the failed stage
        QCOMPARE(panel.findChild<QComboBox*>("logStage")->currentText(), "All stages");
        QCOMPARE(shown(*view).first(), "configure");
        QVERIFY(
            view->descriptionOfLine(0).startsWith("Stage configure, " + stateWord(StageState::Succeeded)));
        QVERIFY(view->descriptionOfLine(0).endsWith("3 lines folded below"));
        // The gutter counts as the stage's own log does.
        QVERIFY(view->descriptionOfLine(5).startsWith("Line 1: [1/3"));
        QCOMPARE(panel.stage(), "compile"); // follows its end
        const auto* bar = static_cast<const LogScrollBar*>(view->verticalScrollBar());
        QCOMPARE(bar->marks(LogScrollBar::Stage), (QVector<double> { 0, 0.1 }));
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
        panel.foldGoodSteps();
        const QStringList lines = shown(*view);
        QVERIFY(!lines.contains("   1 | x"));
        QVERIFY(lines.contains("FAILED: b.o"));
        QVERIFY(lines.contains("ninja: build stopped: subcommand failed."));
        QVERIFY(view->descriptionOfLine(5).endsWith("2 lines folded below"));
        // The cursor does not stay where nothing is to be seen.
        panel.showLine("compile", 3);
        QCOMPARE(view->currentLineText(), "   1 | x");
        panel.foldGoodSteps();
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
        QTRY_COMPARE(view->rowCount(), 3);
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
        QTest::qWait(50); // until the file of bookmarks is known to be absent
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
        QTRY_COMPARE(panel.search().hits().size(), 4); // a heading is text, too
        write(path("fetch"), "f3\n", QIODevice::Append);
        QTRY_COMPARE(panel.search().hits().size(), 5);
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
