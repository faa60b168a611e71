// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/InstallRows.h"

#include "core/change/CheckRow.h"
#include "core/config/PythonChoice.h"
#include "core/stages/InstallPlace.h"
#include "core/stages/StageMakers.h"

#include <QFileInfo>

namespace torchmason {

namespace {

CheckRow rowOf(const BuildRequest& request, CheckState state, const QString& found)
{
    CheckRow row = problemRow("install-place", state, QStringLiteral("Where the wheel is installed"), found);
    row.where = request.install.environment;
    row.fixText = QStringLiteral("Name another environment, or none and install the wheel when it is built.");
    return row;
}

bool changesPlace(const BuildRequest& request)
{
    return request.install.isWanted() && !leavesOut(request, StageKind::Install);
}

// "3.11.2" -> "3.11"
QString minorOf(const QString& version)
{
    return version.section(QLatin1Char('.'), 0, 1);
}

// A wheel of PyTorch is for the version of Python that builds it; one that is there says its own.
QString otherPython(const BuildRequest& request, const InstallPlace& place)
{
    if (!request.install.wheel.isEmpty())
        return refusalOfWheel(place, request.install.wheel);
    const auto facts = hostFactsFromJson(request.hostFacts, QStringLiteral("hostFacts"));
    const PythonFacts* builds = facts ? pythonOf(*facts, request) : nullptr;
    if (!builds || builds->version.isEmpty() || place.version.isEmpty()
        || (minorOf(builds->version) == minorOf(place.version)
            && (builds->tag.isEmpty() || builds->tag == place.tag)))
        return {};
    return QStringLiteral("%1 is %2, and the wheel will be for %3, which builds it (%4).")
        .arg(place.interpreter, pythonName(place.version, place.tag),
            pythonName(minorOf(builds->version), builds->tag), builds->path);
}

}

QVector<CheckRow> installPlaceRows(const BuildRequest& request)
{
    const InstallTarget& target = request.install;
    if (!changesPlace(request) || target.takesBack > 0)
        return {};
    const InstallPlace place = lookAtInstallPlace(target.environment);
    const QString refusal = place.refusal.isEmpty() ? otherPython(request, place) : place.refusal;
    if (!refusal.isEmpty())
        return { rowOf(request, CheckState::Fail, refusal) };
    if (!place.caution.isEmpty())
        return { rowOf(request, CheckState::Warning, place.caution) };
    return {};
}

QVector<CheckRow> wheelsFolderRows(const BuildRequest& request)
{
    const PythonEnvironment& python = request.python;
    const bool makesVenv = python.isWanted() && !QFileInfo(python.interpreter(hostPlatform())).isFile();
    const QString refusal = refusalOfWheels(python.wheels);
    if (refusal.isEmpty() || !(makesVenv || (changesPlace(request) && request.install.dependencies)))
        return {};
    CheckRow row
        = problemRow("wheels-folder", CheckState::Fail, QStringLiteral("Folder of Python packages"), refusal);
    row.where = python.wheels;
    row.fixText = QStringLiteral("Without such a folder, pip takes them from the network.");
    return { row };
}

}
