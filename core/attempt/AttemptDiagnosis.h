// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/findings/LogDiagnosis.h"
#include "core/store/AttemptStore.h"

namespace torchmason {

// Reads the logs of an attempt once more, with the rules as they are now, and decides with all that is known
// of it: its configuration, its machine, its samples, and what lies in its build folder today. Findings carry
// their stage, and line and offset are of that stage's log. An attempt without logs is an error.
Result<DiagnosisReport> diagnoseAttempt(
    const AttemptSummary& attempt, const std::shared_ptr<const RuleSet>& rules);

}
