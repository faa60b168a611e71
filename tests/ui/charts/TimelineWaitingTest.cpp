// SPDX-License-Identifier: GPL-3.0-or-later
// Steps that wait until a job is free: to ninja they run, and only their launcher is there.
#include "tests/ui/support/UiTest.h"
#include "ui/charts/ChartColours.h"
#include "ui/charts/ChartLegend.h"
#include "ui/charts/TimelineBars.h"
#include "ui/charts/TimelineChart.h"
#include "ui/models/RunningEdgesModel.h"

#include <QCoreApplication>
#include <QImage>

using namespace torchmason;

namespace {

RunningEdge running(const char* output, const char* language, std::optional<Bytes> expected = {})
{
    return { 7, output, language, Milliseconds(3000), 5 * mebibyte, expected };
}

// One job is let in, one waits for a job, one for memory, and code is made beside them.
Sample busy()
{
    Sample sample;
    sample.elapsed = 10'000;
    sample.running = { running("a.cpp.o", "C++", 600 * mebibyte), running("b.cpp.o", "C++"),
        running("c.cu.o", "CUDA"), running("make.py", "other") };
    sample.gate = GateSample {};
    sample.gate->waitingCount = 2;
    sample.gate->heldBackCount = 1;
    sample.gate->heldBack = { { "c.cu.o", "CUDA", Milliseconds(1000), 3 * gibibyte, "too little" } };
    return sample;
}

QHash<QString, StepState> statesOf(const ShownTimeline& shown)
{
    QHash<QString, StepState> states;
    for (qsizetype i = 0; i < shown.states.size(); ++i)
        states.insert(shown.timeline.edges[i].record.output, shown.states[i]);
    return states;
}

}

