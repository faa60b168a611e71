// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/detect/PythonAnswer.h"

namespace torchmason {

// Where things lie on Windows: what installers write into the registry first, their usual folders after
// that. Compiled on every system, so that a recorded machine can be read anywhere.

// Interpreters registered by PEP 514, then those of conda, uv and pyenv-win. 32-bit ones are
// left out: they build no PyTorch.
QVector<PythonPlace> windowsPythons(const ProbeContext& context);
// The program of this name that leads to Microsoft's shop until a Python is installed from there.
bool isStoreAlias(const QString& path);

QStringList windowsCudaRoots(const ProbeContext& context);
QStringList windowsCudnnFolders(const ProbeContext& context);

// cmake, ninja and git where their installers put them, also where PATH does not name them (yet): those of
// Visual Studio last. Empty where there is none.
QString windowsToolPlace(const ProbeContext& context, const QString& name);

// The newest Windows SDK with headers; nullopt where there is none.
std::optional<ToolFacts> windowsSdk(const ProbeContext& context);

// Name, build, code page, long paths and whether Microsoft Defender looks at every file.
FactsChange probeWindowsSystem(const ProbeContext& context);

}
