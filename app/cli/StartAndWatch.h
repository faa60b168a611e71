// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/Subcommand.h"
#include "core/request/BuildRequest.h"

#include <optional>

namespace torchmason::cli {

// What build and retry have in common: --clean, --accept-configuration.
QVector<Option> folderOptions();
// What those two and install have in common: --detach, the start and the watching.
QVector<Option> startOptions();
// What these options say about the request.
void applyStartOptions(const CommandLine& line, BuildRequest& request);
// Why configuring in the build folder would fail at once; nullopt where it would not.
std::optional<QString> folderRefusal(const BuildRequest& request);
int startAndWatch(const BuildRequest& request, const CommandLine& line, Console& console);

}
