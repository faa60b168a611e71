// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/request/PythonEnvironment.h"
#include "core/stages/StagePlan.h"

#include <QString>
#include <QStringList>

#include <optional>

namespace torchmason {

// A step that the plan gives to torchmason-runner itself, taken apart again.
struct HelperStep {
    QString mode; // "clean", "check-source"...
    QStringList arguments; // --name value, names may repeat
    QString value(QAnyStringView option) const;
    QStringList values(QAnyStringView option) const;
};

// nullopt where the command is another program.
std::optional<HelperStep> helperStep(const Command& command);

// What a script knows of such steps, whatever language it is written in.

// What pip installs into it for a tree of PyTorch, besides its requirements-build.txt.
QStringList venvRequirements(const HelperStep& step);
// How lines of that file begin that are not for the build's environment: options, what a build takes from the
// machine, and NumPy where it is off. See core/stages/VirtualEnvironment.
QStringList venvLeavesOut(const HelperStep& step);
PythonEnvironment venvOf(const HelperStep& step);
// The same command of git with the words behind -C SOURCE.
Command gitCommand(const Command& command, const HelperStep& step, const QStringList& words);
// A part that was asked to be ON, and parts with all of which it must be so.
struct PartCheck {
    QString flag;
    QStringList with;
};
QVector<PartCheck> partChecks(const HelperStep& step, Platform platform);
// Parts that were asked to be OFF and leave outputs behind.
QStringList partsOff(const HelperStep& step);
// Python that multiplies two matrices; in one line, without double quotes.
QString importProgram();

}
