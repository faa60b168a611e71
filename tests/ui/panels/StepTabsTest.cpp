// SPDX-License-Identifier: GPL-3.0-or-later
// What the steps of a build say where there is little to show, and little room.
#include "ui/panels/StepTabs.h"
#include "tests/ui/support/UiTest.h"
#include "ui/charts/TimelineBars.h"
#include "ui/frame/TextSize.h"
#include "ui/models/RunningEdgesModel.h"

#include <QCoreApplication>
#include <QHeaderView>
#include <QImage>
#include <QLabel>
#include <QScrollBar>
#include <QTableView>

using namespace torchmason;

class StepTabsTest : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<QTemporaryDir> m_home;

private slots:
    void init() { m_home = freshHome(); }

    // Rows move up when a step ends.
    void aChosenCompilerStaysChosen()
    {
        const auto running = [](const QStringList& outputs) {
            Sample sample;
            for (const QString& output : outputs)
                sample.running.append(
                    { 0, output, {}, Milliseconds(60'000 - sample.running.size()), {}, {} });
            return sample;
        };
        StepTabs tabs;
        tabs.setLive(true);
        auto* table = findIn<QTableView>(tabs, "runningEdges");
        tabs.showSample(running({ "a.o", "b.o", "c.o" }));
        table->selectRow(1);
        const std::pair<QStringList, QString> later[] = { { { "b.o", "c.o", "d.o" }, "b.o" },
            { { "z.o", "a.o", "b.o" }, "b.o" }, { { "c.o", "d.o", "e.o" }, {} } }; // it has ended itself
        for (const auto& [outputs, chosen] : later) {
            tabs.showSample(running(outputs));
            const auto rows = table->selectionModel()->selectedRows(RunningEdgesModel::Output);
            QCOMPARE(rows.value(0).data().toString(), chosen);
        }
    }

    // What is left of those that say little; a gate says more.
    void namesOfStepsHaveTheRoom()
    {
        StepTabs tabs;
        tabs.resize(80 * tabs.fontMetrics().horizontalAdvance(u'0'), 200);
        tabs.setGated(false);
        tabs.setLive(true);
        tabs.show();
        auto* table = findIn<QTableView>(tabs, "runningEdges");
        const auto widthOf = [table](int column) { return table->columnWidth(column); };
        const int usual = widthOf(RunningEdgesModel::Memory);
        QTRY_COMPARE_GT(widthOf(RunningEdgesModel::Output), widthOf(RunningEdgesModel::State) + 2 * usual);
        QCOMPARE(table->horizontalHeader()->textElideMode(), Qt::ElideRight);
        tabs.setGated(true); // "420 MB of about 600 MB"
        QCOMPARE_GT(widthOf(RunningEdgesModel::Memory), usual);
        QTRY_COMPARE_GT(2 * widthOf(RunningEdgesModel::Output), widthOf(RunningEdgesModel::State));
    }

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
        tabs.setReading(true); // what runs is not known
        QVERIFY(!words->isVisible());
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

    // Nor when there are more of them than rows, or one says for long why it waits.
    void columnsStayWhileStepsComeAndGo_data()
    {
        QTest::addColumn<bool>("isGated");
        QTest::newRow("with a gate") << true;
        QTest::newRow("without") << false;
    }
    void columnsStayWhileStepsComeAndGo()
    {
        QFETCH(bool, isGated);
        StepTabs tabs;
        tabs.resize(200 * tabs.fontMetrics().averageCharWidth(), 200);
        tabs.setGated(isGated);
        tabs.setLive(true);
        tabs.show();
        const auto* table = findIn<QTableView>(tabs, "runningEdges");
        const auto places = [table] {
            QCoreApplication::processEvents();
            QVector<int> found;
            for (int column = 0; column < RunningEdgesModel::ColumnCount; ++column)
                found << table->columnViewportPosition(column) << table->columnWidth(column);
            return found;
        };
        const QVector<int> before = places();
        QVERIFY(!table->verticalScrollBar()->isVisible()); // there is nothing to scroll
        Sample sample;
        for (int i = 0; i < 40; ++i)
            sample.running.append({ 78, "a.cpp.o", "C++", Milliseconds(3000), 420 * mebibyte, {} });
        if (isGated) {
            sample.running.first().expected = 600 * mebibyte;
            sample.gate.emplace();
            sample.gate->running = 40;
            sample.gate->heldBack = { { "b.cu.o", "CUDA", Milliseconds(61000), 5 * gibibyte,
                "needs 15.0 GB, 13.1 GB are free" } };
        }
        tabs.showSample(sample);
        QCOMPARE(places(), before);
        QTRY_VERIFY(table->verticalScrollBar()->isVisible());
        for (const int column : { RunningEdgesModel::State, RunningEdgesModel::Memory }) {
            for (const int row : { 0, table->model()->rowCount() - 1 }) {
                const QString words = table->model()->index(row, column).data().toString();
                QVERIFY2(table->fontMetrics().horizontalAdvance(words) < table->columnWidth(column),
                    qPrintable(words));
            }
        }
        tabs.showSample({});
        QTRY_VERIFY(!table->verticalScrollBar()->isVisible());
        QCOMPARE(places(), before);
    }

    // A name is read before the reason why one waits.
    void namesHaveTheRoomInANarrowTable()
    {
        StepTabs tabs;
        tabs.resize(120 * tabs.fontMetrics().averageCharWidth(), 200);
        tabs.setGated(true);
        tabs.setLive(true);
        tabs.show();
        const auto* table = findIn<QTableView>(tabs, "runningEdges");
        QTRY_VERIFY(3 * table->columnWidth(RunningEdgesModel::Output)
            > 4 * table->columnWidth(RunningEdgesModel::State));
        QVERIFY(table->columnWidth(RunningEdgesModel::State)
            > table->fontMetrics().horizontalAdvance(RunningEdgesModel::tr("waits for a free job")));
    }

    // Columns give way; where they cannot, the table scrolls sideways.
    void noColumnIsCutInANarrowTable()
    {
        StepTabs tabs;
        tabs.setGated(true);
        tabs.setLive(true);
        tabs.show();
        const auto* table = findIn<QTableView>(tabs, "runningEdges");
        const int letter = table->fontMetrics().averageCharWidth();
        const auto scrolls = [table] { return table->horizontalScrollBar()->isVisible(); };
        for (int letters = 100; letters > 30; letters -= 5) {
            tabs.resize(letters * letter, 200);
            QCoreApplication::processEvents();
            QTRY_VERIFY2(scrolls() || table->horizontalHeader()->length() <= table->viewport()->width(),
                qPrintable(QString::number(letters)));
            QCOMPARE_GE(table->columnWidth(RunningEdgesModel::Output), 7 * letter);
        }
        QVERIFY(scrolls());
        tabs.resize(200 * letter, 200);
        QTRY_VERIFY(!scrolls());
        QTRY_COMPARE_GT(table->columnWidth(RunningEdgesModel::Output), 40 * letter);
    }

    // What is expected is cut before names are.
    void memoryGivesWayToNames()
    {
        StepTabs tabs;
        tabs.setGated(true);
        tabs.setLive(true);
        tabs.show();
        const auto* table = findIn<QTableView>(tabs, "runningEdges");
        const int letter = table->fontMetrics().averageCharWidth();
        tabs.resize(200 * letter, 200);
        QCoreApplication::processEvents();
        const int whole = table->columnWidth(RunningEdgesModel::Memory);
        for (int letters = 120; letters > 40; letters -= 5) {
            tabs.resize(letters * letter, 200);
            QTRY_COMPARE_GE(table->columnWidth(RunningEdgesModel::Output), 15 * letter);
            if (table->horizontalScrollBar()->isVisible())
                QVERIFY(table->columnWidth(RunningEdgesModel::Memory) < whole);
            QVERIFY(table->columnWidth(RunningEdgesModel::Memory)
                > table->fontMetrics().horizontalAdvance(formatBytes(999 * mebibyte)));
        }
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
