// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/CommandLine.h"
#include "core/attempt/BuildRequest.h"

namespace torchmason::cli {

// What build and retry have in common: --detach, --clean, the start and the watching.
void declareStartOptions(CommandLine& line);
// What those of them say about the request, for whoever shows it before.
void applyStartOptions(const CommandLine& line, BuildRequest& request);
int startAndWatch(const BuildRequest& request, const CommandLine& line, Console& console);

}
