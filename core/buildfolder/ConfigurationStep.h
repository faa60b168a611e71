// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/buildfolder/ConfigurationCheck.h"

#include <functional>

namespace torchmason {

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
