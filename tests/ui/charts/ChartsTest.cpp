// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/UiTest.h"
#include "ui/charts/ChartColours.h"
#include "ui/charts/ChartLegend.h"
#include "ui/charts/ChartWidget.h"
#include "ui/charts/CoresChart.h"
#include "ui/charts/MemoryChart.h"
#include "ui/charts/StepsChart.h"

#include <QApplication>
#include <QLabel>
#include <QWheelEvent>

using namespace torchmason;

namespace {

// A machine that is used by others, too, and a build with this peak.
SampleSeries machineWith(Bytes build, Bytes others, Bytes total, std::optional<Bytes> limit = {})
{
    SampleSeries series;
    for (int second = 0; second < 10; ++second) {
        Sample sample;
        sample.elapsed = second * 1000;
        sample.memoryTotal = total;
        sample.buildMemory = build * (second + 1) / 10;
        sample.memoryAvailable = total - others - *sample.buildMemory;
        sample.swapUsed = 0;
        sample.coreLoad = { 0.9, 0.2, 0.4 };
        if (limit) {
            sample.gate.emplace();
            sample.gate->memoryLimit = limit;
        }
        series.append({ sample });
    }
    return series;
}

// The first row of pixels that has this colour between two columns.
int topOf(const QColor& colour, const QImage& image, int from, int to)
{
    for (int y = 0; y < image.height(); ++y) {
        for (int x = from; x < to; ++x) {
            const QColor is = image.pixelColor(x, y);
            const int off = std::abs(is.red() - colour.red()) + std::abs(is.green() - colour.green())
                + std::abs(is.blue() - colour.blue());
            if (off < 90)
                return y;
        }
    }
    return image.height();
}

}

class ChartsTest : public QObject {
    Q_OBJECT

private slots:
    void init() { m_home = freshHome(); }

    void theWheelIsForThePage()
    {
        MemoryChart chart;
        chart.resize(400, 200);
        chart.show();
        const auto parts = chart.findChildren<QWidget*>();
        QWidget* plot = *std::find_if(
            parts.begin(), parts.end(), [](const QWidget* part) { return part->inherits("QCustomPlot"); });
        QWheelEvent wheel({ 50, 50 }, plot->mapToGlobal(QPointF(50, 50)), {}, { 0, 120 }, Qt::NoButton,
            Qt::NoModifier, Qt::NoScrollPhase, false);
        QApplication::sendEvent(plot, &wheel);
        QVERIFY(!wheel.isAccepted());
    }

    void theCursorIsAboveAreas()
    {
        ChartWidget chart(ChartWidget::ValueAxis::Percent);
        chart.resize(400, 200);
        chart.show();
        chart.setSeries({ { "all", Qt::red, true, Qt::SolidLine, { 0, 10 }, { 100, 100 } } });
        chart.setKeyRange(0, 10);
        chart.setValueRange(0, 100);
        const auto othersInTheArea = [&chart] {
            const QImage image = chart.grab().toImage();
            int others = 0;
            for (int x = 100; x < 370; ++x)
                others += image.pixel(x, 100) == QColor(Qt::red).rgb() ? 0 : 1;
            return others;
        };
        chart.replot();
        constexpr int mostLines = 12; // at the times of the axis
        QTRY_VERIFY(othersInTheArea() < mostLines);
        const int lines = othersInTheArea();
        chart.setCursor(4.5); // between them
        QTRY_VERIFY(othersInTheArea() > lines && othersInTheArea() < lines + 4);
    }

