// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/logview/LogSearch.h"
#include "tests/support/TestFiles.h"
#include "tests/ui/logview/NumberedLines.h"
#include "tests/ui/logview/OpenPanel.h"
#include "tests/ui/support/UiTest.h"
#include "ui/logview/LogView.h"
#include "ui/models/Background.h"

#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QScopeGuard>
#include <QScrollBar>
#include <QSemaphore>
#include <QTemporaryDir>
#include <QThreadPool>
#include <QToolButton>

using namespace torchmason;

class LogSearchTest : public QObject, private LogFolder {
    Q_OBJECT

private slots:
    void init() { emptyLogs(); }

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
        const int value = bar->value();
        panel.unfoldAll(); // folds are also told anew where the log or the attempt changes
        QCOMPARE(bar->value(), value);
        panel.findNext(); // at the beginning of its line
        QCOMPARE(view.currentLine(), 2);
        QCOMPARE(bar->value(), 0);
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

    void returnJumpsAsSoonAsThereAreHits()
    {
        write(path(), plainLines(20));
        OpenPanel panel(m_folder);
        const LogView& view = *panel.view();
        QTRY_COMPARE(view.rowCount(), 20);
        panel.view()->goToLine(4);
        auto* field = panel.findChild<QLineEdit*>("logSearch");
        panel.searchFor("line 1");
        QTest::keyClick(field, Qt::Key_Return);
        QTRY_COMPARE(view.currentLine(), 9); // the next one, not the first
        panel.searchFor("line 7");
        QTest::keyClick(field, Qt::Key_Return);
        QTRY_COMPARE(view.currentLine(), 6); // what was typed last, around the end
        // Whoever types on is not led to what was meant before.
        panel.searchFor("line 12");
        QTest::keyClick(field, Qt::Key_Return);
        panel.searchFor("line 15");
        QTRY_COMPARE(panel.search().hits(), QVector<qint64> { 14 });
        QTRY_VERIFY(!panel.search().isBusy());
        QCOMPARE(view.currentLine(), 6);
    }

    // Also where some hits are known, but not yet the last one before this place.
    void theHitBeforeIsGoneToAsSoonAsItIsKnown()
    {
        write(path(), plainLines(20));
        OpenPanel panel(m_folder);
        const LogView& view = *panel.view();
        QTRY_COMPARE(view.rowCount(), 20);
        panel.view()->goToLine(14);
        panel.searchFor("line 1");
        panel.findPrevious();
        QTRY_COMPARE(view.currentLine(), 13);
        panel.searchFor("line 18");
        panel.findPrevious();
        QTRY_COMPARE(view.currentLine(), 17); // what was typed last, around the beginning
        panel.searchFor("line 3");
        panel.findPrevious();
        panel.searchFor("line 15"); // typed on
        QTRY_COMPARE(panel.search().hits(), QVector<qint64> { 14 });
        QTRY_VERIFY(!panel.search().isBusy());
        QCOMPARE(view.currentLine(), 17);
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

    // The end of a program waits for all work in Qt's own threads, so a search that a disk holds up must not
    // be there. With all of those at work it still answers.
    void theSearchTakesNoThreadOfQtsOwn()
    {
        write(path(), "one\nneedle\nthree\nneedle\n");
        OpenPanel panel(m_folder);
        QTRY_COMPARE(panel.view()->rowCount(), 4);
        panel.hide(); // painting may wait for such a thread
        QThreadPool& own = *QThreadPool::globalInstance();
        QVERIFY(own.waitForDone(30'000));
        const int threads = own.maxThreadCount();
        const auto gate = std::make_shared<QSemaphore>();
        const auto opened = qScopeGuard([&own, gate, threads] {
            gate->release(threads);
            own.waitForDone();
        });
        for (int thread = 0; thread < threads; ++thread)
            QVERIFY(own.tryStart([gate] { gate->acquire(); }));
        QVERIFY(!own.tryStart([] {})); // none is left
        LogSearch search;
        search.start(panel.view()->layout(), { LogQuery::Kind::Text, "needle" });
        QTRY_VERIFY(!search.isBusy());
        QCOMPARE(search.hits(), (QVector<qint64> { 1, 3 }));
    }

    // The other way round: what waits for a disk is in none of Qt's own threads.
    void aSearchThatIsHeldUpIsInNoThreadOfQtsOwn()
    {
        write(path(), "one\nneedle\n");
        OpenPanel panel(m_folder);
        QTRY_COMPARE(panel.view()->rowCount(), 2);
        QVERIFY(diskPool().waitForDone(30'000));
        QVERIFY(QThreadPool::globalInstance()->waitForDone(30'000));
        const int threads = diskPool().maxThreadCount();
        const auto disk = std::make_shared<QSemaphore>();
        const auto answered = qScopeGuard([disk, threads] { disk->release(threads); });
        for (int thread = 0; thread < threads; ++thread)
            diskPool().start([disk] { disk->acquire(); });
        LogSearch search;
        search.start(panel.view()->layout(), { LogQuery::Kind::Text, "needle" });
        QVERIFY(search.isBusy());
        QVERIFY(QThreadPool::globalInstance()->waitForDone(0)); // as the end of the program does
        QVERIFY(search.isBusy());
        disk->release(threads);
        QTRY_COMPARE(search.hits(), QVector<qint64> { 1 });
    }
};

QTEST_MAIN(LogSearchTest)
#include "LogSearchTest.moc"
