// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/PlatformPath.h"
#include "core/stages/StagePlan.h"

#include <QMap>

namespace torchmason {

// One maker per stage, each in its own file. They are pure; what may fail on the request's content does
// so here, before anything runs. `warnings` collects sentences for the plan. A maker gives commands,
// and where it need not run, `skipped` with a reason; that of a stage without `builds` says in `after`
// whether it waits for fetching. makeStagePlan() adds the rest: kind, id, title, the order and fingerprint,
// and what the request leaves out.
struct StageContext {
    const BuildRequest& request;
    Platform platform;
    QStringList& warnings;
    Configuration taken = request.configuration; // to be asked what is built, see takenConfiguration()
};

Result<Stage> makeFetchStage(const StageContext& context);
// A stage without commands where the request has no patches.
Result<Stage> makePatchStage(const StageContext& context);
// The environment of Visual Studio and a virtual environment; without commands where neither is wanted.
Result<Stage> makeEnvironmentStage(const StageContext& context);
Result<Stage> makeCleanStage(const StageContext& context);
Result<Stage> makeConfigureStage(const StageContext& context);
Result<Stage> makeCompileStage(const StageContext& context);
// Without commands for backends that make none.
Result<Stage> makeWheelStage(const StageContext& context);
Result<Stage> makeInstallStage(const StageContext& context);
Result<Stage> makeVerifyStage(const StageContext& context);

using StageMaker = Result<Stage> (*)(const StageContext&);
inline constexpr std::pair<StageKind, StageMaker> stageMakers[] = {
    { StageKind::Fetch, makeFetchStage },
    { StageKind::Patch, makePatchStage },
    { StageKind::Environment, makeEnvironmentStage },
    { StageKind::Clean, makeCleanStage },
    { StageKind::Configure, makeConfigureStage },
    { StageKind::Compile, makeCompileStage },
    { StageKind::Wheel, makeWheelStage },
    { StageKind::Install, makeInstallStage },
    { StageKind::Verify, makeVerifyStage },
};

Result<QVector<Command>> gitFetchCommands(const StageContext& context);
Result<QVector<Command>> debianFetchCommands(const StageContext& context);

// Flags that configuring needs so that the wheel's front end finds it done.
QVector<FlagValue> wheelFlags(const StageContext& context);

// The path of a tool as the facts of the request name it, else its bare name.
QString toolProgram(const StageContext& context, const QString& name);
// Of the CUDA toolkit that the request names, "12.6.85"; empty where the facts do not know it.
QString toolkitVersion(const StageContext& context);
// Versions of the compilers and of nvcc that the facts name, by path.
QMap<QString, QString> toolVersions(const StageContext& context);
// The Python of the flags, of the build's own environment or of the facts, else "python3" or "python".
QString pythonProgram(const StageContext& context);
// The options of a helper mode that looks at the build folder: --build, --source, --generator, --flag
// NAME=VALUE and --version PATH=VERSION of the compilers that are here.
QStringList buildFolderArguments(const StageContext& context);
// A small step of ours. Its environment is empty: a maker adds one of those below.
Command helperCommand(const StageContext& context, const QStringList& arguments, const QString& purpose);
// What every child gets: the configuration's environment, and messages in English so that they can be
// recognised. The request's own values win.
QVector<EnvironmentValue> requestEnvironment(const StageContext& context);
// For stages with `builds`: the same and computedEnvironment(), without launchersTakenOut().
QVector<EnvironmentValue> buildEnvironment(const StageContext& context);

// What stands for the attempt's folder in a plan, which is made before there is one.
QString attemptFolderMark();

// `more`: what else the commands depend on.
QString fingerprintOf(const QVector<Command>& commands, const QString& more = {});

// What follows from a request without being said in it: the variables by which compilers, CMake and Python
// find the CUDA toolkit and the virtual environment that were chosen, whatever else is installed, and both in
// front of PATH.
QVector<EnvironmentValue> computedEnvironment(const StageContext& context);

// The toolkit's folder, as the flags or the environment name it; empty for builds without CUDA and where
// nothing names one.
QString cudaRoot(const Configuration& configuration);

}
