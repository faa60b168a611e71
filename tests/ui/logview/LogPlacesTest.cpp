// SPDX-License-Identifier: GPL-3.0-or-later
// Going to lines and times, and what the log view shows beside its lines.
#include "core/store/AttemptLines.h"
#include "tests/support/Rows.h"
#include "tests/support/TestFiles.h"
#include "tests/ui/logview/NumberedLines.h"
#include "tests/ui/logview/OpenPanel.h"
#include "tests/ui/support/UiTest.h"
#include "ui/logview/AskBar.h"
#include "ui/logview/LogTimes.h"
#include "ui/widgets/Labels.h"
#include "ui/widgets/Theme.h"

#include <QDateTime>
#include <QLineEdit>
#include <QScrollBar>
#include <QToolButton>
#include <QWheelEvent>

using namespace torchmason;

namespace {

constexpr int lineBytes = 10;

// 100 lines of ten bytes.
QByteArray evenLines()
{
    QByteArray content;
    for (int i = 1; i <= 100; ++i)
        content += "line " + QByteArray::number(i).rightJustified(4, '0') + "\n";
    return content;
}

qint64 startTime()
{
    return QDateTime(QDate(2026, 3, 4), QTime(23, 59, 0)).toMSecsSinceEpoch();
}

// Ten lines a second from the fifth second on; the last ten lines came after the last sample.
QVector<Sample> samples()
{
    QVector<Sample> result;
    for (int second = 5; second <= 14; ++second) {
        Sample sample;
        sample.stage = "compile";
        sample.elapsed = second * 1000;
        sample.time = startTime() + sample.elapsed;
        sample.logOffset = qint64(second - 5) * 10 * lineBytes;
        result.append(sample);
    }
    return result;
}

}

class LogPlacesTest : public QObject {
    Q_OBJECT

private:
    const std::unique_ptr<QTemporaryDir> m_home = freshHome(); // settings of its own
    QTemporaryDir m_folder;
    QString path() const { return m_folder.filePath("logs/compile.log"); }

private slots:
    void init() { write(path(), evenLines()); }

