// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/detect/Probe.h"

namespace torchmason {

struct PythonPlace {
    QString path;
    QString kind; // "venv", "conda"; empty: the interpreter is asked
    QString source; // "VIRTUAL_ENV", "PATH"...
};

// The arguments that make an interpreter of any version print its version, kind and packages.
QStringList pythonQuestion();

struct PythonAnswer {
    PythonFacts facts;
    QString prefix; // shims and links lead to the same one
};

// Reads what it said. Its own word for its path counts: a shim of pyenv starts another program, and
// CMake must be given that one.
Result<PythonAnswer> readPythonAnswer(const QString& output, const PythonPlace& place);

}
