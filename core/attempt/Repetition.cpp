// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attempt/Repetition.h"

#include "core/attempt/RunnerClient.h"
#include "core/attempt/StageInputs.h"
#include "core/request/TreeBackend.h"

namespace torchmason {

Repetition repetitionOf(const AttemptRecord& record, const HostFacts& facts)
{
    Repetition repetition { requestToContinue(record), {} };
    BuildRequest& request = repetition.request;
    request.hostFacts = toJson(facts);
    repetition.changes = startWhereInputsChanged(record, request);
    request.backend = settledBackend(request.backend, request.sourceFolder);
    return repetition;
}

}
