// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/MadeText.h"

#include "core/base/Core.h"
#include "core/request/StageCatalogue.h"
#include "core/store/FailedSteps.h"
#include "core/store/OnlyInstall.h"

#include <QDir>
#include <QFileInfo>

namespace torchmason {

namespace {

QString installText(const InstallTarget& install)
{
    return (install.takesBack > 0 ? Core::tr("Install undone in %1") : Core::tr("Installed into %1"))
        .arg(QDir::toNativeSeparators(install.environment));
}

}

// One that made nothing to use may have compiled a part.
QString madeText(const AttemptRecord& record)
{
    if (record.state != AttemptState::Succeeded)
        return {};
    if (installsOnly(record))
        return installText(record.request.install);
    QStringList names;
    for (const WheelRecord& wheel : record.wheels)
        names << wheelFileName(wheel);
    if (!names.isEmpty())
        return names.join(QStringLiteral(", "));
    if (record.products.size() == 1)
        return QFileInfo(record.products.first()).fileName();
    if (!record.products.isEmpty())
        return Core::tr("%L1 files").arg(record.products.size());
    const qint64 steps = stepsDone(record).value_or(0);
    return steps == 1 ? Core::tr("1 step")
        : steps > 1   ? Core::tr("%L1 steps").arg(steps)
                      : completeBeforeBuild(record);
}

QString completeBeforeBuild(const AttemptRecord& record)
{
    const bool hasStage = !record.stages.isEmpty() && record.state == AttemptState::Succeeded;
    const auto last = hasStage && isOfLog(record) ? stageKindFromId(record.stages.last().id) : std::nullopt;
    return last && comesBefore(*last, StageKind::Compile)
        ? Core::tr("%1 is complete").arg(Core::tr(stageFacts(*last).verb))
        : QString();
}

}
