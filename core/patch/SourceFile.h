// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"

#include <QByteArray>
#include <QString>

#include <optional>

namespace torchmason {

// The file `path` of the source tree `folder`, absolute. Refused: paths that lead out of the tree, into git's
// own folder, or through a link on the way; what is there but is no plain file.
Result<QString> placeInTree(const QString& folder, const QString& path);

// nullopt where there is no such file.
Result<std::optional<QByteArray>> readSourceFile(const QString& path);
// Replaces the file in one step, keeping its permissions; makes folders on the way. nullopt removes it.
Result<void> writeSourceFile(const QString& path, const std::optional<QByteArray>& content, bool executable);

// Hexadecimal SHA-256.
QString contentHash(const QByteArray& content);

}
