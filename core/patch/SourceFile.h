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

// The same of a folder, whether it is there or not.
Result<QString> folderInTree(const QString& folder, const QString& path);

// nullopt where there is no such file.
Result<std::optional<QByteArray>> readSourceFile(const QString& path);
// Replaces the file in one step, keeping its permissions; makes folders on the way. nullopt removes it.
Result<void> writeSourceFile(const QString& path, const std::optional<QByteArray>& content, bool executable);

// Permissions as three octal digits have them, 0755; nullopt where there is no such file.
std::optional<int> fileMode(const QString& path);
void setFileMode(const QString& path, int mode);
QString modeText(int mode); // "0755"
std::optional<int> modeFromText(const QString& text);

// Hexadecimal SHA-256.
QString contentHash(const QByteArray& content);

}
