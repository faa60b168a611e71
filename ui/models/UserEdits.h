// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/change/Change.h"
#include "core/config/RequestMaker.h"

#include <QString>
#include <QVector>

namespace torchmason {

// All that the user typed on top of a profile. It does not know the profile, so that it survives a change
// of profile and is laid over the next one.
struct UserEdits {
    Configuration configuration; // origins are User
    QString sourceFolder;
    QString buildFolder;
    QStringList targets;
    std::optional<int> jobs;
    bool withoutGate = false;
    std::optional<Bytes> memoryLimit; // kept by the gate
    QString cache; // of compilers, see core/config/CacheWish.h; empty: as the profile says
    QString cacheStorage; // the address of one that several machines share
    QStringList skippedStages;
    QString backend; // "wheel" or "cmake"; empty: as the profile says
    QString tag; // of the repository, in place of the profile's
    std::optional<bool> venv; // a virtual environment of the build's own
    QStringList packages; // "numpy==1.26.4", over the profile's
    QString wheels; // folder that pip takes packages from
    InstallTarget install; // where the packed wheel goes

    bool operator==(const UserEdits&) const = default;
    bool isEmpty() const { return *this == UserEdits(); }

    void removeEnvironment(const QString& name);
};

RequestWishes wishesOf(const UserEdits& edits);
// The edits with what a change does to flags, variables, jobs, folders and the like; the programs that it
// chooses are no edits.
UserEdits editsAfter(UserEdits edits, const Change& change);
// What is left of the edits when the profile says the rest already.
UserEdits withoutSaid(UserEdits edits, const Profile& profile);

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
QVector<EditConflict> conflictsOf(const UserEdits& edits, const Profile& profile, const BuildRequest& plain);
// The edits without this one.
UserEdits withProfiles(UserEdits edits, const EditConflict& conflict);

}
