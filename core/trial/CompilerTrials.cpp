// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Core.h"
#include "core/knowledge/VersionText.h"
#include "core/preflight/TriedChoice.h"
#include "core/profile/Candidates.h"
#include "core/trial/TrialPlan.h"

#include <QDir>

namespace torchmason {

namespace {

bool compile(TrialWork& work, const char* source)
{
    const TrialContext& context = work.context;
    const QString path = work.path(QLatin1String(source));
    const bool isC = path.endsWith(QLatin1String(".c"));
    const int standard = triedStandard(context.choice);
    return work.writeSource(source)
        && work.run({ isC ? Core::tr("Compiling C") : Core::tr("Compiling C++%1").arg(standard),
            isC ? context.cc() : context.cxx(),
            context.compileWords(path, context.objectOf(path), standard) });
}

bool link(TrialWork& work, const QString& program)
{
    const TrialContext& context = work.context;
    const QStringList objects { context.objectOf(work.path(QStringLiteral("main.cpp"))),
        context.objectOf(work.path(QStringLiteral("part.c"))) };
    QStringList words = objects;
    if (context.isMsvc()) {
        words = { QStringLiteral("/nologo"), QStringLiteral("/MD") };
        for (const QString& object : objects)
            words << QDir::toNativeSeparators(object);
        words << QStringLiteral("/Fe") + QDir::toNativeSeparators(program);
    } else {
        words << QStringLiteral("-pthread") << QStringLiteral("-o") << program;
    }
    return work.run({ Core::tr("Linking"), context.cxx(), words });
}

bool start(TrialWork& work, const QString& program)
{
    return work.run({ Core::tr("Running what was compiled"), program, {}, Milliseconds(10000) });
}

void tryCompiler(TrialWork& work)
{
    if (!work.needsCompiler())
        return;
    const QString program = work.context.executable(work.path(QStringLiteral("tried")));
    if (!compile(work, "part.c") || !compile(work, "main.cpp") || !link(work, program)
        || !start(work, program))
        return;
    work.pass(Core::tr("%1 compiles, links and runs C and C++%2.")
                  .arg(compilerTitle(*work.context.choice.compiler))
                  .arg(triedStandard(work.context.choice)));
}

// A CMake older than the release asks for fails by it; below 3.10 CMake itself complains.
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

QStringList configureWords(const TrialWork& work, const QString& generator)
{
    const TrialContext& context = work.context;
    QStringList words { QStringLiteral("-S"), work.path({}), QStringLiteral("-B"),
        work.path(QStringLiteral("build")), QStringLiteral("-G"), generator,
        QStringLiteral("-DCMAKE_BUILD_TYPE=Release") };
    if (generator.startsWith(QLatin1String("Ninja")))
        words << QStringLiteral("-DCMAKE_MAKE_PROGRAM=") + context.choice.ninja->path;
    if (!context.isMsvc())
        words << QStringLiteral("-DCMAKE_C_COMPILER=") + context.cc()
              << QStringLiteral("-DCMAKE_CXX_COMPILER=") + context.cxx();
    return words;
}

void tryGenerator(TrialWork& work)
{
    const BuildChoice& choice = work.context.choice;
    const QString& generator = choice.request.generator;
    const bool isNinja = generator.startsWith(QLatin1String("Ninja"));
    if (!choice.cmake)
        return work.cannot(Core::tr("CMake was not found."));
    if (isNinja && !choice.ninja)
        return work.cannot(Core::tr("Ninja was not found."));
    work.addTool(QStringLiteral("cmake"), choice.cmake->path, choice.cmake->version);
    if (isNinja)
        work.addTool(QStringLiteral("ninja"), choice.ninja->path, choice.ninja->version);
    if (!work.needsCompiler())
        return;
    // CMake compiles a dozen files to know its compilers.
    const TrialStep configure { Core::tr("Configuring with CMake"), choice.cmake->path,
        configureWords(work, generator), Milliseconds(60000) };
    const TrialStep build { Core::tr("Building with CMake"), choice.cmake->path,
        { QStringLiteral("--build"), work.path(QStringLiteral("build")), QStringLiteral("--config"),
            QStringLiteral("Release") } };
    if (!work.write(QStringLiteral("CMakeLists.txt"), projectText(work.context))
        || !work.writeSource("main.cpp") || !work.writeSource("part.c") || !work.run(configure)
        || !work.run(build)
        || !start(work, work.context.executable(work.path(QStringLiteral("build/out/tried")))))
        return;
    work.pass(isNinja ? Core::tr("CMake %1 and Ninja %2 configure and build a small project.")
                            .arg(choice.cmake->version, choice.ninja->version)
                      : Core::tr("CMake %1 with %2 configure and build a small project.")
                            .arg(choice.cmake->version, generator));
}

}

void addCompilerTrials(const TrialContext& context, QVector<Trial>& trials)
{
    const QString& generator = context.choice.request.generator;
    trials.append(context.trial("compiler", Core::tr("Host compiler"),
        Core::tr("that the compiler compiles, links and runs C and C++%1 with threads and exceptions")
            .arg(triedStandard(context.choice)),
        tryCompiler));
    trials.last().usesCompiler = true;
    trials.append(context.trial("generator", Core::tr("CMake and %1").arg(generator),
        Core::tr("that CMake configures and %1 builds a small project").arg(generator), tryGenerator));
    trials.last().usesCompiler = true;
}

}
