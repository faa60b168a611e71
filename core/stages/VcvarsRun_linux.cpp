// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/EnvironmentCapture.h"

#include <QProcess>

namespace torchmason {

void setVcvarsCommand(QProcess& process, const QString& script)
{
    process.setProgram(script);
}

}
