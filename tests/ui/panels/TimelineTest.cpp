// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/EdgeTimeline.h"
#include "core/history/RunningSteps.h"
#include "tests/ui/panels/OneAttempt.h"
#include "tests/ui/support/Contrast.h"
#include "tests/ui/support/HighContrast.h"
#include "ui/charts/ChartColours.h"
#include "ui/charts/ChartLegend.h"
#include "ui/charts/TimelineBars.h"
#include "ui/charts/TimelineChart.h"
#include "ui/frame/Appearance.h"
#include "ui/logview/LogView.h"
#include "ui/models/Settings.h"
#include "ui/models/StepTableModel.h"
#include "ui/panels/AttemptView.h"
#include "ui/panels/StepTabs.h"
#include "ui/widgets/Theme.h"

#include <QApplication>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTableView>
#include <QToolButton>
#include <QWheelEvent>

#include <cmath>

using namespace torchmason;

namespace {

EdgeRecord edge(const QString& output, qint64 start, qint64 end, bool failed = false)
{
    EdgeRecord made;
    made.output = output;
    made.language = output.endsWith(".cu.o") ? "CUDA" : output.endsWith(".o") ? "C++" : "link";
    made.start = start;
    made.end = end;
    made.failed = failed;
    made.peakMemory = 900 * mebibyte;
    return made;
}

ShownTimeline shownOf(const QVector<EdgeRecord>& edges)
{
    StepSeries series;
    series.append(edges);
    return series.shown();
}

// 0 to 60 s, lane 0: a, c; lane 1: b, which fails.
ShownTimeline three()
{
    return shownOf({ edge("a.cpp.o", 0, 20'000), edge("b.cu.o", 5000, 30'000, true),
        edge("lib/libc.so", 40'000, 60'000) });
}

QPoint middleOf(const TimelineBars& bars, int index)
{
    return bars.geometryOfBars().barOf(index).center().toPoint();
}

}

class TimelineTest : public QObject, private OneAttempt {
    Q_OBJECT

private:
    static std::unique_ptr<TimelineChart> chartOf(const ShownTimeline& shown)
    {
        auto chart = std::make_unique<TimelineChart>();
        chart->resize(800, 200);
        chart->show();
        chart->setTimeline(shown);
        chart->showSeries(SampleSeries(), shown.timeline.end);
        QApplication::processEvents();
        return chart;
    }
    static std::unique_ptr<TimelineChart> chartOf(const QVector<EdgeRecord>& edges)
    {
        return chartOf(shownOf(edges));
    }
    static const TimelineLayout& layoutOf(const TimelineChart& chart)
    {
        return chart.bars()->geometryOfBars();
    }
    StepTabs* openIn(AttemptView& view, QSize size)
    {
        view.resize(size);
        view.show();
        view.openAttempt(m_attempt->folder());
        return findIn<StepTabs>(view, "stepTabs");
    }

private slots:
    void init() { makeAttempt(); }

