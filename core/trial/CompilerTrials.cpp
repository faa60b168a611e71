// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/VersionText.h"
#include "core/preflight/TriedChoice.h"
#include "core/trial/TrialPlan.h"

#include <QDir>

namespace torchmason {

namespace {

QString compilerName(const TrialContext& context)
{
    const CompilerFacts& compiler = *context.choice.compiler;
    const QString name = compiler.product.isEmpty() ? compiler.family : compiler.product;
    return QStringLiteral("%1 %2").arg(name, compiler.version).trimmed();
}

QString noCompiler(const TrialContext& context)
{
    const QString named = context.choice.value(QStringLiteral("CMAKE_CXX_COMPILER")).value;
    return named.isEmpty()
        ? QStringLiteral("No C++ compiler was found.")
        : QStringLiteral("The build names %1, and nothing is known of that compiler.").arg(named);
}

TrialStep compileStep(const TrialContext& context, const Trial& trial, const char* source)
{
    const QString path = trial.folder + QLatin1Char('/') + QLatin1String(source);
    const bool isC = path.endsWith(QLatin1String(".c"));
    const int standard = triedStandard(context.choice);
    TrialStep step;
    step.doing = isC ? QStringLiteral("Compiling C") : QStringLiteral("Compiling C++%1").arg(standard);
    step.program = isC ? context.cc() : context.cxx();
    step.arguments = context.compileWords(path, context.objectOf(path), standard);
    step.files = { { path, trialSource(source) } };
    return step;
}

TrialStep linkStep(const TrialContext& context, const Trial& trial)
{
    const QString program = context.executable(trial.folder + QStringLiteral("/tried"));
    const QStringList objects { context.objectOf(trial.folder + QStringLiteral("/main.cpp")),
        context.objectOf(trial.folder + QStringLiteral("/part.c")) };
    TrialStep step;
    step.doing = QStringLiteral("Linking");
    step.program = context.cxx();
    if (context.isMsvc()) {
        step.arguments << QStringLiteral("/nologo") << QStringLiteral("/MD");
        for (const QString& object : objects)
            step.arguments << QDir::toNativeSeparators(object);
        step.arguments << QStringLiteral("/Fe") + QDir::toNativeSeparators(program);
    } else {
        step.arguments << objects << QStringLiteral("-pthread") << QStringLiteral("-o") << program;
    }
    return step;
}

TrialStep runStep(const QString& program)
{
    TrialStep step;
    step.doing = QStringLiteral("Running what was compiled");
    step.program = program;
    step.limit = Milliseconds(10000);
    return step;
}

Trial compilerTrial(const TrialContext& context)
{
    const int standard = triedStandard(context.choice);
    Trial trial = context.start("compiler", QStringLiteral("Host compiler"),
        QStringLiteral("that the compiler compiles, links and runs C and C++%1 with threads and exceptions")
            .arg(standard));
    if (!context.choice.compiler) {
        trial.cannot = noCompiler(context);
        return trial;
    }
    addTool(trial, QStringLiteral("cxx"), context.choice.compiler->path, context.choice.compiler->version);
    trial.usesCompiler = true;
    trial.steps = { compileStep(context, trial, "part.c"), compileStep(context, trial, "main.cpp"),
        linkStep(context, trial), runStep(context.executable(trial.folder + QStringLiteral("/tried"))) };
    trial.judge = [name = compilerName(context), standard](const StepAnswers&, TrialFacts& about) {
        setPass(about, QStringLiteral("%1 compiles, links and runs C and C++%2.").arg(name).arg(standard));
    };
    return trial;
}

// What the release asks for finds a CMake that is too old; below 3.10 CMake itself complains.
QByteArray projectText(const TrialContext& context)
{
    const QString floor = QStringLiteral("3.10");
    const auto& release = context.choice.release;
    const bool isHigher = release && !release->cmakeIsSoft && isAbove(release->cmakeMinimum, floor);
    QByteArray text = trialSource("project.cmake");
    text.replace("@minimum@", (isHigher ? release->cmakeMinimum : floor).toUtf8());
    text.replace("@standard@", QByteArray::number(triedStandard(context.choice)));
    return text;
}

TrialStep configureStep(const TrialContext& context, const Trial& trial, const QString& generator)
{
    TrialStep step;
    step.doing = QStringLiteral("Configuring with CMake");
    step.program = context.choice.cmake->path;
    step.arguments
        = { QStringLiteral("-S"), trial.folder, QStringLiteral("-B"), trial.folder + QStringLiteral("/build"),
              QStringLiteral("-G"), generator, QStringLiteral("-DCMAKE_BUILD_TYPE=Release") };
    if (generator.startsWith(QLatin1String("Ninja")) && context.choice.ninja)
        step.arguments << QStringLiteral("-DCMAKE_MAKE_PROGRAM=") + context.choice.ninja->path;
    if (!context.isMsvc())
        step.arguments << QStringLiteral("-DCMAKE_C_COMPILER=") + context.cc()
                       << QStringLiteral("-DCMAKE_CXX_COMPILER=") + context.cxx();
    step.files = { { trial.folder + QStringLiteral("/CMakeLists.txt"), projectText(context) },
        { trial.folder + QStringLiteral("/main.cpp"), trialSource("main.cpp") },
        { trial.folder + QStringLiteral("/part.c"), trialSource("part.c") } };
    step.limit = Milliseconds(60000); // CMake compiles a dozen files to know its compilers
    return step;
}

TrialStep buildStep(const TrialContext& context, const Trial& trial)
{
    TrialStep step;
    step.doing = QStringLiteral("Building with CMake");
    step.program = context.choice.cmake->path;
    step.arguments = { QStringLiteral("--build"), trial.folder + QStringLiteral("/build"),
        QStringLiteral("--config"), QStringLiteral("Release") };
    return step;
}

Trial generatorTrial(const TrialContext& context)
{
    const QString& generator = context.choice.request.generator;
    const bool isNinja = generator.startsWith(QLatin1String("Ninja"));
    Trial trial = context.start("generator", QStringLiteral("CMake and %1").arg(generator),
        QStringLiteral("that CMake configures and %1 builds a small project").arg(generator));
    if (!context.choice.compiler)
        trial.cannot = noCompiler(context);
    else if (!context.choice.cmake)
        trial.cannot = QStringLiteral("CMake was not found.");
    else if (isNinja && !context.choice.ninja)
        trial.cannot = QStringLiteral("Ninja was not found.");
    if (!trial.cannot.isEmpty())
        return trial;
    addTool(trial, QStringLiteral("cmake"), context.choice.cmake->path, context.choice.cmake->version);
    if (isNinja)
        addTool(trial, QStringLiteral("ninja"), context.choice.ninja->path, context.choice.ninja->version);
    addTool(trial, QStringLiteral("cxx"), context.choice.compiler->path, context.choice.compiler->version);
    trial.usesCompiler = true;
    trial.steps = { configureStep(context, trial, generator), buildStep(context, trial),
        runStep(context.executable(trial.folder + QStringLiteral("/build/out/tried"))) };
    const QString tools = isNinja
        ? QStringLiteral("CMake %1 and Ninja %2")
              .arg(context.choice.cmake->version, context.choice.ninja->version)
        : QStringLiteral("CMake %1 with %2").arg(context.choice.cmake->version, generator);
    trial.judge = [tools](const StepAnswers&, TrialFacts& about) {
        setPass(about, QStringLiteral("%1 configure and build a small project.").arg(tools));
    };
    return trial;
}

}

QVector<Trial> compilerTrials(const TrialContext& context)
{
    return { compilerTrial(context), generatorTrial(context) };
}

}
