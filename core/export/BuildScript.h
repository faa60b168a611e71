// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/RequestMaker.h"
#include "core/export/ScriptExport.h"
#include "core/store/AttemptStore.h"

namespace torchmason {

enum class ScriptKind { Shell, Batch };

std::optional<ScriptKind> scriptKindFromId(const QString& id); // "sh", "bat"
Platform platformOf(ScriptKind kind);

// A build that has not run, as a script for the system of that kind: another one than the request is for gets
// places that are usual there. Fails with a sentence where no plan can be made.
Result<QByteArray> buildScript(
    const BuildRequest& request, const QVector<RequestAssumption>& assumptions, ScriptKind kind);
// What an attempt did. One that ran through the memory gate is written as it would run without, and a retry
// from the first stage on.
Result<QByteArray> attemptScript(const AttemptSummary& attempt, ScriptKind kind);

}
