// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Core.h"
#include "core/config/PythonChoice.h"
#include "core/config/WheelObstacles.h"
#include "core/request/TreeBackend.h"
#include "core/stages/GateLaunchers.h"
#include "core/stages/StageMakers.h"

namespace torchmason {

namespace {

constexpr const char* cmakeArgumentsName = "CMAKE_ARGS";

QString distFolder(const StageContext& context)
{
    return context.request.sourceFolder + QStringLiteral("/dist");
}

// Both front ends find the build folder configured and built; NINJA_STATUS shows what they still compile.
QVector<EnvironmentValue> wheelEnvironment(const StageContext& context)
{
    const BuildRequest& request = context.request;
    Configuration merged;
    merged.environment = buildEnvironment(context) + gateEnvironment(context);
    const auto set = [&merged](const char* name, const std::optional<QString>& value) {
        merged.setEnvironment({ QLatin1String(name), value, ValueOrigin::Default });
    };
    for (const EnvironmentValue& value : forwardedFlags(request.configuration.flags))
        merged.setEnvironment(value);
    for (const EnvironmentValue& launcher : launchersTakenOut(context))
        merged.setEnvironment(launcher);
    set("NINJA_STATUS", QStringLiteral("[%f/%t|%r|%e] "));
    set("CMAKE_GENERATOR", request.generator);
    set("CMAKE_INSTALL_PREFIX", std::nullopt); // setup.py ends at once where it is set
    for (const char* name : { "CMAKE_FRESH", "CMAKE_ONLY" }) // would throw away what was built
        set(name, std::nullopt);
    const QString type = request.configuration.flagValue(QStringLiteral("CMAKE_BUILD_TYPE"));
    if (type == QLatin1String("Debug"))
        set("DEBUG", QStringLiteral("1"));
    if (type == QLatin1String("RelWithDebInfo"))
        set("REL_WITH_DEB_INFO", QStringLiteral("1"));
    if (const auto jobs = request.jobsAtOnce()) {
        const QString text = QString::number(request.hasGate() ? startedAtOnce(request, *jobs) : *jobs);
        set("MAX_JOBS", text);
        set("CMAKE_BUILD_PARALLEL_LEVEL", text);
    }
    return merged.environment;
}

QString ownCMakeArguments(const BuildRequest& request)
{
    return request.configuration.variableValue(QLatin1String(cmakeArgumentsName)).trimmed();
}

// scikit-build-core splits it as a POSIX shell would, on Windows too. What the user wrote there stands first:
// of two values for a flag CMake takes the last, with which the tree is configured already.
QString cmakeArguments(const StageContext& context)
{
    QStringList arguments;
    const QString own = ownCMakeArguments(context.request);
    if (!own.isEmpty())
        arguments << own;
    const auto add = [&arguments](const FlagValue& flag) {
        arguments << quotedForSh(QStringLiteral("-D%1=%2").arg(flag.name, flag.value));
    };
    for (const FlagValue& flag : context.request.configuration.flags) {
        if (flag.origin != ValueOrigin::Default && flag.name != QLatin1String("CMAKE_INSTALL_PREFIX"))
            add(flag);
    }
    for (const FlagValue& flag : gateFlags(context)) // else what was compiled with it would be anew
        add(flag);
    return arguments.join(QLatin1Char(' '));
}

Command packCommand(const StageContext& context)
{
    Command command;
    command.program = pythonProgram(context);
    command.workingFolder = context.request.sourceFolder;
    command.environment = wheelEnvironment(context);
    if (context.request.backend == treeBackendId(TreeBackend::SetupPy)) {
        command.arguments = { QStringLiteral("setup.py"), QStringLiteral("bdist_wheel") };
        command.purpose = QStringLiteral(QT_TRANSLATE_NOOP("Core", "Pack the wheel with setup.py"));
        return command;
    }
    command.arguments = { QStringLiteral("-m"), QStringLiteral("build"), QStringLiteral("--wheel"),
        QStringLiteral("--no-isolation"), QStringLiteral("--outdir"), distFolder(context) };
    // Otherwise it wants all that [build-system] names, NumPy too where the build does without.
    if (!wantsNumpy(context.taken, context.request.backend))
        command.arguments << QStringLiteral("--skip-dependency-check");
    Configuration merged;
    merged.environment = command.environment;
    merged.setEnvironment(
        { QLatin1String(cmakeArgumentsName), cmakeArguments(context), ValueOrigin::Default });
    command.environment = merged.environment;
    command.purpose = QStringLiteral(QT_TRANSLATE_NOOP("Core", "Pack the wheel with scikit-build-core"));
    return command;
}

}

Result<Stage> makeWheelStage(const StageContext& context)
{
    Stage stage;
    if (!makesWheel(context.request.backend))
        return stage;
    Command note = helperCommand(context,
        { QStringLiteral("note-wheels"), QStringLiteral("--folder"), distFolder(context) },
        QStringLiteral(QT_TRANSLATE_NOOP("Core", "Note which wheels are there already")));
    note.environment = wheelEnvironment(context); // a compiler cache is asked with that of the first command
    Command check = helperCommand(context,
        { QStringLiteral("check-python"), QStringLiteral("--python"), pythonProgram(context) },
        QStringLiteral(QT_TRANSLATE_NOOP("Core", "See whether the Python that packs is still there")));
    check.environment = buildEnvironment(context);
    stage.commands = { note, check, packCommand(context),
        helperCommand(context,
            { QStringLiteral("tell-wheels"), QStringLiteral("--folder"), distFolder(context) },
            QStringLiteral(QT_TRANSLATE_NOOP("Core", "List what was packed"))) };
    if (!context.request.installPrefix().isEmpty())
        return Error { Core::tr("CMAKE_INSTALL_PREFIX cannot be chosen where a wheel is made: setup.py "
                                "refuses it. Leave it out, or build without a wheel.") };
    stage.skipReason = reasonAgainstWheel(context.request, context.taken, context.platform);
    stage.skipped = !stage.skipReason.isEmpty();
    if (stage.skipped)
        context.warnings << Core::tr("No wheel will be made: %1.").arg(stage.skipReason);
    else if (!ownCMakeArguments(context.request).isEmpty()
        && context.request.backend != treeBackendId(TreeBackend::SetupPy))
        context.warnings << Core::tr(
            "CMAKE_ARGS of the environment reaches CMake only while the wheel is packed, in front of this "
            "build's flags, and what it changes is then compiled again; give its flags as -D instead.");
    return stage;
}

// What setup.py itself would pass to CMake, so that it accepts the configured folder.
QVector<FlagValue> wheelFlags(const StageContext& context)
{
    const BuildRequest& request = context.request;
    QVector<FlagValue> flags;
    if (request.backend != treeBackendId(TreeBackend::SetupPy))
        return flags;
    const auto add = [&](const char* name, const char* type, const QString& value) {
        if (!request.configuration.flag(QLatin1String(name)))
            flags.append({ QLatin1String(name), value, QLatin1String(type), ValueOrigin::Default });
    };
    add("BUILD_PYTHON", "BOOL", QStringLiteral("ON"));
    add("CMAKE_BUILD_TYPE", "STRING", QStringLiteral("Release"));
    add("CMAKE_INSTALL_PREFIX", "PATH", request.sourceFolder + QStringLiteral("/torch"));
    if (isAbsoluteOn(context.platform, pythonProgram(context))) {
        add("Python_EXECUTABLE", "FILEPATH", pythonProgram(context));
        add("PYTHON_EXECUTABLE", "FILEPATH", pythonProgram(context));
    }
    return flags;
}

namespace {

// With the environment's own pip, once the wheel has been looked at.
Result<Stage> installWheelStage(const StageContext& context, Stage stage)
{
    const BuildRequest& request = context.request;
    const InstallTarget& target = request.install;
    if (!wantsWheel(request.backend))
        return Error { Core::tr(
            "Only a wheel can be installed into %1, and this build makes libraries only; ask for a wheel.")
                           .arg(target.environment) };
    if (!isAbsoluteOn(context.platform, target.environment))
        return Error { Core::tr("The environment \"%1\" to install into must be an absolute path.")
                           .arg(target.environment) };
    if (isInsideOn(context.platform, target.environment, request.buildFolder))
        return Error { Core::tr("The environment %1 lies in the build folder, which may be emptied.")
                           .arg(target.environment) };
    QStringList arguments { QStringLiteral("install-wheel"), QStringLiteral("--into"), target.environment,
        QStringLiteral("--attempt"), attemptFolderMark(), QStringLiteral("--python"),
        pythonProgram(context) };
    if (!target.wheel.isEmpty())
        arguments << QStringLiteral("--wheel") << target.wheel;
    if (!target.dependencies)
        arguments << QStringLiteral("--dependencies") << QStringLiteral("no");
    if (!request.python.wheels.isEmpty())
        arguments << QStringLiteral("--wheels") << request.python.wheels;
    Command command = helperCommand(
        context, arguments, QStringLiteral("Install the wheel into %1").arg(target.environment));
    command.environment = requestEnvironment(context); // a proxy, an index of packages
    stage.commands = { command };
    return stage;
}

// What an earlier attempt installed goes. Its note lies beside this attempt.
Stage takeBackStage(const StageContext& context, Stage stage)
{
    const InstallTarget& target = context.request.install;
    stage.title = QLatin1String(QT_TRANSLATE_NOOP("Core", "Undo install"));
    QStringList arguments { QStringLiteral("take-install-back"), QStringLiteral("--of"),
        QString::number(target.takesBack), QStringLiteral("--attempt"), attemptFolderMark() };
    if (!context.request.python.wheels.isEmpty())
        arguments << QStringLiteral("--wheels") << context.request.python.wheels;
    Command command = helperCommand(context, arguments,
        QStringLiteral("Undo what attempt %1 installed into %2")
            .arg(target.takesBack)
            .arg(target.environment));
    command.environment = requestEnvironment(context);
    stage.commands = { command };
    return stage;
}

}

Result<Stage> makeInstallStage(const StageContext& context)
{
    const BuildRequest& request = context.request;
    Stage stage;
    if (request.install.takesBack > 0)
        return takeBackStage(context, stage);
    if (request.install.isWanted())
        return installWheelStage(context, stage);
    const QString prefix = request.installPrefix();
    if (prefix.isEmpty()) {
        stage.skipped = true;
        stage.skipReason
            = Core::tr("no place to install into was asked for; the result stays where it was made");
        return stage;
    }
    if (!request.targets.isEmpty())
        context.warnings << Core::tr(
            "Installing copies everything that the project makes, but only %1 will be "
            "built; choose all targets, or no folder to install into.")
                                .arg(request.targets.join(QLatin1String(", ")));
    Command command;
    command.program = toolProgram(context, QStringLiteral("cmake"));
    command.arguments
        = { QStringLiteral("--install"), request.buildFolder, QStringLiteral("--prefix"), prefix };
    command.environment = buildEnvironment(context);
    command.purpose = QStringLiteral("Copy the result to %1").arg(prefix);
    stage.commands = { command };
    return stage;
}

Result<Stage> makeVerifyStage(const StageContext& context)
{
    const BuildRequest& request = context.request;
    QStringList arguments { QStringLiteral("verify"), QStringLiteral("--build"), request.buildFolder,
        QStringLiteral("--source"), request.sourceFolder };
    for (const QString& target : request.targets)
        arguments << QStringLiteral("--target") << target;
    // PyTorch makes its Python module unless BUILD_PYTHON is off.
    if (isCMakeTrue(context.taken.flagValue(QStringLiteral("BUILD_PYTHON"), QStringLiteral("ON"))))
        arguments << QStringLiteral("--python") << pythonProgram(context);

    // A build without CUDA has no code for graphics cards to check.
    const QString archList = QStringLiteral("TORCH_CUDA_ARCH_LIST");
    const QString architectures = context.taken.flagValue(archList);
    if (!architectures.isEmpty() && isCMakeTrue(context.taken.flagValue(QStringLiteral("USE_CUDA")))
        && !request.acceptConfiguration)
        arguments << QStringLiteral("--arch") << architectures;

    // The attempt records which wheels were made; others in dist may be older.
    if (makesWheel(request.backend) && reasonAgainstWheel(request, context.taken, context.platform).isEmpty())
        arguments << QStringLiteral("--attempt") << attemptFolderMark();
    if (!request.python.wheels.isEmpty())
        arguments << QStringLiteral("--wheels") << request.python.wheels;

    Stage stage;
    stage.commands = { helperCommand(context, arguments,
        QStringLiteral(QT_TRANSLATE_NOOP("Core", "Check that what was built is there and loads"))) };
    stage.commands.first().environment = buildEnvironment(context);
    return stage;
}

}
