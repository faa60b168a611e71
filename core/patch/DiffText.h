// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

#include <optional>

namespace torchmason {

// The difference between two contents of one file as a unified diff with three lines around each change.
// nullopt: the file is not there. Empty where both are the same.
QByteArray unifiedDiff(
    const QString& path, const std::optional<QByteArray>& before, const std::optional<QByteArray>& after);

}
