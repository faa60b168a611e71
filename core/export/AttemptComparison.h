// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/AttemptRecord.h"

#include <QVector>

namespace torchmason {

// One thing that two attempts do not have in common. An empty side means that there is none.
struct AttemptDifference {
    QString group; // "outcome", "request", "flag", "environment", "tool", "stage"
    QString name;
    QString left;
    QString right;
};

// Only what differs, in the order in which people ask: outcome, request, flags, environment, tools, stages.
QVector<AttemptDifference> compareRecords(const AttemptRecord& left, const AttemptRecord& right);

}
