// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/Preflight.h"

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

    bool operator==(const UserEdits&) const = default;
    bool isEmpty() const { return *this == UserEdits(); }

    void removeEnvironment(const QString& name);
};

RequestWishes wishesOf(const UserEdits& edits);

// An edit that says something else than the profile it is laid over.
struct EditConflict {
    QString name;
    QString mine;
    QString profiles;
};
QVector<EditConflict> conflictsOf(const UserEdits& edits, const Configuration& profile);

}
