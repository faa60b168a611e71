// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/StepsChart.h"
#include "tests/support/Rows.h"
#include "tests/ui/support/UiTest.h"
#include "ui/charts/ChartColours.h"
#include "ui/charts/ChartLegend.h"
#include "ui/models/SampleSeries.h"

#include <QApplication>

using namespace torchmason;

class StepsChartTest : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<QTemporaryDir> m_home;

    static StepsOverTime oneASecond(int count)
    {
        StepsOverTime steps;
        steps.number = 7;
        for (int second = 1; second <= count; ++second)
            steps.points.append({ second * 1000, second });
        return steps;
    }
    static SampleSeries samplesAt(std::initializer_list<qint64> times)
    {
        SampleSeries series;
        for (const qint64 time : times) {
            Sample sample;
            sample.time = sample.elapsed = time;
            series.append({ sample });
        }
        return series;
    }

private slots:
    void init() { m_home = freshHome(); }

    // What was expected first, and an earlier build, are told where the count is about the same.
    void stepsAgainstWhatWasExpected_data()
    {
        QTest::addColumn<qint64>("total"); // after half of the time
        QTest::addColumn<int>("earlier"); // steps of the build before, one a second
        QTest::addColumn<QString>("words");
        const QString begin = QStringLiteral("Steps: 60 of %1 are done. 48.0 a minute.");
        const QString before = QStringLiteral(" Attempt 7 had done 50 after the same time.");
        const QString expected = QStringLiteral(" Expected by then: 53 to 73.");
        newRow("both", qint64(100), 100, begin.arg(100) + before + expected);
        newRow("a few steps less", qint64(95), 100, begin.arg(95) + before + expected);
        newRow("counted anew", qint64(200), 100, QStringLiteral("Steps: 60 of 200 are done."));
        newRow("no build before", qint64(100), 0, begin.arg(100)); // which steps are long is not known
        newRow("a larger build before", qint64(100), 400, begin.arg(100));
    }

    void stepsAgainstWhatWasExpected()
    {
        QFETCH(qint64, total);
        QFETCH(int, earlier);
        QFETCH(QString, words);
        StepsChart chart;
        chart.resize(160, 400);
        chart.show();
        BuildProgress progress;
        progress.done = 20;
        progress.total = 100;
        chart.addSteps(1'000, progress); // nothing was expected yet
        progress.remainingLow = Milliseconds(75'000);
        progress.remainingHigh = Milliseconds(120'000);
        chart.addSteps(1'001, progress);
        progress.remainingLow = Milliseconds(1); // later words do not move the band
        progress.done = 60;
        progress.total = total;
        chart.addSteps(51'000, progress);
        chart.setEarlier(earlier > 0 ? std::optional(oneASecond(earlier)) : std::nullopt);
        const auto* legend = chart.findChild<ChartLegend*>();
        QTRY_VERIFY(legend->width() <= 160);
        const int lines = legend->lines();
        chart.showSeries(samplesAt({ 1'000, 26'000, 51'000 }), 51'000);
        QCOMPARE(chart.accessibleDescription(), words);
        QCOMPARE(legend->lines(), lines); // nothing jumps with what is told later
    }

    // Of a retry with a fix.
    void whatStaysDoneIsCounted()
    {
        StepsChart chart;
        chart.resize(500, 200);
        BuildProgress progress;
        progress.done = 1;
        progress.total = 5;
        progress.inAll = 65;
        chart.addSteps(1'000, progress);
        chart.showSeries(samplesAt({ 1'000 }), 1'000);
        QCOMPARE(chart.accessibleDescription(), "Steps: 61 of 65 are done.");
    }

    // 50 files are made in a second, then 50 are compiled in 100: after half of the time half of these are
    // due.
    void theBandKnowsWhichStepsAreLong()
    {
        StepsChart chart;
        chart.resize(500, 200);
        StepsOverTime earlier;
        earlier.number = 7;
        for (int done = 1; done <= 50; ++done)
            earlier.points.append({ done * 20, done });
        for (int done = 51; done <= 100; ++done)
            earlier.points.append({ 1'000 + (done - 50) * 2'000, done });
        chart.setEarlier(earlier);
        BuildProgress progress;
        progress.done = 10;
        progress.total = 100;
        progress.remainingLow = Milliseconds(100'800); // as long as it took
        progress.remainingHigh = Milliseconds(201'600);
        chart.addSteps(1'000, progress);
        progress.done = 60;
        chart.addSteps(51'400, progress);
        chart.showSeries(samplesAt({ 1'000, 51'400 }), 51'400);
        QVERIFY2(chart.accessibleDescription().endsWith("Expected by then: 62 to 74."),
            qPrintable(chart.accessibleDescription()));
    }

    // Ninja counts it: the one that failed after the last sample, too.
    void aFailedStepIsNotDone()
    {
        StepsChart chart;
        chart.resize(500, 200);
        BuildProgress progress;
        progress.done = 20;
        progress.total = 65;
        chart.addSteps(1'000, progress);
        progress.done = 24;
        chart.addSteps(15'000, progress);
        chart.setFailed({ 14'000, 15'100 });
        chart.showSeries(samplesAt({ 1'000, 15'000 }), 15'000);
        QCOMPARE(chart.accessibleDescription(), "Steps: 22 of 65 are done.");
    }

    // Ninja had not counted it when it told of the others.
    void whatFailedSinceTheCountIsNotTakenOff()
    {
        StepsChart chart;
        BuildProgress progress;
        progress.total = 8;
        for (const auto& [time, done] : { std::pair(2'168, 1), std::pair(2'411, 2), std::pair(2'663, 4) }) {
            progress.done = done;
            chart.addSteps(time, progress);
        }
        chart.setFailed({ 2'429 });
        const auto series = samplesAt({ 1'516, 2'518, 3'512, 4'500 });
        chart.showSeries(series, 4'500);
        const auto doneAt = [&](qint64 elapsed) {
            chart.setMoment(elapsed, series);
            return chart.findChild<ChartLegend*>()->entries().first().value;
        };
        QCOMPARE(doneAt(2'518), "2");
        QCOMPARE(doneAt(3'512), "3");
    }

    // Generated files come in a burst; the compilers that follow are slower by far.
    void aFewSecondsMakeNoRate()
    {
        StepsChart chart;
        chart.resize(500, 200);
        BuildProgress progress;
        progress.total = 65;
        chart.addSteps(1'000, progress);
        progress.done = 24;
        chart.addSteps(15'000, progress);
        chart.showSeries(samplesAt({ 1'000, 15'000 }), 15'000);
        QCOMPARE(chart.accessibleDescription(), "Steps: 24 of 65 are done.");
    }

    // What is done is filled up to its line, and the band shows through.
    void whatIsDoneStandsAboveTheBand()
    {
        StepsChart chart;
        chart.resize(500, 200);
        chart.show();
        BuildProgress progress;
        progress.done = 20;
        progress.total = 100;
        progress.remainingLow = Milliseconds(75'000);
        progress.remainingHigh = Milliseconds(120'000);
        chart.addSteps(1'000, progress);
        chart.setEarlier(oneASecond(100));
        SampleSeries series;
        for (int second = 1; second <= 51; ++second) {
            progress.done = 20 + (second - 1) * 4 / 5; // between 53 and 73 at the end
            chart.addSteps(second * 1'000, progress);
            Sample sample;
            sample.time = sample.elapsed = second * 1'000;
            series.append({ sample });
        }
        chart.showSeries(series, 51'000);
        QCoreApplication::processEvents(); // it is drawn when there is time
        const QImage image = chart.grab().toImage();
        const ChartColours colours = ChartColours::of(chart.palette());
        const auto isLike = [](const QColor& one, const QColor& other) {
            return std::abs(one.red() - other.red()) + std::abs(one.green() - other.green())
                + std::abs(one.blue() - other.blue())
                < 60;
        };
        const auto filledOver = [&](const QColor& below) {
            const auto mix = [](int one, int other) { return (2 * one + other) / 3; };
            return QColor(mix(colours.build.red(), below.red()), mix(colours.build.green(), below.green()),
                mix(colours.build.blue(), below.blue()));
        };
        const auto isArea = [&](const QColor& colour) {
            return isLike(colour, filledOver(colours.expected))
                || isLike(colour, filledOver(chart.palette().base().color()));
        };
        QString column; // from the top: b the band alone, d the line of what is done, f its area
        const int x = image.width() - 40;
        for (int y = 0; y < image.height(); ++y) {
            const QColor colour = image.pixelColor(x, y);
            const QChar mark = isLike(colour, colours.expected) ? u'b'
                : isLike(colour, colours.build)                 ? u'd'
                : isArea(colour)                                ? u'f'
                                                                : u' ';
            if (mark != u' ' && !column.endsWith(mark))
                column += mark;
        }
        QVERIFY2(column.contains(u'd'), qPrintable(column));
        QCOMPARE(column.remove(u'd').replace("ff", "f"), "bf"); // the edge of the line looks like the area
    }

    void aMomentWithoutValuesSaysSo()
    {
        StepsChart chart;
        BuildProgress progress;
        progress.done = 10;
        progress.total = 60;
        chart.addSteps(50'000, progress);
        SampleSeries series;
        for (const qint64 time : { 1'000, 101'000 }) {
            Sample sample;
            sample.time = time;
            sample.elapsed = time - 1'000;
            series.append({ sample });
        }
        chart.showSeries(series, 100'000);
        const auto* legend = chart.findChild<ChartLegend*>();
        chart.setMoment(100'000, series);
        QVERIFY2(legend->moment().startsWith("at "), qPrintable(legend->moment()));
        chart.setMoment(10'000, series);
        QVERIFY2(legend->moment().contains(", nothing measured"), qPrintable(legend->moment()));
    }
};

QTEST_MAIN(StepsChartTest)
#include "StepsChartTest.moc"
