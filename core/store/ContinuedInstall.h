// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace torchmason {

// The note (InstallNote) of the last install among the attempts that this one goes on with. Empty: none of
// them installed anything, or that was taken back since.
QString continuedInstallNote(const QString& attemptFolder);

}
