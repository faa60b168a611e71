// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/ResourceCurves.h"

#include <QStringList>
#include <QWidget>

#include <functional>
#include <optional>

namespace torchmason {

class ChartLegend;
class ChartWidget;
struct ChartSeries;

// What one attempt's curve says as a whole.
struct CurveFigures {
    std::optional<Bytes> peakMemory;
    std::optional<double> meanCores; // busy ones
};
CurveFigures figuresOf(const QVector<ResourcePoint>& curve);

// Memory and busy cores of several attempts over the time since each began, with one cursor. Each attempt has
// a colour and a kind of line of its own.
class ComparedCurves : public QWidget {
    Q_OBJECT

public:
    explicit ComparedCurves(QWidget* parent = nullptr);

    // `names`: of the attempts, one for each curve.
    void show(const ResourceCurves& curves, const QStringList& names);
    // Whether there is anything to draw.
    bool hasCurves() const;

protected:
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    using Value = std::function<std::optional<double>(const ResourcePoint&)>;
    struct Chart {
        ChartWidget* chart = nullptr;
        ChartLegend* legend = nullptr;
        Value value;
        std::function<QString(double)> text;
    };

    Chart createChart(const QString& title, int axis, const QString& widest);
    void draw();
    void setMoment(std::optional<double> seconds);
    void showValues();
    void describe();

    QVector<Chart> m_charts;
    ResourceCurves m_curves;
    QStringList m_names;
    std::optional<double> m_moment; // seconds
};

}
