// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/history/ComparedCurves.h"
#include "tests/ui/support/UiTest.h"
#include "ui/charts/ChartWidget.h"

#include <QCoreApplication>
#include <QImage>
#include <QLabel>
#include <QTreeWidget>

using namespace torchmason;

namespace {

// Attempts that each lasted this long and had their only step, or none, at half a second.
CurveSet setOf(const QVector<int>& seconds, bool withSteps)
{
    CurveSet set;
    set.resources.step = Milliseconds(1000);
    for (const int length : seconds) {
        set.names << QString::number(set.names.size() + 1);
        ResourcePoint point;
        point.buildMemory = gibibyte;
        point.cores = 2;
        QVector<ResourcePoint> curve(length + 1, point);
        for (int second = 0; second <= length; ++second)
            curve[second].elapsed = second * 1000;
        set.resources.curves << curve;
        set.resources.uses << ResourceUse();
        StepsOverTime steps;
        if (withSteps)
            steps.points = { { 0, 0 }, { 500, 1 } };
        set.steps << steps;
    }
    return set;
}

bool isDrawnAt(ChartWidget& chart, double share)
{
    const QImage image = chart.grab().toImage();
    const int x = int(image.width() * share);
    for (int y = 0; y < image.height(); ++y) {
        const QColor colour = image.pixelColor(x, y);
        if (colour.blue() - colour.red() > 60) // a line of an attempt; others are grey
            return true;
    }
    return false;
}

}

class ComparedCurvesTest : public QObject {
    Q_OBJECT

private slots:
    void init() { m_home = freshHome(); }

    void anAttemptLastsAsLongAsWhatIsKnownOfIt()
    {
        CurveSet set = setOf({ 100, 40 }, true);
        QCOMPARE(set.endOf(0), 100.0);
        QCOMPARE(set.endOf(1), 40.0);
        QCOMPARE(set.end(), 100.0);
        set.resources.curves[1].clear(); // nobody measured
        QCOMPARE(set.endOf(1), 0.5);
        set.steps[1].points.clear();
        QCOMPARE(set.endOf(1), 0.0);
    }

    // As in the attempt's own charts: nothing is drawn before the first sample, nor between two of them.
    void itIsDrawnWhereItWasMeasured()
    {
        CurveSet set = setOf({ 60 }, true);
        set.resources.step = Milliseconds(200);
        set.steps[0].begin = 4000;
        QVector<ResourcePoint>& curve = set.resources.curves[0];
        curve = QVector<ResourcePoint>(301);
        for (const int second : { 3, 4, 5, 60 }) {
            curve[second * 5].elapsed = second * 1000;
            curve[second * 5].buildMemory = Bytes(second) * gibibyte;
        }
        const QVector<double> moments = set.momentsOf(0);
        QCOMPARE(moments, (QVector<double> { 3, 4, 5, 15.2, 60 }));
        QCOMPARE(set.valueAt(CurveSet::Memory, 0, 4).value_or(0), 4.0 * double(gibibyte));
        QVERIFY(!set.valueAt(CurveSet::Memory, 0, moments[3])); // the line is broken there
        QVERIFY(!set.valueAt(CurveSet::Steps, 0, 3));
        QCOMPARE(set.valueAt(CurveSet::Steps, 0, 4).value_or(-1), 0.0);
        QCOMPARE(set.valueAt(CurveSet::Steps, 0, 5).value_or(-1), 1.0);
        set.resources.curves[0].clear();
        QVERIFY(set.momentsOf(0).size() > 100);
        QCOMPARE(set.momentsOf(0).last(), 4.5);
    }

    // The system measures each step between two samples, too.
    void aPeakAboveItsLineIsExplained()
    {
        CurveSet set = setOf({ 10, 10 }, true);
        ComparedCurves curves;
        const auto* missed = findIn<QLabel>(curves, "comparedMissed");
        set.resources.uses[1].peakMemory = gibibyte;
        curves.show(set);
        QVERIFY(missed->isHidden());
        set.resources.uses[1].peakMemory = 2 * gibibyte;
        curves.show(set);
        QVERIFY(!missed->isHidden() && missed->text().contains("may lie above it"));
    }

