// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

namespace torchmason {

// The Python modules that building PyTorch imports, by their import names. Its code generation needs some
// even for a build without Python. `backend` as in BuildRequest.
QStringList neededModules(const QString& backend);

// What pip installs for them where a tree does not say itself what it requires: "setuptools<80".
QStringList packagesFor(const QStringList& modules);

}
