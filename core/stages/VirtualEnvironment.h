// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/Configuration.h"
#include "core/config/PythonEnvironment.h"

#include <functional>

namespace torchmason {

// Makes the virtual environment and installs its packages, unless it was made by the same interpreter and
// holds the same packages. A folder that is not ours is refused; one of ours is emptied where another
// interpreter is wanted or an earlier making did not come to pip. What Python and pip print goes to our
// own output; `print` gets a line per command. Answers a closing line.
Result<QString> prepareVirtualEnvironment(
    const PythonEnvironment& python, const std::function<void(const QString&)>& print);

// The arguments of the two commands and what pip's environment must not hold, for scripts as well: what puts
// packages elsewhere, and where a folder of wheels is named, other places to take them from.
QStringList venvArguments(const PythonEnvironment& python);
QStringList pipArguments(const PythonEnvironment& python);
QVector<EnvironmentValue> pipEnvironment(const PythonEnvironment& python, Platform platform);

}
