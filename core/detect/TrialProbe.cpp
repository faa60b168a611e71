// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/detect/Probe.h"

namespace torchmason {

// What was tried here before and still holds: the programs are the same files. Nothing is tried again.
FactsChange probeTrials(const ProbeContext& context)
{
    QVector<TrialFacts> kept;
    if (context.root.isEmpty()) { // elsewhere than on the real machine ours say nothing
        for (const TrialFacts& trial : readTrialsFile(trialsFile())) {
            if (isStillTrue(trial))
                kept.append(trial);
        }
    }
    return [kept](HostFacts& facts) { facts.trials = kept; };
}

}
