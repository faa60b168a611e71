// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/logview/LogView.h"
#include "core/base/Platform.h"
#include "tests/support/PseudoTranslator.h"
#include "tests/support/Rows.h"
#include "tests/support/TestFiles.h"
#include "tests/ui/logview/NumberedLines.h"
#include "tests/ui/logview/OpenPanel.h"
#include "tests/ui/support/UiTest.h"
#include "ui/logview/LogPanel.h"
#include "ui/logview/LogScrollBar.h"
#include "ui/logview/LogSearch.h"

#include <QClipboard>
#include <QComboBox>
#include <QElapsedTimer>
#include <QGuiApplication>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QSemaphore>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QToolButton>
#include <QWheelEvent>

using namespace torchmason;

class LogViewTest : public QObject {
    Q_OBJECT

private:
    const std::unique_ptr<QTemporaryDir> m_home = freshHome(); // settings of its own
    QTemporaryDir m_folder;
    QString path(const QString& name = "logs/compile.log") const { return m_folder.filePath(name); }

private slots:
    void init()
    {
        QVERIFY(m_folder.isValid());
        QDir(path("logs")).removeRecursively();
        QVERIFY(QDir().mkpath(path("logs")));
    }

    void aDiskThatDoesNotAnswerIsNotWaitedFor()
    {
        const QScopedValueRollback patience(PatientDisk::patience, std::chrono::milliseconds(1000));
        write(path(), numberedLine(0) + numberedLine(1) + numberedLine(2));
        OpenPanel panel(m_folder);
        LogView* view = panel.view();
        QTRY_COMPARE(view->rowCount(), 3);
        QVERIFY(view->notice().isEmpty());
        const auto answer = std::make_shared<QSemaphore>();
        view->disk().later([answer] { answer->acquire(); });
        view->goToLine(0); // waits for a moment
        QVERIFY(view->disk().isLate());
        QVERIFY(view->notice().contains("does not answer"));
        QVERIFY(view->currentLineText().isEmpty());
        panel.showOffset("compile", numberedLine(0).size()); // which line that is is known later
        answer->release();
        QTRY_VERIFY(view->notice().isEmpty());
        QTRY_COMPARE(view->currentLine(), 1);
        QCOMPARE(view->currentLineText().toUtf8(), numberedLine(1).chopped(1));
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
        panel.showLine("compile", 234'568);
        QVERIFY(panel.view()->currentLineText().toUtf8().startsWith(numberedLine(234'567).chopped(1)));
        panel.searchFor("FILE249999.");
        QTRY_VERIFY_WITH_TIMEOUT(
            panel.search().hits() == QVector<qint64> { 249'999 } && !panel.search().isBusy(), 60'000);
        QTest::keyClick(panel.view(), Qt::Key_F3);
        QCOMPARE(panel.view()->currentLine(), 249'999);
        panel.showOnly(1);
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
        newRow("many lines", 200'000, 40, false, 200'000, "200,000 lines were copied.");
        newRow("lines longer than the screen shows", 3, 5000, false, 3, QString());
        newRow("more than the clipboard takes", 3000, 10'000, false, 1677,
            "Only the first 1,677 lines were copied: the selection is larger than 16 MB.");
        newRow("one line that the clipboard takes", 2, 10'000'000, false, 1,
            "Only the first line was copied: the selection is larger than 16 MB.");
        newRow("one long line", 1, 700'000, false, 1, "The line was copied.");
        newRow("a filter", 30'000, 40, true, 10'000, "10,000 lines were copied.");
        newRow("one line too large", 1, 20'000'000, false, 0,
            "Nothing was copied: the first selected line alone is larger than 16 MB.");
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
        QTRY_COMPARE(panel.view()->layout().byteCount(), content.size());
        if (onlyHits) {
            panel.searchFor("third");
            QTRY_VERIFY(!panel.search().isBusy() && panel.search().hits().size() == copiedLines);
            panel.showOnly(2);
            QTRY_COMPARE(panel.view()->rowCount(), copiedLines);
        }
        QGuiApplication::clipboard()->setText("before");
        QSignalSpy noted(panel.view(), &LogView::noted);
        panel.view()->selectAll();
        panel.view()->copy();
        // What is large is announced and done elsewhere: nothing has been read when copy() returns.
        const bool isLarge = lines > 2000 || content.size() > 600'000;
        QCOMPARE(noted.size(), isLarge ? 1 : 0);
        if (isLarge) {
            const QString announced = noted.first().first().toString();
            QCOMPARE(announced == "Copying the line…", lines == 1);
            QCOMPARE(QGuiApplication::clipboard()->text(), "before");
            QTRY_COMPARE(noted.size(), 2);
            auto* notice = panel.findChild<QLabel*>("logNote");
            QVERIFY(notice->isVisible());
            QCOMPARE(notice->text(), note);
        }
        const QString copied = QGuiApplication::clipboard()->text();
        QVERIFY(copied == (copiedLines > 0 ? expected.join(QLatin1Char('\n')) : "before"));
    }

    // The brief moment in which the window was busy is bounded by what is read: 16 KB of the line.
    void monstrousLine()
    {
        write(path(), "before\n" + QByteArray(100 * 1024 * 1024, 'y') + "\nafter\n");
        OpenPanel panel(m_folder, 500);
        QTRY_COMPARE_WITH_TIMEOUT(panel.view()->rowCount(), 3, 30'000);
        panel.showLine({}, 2);
        const QString shown = panel.view()->currentLineText();
        QVERIFY2(shown.endsWith("… 100 MB more"), qPrintable(shown.right(40)));
        QVERIFY(shown.size() < 5000);
        panel.showLine({}, 3);
        QCOMPARE(panel.view()->currentLineText(), "after");
        panel.view()->selectAll();
        QVERIFY(panel.view()->selectedText().startsWith("before"));
        panel.searchFor("after");
        QTRY_COMPARE_WITH_TIMEOUT(panel.search().hits(), QVector<qint64> { 2 }, 30'000);
    }

    void growsWhileOpen()
    {
        OpenPanel panel(m_folder);
        QCOMPARE(panel.view()->rowCount(), 0);
        write(path(), "first\nsecond wi");
        QTRY_COMPARE(panel.view()->rowCount(), 2);
        panel.view()->goToLine(1);
        QCOMPARE(panel.view()->currentLineText(), "second wi");
        QVERIFY(!panel.view()->isFollowing());
        panel.view()->setFollowing(true);
        write(path(), "th its end\nthird\n", QIODevice::Append);
        QTRY_COMPARE(panel.view()->rowCount(), 3);
        QCOMPARE(panel.view()->currentLineText(), "second with its end");
        // A search that is on finds what comes later, and takes no line twice.
        panel.searchFor("third");
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
        auto* notice = panel.findChild<QLabel*>("logNotice");
        QTRY_VERIFY(notice->isVisible() && notice->text().contains("shorter"));
        if (hostPlatform() == Platform::Windows)
            return; // nobody deletes what somebody reads there
        QVERIFY(QFile::remove(path()));
        QTRY_VERIFY(notice->text().contains("deleted"));
    }

    // As far as the longest line that was seen goes, and no further.
    void nothingIsToTheRightOfTheText()
    {
        const auto longest = [](const LogView& view, int letters) {
            return QFontMetrics(view.font()).horizontalAdvance(QString(letters, QLatin1Char('x')));
        };
        write(path(), "short\n" + QByteArray(60, 'x') + "\n");
        OpenPanel panel(m_folder);
        LogView& view = *panel.view();
        const QScrollBar* bar = view.horizontalScrollBar();
        QTRY_COMPARE(view.rowCount(), 2);
        view.viewport()->grab();
        QCoreApplication::processEvents(); // the bar follows what was painted
        QVERIFY(longest(view, 60) < view.viewport()->width());
        QCOMPARE(bar->maximum(), 0);
        write(path(), QByteArray(300, 'x') + "\n", QIODevice::Append);
        QTRY_COMPARE(view.rowCount(), 3);
        view.viewport()->grab();
        QTRY_VERIFY(bar->maximum() > 0);
        QVERIFY(bar->maximum() + bar->pageStep() >= longest(view, 300));
        QVERIFY(bar->maximum() + bar->pageStep() < longest(view, 310));
    }

    // Before the count of hits has its words.
    void theFilterIsReadWhole()
    {
        write(path(), plainLines(20));
        OpenPanel panel(m_folder);
        QTRY_COMPARE(panel.view()->rowCount(), 20);
        panel.resize(720, 300);
        panel.showOnly(1);
        const auto* filter = panel.findChild<QComboBox*>("logShow");
        QTRY_VERIFY(filter->width() >= filter->sizeHint().width());
        QVERIFY(panel.findChild<QLineEdit*>("logSearch")->width() > 100);
    }

    void theWheelLeavesTheFilterAlone()
    {
        write(path(), plainLines(20));
        OpenPanel panel(m_folder);
        QTRY_COMPARE(panel.view()->rowCount(), 20);
        auto* filter = panel.findChild<QComboBox*>("logShow");
        QWheelEvent event(QPointF(3, 3), filter->mapToGlobal(QPointF(3, 3)), {}, QPoint(0, -120),
            Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
        QApplication::sendEvent(filter, &event);
        QCOMPARE(filter->currentIndex(), 0);
        panel.showOnly(1);
        QTRY_COMPARE(panel.view()->rowCount(), 0);
        QCOMPARE(panel.view()->notice(), "No line is of this kind.");
    }

    void aHitFarToTheRightIsSeen()
    {
        write(path(), "one\n" + QByteArray(400, 'x') + " needle " + QByteArray(90, 'x') + "\nneedle\n");
        OpenPanel panel(m_folder);
        LogView& view = *panel.view();
        QTRY_COMPARE(view.rowCount(), 3);
        panel.searchFor("needle");
        QTRY_COMPARE(panel.search().hits(), (QVector<qint64> { 1, 2 }));
        view.goToLine(0);
        panel.findNext();
        QCOMPARE(view.currentLine(), 1);
        const QScrollBar* bar = view.horizontalScrollBar();
        const QFontMetrics letters(view.font());
        const int begin = letters.horizontalAdvance(QString(401, QLatin1Char('x')));
        const int end = begin + letters.horizontalAdvance("needle");
        QVERIFY(bar->value() <= begin && bar->value() + bar->pageStep() >= end);
        panel.findNext(); // at the beginning of its line
        QCOMPARE(view.currentLine(), 2);
        QCOMPARE(bar->value(), 0);
    }

    // As where a card appears above the log. What the user scrolled away from is not brought back.
    void theLineStaysInSightWhenTheHeightShrinks()
    {
        write(path(), plainLines(500));
        OpenPanel panel(m_folder, 600);
        const LogView& view = *panel.view();
        QTRY_COMPARE(view.rowCount(), 500);
        const auto rows = [&view] { return view.viewport()->height() / (view.fontMetrics().height() + 2); };
        const auto isSeen = [&view, rows] {
            const qint64 top = view.verticalScrollBar()->value();
            return view.currentLine() >= top && view.currentLine() < top + rows();
        };
        panel.view()->goToLine(300); // in the upper third
        const int before = rows();
        for (int down = 0; down < before / 2; ++down)
            QTest::keyClick(panel.view(), Qt::Key_Down);
        QVERIFY(isSeen());
        panel.resize(900, 350);
        QTRY_VERIFY(rows() < before * 2 / 3);
        QCOMPARE(view.currentLine(), 300 + before / 2);
        QVERIFY(isSeen());
        panel.resize(900, 600);
        QTRY_COMPARE(rows(), before);
        panel.view()->verticalScrollBar()->setValue(20);
        panel.resize(900, 350);
        QTRY_VERIFY(rows() < before * 2 / 3);
        QCOMPARE(view.verticalScrollBar()->value(), 20);
    }

    // Among the hits of a search the one that it is at has the colour of what is selected.
    void theCurrentHitStandsOut()
    {
        write(path(), plainLines(20));
        OpenPanel panel(m_folder, 600);
        LogView* view = panel.view();
        QTRY_COMPARE(view->rowCount(), 20);
        view->goToLine(4);
        const int height = view->fontMetrics().height() + 2;
        QVERIFY(view->viewport()->height() > 20 * height);
        const auto picture
            = [view] { return view->viewport()->grab().toImage().convertToFormat(QImage::Format_RGB32); };
        const auto rowOf = [height](const QImage& image, int row) {
            return image.copy(0, row * height, image.width(), height);
        };
        const auto rowsThatStandOut = [view, height, picture] {
            const QRgb selected = view->palette().color(QPalette::Highlight).rgb();
            const QImage image = picture();
            QVector<int> rows;
            for (int row = 0; row < 20; ++row) {
                int pixels = 0;
                for (int x = 0; x < image.width(); ++x)
                    pixels += image.pixel(x, row * height + height / 2) == selected;
                if (pixels > 3)
                    rows << row;
            }
            return rows;
        };
        QCOMPARE(rowsThatStandOut(), QVector<int>());
        const QImage before = picture();
        panel.searchFor("line");
        QTRY_VERIFY(panel.search().hits().size() == 20 && !panel.search().isBusy());
        QTRY_COMPARE(rowsThatStandOut(), QVector<int>({ 4 }));
        QVERIFY(rowOf(picture(), 10) != rowOf(before, 10)); // marked, too
        panel.findNext();
        QCOMPARE(rowsThatStandOut(), QVector<int>({ 5 }));
        panel.searchFor({});
        QTRY_COMPARE(rowsThatStandOut(), QVector<int>());
    }

    void expressions()
    {
        write(path(), "alpha 12\nbeta\nALPHA 7\n");
        OpenPanel panel(m_folder);
        panel.findChild<QToolButton*>("logExpression")->setChecked(true);
        auto* field = panel.findChild<QLineEdit*>("logSearch");
        auto* hits = panel.findChild<QLabel*>("logHits");
        field->setText("^alpha \\d+$");
        QTRY_COMPARE(panel.search().hits(), (QVector<qint64> { 0, 2 }));
        QTRY_COMPARE(hits->text(), "2 lines");
        QTest::keyClick(panel.view(), Qt::Key_F3);
        QTest::keyClick(panel.view(), Qt::Key_F3);
        QCOMPARE(hits->text(), panel.view()->currentLine() == 2 ? "2 of 2 lines" : "1 of 2 lines");
        field->setText("alpha (");
        QTRY_COMPARE(hits->text(), "not a valid expression");
        QVERIFY(!hits->toolTip().isEmpty());
        field->setText("gamma");
        QTRY_COMPARE(hits->text(), "not found");
    }

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

    void stagesAreTranslated()
    {
        PseudoTranslator translator;
        QCoreApplication::installTranslator(&translator);
        AttemptRecord record = recordWithLog();
        Stage planned;
        planned.id = record.stages.first().id;
        planned.title = "Compile";
        record.plan.stages.append(planned);
        LogPanel panel;
        panel.setFolder(m_folder.path());
        panel.setStages(record);
        QCoreApplication::removeTranslator(&translator);
        const auto* stages = panel.findChild<QComboBox*>("logStage");
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
        panel.showOffset("compile", content.indexOf("file40000.") + 3);
        QTRY_COMPARE(panel.view()->currentLine(), 40'000);
        QCOMPARE(visited.size(), 1);
    }
};

QTEST_MAIN(LogViewTest)
#include "LogViewTest.moc"
