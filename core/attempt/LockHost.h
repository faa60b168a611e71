// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace torchmason {

// Whether a lock file that names this computer was made here, as QLockFile names it: on Windows by its old
// name of at most 15 capitals, which is another one than QSysInfo tells.
bool isOwnLockHost(const QString& host);

}
