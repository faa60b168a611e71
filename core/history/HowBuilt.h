// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/profile/ProfileCatalogue.h"
#include "core/store/AttemptRecord.h"

#include <QString>
#include <QVector>

#include <optional>

namespace torchmason {

// One thing about how an attempt was built.
struct BuiltRow {
    QString group; // "attempt", those of settingsAndTools(), "told", "command"
    QString name; // not translated, unique in its group
    QString label;
    QString value; // secrets are masked; "unknown" where everybody asks for it and nothing tells it
    std::optional<ValueOrigin> origin = {}; // of flags and variables
    QString note = {}; // what a command is for, which stages set a variable, what else is to be known
    bool differs = false; // from the profile
    QString profileValue = {}; // what the profile says, where that is known and differs
};

// All that is known, in the order of its groups. `profile`: the request that the profile alone makes on that
// machine, see profileRequest(); without it only the origins of values say what differs.
QVector<BuiltRow> howBuilt(
    const AttemptRecord& record, const QString& folder, const std::optional<BuildRequest>& profile);
QString builtGroupTitle(const QString& group);

// What the attempt's profile, as it is today, asks for on the attempt's machine. nullopt where it is not here
// any more, and for attempts of other machines, whose folders and tools mean nothing here. Folders are the
// attempt's own: no record tells which ones the settings gave to the profile then. Reads disks.
std::optional<BuildRequest> profileRequest(const AttemptRecord& record, const ProfileCatalogue& catalogue);

}
