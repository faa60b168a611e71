// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/change/CheckRow.h"
#include "core/detect/HostFacts.h"
#include "core/profile/Profile.h"
#include "core/request/BuildRequest.h"

#include <QVector>

namespace torchmason {

// The machine against what the profile needs: one row per prerequisite, whatever its state, in the
// order in which people read them.
QVector<CheckRow> checkMachine(const HostFacts& facts, const Profile& profile);
// With what the user changed: the flags of the request count instead of the profile's.
QVector<CheckRow> checkMachine(const HostFacts& facts, const Profile& profile, const BuildRequest& request);

// The same without a profile: what is there.
QVector<CheckRow> describeMachine(const HostFacts& facts);

// One row that says what was read from the source tree, and where the tables differ; none where no tree is
// there.
QVector<CheckRow> treeRows(const HostFacts& facts, const Profile& profile, const BuildRequest& request);

// Machine, profile and the edited configuration against each other, before anything runs; problems only,
// worst first.
QVector<CheckRow> preflight(const HostFacts& facts, const Profile& profile, const BuildRequest& request);

// A row of the machine says less than the rule that looked at the same thing, if one of `rows` is of it. What
// blocks is only covered by what blocks.
bool isCovered(const QString& rule, CheckState state, const QVector<CheckRow>& rows);

}
