// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/SourceRows.h"

#include "core/base/WholeFile.h"
#include "core/config/InheritedOptions.h"
#include "core/stages/DebianSource.h"
#include "core/stages/GitRevision.h"
#include "core/stages/GitTree.h"
#include "core/stages/PinnedSource.h"
#include "core/stages/StageMakers.h"
#include "core/stages/TourProject.h"

#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>

#include <algorithm>

namespace torchmason {

namespace {

constexpr qint64 enough = 1 << 20;

CheckRow rowOf(const BuildRequest& request, CheckState state, const QString& found)
{
    CheckRow row = problemRow("source-folder", state, Core::tr("What is in the source folder"), found);
    row.where = request.sourceFolder;
    row.field = BuildField::SourceFolder;
    return row;
}

// A tag may be newer than this program, so only a known problem is reported.
QVector<CheckRow> revisionRows(const BuildRequest& request, const QString& git)
{
    const RevisionProblem problem = revisionProblem(request.source.url, request.source.tag, git);
    if (problem.sentence.isEmpty())
        return {};
    CheckRow row = rowOf(request, problem.isSure ? CheckState::Fail : CheckState::Warning, problem.sentence);
    row.id = QStringLiteral("source-revision");
    row.title = Core::tr("The revision to fetch");
    row.where = shownAddress(request.source.url);
    row.field = BuildField::Release;
    row.fixText = problem.meant.isEmpty() ? Core::tr("Name a tag, branch or commit that is there (--tag).")
                                          : Core::tr("Take --tag %1.").arg(problem.meant.first());
    return { row };
}

QVector<CheckRow> gitRows(const BuildRequest& request)
{
    QStringList warnings;
    const QString git = toolProgram({ request, hostPlatform(), warnings }, QStringLiteral("git"));
    const QString& folder = request.sourceFolder;
    QVector<CheckRow> rows = revisionRows(request, git);
    const auto checked = checkGitFolder(folder, request.source.url, git);
    if (!checked)
        return rows << rowOf(request, CheckState::Fail, checked.error().message);
    if (!QFileInfo::exists(folder + QStringLiteral("/.git")) || isOwnGitTree(folder))
        return rows;
    const QString branch = branchOf(folder, git);
    if (branch.isEmpty())
        return rows;
    CheckRow row = rowOf(request, CheckState::Warning,
        Core::tr("%1 is a git tree of your own: %2 is checked out in it, and its branch %3 stays as it "
                 "is.")
            .arg(folder, request.source.tag, branch));
    row.fixText = Core::tr("To build the branch, leave the stage \"fetch\" out (--skip fetch).");
    return rows << row;
}

bool usesSystemLibraries(const Configuration& taken)
{
    return isCMakeTrue(taken.flagValue(QStringLiteral("USE_SYSTEM_LIBS")));
}

// A tree that nothing is fetched into has to bring NCCL along, where CMake does not fetch it while it
// configures: before 2.13, and without a network in all.
QVector<CheckRow> ncclRows(const BuildRequest& request)
{
    const QString& folder = request.sourceFolder;
    const bool isTorch = QFileInfo(folder + QStringLiteral("/c10")).isDir();
    const Configuration taken = takenConfiguration(request);
    const bool usesSystems = usesSystemLibraries(taken);
    const bool fetchesItself = QFileInfo::exists(folder + QStringLiteral("/cmake/PreBuildSteps.cmake"));
    if (hostPlatform() != Platform::Linux || !isTorch || usesSystems || !compilesNccl(taken)
        || hasNccl(folder))
        return {};
    QStringList warnings;
    const auto pin = pinnedNccl(folder, toolkitVersion({ request, hostPlatform(), warnings, taken }));
    CheckRow row = rowOf(request, fetchesItself ? CheckState::Warning : CheckState::Fail,
        Core::tr("NCCL's sources are not in third_party/nccl, and this build compiles NCCL (USE_NCCL)."));
    row.id = QStringLiteral("nccl-not-there");
    row.title = Core::tr("NCCL's sources");
    row.fixText = pin && fetchesItself
        ? Core::tr("CMake fetches them while it configures; without a network, clone them beforehand.")
        : Core::tr("Clone them there, or build with USE_SYSTEM_NCCL=ON or USE_NCCL=OFF.");
    if (pin)
        row.fixCommand = QStringLiteral("git clone --depth 1 --branch %1 https://github.com/NVIDIA/nccl %2")
                             .arg(pin->tag, quotedForSh(pin->folder));
    return { row };
}

// The places of submodules that .gitmodules names in third_party.
QStringList thirdParties(const QString& folder)
{
    static const QRegularExpression path(
        QStringLiteral("^\\s*path\\s*=\\s*(third_party/\\S+)"), QRegularExpression::MultilineOption);
    const QString text = QString::fromUtf8(readWhole(folder + QStringLiteral("/.gitmodules"), enough));
    QStringList places;
    for (auto matches = path.globalMatch(text); matches.hasNext();)
        places << matches.next().captured(1);
    return places;
}

// A tree that nothing is fetched into, and whose submodules are all still empty: CMake stops at the first
// one. Where some are there the user chose them.
QVector<CheckRow> submoduleRows(const BuildRequest& request)
{
    const QString& folder = request.sourceFolder;
    const QStringList places = thirdParties(folder);
    const auto isEmpty = [&](const QString& place) {
        const QDir inside(folder + QLatin1Char('/') + place);
        return inside.isEmpty(QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot);
    };
    const bool usesSystems = usesSystemLibraries(takenConfiguration(request));
    if (places.isEmpty() || usesSystems || !QFileInfo(folder + QStringLiteral("/c10")).isDir()
        || !std::all_of(places.begin(), places.end(), isEmpty))
        return {};
    CheckRow row = rowOf(request, CheckState::Fail,
        Core::tr(
            "The submodules are not there: all %1 folders of third_party that .gitmodules names are empty, "
            "and this build takes the tree as it is.")
            .arg(places.size()));
    row.id = QStringLiteral("submodules-not-there");
    row.title = Core::tr("Submodules of the source");
    const bool isClone = QFileInfo::exists(folder + QStringLiteral("/.git"));
    row.fixText = isClone
        ? Core::tr("Fetch them with git, then check again.")
        : Core::tr(
            "An archive without submodules cannot be completed: clone the repository with --recursive, or "
            "leave the source folder out and let this program fetch it.");
    if (isClone)
        row.fixCommand
            = QStringLiteral("git -C %1 submodule update --init --recursive").arg(quotedPath(folder));
    return { row };
}

// As its files for Python call what lies there; empty where they do not tell.
QString projectName(const QString& folder)
{
    static const QRegularExpression ofProject(
        QStringLiteral(R"(^\[project\]\s*$[^\[]*?^name\s*=\s*["']([\w.-]+)["'])"),
        QRegularExpression::MultilineOption);
    static const QRegularExpression ofSetup(
        QStringLiteral(R"(\bsetup\s*\((?:[^()]*,)?\s*name\s*=\s*["']([\w.-]+)["'])"));
    const auto nameIn = [&folder](const char* file, const QRegularExpression& form) {
        const QByteArray text = readWhole(folder + QLatin1Char('/') + QLatin1String(file), enough);
        return form.match(QString::fromUtf8(text)).captured(1);
    };
    const QString name = nameIn("pyproject.toml", ofProject);
    return name.isEmpty() ? nameIn("setup.py", ofSetup) : name;
}

// A tree that nothing is fetched into; where something is, the stage that fetches looks at what is there.
QVector<CheckRow> otherProjectRows(const BuildRequest& request)
{
    const QString& folder = request.sourceFolder;
    const QString name = projectName(folder);
    if (request.source.kind == SourceKind::Sample || name.isEmpty() || name == QLatin1String("torch")
        || QFileInfo(folder + QStringLiteral("/torch")).isDir())
        return {};
    CheckRow row = rowOf(request, CheckState::Fail,
        Core::tr("%1 holds the project %2, and this build is one of PyTorch.").arg(folder, name));
    row.id = QStringLiteral("source-other-project");
    row.fixText
        = Core::tr("Choose the folder that holds PyTorch (with \"torch\" and \"setup.py\" in it), or an "
                   "empty one and let this program fetch it.");
    return { row };
}

const QString generatedFile = QStringLiteral("torch/csrc/jit/serialization/mobile_bytecode_generated.h");
const QString installedFile = QStringLiteral("/usr/include/flatbuffers/base.h");

QString numbersAfter(const QByteArray& text, const char* between)
{
    QStringList numbers;
    for (const char* part : { "MAJOR", "MINOR", "REVISION" }) {
        const QRegularExpression form(QStringLiteral("FLATBUFFERS_VERSION_%1%2(\\d+)")
                                          .arg(QLatin1String(part), QLatin1String(between)));
        const auto match = form.match(QString::fromLatin1(text));
        if (!match.hasMatch())
            break;
        numbers << match.captured(1);
    }
    return numbers.join(QLatin1Char('.'));
}

}

