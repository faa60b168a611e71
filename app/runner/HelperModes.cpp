// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runner/HelperModes.h"

#include "core/attempt/FolderClaim.h"
#include "core/base/SentencePart.h"
#include "core/buildfolder/BuildFolderStep.h"
#include "core/buildfolder/ConfigurationStep.h"
#include "core/patch/PatchJournal.h"
#include "core/patch/PatchUndo.h"
#include "core/request/TreeBackend.h"
#include "core/stages/AptSources.h"
#include "core/stages/BuildFolderCleaner.h"
#include "core/stages/DebianUnpack.h"
#include "core/stages/EnvironmentCapture.h"
#include "core/stages/GitMend.h"
#include "core/stages/GitRevision.h"
#include "core/stages/GitTree.h"
#include "core/stages/InstallUndo.h"
#include "core/stages/MadeWheels.h"
#include "core/stages/PinnedSource.h"
#include "core/stages/ProductCheck.h"
#include "core/stages/PythonPresence.h"
#include "core/stages/SourceCheck.h"
#include "core/stages/SubmoduleCheck.h"
#include "core/stages/TourProject.h"
#include "core/stages/TreeRequirements.h"
#include "core/stages/VirtualEnvironment.h"
#include "core/stages/WheelInstall.h"
#include "core/store/AttemptFiles.h"
#include "core/store/AttemptStore.h"
#include "core/store/ContinuedInstall.h"
#include "core/store/EarlierWheels.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QFileInfo>
#include <QMap>

#include <cstdio>

namespace torchmason {

namespace {

constexpr int failedExit = 1;
constexpr int wrongUseExit = 2;

void printLine(FILE* stream, const QString& line)
{
    const QByteArray bytes = line.toUtf8() + '\n';
    std::fwrite(bytes.constData(), 1, size_t(bytes.size()), stream);
    std::fflush(stream);
}

void tell(const QString& line)
{
    printLine(stdout, line);
}

// What follows the mode: --name value, names may repeat.
class Options {
public:
    explicit Options(const QStringList& words)
        : m_isWhole(words.size() % 2 == 0)
    {
        for (qsizetype index = 0; index + 1 < words.size(); index += 2)
            m_values[words[index]] << words[index + 1];
    }

