// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/logview/LogView.h"
#include "core/base/Platform.h"
#include "tests/support/TestFiles.h"
#include "tests/ui/logview/NumberedLines.h"
#include "tests/ui/logview/OpenPanel.h"
#include "tests/ui/support/UiTest.h"
#include "ui/logview/LogPanel.h"
#include "ui/logview/LogSearch.h"

#include <QImage>
#include <QLabel>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QSemaphore>
#include <QSignalSpy>
#include <QTemporaryDir>

using namespace torchmason;

class LogViewTest : public QObject, private LogFolder {
    Q_OBJECT

private slots:
    void init() { emptyLogs(); }

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
        QVERIFY(view->notice().contains("does not respond"));
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

    // What follows it is read, too, and the lowest rows may lie outside of a page that scrolls.
    void aLineThatWasGoneToStaysInTheUpperThird()
    {
        write(path(), plainLines(500));
        OpenPanel panel(m_folder, 600);
        const LogView& view = *panel.view();
        QTRY_COMPARE(view.rowCount(), 500);
        const auto rows = [&view] { return view.viewport()->height() / (view.fontMetrics().height() + 2); };
        const int before = rows();
        panel.view()->goToLine(300);
        panel.resize(900, 350);
        QTRY_VERIFY(rows() < before * 2 / 3);
        QCOMPARE(view.currentLine(), 300);
        QTRY_COMPARE(view.verticalScrollBar()->value(), 300 - rows() / 3);
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
