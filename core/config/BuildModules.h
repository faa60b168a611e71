// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/request/Configuration.h"

#include <QString>
#include <QStringList>

namespace torchmason {

// The Python modules that building PyTorch imports, by their import names. Its code generation needs some
// even for a build without Python. `backend` as in BuildRequest. NumPy is not among them: see wantsNumpy().
QStringList neededModules(const QString& backend);

// Whether the build is to work with NumPy's arrays: USE_NUMPY, ON unless switched off. From PyTorch 2.14 on
// CMake puts the variable of that name over the flag whenever it configures.
bool wantsNumpy(const Configuration& configuration, const QString& backend);

// What pip installs for them where a tree does not say itself what it requires: "setuptools<80".
QStringList packagesFor(const QStringList& modules);

}
