// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "core/base/Units.h"
#include "core/stages/Print.h"

#include <QString>
#include <QStringList>
#include <QVector>

#include <optional>

namespace torchmason {

struct MadeWheel {
    QString path; // absolute
    Bytes size = 0;
    QString sha256;
};

// As the file is now, which is read for it.
Result<MadeWheel> measuredWheel(const QString& path);

// One line of a log: "wheel: 1234 0123abcd... /src/dist/torch-2.6.0-cp311-linux_x86_64.whl"
QString wheelLine(const MadeWheel& wheel);
std::optional<MadeWheel> wheelFromLine(const QByteArray& line);
QVector<MadeWheel> wheelsInLog(const QString& path);

// Prints a line for each wheel that is in the folder before packing, and answers a closing line.
Result<QString> noteWheels(const QString& folder, const Print& print);
// Those lines, found at the begin of a stage's log; nothing where the log has no such lines.
std::optional<QStringList> wheelsBefore(const QString& logFile);

// Prints a wheelLine() for each wheel in the folder that was not there before in the same size and of the
// same time; where that is not known, for the newest one alone. Fails where there is none.
Result<QString> tellWheels(
    const QString& folder, const std::optional<QStringList>& before, const Print& print);

}
