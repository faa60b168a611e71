// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/change/FixCommands.h"
#include "core/knowledge/PrerequisiteCatalogue.h"
#include "core/trial/TrialPlan.h"

#include <QDir>

namespace torchmason {

namespace {

Trial started(const TrialContext& context, const char* id, const QString& title, const QString& shows)
{
    Trial trial = context.start(id, title, shows);
    if (const PythonFacts* python = context.choice.python)
        addTool(trial, QStringLiteral("python"), python->path, python->version);
    else
        trial.cannot = QStringLiteral("No Python that this build takes was found.");
    return trial;
}

TrialStep pythonStep(const QString& doing, const QString& python, const QStringList& arguments)
{
    TrialStep step;
    step.doing = doing;
    step.program = python;
    step.arguments = arguments;
    return step;
}

// Debian keeps ensurepip in a package of its own, so that an interpreter is there which makes no environment.
Trial venvTrial(const TrialContext& context)
{
    Trial trial = started(context, "python-venv", QStringLiteral("Virtual environment"),
        QStringLiteral("that Python makes a virtual environment with pip in it"));
    if (!trial.cannot.isEmpty())
        return trial;
    const PythonFacts python = *context.choice.python;
    const QString folder = trial.folder + QStringLiteral("/venv");
    const PythonEnvironment made { folder, python.path, {}, {} };
    trial.steps = { pythonStep(QStringLiteral("Making a virtual environment"), python.path,
                        { QStringLiteral("-m"), QStringLiteral("venv"), folder }),
        pythonStep(QStringLiteral("Starting its pip"), made.interpreter(context.choice.facts.platform),
            { QStringLiteral("-m"), QStringLiteral("pip"), QStringLiteral("--version") }) };
    trial.judge = [python](const StepAnswers&, TrialFacts& about) {
        setPass(about, QStringLiteral("Python %1 makes a virtual environment with pip.").arg(python.version));
    };
    // Only a build that makes one of its own fails without.
    const bool isNeeded = context.choice.request.python.isWanted();
    const bool isLinux = !context.isWindows();
    trial.explain = [isNeeded, isLinux, python](qsizetype, const StepAnswer& answer, TrialFacts& about) {
        if (!isNeeded)
            about.state = QStringLiteral("warning");
        if (isLinux && answer.output.contains("ensurepip") && python.kind == QLatin1String("system")) {
            const QString version = python.version.section(QLatin1Char('.'), 0, 1);
            about.fix = QStringLiteral("Install the part of Python %1 that makes environments.").arg(version);
            about.command = QStringLiteral("sudo apt-get install -y python%1-venv").arg(version);
        }
    };
    return trial;
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

// What is missing stands in a row of its own, from looking; here is told what is there and does not load.
void judgeModules(const Json& told, const QStringList& modules, TrialFacts& about)
{
    QStringList good;
    QStringList broken;
    QStringList missing;
    for (const QString& name : modules) {
        const std::string key = name.toStdString();
        if (!told.contains(key) || !told[key].is_object())
            continue;
        JsonReader reader(told[key], name);
        const QString problem = reader.string("problem", {});
        if (!problem.isEmpty()) {
            broken << name;
            about.evidence = about.evidence.isEmpty() ? problem : about.evidence;
        } else {
            (reader.boolean("there", false) ? good : missing) << name;
        }
    }
    const QString absent = missing.isEmpty()
        ? QString()
        : QStringLiteral(" Not installed: %1.").arg(missing.join(QLatin1String(", ")));
    const QString comma = QStringLiteral(", ");
    if (!broken.isEmpty())
        setFailed(about,
            QStringLiteral("Installed, and cannot be imported: %1. It said: \"%2\"")
                .arg(broken.join(comma), about.evidence),
            QStringLiteral("Install %1 anew for this Python.").arg(broken.join(comma)));
    else if (good.isEmpty())
        setUnknown(about, QStringLiteral("None of the packages is there to be tried.") + absent);
    else
        setPass(about, QStringLiteral("Can be imported: %1.%2").arg(good.join(comma), absent));
}

Trial packagesTrial(const TrialContext& context)
{
    Trial trial = started(context, "python-packages", QStringLiteral("Python packages"),
        QStringLiteral("that the packages which building needs can be imported"));
    if (!trial.cannot.isEmpty())
        return trial;
    const QStringList modules = modulesOf(context.choice);
    const PythonFacts python = *context.choice.python;
    const QString script = trial.folder + QStringLiteral("/modules.py");
    TrialStep step
        = pythonStep(QStringLiteral("Importing packages"), python.path, QStringList { script } + modules);
    step.files = { { script, trialSource("modules.py") } };
    trial.steps = { step };
    trial.judge = [command = modulesCommand(context.choice.facts, python, modules), modules](
                      const StepAnswers& answers, TrialFacts& about) {
        judgeModules(jsonIn(answers.last().output), modules, about);
        if (about.state == QLatin1String("fail"))
            about.command = command;
    };
    return trial;
}

// What the compiler needs to know of this interpreter comes from itself.
void fillCompile(
    bool isMsvc, const QString& folder, const Json& places, TrialStep& step, const QStringList& words)
{
    JsonReader reader(places, QStringLiteral("places"));
    const QString include = reader.string("include", {});
    const QString platform = reader.string("platinclude", {});
    const QString suffix = reader.string("suffix", {});
    const QString flag = isMsvc ? QStringLiteral("/I") : QStringLiteral("-I");
    step.arguments = words;
    for (const QString& path : QStringList { include, platform == include ? QString() : platform }) {
        if (!path.isEmpty())
            step.arguments << flag + path;
    }
    const QString module = folder + QStringLiteral("/tried") + suffix;
    if (isMsvc)
        step.arguments << QStringLiteral("/LD") << QStringLiteral("/Fe") + QDir::toNativeSeparators(module)
                       << QStringLiteral("/link")
                       << QStringLiteral("/LIBPATH:") + reader.string("libraries", {});
    else
        step.arguments << QStringLiteral("-shared") << QStringLiteral("-o") << module;
}

Trial moduleTrial(const TrialContext& context)
{
    Trial trial = started(context, "python-module", QStringLiteral("Python extension module"),
        QStringLiteral("that Python.h compiles and links into a module which this Python imports"));
    if (trial.cannot.isEmpty() && !context.choice.compiler)
        trial.cannot = QStringLiteral("No C++ compiler was found.");
    if (!trial.cannot.isEmpty())
        return trial;
    const PythonFacts python = *context.choice.python;
    addTool(trial, QStringLiteral("cxx"), context.choice.compiler->path, context.choice.compiler->version);
    trial.usesCompiler = true;
    const QString places = trial.folder + QStringLiteral("/places.py");
    TrialStep ask = pythonStep(QStringLiteral("Asking Python for its places"), python.path, { places });
    ask.files = { { places, trialSource("places.py") } };
    const QString source = trial.folder + QStringLiteral("/module.c");
    TrialStep compile;
    compile.doing = QStringLiteral("Compiling a module with Python.h");
    compile.program = context.cc();
    compile.files = { { source, trialSource("module.c") } };
    QStringList words { QDir::toNativeSeparators(source) };
    words = context.isMsvc() ? QStringList { QStringLiteral("/nologo"), QStringLiteral("/MD") } + words
                             : QStringList { QStringLiteral("-fPIC") } + words;
    if (!context.isMsvc() && context.cc() == context.cxx())
        words = QStringList { QStringLiteral("-x"), QStringLiteral("c") } + words;
    compile.prepare = [isMsvc = context.isMsvc(), folder = trial.folder, words](
                          TrialStep& step, const StepAnswers& answers) {
        fillCompile(isMsvc, folder, jsonIn(answers.last().output), step, words);
    };
    const QString program = QStringLiteral("import sys; sys.path.insert(0, sys.argv[1]); import tried; "
                                           "sys.exit(0 if tried.answer() == 42 else 3)");
    trial.steps = { ask, compile,
        pythonStep(QStringLiteral("Importing the module"), python.path,
            { QStringLiteral("-c"), program, trial.folder }) };
    trial.judge = [python](const StepAnswers&, TrialFacts& about) {
        setPass(about, QStringLiteral("A module compiles against Python %1 and loads.").arg(python.version));
    };
    trial.explain = [python, headers = python.headers](qsizetype step, const StepAnswer&, TrialFacts& about) {
        if (step != 1 || headers.value_or(true) || python.kind != QLatin1String("system"))
            return;
        about.fix = QStringLiteral("Install the headers of Python %1.").arg(python.version);
        about.command = QStringLiteral("sudo apt-get install -y python3-dev");
    };
    return trial;
}

}

QVector<Trial> pythonTrials(const TrialContext& context)
{
    if (!context.choice.isOn(QStringLiteral("BUILD_PYTHON"), true) || context.choice.isSample())
        return {};
    QVector<Trial> trials { venvTrial(context) };
    if (!context.choice.request.python.isWanted()) // else its packages come with pip
        trials << packagesTrial(context);
    return trials << moduleTrial(context);
}

}
