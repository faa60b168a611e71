// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"

#include <QString>
#include <QStringList>

namespace torchmason {

// Whether Windows starts this as it is meant. A batch file would be run by cmd.exe, which acts upon
// characters of the arguments; it is refused with any. A command line of more than 32,766 characters is cut
// off or refused by the system.
Result<void> checkWindowsCommand(const QString& program, const QStringList& arguments);

// The length of the command line that is made of them, at most; its end is not counted.
qsizetype windowsCommandLength(const QString& program, const QStringList& arguments);

}
