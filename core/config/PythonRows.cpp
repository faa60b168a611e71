// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/BuildModules.h"
#include "core/config/FixCommands.h"
#include "core/config/MachineRows.h"
#include "core/knowledge/VersionText.h"
#include "core/profile/Candidates.h"

namespace torchmason {

namespace {

CheckRow pythonRow(const PythonFacts& python)
{
    CheckRow row = makeRow("python", "python", QStringLiteral("Python"));
    row.found = python.kind == QLatin1String("system")
        ? python.version
        : QStringLiteral("%1 (%2)").arg(python.version, python.kind);
    row.where = python.path;
    row.source = python.source;
    row.overrideKey = QStringLiteral("python");
    return row;
}

CheckRow missingRow(const HostFacts& facts, const Profile& profile)
{
    CheckRow row = makeRow("python", "python", QStringLiteral("Python"));
    if (const PythonFacts* other = facts.defaultPython()) {
        row = pythonRow(*other);
        row.state = CheckState::Fail;
    } else {
        setMissing(row, facts, QStringLiteral("python"), CheckState::Fail);
    }
    row.need = rangeText(profile.needs.pythonMinimum, profile.needs.pythonMaximum);
    row.overrideKey = QStringLiteral("python");
    row.fixText = QStringLiteral("Install Python %1, or choose the interpreter to build with.").arg(row.need);
    row.fixCommand = facts.platform == Platform::Windows && !profile.needs.pythonMaximum.isEmpty()
        ? QStringLiteral("winget install --id Python.Python.%1").arg(profile.needs.pythonMaximum)
        : installCommand(facts, QStringLiteral("python"));
    return row;
}

// With all that is needed, not only what is missing: nothing else is seen from inside.
Change ownEnvironmentChange(const QStringList& modules)
{
    Change change { QStringLiteral("Give the build a Python environment of its own"),
        QStringLiteral("pip fetches %1 into it.").arg(modules.join(QLatin1String(", "))), {}, {} };
    for (const QString& package : packagesFor(modules))
        change.steps.append({ StepKind::Package, {}, package });
    return change;
}

CheckRow modulesRow(const HostFacts& facts, const PythonFacts& python, const Profile& profile)
{
    CheckRow row = makeRow("python-modules", "python", QStringLiteral("Python build modules"));
    row.where = python.path;
    row.source = QStringLiteral("importlib");
    row.found = python.modules.isEmpty() ? QStringLiteral("none") : python.modules.join(QLatin1String(", "));
    const QStringList needed = neededModules(profile.backend);
    row.need = needed.join(QLatin1String(", "));
    QStringList missing;
    for (const QString& module : needed) {
        if (!python.modules.contains(module))
            missing << module;
    }
    if (missing.isEmpty())
        return row;
    setFix(row, CheckState::Fail,
        QStringLiteral("Install %1 for this interpreter.").arg(missing.join(QLatin1String(" and "))),
        modulesCommand(facts, python, missing));
    if (!isBelow(python.version, QStringLiteral("3.8")))
        row.changes.append(ownEnvironmentChange(needed));
    return row;
}

bool buildsForPython(const Profile& profile)
{
    const FlagValue* flag = profile.configuration.flag(QStringLiteral("BUILD_PYTHON"));
    return !flag || isCMakeTrue(flag->value); // CMake's default is ON
}

// Distributions have Python.h in a package of its own; CMake gives up without it.
CheckRow headersRow(const HostFacts& facts, const PythonFacts& python)
{
    CheckRow row = makeRow("python-headers", "python", QStringLiteral("Python headers"));
    row.where = python.path;
    row.source = QStringLiteral("sysconfig");
    row.found = QStringLiteral("no Python.h");
    row.need = QStringLiteral("Python.h, for BUILD_PYTHON");
    setFix(row, CheckState::Fail,
        QStringLiteral("Install the development files of Python %1.").arg(python.version),
        installCommand(facts, QStringLiteral("python")));
    return row;
}

}

void addPythonRows(Rows& rows, const HostFacts& facts, const Profile* profile)
{
    if (!profile) {
        for (const PythonFacts& python : facts.pythons)
            rows.append(pythonRow(python));
        return;
    }
    if (!profile->needs.python)
        return;
    const PythonFacts* python = pythonFor(facts, profile->needs);
    if (!python)
        return rows.append(missingRow(facts, *profile));
    CheckRow row = pythonRow(*python);
    row.need = rangeText(profile->needs.pythonMinimum, profile->needs.pythonMaximum);
    rows.append(row);
    if (!profile->python.venv) // whose packages the build installs itself
        rows.append(modulesRow(facts, *python, *profile));
    if (python->headers == false && buildsForPython(*profile))
        rows.append(headersRow(facts, *python));
}

}
