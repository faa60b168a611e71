// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/buildfolder/BuildFolderState.h"
#include "core/request/Configuration.h"

#include <QMap>
#include <QString>
#include <QStringList>
#include <QVector>

namespace torchmason {

// Of readOnceVariables(): a sentence for each that says something else than what the folder was configured
// with. Where a flag says the same thing the variable does not count. Flags that were set and are not asked
// for any more are not seen, as CMake's own stand beside them.
QStringList ignoredVariables(
    const QMap<QString, QString>& variables, const QVector<FlagValue>& flags, const BuildFolderState& state);

// "It was configured with CMAKE_CXX_COMPILER=/usr/bin/c++, and CMake would not look at CXX=clang++ again."
QString notReadAgain(const QString& entry, const QString& before, const QString& name, const QString& wish);

}
