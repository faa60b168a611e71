// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/buildfolder/ConfigureOutput.h"
#include "core/request/Configuration.h"
#include "core/stages/CMakeCache.h"

#include <QString>
#include <QStringList>
#include <QVector>

namespace torchmason {

// A part that PyTorch's CMake switches off with no more than a warning. One that needs another part, or one
// of two, is only gone by itself where that one is there.
struct SilentPart {
    const char* flag;
    const char* needs; // "", "ONE", "ONE or OTHER"
};
const QVector<SilentPart>& silentParts();

// A flag that is not what was asked for any more.
struct FlagDifference {
    QString flag;
    QString wish;
    QString result;
    QString reason; // in CMake's words or ours; empty where nothing explains it
    bool stops = false; // a part that was asked for is gone: nobody wants to learn that after hours
};

struct ConfigurationReport {
    QVector<FlagDifference> differences; // those that stop first
    QStringList unused; // asked for, but this source knows no such flags

    bool stops() const { return !differences.isEmpty() && differences.first().stops; }
};

// What was asked against what CMake made of it: in its cache, and in the summary that PyTorch prints, which
// is right where they differ. ON and 1, two spellings of one path, and what the log cannot tell are no
// differences.
ConfigurationReport compareConfiguration(
    const QVector<FlagValue>& wishes, const CMakeCache& cache, const ConfigureOutput& output);

// "USE_CUDA was asked to be ON, but CMake switched it OFF: ..."
QString differenceSentence(const FlagDifference& difference);

}
