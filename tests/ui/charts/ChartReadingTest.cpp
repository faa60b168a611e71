// SPDX-License-Identifier: GPL-3.0-or-later
// Legends: their room, and how a moment is pointed at and told in them.
#include "tests/support/Rows.h"
#include "tests/ui/support/UiTest.h"
#include "ui/charts/ChartColours.h"
#include "ui/charts/ChartLegend.h"
#include "ui/charts/ChartWidget.h"
#include "ui/charts/CoresChart.h"
#include "ui/charts/MemoryChart.h"
#include "ui/charts/StepsChart.h"
#include "ui/charts/TimedCharts.h"
#include "ui/widgets/Theme.h"

#include <QApplication>
#include <QHelpEvent>
#include <QImage>
#include <QLabel>
#include <QMouseEvent>
#include <QSignalSpy>
#include <QToolTip>

#include <algorithm>

using namespace torchmason;

namespace {

SampleSeries tenSeconds(const QVector<double>& coreLoad = {})
{
    SampleSeries series;
    for (int second = 0; second < 10; ++second) {
        Sample sample;
        sample.elapsed = second * 1000;
        sample.memoryTotal = 24 * gibibyte;
        sample.buildMemory = gibibyte;
        sample.memoryAvailable = 20 * gibibyte;
        sample.coreLoad = coreLoad;
        series.append({ sample });
    }
    return series;
}

void showIn(TimedChart& chart, const SampleSeries& series)
{
    chart.setOver(true);
    chart.resize(400, 200);
    chart.move(20, 20);
    chart.show();
    chart.showSeries(series, 9000);
    QCoreApplication::processEvents();
    chart.grab(); // it has its size
}

bool shows(const QImage& image, const QColor& colour)
{
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            if (image.pixel(x, y) == colour.rgb())
                return true;
        }
    }
    return false;
}

QWidget* plotOf(const QWidget& chart)
{
    const auto parts = chart.findChildren<QWidget*>();
    return *std::find_if(
        parts.begin(), parts.end(), [](const QWidget* part) { return part->inherits("QCustomPlot"); });
}

}

class ChartReadingTest : public QObject {
    Q_OBJECT

private slots:
    void init() { m_home = freshHome(); }

    // In other languages words are longer.
    void aLegendNamesAllHoweverLongTheyAre()
    {
        ChartLegend legend(QStringLiteral("Memory"));
        QVector<ChartLegend::Entry> entries;
        const QVector<QColor> colours { Qt::red, Qt::green, Qt::blue, Qt::magenta };
        for (const QColor& colour : colours)
            entries.append({ QString(20, u'x'), QStringLiteral("9.9 GB"), colour });
        const int name = QFontMetrics(tabularFont(legend.font())).horizontalAdvance(entries.first().name);
        legend.resize(name + 100, 200); // one in a line
        legend.setEntries(entries);
        legend.resize(legend.width(), legend.sizeHint().height());
        const QImage image = legend.grab().toImage();
        for (const QColor& colour : colours)
            QVERIFY2(shows(image, colour), qPrintable(colour.name()));
    }

    // What has no room is in the tip. A name without its value looks as if nothing was known.
    void noEntryIsWithoutItsValue()
    {
        ChartLegend legend(QStringLiteral("Memory"));
        legend.setWidestValue(QStringLiteral("99.9 GB"));
        const int first = QFontMetrics(tabularFont(legend.font()))
                              .horizontalAdvance(QStringLiteral("this build") + QStringLiteral("99.9 GB"));
        legend.resize(first + 50, 200); // the first one in a line
        legend.fitBeside(0, legend.leastHeight() + legend.fontMetrics().height()); // two of them
        const QVector<QColor> colours { Qt::red, Qt::green, Qt::blue, Qt::magenta };
        const auto pictureWith = [&legend, &colours](int changed) {
            const QStringList names { "this build", "a", "b", "c" };
            QVector<ChartLegend::Entry> entries;
            for (int i = 0; i < names.size(); ++i)
                entries.append({ names[i], i == changed ? "7.9 GB" : "1.9 GB", colours[i] });
            legend.setEntries(entries);
            legend.resize(legend.width(), legend.sizeHint().height());
            return legend.grab().toImage();
        };
        const QImage picture = pictureWith(-1);
        QCOMPARE(legend.lines(), 2);
        QVERIFY(shows(picture, colours[1]) && !shows(picture, colours[3]));
        for (int i = 0; i < colours.size(); ++i)
            QVERIFY2(
                (picture != pictureWith(i)) == shows(picture, colours[i]), qPrintable(colours[i].name()));
        QVERIFY2(legend.toolTip().contains("b 1.9 GB"), qPrintable(legend.toolTip()));
    }