QVector<CheckRow> sourceFolderRows(const BuildRequest& request)
{
    if (request.sourceFolder.isEmpty())
        return {};
    if (!request.fetches()) {
        const QVector<CheckRow> rows = otherProjectRows(request) + submoduleRows(request);
        return rows.isEmpty() ? ncclRows(request) : rows; // NCCL was a submodule, too
    }
    if (request.source.kind == SourceKind::Git)
        return gitRows(request);
    const auto checked = request.source.kind == SourceKind::Sample
        ? checkTourFolder(request.sourceFolder)
        : checkDebianFolder(request.sourceFolder, request.source.package);
    return checked ? QVector<CheckRow>()
                   : QVector<CheckRow> { rowOf(request, CheckState::Fail, checked.error().message) };
}

QString askedFlatbuffers(const QByteArray& generatedHeader, bool majorOnly)
{
    const QString asked = numbersAfter(generatedHeader, "\\s*==\\s*");
    return majorOnly ? asked.section(QLatin1Char('.'), 0, 0) : asked;
}

QString installedFlatbuffers(const QByteArray& baseHeader)
{
    return numbersAfter(baseHeader, "\\s+");
}

QVector<CheckRow> flatbuffersRows(const BuildRequest& request)
{
    const bool usesSystems = usesSystemLibraries(takenConfiguration(request));
    if (hostPlatform() != Platform::Linux || !usesSystems)
        return {};
    const QString path = request.sourceFolder + QLatin1Char('/') + generatedFile;
    const bool isPatched = std::any_of(request.patches.begin(), request.patches.end(),
        [](const SourcePatch& patch) { return patch.file == generatedFile; });
    const QString asked = askedFlatbuffers(readWhole(path, enough), isPatched);
    const QString installed = installedFlatbuffers(readWhole(installedFile, enough));
    if (asked.isEmpty() || installed.isEmpty()
        || (installed + QLatin1Char('.')).startsWith(asked + QLatin1Char('.')))
        return {};
    CheckRow row = problemRow("flatbuffers-other-version", CheckState::Fail, QStringLiteral("flatbuffers"),
        Core::tr("The tree has a header made for flatbuffers %1, and this system has %2: files that "
                 "include it do not compile.")
            .arg(asked, installed));
    row.where = path;
    const QString folder = path.section(QLatin1Char('/'), 0, -2);
    row.fixText = Core::tr("Make the header again with this system's flatc (package flatbuffers-compiler).");
    row.fixCommand
        = QStringLiteral("flatc --cpp --gen-mutable --scoped-enums -o %1 %2")
              .arg(quotedForSh(folder), quotedForSh(folder + QStringLiteral("/mobile_bytecode.fbs")));
    return { row };
}

}
