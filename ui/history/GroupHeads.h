// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/history/HistoryGroups.h"
#include "ui/text/Mark.h"

#include <optional>

namespace torchmason {

class HistoryModel;

// What stands above the attempts of a group.
struct GroupHead {
    QString name; // of the profile or the source tree
    QString words; // how many attempts, and how the newest ended
    std::optional<Mark> mark; // of the newest; attempts that go on with no other have none

    QString sentence() const; // all of it, for screen readers
};

// `shown`: those of the group that the filters leave, at least one.
GroupHead groupHead(const HistoryModel& model, Grouping grouping, const QVector<int>& shown);

}