    // "17.9 ..." may be of anything.
    void aValueIsWholeInALegendOfOneLine()
    {
        ChartLegend legend(QStringLiteral("Memory"));
        legend.setWidestValue(QStringLiteral("99.9 GB"));
        const QString name = QStringLiteral("this build");
        legend.resize(QFontMetrics(tabularFont(legend.font())).horizontalAdvance(name + "17.9 GB") + 20, 60);
        legend.fitBeside(1000, 0);
        const auto pictureOf = [&legend](const QString& said, const QString& value) {
            legend.setEntries({ { said, value, Qt::red } });
            return legend.grab().toImage();
        };
        const QImage picture = pictureOf(name, "17.9 GB");
        QCOMPARE(legend.lines(), 1);
        QCOMPARE(legend.toolTip(), "this build 17.9 GB");
        QVERIFY(picture != pictureOf(name, "17.9 GX"));
        QVERIFY(picture == pictureOf("that build", "17.9 GB")); // the name gave way
    }

    // What the legend has no line for is in its tip; how low a chart may be does not depend on how high it
    // is.
    void aLowChartHasOneLineOfLegend()
    {
        MemoryChart chart;
        const int line = chart.fontMetrics().height();
        chart.resize(230, 40 * line);
        chart.show();
        chart.showSeries(tenSeconds(), 9000);
        const auto* legend = chart.findChild<ChartLegend*>();
        const auto* curves = chart.findChild<ChartWidget*>();
        QTRY_COMPARE_GE(legend->lines(), 4);
        const int least = chart.minimumSizeHint().height();
        chart.resize(230, 12 * line);
        QTRY_COMPARE_LE(legend->height(), legend->leastHeight());
        QTRY_COMPARE_GE(curves->height(), 8 * line);
        QVERIFY2(legend->toolTip().contains("others"), qPrintable(legend->toolTip()));
        QCOMPARE(chart.minimumSizeHint().height(), least);
        QCOMPARE_LT(least, 10 * line);
    }

    // Charts stand side by side, and their legends have one line or many.
    void whatStandsInsteadIsAtOneHeight()
    {
        MemoryChart memory;
        StepsChart steps;
        QVector<int> tops;
        for (TimedChart* chart : std::initializer_list<TimedChart*> { &memory, &steps }) {
            chart->resize(300, 600);
            chart->show();
            chart->showSeries(SampleSeries(), 1000, "Nothing yet");
            const auto* words = findIn<QLabel>(*chart, "chartInstead");
            const auto* legend = chart->findChild<ChartLegend*>();
            QTRY_COMPARE(words->y() - legend->geometry().bottom(), 1);
            QTRY_COMPARE(legend->height(), legend->leastHeight());
            tops << words->y();
        }
        QCOMPARE(tops.first(), tops.last());
    }

    // With large letters in a small window: the moment and the first value have lines of their own.
    void aNarrowLegendCutsNothingOfWhatIsNow()
    {
        ChartLegend legend(QStringLiteral("Memory"));
        legend.setWidestValue(QStringLiteral("99.9 GB"));
        legend.setWidestMoment(QStringLiteral("at 10:00:00"));
        const QFontMetrics letters(tabularFont(legend.font()));
        legend.resize(letters.horizontalAdvance(QStringLiteral("this build")) + 80, 300);
        const auto pictureOf = [&legend](const QString& value, const QString& moment, int height,
                                   const QString& others = QStringLiteral("1.9 GB")) {
            legend.setEntries({ { QStringLiteral("this build"), value, Qt::red },
                { QStringLiteral("others"), others, Qt::green } });
            legend.setMoment(moment);
            legend.resize(legend.width(), height);
            return legend.grab().toImage();
        };
        (void)pictureOf("17.9 GB", "at the end", 300);
        const int height = legend.sizeHint().height();
        QVERIFY(height >= 5 * letters.height()); // title, moment, name, value, another name
        const QImage picture = pictureOf("17.9 GB", "at the end", height);
        QVERIFY(picture != pictureOf("17.9 GX", "at the end", height));
        QVERIFY(picture != pictureOf("17.9 GB", "at the enX", height));
        QVERIFY(picture != pictureOf("17.9 GB", "at the end", height, "1.9 GX"));
        QVERIFY2(legend.toolTip().isEmpty(), qPrintable(legend.toolTip()));
        legend.resize(1000, height);
        (void)legend.grab();
        QVERIFY2(legend.toolTip().isEmpty(), qPrintable(legend.toolTip()));
        QVERIFY(legend.sizeHint().height() < height);
    }

