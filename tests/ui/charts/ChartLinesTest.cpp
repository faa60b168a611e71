// SPDX-License-Identifier: GPL-3.0-or-later
// Lines that divide a chart: times through all charts above one axis, and the rows of a heat strip.
#include "tests/ui/support/Contrast.h"
#include "tests/ui/support/HighContrast.h"
#include "tests/ui/support/UiTest.h"
#include "ui/charts/ChartWidget.h"
#include "ui/charts/MemoryChart.h"

#include <QCoreApplication>
#include <QImage>
#include <QVector>

#include <numeric>

using namespace torchmason;

namespace {

constexpr double seconds = 100;
const QColor hot = Qt::blue;

void fill(ChartWidget& chart, int rows)
{
    ChartHeat heat;
    heat.rows = rows;
    heat.columns = 2;
    heat.lastKey = seconds;
    heat.values.fill(1, qsizetype(rows) * heat.columns);
    heat.cold = Qt::white;
    heat.hot = hot;
    chart.setHeat(heat);
}

QImage pictureOf(ChartWidget& chart)
{
    chart.resize(400, 200);
    chart.setKeyRange(0, seconds);
    chart.grab(); // it has its size
    chart.replot();
    QCoreApplication::processEvents();
    return chart.grab().toImage().convertToFormat(QImage::Format_RGB32);
}

// Right of the axis; columns that are unlike their neighbours nearly from top to bottom.
QVector<int> uprightLines(const QImage& image)
{
    constexpr int axisEnds = 80;
    QVector<int> lines;
    for (int x = axisEnds; x + 1 < image.width(); ++x) {
        int unlike = 0;
        for (int y = 0; y < image.height(); ++y)
            unlike
                += image.pixel(x, y) != image.pixel(x - 1, y) && image.pixel(x, y) != image.pixel(x + 1, y);
        if (unlike > image.height() / 2)
            lines.append(x);
    }
    return lines;
}

// Lengths of the parts of a column that have the colour of the strip.
QVector<int> hotParts(const QImage& image, int x)
{
    QVector<int> parts;
    for (int y = 1; y < image.height(); ++y) {
        const bool isHot = image.pixelColor(x, y) == hot;
        if (isHot && image.pixelColor(x, y - 1) != hot)
            parts.append(0);
        if (isHot)
            ++parts.last();
    }
    return parts;
}

}

class ChartLinesTest : public QObject {
    Q_OBJECT

private slots:
    // Else the labels of the axes take all of them.
    void chartsAreAsWideAsTheirLettersNeed()
    {
        MemoryChart chart;
        const int usual = chart.minimumSizeHint().width();
        QFont large = chart.font();
        large.setPointSizeF(1.5 * large.pointSizeF());
        chart.setFont(large);
        QCOMPARE_GT(chart.minimumSizeHint().width(), usual);
    }

    void timesStandInAllChartsAboveTheirAxis()
    {
        ChartWidget above(ChartWidget::ValueAxis::Percent);
        above.setTimeAxisVisible(false);
        above.setValueRange(0, 100);
        ChartWidget below(ChartWidget::ValueAxis::Cores);
        fill(below, 2);
        const QVector<int> lines = uprightLines(pictureOf(below));
        QVERIFY(lines.size() >= 3);
        QCOMPARE(uprightLines(pictureOf(above)), lines);
    }

    // Edges are stronger there: lines behind curves must not be read as curves.
    void linesAreFaintInHighContrast_data()
    {
        QTest::addColumn<QPalette>("palette");
        QTest::newRow("dark") << highContrastPalette();
        QTest::newRow("light") << lightHighContrastPalette();
    }
    void linesAreFaintInHighContrast()
    {
        QFETCH(QPalette, palette);
        ChartWidget chart(ChartWidget::ValueAxis::Percent);
        chart.setPalette(palette);
        chart.setValueRange(0, 100);
        const QImage image = pictureOf(chart);
        const QRect besideTheAxis(80, 0, 1, image.height() / 2); // and before the first time
        const double line = strongest(image, besideTheAxis, palette.color(QPalette::Base));
        QVERIFY2(line >= 1.4 && line <= 2.1, qPrintable(QString::number(line)));
    }

