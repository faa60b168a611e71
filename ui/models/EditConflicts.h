// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/RequestWishes.h"
#include "core/profile/Profile.h"

#include <QString>
#include <QVector>

namespace torchmason {

// What is left of the edits when the profile says the rest already.
RequestWishes withoutSaid(RequestWishes edits, const Profile& profile);

// An edit that says something else than the profile it is laid over.
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
        Result,
        Tag,
        Venv,
        Package,
        Wheels,
    };

    Kind kind = Kind::Flag;
    QString name; // of flags, variables and packages
    QString mine;
    QString profiles; // empty where it says nothing in words
    bool operator==(const EditConflict&) const = default;
};
// `plain` is what the profile asks for by itself.
QVector<EditConflict> conflictsOf(
    const RequestWishes& edits, const Profile& profile, const BuildRequest& plain);
// The edits without this one.
RequestWishes withProfiles(RequestWishes edits, const EditConflict& conflict);

}
