// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/progress/BuildSchedule.h"

#include <QStringList>
#include <QVector>

namespace torchmason {

// What a build folder has still to do, as far as files that are missing tell; what ninja makes again because
// something changed is not seen.
struct StepsLeft {
    BuildGraph graph; // of the targets; empty where there is no build.ninja that can be read
    QVector<bool> isThere; // by node: its output is there
    // Made before build.ninja is made again, and before ninja knows how much there is to do.
    BuildGraph preparation;
    NinjaOrder order = NinjaOrder::LongestWay; // of the ninja that wrote the log there

    int missing() const;
};

// Reads build.ninja and asks for one file a step.
StepsLeft readStepsLeft(const QString& buildFolder, const QStringList& targets);

}
