// SPDX-License-Identifier: GPL-3.0-or-later
// What the steps of a build say where there is little to show, and little room.
#include "ui/panels/StepTabs.h"
#include "tests/ui/support/UiTest.h"
#include "ui/charts/TimelineBars.h"
#include "ui/frame/TextSize.h"

#include <QImage>
#include <QLabel>
#include <QTableView>

using namespace torchmason;

class StepTabsTest : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<QTemporaryDir> m_home;

private slots:
    void init() { m_home = freshHome(); }

    void aTableOfNothingSaysWhatComes()
    {
        StepTabs tabs;
        tabs.resize(600, 200);
        tabs.setLive(true);
        tabs.show();
        const auto* words = findIn<QLabel>(tabs, "runningNothing");
        QTRY_VERIFY(words->isVisible() && words->height() >= words->heightForWidth(words->width()));
        Sample sample;
        sample.running = { { 78, "a.cpp.o", "C++", Milliseconds(3000), 420 * mebibyte, {} } };
        tabs.showSample(sample);
        QVERIFY(!words->isVisible());
        tabs.showSample({});
        QVERIFY(words->isVisible());
    }

    // It is told before the next sample is taken.
    void whatHasEndedDoesNotRun()
    {
        StepTabs tabs;
        tabs.setLive(true);
        Sample sample;
        sample.elapsed = 10'000;
        sample.running = { { 78, "a.cpp.o", "C++", Milliseconds(3000), 420 * mebibyte, {} },
            { 79, "b.cpp.o", "C++", Milliseconds(2000), 420 * mebibyte, {} } };
        tabs.showSample(sample);
        const auto* model = findIn<QTableView>(tabs, "runningEdges")->model();
        QCOMPARE(model->rowCount(), 2);
        EdgeRecord edge;
        edge.output = "a.cpp.o";
        edge.start = 7'000;
        edge.end = 10'200;
        tabs.addSteps({ edge });
        QCOMPARE(model->rowCount(), 1);
        QCOMPARE(model->index(0, 0).data().toString(), "b.cpp.o");
    }

    void rowsGrowWithTheText()
    {
        StepTabs tabs;
        tabs.resize(600, 200);
        tabs.setLive(true);
        tabs.show();
        const auto* table = findIn<QTableView>(tabs, "runningEdges");
        Sample sample;
        sample.running = { { 78, "a.cpp.o", "C++", Milliseconds(3000), 420 * mebibyte, {} } };
        tabs.showSample(sample);
        const int before = table->rowHeight(0);
        applyTextSize(175);
        QTRY_VERIFY(table->rowHeight(0) >= table->fontMetrics().height() && table->rowHeight(0) > before);
        applyTextSize(usualTextSize);
        QTRY_COMPARE(table->rowHeight(0), before);
    }

    // A scroll bar may stand beside them.
    void timesEndBeforeTheEdge()
    {
        EdgeRecord edge;
        edge.output = "a.cpp.o";
        edge.end = 60'000;
        StepSeries series;
        series.append({ edge });
        TimelineBars bars;
        bars.setTimeline(series.shown());
        bars.setRange({ 0, edge.end }); // with a time at its end
        bars.resize(400, 100);
        const QImage image = bars.grab().toImage();
        for (int y = image.height() - bars.fontMetrics().height(); y < image.height(); ++y) {
            for (const int x : { image.width() - 2, image.width() - 3 })
                QCOMPARE(image.pixel(x, y), image.pixel(image.width() - 1, 0));
        }
    }
};

QTEST_MAIN(StepTabsTest)
#include "StepTabsTest.moc"
