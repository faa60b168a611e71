// SPDX-License-Identifier: GPL-3.0-or-later
// Labels beside and below charts.
#include "tests/ui/support/UiTest.h"
#include "ui/charts/ChartWidget.h"
#include "ui/widgets/Theme.h"

#include <cstdlib>

using namespace torchmason;

namespace {

// Pixels between two labels of the time axis; those between letters of one do not count.
int leastGapBelow(ChartWidget& chart)
{
    constexpr int axisBegins = 70;
    constexpr int betweenLetters = 4;
    const QImage image = chart.grab().toImage();
    const QRgb paper = image.pixel(image.width() - 1, image.height() - 1);
    const auto isEmpty = [&](int x) {
        for (int y = image.height() - 10; y < image.height(); ++y) {
            if (image.pixel(x, y) != paper)
                return false;
        }
        return true;
    };
    const int widest = QFontMetrics(chart.font()).horizontalAdvance(QStringLiteral("00:00:00"));
    int least = image.width();
    int gap = 0;
    int begin = axisBegins;
    for (int x = axisBegins; x < image.width(); ++x) {
        if (isEmpty(x)) {
            ++gap;
            continue;
        }
        if (gap > betweenLetters) {
            least = std::min(least, gap);
            begin = x;
        }
        if (x - begin > widest + 2 * betweenLetters)
            return 0; // two labels in one
        gap = 0;
    }
    return least;
}

// Labels of times; those of values are above them.
int timesBelow(ChartWidget& chart)
{
    constexpr int betweenLetters = 4;
    const QImage image = chart.grab().toImage();
    const QRgb paper = image.pixel(image.width() - 1, image.height() - 1);
    int labels = 0;
    int gap = betweenLetters + 1;
    for (int x = 0; x < image.width(); ++x) {
        bool isInk = false;
        for (int y = image.height() - 16; y < image.height(); ++y)
            isInk = isInk || image.pixel(x, y) != paper;
        labels += isInk && gap > betweenLetters;
        gap = isInk ? 0 : gap + 1;
    }
    return labels;
}

// Where labels begin, from above to below. Of an axis of memory: "0" does not reach so far to the left.
QVector<int> labelsAtTheLeft(ChartWidget& chart, int labelsBegin = 35)
{
    const QImage image = chart.grab().toImage();
    const QRgb paper = image.pixel(image.width() - 1, image.height() - 1);
    QVector<int> labels;
    bool wasInk = false;
    for (int y = 0; y < image.height(); ++y) {
        bool isInk = false;
        for (int x = 0; x < labelsBegin; ++x)
            isInk = isInk || image.pixel(x, y) != paper;
        if (isInk && !wasInk)
            labels.append(y);
        wasInk = isInk;
    }
    return labels;
}

}

class ChartAxesTest : public QObject {
    Q_OBJECT

private slots:
    void init() { m_home = freshHome(); }

    // However long the build is, and however narrow the chart.
    void timesBelowTheAxisDoNotCrowd_data()
    {
        QTest::addColumn<int>("minutes");
        for (const int minutes : { 4, 75, 115, 210, 1500 })
            QTest::addRow("%d minutes", minutes) << minutes;
    }
    void timesBelowTheAxisDoNotCrowd()
    {
        QFETCH(int, minutes);
        ChartWidget chart(ChartWidget::ValueAxis::Percent);
        chart.setKeyRange(0, minutes * 60);
        for (int width = 280; width < 700; width += 20) {
            chart.resize(width, 120);
            QCOMPARE_GT(leastGapBelow(chart), 12);
        }
    }

