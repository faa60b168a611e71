// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "core/request/Configuration.h"

#include <QByteArray>
#include <QMap>

class QProcess;

namespace torchmason {

// What Visual Studio's vcvars64.bat adds to an environment, found by running it once. Its path comes from
// detection, and is the only thing about the command that is not constant.

using EnvironmentMap = QMap<QString, QString>;

// What `set` printed, in UTF-16 as from `cmd /u`, else in the system's encoding. Entries without a name
// ("=C:") are left out.
EnvironmentMap parseSetOutput(const QByteArray& output);

// What turns `before` into `after`, names compared without case. Of a variable that grew at its front, as
// PATH does, only what is new. Without cmd.exe's own variables and those whose names speak of secrets.
QVector<EnvironmentValue> environmentDifference(const EnvironmentMap& before, const EnvironmentMap& after);

// Whether the path may stand between the quotes of cmd.exe's command line: absolute, named vcvars64.bat, and
// without anything that cmd.exe acts on there.
Result<void> checkVcvarsPath(const QString& path);

// The folder of the Visual Studio that a vcvars64.bat belongs to, with / and none at its end.
QString visualStudioFolder(const QString& script);

// Whether `own` is a developer prompt's environment already. An error where it is one for 32 bits, as the
// default prompt is, or of another Visual Studio: a second one on top would mix two compilers.
Result<bool> isItsPrompt(const EnvironmentMap& own, const QString& script);

// Sets the command that runs the script and prints what `set` says then. The path must have passed
// checkVcvarsPath(). On Linux, where there is no cmd.exe, the script itself has to print it: a stand-in for
// tests.
void setVcvarsCommand(QProcess& process, const QString& script);

// Runs it and writes the difference to environment.json in the attempt's folder.
Result<QString> captureVcvars(const QString& script, const QString& attemptFolder);

// The difference that was written there; empty where none was.
Result<QVector<EnvironmentValue>> capturedEnvironment(const QString& attemptFolder);

}