    void aSwatchHasAnEdgeOnAllSides()
    {
        ChartLegend legend { QString() };
        legend.setEntries({ { "one", "1", Qt::red } });
        legend.resize(200, legend.sizeHint().height());
        constexpr int scale = 2;
        QImage image(scale * legend.size(), QImage::Format_RGB32);
        image.setDevicePixelRatio(scale);
        legend.render(&image);
        const auto isEdge = [&image, edge = edgeColour(legend.palette())](
                                int x, int y) { return image.pixelColor(x, y) == edge; };
        const int middle = image.height() / 2;
        const int left = scale * spacing::group;
        int right = left + scale * 4; // inside
        QCOMPARE(image.pixelColor(right, middle), QColor(Qt::red));
        while (image.pixelColor(right, middle) == Qt::red)
            ++right;
        QVERIFY(isEdge(left, middle) && isEdge(left + 1, middle));
        QVERIFY(isEdge(right, middle) && isEdge(right + 1, middle));
        QVERIFY(image.pixelColor(left - 1, middle) != Qt::red);
        QVERIFY(image.pixelColor(right + 2, middle) != Qt::red);
    }

    void aLongValueIsCutBeforeTheTitle()
    {
        ChartLegend legend { QString() };
        const QString title = "Peak memory";
        legend.setMoment(title);
        legend.setEntries({ { "attempt 13:", "17.3 GB (partly built before)", Qt::red } });
        const int letters = QFontMetrics(tabularFont(legend.font())).horizontalAdvance(title);
        for (int width = 4 * letters; width < 8 * letters; width += 3) {
            legend.resize(width, legend.sizeHint().height());
            const QImage image = legend.grab().toImage();
            const int middle = image.height() / 2;
            QCOMPARE(image.pixelColor(spacing::group + 4, middle), QColor(Qt::red));
            const int end = width - spacing::group - letters - 1;
            for (int x = end - spacing::small; x < end; ++x) {
                for (int y = 0; y < image.height(); ++y)
                    QCOMPARE(image.pixel(x, y), image.pixel(0, 0));
            }
        }
    }

    // It is there before they are set, so that nothing jumps.
    void entriesWithoutATitleHaveAFurtherLineWhereTheyNeedIt()
    {
        const ChartLegend::Entry whole { "attempt 13:", "1 h 9 min", Qt::red };
        const ChartLegend::Entry part { "compiling", "1 h 7 min", Qt::blue, Qt::DashLine };
        ChartLegend legend { QString() };
        legend.setMoment("Whole time");
        legend.setPossible({ { whole, part } });
        legend.setEntries({ whole });
        legend.show();
        const int letters = QFontMetrics(tabularFont(legend.font()))
                                .horizontalAdvance(whole.name + whole.value + legend.moment());
        legend.resize(3 * letters, 100);
        const int line = legend.sizeHint().height();
        legend.resize(letters + 90, 100);
        const int height = legend.sizeHint().height();
        QCOMPARE(height, line + legend.fontMetrics().height());
        legend.setEntries({ whole, part });
        QCOMPARE(legend.sizeHint().height(), height);
        QCOMPARE(legend.toolTip(), QString()); // nothing is cut
        legend.resize(legend.width(), height);
        const QImage image = legend.grab().toImage();
        bool isBelow = false;
        for (int y = height / 2; y < height; ++y) {
            for (int x = 0; x < image.width(); ++x)
                isBelow = isBelow || image.pixelColor(x, y) == QColor(Qt::blue);
        }
        QVERIFY(isBelow);
    }

    void aMomentDoesNotLieOverTheTitle()
    {
        const QString title = "Memory";
        ChartLegend legend(title);
        const int end = spacing::group + QFontMetrics(boldFont(legend.font())).horizontalAdvance(title);
        legend.resize(end + 3 * spacing::group, legend.sizeHint().height());
        const QImage without = legend.grab().toImage();
        legend.setMoment("at the end of all of it");
        const QImage with = legend.grab().toImage();
        QVERIFY(with != without);
        QCOMPARE(with.copy(0, 0, end, with.height()), without.copy(0, 0, end, with.height()));
    }