class TimelineWaitingTest : public QObject {
    Q_OBJECT

private slots:
    // Whatever the height of the lanes: a name that is shown is whole.
    void namesKeepTheirUnderscores()
    {
        const auto pictureOf = [](const char* name, int height) {
            TimelineChart chart;
            chart.resize(600, height);
            chart.show();
            StepSeries series;
            QVector<EdgeRecord> steps(8);
            for (int i = 0; i < steps.size(); ++i) { // each in a lane
                steps[i].output = QString::number(i);
                steps[i].end = 60'000;
            }
            steps[0].output = name;
            series.append(steps);
            chart.setTimeline(series.shown());
            chart.showSeries(SampleSeries(), 60'000);
            return chart.bars()->grab().toImage();
        };
        int named = 0;
        for (int height = 80; height <= 320; height += 5) {
            const QImage letters = pictureOf("oooo", height);
            if (letters == pictureOf("", height))
                continue;
            ++named;
            QVERIFY2(letters != pictureOf("oooo____", height), qPrintable(QString::number(height)));
        }
        QVERIFY(named > 0);
    }

    void theyDoNotRun()
    {
        StepSeries series;
        series.setNewest(busy());
        const ShownTimeline shown = series.shown();
        QCOMPARE(shown.timeline.edges.size(), 4); // each once
        const QHash<QString, StepState> states = statesOf(shown);
        QVERIFY(states["a.cpp.o"] == StepState::Running);
        QVERIFY(states["b.cpp.o"] == StepState::WaitsForFreeJob);
        QVERIFY(states["c.cu.o"] == StepState::HeldBack);
        QVERIFY(states["make.py"] == StepState::Running);
        // What waits stands below, so that what ran has as many lanes as ran at the same time.
        QCOMPARE(shown.timeline.lanes, 4);
        QCOMPARE(shown.atOnce, 2);
        for (qsizetype i = 0; i < shown.states.size(); ++i)
            QCOMPARE(shown.timeline.edges[i].lane < shown.atOnce, shown.states[i] == StepState::Running);
        TimelineChart chart;
        chart.resize(800, 200);
        chart.show();
        chart.setTimeline(shown);
        SampleSeries samples;
        samples.append({ busy() });
        chart.showSeries(samples, shown.timeline.end);
        QTRY_VERIFY2(chart.accessibleDescription().contains("At most 2 ran at the same time"),
            qPrintable(chart.accessibleDescription()));
    }

    void eachHasOneRow()
    {
        RunningEdgesModel model;
        model.setSample(busy());
        QCOMPARE(model.rowCount(), 4);
        QCOMPARE(model.index(3, RunningEdgesModel::Output).data(), "c.cu.o"); // held back: with the reason
        const QVariant heading = model.headerData(RunningEdgesModel::Memory, Qt::Horizontal, Qt::ToolTipRole);
        QVERIFY2(heading.toString().contains("counted once"), qPrintable(heading.toString()));
    }

    void withoutAGateAllRun()
    {
        Sample sample = busy();
        sample.gate.reset();
        StepSeries series;
        series.setNewest(sample);
        for (const StepState state : series.shown().states)
            QVERIFY(state == StepState::Running);
    }

    // Of the first of them.
    void whatRunsHasAWord()
    {
        Sample sample = busy();
        sample.gate.reset();
        sample.running = { running("a.cu.o", "CUDA"), running("b.cpp.o", "C++") };
        StepSeries series;
        series.setNewest(sample);
        TimelineChart chart;
        chart.setTimeline(series.shown());
        const ChartColours colours = ChartColours::of(chart.palette());
        const ChartLegend::Entry pale = chart.findChild<ChartLegend*>()->entries().last();
        QCOMPARE(pale.name + u' ' + pale.value, "running 2");
        QCOMPARE(pale.colour, colours.running(EdgeKind::Cuda));
        QVERIFY(pale.colour != colours.cuda);
        QCOMPARE(pale.edge, colours.cuda); // as its bar has it
        chart.setTimeline({});
        QVERIFY(chart.findChild<ChartLegend*>()->entries().isEmpty());
    }

    // In the colour of its kind: any other would be a step of another kind.
    void whatRanAtTheEndIsClosed()
    {
        Sample sample = busy();
        sample.stage = QStringLiteral("compile");
        StepSeries series;
        series.setNewest(sample);
        series.addSample(sample);
        series.forgetRunning();
        QVERIFY(series.shown().states.isEmpty()); // a build that ended well
        series.setCutShort(true);
        const ShownTimeline shown = series.shown();
        QCOMPARE(shown.states, QVector<StepState>({ StepState::CutOff })); // what waits is not, nor make.py
        TimelineChart chart;
        chart.resize(800, 200);
        chart.show();
        chart.setTimeline(shown);
        SampleSeries samples;
        samples.append({ sample });
        chart.showSeries(samples, shown.timeline.end);
        QCoreApplication::processEvents();
        const QImage picture = chart.bars()->grab().toImage();
        const QRectF bar = chart.bars()->geometryOfBars().barOf(0);
        const auto leftOfEnd = [&](double pixels) {
            const QPointF place(bar.right() - pixels, bar.center().y());
            return picture.pixelColor((place * picture.devicePixelRatio()).toPoint());
        };
        QCOMPARE(leftOfEnd(2.5), ChartColours::of(chart.palette()).cxx);
        QCOMPARE(leftOfEnd(12), ChartColours::of(chart.palette()).running(EdgeKind::Cxx));
        const QString tip = chart.bars()->toolTipOf(0);
        QVERIFY2(tip.contains("still running when the build ended, after 3 s"), qPrintable(tip));
        const ChartLegend::Entry entry = chart.findChild<ChartLegend*>()->entries().last();
        QCOMPARE(entry.name + u' ' + entry.value, "running at the end 1");
        QCOMPARE(entry.edge, ChartColours::of(chart.palette()).cxx);
        const ChartLegend::Entry kind = chart.findChild<ChartLegend*>()->entries().first();
        QCOMPARE(kind.name + u' ' + kind.value, "C and C++ 0"); // it is counted once
        QVERIFY(chart.accessibleDescription().contains("running at the end: 1"));
    }

    void theyAreHollowAndHaveAWord()
    {
        StepSeries series;
        series.setNewest(busy());
        const ShownTimeline shown = series.shown();
        TimelineChart chart;
        chart.resize(800, 200);
        chart.show();
        chart.setTimeline(shown);
        chart.showSeries(SampleSeries(), shown.timeline.end);
        QCoreApplication::processEvents();
        const int waiting = int(shown.states.indexOf(StepState::WaitsForFreeJob));
        const int runs = int(shown.states.indexOf(StepState::Running));
        const QImage picture = chart.bars()->grab().toImage();
        const auto insideOf = [&](int bar) { // behind its name
            const QRectF place = chart.bars()->geometryOfBars().barOf(bar);
            const QPointF inside(place.right() - 12, place.center().y());
            return picture.pixelColor((inside * picture.devicePixelRatio()).toPoint());
        };
        QCOMPARE(insideOf(waiting), chart.palette().color(QPalette::Base));
        QVERIFY(insideOf(runs) != chart.palette().color(QPalette::Base));
        QVERIFY(chart.bars()->toolTipOf(waiting).contains("has waited 3 s for a free job"));
        const ChartLegend::Entry hollow = chart.findChild<ChartLegend*>()->entries().last();
        QCOMPARE(hollow.name + u' ' + hollow.value, "waiting for a job 1");
        QCOMPARE(hollow.fill, Qt::NoBrush);
    }
};

QTEST_MAIN(TimelineWaitingTest)
#include "TimelineWaitingTest.moc"