    // Of a build that runs there is room for what comes.
    void anEndedBuildFillsItsAxis()
    {
        const auto chart = chartOf({ edge("a.cpp.o", 0, 3000) });
        const auto range = [&] { return layoutOf(*chart).range(); };
        QCOMPARE(range(), (ShownTime { 0, 20'000 }));
        chart->setOver(true);
        chart->showSeries(SampleSeries(), 3000);
        QCOMPARE(range(), (ShownTime { 0, 3000 }));
        chart->showSeries(SampleSeries(), 0); // nothing was told
        QCOMPARE(range(), (ShownTime { 0, 1000 }));
        chart->showSeries(SampleSeries(), 90'000);
        QCOMPARE(range(), (ShownTime { 0, 90'000 }));
    }

    void aShortAttemptThatHasEndedFillsItsAxis()
    {
        m_attempt->startStage("compile");
        m_attempt->add(edge("a.cpp.o", 0, 4000));
        m_attempt->addSamples(0, 5, 4, "compile", 1000, 1);
        AttemptView view;
        StepTabs* tabs = openIn(view, { 1100, 800 });
        const auto range = [&] { return layoutOf(*tabs->timeline()).range(); };
        QTRY_COMPARE(range(), (ShownTime { 0, 20'000 }));
        m_attempt->endStage("compile", StageState::Succeeded, 5);
        m_attempt->end(AttemptState::Succeeded, 6);
        QTRY_VERIFY2(range().to >= 4000 && range().to <= 6000, qPrintable(QString::number(range().to)));
        const auto* legend = tabs->timeline()->findChild<ChartLegend*>();
        QVERIFY2(legend->moment().isEmpty(), qPrintable(legend->moment()));
    }

    void barsStandByTimeAndLane()
    {
        const auto chart = chartOf(three());
        const TimelineLayout& layout = layoutOf(*chart);
        QCOMPARE(layout.lanes(), 2);
        QVERIFY(std::abs(layout.barOf(0).width() - layout.area().width() / 3) < 1);
        QVERIFY(layout.barOf(1).top() >= layout.barOf(0).bottom());
        QCOMPARE(layout.barOf(2).top(), layout.barOf(0).top());
        for (int i = 0; i < 3; ++i)
            QCOMPARE(layout.edgeAt(layout.barOf(i).center()), std::optional(i));
        QCOMPARE(layout.edgeAt({ layout.xOf(30'000) + 8, layout.barOf(0).center().y() }), std::nullopt);
        QCOMPARE(layout.edgeAt({ -5, -5 }), std::nullopt);
        // A bar without length is found near it.
        const auto thin = chartOf({ edge("x.cpp.o", 30'000, 30'000), edge("end", 59'000, 60'000) });
        const TimelineLayout& thinLayout = layoutOf(*thin);
        QCOMPARE(thinLayout.edgeAt({ thinLayout.xOf(30'000) + 3, thinLayout.barOf(0).center().y() }),
            std::optional(0));
    }

    void failedOnesHaveAShapeOfTheirOwn()
    {
        const auto chart = chartOf(three());
        const ChartColours colours = ChartColours::of(chart->palette());
        const QImage picture = chart->bars()->grab().toImage();
        const TimelineLayout& layout = layoutOf(*chart);
        QCOMPARE(picture.pixelColor(middleOf(*chart->bars(), 0)), colours.cxx);
        QCOMPARE(picture.pixelColor(middleOf(*chart->bars(), 1)), colours.failed);
        QCOMPARE(picture.pixelColor(middleOf(*chart->bars(), 2)), colours.link);
        const QPointF cross(layout.barOf(1).right() - 7, layout.barOf(1).center().y());
        QCOMPARE(picture.pixelColor(cross.toPoint()).rgb(), QColor(Qt::white).rgb());
        QVERIFY(chart->accessibleName().contains("Timeline"));
    }

    void zoomAndMove()
    {
        const auto chart = chartOf(three());
        QSignalSpy chosen(chart.get(), &TimelineChart::rangeChosen);
        const auto range = [&] { return layoutOf(*chart).range(); };
        auto* all = chart->findChild<QToolButton*>("timelineShowAll");
        QVERIFY(!all->isVisible());
        QTest::keyClick(chart.get(), Qt::Key_Minus);
        QCOMPARE(chosen.size(), 0);
        QTest::keyClick(chart.get(), Qt::Key_Plus);
        QCOMPARE(chosen.size(), 1);
        const ShownTime once = range();
        QVERIFY(once.from > 0 && once.to < 60'000 && all->isVisible());
        QTest::keyClick(chart.get(), Qt::Key_Right);
        QVERIFY(range().from > once.from && range().length() == once.length());
        QTest::keyClick(chart.get(), Qt::Key_0);
        QCOMPARE(range(), (ShownTime { 0, 60'000 }));
        QVERIFY(!chosen.last().first().value<std::optional<ShownTime>>());
        // The wheel is for the page. With Ctrl it keeps the time below the pointer.
        const QPointF place(200, 30);
        const qint64 below = layoutOf(*chart).timeAt(place.x());
        const auto turn = [&](Qt::KeyboardModifiers modifiers) {
            QWheelEvent wheel(place, chart->bars()->mapToGlobal(place), {}, { 0, 360 }, Qt::NoButton,
                modifiers, Qt::NoScrollPhase, false);
            QApplication::sendEvent(chart->bars(), &wheel);
            return wheel.isAccepted();
        };
        QVERIFY(!turn(Qt::NoModifier));
        QCOMPARE(range(), (ShownTime { 0, 60'000 }));
        QVERIFY(turn(Qt::ControlModifier));
        QVERIFY(range().length() < 40'000);
        QVERIFY(std::abs(layoutOf(*chart).timeAt(place.x()) - below) < 200);
        // Dragged to the right, earlier times come into view; no step is picked by that.
        QSignalSpy picked(chart.get(), &TimelineChart::stepPicked);
        const qint64 before = range().from;
        QTest::mousePress(chart->bars(), Qt::LeftButton, {}, { 200, 30 });
        QMouseEvent drag(QEvent::MouseMove, QPointF(320, 30), chart->bars()->mapToGlobal(QPointF(320, 30)),
            Qt::NoButton, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(chart->bars(), &drag);
        QTest::mouseRelease(chart->bars(), Qt::LeftButton, {}, { 320, 30 });
        QVERIFY(range().from < before || before == 0);
        QCOMPARE(picked.size(), 0);
        all->click();
        QCOMPARE(range(), (ShownTime { 0, 60'000 }));
    }

    void theLegendCountsWhatIsInSight()
    {
        const auto chart = chartOf(three());
        const auto entries = [&chart] {
            QStringList told;
            for (const ChartLegend::Entry& entry : chart->findChild<ChartLegend*>()->entries())
                told << entry.name + u' ' + entry.value;
            return told.join(u',');
        };
        const QString all = entries();
        QVERIFY2(all.contains("C and C++ 1") && all.contains("failed 1"), qPrintable(all));
        chart->setRange(ShownTime { 35'000, 60'000 });
        QVERIFY2(entries().contains("C and C++ 0") && entries().contains("Link 1"), qPrintable(entries()));
        QVERIFY2(entries().contains("failed 0"), qPrintable(entries())); // no line of it comes and goes
        chart->setRange({});
        QCOMPARE(entries(), all);
    }

    void clicks()
    {
        const auto chart = chartOf(three());
        QSignalSpy step(chart.get(), &TimelineChart::stepPicked);
        QSignalSpy moment(chart.get(), &TimedChart::picked);
        QTest::mouseClick(chart->bars(), Qt::LeftButton, {}, middleOf(*chart->bars(), 1));
        QCOMPARE(step.size(), 1);
        QCOMPARE(step.last().first().value<EdgeRecord>().output, "b.cu.o");
        const QPointF nothing(layoutOf(*chart).xOf(50'000), layoutOf(*chart).barOf(1).center().y());
        QTest::mouseClick(chart->bars(), Qt::LeftButton, {}, nothing.toPoint());
        QCOMPARE(step.size(), 1);
        QCOMPARE(moment.size(), 1);
        QVERIFY(std::abs(moment.last().first().toLongLong() - 50'000) < 200);
    }

    void hostileNamesAreText()
    {
        const QString name = "<b>x</b>\n<img src=file:///etc/passwd>.cpp.o";
        const auto chart = chartOf({ edge(name, 0, 60'000) });
        QVERIFY(chart->bars()->toolTipOf(0).startsWith(name));
        StepTableModel model;
        model.append({ edge(name, 0, 60'000) });
        QCOMPARE(model.index(0, StepTableModel::Output).data(Qt::ToolTipRole).toString(), name);
        QVERIFY(!chart->grab().isNull());
    }

    // Else it would be wider than the window.
    void longPathsAreCutInTheMiddle()
    {
        const auto tipOf = [](const QString& output, bool failed = false) {
            return chartOf({ edge(output, 0, 60'000, failed) })->bars()->toolTipOf(0);
        };
        const QString many(200, QLatin1Char('x'));
        const QString path = QStringLiteral("caffe2/CMakeFiles/torch_cuda.dir/%1/Sort.cu.o").arg(many);
        for (const QString& tip : { tipOf(path), tipOf(path, true) }) {
            QVERIFY2(tip.startsWith("caffe2/CMakeFiles/torch_cuda.dir/"), qPrintable(tip));
            QVERIFY2(tip.section(u'\n', 0, 0).endsWith("/Sort.cu.o"), qPrintable(tip));
            QVERIFY(tip.contains("peak memory"));
        }
        const QString target = QStringLiteral("CMakeFiles/%1.dir/a.cpp.o").arg(many);
        for (const QString& tip :
            { tipOf(path), tipOf(path, true), tipOf(target), chartOf(three())->toolTip() }) {
            for (const QString& line : tip.split(u'\n'))
                QVERIFY2(line.size() <= 90, qPrintable(line));
        }
        const QString fits = many.first(90);
        QVERIFY(tipOf(fits).startsWith(fits + u'\n'));
    }

    void aStartThatIsNotKnownIsNotMadeUp()
    {
        const auto chart = chartOf({ edge("a.cpp.o", 0, 9000), edge("b.cpp.o", 5000, 5000, true) });
        const QString tip = chart->bars()->toolTipOf(1);
        QVERIFY2(tip.contains("ended at 0:00:05, start unknown"), qPrintable(tip));
        QVERIFY(!tip.contains("took") && chart->bars()->toolTipOf(0).contains("took"));
        QCOMPARE(layoutOf(*chart).lanes(), 1);
        StepTableModel model;
        QCOMPARE(model.headerData(StepTableModel::Started, Qt::Horizontal), QVariant("Started after"));
        model.append({ edge("b.cpp.o", 5000, 5000, true) });
        for (const int column : { StepTableModel::Started, StepTableModel::Duration }) {
            QCOMPARE(model.index(0, column).data(), QStringLiteral("–"));
            QVERIFY(model.index(0, column).data(Qt::ToolTipRole).toString().contains("start unknown"));
        }
    }

    void runningOnesEndNow()
    {
        StepSeries series;
        series.append({ edge("a.cpp.o", 0, 9000), edge("told.cpp.o", 4000, 10'500) });
        Sample sample;
        sample.elapsed = 10'000;
        sample.running = { { 7, "r.cu.o", "CUDA", Milliseconds(3000), 2 * gibibyte, std::nullopt },
            { 8, "told.cpp.o", "C++", Milliseconds(6000), std::nullopt, std::nullopt } };
        sample.gate = GateSample {};
        sample.gate->heldBack = { { "h.cpp.o", "C++", Milliseconds(1000), 3 * gibibyte, "too little" } };
        series.setNewest(sample);
        const ShownTimeline shown = series.shown();
        QCOMPARE(shown.timeline.edges.size(), 4);
        QCOMPARE(shown.states,
            QVector<StepState>(
                { StepState::Done, StepState::Done, StepState::Running, StepState::HeldBack }));
        QCOMPARE(shown.timeline.edges[2].record.start, 7000);
        const auto chart = chartOf(shown);
        QVERIFY(chart->bars()->toolTipOf(2).contains("memory now: 2.0 GB"));
        QVERIFY(chart->bars()->toolTipOf(3).contains("held back by the memory gate, 1 s so far"));
        const ChartLegend::Entry hatched = chart->findChild<ChartLegend*>()->entries().last();
        QCOMPARE(hatched.name + u' ' + hatched.value, "held back 1");
        QCOMPARE(hatched.fill, Qt::BDiagPattern);
        QSignalSpy step(chart.get(), &TimelineChart::stepPicked);
        QTest::mouseClick(chart->bars(), Qt::LeftButton, {}, middleOf(*chart->bars(), 2));
        QCOMPARE(step.size(), 0); // the log has nothing of it yet
    }

    void manyLanesScroll()
    {
        QVector<EdgeRecord> edges;
        for (int i = 0; i < 1000; ++i)
            edges.append(edge(QStringLiteral("%1.cpp.o").arg(i), i / 100 * 6000, i / 100 * 6000 + 5999));
        const auto chart = chartOf(edges);
        auto* bar = chart->findChild<QScrollBar*>();
        QCOMPARE(layoutOf(*chart).lanes(), 100);
        QVERIFY(bar->isVisible() && bar->maximum() > 0);
        const QPoint place(100, 20);
        const auto first = layoutOf(*chart).edgeAt(place);
        QTest::keyClick(chart.get(), Qt::Key_Down);
        QVERIFY(first != layoutOf(*chart).edgeAt(place));
    }

    // Its scroll bar comes while the chart is laid out.
    void lanesScrollInALowerWindow()
    {
        QVector<EdgeRecord> edges;
        for (int i = 0; i < 16; ++i)
            edges.append(edge(QStringLiteral("%1.cpp.o").arg(i), 0, 60'000));
        const auto chart = chartOf(edges);
        auto* bar = chart->findChild<QScrollBar*>();
        QVERIFY(!bar->isVisible());
        const int wide = chart->bars()->width();
        chart->resize(800, 100);
        QApplication::processEvents();
        QVERIFY(bar->isVisible() && bar->maximum() > 0);
        QCOMPARE(bar->width(), bar->sizeHint().width());
        QVERIFY(bar->x() > chart->bars()->geometry().right());
        QCOMPARE(chart->bars()->width(), wide); // no bar moves for it
    }

    // Brettel-like matrices of Machado, Oliveira and Fernandes (2009), full strength.
    void coloursDiffer_data()
    {
        QTest::addColumn<QPalette>("palette");
        QTest::newRow("light") << lightPalette();
        QTest::newRow("dark") << darkPalette();
        QTest::newRow("high contrast") << highContrastPalette();
        QTest::newRow("light high contrast") << lightHighContrastPalette();
    }
    void coloursDiffer()
    {
        QFETCH(QPalette, palette);
        const ChartColours colours = ChartColours::of(palette);
        const QVector<QColor> all { colours.cxx, colours.cuda, colours.link, colours.generated, colours.other,
            colours.failed };
        using Matrix = std::array<std::array<double, 3>, 3>;
        const Matrix views[] = { { { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } } },
            { { { 0.152286, 1.052583, -0.204868 }, { 0.114503, 0.786281, 0.099216 },
                { -0.003882, -0.048116, 1.051998 } } },
            { { { 0.367322, 0.860646, -0.227968 }, { 0.280085, 0.672501, 0.047413 },
                { -0.011820, 0.042940, 0.968881 } } } };
        const auto seen = [](const QColor& colour, const Matrix& view) {
            const auto linear
                = [](double c) { return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
            const double from[] = { linear(colour.redF()), linear(colour.greenF()), linear(colour.blueF()) };
            double rgb[3];
            for (size_t i = 0; i < 3; ++i)
                rgb[i] = std::clamp(
                    view[i][0] * from[0] + view[i][1] * from[1] + view[i][2] * from[2], 0.0, 1.0);
            const auto f = [](double t) { return t > 0.008856 ? std::cbrt(t) : 7.787 * t + 16.0 / 116; };
            const double x = f((0.4124 * rgb[0] + 0.3576 * rgb[1] + 0.1805 * rgb[2]) / 0.95047);
            const double y = f(0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2]);
            const double z = f((0.0193 * rgb[0] + 0.1192 * rgb[1] + 0.9505 * rgb[2]) / 1.08883);
            return std::array<double, 3> { 116 * y - 16, 500 * (x - y), 200 * (y - z) };
        };
        for (int i = 0; i < all.size(); ++i) {
            QVERIFY2(contrastRatio(all[i], palette.color(QPalette::Base)) >= 3, qPrintable(all[i].name()));
            for (int k = 0; k < i; ++k) {
                for (const Matrix& view : views) {
                    const auto one = seen(all[i], view);
                    const auto other = seen(all[k], view);
                    const double apart = std::hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2]);
                    QVERIFY2(apart >= 12, qPrintable(all[i].name() + " and " + all[k].name()));
                }
            }
        }
    }

    // Also where a lane is as low as can be.
    void whatIsNotOverIsSeen_data() { coloursDiffer_data(); }
    void whatIsNotOverIsSeen()
    {
        QFETCH(QPalette, palette);
        Sample sample;
        sample.stage = "compile";
        sample.elapsed = 60'000;
        int number = 0;
        for (const char* language : { "C++", "CUDA", "link", "C" }) {
            for (int i = 0; i < 10; ++i)
                sample.running.append(
                    { ++number, QStringLiteral("%1.o").arg(number), language, Milliseconds(50'000), {}, {} });
        }
        sample.running.append({ ++number, "gen.h", "other", Milliseconds(50'000), {}, {} });
        sample.running.append({ ++number, "a.S.o", "other", Milliseconds(50'000), {}, {} });
        for (const bool stopped : { false, true }) {
            StepSeries series;
            series.addSample(sample);
            series.setCutShort(stopped);
            if (!stopped)
                series.setNewest(sample);
            const auto chart = chartOf(series.shown());
            chart->setPalette(palette);
            const QColor ground = palette.color(QPalette::Base);
            const TimelineLayout& layout = layoutOf(*chart);
            const QImage picture = chart->bars()->grab().toImage();
            const auto [first, last] = layout.visibleLanes();
            QVERIFY(last > first);
            for (int lane = first; lane < last; ++lane) {
                const QRect bar = layout.barOf(*layout.firstIn(lane)).toRect();
                const int middle = bar.center().x();
                if (!layout.area().contains(bar.center()))
                    continue;
                const double edge = strongest(picture, QRect(middle, bar.top(), 1, bar.height()), ground);
                const double end = strongest(picture, QRect(bar.right() - 2, bar.center().y(), 2, 1), ground);
                QVERIFY2(edge >= 3, qPrintable(QString::number(edge)));
                QVERIFY2(!stopped || end >= 3, qPrintable(QString::number(end)));
            }
        }
    }

    // Where there is room for them; else they scroll.
    void aFinishedAttemptHasAllLanesInSight()
    {
        for (int i = 0; i < 40; ++i)
            m_attempt->add(edge(QStringLiteral("%1.cpp.o").arg(i), 1000, 9000));
        m_attempt->addSamples(0, 20, 4, QStringLiteral("compile"), 4000, 3);
        m_attempt->addLog("compile", FakeAttempt::ninjaLines(0, 40, 40));
        m_attempt->endStage("compile", StageState::Succeeded, 20);
        m_attempt->end(AttemptState::Succeeded, 25);
        AttemptView view;
        StepTabs* tabs = openIn(view, { 1100, 1400 });
        QTRY_COMPARE(layoutOf(*tabs->timeline()).lanes(), 40);
        QTRY_VERIFY(tabs->isVisible());
        QTRY_COMPARE(tabs->timeline()->bars()->hiddenHeight(), 0);
        QVERIFY(!tabs->timeline()->findChild<QScrollBar*>()->isVisible());
        settings()->setValue(QStringLiteral("attempt/chartsOfEnded"), true);
        view.resize(1100, 760);
        QTRY_VERIFY(tabs->timeline()->bars()->hiddenHeight() > 0);
        QVERIFY(tabs->timeline()->findChild<QScrollBar*>()->isVisible());
    }

    // One of the two compilers ended at once, the other one is in a later sample.
    void aStoppedAttemptShowsWhatRanAtTheStop()
    {
        m_attempt->startStage("compile");
        Sample sample;
        sample.stage = "compile";
        sample.running = { { 7, "a.cpp.o", "C++", Milliseconds(3000), {}, {} },
            { 8, "b.cpp.o", "C++", Milliseconds(2000), {}, {} } };
        for (const int second : { 5, 7 }) {
            sample.time = *m_attempt->record().startedAt + second * 1000;
            sample.elapsed = second * 1000;
            m_attempt->add(sample);
            sample.running.removeLast();
        }
        m_attempt->goTo(6);
        m_attempt->askToStop();
        m_attempt->end(AttemptState::Stopped, 8);
        AttemptView view;
        StepTabs* tabs = openIn(view, { 1100, 1000 });
        QTRY_COMPARE(layoutOf(*tabs->timeline()).lanes(), 2);
    }

    // Those that ended, and those of the last sample.
    void aMadeUpBuildRunsNoMoreStepsThanJobs()
    {
        m_attempt->compile({ 0, 90, 100, 500, 8 });
        m_attempt->end(AttemptState::Stopped, 95);
        const auto ended = readEdges(m_attempt->folder());
        QVERIFY(ended && ended->size() == 100);
        const AttemptSummary summary { 1, m_attempt->folder(), m_attempt->record(), {} };
        const auto cutOff = readCutSteps(summary, *ended);
        QVERIFY(cutOff && !cutOff->isEmpty());
        QCOMPARE(timelineOf(*ended + *cutOff).lanes, 8);
    }

    void aFinishedAttemptShowsItsTimeline()
    {
        m_attempt->addLog("compile",
            "ready\n[1/3|2|0.1] Building CXX object a.cpp.o\n[2/3|2|0.2] Building CUDA object b.cu.o\n"
            "FAILED: [code=1] b.cu.o \nnvcc b.cu\nninja: build stopped: subcommand failed.\n");
        m_attempt->add(edge("a.cpp.o", 1000, 9000));
        m_attempt->add(edge("b.cu.o", 2000, 20'000, true));
        m_attempt->addSamples(0, 25, 4, "compile", 1000, 0);
        m_attempt->endStage("compile", StageState::Failed, 20, 1);
        m_attempt->end(AttemptState::Failed, 25);
        AttemptView view;
        StepTabs* tabs = openIn(view, { 1100, 1000 });
        auto* charts = findIn<QToolButton>(view, "attemptChartsToggle");
        QTRY_VERIFY(charts->isChecked()); // there is room for them
        auto* table = findIn<QTableView>(view, "stepTable");
        QTRY_COMPARE(table->model()->rowCount(), 2);
        for (const QString& word : { QStringLiteral("C++"), kindWord(EdgeKind::Cuda) }) // those of its steps
            QVERIFY(table->columnWidth(StepTableModel::Kind)
                >= table->fontMetrics().horizontalAdvance(word) + spacing::group);
        QTRY_VERIFY(tabs->isVisible());
        QCOMPARE(tabs->currentWidget(), tabs->timeline());
        QTRY_COMPARE(layoutOf(*tabs->timeline()).lanes(), 2);
        QVERIFY(!tabs->isTabVisible(0));
        QTRY_VERIFY2(tabs->timeline()->accessibleDescription().contains("1 failed"),
            qPrintable(tabs->timeline()->accessibleDescription()));

        auto* log = view.findChild<LogView*>();
        QTRY_COMPARE(log->rowCount(), 6);
        QTest::mouseClick(
            tabs->timeline()->bars(), Qt::LeftButton, {}, middleOf(*tabs->timeline()->bars(), 1));
        QTRY_COMPARE(log->currentLineText(), "FAILED: [code=1] b.cu.o ");
        view.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&view));
        log->setFocus();
        tabs->setCurrentWidget(table);
        table->sortByColumn(StepTableModel::Duration, Qt::AscendingOrder);
        QCOMPARE(table->model()->index(0, 0).data().toString(), "a.cpp.o");
        // The keyboard coming to the table, which goes to a row then, is no choice of a moment.
        QVERIFY(!table->hasFocus() && !table->currentIndex().isValid());
        QSignalSpy moments(tabs, &StepTabs::momentChosen);
        table->setFocus();
        QVERIFY(table->hasFocus());
        QVERIFY(table->currentIndex().isValid());
        QCOMPARE(moments.size(), 0);
        QTest::keyClick(table, Qt::Key_Down);
        QCOMPARE(moments.size(), 1);
        emit table->activated(table->model()->index(0, 0));
        QTRY_COMPARE(log->currentLineText(), "[1/3|2|0.1] Building CXX object a.cpp.o");

        // All charts show the same part of the time.
        emit tabs->timeline()->rangeChosen(ShownTime { 1000, 9000 });
        QCOMPARE(layoutOf(*tabs->timeline()).range(), (ShownTime { 1000, 9000 }));
        FakeAttempt bare(store(), "Bare", 1);
        bare.end(AttemptState::Failed, 2);
        view.openAttempt(bare.folder());
        QTRY_VERIFY(!tabs->isVisible());
        QCOMPARE(table->model()->rowCount(), 0);
    }
};

QTEST_MAIN(TimelineTest)
#include "TimelineTest.moc"
