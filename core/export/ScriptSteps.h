// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/HelperSteps.h"
#include "core/export/ScriptExport.h"
#include "core/export/ScriptLines.h"

namespace torchmason {

// A small step of ours in a plan that becomes a script.
struct HelperUse {
    const Command& command;
    const HelperStep& step;
    const ScriptTitle& title;
    const ScriptLines& lines;

    QString value(const char* option) const { return step.value(QLatin1String(option)); }
};

// The lines that do the same by hand; a comment where there are none.
QString linesOfStep(const HelperUse& use);
// The helper modes for which there are lines or a comment of their own.
QStringList modesWithLines();

}
