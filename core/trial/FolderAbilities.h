// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace torchmason {

// What differs by system about trying out a folder.

// Whether a symbolic link can be made there. On Windows that needs the developer mode or a privilege.
bool canMakeLink(const QString& folder);
// Puts a small program there that ends with exit code 0, and answers its path.
QString makeProgram(const QString& folder);

}