    void theAxisIsMadeForTheBuild_data()
    {
        QTest::addColumn<Bytes>("build");
        QTest::addColumn<Bytes>("others");
        QTest::addColumn<Bytes>("limit");
        QTest::addColumn<Bytes>("highest"); // that the axis may have
        QTest::addColumn<QString>("above");
        const Bytes none = 0;
        QTest::newRow("a small build")
            << 150 * mebibyte << 6 * gibibyte << none << 220 * mebibyte << "Above: others, total 24.0 GB";
        QTest::newRow("others are as small")
            << 150 * mebibyte << 200 * mebibyte << none << 500 * mebibyte << "Above: total 24.0 GB";
        QTest::newRow("a limit far above") << 150 * mebibyte << 200 * mebibyte << 16 * gibibyte
                                           << 500 * mebibyte << "Above: limit 16.0 GB, total 24.0 GB";
        QTest::newRow("a limit in reach")
            << 2 * gibibyte << 1 * gibibyte << 4 * gibibyte << 6 * gibibyte << "Above: total 24.0 GB";
        QTest::newRow("a large build") << 12 * gibibyte << 6 * gibibyte << none << 26 * gibibyte << "";
        QTest::newRow("one that has just begun")
            << 2 * mebibyte << 6 * gibibyte << none << 100 * mebibyte << "Above: others, total 24.0 GB";
    }
    void theAxisIsMadeForTheBuild()
    {
        QFETCH(Bytes, build);
        QFETCH(Bytes, others);
        QFETCH(Bytes, limit);
        QFETCH(Bytes, highest);
        MemoryChart chart;
        const auto series
            = machineWith(build, others, 24 * gibibyte, limit > 0 ? std::optional(limit) : std::nullopt);
        chart.showSeries(series, 9000);
        const auto* drawn = chart.findChild<ChartWidget*>();
        QVERIFY2(
            drawn->highestValue() >= double(build), qPrintable(formatBytes(Bytes(drawn->highestValue()))));
        QVERIFY2(
            drawn->highestValue() <= double(highest), qPrintable(formatBytes(Bytes(drawn->highestValue()))));
        QTEST(drawn->edgeNote(), "above");
        QVERIFY(chart.accessibleDescription().contains("The machine has 24.0 GB in all."));
    }

