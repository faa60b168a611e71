// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Core.h"
#include "core/change/FixCommands.h"
#include "core/knowledge/VersionText.h"
#include "core/preflight/PreflightRules.h"
#include "core/profile/Candidates.h"

#include <algorithm>

namespace torchmason {

namespace {

bool hasPolicyMinimum(const Configuration& configuration)
{
    const QString name = QStringLiteral("CMAKE_POLICY_VERSION_MINIMUM");
    const auto sets = [&](const EnvironmentValue& variable) {
        return variable.value && (variable.name == name || variable.value->contains(name));
    };
    return !configuration.flagValue(name).isEmpty()
        || std::any_of(configuration.environment.begin(), configuration.environment.end(), sets);
}

// By the flag that names one now, else by choosing it.
Change usePythonChange(const BuildChoice& choice, const PythonFacts& python)
{
    const QString what = QStringLiteral("Python %1").arg(python.version);
    for (const char* name : { "Python_EXECUTABLE", "PYTHON_EXECUTABLE" }) {
        const FlagValue* flag = choice.request.configuration.flag(QLatin1String(name));
        if (!flag || flag->origin != ValueOrigin::User)
            continue;
        Change change = setFlagChange(flag->name, python.path);
        change.title = Core::tr("Use %1, which is here").arg(what);
        return change;
    }
    return chooseChange(what, QStringLiteral("python"), python.path);
}

// One more from the system. What it would be is not known everywhere: then it may be the very one that does
// not fit.
QString otherPythonCommand(const BuildChoice& choice, const PythonFacts& python)
{
    const HostFacts& facts = choice.facts;
    const QString& newest = choice.release->pythonMaximum;
    if (facts.platform == Platform::Windows)
        return newest.isEmpty() ? QString() : QStringLiteral("winget install --id Python.Python.") + newest;
    const QString command = pythonInstallCommand(facts, choice.release->pythonMinimum, newest);
    const bool isTheSystems = python.path == QLatin1String("/usr/bin/python3");
    return isTheSystems && command == installCommand(facts, QStringLiteral("python")) ? QString() : command;
}

QString titleOf(const TorchRelease& release, const char* what)
{
    return Core::tr("%1 for PyTorch %2").arg(QLatin1String(what), release.version);
}

}

void checkPythonForRelease(const BuildChoice& choice, QVector<CheckRow>& rows)
{
    const PythonFacts* python = choice.python;
    if (!choice.release || !python || python->version.isEmpty()
        || !choice.isOn(QStringLiteral("BUILD_PYTHON"), true))
        return;
    const TorchRelease& release = *choice.release;
    const QString newest
        = release.pythonExperimental.isEmpty() ? release.pythonMaximum : release.pythonExperimental;
    const bool tooOld = isBelow(python->version, release.pythonMinimum);
    const bool tooNew = isAbove(python->version, newest);
    const bool experimental = !tooNew && isAbove(python->version, release.pythonMaximum);
    if (!tooOld && !tooNew && !experimental)
        return;
    CheckRow& row = addProblem(rows, "python-not-for-release",
        experimental ? CheckState::Warning : CheckState::Fail, titleOf(release, "Python"),
        experimental
            ? Core::tr("Python %1 is experimental with PyTorch %2.").arg(python->version, release.version)
            : Core::tr("PyTorch %1 does not build with Python %2.").arg(release.version, python->version));
    row.where = python->path;
    row.need = rangeText(release.pythonMinimum, release.pythonMaximum);
    row.values = { { QStringLiteral("Python"), python->version, python->source },
        { QStringLiteral("PyTorch"), choice.releaseText, QStringLiteral("source") } };
    row.reference = tooOld ? saidBy(choice, &TorchRelease::pythonMinimum, Core::tr("RELEASE.md of PyTorch"))
                           : Core::tr("RELEASE.md of PyTorch");
    row.fixText = Core::tr("Choose a Python %1.").arg(row.need);
    for (const PythonFacts& other : choice.facts.pythons) {
        if (isInRange(other.version, release.pythonMinimum, release.pythonMaximum))
            row.changes.append(usePythonChange(choice, other));
    }
    if (row.changes.isEmpty())
        row.fixCommand = otherPythonCommand(choice, *python);
    if (!row.fixCommand.isEmpty())
        row.fixText = Core::tr("Install Python %1, or choose the interpreter to build with.").arg(row.need);
    proposeReleaseFor(
        choice,
        [&](const TorchRelease& other) {
            return isInRange(python->version, other.pythonMinimum, other.pythonMaximum);
        },
        row);
}

void checkCMakeForRelease(const BuildChoice& choice, QVector<CheckRow>& rows)
{
    const ToolFacts* cmake = choice.cmake;
    if (!choice.release || !cmake || majorOf(cmake->version) == 0)
        return;
    const TorchRelease& release = *choice.release;
    const CheckValue value { QStringLiteral("CMake"), cmake->version, cmake->source };
    if (isBelow(cmake->version, release.cmakeMinimum)) {
        CheckRow& row = addProblem(rows, "cmake-too-old", CheckState::Fail, titleOf(release, "CMake"),
            Core::tr("PyTorch %1 refuses CMake %2.").arg(release.version, cmake->version));
        row.where = cmake->path;
        row.need = rangeText(release.cmakeMinimum, {});
        row.values = { value };
        row.reference
            = saidBy(choice, &TorchRelease::cmakeMinimum, Core::tr("cmake_minimum_required of that release"));
        row.fixText = Core::tr("Install CMake %1 or newer, for example with pip, and choose its path.")
                          .arg(release.cmakeMinimum);
        row.fixCommand = cmakeInstallCommand(choice.facts, release.cmakeMinimum);
    }
    if (majorOf(cmake->version) < 4 || release.acceptsCMake4
        || hasPolicyMinimum(choice.request.configuration))
        return;
    // A distribution's tree has its third-party code elsewhere.
    const bool bundled = choice.request.source.kind != SourceKind::DebianSource;
    CheckRow& row = addProblem(rows, "cmake-4-old-tree", bundled ? CheckState::Fail : CheckState::Warning,
        titleOf(release, "CMake"),
        Core::tr("CMake %1 refuses parts of third_party of PyTorch %2, which ask for CMake before 3.5.")
            .arg(cmake->version, release.version));
    row.where = cmake->path;
    row.values = { value };
    row.reference = Core::tr("CMake 4.0 release notes");
    row.fixText = Core::tr("Add the flag CMAKE_POLICY_VERSION_MINIMUM=3.5, or use CMake 3.");
    row.changes = { setFlagChange(QStringLiteral("CMAKE_POLICY_VERSION_MINIMUM"), QStringLiteral("3.5")) };
}

}
