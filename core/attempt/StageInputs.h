// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/detect/HostFacts.h"
#include "core/store/AttemptRecord.h"

#include <QMap>
#include <QString>
#include <QStringList>

namespace torchmason {

// What configuring and compiling depend on beyond their commands: "source" (the commit or the version of the
// tree that is there), "cmake", "ninja", "python", "nvcc" and "c++ compiler" as the request's facts name
// them. What is not known is left out.
QMap<QString, QString> stageInputs(const BuildRequest& request);

// One clause for each that is another one now: "cmake is 3.31.0 now and was 3.25.1". One that is known on one
// side only has not changed.
QStringList changedInputs(const QMap<QString, QString>& before, const QMap<QString, QString>& now);

// A request that goes on with an attempt begins at configuring where the inputs of what had ended well have
// changed since, or where what configuring made is gone. Answers why.
QStringList startWhereInputsChanged(const AttemptRecord& record, BuildRequest& request);

// A request that begins later than configuring does so there where the build folder holds no CMakeCache.txt:
// ninja would have no rules, or run CMake for ever. Answers why, as a clause; empty: it stays as it is.
QString startWhereNothingIsConfigured(BuildRequest& request);

// An attempt made once more, with the machine and the tree as they are now and not as they were then.
struct Repetition {
    BuildRequest request;
    QStringList changes; // why it begins earlier than where the attempt had ended, a clause each
};
Repetition repetitionOf(const AttemptRecord& record, const HostFacts& facts);

}
