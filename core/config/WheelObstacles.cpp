// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/WheelObstacles.h"

#include "core/base/Core.h"
#include "core/base/PlatformPath.h"
#include "core/change/Change.h"
#include "core/request/BuildRequest.h"
#include "core/request/TreeBackend.h"

namespace torchmason {

namespace {

// torch._C, which Python imports.
bool isPythonLeftOut(const Configuration& taken)
{
    return !isCMakeTrue(taken.flagValue(QStringLiteral("BUILD_PYTHON"), QStringLiteral("ON")));
}

}

QString wheelBuildFolder(const QString& sourceFolder)
{
    return sourceFolder + QStringLiteral("/build");
}

QString reasonAgainstWheel(const BuildRequest& request, const Configuration& taken, Platform platform)
{
    if (!makesWheel(request.backend)) // "wheel", and the tree does not say how
        return Core::tr("%1 has neither a setup.py nor scikit-build-core in its pyproject.toml")
            .arg(request.sourceFolder);
    if (isPythonLeftOut(taken))
        return Core::tr("BUILD_PYTHON is off, and Python could not import what is packed");
    const QString place = wheelBuildFolder(request.sourceFolder);
    if (!isSameFolderOn(platform, request.buildFolder, place))
        return Core::tr("a wheel is packed from %1 only, and this build is in another folder").arg(place);
    if (!request.targets.isEmpty())
        return Core::tr("only %1 is built, and a wheel needs everything")
            .arg(request.targets.join(QLatin1String(", ")));
    return {};
}

std::optional<CheckRow> missingWheelRow(
    const BuildRequest& request, const Configuration& taken, Platform platform)
{
    if (!wantsWheel(request.backend) || request.sourceFolder.isEmpty()
        || !reachesStage(request, StageKind::Wheel))
        return std::nullopt;
    const bool isLeftOut = leavesOut(request, StageKind::Wheel);
    const bool isInstalled = request.install.isWanted() && !leavesOut(request, StageKind::Install);
    // A part of the targets, or all but the wheel, was asked for.
    if ((isLeftOut || !request.targets.isEmpty()) && !isInstalled)
        return std::nullopt;
    const QString reason
        = isLeftOut ? Core::tr("the stage is left out") : reasonAgainstWheel(request, taken, platform);
    if (reason.isEmpty())
        return std::nullopt;
    CheckRow row = problemRow("missing-wheel", CheckState::Fail, Core::tr("The wheel"),
        Core::tr("No wheel would be made: %1.").arg(reason));
    row.where = request.buildFolder;
    row.field = BuildField::Result;
    const QString place = wheelBuildFolder(request.sourceFolder);
    const QString libraries = Core::tr("build the libraries only (--backend cmake)");
    if (isLeftOut || !request.targets.isEmpty()) {
        row.fixText = Core::tr("Build everything with its wheel, or install nothing.");
    } else if (!makesWheel(request.backend)) { // the same order as the reasons
        row.fixText = Core::tr("Choose another source folder, or %1.").arg(libraries);
    } else if (isPythonLeftOut(taken)) {
        row.changes = { setFlagChange(QStringLiteral("BUILD_PYTHON"), QStringLiteral("ON")) };
        row.fixText = Core::tr("Set BUILD_PYTHON to ON, or %1.").arg(libraries);
    } else {
        row.changes
            = { { Core::tr("Build in %1").arg(place), {}, { { StepKind::BuildFolder, {}, place } }, {} } };
        row.fixText = Core::tr("Build in %1, or %2.").arg(place, libraries);
    }
    return row;
}

}
