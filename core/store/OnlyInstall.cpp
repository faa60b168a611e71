// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/OnlyInstall.h"

#include "core/base/Core.h"

#include <QDir>

namespace torchmason {

bool installsOnly(const AttemptRecord& record)
{
    return record.request.install.isWanted() && beginsAt(record.request, StageKind::Install);
}

QString onlyInstallText(const AttemptRecord& record)
{
    if (record.state != AttemptState::Succeeded || !installsOnly(record))
        return {};
    const InstallTarget& install = record.request.install;
    return (install.takesBack > 0 ? Core::tr("Taken back from %1") : Core::tr("Installed into %1"))
        .arg(QDir::toNativeSeparators(install.environment));
}

}
