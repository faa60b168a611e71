// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/CommandLine.h"
#include "core/config/RequestMaker.h"

namespace torchmason::cli {

// The options that plan, build, check and retry share: what a user wishes on top of a profile.

void declareProfileOption(CommandLine& line); // --profile ID
void declareWishes(CommandLine& line); // --source, --build, -D, --env, --target, --jobs, ...
Result<Profile> chosenProfile(const CommandLine& line);
// Fails with what is wrong about a value: that is wrong use.
Result<RequestWishes> readWishes(const CommandLine& line);
// The values of --jobs and --memory-limit.
Result<int> jobsFromText(const QString& text);
Result<Bytes> memoryLimitFromText(const QString& text);
// "NAME=VALUE" or "NAME:TYPE=VALUE" as cmake takes it after -D.
Result<FlagValue> flagFromText(const QString& text);

}
