// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/PythonEnvironment.h"

#include <functional>

namespace torchmason {

// Makes the virtual environment and installs its packages, unless it was made by the same interpreter with
// the same packages before. A folder that is not ours is refused; one of ours is emptied where another
// interpreter is wanted or an earlier making did not come to its end. What Python and pip print goes to our
// own output; `print` gets a line per command. Answers a closing line.
Result<QString> prepareVirtualEnvironment(
    const PythonEnvironment& python, const std::function<void(const QString&)>& print);

// The arguments of the two commands, for scripts as well.
QStringList venvArguments(const PythonEnvironment& python);
QStringList pipArguments(const PythonEnvironment& python);

}
