// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/CommandLine.h"
#include "core/request/BuildRequest.h"

#include <optional>

namespace torchmason::cli {

// What build and retry have in common: --detach, --clean, the start and the watching.
void declareStartOptions(CommandLine& line);
// What those of them say about the request, for whoever shows it before.
void applyStartOptions(const CommandLine& line, BuildRequest& request);
// Why the build folder would stop configuring at once; nullopt where it would not, or nothing is configured.
std::optional<QString> folderRefusal(const BuildRequest& request);
int startAndWatch(const BuildRequest& request, const CommandLine& line, Console& console);

}
