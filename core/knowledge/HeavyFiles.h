// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Units.h"

#include <QString>
#include <QVector>

namespace torchmason {

// A file whose compiler or linker is known to take much memory.
struct HeavyFile {
    QString part; // of the output's path
    QString language; // empty: any
    Bytes peak = 0; // the most that was reported
    QString source;
};

// From resources/gate/heavy.json, the more special ones first. Parsed once.
const QVector<HeavyFile>& heavyFiles();
// The first whose part is exactly that; nullptr where the table has none.
const HeavyFile* heavyFile(const QString& part);

}
