// SPDX-License-Identifier: GPL-3.0-or-later
// benchmark_timeline: how long it takes to lay out and to paint a timeline of 10,000 steps, whole and zoomed.
#include "ui/charts/TimelineBars.h"
#include "ui/charts/TimelineChart.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QImage>

#include <algorithm>
#include <cstdio>

using namespace torchmason;

namespace {

constexpr int steps = 10'000;
constexpr int jobs = 32;
constexpr int frames = 200;

QVector<EdgeRecord> edges()
{
    QVector<EdgeRecord> made;
    for (int i = 0; i < steps; ++i) {
        EdgeRecord edge;
        edge.output = QStringLiteral("caffe2/CMakeFiles/torch_cpu.dir/__/aten/src/ATen/File%1.cpp.o").arg(i);
        edge.language = i % 7 ? QStringLiteral("C++") : QStringLiteral("CUDA");
        edge.start = qint64(i / jobs) * 20'000 + i % jobs * 13;
        edge.end = edge.start + 9000 + i * 37 % 10'000;
        edge.failed = i % 1000 == 999;
        made.append(edge);
    }
    return made;
}

void paint(TimelineChart& chart, const char* what)
{
    QImage image(chart.bars()->size(), QImage::Format_ARGB32_Premultiplied);
    QElapsedTimer clock;
    clock.start();
    for (int i = 0; i < frames; ++i)
        chart.bars()->render(&image);
    const double each = double(clock.nsecsElapsed()) / 1e6 / frames;
    std::printf("timeline of %d steps, %s: %.2f ms a frame (goal 16.7 ms)\n", steps, what, each);
}

}

int main(int argc, char** argv)
{
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    StepSeries series;
    series.append(edges());
    QElapsedTimer clock;
    clock.start();
    const ShownTimeline shown = series.shown();
    TimelineChart chart;
    chart.resize(1600, 500);
    chart.show();
    chart.setTimeline(shown);
    chart.showSeries(SampleSeries(), shown.timeline.end);
    QApplication::processEvents();
    std::printf("timeline of %d steps: %.2f ms to arrange\n", steps, double(clock.nsecsElapsed()) / 1e6);
    paint(chart, "all of them");
    const qint64 length = shown.timeline.end;
    chart.setRange(ShownTime { length / 2, length / 2 + length / 10 });
    paint(chart, "a tenth");
    chart.setRange(ShownTime { length / 2, length / 2 + length / 100 });
    paint(chart, "a hundredth, with names");
    return 0;
}
