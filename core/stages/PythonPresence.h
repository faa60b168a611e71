// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Json.h"
#include "core/base/Platform.h"
#include "core/base/Result.h"

#include <QString>

namespace torchmason {

// An environment may be removed, and a Python uninstalled or moved, while a build that was configured with it
// goes on. Whatever fails then says something else: a shell that does not find it, a launcher, CMake.

// Why the interpreter cannot start any more, by the files alone: it is gone, a link in its place leads
// nowhere, or the Python that its virtual environment was made of (pyvenv.cfg) is gone. Empty where it can.
QString missingPythonReason(const QString& python, Platform platform = hostPlatform());

// One sentence with what to do; empty where it is there.
QString missingPythonSentence(const QString& python);

// Also starts it: a launcher may be there without the Python behind it (pyenv, Windows).
Result<QString> checkPython(const QString& python);

// Where a program of resources/verify lies inside of this one: ":/torchmason/verify/place.py".
QString verifyProgram(const char* name);

// Runs one of the programs in resources/verify ("packages", "place", "identity") with `python`, isolated from
// the user's own packages and variables, and reads its line of JSON. It may take seconds. An error is a
// sentence: `failure` with the interpreter for %1 and the reason for %2.
Result<Json> askPython(
    const QString& python, const char* program, const QStringList& words, const QString& failure);

}
