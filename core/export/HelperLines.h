// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/HelperSteps.h"
#include "core/export/ScriptExport.h"

namespace torchmason {

// A small step of ours in a plan that becomes a script.
struct HelperUse {
    const Command& command;
    const HelperStep& step;
    const ScriptTitle& title;

    QString value(const char* option) const { return step.value(option); }
};

// Words of both.
QString backendSentence(const HelperUse& use);
QString foreignFolderNote();
QString loadNote();
QString staleSentence(const HelperUse& use, const QString& flag);
QString goneSentence(const QString& flag);
QString noPythonSentence(const HelperUse& use);
QString noWheelSentence();
QString submoduleSentence();
QStringList submoduleStatus(); // git's words
// What pip needs of the build's environment (a proxy, an index of packages), and what it must not have.
QVector<EnvironmentValue> pipVariables(
    const HelperUse& use, const PythonEnvironment& python, Platform platform);
// The mark of the script's variable for the interpreter; `name` where the script has none.
QString interpreterOr(const HelperUse& use, const char* name);

}
