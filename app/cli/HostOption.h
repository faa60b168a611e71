// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/CommandLine.h"
#include "core/detect/HostFacts.h"

namespace torchmason::cli {

// --host FACTS.json: the facts of another machine, as `doctor --json` printed them there; "-" reads standard
// input.

void declareHostOption(CommandLine& line, const QString& help);
// nullopt where the option was not given.
Result<std::optional<HostFacts>> hostNamedBy(const CommandLine& line);

}
