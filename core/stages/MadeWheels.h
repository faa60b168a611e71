// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "core/base/Units.h"

#include <QString>
#include <QVector>

#include <functional>
#include <optional>

namespace torchmason {

struct MadeWheel {
    QString path; // absolute
    Bytes size = 0;
    QString sha256;
};

// One line of a log: "wheel: 1234 0123abcd... /src/dist/torch-2.6.0-cp311-linux_x86_64.whl"
QString wheelLine(const MadeWheel& wheel);
std::optional<MadeWheel> wheelFromLine(const QByteArray& line);
QVector<MadeWheel> wheelsInLog(const QString& path);

// Prints such a line for each wheel in the folder that is not older than `since` (UTC milliseconds; 0: the
// newest one alone). Fails where there is none.
Result<QString> tellWheels(
    const QString& folder, qint64 since, const std::function<void(const QString&)>& print);

}
