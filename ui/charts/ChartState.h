// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/ChartTickers.h"
#include "ui/charts/ChartWidget.h"
#include "ui/charts/HeatRows.h"

#include <qcustomplot.h>

#include <optional>

namespace torchmason {

// A part of the files of ChartWidget, which alone include it.
struct ChartWidget::State {
    QCustomPlot* plot = nullptr;
    QCPItemStraightLine* cursor = nullptr;
    QCPItemText* edgeNote = nullptr;
    QString note; // where there is room
    QStringList shorterNotes;
    HeatRows* heat = nullptr;
    QSharedPointer<RoomTicker> values;
    std::optional<double> highest; // where the axis follows from it and from the room
    QStringList labels; // of the places; empty: a time axis
    QSharedPointer<TimeTicker> time = QSharedPointer<TimeTicker>::create();
    bool isScrubbing = false; // the button went down on the curves
};

}