    void leftOfTheAxisIsNoMoment()
    {
        MemoryChart chart;
        showIn(chart, tenSeconds());
        QWidget* plot = plotOf(chart);
        const QSignalSpy hovered(&chart, &TimedChart::hovered);
        const QSignalSpy picked(&chart, &TimedChart::picked);
        const QSignalSpy unpinned(&chart, &TimedChart::unpinned);
        chart.setPinned(true);
        const int y = plot->height() / 2;
        const QPoint beside(10, y);
        QTest::mouseClick(plot, Qt::LeftButton, {}, beside);
        QCOMPARE(hovered.size(), 0);
        QCOMPARE(picked.size(), 0);
        QCOMPARE(unpinned.size(), 1); // as beside the curves anywhere
        const auto drag = [&] {
            QMouseEvent move(QEvent::MouseMove, QPointF(beside), plot->mapToGlobal(QPointF(beside)),
                Qt::NoButton, Qt::LeftButton, Qt::NoModifier);
            QApplication::sendEvent(plot, &move);
        };
        drag(); // the hand was not still
        QCOMPARE(picked.size(), 0);
        // From the curves one may go beyond their end.
        QTest::mousePress(plot, Qt::LeftButton, {}, { plot->width() / 2, y });
        QCOMPARE(picked.size(), 1);
        QVERIFY(picked.last().first().toLongLong() > 1000);
        drag();
        QCOMPARE(picked.size(), 2);
        QCOMPARE(picked.last().first().toLongLong(), 0);
        QTest::mouseRelease(plot, Qt::LeftButton, {}, beside);
        QCOMPARE(unpinned.size(), 1);
    }

    void theToolTipIsBelowTheChart()
    {
        MemoryChart chart;
        showIn(chart, tenSeconds());
        QWidget* plot = plotOf(chart);
        const QPoint place = plot->rect().center();
        QHelpEvent help(QEvent::ToolTip, place, plot->mapToGlobal(place));
        QApplication::sendEvent(plot, &help);
        QCOMPARE(QToolTip::text(), chart.toolTip());
        const auto all = QApplication::topLevelWidgets();
        const auto tip = std::find_if(
            all.begin(), all.end(), [](const QWidget* one) { return one->inherits("QTipLabel"); });
        QVERIFY(tip != all.end());
        QCOMPARE_GE((*tip)->geometry().top(), chart.mapToGlobal(chart.rect().bottomLeft()).y());
        QToolTip::hideText();
    }

    // The end of its words is cut.
    void theTimeIsWholeWhereThereIsLittleRoom()
    {
        MemoryChart chart;
        const SampleSeries series = tenSeconds();
        showIn(chart, series);
        chart.setPinned(true);
        chart.setMoment(5000, series);
        const QString moment = chart.findChild<ChartLegend*>()->moment();
        QVERIFY2(moment.startsWith("0:00:05, pinned"), qPrintable(moment));
        const QString title = "Memory";
        ChartLegend legend(title);
        const QFontMetrics letters(boldFont(legend.font()));
        legend.resize(letters.horizontalAdvance(title + "0:00:05, pinned") + 3 * spacing::group,
            legend.sizeHint().height());
        const auto pictureOf = [&legend](const QString& words) {
            legend.setMoment(words);
            return legend.grab().toImage();
        };
        const QImage cut = pictureOf(moment);
        QVERIFY(cut == pictureOf(moment + " there"));
        QVERIFY(cut != pictureOf("0:00:06" + moment.mid(7)));
    }

