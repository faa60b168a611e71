// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "core/parse/Diagnostic.h"

#include <QByteArray>
#include <QHash>
#include <QString>
#include <QStringList>
#include <QVector>

namespace torchmason {

// What CMake printed while it configured, as far as it tells what became of flags.
struct ConfigureOutput {
    QHash<QString, QString> summary; // USE_CUDA -> OFF, from the last "******** Summary ********"
    QVector<Diagnostic> warnings; // in order
    QStringList notFound; // "Could NOT find CUDA (missing: ...)", without the dashes before it
    QStringList unused; // "Manually-specified variables were not used by the project"
};

ConfigureOutput readConfigureOutput(const QByteArray& log);
Result<ConfigureOutput> readConfigureLog(const QString& path);

}