    // Steps that end between two samples are in the figure of the peak.
    void aPeakBetweenSamplesHasARing_data()
    {
        QTest::addColumn<Bytes>("told"); // by a sample
        QTest::addColumn<Bytes>("ofRecord");
        QTest::addColumn<QString>("words");
        const Bytes more = 1180 * mebibyte;
        QTest::newRow("none") << gibibyte << gibibyte << "";
        QTest::newRow("before a sample") << more << more << formatBytes(more);
        QTest::newRow("after the last sample") << gibibyte << more << formatBytes(more);
    }
    void aPeakBetweenSamplesHasARing()
    {
        QFETCH(Bytes, told);
        QFETCH(Bytes, ofRecord);
        QFETCH(QString, words);
        MemoryChart chart;
        auto series = machineWith(gibibyte, gibibyte, 24 * gibibyte);
        Sample sample = series.samples().last();
        sample.elapsed += 1000;
        sample.peakMemory = told;
        series.append({ sample });
        chart.setPeak(ofRecord);
        chart.showSeries(series, 10'000);
        QString shown;
        for (const ChartLegend::Entry& entry : chart.findChild<ChartLegend*>()->entries())
            shown += entry.isRing ? entry.value : QString();
        QCOMPARE(shown, words);
        QCOMPARE_GE(chart.findChild<ChartWidget*>()->highestValue(), double(ofRecord));
    }

    // The axis may end with the last sample.
    void aPeakAfterTheEndOfTheAxisIsDrawn()
    {
        MemoryChart chart;
        chart.setOver(true);
        chart.resize(500, 300);
        chart.setPeak(1180 * mebibyte);
        chart.showSeries(machineWith(gibibyte, gibibyte, 24 * gibibyte), 9000);
        chart.show();
        auto* drawn = chart.findChild<ChartWidget*>();
        const QColor ring = ChartColours::of(chart.palette()).build;
        const auto showsRing = [&] { // above the curve, on the right
            const QImage image = drawn->grab().toImage();
            const int middle = image.width() / 2;
            return topOf(ring, image, middle, image.width()) + 4 < topOf(ring, image, middle / 2, middle);
        };
        QTRY_VERIFY(showsRing());
    }

    // As of a step that ends while the curve falls, or falls and rises again.
    void aPeakThatIsToldLateStandsOverTheTop_data()
    {
        QTest::addColumn<QVector<int>>("gibibytes"); // one a second; the peak is told after the eighth
        QTest::newRow("while it falls") << QVector<int> { 1, 2, 3, 4, 5, 6, 5, 4, 2, 1 };
        QTest::newRow("while it rises again") << QVector<int> { 1, 2, 1, 3, 4, 6, 1, 1, 3, 1 };
    }
    void aPeakThatIsToldLateStandsOverTheTop()
    {
        QFETCH(QVector<int>, gibibytes);
        MemoryChart chart;
        chart.setOver(true);
        chart.resize(500, 300);
        SampleSeries series;
        Sample sample;
        for (const int count : std::as_const(gibibytes)) {
            sample.buildMemory = count * gibibyte;
            sample.peakMemory = sample.elapsed < 8000 ? Bytes(6 * gibibyte) : Bytes(7 * gibibyte);
            series.append({ sample });
            sample.elapsed += 1000;
        }
        chart.showSeries(series, 9000);
        chart.show();
        const QColor ring = ChartColours::of(chart.palette()).build;
        const auto standsOverTheTop = [&] {
            const QImage image = chart.findChild<ChartWidget*>()->grab().toImage();
            const int part = image.width() / 8;
            return topOf(ring, image, 4 * part, 6 * part) < topOf(ring, image, 6 * part, 8 * part);
        };
        QTRY_VERIFY(chart.findChild<ChartWidget*>()->width() > 300 && standsOverTheTop());
    }

    void notesAreNeverCut()
    {
        ChartWidget chart(ChartWidget::ValueAxis::Memory);
        chart.resize(160, 120);
        chart.show();
        const auto picture = [&chart](const QString& note, const QStringList& shorter) {
            chart.setEdgeNote(note, shorter);
            chart.replot();
            QCoreApplication::processEvents();
            return chart.grab().toImage();
        };
        const QString note = "Above: others, total 23.5 GB";
        QTRY_VERIFY(picture(note, { "9 GB" }) != picture(note, {}));
        QVERIFY(picture(note, { note, "9 GB" }) != picture(note, { note, "8 GB" }));
        QCOMPARE(picture(note, { note }), picture(QString(note).replace('A', 'B'), {})); // neither has room
    }

    void linesAndCoresHaveColoursOfTheirOwn_data()
    {
        QTest::addColumn<bool>("dark");
        QTest::newRow("light") << false;
        QTest::newRow("dark") << true;
    }
    void linesAndCoresHaveColoursOfTheirOwn()
    {
        QFETCH(bool, dark);
        CoresChart chart;
        QPalette palette(dark ? QColor(0x30, 0x30, 0x30) : QColor(0xef, 0xef, 0xef));
        palette.setColor(QPalette::Base, dark ? QColor(0x20, 0x20, 0x20) : Qt::white);
        palette.setColor(QPalette::Text, dark ? Qt::white : Qt::black);
        chart.setPalette(palette);
        chart.showSeries(machineWith(gibibyte, gibibyte, 24 * gibibyte), 9000);
        const auto entries = chart.findChild<ChartLegend*>()->entries();
        QCOMPARE(entries.size(), 3);
        for (int one = 0; one < 3; ++one) {
            for (int other = 0; other < one; ++other)
                QVERIFY2(entries[one].colour != entries[other].colour,
                    qPrintable(entries[one].name + u' ' + entries[other].name));
        }
        QVERIFY(entries[0].line != Qt::NoPen); // a line, the others are fields
        QVERIFY(entries[1].fill != entries[2].fill); // where all cores are busy their colours are alike
    }

    // Its value wraps where it has no room beside its name.
    void aNarrowLegendNamesEverySeries()
    {
        MemoryChart chart;
        const ChartLegend* legend = chart.findChild<ChartLegend*>();
        const auto isShown = [legend](const QColor& colour) {
            const QImage image = const_cast<ChartLegend*>(legend)->grab().toImage();
            for (int y = legend->fontMetrics().height(); y < image.height(); ++y) { // below its title
                for (int x = 0; x < image.width(); ++x) {
                    if (image.pixel(x, y) == colour.rgb())
                        return true;
                }
            }
            return false;
        };
        chart.resize(1000, 220);
        chart.show();
        chart.showSeries(machineWith(gibibyte, gibibyte, 24 * gibibyte), 9000);
        QTRY_VERIFY(legend->width() > 900);
        QVERIFY(legend->toolTip().isEmpty());
        const int height = legend->sizeHint().height();
        chart.resize(160, 400);
        QTRY_VERIFY(legend->width() <= 160 && legend->height() > height);
        QVERIFY2(legend->toolTip().isEmpty(), qPrintable(legend->toolTip()));
        QCOMPARE(legend->entries().size(), 4);
        for (const ChartLegend::Entry& entry : legend->entries())
            QVERIFY2(isShown(entry.colour), qPrintable(entry.name));
    }

    // Else the curves get lower while a build runs, and with them all that is below the charts moves.
    void whatALegendTellsLaterHasItsLines()
    {
        MemoryChart memory;
        CoresChart cores;
        const auto linesOf = [](TimedChart& chart, const SampleSeries& series) {
            chart.showSeries(series, 9000);
            return chart.findChild<ChartLegend*>()->lines();
        };
        for (TimedChart* chart : std::initializer_list<TimedChart*> { &memory, &cores }) {
            chart->resize(160, 400);
            chart->show();
            const auto* legend = chart->findChild<ChartLegend*>();
            QTRY_VERIFY(legend->width() <= 160);
            const int before = linesOf(*chart, SampleSeries());
            memory.setPeak(1180 * mebibyte);
            const int after = linesOf(*chart, machineWith(gibibyte, gibibyte, 24 * gibibyte, 4 * gibibyte));
            QCOMPARE(legend->entries().size(), chart == &memory ? 6 : 3);
            QCOMPARE(after, before);
        }
    }

    // Its name is longer than that of the limit, in whose place it stands.
    void whatIsHeldBackHasItsLines()
    {
        SampleSeries series;
        Sample sample;
        sample.buildMemory = gibibyte;
        sample.memoryTotal = 24 * gibibyte;
        sample.gate.emplace();
        sample.gate->heldBackCount = 2;
        for (sample.elapsed = 0; sample.elapsed < 10'000; sample.elapsed += 1000)
            series.append({ sample });
        for (int width = 160; width <= 400; width += 4) {
            MemoryChart chart;
            chart.resize(width, 400);
            chart.show();
            const auto* legend = chart.findChild<ChartLegend*>();
            QTRY_VERIFY(legend->width() <= width);
            const int before = legend->lines();
            chart.setPeak(1180 * mebibyte);
            chart.showSeries(series, 9000);
            QCOMPARE(legend->entries().size(), 6);
            const auto& entries = legend->entries();
            QVERIFY(std::any_of(entries.begin(), entries.end(),
                [](const ChartLegend::Entry& entry) { return entry.name == "held back"; }));
            QCOMPARE(legend->lines(), before);
        }
    }

    void linesAreNamedWithLines()
    {
        MemoryChart chart;
        chart.showSeries(machineWith(gibibyte, gibibyte, 24 * gibibyte), 9000);
        for (const ChartLegend::Entry& entry : chart.findChild<ChartLegend*>()->entries())
            QCOMPARE(entry.line, entry.name == "total" ? Qt::DashLine : Qt::NoPen);
    }

    // Its last minutes say little, and values of its last second are told as such.
    void anEndedBuildIsToldAsAWhole()
    {
        StepsChart chart;
        BuildProgress progress;
        progress.done = 20;
        progress.total = 100;
        chart.addSteps(1'000, progress);
        progress.done = 100;
        chart.addSteps(101'000, progress);
        SampleSeries series;
        for (const qint64 time : { 1'000, 101'000, 401'000 }) { // the wheel took long
            Sample sample;
            sample.time = time;
            sample.elapsed = time - 1'000;
            series.append({ sample });
        }
        const auto* legend = chart.findChild<ChartLegend*>();
        chart.showSeries(series, 400'000);
        QVERIFY(legend->moment().isEmpty());
        QCOMPARE(legend->note(), "48 a minute"); // as when the last step ended
        chart.setOver(true);
        chart.showSeries(series, 400'000);
        QCOMPARE(legend->note(), "48 a minute on average");
        QCOMPARE(legend->moment(), "at the end");
        chart.setMoment(100'000, series);
        QCOMPARE(legend->note(), "48 a minute");
        QVERIFY(legend->moment() != "at the end");
    }

    void oneSampleIsNoLine()
    {
        MemoryChart memory;
        CoresChart cores;
        for (TimedChart* chart : std::initializer_list<TimedChart*> { &memory, &cores }) {
            SampleSeries series;
            Sample sample;
            sample.buildMemory = gibibyte;
            sample.coreLoad = { 0.5 };
            series.append({ sample });
            chart->showSeries(series, 1000, "Too short");
            QCOMPARE(chart->accessibleDescription(), "Too short");
            const auto* legend = chart->findChild<ChartLegend*>();
            QCOMPARE(legend->entries().first().value, QStringLiteral("–")); // it says the same
            sample.elapsed = 1000;
            series.append({ sample });
            chart->showSeries(series, 1000, "Too short");
            QVERIFY(chart->accessibleDescription() != "Too short");
            QVERIFY(legend->entries().first().value != QStringLiteral("–"));
        }
    }

    void withoutValuesItSaysSo()
    {
        MemoryChart memory;
        CoresChart cores;
        StepsChart steps;
        SampleSeries withoutMemory;
        Sample sample;
        sample.elapsed = 1000;
        sample.diskFree = gibibyte;
        withoutMemory.append({ sample });
        for (TimedChart* chart : std::initializer_list<TimedChart*> { &memory, &cores, &steps }) {
            chart->setOver(true); // else the legend keeps the room of the values that will come
            chart->resize(400, 200);
            chart->show();
            for (const SampleSeries& series : { SampleSeries(), withoutMemory }) {
                chart->showSeries(series, 1000, "Nothing was recorded");
                QVERIFY2(isInsteadOfAxes(*chart, "Nothing was recorded"), qPrintable(chart->objectName()));
            }
        }
        memory.showSeries(machineWith(gibibyte, gibibyte, 24 * gibibyte), 9000, "Nothing was recorded");
        QVERIFY(!memory.findChild<QLabel*>("chartInstead")->isVisible());
        QVERIFY(memory.findChild<ChartWidget*>()->isVisible());
        QVERIFY(memory.accessibleDescription().startsWith("This build uses 1.0 GB."));
    }

    // What an old attempt did not measure is left out, and not told as unknown.
    void theSummaryHasWhatIsKnown()
    {
        MemoryChart chart;
        SampleSeries series;
        Sample sample;
        sample.elapsed = 1000;
        sample.memoryTotal = 8 * gibibyte;
        series.append({ sample });
        chart.showSeries(series, 1000);
        QCOMPARE(chart.accessibleDescription(), "The machine has 8.0 GB in all.");
    }

private:
    static bool isInsteadOfAxes(const TimedChart& chart, const QString& words)
    {
        const auto* label = chart.findChild<QLabel*>("chartInstead");
        const auto drawn = chart.findChildren<ChartWidget*>();
        return label->isVisible() && label->text() == words && chart.accessibleDescription() == words
            && chart.findChild<ChartLegend*>()->entries().isEmpty()
            && std::none_of(
                drawn.begin(), drawn.end(), [](const ChartWidget* one) { return one->isVisible(); });
    }

    std::unique_ptr<QTemporaryDir> m_home;
};

QTEST_MAIN(ChartsTest)
#include "ChartsTest.moc"