    // Cursor, words, values and log are of one moment, and seconds do not round to another tick.
    void whatIsPointedAtIsTheMomentOfASample_data()
    {
        QTest::addColumn<qint64>("pointed");
        QTest::addColumn<qint64>("moment");
        QTest::addColumn<QString>("words");
        newRow("shortly before", qint64(2'600), qint64(3'000), QStringLiteral("at 0:00:03"));
        newRow("shortly behind", qint64(2'400), qint64(2'000), QStringLiteral("at 0:00:02"));
        newRow("without one near", qint64(12'540), qint64(12'540), QStringLiteral("at 0:00:12.5"));
    }
    void whatIsPointedAtIsTheMomentOfASample()
    {
        QFETCH(qint64, pointed);
        QFETCH(qint64, moment);
        QFETCH(QString, words);
        MemoryChart chart;
        const SampleSeries series = tenSeconds();
        TimedCharts charts(series);
        charts.add(&chart);
        charts.show(13'000, true, {});
        emit chart.hovered(pointed);
        QCOMPARE(chart.findChild<ChartLegend*>()->moment(), words);
        const QSignalSpy picked(&charts, &TimedCharts::picked);
        emit chart.picked(pointed);
        QCOMPARE(picked.last().first().toLongLong(), moment);
    }

    // A pale swatch beside rows that are all busy would be of something that is not there.
    void swatchesOfCoresAreAsTheirRows()
    {
        CoresChart chart;
        const ChartColours colours = ChartColours::of(chart.palette());
        const auto swatches = [&](const QVector<double>& load) {
            chart.showSeries(tenSeconds(load), 9000);
            const auto entries = chart.findChild<ChartLegend*>()->entries();
            return QVector<QColor> { entries.value(1).colour, entries.value(2).colour };
        };
        QCOMPARE(swatches({ 1, 1 }), (QVector<QColor> { colours.busy, colours.busy }));
        QCOMPARE(swatches({ 0, 1 }), (QVector<QColor> { colours.idle, colours.busy }));
        const QColor half = swatches({ 0.5, 1 }).first();
        QVERIFY(half != colours.idle && half != colours.busy);
    }

    // In one line, and before the words behind a time.
    void aNoteIsShorterWhereThereIsLittleRoom()
    {
        const QString title = "Steps";
        const QString note = "48 a minute on average";
        const QString shorter = "48/min";
        const QString usual = "at 10:00:00";
        ChartLegend legend(title);
        legend.setWidestMoment(usual);
        const QFontMetrics letters(tabularFont(legend.font()));
        const int least = QFontMetrics(boldFont(legend.font())).horizontalAdvance(title)
            + letters.horizontalAdvance(shorter) + letters.horizontalAdvance(usual) + 3 * spacing::group
            + spacing::inner;
        legend.resize(1000, 60);
        legend.setNote({ note, shorter });
        legend.setMoment("at 0:12:34");
        (void)legend.grab(); // it is laid out
        const int height = legend.sizeHint().height();
        QCOMPARE(legend.shownNote(), note);
        QVERIFY2(legend.toolTip().isEmpty(), qPrintable(legend.toolTip()));
        legend.resize(least, 60);
        (void)legend.grab();
        QCOMPARE(legend.shownNote(), shorter);
        QCOMPARE(legend.toolTip(), note);
        QCOMPARE(legend.sizeHint().height(), height);
        const QString pinned = "0:12:34, pinned, and what else can be told";
        legend.setMoment(pinned);
        QCOMPARE(legend.shownNote(), shorter);
        QVERIFY2(legend.toolTip().contains(pinned), qPrintable(legend.toolTip()));
        legend.resize(least - spacing::group, 60);
        (void)legend.grab();
        QCOMPARE(legend.shownNote(), QString());
        QVERIFY2(legend.toolTip().contains(note), qPrintable(legend.toolTip()));
    }

    // A scale beside the title, or words where it has no room.
    void coresSayWhatTheirColoursMean()
    {
        CoresChart chart;
        chart.resize(600, 220);
        chart.show();
        chart.showSeries(tenSeconds({ 0, 0 }), 9000);
        auto* legend = chart.findChild<ChartLegend*>();
        const QColor busy = ChartColours::of(chart.palette()).busy;
        const auto hasScale = [&] {
            const int title = spacing::inner + legend->fontMetrics().height();
            const QImage image = legend->grab(QRect(0, 0, legend->width(), title)).toImage();
            for (int pixel = 0; pixel < image.width() * image.height(); ++pixel) {
                const QColor is = image.pixelColor(pixel % image.width(), pixel / image.width());
                if (std::abs(is.red() - busy.red()) + std::abs(is.blue() - busy.blue()) < 30)
                    return true;
            }
            return false;
        };
        QTRY_COMPARE_GT(legend->width(), 500);
        QTRY_VERIFY(hasScale());
        QVERIFY2(legend->toolTip().isEmpty(), qPrintable(legend->toolTip()));
        constexpr int scale = 3 * 10 + spacing::small;
        const int shorter = QFontMetrics(boldFont(legend->font())).horizontalAdvance("Cores")
            + legend->fontMetrics().horizontalAdvance("busy") + scale + 3 * spacing::group + spacing::inner;
        chart.resize(shorter + 8, 400);
        QTRY_COMPARE_LE(legend->width(), shorter + 8);
        QTRY_VERIFY(hasScale());
        QCOMPARE(legend->shownNote(), "busy");
        chart.resize(shorter - 8, 400);
        QTRY_COMPARE_LE(legend->width(), shorter - 8);
        QTRY_VERIFY(!hasScale());
        QVERIFY2(legend->toolTip().contains("0 to 100 % busy"), qPrintable(legend->toolTip()));
        QVERIFY2(chart.toolTip().simplified().contains("blue is busy"), qPrintable(chart.toolTip()));
    }

private:
    std::unique_ptr<QTemporaryDir> m_home;
};

QTEST_MAIN(ChartReadingTest)
#include "ChartReadingTest.moc"
