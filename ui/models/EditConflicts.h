// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/RequestMaker.h"
#include "core/profile/Profile.h"

#include <QString>
#include <QVector>

namespace torchmason {

// The edits without those that equal the profile.
RequestWishes withoutRedundant(RequestWishes edits, const Profile& profile);

// An edit with another value than the profile.
struct EditConflict {
    enum class Kind {
        Flag,
        Variable,
        Jobs,
        Targets,
        SourceFolder,
        BuildFolder,
        Cache,
        SkippedStages,
        Patches,
        Result,
        Tag,
        Venv,
        Package,
        Wheels,
    };

    Kind kind = Kind::Flag;
    QString name; // of flags, variables and packages
    QString mine;
    QString profiles; // empty where it has none
    bool operator==(const EditConflict&) const = default;
};
// `plain` is the request of the profile without edits.
QVector<EditConflict> conflictsOf(
    const RequestWishes& edits, const Profile& profile, const BuildRequest& plain);
// The edits without this one.
RequestWishes withProfileValue(RequestWishes edits, const EditConflict& conflict);

}
