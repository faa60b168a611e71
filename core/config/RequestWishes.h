// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/change/Change.h"
#include "core/request/BuildRequest.h"

#include <QMap>
#include <QString>
#include <QStringList>

#include <optional>

namespace torchmason {

// All that a user wants on top of a profile, in the window and on the command line. Empty members mean "as
// the profile says". It does not know the profile, so that it survives a change of profile and is laid over
// the next one. A new member also goes into tests/support/Members.h, which does not compile without it.
struct RequestWishes {
    Configuration configuration; // origins are User; `unsetFlags` also leave CMake's cache
    QString sourceFolder;
    QString buildFolder;
    QString tag; // of the repository, in place of the profile's
    QMap<QString, QString> programs; // "nvcc", "cxx", "python"... -> path, taken instead of what is found
    QStringList targets;
    std::optional<int> jobs;
    std::optional<Bytes> memoryLimit; // kept by the gate
    std::optional<GateUse> gate; // else where it costs nothing
    QString cache; // of compilers, see core/config/CacheWish.h
    QString cacheStorage; // the address of one that several machines share
    QString backend; // "cmake" or "wheel"
    std::optional<bool> venv; // a virtual environment of the build's own
    QStringList packages; // "numpy==1.21.6", over the profile's
    QString wheels; // folder that pip takes packages from
    InstallTarget install; // where the packed wheel goes
    QString fromStage;
    QString untilStage;
    QStringList skippedStages;

    bool operator==(const RequestWishes&) const = default;
    bool isEmpty() const { return *this == RequestWishes(); }
};

// One step of a change, done to what the user wants: values of the origin User. What is chosen among the
// machine's programs, and what the user installs by hand, are facts and no wishes: such steps do nothing.
void applyStep(const ChangeStep& step, RequestWishes& wishes);

}
