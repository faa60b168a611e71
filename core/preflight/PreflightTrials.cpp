// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Core.h"
#include "core/preflight/PreflightRules.h"
#include "core/preflight/ToolkitAdvice.h"
#include "core/preflight/TriedChoice.h"

namespace torchmason {

namespace {

bool hasFailed(const HostFacts& facts, const CompilerFacts& compiler)
{
    for (const TrialFacts& trial : facts.trials) {
        if (trial.id == QLatin1String("compiler") && trial.state == QLatin1String("fail")
            && !trial.tools.isEmpty() && trial.tools[0].path == compiler.path)
            return true;
    }
    return false;
}

Change notTried(Change change)
{
    change.caveat = Core::tr("It was not tried with this build yet.");
    return change;
}

}

void proposeUntried(const BuildChoice& choice, CheckRow& row)
{
    if (row.state != CheckState::Fail)
        return;
    if (ruleOf(row) == QLatin1String("tried-compiler")) {
        for (const CompilerFacts& other : choice.facts.compilers) {
            if (&other != choice.compiler && other.family != QLatin1String("msvc")
                && !hasFailed(choice.facts, other))
                row.changes.append(
                    notTried(chooseChange(compilerName(other), QStringLiteral("cxx"), other.path)));
        }
    }
    if (ruleOf(row) == QLatin1String("tried-nvcc")) {
        for (const Change& change : otherToolkits(choice, capabilitiesOf(triedArchitectures(choice))))
            row.changes.append(notTried(change));
    }
}

}