    // A row of the table without a line says why, also where others have theirs.
    void aMissingLineIsExplained()
    {
        ComparedCurves curves;
        const auto* words = findIn<QLabel>(curves, "comparedShort");
        curves.show(setOf({ 10, 20 }, true));
        QVERIFY(words->isHidden());
        curves.show(setOf({ 10, 0, 20 }, false)); // one sample
        QVERIFY(!words->isHidden());
        QVERIFY2(words->text().contains("attempt 2."), qPrintable(words->text()));
        CurveSet set = setOf({ 10, 0 }, true);
        set.resources.curves[1].clear(); // that is said elsewhere
        curves.show(set);
        QVERIFY(words->isHidden());
    }

    // What was done stays done while the attempt goes on with other things.
    void stepsAreDrawnToTheEnd()
    {
        ComparedCurves curves;
        curves.resize(900, 600);
        curves.setVisible(true);
        const auto instead = curves.findChildren<QLabel*>("curvesInstead");
        for (const bool withSteps : { true, false }) {
            curves.show(setOf({ 100 }, withSteps));
            QCoreApplication::processEvents(); // they are drawn when there is time
            auto charts = curves.findChildren<ChartWidget*>();
            QCOMPARE(charts.size(), int(CurveSet::figures));
            QVERIFY(isDrawnAt(*charts[CurveSet::Memory], 0.8));
            QCOMPARE(isDrawnAt(*charts[CurveSet::Steps], 0.8), withSteps);
            QVERIFY(instead[CurveSet::Memory]->text().isEmpty());
            QCOMPARE(instead[CurveSet::Steps]->text(), withSteps ? "" : "Nothing was measured");
            QCOMPARE(charts[CurveSet::Steps]->isVisible(), withSteps); // nor an axis of it
            QCOMPARE(instead[CurveSet::Steps]->isVisible(), !withSteps);
            const auto heightOf
                = [&charts](int figure) { return charts[figure]->minimumSizeHint().height(); };
            QCOMPARE(heightOf(CurveSet::Cores) > heightOf(CurveSet::Memory), !withSteps); // it has the times
        }
        CurveSet once = setOf({ 0 }, true);
        once.resources.step = Milliseconds(1);
        curves.show(once);
        QCOMPARE(instead[CurveSet::Memory]->text(), "Too short for a chart");
        once.resources.curves[0][0].buildMemory = 0; // no process of the build was seen
        curves.show(once);
        QCOMPARE(instead[CurveSet::Memory]->text(), "Nothing was measured");
    }

    void aTitleStandsNearerToItsOwnChart()
    {
        ComparedCurves curves;
        curves.resize(900, 700);
        curves.show(setOf({ 100, 100 }, true));
        curves.setVisible(true);
        const auto charts = curves.findChildren<ChartWidget*>();
        QLabel* title = nullptr;
        for (QLabel* label : curves.findChildren<QLabel*>()) {
            if (label->text() == "Busy cores")
                title = label;
        }
        QVERIFY(title);
        const auto above = [&] {
            return title->y() + title->contentsMargins().top()
                - charts[CurveSet::Memory]->geometry().bottom();
        };
        const auto below = [&] { return charts[CurveSet::Cores]->y() - title->geometry().bottom(); };
        QTRY_VERIFY(charts[CurveSet::Cores]->y() > charts[CurveSet::Memory]->geometry().bottom());
        QTRY_COMPARE_GE(above(), 2 * below());
    }

    void aShortTableLeavesTheChartsTheirWidth()
    {
        ComparedCurves curves;
        curves.resize(900, 700);
        curves.setVisible(true);
        const auto* values = findIn<QTreeWidget>(curves, "comparedValues");
        const auto placeOf
            = [&curves](const QWidget* part) { return QRect(part->mapTo(&curves, QPoint()), part->size()); };
        for (const int attempts : { 2, 8 }) {
            curves.show(setOf(QVector<int>(attempts, 100), true));
            QCoreApplication::processEvents();
            const QRect chart = placeOf(curves.findChildren<ChartWidget*>().first());
            const QRect table = placeOf(values);
            QVERIFY(!table.intersects(chart));
            QCOMPARE(table.left() > chart.right(), attempts != 2);
            QCOMPARE(table.bottom() < chart.top(), attempts == 2);
            QCOMPARE(chart.width() == curves.width(), attempts == 2);
            QVERIFY(table.height() < curves.height() / 3); // the charts have the rest
        }
    }

private:
    std::unique_ptr<QTemporaryDir> m_home;
};

QTEST_MAIN(ComparedCurvesTest)
#include "ComparedCurvesTest.moc"
