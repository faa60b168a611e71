// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Units.h"

#include <QByteArrayView>
#include <QString>

#include <optional>

namespace torchmason {

struct NinjaCount {
    qint64 done = 0;
    qint64 total = 0;
};

// The figures at the beginning of a ninja line. `running` is there when NINJA_STATUS was set by
// us ("[%f/%t|%r|%e] "); the default form "[1/2] " has the first two only.
struct NinjaStatus : NinjaCount {
    std::optional<qint64> running;
    QString description;
};

// Both are nullopt where the line is no status line. The first is fast: it is asked of every line.
std::optional<NinjaCount> ninjaCount(QByteArrayView line);
std::optional<NinjaStatus> parseNinjaStatus(QByteArrayView line);

// What a step of CMake links: "bin/tool" of "Linking CXX executable bin/tool". Empty for other descriptions.
QString linkedOutput(const QString& description);

// The first output of an edge that failed: "a.o" of "FAILED: [code=137] a.o b.o". Empty for other lines.
QString failedOutput(QByteArrayView line);

}
