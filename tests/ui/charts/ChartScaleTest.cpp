// SPDX-License-Identifier: GPL-3.0-or-later
// Lines behind charts on a screen whose scale is no whole number.
#include "ui/charts/ChartWidget.h"
#include "ui/charts/TimelineBars.h"

#include <QApplication>
#include <QImage>
#include <QTest>
#include <QTransform>

using namespace torchmason;

namespace {

// Of all that go from top to bottom, in pixels of the screen.
QVector<int> widthsOfLines(const QImage& image)
{
    QVector<int> widths;
    bool wasLine = false;
    for (int x = 0; x < image.width(); ++x) {
        int unlike = 0;
        for (int y = 0; y < image.height(); ++y)
            unlike += image.pixel(x, y) != image.pixel(0, 0);
        const bool isLine = unlike > image.height() / 2;
        if (isLine && !wasLine)
            widths.append(0);
        if (isLine)
            ++widths.last();
        wasLine = isLine;
    }
    return widths;
}

QImage pictureOf(QWidget& chart)
{
    chart.resize(400, 200);
    chart.show();
    chart.grab(); // it has its size, and is drawn when there is time
    QCoreApplication::processEvents();
    return chart.grab().toImage().convertToFormat(QImage::Format_RGB32);
}

}

class ChartScaleTest : public QObject {
    Q_OBJECT

private slots:
    void linesBehindCurvesAreAllAsWide()
    {
        ChartWidget chart(ChartWidget::ValueAxis::Percent);
        chart.setKeyRange(10, 190);
        chart.setValueRange(-20, 120);
        chart.replot();
        const QImage image = pictureOf(chart);
        QCOMPARE(image.width(), 600); // of 400 at 150 %
        for (const QImage& turned : { image, image.transformed(QTransform().rotate(90)) }) {
            const QVector<int> widths = widthsOfLines(turned);
            QCOMPARE_GE(widths.size(), 3);
            QCOMPARE(widths, QVector<int>(widths.size(), 1));
        }
    }

    void linesBehindStepsAreAllAsWide()
    {
        TimelineBars bars;
        bars.setBackgroundRole(QPalette::Base); // as in its chart
        bars.setRange({ 0, 190'000 });
        const QVector<int> widths = widthsOfLines(pictureOf(bars));
        QCOMPARE_GE(widths.size(), 3);
        QCOMPARE(widths, QVector<int>(widths.size(), 1));
    }
};

int main(int argc, char** argv)
{
    qputenv("QT_SCALE_FACTOR", "1.5");
    const QApplication application(argc, argv);
    ChartScaleTest test;
    return QTest::qExec(&test, argc, argv);
}

#include "ChartScaleTest.moc"
