// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/stages/ScriptMark.h"
#include "core/stages/StagePlan.h"

namespace torchmason {

// What stands at the top of a script for its reader to change.
struct ScriptVariable {
    ScriptName name = ScriptName::Source;
    QString value; // as it stands in the commands of the plan
    bool isAsked = false; // the script asks the machine that it runs on
    QString why = {}; // a comment above it
};

// Those that a script of this request has: its folders, the toolkit, the interpreter, the number of jobs. A
// request without jobs lets the machine decide; `asksForPython`: it looks for its interpreter, too.
QVector<ScriptVariable> scriptVariables(const BuildRequest& request, Platform platform, bool asksForPython);

// The jobs that stand in the plan of a request that names none.
inline constexpr int jobsToBeAsked = 1;

// The text with marks where it names the places.
QString withMarks(QString text, const QVector<ScriptVariable>& variables, Platform platform);
StagePlan withMarks(StagePlan plan, const QVector<ScriptVariable>& variables, Platform platform);

}
