// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Core.h"
#include "core/change/FixCommands.h"
#include "core/config/PythonChoice.h"
#include "core/knowledge/PrerequisiteCatalogue.h"
#include "core/trial/TrialPlan.h"

#include <QDir>

#include <algorithm>

namespace torchmason {

namespace {

bool needsPython(TrialWork& work)
{
    const PythonFacts* python = work.context.choice.python;
    if (python)
        work.addTool(QStringLiteral("python"), python->path, python->version);
    else
        work.cannot(Core::tr("No Python that this build takes was found."));
    return python;
}

// Debian keeps ensurepip in a package of its own, so an interpreter may be there that makes no environment.
void tryVenv(TrialWork& work)
{
    if (!needsPython(work))
        return;
    const BuildChoice& choice = work.context.choice;
    const PythonFacts& python = *choice.python;
    const QString folder = work.path(QStringLiteral("venv"));
    const PythonEnvironment made { folder, python.path, {}, {} };
    const bool isMade = work.run({ Core::tr("Making a virtual environment"), python.path,
        { QStringLiteral("-m"), QStringLiteral("venv"), folder } });
    if (isMade
        && work.run({ Core::tr("Starting its pip"), made.interpreter(choice.facts.platform),
            { QStringLiteral("-m"), QStringLiteral("pip"), QStringLiteral("--version") } }))
        return work.pass(Core::tr("Python %1 makes a virtual environment with pip.").arg(python.version));
    if (!choice.request.python.isWanted()) // only a build that makes its own environment fails
        work.soften();
    if (!work.context.isWindows() && work.output().contains("ensurepip") && isSystemPython(python.kind)) {
        const QString version = python.version.section(QLatin1Char('.'), 0, 1);
        work.about.fix = Core::tr("Install the part of Python %1 that makes environments.").arg(version);
        work.about.command = withoutSudoForRoot(
            choice.facts, QStringLiteral("sudo apt-get install -y python%1-venv").arg(version));
    }
}

QStringList modulesOf(const BuildChoice& choice)
{
    const auto catalogue = PrerequisiteCatalogue::load();
    const auto releases = ReleaseCatalogue::load();
    const QString newest
        = releases && !releases->releases().isEmpty() ? releases->releases().last().version : QString();
    QStringList modules;
    if (catalogue) {
        for (const BuildPackage& package :
            catalogue->packagesFor(choice.releaseText.isEmpty() ? newest : choice.releaseText)) {
            if (!package.module.isEmpty())
                modules << package.module;
        }
    }
    modules.removeDuplicates();
    return modules;
}

bool areNeeded(const QStringList& modules, const BuildChoice& choice)
{
    const QStringList needed = neededModules(choice.request.configuration, choice.request.backend);
    return std::any_of(
        modules.begin(), modules.end(), [&needed](const QString& name) { return needed.contains(name); });
}

// With a profile, missing packages have a row of their own among the checks, which says that they are to be
// installed; this is about those that are there. Without one nothing is called good that lacks a needed one.
void tryPackages(TrialWork& work)
{
    if (!needsPython(work))
        return;
    const PythonFacts& python = *work.context.choice.python;
    const QStringList modules = modulesOf(work.context.choice);
    if (!work.writeSource("modules.py")
        || !work.run({ Core::tr("Importing packages"), python.path,
            QStringList { work.path(QStringLiteral("modules.py")) } + modules }))
        return;
    const Json told = jsonIn(work.output());
    QStringList good;
    QStringList broken;
    QStringList missing;
    for (const QString& name : modules) {
        const std::string key = name.toStdString();
        if (!told.contains(key) || !told[key].is_object())
            continue;
        JsonReader reader(told[key], name);
        const QString problem = reader.string("problem", {});
        if (!problem.isEmpty() && broken.isEmpty())
            work.about.evidence = problem;
        (!problem.isEmpty() ? broken : reader.boolean("there", false) ? good : missing) << name;
    }
    const QString comma = QStringLiteral(", ");
    const QString absent = missing.isEmpty()
        ? QString()
        : QLatin1Char(' ') + Core::tr("Not installed, so not tried: %1.").arg(missing.join(comma));
    if (broken.isEmpty()) {
        const QString text = (good.isEmpty() ? Core::tr("None of the packages is installed.")
                                             : Core::tr("Can be imported: %1.").arg(good.join(comma)))
            + absent;
        const bool lacks = !work.context.hasProfile() && areNeeded(missing, work.context.choice);
        return good.isEmpty() || lacks ? work.unknown(text) : work.pass(text);
    }
    work.fail(Core::tr("Installed, and cannot be imported: %1. It said: \"%2\"")
                  .arg(broken.join(comma), work.about.evidence),
        Core::tr("Reinstall %1 for this Python.").arg(broken.join(comma)));
    work.about.command = modulesCommand(work.context.choice.facts, python, modules);
}

// `places`: where the interpreter says that its headers and libraries are, see places.py.
QStringList moduleWords(const TrialWork& work, const Json& places)
{
    const TrialContext& context = work.context;
    JsonReader reader(places, QStringLiteral("places"));
    const QString module = work.path(QStringLiteral("tried")) + reader.string("suffix", {});
    QStringList words;
    if (context.isMsvc())
        words << QStringLiteral("/nologo") << QStringLiteral("/MD");
    else if (context.cc() == context.cxx())
        words << QStringLiteral("-x") << QStringLiteral("c") << QStringLiteral("-fPIC");
    else
        words << QStringLiteral("-fPIC");
    words << QDir::toNativeSeparators(work.path(QStringLiteral("module.c")));
    for (const char* member : { "include", "platinclude" }) {
        const QString path = reader.string(member, {});
        if (!path.isEmpty())
            words << (context.isMsvc() ? QStringLiteral("/I") : QStringLiteral("-I")) + path;
    }
    if (context.isMsvc())
        return words << QStringLiteral("/LD") << QStringLiteral("/Fe") + QDir::toNativeSeparators(module)
                     << QStringLiteral("/link")
                     << QStringLiteral("/LIBPATH:") + reader.string("libraries", {});
    return words << QStringLiteral("-shared") << QStringLiteral("-o") << module;
}

void tryModule(TrialWork& work)
{
    if (!needsPython(work) || !work.needsCompiler())
        return;
    const PythonFacts& python = *work.context.choice.python;
    if (!work.writeSource("places.py") || !work.writeSource("module.c")
        || !work.run({ Core::tr("Asking Python for its folders"), python.path,
            { work.path(QStringLiteral("places.py")) } }))
        return;
    if (!work.run({ Core::tr("Compiling a module with Python.h"), work.context.cc(),
            moduleWords(work, jsonIn(work.output())) })) {
        if (!python.headers.value_or(true) && isSystemPython(python.kind)) {
            work.about.fix = Core::tr("Install the headers of Python %1.").arg(python.version);
            work.about.command = withoutSudoForRoot(
                work.context.choice.facts, QStringLiteral("sudo apt-get install -y python3-dev"));
        }
        return;
    }
    const QString program = QStringLiteral("import sys; sys.path.insert(0, sys.argv[1]); import tried; "
                                           "sys.exit(0 if tried.answer() == 42 else 3)");
    if (work.run({ Core::tr("Importing the module"), python.path,
            { QStringLiteral("-c"), program, work.path({}) } }))
        work.pass(Core::tr("A module compiles against Python %1 and loads.").arg(python.version));
}

}

void addPythonTrials(const TrialContext& context, QVector<Trial>& trials)
{
    if (!context.choice.isOn(QStringLiteral("BUILD_PYTHON"), true) || context.choice.isSample())
        return;
    trials.append(context.trial("python-venv", Core::tr("Virtual environment"),
        Core::tr("that Python makes a virtual environment with pip in it"), tryVenv));
    if (!context.choice.request.python.isWanted()) // else its packages come with pip
        trials.append(context.trial("python-packages", Core::tr("Installed Python packages"),
            Core::tr("that the packages which building needs can be imported"), tryPackages));
    trials.append(context.trial("python-module", Core::tr("Python extension module"),
        Core::tr("that Python.h compiles and links into a module which this Python imports"), tryModule));
    trials.last().usesCompiler = true;
}

}