    void placesHaveNoLines()
    {
        ChartWidget chart(ChartWidget::ValueAxis::Percent);
        chart.setKeyLabels({ "1", "2", "3" });
        QCOMPARE(uprightLines(pictureOf(chart)), QVector<int>());
    }

    void coresStandAPixelApart()
    {
        constexpr int besideTheAxis = 80; // and before the first time
        ChartWidget chart(ChartWidget::ValueAxis::Cores);
        fill(chart, 4);
        const QVector<int> parts = hotParts(pictureOf(chart), besideTheAxis);
        QCOMPARE(parts.size(), 4);
        fill(chart, 1);
        const QVector<int> one = hotParts(pictureOf(chart), besideTheAxis);
        QCOMPARE(one.size(), 1);
        QVERIFY(one[0] > std::accumulate(parts.begin(), parts.end(), 0));
        fill(chart, 150); // too many for that
        const QVector<int> whole = hotParts(pictureOf(chart), besideTheAxis);
        QCOMPARE(whole.size(), 1);
        const int gaps = whole[0] - std::accumulate(parts.begin(), parts.end(), 0);
        QVERIFY2(gaps >= 2 && gaps <= 4, qPrintable(QString::number(gaps))); // an edge may be rounded
    }

    void bothEndsOfTheLowestAxisAreNamed_data()
    {
        QTest::addColumn<bool>("hasTimes");
        QTest::newRow("times below it") << true;
        QTest::newRow("no times") << false;
    }
    void bothEndsOfTheLowestAxisAreNamed()
    {
        QFETCH(bool, hasTimes);
        ChartWidget chart(ChartWidget::ValueAxis::Percent);
        chart.setTimeAxisVisible(hasTimes);
        chart.setValueRange(0, 108);
        chart.setKeyRange(0, seconds);
        chart.resize(400, chart.minimumSizeHint().height());
        chart.grab(); // it has its size
        chart.replot();
        QCoreApplication::processEvents();
        const QImage image = chart.grab().toImage();
        int labels = 0;
        bool wasInk = false;
        for (int y = 0; y < image.height(); ++y) {
            bool isInk = false;
            for (int x = 10; x < 48; ++x) // beside the axis, and the first time below it
                isInk = isInk || image.pixel(x, y) != image.pixel(0, 0);
            labels += isInk && !wasInk;
            wasInk = isInk;
        }
        QCOMPARE(labels, hasTimes ? 3 : 2);
    }

    void theFirstAndTheLastCoreAreNamed()
    {
        constexpr int cores = 13; // no even steps lead to it
        ChartWidget chart(ChartWidget::ValueAxis::Cores);
        fill(chart, cores);
        const QImage image = pictureOf(chart);
        const auto isHot = [&image](int y) { return image.pixelColor(80, y) == hot; };
        int top = 0;
        while (!isHot(top))
            ++top;
        int bottom = image.height() - 1;
        while (!isHot(bottom))
            --bottom;
        const int row = (bottom - top) / cores;
        const auto hasInk = [&image](int from, int to) {
            for (int y = from; y < to; ++y) {
                for (int x = 40; x < 60; ++x) {
                    if (image.pixel(x, y) != image.pixel(0, 0))
                        return true;
                }
            }
            return false;
        };
        QVERIFY(hasInk(top, top + row));
        QVERIFY(hasInk(bottom - row, bottom));
        QVERIFY(!hasInk(bottom - 3 * row, bottom - 2 * row)); // it stands alone
    }
};

QTEST_MAIN(ChartLinesTest)
#include "ChartLinesTest.moc"
