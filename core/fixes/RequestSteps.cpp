// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fixes/RequestSteps.h"

#include "core/base/Core.h"
#include "core/config/CacheWish.h"
#include "core/config/JobAdvice.h"
#include "core/config/OptionValue.h"
#include "core/config/Placeholders.h"
#include "core/config/PythonChoice.h"
#include "core/request/InheritedVariable.h"
#include "core/request/TreeBackend.h"

#include <QFileInfo>

#include <algorithm>

namespace torchmason {

namespace {

const QString filePath = QStringLiteral("FILEPATH");

void setVariable(BuildRequest& request, const QString& name, const std::optional<QString>& value)
{
    const auto& variables = request.configuration.environment;
    const auto known = std::find_if(variables.begin(), variables.end(),
        [&](const EnvironmentValue& variable) { return variable.name == name; });
    const bool isKnown = known != variables.end();
    if (isKnown ? known->value == value && !known->inFront
                : !value && !qEnvironmentVariableIsSet(name.toLocal8Bit().constData()))
        return;
    putVariable(request, { name, value, ValueOrigin::Fix });
    configureAgain(request);
}

// A variable that would win over the flag is taken out.
void setFlag(BuildRequest& request, const QString& name, const QString& value, const QString& type = {})
{
    if (effectOfVariable(name, releaseOf(request.source)) == VariableEffect::Wins)
        setVariable(request, name, std::nullopt);
    const FlagValue* before = request.configuration.flag(name);
    if (before && before->value == value)
        return;
    request.configuration.setFlag({ name, value, type, ValueOrigin::Fix });
    configureAgain(request);
}

void choosePython(BuildRequest& request, const QString& path)
{
    if (settlePython(request, path, hostPlatform(), ValueOrigin::Fix))
        configureAgain(request); // before which an environment of the build's own is made
}

// CMake keeps what it was told once, so the entry has to leave its cache as well. Without the flag that names
// its Python, CMake would take another one than the other stages: that flag stays.
void unsetFlag(BuildRequest& request, const QString& name)
{
    if (name == pythonFlagNames().first() && !request.python.base.isEmpty())
        return choosePython(request, request.python.base);
    if (!request.configuration.flag(name) && request.configuration.unsetFlags.contains(name))
        return;
    request.configuration.unsetFlag(name);
    configureAgain(request);
}

// /usr/local/cuda-12.9 of /usr/local/cuda-12.9/bin/nvcc
QString toolkitOf(const QString& nvcc)
{
    return QFileInfo(QFileInfo(nvcc).path()).path();
}

// The toolkit that was taken so far, or something in it. A toolkit of a distribution lies among everything
// else in /usr, which is no folder to move out of.
bool isIn(const QString& value, const QString& toolkit)
{
    static const QStringList shared { QString(), QStringLiteral("/"), QStringLiteral("/usr"),
        QStringLiteral("/usr/local"), QStringLiteral("/opt") };
    const Qt::CaseSensitivity letters
        = toolkit.mid(1, 1) == QLatin1String(":") ? Qt::CaseInsensitive : Qt::CaseSensitive;
    return !shared.contains(toolkit)
        && (value.compare(toolkit, letters) == 0 || value.startsWith(toolkit + QLatin1Char('/'), letters));
}

// Windows' separators become slashes where it is a path of Windows.
QString plainPath(QString path)
{
    if (path.mid(1, 2) == QLatin1String(":\\"))
        path.replace(QLatin1Char('\\'), QLatin1Char('/'));
    return path;
}

// The folder of the toolkit that the request names so far; empty where it names none.
QString namedToolkit(const Configuration& configuration)
{
    const QString nvcc = configuration.flagValue(QStringLiteral("CMAKE_CUDA_COMPILER"));
    if (!nvcc.isEmpty())
        return toolkitOf(nvcc);
    for (const char* name : { "CUDA_TOOLKIT_ROOT_DIR", "CUDAToolkit_ROOT" }) {
        const QString root = configuration.flagValue(QLatin1String(name));
        if (!root.isEmpty())
            return root;
    }
    for (const EnvironmentValue& variable : configuration.environment) {
        const bool isHome
            = variable.name == QLatin1String("CUDA_HOME") || variable.name == QLatin1String("CUDA_PATH");
        if (isHome && variable.value && !variable.value->isEmpty())
            return *variable.value;
    }
    return {};
}

// Every name that leads to a toolkit has to lead to the same one: PyTorch and CMake ask different ones.
void chooseToolkit(BuildRequest& request, const QString& nvcc)
{
    const QString root = toolkitOf(nvcc);
    const QString before = plainPath(namedToolkit(request.configuration));
    for (const FlagValue& flag : QVector<FlagValue>(request.configuration.flags)) {
        if (isIn(plainPath(flag.value), before))
            setFlag(request, flag.name, root + plainPath(flag.value).mid(before.size()));
    }
    for (const EnvironmentValue& variable : QVector<EnvironmentValue>(request.configuration.environment)) {
        if (!variable.value || !isIn(plainPath(*variable.value), before))
            continue;
        EnvironmentValue moved = variable;
        moved.value = root + plainPath(*variable.value).mid(before.size());
        moved.origin = ValueOrigin::Fix;
        request.configuration.setEnvironment(moved);
    }
    setFlag(request, QStringLiteral("CMAKE_CUDA_COMPILER"), nvcc, filePath);
    setFlag(request, QStringLiteral("CUDA_TOOLKIT_ROOT_DIR"), root, QStringLiteral("PATH"));
    setVariable(request, QStringLiteral("CUDA_HOME"), root);
    setVariable(request, QStringLiteral("CUDA_PATH"), root);
}

// Visual Studio's compiler comes with its environment, over which these would win; any other one is named, in
// both languages.
void chooseCompiler(BuildRequest& request, const QString& path)
{
    const QString script = vcvarsOfCompiler(path);
    if (!script.isEmpty()) {
        for (const char* name : { "CC", "CXX", "CUDAHOSTCXX", "CMAKE_C_COMPILER", "CMAKE_CXX_COMPILER",
                 "CMAKE_CUDA_HOST_COMPILER" })
            setVariable(request, QLatin1String(name), std::nullopt);
        if (request.vcvars == script)
            return;
        request.vcvars = script;
        for (const char* name : { "CMAKE_CXX_COMPILER", "CMAKE_C_COMPILER" })
            request.configuration.unsetFlag(QLatin1String(name)); // of the other one
        return configureAgain(request);
    }
    setFlag(request, QStringLiteral("CMAKE_CXX_COMPILER"), path, filePath);
    const QString sister = sisterCompiler(path);
    if (!sister.isEmpty())
        setFlag(request, QStringLiteral("CMAKE_C_COMPILER"), sister, filePath);
}

Result<void> choose(BuildRequest& request, const ChangeStep& step)
{
    if (step.name == QLatin1String("nvcc"))
        chooseToolkit(request, step.value);
    else if (step.name == QLatin1String("cxx"))
        chooseCompiler(request, step.value);
    else if (step.name == QLatin1String("python"))
        choosePython(request, step.value);
    else
        return Error { Core::tr("This version cannot choose \"%1\" for an attempt.").arg(step.name) };
    return {};
}

// Beside the build folder, as where it was asked for from the beginning.
void makeEnvironment(BuildRequest& request)
{
    if (request.python.isWanted())
        return;
    const QString base = request.python.base.isEmpty() ? choosePython({}, {}, request.configuration).path
                                                       : request.python.base;
    request.python.folder = request.buildFolder + QStringLiteral("-venv");
    const QString usual
        = hostPlatform() == Platform::Windows ? QStringLiteral("python") : QStringLiteral("python3");
    settlePython(request, base.isEmpty() ? usual : base, hostPlatform(), ValueOrigin::Fix);
    configureAgain(request);
}

// Into an environment of the build's own, which is made for it where there is none yet.
void addPackage(BuildRequest& request, const QString& package)
{
    if (request.python.packages.contains(package))
        return;
    makeEnvironment(request);
    pinPackage(request.python.packages, package);
    configureAgain(request); // before which the environment is made
}

Result<void> takeRelease(BuildRequest& request, const QString& tag)
{
    if (request.source.kind != SourceKind::Git)
        return Error { Core::tr("The source was not fetched by git, so bring %1 into %2 yourself.")
                           .arg(tag, request.sourceFolder) };
    if (request.source.tag == tag)
        return {};
    request.source.tag = tag;
    request.source.version.clear(); // of the tag before
    const auto backend = backendOfRelease({}, tag);
    if (backend && wantsWheel(request.backend)) // which was settled on the tree of the tag before
        request.backend = treeBackendId(*backend);
    request.skippedStages.removeAll(stageKindId(StageKind::Fetch));
    request.acceptConfiguration = false;
    startNoLaterThan(StageKind::Fetch, request);
    return {};
}

// Also where objects that were compiled without it are compiled again: the build does not fit into memory.
// CMake has to be told of the launchers.
void useGate(BuildRequest& request)
{
    if (request.gate == GateUse::On || (request.gate == GateUse::WhereFree && !request.gateLeftOut))
        return;
    request.gate = GateUse::On;
    startNoLaterThan(StageKind::Configure, request);
}

Result<void> useCache(BuildRequest& request, const QString& wish)
{
    const auto facts = hostFactsFromJson(request.hostFacts, QStringLiteral("hostFacts"));
    if (!facts)
        return facts.error();
    const Configuration before = request.configuration;
    const auto applied = applyCacheWish(request.configuration, wish, {}, *facts);
    if (applied && !(request.configuration == before))
        configureAgain(request);
    return applied;
}

}

void putVariable(BuildRequest& request, const EnvironmentValue& variable)
{
    request.configuration.setEnvironment(variable);
    if (variable.name != QLatin1String("MAX_JOBS"))
        return;
    if (const auto jobs = maxJobsOf(request.configuration, {})) {
        request.jobs = jobs;
        request.jobsWithoutGate.reset();
    }
}

Result<void> applyStep(const ChangeStep& step, BuildRequest& request)
{
    switch (step.kind) {
    case StepKind::SetFlag:
        if (pythonFlagNames().contains(step.name)) // the stages use what CMake uses
            choosePython(request, step.value);
        else
            setFlag(request, step.name, step.value);
        return {};
    case StepKind::UnsetFlag:
        unsetFlag(request, step.name);
        return {};
    case StepKind::SetEnvironment:
        setVariable(request, step.name, step.value);
        return {};
    case StepKind::UnsetEnvironment:
        setVariable(request, step.name, std::nullopt);
        return {};
    case StepKind::Choose:
        return choose(request, step);
    case StepKind::Jobs:
        request.jobs = std::max(1, step.value.toInt());
        request.jobsWithoutGate.reset();
        return {};
    case StepKind::UseGate:
        useGate(request);
        return {};
    case StepKind::RunStage:
        request.skippedStages.removeAll(step.name);
        if (const auto stage = stageKindFromId(step.name))
            startNoLaterThan(*stage, request);
        return {};
    case StepKind::UseCache:
        return useCache(request, step.value);
    case StepKind::Release:
        return takeRelease(request, step.value);
    case StepKind::BuildFolder:
        request.buildFolder = step.value;
        configureAgain(request);
        return {};
    case StepKind::OwnEnvironment:
        makeEnvironment(request);
        return {};
    case StepKind::Package:
        addPackage(request, step.value);
        return {};
    case StepKind::Install:
        break;
    }
    return Error { Core::tr("%1 %2 has to be installed by you.").arg(step.name, step.value) };
}

Json toJson(const ChangeStep& step)
{
    return { { "kind", toJson(stepKindId(step.kind)) }, { "name", toJson(step.name) },
        { "value", toJson(step.value) } };
}

Result<ChangeStep> changeStepFromJson(const Json& document, const QString& where)
{
    const QVector<StepKind> kinds = allStepKinds();
    JsonReader reader(document, where);
    const QString id = reader.string("kind");
    const auto kind
        = std::find_if(kinds.begin(), kinds.end(), [&](StepKind one) { return stepKindId(one) == id; });
    if (kind == kinds.end())
        reader.fail(QStringLiteral("\"kind\" is \"%1\", which this version does not know.").arg(id));
    ChangeStep step;
    step.name = reader.string("name", {});
    step.value = reader.string("value", {});
    if (!reader.ok())
        return reader.error();
    step.kind = *kind;
    return step;
}

}
