// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/CommandLine.h"
#include "core/attempt/BuildRequest.h"

namespace torchmason::cli {

// What build and retry have in common: --detach, --clean, the start and the watching.
void declareStartOptions(CommandLine& line);
int startAndWatch(const BuildRequest& request, const CommandLine& line, Console& console);

}
