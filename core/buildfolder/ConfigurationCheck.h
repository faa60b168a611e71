// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "core/parse/Diagnostic.h"
#include "core/request/Configuration.h"
#include "core/stages/CMakeCache.h"

#include <QByteArray>
#include <QHash>
#include <QString>
#include <QStringList>
#include <QVector>

#include <functional>

namespace torchmason {

// What CMake printed while it configured, as far as it tells what became of flags.
struct ConfigureOutput {
    QHash<QString, QString> summary; // USE_CUDA -> OFF, from the last "******** Summary ********"
    QVector<Diagnostic> warnings; // in order
    QStringList notFound; // "Could NOT find CUDA (missing: ...)", without the dashes before it
    QStringList unused; // "Manually-specified variables were not used by the project"
};

ConfigureOutput readConfigureOutput(const QByteArray& log);
Result<ConfigureOutput> readConfigureLog(const QString& path);

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

struct ConfigurationStepWishes {
    QString buildFolder;
    QVector<FlagValue> flags; // what CMake was told
    QString logFile; // what it printed; empty: the cache alone is looked at
    bool accepted = false; // what is gone is only told
};

// The last step of configuring: tells what became other than asked, and fails where a part that was asked
// for is gone, so that it is decided upon before hours are spent. `print` gets a line per difference, which
// begins with helperWarning.
Result<QString> checkConfiguration(
    const ConfigurationStepWishes& wishes, const std::function<void(const QString&)>& print);

// What names the stage's log to our own steps; set by the runner.
inline constexpr const char* stageLogVariable = "TORCHMASON_STAGE_LOG";
// A line that one of our own steps begins with this becomes a warning of the attempt.
inline constexpr const char* helperWarning = "Warning: ";

}
