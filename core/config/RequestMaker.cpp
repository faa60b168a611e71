// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/RequestMaker.h"

#include "core/base/AppPaths.h"
#include "core/base/Core.h"
#include "core/base/RegularFile.h"
#include "core/config/CacheWish.h"
#include "core/config/DetectionNeeds.h"
#include "core/config/InheritedOptions.h"
#include "core/config/JobAdvice.h"
#include "core/config/Placeholders.h"
#include "core/config/PythonChoice.h"
#include "core/config/ReleaseNeeds.h"
#include "core/config/WheelObstacles.h"
#include "core/profile/Candidates.h"
#include "core/request/TreeBackend.h"

#include <QDir>
#include <QFileInfo>
#include <QHash>
#include <QRegularExpression>

#include <algorithm>

namespace torchmason {

namespace {

bool isAbsoluteSomewhere(const QString& path)
{
    // "C:/x" is absolute on Windows, and a plan for Windows may be made on Linux.
    return QDir::isAbsolutePath(path) || (path.size() > 2 && path[1] == QLatin1Char(':'));
}

QString absolute(const QString& path)
{
    return isAbsoluteSomewhere(path) ? QDir::cleanPath(QDir::fromNativeSeparators(path))
                                     : QDir::cleanPath(QDir::current().absoluteFilePath(path));
}

// Folders that the program makes itself, one pair per profile.
QString ownFolder(const Profile& profile, const HostFacts& facts, const QString& last)
{
    return facts.isHere() ? QStringLiteral("%1/%2/%3").arg(AppPaths::workFolder(), profile.id, last)
                          : usualFolder(profile.id, last, facts.platform);
}

// dpkg-source unpacks into pytorch-2.6.0+dfsg: the package without its Debian revision.
QString debianFolder(const SourceSpec& source)
{
    const QString name = source.package.section(QLatin1Char('='), 0, 0);
    const QString version = source.package.section(QLatin1Char('='), 1);
    const qsizetype revision = version.lastIndexOf(QLatin1Char('-'));
    const QString upstream = revision > 0 ? version.left(revision) : version;
    return upstream.isEmpty() ? name : name + QLatin1Char('-') + upstream;
}

// Also where the profile fetches, and that stage is left out.
bool buildsTreeThere(const BuildRequest& request, const HostFacts& facts)
{
    return !request.fetches() && facts.isHere()
        && QFileInfo(request.sourceFolder + QStringLiteral("/CMakeLists.txt")).isFile();
}

// "wheel" becomes what the tree says, or what its release lets expect where it is not there yet.
void chooseBackend(BuildRequest& request, const HostFacts& facts, const RequestWishes& wishes)
{
    if (!wishes.backend.isEmpty())
        request.backend = wishes.backend;
    if (request.backend != QLatin1String("wheel"))
        return;
    // What is fetched may be another release than what lies there.
    const auto fetched = request.source.kind == SourceKind::ExistingTree || buildsTreeThere(request, facts)
        ? std::nullopt
        : backendOfRelease(request.source.version, request.source.tag);
    const QString seen
        = facts.isHere() ? settledBackend(request.backend, request.sourceFolder) : request.backend;
    if (fetched)
        request.backend = treeBackendId(*fetched);
    else if (seen == treeBackendId(TreeBackend::PlainCMake) && !wishes.backend.isEmpty())
        return; // asked for in words: a check says that this tree packs none
    else if (seen != request.backend)
        request.backend = seen;
    else // a branch or a commit: as the newest trees do; the configure stage looks when it is there
        request.backend = treeBackendId(TreeBackend::ScikitBuildCore);
}

// version.txt holds "2.6.0" or "2.6.0a0"; empty where it does not say.
QString versionOfTree(const QString& folder)
{
    static const QRegularExpression release(QStringLiteral("^\\d+\\.\\d+\\.\\d+"));
    RegularFile file(folder + QStringLiteral("/version.txt"));
    return file.open(QIODevice::ReadOnly) ? release.match(QString::fromLatin1(file.readLine(100))).captured()
                                          : QString();
}

// A tree that came in another way, an archive for example, is built as it is: the profile's place to fetch
// from stays in the request, so that the plan can say so. Its release is what it says itself.
void takeExistingTree(BuildRequest& request, const HostFacts& facts)
{
    const QString& folder = request.sourceFolder;
    const bool fetches
        = request.source.kind == SourceKind::Git || request.source.kind == SourceKind::DebianSource;
    const bool isPlainTree = QFileInfo(folder + QStringLiteral("/CMakeLists.txt")).isFile()
        && !QFileInfo::exists(folder + QStringLiteral("/.git"))
        && !QFileInfo::exists(folder + QStringLiteral("/debian/changelog"));
    if (!fetches || !facts.isHere() || !isPlainTree)
        return;
    request.source.kind = SourceKind::ExistingTree;
    request.source.tag.clear();
    request.source.version = versionOfTree(folder);
}

// The profile names the release that it would have fetched.
void takeReleaseOfTree(BuildRequest& request, const HostFacts& facts)
{
    if (!buildsTreeThere(request, facts))
        return;
    if (const QString version = versionOfTree(request.sourceFolder); !version.isEmpty())
        request.source.version = version;
}

void chooseFolders(
    RequestDraft& draft, const Profile& profile, const HostFacts& facts, const RequestWishes& wishes)
{
    BuildRequest& request = draft.request;
    if (!wishes.sourceFolder.isEmpty()) {
        request.sourceFolder = absolute(wishes.sourceFolder);
        takeExistingTree(request, facts);
    } else if (profile.source.kind == SourceKind::ExistingTree) {
        draft.problems.append(
            { {}, Core::tr("This profile builds an existing source tree: choose its folder."),
                BuildField::SourceFolder });
    } else {
        request.sourceFolder = ownSourceFolder(profile, facts);
    }
    if (!wishes.tag.isEmpty() && request.source.kind != SourceKind::Git)
        draft.problems.append({ {},
            Core::tr("The tag %1 cannot be fetched: this source does not come from a git repository. Leave "
                     "it out, or choose another profile or source folder.")
                .arg(wishes.tag),
            BuildField::Release });
    takeReleaseOfTree(request, facts);
    chooseBackend(request, facts, wishes);
    request.buildFolder = wishes.buildFolder.isEmpty()
        ? ownBuildFolder(profile, facts, request.sourceFolder, request.backend)
        : absolute(wishes.buildFolder);
}

void fillPlaceholders(RequestDraft& draft, const Configuration& taken, const Placeholders& placeholders)
{
    QStringList unresolved;
    for (FlagValue& flag : draft.request.configuration.flags)
        flag.value = placeholders.fill(flag.value, unresolved);
    for (EnvironmentValue& variable : draft.request.configuration.environment) {
        if (variable.value)
            variable.value = placeholders.fill(*variable.value, unresolved);
    }
    unresolved.removeDuplicates();
    static const QHash<QString, QString> rows { { QStringLiteral("cuda"), QStringLiteral("cuda-toolkit") },
        { QStringLiteral("python"), QStringLiteral("python") } };
    const bool withoutCuda = taken.flag(QStringLiteral("USE_CUDA")) && !usesCuda(taken);
    for (const QString& name : unresolved) {
        if (name == QLatin1String("cuda") && withoutCuda)
            continue;
        const bool isAssumed = placeholders.assumptions.contains(name);
        if (isAssumed)
            draft.assumptions.append({ name, placeholders.assumptions.value(name) });
        if (!isAssumed || placeholders.problems.contains(name))
            draft.problems.append({ rows.value(name),
                placeholders.problems.value(
                    name, Core::tr("The profile uses ${%1}, which is not a known placeholder.").arg(name)),
                name == QLatin1String("venv") ? BuildField::Python : BuildField::None, isAssumed });
    }
}

// CMake is told where the build takes another compiler than the one that CMake would find by itself. PyTorch
// gives nvcc the same one. Visual Studio's comes with its environment instead.
void nameCompilers(BuildRequest& request, const Profile& profile, const HostFacts& facts)
{
    const CompilerFacts* compiler = compilerFor(facts, profile.needs);
    if (!compiler || compiler->family == QLatin1String("msvc"))
        return;
    const QString name = QStringLiteral("CMAKE_CXX_COMPILER");
    const bool found = compiler->isDefault && compiler->source != chosenByUser();
    if (found || request.configuration.flag(name))
        return;
    const ValueOrigin origin = ValueOrigin::Environment;
    const QString type = QStringLiteral("FILEPATH");
    request.configuration.setFlag({ name, compiler->path, type, origin });
    const QString sister = sisterCompiler(compiler->path);
    if (!sister.isEmpty() && !request.configuration.flag(QStringLiteral("CMAKE_C_COMPILER")))
        request.configuration.setFlag({ QStringLiteral("CMAKE_C_COMPILER"), sister, type, origin });
}

// The pins of the profile, with the user's over them.
QStringList chosenPackages(const Profile& profile, const RequestWishes& wishes)
{
    QStringList packages = profile.python.packages;
    for (const QString& wish : wishes.packages)
        pinPackage(packages, wish);
    return packages;
}

// Beside the build folder: its lock guards both, and emptying it keeps this.
void chooseVenv(RequestDraft& draft, const Profile& profile, const RequestWishes& wishes)
{
    BuildRequest& request = draft.request;
    request.python.wheels = wishes.wheels.isEmpty() ? profile.python.wheels : absolute(wishes.wheels);
    if (!wishes.venv.value_or(profile.python.venv || !wishes.packages.isEmpty()))
        return;
    request.python.folder = request.buildFolder + QStringLiteral("-venv");
    request.python.packages = chosenPackages(profile, wishes);
}

// Asked while ${python} still stands in the flags, which would name the usual place of one that is missing.
QString pythonBefore(const BuildRequest& request, const Profile& profile, const HostFacts& facts)
{
    for (const QString& name : pythonFlagNames()) {
        const QString value = request.configuration.flagValue(name);
        if (value.contains(QLatin1String("${")) && value != QLatin1String("${python}"))
            return {}; // in a folder that is filled in
    }
    return choosePython(facts, needsFor(profile, request.source), request.configuration).path;
}

// It runs wherever the build runs Python, whether the profile asks for one or not. The sample runs none, but
// for a wheel.
bool isPythonChosen(const BuildRequest& request, const HostFacts& facts)
{
    return (request.source.kind != SourceKind::Sample || wantsWheel(request.backend))
        && chosenPrograms(facts).contains(QStringLiteral("python"));
}

// A project that needs no Python and names none is left alone. `base` is what pythonBefore() said.
void choosePythonOf(RequestDraft& draft, const Profile& profile, const HostFacts& facts, QString base)
{
    BuildRequest& request = draft.request;
    const QStringList& names = pythonFlagNames();
    const bool isNamed = std::any_of(names.begin(), names.end(),
        [&](const QString& name) { return request.configuration.flag(name) != nullptr; });
    if (!isNamed && !profile.needs.python && !request.python.isWanted() && !isPythonChosen(request, facts))
        return;
    if (base.isEmpty())
        base = choosePython(facts, needsFor(profile, request.source), request.configuration).path;
    if (base.isEmpty())
        base = facts.platform == Platform::Windows ? QStringLiteral("python") : QStringLiteral("python3");
    settlePython(request, base, facts.platform, ValueOrigin::Environment);
}

// Without a wish, the gate decides better than any number fixed beforehand.
void chooseJobs(BuildRequest& request, const Configuration& taken, const Profile& profile,
    const HostFacts& facts, const RequestWishes& wishes)
{
    if (wishes.jobs) {
        request.jobs = std::max(1, *wishes.jobs);
        return;
    }
    if (const auto most = maxJobsOf(request.configuration, facts)) {
        request.jobs = *most;
        return;
    }
    // What the author used, as far as this machine has processors for it.
    if (profile.jobs) {
        request.jobs = std::min(*profile.jobs, facts.logicalCores.value_or(*profile.jobs));
        return;
    }
    if (facts.osName.isEmpty() && !facts.logicalCores)
        return; // an unknown machine: it decides itself
    request.jobs = adviseJobs(facts, taken).jobs;
    if (!request.hasGate())
        return;
    request.jobsWithoutGate = request.jobs;
    request.jobs = adviseGatedJobs(facts).jobs;
}

}

QString ownSourceFolder(const Profile& profile, const HostFacts& facts)
{
    switch (profile.source.kind) {
    case SourceKind::ExistingTree:
        return {};
    case SourceKind::DebianSource:
        return ownFolder(profile, facts, debianFolder(profile.source));
    default:
        return ownFolder(profile, facts, QStringLiteral("source"));
    }
}

QString ownBuildFolder(
    const Profile& profile, const HostFacts& facts, const QString& sourceFolder, const QString& backend)
{
    return backend != QLatin1String("cmake") && !sourceFolder.isEmpty()
        ? wheelBuildFolder(sourceFolder)
        : absolute(ownFolder(profile, facts, QStringLiteral("build")));
}

RequestWishes laidOver(RequestWishes below, const RequestWishes& above)
{
    for (const QString& name : above.configuration.unsetFlags)
        below.configuration.unsetFlag(name);
    for (const FlagValue& flag : above.configuration.flags)
        below.configuration.setFlag(flag);
    for (const EnvironmentValue& variable : above.configuration.environment)
        below.configuration.setEnvironment(variable);
    below.programs.insert(above.programs);
    below.patches += above.patches;
    for (const QString& package : above.packages)
        pinPackage(below.packages, package);
    const auto take = [&](auto... members) {
        ((below.*members = above.*members == RequestWishes().*members ? below.*members : above.*members),
            ...);
    };
    take(&RequestWishes::sourceFolder, &RequestWishes::buildFolder, &RequestWishes::tag,
        &RequestWishes::targets, &RequestWishes::jobs, &RequestWishes::memoryLimit, &RequestWishes::gate,
        &RequestWishes::backend, &RequestWishes::venv, &RequestWishes::wheels, &RequestWishes::install,
        &RequestWishes::fromStage, &RequestWishes::untilStage, &RequestWishes::skippedStages);
    if (!above.cache.isEmpty()) { // the address is the cache's
        below.cache = above.cache;
        below.cacheStorage = above.cacheStorage;
    }
    return below;
}

void applyStep(const ChangeStep& step, RequestWishes& wishes)
{
    switch (step.kind) {
    case StepKind::SetFlag:
        return wishes.configuration.setFlag({ step.name, step.value, {}, ValueOrigin::User });
    case StepKind::UnsetFlag:
        return wishes.configuration.unsetFlag(step.name);
    case StepKind::SetEnvironment:
        return wishes.configuration.setEnvironment({ step.name, step.value, ValueOrigin::User });
    case StepKind::UnsetEnvironment:
        return wishes.configuration.setEnvironment({ step.name, std::nullopt, ValueOrigin::User });
    case StepKind::Jobs:
        wishes.jobs = std::max(1, step.value.toInt());
        return;
    case StepKind::UseGate:
        if (wishes.gate == GateUse::Off) // else it is used already
            wishes.gate.reset();
        return;
    case StepKind::RunStage:
        wishes.skippedStages.removeAll(step.name);
        return;
    case StepKind::UseCache:
        wishes.cache = step.value;
        return;
    case StepKind::Release:
        wishes.tag = step.value;
        return;
    case StepKind::BuildFolder:
        wishes.buildFolder = step.value;
        return;
    case StepKind::OwnEnvironment:
        wishes.venv = true;
        return;
    case StepKind::Package:
        pinPackage(wishes.packages, step.value);
        wishes.venv = true; // without one the packages would go nowhere
        return;
    case StepKind::Choose:
    case StepKind::Install:
        return;
    }
}

RequestDraft draftRequest(const Profile& profile, const HostFacts& facts, const RequestWishes& wishes)
{
    RequestDraft draft;
    BuildRequest& request = draft.request;
    request.profileId = profile.id;
    request.profileName = profile.name;
    request.source = profile.source;
    if (!wishes.tag.isEmpty() && request.source.kind == SourceKind::Git) {
        request.source.tag = wishes.tag;
        request.source.version.clear(); // of the profile's tag
    }
    request.patches = profile.patches + wishes.patches;
    request.generator = profile.generator;
    request.backend = profile.backend;
    request.configuration = profile.configuration;
    request.targets = wishes.targets.isEmpty() ? profile.targets : wishes.targets;
    request.memoryLimit = wishes.memoryLimit;
    request.install = wishes.install;
    if (request.install.isWanted())
        request.install.environment = absolute(request.install.environment);
    request.gate = wishes.gate.value_or(GateUse::WhereFree);
    request.fromStage = wishes.fromStage;
    request.untilStage = wishes.untilStage;
    request.skippedStages = wishes.skippedStages;
    request.hostFacts = toJson(facts);
    for (const QString& name : wishes.configuration.unsetFlags)
        request.configuration.unsetFlag(name);
    for (const FlagValue& flag : wishes.configuration.flags)
        request.configuration.setFlag(flag);
    for (const EnvironmentValue& variable : wishes.configuration.environment)
        request.configuration.setEnvironment(variable);
    if (!wishes.cache.isEmpty()) {
        const auto applied = applyCacheWish(request.configuration, wishes.cache, wishes.cacheStorage, facts);
        if (!applied)
            draft.problems.append({ {}, applied.error().message });
    }
    if (const QString caches = AppPaths::cachesFolder(); facts.isHere() && !caches.isEmpty())
        applyCachesFolder(request.configuration, caches, QProcessEnvironment::systemEnvironment());
    nameCompilers(request, profile, facts);
    chooseFolders(draft, profile, facts, wishes);
    chooseVenv(draft, profile, wishes);
    if (const CompilerFacts* compiler = compilerFor(facts, profile.needs);
        compiler && facts.platform == Platform::Windows)
        request.vcvars = vcvarsOfCompiler(compiler->path);
    const Configuration taken = takenConfiguration(request, inheritedOptions(request, facts));
    chooseJobs(request, taken, profile, facts, wishes);
    Placeholders placeholders = machinePlaceholders(profile, taken, facts, request.source);
    placeholders.values[QStringLiteral("source")] = request.sourceFolder;
    placeholders.values[QStringLiteral("build")] = request.buildFolder;
    placeholders.values[QStringLiteral("jobs")] = QString::number(request.jobs.value_or(1));
    if (request.python.isWanted()) {
        placeholders.values[QStringLiteral("venv")] = request.python.folder;
        placeholders.assumptions.remove(QStringLiteral("venv"));
    }
    const QString base = pythonBefore(request, profile, facts);
    fillPlaceholders(draft, taken, placeholders);
    choosePythonOf(draft, profile, facts, base);
    return draft;
}

Result<BuildRequest> RequestDraft::plannable() const
{
    for (const RequestProblem& problem : problems) {
        if (!problem.isAssumed)
            return Error { problem.sentence };
    }
    return request;
}

Result<BuildRequest> makeRequest(const Profile& profile, const HostFacts& facts, const RequestWishes& wishes)
{
    const RequestDraft draft = draftRequest(profile, facts, wishes);
    if (!draft.problems.isEmpty())
        return Error { draft.problems.first().sentence };
    return draft.request;
}

}