    // As large letters make it; of one time nothing can be read.
    void aNarrowAxisHasTwoTimes_data()
    {
        QTest::addColumn<int>("from"); // minutes, as the next
        QTest::addColumn<int>("to");
        QTest::addColumn<int>("room"); // tenths of a label
        QTest::newRow("the next hour is cut") << 0 << 62 << 19;
        QTest::newRow("two hours are not reached") << 0 << 115 << 19;
        QTest::newRow("a part") << 56 << 61 << 19;
        QTest::newRow("round ones are too near") << 1 << 27 << 17;
    }
    void aNarrowAxisHasTwoTimes()
    {
        QFETCH(int, from);
        QFETCH(int, to);
        QFETCH(int, room);
        ChartWidget chart(ChartWidget::ValueAxis::Percent);
        QFont small = tabularFont(chart.font());
        small.setPointSizeF(0.85 * small.pointSizeF());
        const int label = QFontMetrics(small).horizontalAdvance(QStringLiteral("0:00:00"));
        chart.setKeyRange(from * 60, to * 60);
        chart.resize(76 + room * label / 10, 120);
        QCOMPARE(timesBelow(chart), 2);
    }

    void theFirstTimeDoesNotTouchTheZero()
    {
        ChartWidget chart(ChartWidget::ValueAxis::Count);
        QFont large = chart.font();
        large.setPointSize(20);
        chart.setFont(large);
        chart.setHighest(10);
        chart.setKeyRange(0, 600);
        chart.resize(500, 300);
        const QImage image = chart.grab().toImage();
        const QRgb paper = image.pixel(0, 0);
        int axis = 0;
        while (axis < 250
            && (image.pixel(axis, 100) == paper || image.pixel(axis, 110) == paper
                || image.pixel(axis, 120) == paper))
            ++axis;
        QCOMPARE_LT(axis, 250);
        int y = image.height() - 1;
        const auto linesThatAre = [&](bool empty) {
            const int from = y;
            const auto isEmpty = [&] {
                for (int x = 0; x < axis - 3; ++x) {
                    if (image.pixel(x, y) != paper)
                        return false;
                }
                return true;
            };
            while (y > 0 && isEmpty() == empty)
                --y;
            return from - y;
        };
        linesThatAre(true);
        QCOMPARE_LT(linesThatAre(false), QFontMetrics(large).height()); // one label, not two in one
        QCOMPARE_GE(linesThatAre(true), spacing::small);
    }

    void aLabelIsAboveTheHighestValue()
    {
        ChartWidget cores(ChartWidget::ValueAxis::Count);
        ChartWidget memory(ChartWidget::ValueAxis::Memory);
        for (ChartWidget* chart : { &cores, &memory }) {
            chart->resize(600, 200);
            chart->show();
        }
        cores.setHighest(13.8);
        QCOMPARE(cores.highestValue(), 15 * 1.08); // whose label is whole
        memory.setHighest(17.5 * double(gibibyte));
        QCOMPARE(memory.highestValue(), 24 * 1.08 * double(gibibyte));
        cores.setHighest(8);
        QCOMPARE(cores.highestValue(), 8 * 1.08); // 0, 4, 8: there are no halves of things
        cores.setValueRange(0, 14);
        cores.resize(600, 220);
        QCOMPARE(cores.highestValue(), 14);
    }

    void coresHaveEvenSteps()
    {
        ChartWidget cores(ChartWidget::ValueAxis::Cores);
        cores.resize(600, 300);
        cores.show();
        cores.setTimeAxisVisible(false);
        cores.setValueRange(-0.5, 15.5);
        cores.replot();
        QCoreApplication::processEvents();
        const QVector<int> labels = labelsAtTheLeft(cores, 58);
        QCOMPARE(labels.size(), 4); // 4, 8, 12, 16
        for (qsizetype i = 2; i < labels.size(); ++i)
            QCOMPARE_LE(std::abs(labels[i] - 2 * labels[i - 1] + labels[i - 2]), 4);
    }

    // As the trend has it, whose failed attempts stand below zero.
    void aPartBelowZeroTakesNoLabels()
    {
        ChartWidget memory(ChartWidget::ValueAxis::Memory);
        memory.resize(600, 200);
        memory.show();
        memory.setValueRange(-43.0 * mebibyte, 215.0 * mebibyte);
        memory.replot();
        QCoreApplication::processEvents(); // it is drawn when there is time
        QCOMPARE(labelsAtTheLeft(memory).size(), 3); // at 64, 128 and 192 MB
    }

private:
    std::unique_ptr<QTemporaryDir> m_home;
};

QTEST_MAIN(ChartAxesTest)
#include "ChartAxesTest.moc"
