// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/history/CurveSet.h"

#include <QWidget>

#include <optional>

class QBoxLayout;
class QLabel;
class QTreeWidget;

namespace torchmason {

class ChartWidget;

// Memory, busy cores and steps of several attempts over the time since each began, with one cursor. Each
// attempt has a colour and a kind of line of its own. A table beside the charts, or above them where it is
// short, has the values of the moment, or else of the whole attempts; the one that is selected there stands
// out.
class ComparedCurves : public QWidget {
    Q_OBJECT

public:
    explicit ComparedCurves(QWidget* parent = nullptr);

    void show(const CurveSet& set);

protected:
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    QWidget* createCharts();
    QWidget* createValues();
    void fitColumns();
    bool moveBy(int key);
    void draw();
    void drawFigure(CurveSet::Figure figure);
    void setMoment(std::optional<double> seconds);
    void fillValues();
    void showValues();
    void describe();

    CurveSet m_set;
    std::optional<double> m_moment; // seconds
    QVector<ChartWidget*> m_charts; // by CurveSet::Figure
    QVector<QLabel*> m_instead; // of charts without values, in their places
    QBoxLayout* m_parts = nullptr; // charts and values
    QLabel* m_time = nullptr; // what the values are of
    QTreeWidget* m_values = nullptr;
    QLabel* m_unknown = nullptr; // which attempts have no curves
    QLabel* m_short = nullptr; // which ones have no line, because they were short
    QLabel* m_missed = nullptr; // that a peak lies above its curve
};

}
