// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/logview/LogView.h"
#include "core/base/Platform.h"
#include "tests/support/PseudoTranslator.h"
#include "tests/support/Rows.h"
#include "tests/support/TestFiles.h"
#include "ui/logview/LogDocument.h"
#include "ui/logview/LogPanel.h"
#include "ui/logview/LogReader.h"
#include "ui/logview/LogScrollBar.h"
#include "ui/logview/LogSearch.h"
#include "ui/logview/LogText.h"
#include "ui/models/Background.h"

#include <QClipboard>
#include <QComboBox>
#include <QElapsedTimer>
#include <QGuiApplication>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QRandomGenerator>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QToolButton>

using namespace torchmason;

namespace {

QByteArray numberedLine(int number)
{
    return "[" + QByteArray::number(number) + "/9999999] Building CXX object c10/util/file"
        + QByteArray::number(number) + ".cpp.o\n";
}

// An attempt record with one stage "compile" whose log is logs/compile.log.
AttemptRecord recordWithLog()
{
    AttemptRecord record;
    StageResult stage;
    stage.id = QStringLiteral("compile");
    stage.state = StageState::Running;
    stage.logFile = QStringLiteral("logs/compile.log");
    record.stages.append(stage);
    return record;
}

Finding findingAt(qint64 line)
{
    Finding finding;
    finding.stage = QStringLiteral("compile");
    finding.line = line;
    finding.root = true;
    return finding;
}

// A panel that shows that log.
class OpenPanel : public LogPanel {
public:
    explicit OpenPanel(const QTemporaryDir& folder, int height = 300)
    {
        resize(900, height);
        show();
        setFolder(folder.path());
        setStages(recordWithLog());
    }
};

}

class LogViewTest : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    QString path(const char* name = "logs/compile.log") const
    {
        return m_folder.filePath(QLatin1String(name));
    }