    void goals_data()
    {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<int>("kind"); // -1: none
        QTest::addColumn<qint64>("value");
        newRow("a line", "1204", 0, qint64(1204));
        newRow("with separators", "1,204", 0, qint64(1204));
        newRow("line 0 is the first", "0", 0, qint64(1));
        newRow("minutes and seconds", "12:34", 1, qint64(754'000));
        newRow("with hours", "1:12:34", 1, qint64(4'354'000));
        newRow("clock", "@14:05", 2, qint64(50'700'000));
        newRow("clock with seconds", "@14:05:09", 2, qint64(50'709'000));
        newRow("nothing", "", -1, qint64(0));
        newRow("words", "twelve", -1, qint64(0));
        newRow("half a time", "12:", -1, qint64(0));
    }
    void goals()
    {
        QFETCH(QString, typed);
        QFETCH(int, kind);
        QFETCH(qint64, value);
        const auto goal = logGoal(typed);
        QCOMPARE(goal ? int(goal->kind) : -1, kind);
        QCOMPARE(goal ? goal->value : 0, value);
    }

    void timesOfLines()
    {
        LogTimes times;
        QVERIFY(!times.at("compile", 0));
        times.read(samples(), {});
        QCOMPARE(times.at("compile", 0)->elapsed, 5000);
        QCOMPARE(times.at("compile", 15 * lineBytes)->elapsed, 6500);
        QCOMPARE(times.at("compile", 15 * lineBytes)->time, startTime() + 6500);
        QVERIFY(!times.at("compile", 95 * lineBytes)); // written after the last sample
        QVERIFY(!times.at("configure", 0));
        QCOMPARE(times.placeAtElapsed(6500)->offset, 15 * lineBytes);
        QCOMPARE(times.placeAtElapsed(0)->offset, 0);
        QVERIFY(!times.placeAtElapsed(60'000));
        QCOMPARE(times.placeAtClock(QTime(23, 59, 7).msecsSinceStartOfDay())->offset, 20 * lineBytes);
        QVERIFY(!times.placeAtClock(QTime(12, 0).msecsSinceStartOfDay()));
        // A log that says nothing for a while: what comes then came then.
        QVector<Sample> paused = samples();
        for (Sample& sample : paused) {
            if (sample.elapsed > 8000)
                sample.elapsed += 600'000;
        }
        paused[3].logOffset = paused[4].logOffset; // at 8 s all of it was there, and until 609 s no more
        times.read(paused, {});
        QCOMPARE(times.at("compile", paused[4].logOffset)->elapsed, 609'000);
        // What failed is among the last lines.
        StageResult stage;
        stage.id = "compile";
        stage.startedAt = startTime() + 5000;
        times.read(samples(), { stage });
        QVERIFY(!times.at("compile", 95 * lineBytes)); // it runs
        stage.duration = Milliseconds(10'000);
        times.read(samples(), { stage });
        QCOMPARE(times.at("compile", 95 * lineBytes)->elapsed, 15'000);
        QCOMPARE(times.at("compile", 95 * lineBytes)->time, startTime() + 15'000);
    }

    void theFieldStandsBesideItsLabel()
    {
        AskBar bar;
        bar.resize(900, bar.sizeHint().height());
        bar.ask({ QStringLiteral("Go to"), {}, {}, {}, {} });
        bar.show();
        const auto* field = bar.findChild<QLineEdit*>("logAsk");
        QTRY_COMPARE(field->width(), field->maximumWidth());
        QVERIFY2(field->x() < 150, qPrintable(QString::number(field->x())));
        const auto* take = bar.findChild<QToolButton*>("logAskTake");
        const auto gap = [&] { return take->x() - field->geometry().right() - 1; };
        QTRY_COMPARE(gap(), spacing::inner);
        bar.ask(
            { QStringLiteral("Go to"), {}, {}, [](const QString&) { return QStringList { "A hint" }; }, {} });
        const auto* hint = bar.findChild<ElidedLabel*>("logAskHint");
        QTRY_VERIFY(hint->x() > bar.findChild<QToolButton*>("logAskLeave")->geometry().right());
        QCOMPARE(gap(), spacing::inner);
    }

    // With large letters beside a failed attempt's stages.
    void theHintOfANarrowLogIsWhole()
    {
        OpenPanel panel(m_folder);
        QTRY_COMPARE(panel.view()->rowCount(), 100);
        panel.setSamples(samples());
        panel.resize(62 * panel.fontMetrics().averageCharWidth(), panel.height());
        panel.askWhereToGo();
        const auto* hint = panel.findChild<ElidedLabel*>("logAskHint");
        QTRY_COMPARE_GT(hint->width(), 0);
        QTRY_COMPARE(hint->shownText(), hint->text());
        panel.askForNote();
        const auto* field = panel.findChild<QLineEdit*>("logAsk");
        QTRY_COMPARE_GE(field->width(), 20 * field->fontMetrics().averageCharWidth());
    }

    void aHintHasFewerWordsWhereThereIsLittleRoom()
    {
        AskBar bar;
        const QString words = QStringLiteral("or 0:12:34 ").repeated(9);
        bar.ask({ QStringLiteral("Go to"), {}, {},
            [words](const QString&) {
                return QStringList { words, "or 1" };
            },
            {} });
        bar.resize(400, bar.sizeHint().height());
        bar.show();
        const auto* hint = bar.findChild<ElidedLabel*>("logAskHint");
        QTRY_COMPARE(hint->shownText(), "or 1");
        bar.resize(3000, bar.height());
        QTRY_COMPARE(hint->shownText(), words);
    }

    void goingByKeyboard()
    {
        OpenPanel panel(m_folder);
        QTRY_COMPARE(panel.view()->rowCount(), 100);
        panel.view()->setFocus();
        auto* field = panel.findChild<QLineEdit*>("logAsk");
        auto* hint = panel.findChild<ElidedLabel*>("logAskHint");
        const auto go = [&](const QString& typed) {
            panel.activateWindow();
            const QRect place = panel.view()->geometry();
            QTest::keyClick(panel.view(), Qt::Key_G, Qt::ControlModifier);
            QVERIFY(field->isVisible());
            QCoreApplication::processEvents(); // it is laid out when there is time
            QCOMPARE(panel.view()->geometry(), place); // the question takes no row of the log
            field->setText(typed);
            QTest::keyClick(field, Qt::Key_Return);
        };
        QVERIFY(QTest::qWaitForWindowActive(&panel));
        go("42");
        QVERIFY(!field->isVisible());
        QCOMPARE(panel.view()->currentLine(), 41);
        go("5000");
        QCOMPARE(panel.view()->currentLine(), 99);
        // Without samples there are no times.
        go("0:07");
        QVERIFY(field->isVisible());
        QCOMPARE(hint->text(), "This attempt has no recorded times.");
        QTest::keyClick(field, Qt::Key_Escape);
        QVERIFY(!field->isVisible());
        panel.setSamples(samples());
        go("0:07");
        QCOMPARE(panel.view()->currentLine(), 20);
        panel.askWhereToGo();
        // As long as a line stands there.
        QVERIFY2(hint->text().contains("since the beginning") && hint->text().contains("@14:05 on the clock"),
            qPrintable(hint->text()));
        clickIn(panel, "logAskLeave");
        QVERIFY(!field->isVisible());
        panel.askWhereToGo();
        field->setText("30");
        clickIn(panel, "logAskTake");
        QVERIFY(!field->isVisible());
        QCOMPARE(panel.view()->currentLine(), 29);
        go("@23:59:09");
        QCOMPARE(panel.view()->currentLine(), 40);
        go("23:59:08"); // the attempt is not that long: the clock is meant
        QCOMPARE(panel.view()->currentLine(), 30);
    }

    void clockTimes()
    {
        OpenPanel panel(m_folder);
        QTRY_COMPARE(panel.view()->rowCount(), 100);
        auto* action = panel.findChild<QAction*>("clockTimes");
        action->setChecked(false);
        QVERIFY(!action->isEnabled());
        panel.setSamples(samples());
        QVERIFY(action->isEnabled());
        QVERIFY(panel.view()->timeOfLine(0).isEmpty());
        const QImage before = panel.view()->viewport()->grab().toImage();
        action->setChecked(true);
        QCOMPARE(panel.view()->timeOfLine(15), "23:59:06");
        QCOMPARE(panel.view()->timeOfLine(95), QString());
        QVERIFY(panel.view()->viewport()->grab().toImage() != before);
        action->setChecked(false);
        QVERIFY(panel.view()->viewport()->grab().toImage() == before);
    }

    // Wrapped: the last line is seen to its end, a click finds its place, and the keys go by lines.
    void wrapped()
    {
        write(path(), evenLines() + QByteArray(1000, 'x') + " end\nlast\n");
        OpenPanel panel(m_folder);
        QTRY_COMPARE(panel.view()->rowCount(), 102);
        auto* action = panel.findChild<QAction*>("wrapLines");
        action->setChecked(false);
        panel.view()->setFocus();
        const int unwrapped = panel.view()->verticalScrollBar()->maximum();
        panel.view()->grab();
        QTRY_VERIFY(panel.view()->horizontalScrollBar()->maximum() > 0);
        QTest::keyClick(panel.view(), Qt::Key_W);
        QVERIFY(action->isChecked());
        QCOMPARE(panel.view()->horizontalScrollBar()->maximum(), 0);
        QVERIFY(panel.view()->verticalScrollBar()->maximum() > unwrapped);
        QCOMPARE(panel.view()->verticalScrollBar()->value(), panel.view()->verticalScrollBar()->maximum());
        // The last row of text in sight is "last", whatever stands above it.
        const int row = QFontMetrics(panel.view()->font()).height() + 2;
        const QPoint bottom(panel.view()->viewport()->width() - 5, panel.view()->viewport()->height() - 2);
        QTest::mouseClick(panel.view()->viewport(), Qt::LeftButton, {}, bottom);
        QCOMPARE(panel.view()->currentLine(), 101);
        QTest::keyClick(panel.view(), Qt::Key_Up);
        QCOMPARE(panel.view()->currentLine(), 100);
        panel.view()->goToLine(100);
        QVERIFY(panel.view()->currentLineText().endsWith("x end"));
        panel.resize(900, 4 * row);
        QTest::keyClick(panel.view(), Qt::Key_End);
        QCOMPARE(panel.view()->currentLine(), 101);
        action->setChecked(false);
    }

    void letters()
    {
        OpenPanel panel(m_folder);
        QVERIFY(QTest::qWaitForWindowActive(&panel));
        panel.view()->setFocus();
        panel.resetZoom();
        QCOMPARE(panel.view()->zoom(), 0);
        const double usual = panel.view()->font().pointSizeF();
        panel.enlarge();
        QCOMPARE(panel.view()->font().pointSizeF(), usual + 1);
        QWheelEvent turned({ 50, 50 }, panel.view()->mapToGlobal(QPointF(50, 50)), {}, { 0, 240 },
            Qt::NoButton, Qt::ControlModifier, Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(panel.view()->viewport(), &turned);
        QCOMPARE(panel.view()->zoom(), 3);
        panel.shrink();
        // The next window begins with it.
        QCOMPARE(LogPanel().view()->font().pointSizeF(), usual + 2);
        panel.resetZoom();
        QCOMPARE(LogPanel().view()->font().pointSizeF(), usual);
    }
};

QTEST_MAIN(LogPlacesTest)
#include "LogPlacesTest.moc"
