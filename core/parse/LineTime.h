// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayView>

#include <optional>

namespace torchmason {

// The time that a build service put at the beginning of a line.
struct LineTime {
    qint64 milliseconds
        = 0; // since 1970 UTC where `isUtc`, else of a clock whose zone the line does not tell
    bool isUtc = false;
};

// nullopt where the line begins with none:
//   2025-06-27T19:59:59.0879266Z text      GitHub, Azure
//   job<tab>step<tab>2025-06-27T19:59:59.0879266Z text     gh run view --log
//   [2025-03-09T08:11:01.435Z] text        Jenkins
//   2025-03-09 08:11:01,435 text           Python's logging
std::optional<LineTime> lineTime(QByteArrayView line);

}
