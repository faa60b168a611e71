// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/Subcommand.h"
#include "core/store/AttemptStore.h"

namespace torchmason::cli {

// The attempt with that number. Each ends the subcommand where there is none:
AttemptSummary attemptNamed(const QString& word);
AttemptSummary readableAttempt(const QString& word); // or where its files cannot be read,
AttemptSummary ownAttempt(const QString& word); // or where it was imported, so that it has no folders here.

extern const Option forPrograms; // --json

}
