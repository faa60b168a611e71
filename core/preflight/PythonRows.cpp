// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Core.h"
#include "core/change/FixCommands.h"
#include "core/config/PythonChoice.h"
#include "core/detect/WindowsPlaces.h"
#include "core/knowledge/VersionText.h"
#include "core/preflight/MachineRows.h"
#include "core/profile/Candidates.h"
#include "core/request/TreeBackend.h"

#include <QFileInfo>
#include <QStandardPaths>

namespace torchmason {

namespace {

CheckRow pythonRow(const HostFacts& facts, const PythonFacts& python, CheckState whenSilent)
{
    CheckRow row = makeRow("python", "python", QStringLiteral("Python"));
    row.overrideKey = QStringLiteral("python");
    if (isSilent(python)) {
        setSilent(row, facts, python.path, whenSilent);
        return row;
    }
    row.found = isSystemPython(python.kind) ? python.version
                                            : QStringLiteral("%1 (%2)").arg(python.version, python.kind);
    row.where = python.path;
    row.source = python.source;
    return row;
}

// A path may lack its ".exe", and the alias of Windows' shop is not a file for every program.
bool isNotThere(const QString& path)
{
    return !QFileInfo::exists(path) && QStandardPaths::findExecutable(path).isEmpty() && !isStoreAlias(path);
}

// Named by a flag, and not among the facts.
CheckRow unseenRow(const HostFacts& facts, const PythonChoice& choice, const Profile& profile)
{
    CheckRow row = makeRow("python", "python", QStringLiteral("Python"));
    row.where = choice.path;
    row.source = choice.from;
    row.found = Core::tr("not looked at, or it did not respond");
    row.need = rangeText(profile.needs.pythonMinimum, profile.needs.pythonMaximum);
    row.overrideKey = QStringLiteral("python");
    setFix(row, CheckState::Unknown, Core::tr("Choose it or another interpreter."), {});
    if (facts.isHere() && profile.platforms.contains(facts.platform) && isNotThere(choice.path)) {
        row.found = Core::tr("%1 is not there").arg(choice.path);
        row.fixText = Core::tr("Choose an installed interpreter.");
        row.state = CheckState::Fail;
    }
    return row;
}

// `other` is the one that would be taken, and does not fit.
CheckRow missingRow(const HostFacts& facts, const Profile& profile, const PythonFacts* other)
{
    CheckRow row = makeRow("python", "python", QStringLiteral("Python"));
    if (other) {
        row = pythonRow(facts, *other, CheckState::Fail);
        row.state = CheckState::Fail;
    } else {
        setMissing(row, facts, QStringLiteral("python"), CheckState::Fail);
    }
    row.need = rangeText(profile.needs.pythonMinimum, profile.needs.pythonMaximum);
    row.overrideKey = QStringLiteral("python");
    row.fixText = Core::tr("Install Python %1, or choose the interpreter to build with.").arg(row.need);
    row.fixCommand = facts.platform == Platform::Windows && !profile.needs.pythonMaximum.isEmpty()
        ? QStringLiteral("winget install --id Python.Python.%1").arg(profile.needs.pythonMaximum)
        : pythonInstallCommand(facts, profile.needs.pythonMinimum, profile.needs.pythonMaximum);
    return row;
}

Change ownEnvironmentChange()
{
    return { Core::tr("Give the build a separate Python environment"),
        Core::tr("pip installs what the source requires into it."), { { StepKind::OwnEnvironment, {}, {} } },
        {} };
}

Change withoutNumpyChange()
{
    Change off = setFlagChange(QStringLiteral("USE_NUMPY"), QStringLiteral("OFF"));
    off.caveat = Core::tr("torch.from_numpy() and Tensor.numpy() will fail.");
    return off;
}

CheckRow modulesRow(const HostFacts& facts, const PythonFacts& python, const Profile& profile)
{
    CheckRow row = makeRow("python-modules", "python", Core::tr("Python build modules"));
    row.where = python.path;
    row.source = QStringLiteral("importlib");
    row.found = python.modules.isEmpty() ? Core::tr("none") : python.modules.join(QLatin1String(", "));
    const QStringList needed = neededModules(profile.configuration, profile.backend);
    row.need = needed.join(QLatin1String(", "));
    QStringList missing;
    for (const QString& module : needed) {
        if (!python.modules.contains(module))
            missing << module;
    }
    if (missing.isEmpty())
        return row;
    row.found = Core::tr("missing %1").arg(missing.join(QLatin1String(", ")));
    const QString command = modulesCommand(facts, python, missing);
    setFix(row, CheckState::Fail,
        command.isEmpty()
            ? Core::tr(
                "Give the build a separate Python environment: pip fetches %1 into it. The packages of this "
                "system may not have all of them.")
                  .arg(missing.join(QLatin1String(", ")))
            : Core::tr("Install %1 for this interpreter.").arg(missing.join(QLatin1String(", "))),
        command);
    if (!isBelow(python.version, QStringLiteral("3.8")))
        row.changes.append(ownEnvironmentChange());
    if (missing == QStringList(QStringLiteral("numpy")))
        row.changes.append(withoutNumpyChange());
    return row;
}

bool buildsForPython(const Profile& profile)
{
    const FlagValue* flag = profile.configuration.flag(QStringLiteral("BUILD_PYTHON"));
    return !flag || isCMakeTrue(flag->value); // CMake's default is ON
}

bool hasNumpy(const PythonFacts& python)
{
    const QString name = QStringLiteral("numpy");
    return python.modules.contains(name) || python.packages.contains(name);
}

// Without it CMake switches USE_NUMPY off and goes on; asked for by name, our look at the configuration
// stops.
CheckRow numpyRow(const HostFacts& facts, const PythonFacts& python, const Profile& profile)
{
    CheckRow row = makeRow("python-numpy", "python", QStringLiteral("NumPy"));
    row.where = python.path;
    row.source = QStringLiteral("importlib");
    row.found = Core::tr("not found");
    row.need = Core::tr("numpy, to exchange tensors with NumPy arrays");
    const FlagValue* flag = profile.configuration.flag(QStringLiteral("USE_NUMPY"));
    const bool isAsked = flag && flag->origin != ValueOrigin::Environment;
    setFix(row, isAsked ? CheckState::Fail : CheckState::Warning,
        Core::tr("Install numpy for this interpreter."),
        modulesCommand(facts, python, { QStringLiteral("numpy") }));
    row.changes.append(ownEnvironmentChange());
    row.changes.append(withoutNumpyChange());
    return row;
}

// Distributions have Python.h in a package of its own; CMake gives up without it.
CheckRow headersRow(const HostFacts& facts, const PythonFacts& python)
{
    CheckRow row = makeRow("python-headers", "python", Core::tr("Python headers"));
    row.where = python.path;
    row.source = QStringLiteral("sysconfig");
    row.found = Core::tr("no Python.h");
    row.need = Core::tr("Python.h, for BUILD_PYTHON");
    setFix(row, CheckState::Fail, Core::tr("Install the development files of Python %1.").arg(python.version),
        pythonHeadersCommand(facts, python.version));
    return row;
}

}

void addPythonRows(Rows& rows, const HostFacts& facts, const Profile* profile)
{
    if (!profile) {
        for (const PythonFacts& python : facts.pythons)
            rows.append(pythonRow(facts, python, CheckState::Warning));
        return;
    }
    const PythonChoice choice = choosePython(facts, profile->needs, profile->configuration);
    const PythonFacts* python = choice.facts;
    // One that is chosen packs and verifies all the same, but for the sample's libraries.
    if (!profile->needs.python) {
        const bool runs = profile->source.kind != SourceKind::Sample || wantsWheel(profile->backend);
        if (runs && python && python->source == chosenByUser() && isSilent(*python))
            rows.append(pythonRow(facts, *python, CheckState::Fail));
        return;
    }
    if (!python && !choice.path.isEmpty())
        return rows.append(unseenRow(facts, choice, *profile));
    if (python && isSilent(*python))
        return rows.append(pythonRow(facts, *python, CheckState::Fail));
    if (!python || !isInRange(python->version, profile->needs.pythonMinimum, profile->needs.pythonMaximum))
        return rows.append(missingRow(facts, *profile, python));
    CheckRow row = pythonRow(facts, *python, CheckState::Fail);
    row.need = rangeText(profile->needs.pythonMinimum, profile->needs.pythonMaximum);
    if (choice.from == QLatin1String("profile"))
        row.source = choice.from;
    rows.append(row);
    if (!profile->python.venv) { // whose packages the build installs itself
        rows.append(modulesRow(facts, *python, *profile));
        if (buildsForPython(*profile) && wantsNumpy(profile->configuration, profile->backend)
            && !neededModules(profile->configuration, profile->backend).contains(QLatin1String("numpy"))
            && !hasNumpy(*python))
            rows.append(numpyRow(facts, *python, *profile));
    }
    if (python->headers == false && buildsForPython(*profile))
        rows.append(headersRow(facts, *python));
}

}