private slots:
    void init()
    {
        QVERIFY(m_folder.isValid());
        QDir(path("logs")).removeRecursively();
        QVERIFY(QDir().mkpath(path("logs")));
    }

    void shownText_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("shown");
        newRow("line break", QByteArray("one\r\n"), QStringLiteral("one"));
        newRow("colours", QByteArray("\x1b[31merror\x1b[0m: x\n"), QStringLiteral("error: x"));
        newRow("overwritten", QByteArray("Receiving 10%\rReceiving 99%\n"), QStringLiteral("Receiving 99%"));
        newRow("tab", QByteArray("a\tb"), QStringLiteral("a    b"));
        newRow("latin 1", QByteArray("gr\xfc\xdf"), QStringLiteral("grüß"));
        newRow("zero byte", QByteArray("a\0b", 3), QStringLiteral("a b"));
    }
    void shownText()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, shown);
        QCOMPARE(shownLine(bytes, bytes.size()), shown);
    }

    // The index must give the same lines whatever the blocks in which bytes come.
    void indexInAnyBlocks_data()
    {
        QTest::addColumn<int>("blockBytes");
        for (const int bytes : { 1, 7, 4096, 100'000, 10'000'000 })
            QTest::addRow("%d bytes", bytes) << bytes;
    }
    void indexInAnyBlocks()
    {
        QFETCH(int, blockBytes);
        QByteArray content;
        for (int i = 0; i < 3000; ++i)
            content += numberedLine(i);
        content += "\n\n" + QByteArray(200'000, 'x') + "\nlast without end";
        write(path(), content);
        auto index = std::make_shared<LogIndex>();
        for (qsizetype at = 0; at < content.size(); at += blockBytes)
            index->addBlock(
                QByteArrayView(content).sliced(at, std::min<qsizetype>(blockBytes, content.size() - at)));
        QCOMPARE(index->lineCount(), 3004);
        QCOMPARE(index->byteCount(), content.size());
        LogReader reader(path(), index);
        const QList<QByteArray> expected = content.split('\n');
        for (const qint64 line : { 0, 1, 127, 128, 129, 2999, 3000, 3001, 3003 })
            QCOMPARE(reader.lines(line, 1).value(0).head.trimmed(), expected[line].trimmed());
        const auto around = reader.lines(3001, 5);
        QCOMPARE(around.size(), 3);
        QCOMPARE(around[1].length, 200'001);
        QCOMPARE(around[1].head.size(), LogReader::headBytes);
        QCOMPARE(reader.lineAt(around[1].offset), 3002);
        QCOMPARE(reader.lineAt(around[2].offset + 3), 3003);
        QVERIFY(reader.lines(3004, 5).isEmpty());
    }

    // Whatever the lengths of lines, wherever a window begins: the lines that the bytes have.
    void anyWindowGivesItsLines()
    {
        QRandomGenerator random(20'261'123);
        const auto below = [&random](int end) { return int(random.bounded(end)); };
        for (int round = 0; round < 40; ++round) {
            QByteArray content;
            QVector<qint64> begins;
            for (int line = 0; line < 700; ++line) {
                begins.append(content.size());
                const int kind = below(100);
                const int length = kind < 90 ? below(200) : kind < 99 ? below(70'000) : below(200'000);
                content += QByteArray(length, char('a' + line % 26)) + '\n';
            }
            if (round % 2 == 0)
                content.chop(1); // a last line without a line break
            if (begins.last() < content.size())
                begins.append(content.size());
            write(path(), content);
            auto index = std::make_shared<LogIndex>();
            for (qsizetype at = 0; at < content.size();) {
                const qsizetype bytes = std::min<qsizetype>(1 + below(300'000), content.size() - at);
                index->addBlock(QByteArrayView(content).sliced(at, bytes));
                at += bytes;
            }
            const qint64 count = begins.size() - 1;
            QCOMPARE(index->lineCount(), count);
            LogReader reader(path(), index);
            for (int window = 0; window < 40; ++window) {
                const qint64 first = below(int(count));
                const auto lines = reader.lines(first, 1 + below(600));
                QVERIFY(!lines.isEmpty());
                for (const FileLine& line : lines) {
                    QCOMPARE(line.line, first + (&line - lines.data()));
                    QCOMPARE(line.offset, begins[line.line]);
                    QCOMPARE(line.length, begins[line.line + 1] - line.offset);
                    QCOMPARE(line.head, content.mid(line.offset, std::min(line.length, reader.headBytes)));
                }
                const auto last = lines.last();
                QCOMPARE(reader.lineAt(last.offset + below(int(last.length))), last.line);
            }
        }
    }

    void bigFile()
    {
        constexpr int lines = 250'000; // 130 MB
        const QByteArray padding = QByteArray(450, '.') + "\n";
        {
            QFile file(path());
            QVERIFY(file.open(QIODevice::WriteOnly));
            QByteArray block;
            for (int i = 0; i < lines; ++i) {
                block += numberedLine(i).chopped(1) + padding;
                if (block.size() > 4'000'000)
                    file.write(std::exchange(block, {}));
            }
            file.write(block + "a.cpp:1:1: error: the last word\n");
            QVERIFY(file.size() > 100'000'000);
        }
        OpenPanel panel(m_folder, 500);
        QTRY_COMPARE_WITH_TIMEOUT(panel.view()->rowCount(), lines + 1, 60'000);
        QVERIFY(panel.view()->isFollowing());
        QCOMPARE(panel.view()->verticalScrollBar()->value(), panel.view()->verticalScrollBar()->maximum());
        panel.showLine(QStringLiteral("compile"), 234'568);
        QVERIFY(panel.view()->currentLineText().toUtf8().startsWith(numberedLine(234'567).chopped(1)));
        panel.findChild<QLineEdit*>(QStringLiteral("logSearch"))->setText(QStringLiteral("FILE249999."));
        QTRY_VERIFY_WITH_TIMEOUT(
            panel.search().hits() == QVector<qint64> { 249'999 } && !panel.search().isBusy(), 60'000);
        QTest::keyClick(panel.view(), Qt::Key_F3);
        QCOMPARE(panel.view()->currentLine(), 249'999);
        auto* show = panel.findChild<QComboBox*>(QStringLiteral("logShow"));
        show->setCurrentIndex(1);
        QTRY_COMPARE_WITH_TIMEOUT(panel.view()->rowCount(), 1, 60'000);
        // What is shown now is the one error, in the colour of errors, and nothing below it.
        const QImage picture
            = panel.view()->viewport()->grab().toImage().convertToFormat(QImage::Format_RGB32);
        const QRgb empty = panel.view()->palette().color(QPalette::Base).rgb();
        const int row = QFontMetrics(panel.view()->font()).height() + 2;
        int errorPixels = 0;
        for (int y = 0; y < picture.height(); ++y) {
            for (int x = picture.width() / 8; x < picture.width(); ++x) {
                if (y >= row)
                    QCOMPARE(picture.pixel(x, y), empty);
                errorPixels
                    += qRed(picture.pixel(x, y)) - qBlue(picture.pixel(x, y)) > 60; // smooth edges are paler
            }
        }
        QVERIFY2(errorPixels > 10, qPrintable(QString::number(errorPixels)));
    }

    void copying_data()
    {
        QTest::addColumn<int>("lines");
        QTest::addColumn<int>("lineBytes");
        QTest::addColumn<bool>("onlyHits");
        QTest::addColumn<int>("copiedLines");
        QTest::addColumn<QString>("note");
        newRow("few lines", 300, 40, false, 300, QString());
        newRow("many lines", 200'000, 40, false, 200'000, QStringLiteral("200,000 lines were copied."));
        newRow("lines longer than the screen shows", 3, 5000, false, 3, QString());
        newRow("more than the clipboard takes", 3000, 10'000, false, 1677,
            QStringLiteral("Only the first 1,677 lines were copied: the selection is larger than 16 MB."));
        newRow("one line that the clipboard takes", 2, 10'000'000, false, 1,
            QStringLiteral("Only the first line was copied: the selection is larger than 16 MB."));
        newRow("one long line", 1, 700'000, false, 1, QStringLiteral("The line was copied."));
        newRow("a filter", 30'000, 40, true, 10'000, QStringLiteral("10,000 lines were copied."));
        newRow("one line too large", 1, 20'000'000, false, 0,
            QStringLiteral("Nothing was copied: the first selected line alone is larger than 16 MB."));
    }
    void copying()
    {
        QFETCH(int, lines);
        QFETCH(int, lineBytes);
        QFETCH(bool, onlyHits);
        QFETCH(int, copiedLines);
        QFETCH(QString, note);
        QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
        QByteArray content;
        QStringList expected;
        for (int i = 0; i < lines; ++i) {
            const QByteArray line = "  " + QByteArray::number(i) + (i % 3 == 0 ? " third " : " other ");
            const QByteArray whole = line + QByteArray(lineBytes - 1 - line.size(), '-');
            content += whole + "\n";
            if ((!onlyHits || i % 3 == 0) && expected.size() < copiedLines)
                expected.append(QString::fromUtf8(whole));
        }
        write(path(), content);
        OpenPanel panel(m_folder);
        QTRY_COMPARE(panel.view()->rowCount(), lines);
        // The last line is there before it has been read to its end.
        QTRY_COMPARE(panel.view()->document()->index()->byteCount(), content.size());
        if (onlyHits) {
            panel.findChild<QLineEdit*>(QStringLiteral("logSearch"))->setText(QStringLiteral("third"));
            QTRY_VERIFY(!panel.search().isBusy() && panel.search().hits().size() == copiedLines);
            panel.findChild<QComboBox*>(QStringLiteral("logShow"))->setCurrentIndex(2);
            QTRY_COMPARE(panel.view()->rowCount(), copiedLines);
        }
        QGuiApplication::clipboard()->setText(QStringLiteral("before"));
        QSignalSpy noted(panel.view(), &LogView::noted);
        panel.view()->selectAll();
        panel.view()->copy();
        // What is large is announced and done elsewhere: nothing has been read when copy() returns.
        const bool isLarge = lines > 2000 || content.size() > 600'000;
        QCOMPARE(noted.size(), isLarge ? 1 : 0);
        if (isLarge) {
            const QString announced = noted.first().first().toString();
            QCOMPARE(announced == QStringLiteral("Copying the line…"), lines == 1);
            QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("before"));
            QTRY_COMPARE(noted.size(), 2);
            auto* notice = panel.findChild<QLabel*>(QStringLiteral("logNotice"));
            QVERIFY(notice->isVisible());
            QCOMPARE(notice->text(), note);
        }
        const QString copied = QGuiApplication::clipboard()->text();
        QVERIFY(copied == (copiedLines > 0 ? expected.join(QLatin1Char('\n')) : QStringLiteral("before")));
    }

    // The brief moment in which the window was busy is bounded by what is read: 16 KB of the line.
    void monstrousLine()
    {
        write(path(), "before\n" + QByteArray(100 * 1024 * 1024, 'y') + "\nafter\n");
        OpenPanel panel(m_folder, 500);
        QTRY_COMPARE_WITH_TIMEOUT(panel.view()->rowCount(), 3, 30'000);
        panel.showLine({}, 2);
        const QString shown = panel.view()->currentLineText();
        QVERIFY2(shown.endsWith(QStringLiteral("… 100 MB more")), qPrintable(shown.right(40)));
        QVERIFY(shown.size() < 5000);
        panel.showLine({}, 3);
        QCOMPARE(panel.view()->currentLineText(), QStringLiteral("after"));
        panel.view()->selectAll();
        QVERIFY(panel.view()->selectedText().startsWith(QStringLiteral("before")));
        panel.findChild<QLineEdit*>(QStringLiteral("logSearch"))->setText(QStringLiteral("after"));
        QTRY_COMPARE_WITH_TIMEOUT(panel.search().hits(), QVector<qint64> { 2 }, 30'000);
    }

    void growsWhileOpen()
    {
        OpenPanel panel(m_folder);
        QCOMPARE(panel.view()->rowCount(), 0);
        write(path(), "first\nsecond wi");
        QTRY_COMPARE(panel.view()->rowCount(), 2);
        panel.view()->goToLine(1);
        QCOMPARE(panel.view()->currentLineText(), QStringLiteral("second wi"));
        QVERIFY(!panel.view()->isFollowing());
        panel.view()->setFollowing(true);
        write(path(), "th its end\nthird\n", QIODevice::Append);
        QTRY_COMPARE(panel.view()->rowCount(), 3);
        QCOMPARE(panel.view()->currentLineText(), QStringLiteral("second with its end"));
        // A search that is on finds what comes later, and takes no line twice.
        panel.findChild<QLineEdit*>(QStringLiteral("logSearch"))->setText(QStringLiteral("third"));
        QTRY_COMPARE(panel.search().hits(), QVector<qint64> { 2 });
        write(path(), "the third again, not ended", QIODevice::Append);
        QTRY_COMPARE(panel.search().hits(), (QVector<qint64> { 2, 3 }));
        write(path(), " but now: third\nthird\n", QIODevice::Append);
        QTRY_COMPARE(panel.search().hits(), (QVector<qint64> { 2, 3, 4 }));
    }

    void truncatedAndVanished()
    {
        write(path(), "one\ntwo\nthree\n");
        OpenPanel panel(m_folder);
        QTRY_COMPARE(panel.view()->rowCount(), 3);
        write(path(), "new\n");
        QTRY_COMPARE(panel.view()->rowCount(), 1);
        auto* notice = panel.findChild<QLabel*>(QStringLiteral("logNotice"));
        QTRY_VERIFY(notice->isVisible() && notice->text().contains(QStringLiteral("shorter")));
        if (hostPlatform() == Platform::Windows)
            return; // nobody deletes what somebody reads there
        QVERIFY(QFile::remove(path()));
        QTRY_VERIFY(notice->text().contains(QStringLiteral("deleted")));
    }

    void typingKeepsThePoolFree()
    {
        QVERIFY(diskPool().waitForDone(5000));
        write(path(), QByteArray(16 * 1024 * 1024, 'a') + "\nneedle 7\n");
        LogSearch search;
        LogQuery query;
        query.kind = LogQuery::Kind::Text;
        for (const char* text : { "n", "ne", "nee", "need", "needl", "needle" }) {
            query.text = QLatin1String(text);
            search.start(path(), query);
        }
        QVERIFY(diskPool().activeThreadCount() <= 1);
        QTRY_COMPARE(search.hits(), (QVector<qint64> { 1 }));
        QTRY_VERIFY(!search.isBusy());
        search.start(path(), {}); // nothing is looked for any more
        QVERIFY(diskPool().waitForDone(5000));
        QCoreApplication::processEvents();
        QVERIFY(search.hits().isEmpty() && !search.isBusy());
    }

    void expressions()
    {
        write(path(), "alpha 12\nbeta\nALPHA 7\n");
        OpenPanel panel(m_folder);
        panel.findChild<QToolButton*>(QStringLiteral("logExpression"))->setChecked(true);
        auto* field = panel.findChild<QLineEdit*>(QStringLiteral("logSearch"));
        auto* hits = panel.findChild<QLabel*>(QStringLiteral("logHits"));
        field->setText(QStringLiteral("^alpha \\d+$"));
        QTRY_COMPARE(panel.search().hits(), (QVector<qint64> { 0, 2 }));
        QTRY_COMPARE(hits->text(), QStringLiteral("2 lines"));
        field->setText(QStringLiteral("alpha ("));
        QTRY_COMPARE(hits->text(), QStringLiteral("not an expression"));
        QVERIFY(!hits->toolTip().isEmpty());
        field->setText(QStringLiteral("gamma"));
        QTRY_COMPARE(hits->text(), QStringLiteral("not found"));
    }

    void findingJumpsAndCopy()
    {
        QByteArray content;
        for (int i = 1; i <= 500; ++i)
            content += "line " + QByteArray::number(i) + "\n";
        write(path(), content);
        OpenPanel panel(m_folder);
        panel.setFindings({ findingAt(400), findingAt(100) });
        panel.showLine(QStringLiteral("compile"), 1);
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
        QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("line 100\nline 101\nline 102"));
        QVERIFY(panel.view()->accessibleDescription().contains(QStringLiteral("line 102")));
        QTest::keyClick(panel.view(), Qt::Key_End);
        QVERIFY(panel.view()->isFollowing());
    }

    // From a log without findings, the next one is that of a later log, the one before that of an earlier
    // log.
    void findingsOfOtherLogs()
    {
        AttemptRecord record = recordWithLog();
        StageResult stage = record.stages.first();
        stage.state = StageState::Succeeded;
        stage.id = QStringLiteral("configure");
        stage.logFile = QStringLiteral("logs/configure.log");
        record.stages.prepend(stage);
        stage.id = QStringLiteral("wheel");
        stage.logFile = QStringLiteral("logs/wheel.log");
        record.stages.append(stage);
        QVector<Finding> findings { findingAt(2), findingAt(2) };
        findings[0].stage = QStringLiteral("wheel");
        findings[1].stage = QStringLiteral("configure");
        for (const char* log : { "logs/configure.log", "logs/compile.log", "logs/wheel.log" })
            write(path(log), "one\ntwo\nthree\n");
        LogPanel panel;
        panel.resize(900, 300);
        panel.show();
        panel.setFolder(m_folder.path());
        panel.setStages(record);
        panel.setFindings(findings);
        panel.showLine(QStringLiteral("compile"), 1);
        panel.nextFinding();
        QCOMPARE(panel.stage(), QStringLiteral("wheel"));
        QTRY_COMPARE(panel.view()->currentLine(), 1);
        panel.nextFinding();
        QCOMPARE(panel.stage(), QStringLiteral("configure"));
        panel.showLine(QStringLiteral("compile"), 1);
        panel.previousFinding();
        QCOMPARE(panel.stage(), QStringLiteral("configure"));
    }

    void stagesAreTranslated()
    {
        PseudoTranslator translator;
        QCoreApplication::installTranslator(&translator);
        AttemptRecord record = recordWithLog();
        Stage planned;
        planned.id = record.stages.first().id;
        planned.title = QStringLiteral("Compile");
        record.plan.stages.append(planned);
        LogPanel panel;
        panel.setFolder(m_folder.path());
        panel.setStages(record);
        QCoreApplication::removeTranslator(&translator);
        const auto* stages = panel.findChild<QComboBox*>(QStringLiteral("logStage"));
        QVERIFY2(PseudoTranslator::isAccented(stages->itemText(0)), qPrintable(stages->itemText(0)));
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
        panel.findChild<QLineEdit*>(QStringLiteral("logSearch"))->setText(QStringLiteral("error"));
        QTRY_COMPARE(panel.search().hits(), (QVector<qint64> { 49, 99 }));
        auto* bar = static_cast<LogScrollBar*>(panel.view()->verticalScrollBar());
        QTRY_COMPARE(bar->hitMarks(), (QVector<double> { 0.49, 0.99 }));
        QCOMPARE(bar->findingMarks(), QVector<double> { 0.49 });
        auto* show = panel.findChild<QComboBox*>(QStringLiteral("logShow"));
        show->setCurrentIndex(1);
        QTRY_COMPARE(panel.view()->rowCount(), 2);
        QCOMPARE(bar->findingMarks(), QVector<double> { 0 });
        QVERIFY(bar->hitMarks().isEmpty());
        show->setCurrentIndex(0);
        QCOMPARE(panel.view()->rowCount(), 100);
        QCOMPARE(bar->findingMarks(), QVector<double> { 0.49 });
        QCOMPARE(bar->hitMarks(), (QVector<double> { 0.49, 0.99 }));
    }

    void onlyFindingsAreShown()
    {
        QByteArray content;
        for (int i = 1; i <= 100; ++i)
            content += "line " + QByteArray::number(i) + "\n";
        write(path(), content);
        OpenPanel panel(m_folder);
        QTRY_COMPARE(panel.view()->rowCount(), 100);
        auto* show = panel.findChild<QComboBox*>(QStringLiteral("logShow"));
        show->setCurrentIndex(show->findText(QStringLiteral("Findings only")));
        QCOMPARE(panel.view()->rowCount(), 0);
        // Those that come while the build runs appear; one that a later rule explains goes.
        panel.setFindings({ findingAt(80), findingAt(20), findingAt(80) });
        QCOMPARE(panel.view()->rowCount(), 2);
        panel.showLine(QStringLiteral("compile"), 80);
        QCOMPARE(panel.view()->currentLineText(), QStringLiteral("line 80"));
        panel.setFindings({ findingAt(20) });
        QCOMPARE(panel.view()->rowCount(), 1);
    }

    void jumpBeforeTheIndexIsThere()
    {
        QByteArray content;
        for (int i = 0; i < 50'000; ++i)
            content += numberedLine(i);
        write(path(), content);
        LogPanel panel;
        panel.setFolder(m_folder.path());
        panel.setStages(recordWithLog());
        QSignalSpy visited(&panel, &LogPanel::placeVisited);
        panel.showOffset(QStringLiteral("compile"), content.indexOf("file40000.") + 3);
        QTRY_COMPARE(panel.view()->currentLine(), 40'000);
        QCOMPARE(visited.size(), 1);
    }
};

QTEST_MAIN(LogViewTest)
#include "LogViewTest.moc"
