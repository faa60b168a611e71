// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trial/FolderAbilities.h"

#include <QFile>
#include <QFileInfo>

namespace torchmason {

bool canMakeLink(const QString& folder)
{
    const QString link = folder + QStringLiteral("/link");
    QFile::remove(link); // the folder may be asked for under two names
    return QFile::link(QStringLiteral("trial.json"), link) && QFileInfo(link).isSymLink();
}

QString makeProgram(const QString& folder)
{
    const QString path = folder + QStringLiteral("/tried.sh");
    QFile script(path);
    if (script.open(QIODevice::WriteOnly))
        script.write("#!/bin/sh\nexit 0\n");
    script.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner | QFileDevice::ExeOwner);
    return path;
}

}