    bool isWhole() const { return m_isWhole; }
    QStringList names() const { return m_values.keys(); }
    QStringList all(const char* name) const { return m_values.value(QLatin1String(name)); }
    QString one(const char* name) const { return all(name).value(0); }

private:
    QMap<QString, QStringList> m_values;
    bool m_isWhole;
};

Result<QString> clean(const Options& options)
{
    const QString build = options.one("--build");
    if (const auto allowed = checkCleanable(build, options.one("--source")); !allowed)
        return allowed.error();
    const auto count = countBuildFolder(build);
    if (!count)
        return count.error();
    tell(QStringLiteral("Removing %1 from %2.").arg(folderCountText(*count), build));
    const auto removed = cleanBuildFolder(build, options.one("--source"));
    if (!removed)
        return removed.error();
    return QStringLiteral("Removed %1.").arg(folderCountText(*removed));
}

Result<QString> verify(const Options& options)
{
    ProductCheckWishes wishes;
    wishes.buildFolder = options.one("--build");
    wishes.sourceFolder = options.one("--source");
    wishes.targets = options.all("--target");
    wishes.python = options.one("--python");
    const QString attempt = options.one("--attempt");
    for (const WheelRecord& wheel : wheelsOfBuild(attempt))
        wishes.wheels.append({ wheel.path, wheel.size, wheel.sha256 });
    if (!attempt.isEmpty() && wishes.wheels.isEmpty())
        tell(QStringLiteral("No wheel of this build is there, so none is looked at."));
    wishes.archList = options.one("--arch");
    wishes.wheelFolder = options.one("--wheels");
    wishes.helper = QCoreApplication::applicationFilePath();
    return checkProducts(wishes, tell);
}

// NAME=VALUE
FlagValue flagFromText(const QString& text)
{
    FlagValue flag;
    flag.name = text.section(QLatin1Char('='), 0, 0);
    flag.value = text.section(QLatin1Char('='), 1);
    return flag;
}

Result<QString> checkConfiguration(const Options& options)
{
    ConfigurationStepWishes wishes;
    wishes.buildFolder = options.one("--build");
    for (const QString& text : options.all("--flag"))
        wishes.flags.append(flagFromText(text));
    wishes.logFile = qEnvironmentVariable(stageLogVariable);
    wishes.accepted = options.one("--accept") == QLatin1String("yes");
    return checkConfiguration(wishes, tell);
}

BuildFolderWishes folderWishes(const Options& options)
{
    BuildFolderWishes wishes { options.one("--build"), options.one("--source"), options.one("--generator"),
        {}, {}, {} };
    for (const QString& text : options.all("--flag"))
        wishes.flags.append(flagFromText(text));
    for (const QString& text : options.all("--version"))
        wishes.versions.insert(text.section(QLatin1Char('='), 0, -2), text.section(QLatin1Char('='), -1));
    for (const QString& text : options.all("--variable"))
        wishes.variables.insert(text.section(QLatin1Char('='), 0, 0), text.section(QLatin1Char('='), 1));
    return wishes;
}

Result<QString> cleanSomeParts(const Options& options)
{
    const QString level = options.one("--level");
    for (const CleanLevel known : { CleanLevel::Cache, CleanLevel::Stale }) {
        if (level == cleanLevelId(known))
            return cleanParts(folderWishes(options), known, tell);
    }
    return Error { QStringLiteral("--level is cache or stale, not \"%1\".").arg(level) };
}

// What an attempt's request says, done to a source tree, or undone.
Result<QString> patch(const Options& options)
{
    const QString attempt = options.one("--attempt");
    const QString what = options.one("--do");
    if (what == QLatin1String("revert"))
        return revertPatches(attempt, tell);
    const auto request = AttemptFiles::readRequest(attempt);
    if (!request)
        return request.error();
    if (what.isEmpty())
        return applyPatches(options.one("--source"), request->patches, attempt, tell);
    if (what != QLatin1String("preview"))
        return Error { QStringLiteral("--do is preview or revert, not \"%1\".").arg(what) };
    const auto plan = planPatches(options.one("--source"), request->patches);
    if (!plan)
        return plan.error();
    const QByteArray diff = diffOf(*plan);
    std::fwrite(diff.constData(), 1, size_t(diff.size()), stdout);
    return QStringLiteral("Nothing was changed.");
}

// A tree that stays at its revision keeps its patches, and with them what was compiled of them.
Result<QString> putBackBeforeCheckout(const Options& options)
{
    const QString source = options.one("--source");
    const auto commit = [&](const char* name) {
        return askGit(options.one("--git"), source,
            { QStringLiteral("rev-parse"), QStringLiteral("--verify"), QLatin1String(name) })
            .text;
    };
    if (commit("HEAD^{commit}") == commit("FETCH_HEAD^{commit}"))
        return QStringLiteral("The tree stays at its revision, and its patches with it.");
    const auto isChanged = [&](const QString& file) {
        const GitAnswer state = askGit(options.one("--git"), source,
            { QStringLiteral("--literal-pathspecs"), QStringLiteral("status"), QStringLiteral("--porcelain"),
                QStringLiteral("--untracked-files=all"), QStringLiteral("--"), file });
        return state.isGood && !state.text.isEmpty();
    };
    return putBackPatches(source, QFileInfo(options.one("--attempt")).path(), isChanged, tell);
}

Result<QString> unpackDebian(const Options& options)
{
    const QString package = options.one("--package");
    const QString apt = options.one("--apt");
    return unpackDebianSource(options.one("--downloads"), package, options.one("--source"),
        apt.isEmpty() ? QString() : dscNamedByApt(apt, options.one("--state"), package));
}

Result<QString> prepareVenv(const Options& options)
{
    const PythonEnvironment python { options.one("--folder"), options.one("--python"),
        options.all("--package"), options.one("--wheels") };
    QStringList requirements; // of other projects nobody knows any
    if (!options.one("--source").isEmpty())
        requirements = treeRequirements(
            options.one("--source"), options.one("--backend"), options.one("--numpy") != QLatin1String("no"));
    return prepareVirtualEnvironment(python, requirements, tell);
}

int numberOf(const QString& attemptFolder)
{
    return QFileInfo(attemptFolder).fileName().toInt();
}

Result<QString> installPacked(const Options& options)
{
    const QString attempt = options.one("--attempt");
    QStringList wheels = options.all("--wheel");
    if (wheels.isEmpty()) {
        for (const WheelRecord& wheel : wheelsOfBuild(attempt))
            wheels << wheel.path;
    }
    if (wheels.isEmpty())
        return Error { QStringLiteral(
            "No wheel of this build is there to install; build from \"wheel\" again.") };
    const auto claim = FolderClaim::takeEnvironment(options.one("--into"), numberOf(attempt));
    if (!claim)
        return claim.error();
    return installWheels({ wheels, options.one("--into"), options.one("--python"),
                             options.one("--dependencies") != QLatin1String("no"), options.one("--wheels"),
                             installNotePath(attempt), continuedInstallNote(attempt) },
        tell);
}

// The attempts lie side by side.
Result<QString> takeBack(const Options& options)
{
    const AttemptStore store(QFileInfo(options.one("--attempt")).path());
    const QString notePath = installNotePath(store.attemptFolder(options.one("--of").toInt()));
    const auto note = readInstallNote(notePath);
    if (!note) // it says why nothing is done
        return takeInstallBack(notePath, options.one("--wheels"), tell);
    const auto claim = FolderClaim::takeEnvironment(note->interpreter, numberOf(options.one("--attempt")));
    if (!claim)
        return claim.error();
    return takeInstallBack(notePath, options.one("--wheels"), tell);
}

// When this stage began; invalid where nobody logs it.
QDateTime stageBegin()
{
    return QFileInfo(qEnvironmentVariable(stageLogVariable)).birthTime();
}

Result<QString> prepareGit(const Options& options)
{
    const QString folder = options.one("--source");
    if (const auto removed = removeStaleLocks(folder, stageBegin(), tell); !removed)
        return removed.error();
    return prepareGitFolder(folder, options.one("--url"), options.one("--git"));
}

// Those that the stage's log does not name as older.
Result<QString> tellNewWheels(const Options& options)
{
    return tellWheels(options.one("--folder"), wheelsBefore(qEnvironmentVariable(stageLogVariable)), tell);
}

struct Mode {
    QStringList needed; // options without which it is not run
    QStringList optional;
    Result<QString> (*run)(const Options&);
};

const QMap<QString, Mode>& modes()
{
    static const QMap<QString, Mode> all {
        { "check-source",
            { { "--source" }, {}, [](const Options& o) { return checkSourceTree(o.one("--source")); } } },
        { "prepare-git", { { "--source", "--url", "--git" }, {}, prepareGit } },
        { "mend-submodules",
            { { "--source", "--git" }, {},
                [](const Options& o) { return mendSubmodules(o.one("--source"), o.one("--git"), tell); } } },
        { "name-origin",
            { { "--source", "--url", "--git" }, {},
                [](const Options& o) {
                    return nameOrigin(o.one("--source"), o.one("--url"), o.one("--git"));
                } } },
        { "verify-submodules",
            { { "--source", "--git" }, {},
                [](const Options& o) { return verifySubmodules(o.one("--source"), o.one("--git")); } } },
        { "fetch-revision",
            { { "--source", "--url", "--revision", "--git" }, {},
                [](const Options& o) {
                    return fetchRevision(
                        o.one("--source"), o.one("--url"), o.one("--revision"), o.one("--git"));
                } } },
        { "fetch-nccl",
            { { "--source", "--git" }, { "--toolkit" },
                [](const Options& o) {
                    return fetchNccl(o.one("--source"), o.one("--toolkit"), o.one("--git"), tell);
                } } },
        { "prepare-apt",
            { { "--state" }, { "--suite" },
                [](const Options& o) { return prepareAptState(o.one("--state"), o.one("--suite")); } } },
        { "unpack-debian",
            { { "--downloads", "--package", "--source" }, { "--apt", "--state" }, unpackDebian } },
        { "unpack-tour",
            { { "--source" }, {}, [](const Options& o) { return unpackTour(o.one("--source")); } } },
        { "prepare-build",
            { { "--build" }, {}, [](const Options& o) { return prepareBuildFolder(o.one("--build")); } } },
        { "check-backend",
            { { "--source", "--expected" }, {},
                [](const Options& o) { return checkBackend(o.one("--source"), o.one("--expected")); } } },
        { "note-wheels",
            { { "--folder" }, {}, [](const Options& o) { return noteWheels(o.one("--folder"), tell); } } },
        { "check-python",
            { { "--python" }, {}, [](const Options& o) { return checkPython(o.one("--python")); } } },
        { "tell-wheels", { { "--folder" }, {}, tellNewWheels } },
        { "check-build-folder",
            { { "--build", "--source" }, { "--generator", "--flag", "--version", "--variable" },
                [](const Options& o) { return checkBuildFolder(folderWishes(o)); } } },
        { "clean-parts",
            { { "--build", "--source", "--level" }, { "--generator", "--flag", "--version", "--variable" },
                cleanSomeParts } },
        { "check-configuration", { { "--build" }, { "--flag", "--accept" }, checkConfiguration } },
        { "clean", { { "--build" }, { "--source" }, clean } },
        { "patch", { { "--source", "--attempt" }, { "--do" }, patch } },
        { "put-back-patches", { { "--source", "--git", "--attempt" }, {}, putBackBeforeCheckout } },
        { "prepare-venv",
            { { "--folder", "--python" }, { "--package", "--wheels", "--source", "--backend", "--numpy" },
                prepareVenv } },
        { "install-wheel",
            { { "--into", "--attempt" }, { "--wheel", "--python", "--dependencies", "--wheels" },
                installPacked } },
        { "take-install-back", { { "--of", "--attempt" }, { "--wheels" }, takeBack } },
        { "capture-vcvars",
            { { "--script", "--attempt" }, {},
                [](const Options& o) { return captureVcvars(o.one("--script"), o.one("--attempt")); } } },
        { "verify",
            { { "--build" }, { "--source", "--target", "--python", "--arch", "--attempt", "--wheels" },
                verify } },
        { "load-library",
            { { "--file" }, {}, [](const Options& o) { return loadLibrary(o.one("--file")); } } },
    };
    return all;
}

QString problemWith(const Options& options, const Mode& mode)
{
    if (!options.isWhole())
        return QStringLiteral("each option needs a value");
    for (const QString& name : mode.needed) {
        if (options.one(name.toLatin1().constData()).isEmpty())
            return QStringLiteral("the option %1 is missing").arg(name);
    }
    for (const QString& name : options.names()) {
        if (!mode.needed.contains(name) && !mode.optional.contains(name))
            return QStringLiteral("there is no option %1").arg(name);
    }
    return {};
}

}

std::optional<int> runHelperMode(const QStringList& arguments)
{
    if (arguments.isEmpty() || !modes().contains(arguments.first()))
        return std::nullopt;
    const Mode mode = modes().value(arguments.first());
    const Options options(arguments.mid(1));
    if (const QString problem = problemWith(options, mode); !problem.isEmpty()) {
        printLine(stderr, QStringLiteral("%1: %2.").arg(arguments.first(), problem));
        return wrongUseExit;
    }
    const auto result = mode.run(options);
    printLine(result ? stdout : stderr, result ? *result : inOneLine(result.error().message));
    return result ? 0 : failedExit;
}

}
