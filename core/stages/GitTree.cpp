// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/GitTree.h"

#include "core/base/Core.h"
#include "core/base/ProgramStart.h"
#include "core/base/SentencePart.h"
#include "core/base/TextDecoding.h"
#include "core/base/WholeFile.h"
#include "core/detect/ProbeRunner.h"
#include "core/stages/FolderMark.h"
#include "core/stages/FolderRemoval.h"

#include <QDir>
#include <QFileInfo>
#include <QProcess>
#include <QProcessEnvironment>
#include <QRegularExpression>

#include <algorithm>

namespace torchmason {

namespace {

constexpr int killedGoesWithin = 10'000; // ms; a loaded machine takes a while

// It lies in .git, where it is no untracked file.
const FolderMark ownMark { "torchmason-repository",
    "Torchmason made this repository and sets its remote to where a profile fetches from.\n" };

QString gitFolderOf(const QString& folder)
{
    return folder + QStringLiteral("/.git");
}

// Not one of a worktree or submodule, whose .git is a file.
bool hasPlainGitFolder(const QString& folder)
{
    return !isLink(gitFolderOf(folder)) && QFileInfo(gitFolderOf(folder)).isDir();
}

Result<QStringList> remoteAddresses(const QString& folder, const QString& git)
{
    QStringList addresses;
    const GitAnswer answer = askGit(git, folder,
        { QStringLiteral("config"), QStringLiteral("--local"), QStringLiteral("--get-regexp"),
            QStringLiteral("^remote\\..*\\.url$") });
    if (!answer.late.isEmpty())
        return Error { answer.late };
    for (const QString& line : answer.text.split(QLatin1Char('\n'), Qt::SkipEmptyParts))
        addresses << line.section(QLatin1Char(' '), 1).trimmed();
    return addresses;
}

// Commits that are checked out, or before those, and that nothing that was fetched holds.
Result<int> localCommits(const QString& folder, const QString& git)
{
    QStringList words { QStringLiteral("rev-list"), QStringLiteral("--count"), QStringLiteral("HEAD"),
        QStringLiteral("--not"), QStringLiteral("--remotes"), QStringLiteral("--tags"),
        QStringLiteral("--glob=refs/torchmason/*") };
    if (commitNamed(folder, git, QStringLiteral("FETCH_HEAD")).isGood)
        words << QStringLiteral("FETCH_HEAD");
    const GitAnswer answer = askGit(git, folder, words);
    if (!answer.late.isEmpty())
        return Error { answer.late };
    return answer.text.toInt();
}

// A repository without references, index and remotes, as `git init` makes it.
bool isFresh(const QString& folder, const QString& git)
{
    const GitAnswer names
        = askGit(git, folder, { QStringLiteral("for-each-ref"), QStringLiteral("--count=1") });
    const auto addresses = remoteAddresses(folder, git);
    return hasPlainGitFolder(folder) && !commitNamed(folder, git, QStringLiteral("HEAD")).isGood
        && names.isGood && names.text.isEmpty()
        && !QFileInfo::exists(gitFolderOf(folder) + QStringLiteral("/index")) && addresses
        && addresses->isEmpty();
}

// git@github.com:pytorch/pytorch.git, https://github.com/pytorch/pytorch -> "github.com/pytorch/pytorch"
QString plainAddress(QString address)
{
    static const QRegularExpression scheme(QStringLiteral("^[a-z+]+://(?:[^/@]*@)?"));
    static const QRegularExpression scp(QStringLiteral("^[\\w.-]+@([\\w.-]+):"));
    address.replace(scp, QStringLiteral("\\1/")).remove(scheme);
    while (address.endsWith(QLatin1Char('/')))
        address.chop(1);
    if (address.endsWith(QLatin1String(".git")))
        address.chop(4);
    return address;
}

QString whatToDo()
{
    return Core::tr("Leave the stage \"fetch\" out (--skip fetch) to build it as it is, or choose "
                    "another source folder.");
}

}

GitAnswer askGit(const QString& git, const QString& folder, const QStringList& arguments, Milliseconds limit)
{
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("GIT_CEILING_DIRECTORIES"),
        QDir::toNativeSeparators(QFileInfo(QDir(folder).canonicalPath()).path()));
    // Nobody is there to answer a question.
    environment.insert(QStringLiteral("GIT_TERMINAL_PROMPT"), QStringLiteral("0"));
    // A clone's own settings may name a program that brings the commits it lacks. What asks about a tree
    // comes before anybody agreed to build it, and fetches nothing.
    if (arguments.value(0) != QLatin1String("ls-remote"))
        environment.insert(QStringLiteral("GIT_ALLOW_PROTOCOL"), QStringLiteral("none"));
    process.setStandardInputFile(QProcess::nullDevice());
    process.setProcessEnvironment(environment);
    process.setStandardErrorFile(QProcess::nullDevice());
    isolateProbe(process);
    const auto started = startProgram(process, git, QStringList { QStringLiteral("-C"), folder } + arguments);
    if (!started)
        return {};
    process.waitForFinished(int(limit.count()));
    if (process.state() != QProcess::NotRunning) {
        killProbe(process);
        process.waitForFinished(killedGoesWithin);
        return { false, {},
            Core::tr("Git gave no information about %1 within %n seconds: its disk or a program that git "
                     "starts may hang.",
                nullptr, int(limit.count() / 1000))
                .arg(folder) };
    }
    const bool isGood = process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0;
    return { isGood, decodeToolText(process.readAllStandardOutput()).trimmed(), {} };
}

GitAnswer commitNamed(const QString& folder, const QString& git, const QString& name)
{
    return askGit(git, folder,
        { QStringLiteral("rev-parse"), QStringLiteral("--quiet"), QStringLiteral("--verify"),
            name + QStringLiteral("^{commit}") });
}

bool isOwnGitTree(const QString& folder)
{
    return hasPlainGitFolder(folder) && hasMark(gitFolderOf(folder), ownMark);
}

QString branchOf(const QString& folder, const QString& git)
{
    return askGit(git, folder,
        { QStringLiteral("symbolic-ref"), QStringLiteral("--quiet"), QStringLiteral("--short"),
            QStringLiteral("HEAD") })
        .text;
}

Result<QString> checkGitTree(const QString& folder, const QString& url, const QString& git)
{
    const GitAnswer head
        = isOwnGitTree(folder) ? GitAnswer() : commitNamed(folder, git, QStringLiteral("HEAD"));
    if (!head.late.isEmpty())
        return Error { head.late };
    if (!head.isGood)
        return Core::tr("%1 is a git tree; it will be brought up to date.").arg(folder);
    const auto addresses = remoteAddresses(folder, git);
    if (!addresses)
        return addresses.error();
    const bool knows = std::any_of(addresses->begin(), addresses->end(),
        [&](const QString& address) { return isSameRepository(address, url); });
    if (!knows && !addresses->isEmpty())
        return Error { Core::tr("%1 is a clone of %2 that this program did not make, and %3 is not one of "
                                "its remotes, so it is left alone. %4")
                           .arg(folder, shownAddress(addresses->first()), shownAddress(url), whatToDo()) };
    const auto commits = localCommits(folder, git);
    if (!commits)
        return commits.error();
    if (*commits > 0) {
        const QString sentence = *commits == 1
            ? Core::tr("%1 is a git tree of your own that is at a commit which no remote has; another "
                       "revision is not checked out over it.")
            : Core::tr("%1 is a git tree of your own with %n commits which no remote has; another revision "
                       "is not checked out over them.",
                nullptr, *commits);
        return Error { sentence.arg(folder) + QLatin1Char(' ') + whatToDo() };
    }
    return Core::tr("%1 is a git tree of your own; its branches and remotes stay as they are.").arg(folder);
}

Result<QString> nameOrigin(const QString& folder, const QString& url, const QString& git)
{
    if (isFresh(folder, git)) {
        if (const auto marked = writeMark(gitFolderOf(folder), ownMark); !marked)
            return marked.error();
    }
    if (!isOwnGitTree(folder))
        return QStringLiteral("The remotes of %1 stay as they are.").arg(folder);
    const QVector<QPair<QString, QString>> settings {
        { QStringLiteral("remote.origin.url"), url },
        { QStringLiteral("remote.origin.fetch"), QStringLiteral("+refs/heads/*:refs/remotes/origin/*") },
    };
    for (const auto& [name, value] : settings) {
        if (!askGit(git, folder, { QStringLiteral("config"), QStringLiteral("--replace-all"), name, value })
                 .isGood)
            return Error { QStringLiteral("git cannot write %1/config; check who may write there.")
                               .arg(gitFolderOf(folder)) };
    }
    return QStringLiteral("The remote origin of %1 is where it is fetched from.").arg(folder);
}

QString shownAddress(QString address)
{
    static const QRegularExpression login(QStringLiteral("//[^/@]*@"));
    return address.replace(login, QStringLiteral("//"));
}

bool isSameRepository(const QString& left, const QString& right)
{
    return plainAddress(left).compare(plainAddress(right), Qt::CaseInsensitive) == 0;
}

Result<QString> checkSourceTree(const QString& folder)
{
    if (!QFileInfo(folder).isDir())
        return Error { QStringLiteral(
            "The source folder %1 is not there; choose the folder that holds the tree.")
                           .arg(folder) };
    const QFileInfo project(folder + QStringLiteral("/CMakeLists.txt"));
    if (!project.isFile())
        return Error { QStringLiteral("%1 holds no CMakeLists.txt; choose the top folder of the source tree.")
                           .arg(folder) };
    if (!project.isReadable())
        return Error { QStringLiteral("%1 cannot be read by this user.").arg(project.filePath()) };
    const QString version = readFirstLine(folder + QStringLiteral("/version.txt"));
    return version.isEmpty()
        ? QStringLiteral("Found a CMake project in %1.").arg(folder)
        : QStringLiteral("Found a CMake project, version %2, in %1.").arg(folder, version);
}

Result<QString> checkGitFolder(const QString& folder, const QString& url, const QString& git)
{
    const QFileInfo info(folder);
    if (!info.exists())
        return QStringLiteral("%1 is not there yet.").arg(folder);
    if (!info.isDir())
        return Error { Core::tr("%1 is a file; choose a folder for the source tree.").arg(folder) };
    if (QFileInfo::exists(folder + QStringLiteral("/.git")))
        return checkGitTree(folder, url, git);
    if (!isEmptyFolder(folder))
        return Error { Core::tr("%1 holds files but is not a git tree; choose an empty folder, or leave the "
                                "stage \"fetch\" out (--skip fetch) to build what is there.")
                           .arg(folder) };
    return QStringLiteral("%1 is empty.").arg(folder);
}

Result<QString> prepareGitFolder(const QString& folder, const QString& url, const QString& git)
{
    const auto checked = checkGitFolder(folder, url, git);
    if (!checked || QFileInfo::exists(folder))
        return checked;
    if (!QDir().mkpath(folder))
        return Error { QStringLiteral("Cannot make the folder %1; check who may write there.").arg(folder) };
    return QStringLiteral("Made the folder %1.").arg(folder);
}

namespace {

constexpr int maximumNamed = 8; // problems that an error message lists

struct StatusLine {
    QChar mark;
    QString path;
};

std::optional<StatusLine> parseLine(const QString& line)
{
    // +4a1b2c3d third_party/fmt (9.1.0-12-g4a1b2c3d)
    static const QRegularExpression form(QStringLiteral(R"(^([ +U-])[0-9a-f]{7,64} (.+?)(?: \([^()]*\))?$)"));
    const auto match = form.match(line);
    if (!match.hasMatch())
        return std::nullopt;
    return StatusLine { match.captured(1).at(0), match.captured(2) };
}

}

Error incompleteSubmodules(const QString& sourceFolder, const QStringList& problems, const Print& print)
{
    QString list = problems.mid(0, maximumNamed).join(QLatin1String("; "));
    if (problems.size() > maximumNamed) {
        list += QStringLiteral("; and %1 more").arg(problems.size() - maximumNamed);
        if (print) {
            list += QStringLiteral(" (the log of this stage names all)");
            for (const QString& problem : problems)
                print(problem);
        }
    }
    return { QStringLiteral(
        "The submodules are not complete: %1. Fetch again, or run: git -C %2 submodule update --init "
        "--recursive")
                 .arg(list, sourceFolder) };
}

bool holdsOnlyGit(const QString& folder)
{
    QStringList names
        = QDir(folder).entryList(QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot);
    names.removeAll(QStringLiteral(".git"));
    return names.isEmpty();
}

SubmoduleState parseSubmoduleStatus(const QByteArray& output)
{
    SubmoduleState state;
    for (const QByteArray& raw : output.split('\n')) {
        const auto line = parseLine(decodeToolText(raw).remove(QLatin1Char('\r')));
        if (!line)
            continue;
        ++state.count;
        if (line->mark != QLatin1Char('-'))
            state.there << line->path;
        if (line->mark == QLatin1Char('-'))
            state.problems << QStringLiteral("%1 is not there").arg(line->path);
        else if (line->mark == QLatin1Char('+'))
            state.problems << QStringLiteral("%1 is at another commit than the tree records").arg(line->path);
        else if (line->mark == QLatin1Char('U'))
            state.problems << QStringLiteral("%1 has merge conflicts").arg(line->path);
    }
    return state;
}

Result<QString> verifySubmodules(const QString& sourceFolder, const QString& git, const Print& print)
{
    QProcess process;
    // Non-ASCII paths come as they are instead of quoted.
    const auto started = startProgram(process, git,
        { QStringLiteral("-C"), sourceFolder, QStringLiteral("-c"), QStringLiteral("core.quotePath=false"),
            QStringLiteral("submodule"), QStringLiteral("status"), QStringLiteral("--recursive") });
    if (!started)
        return started.error();
    process.waitForFinished(-1);
    if (process.exitStatus() != QProcess::NormalExit || process.exitCode() != 0)
        return Error { QStringLiteral("Git cannot list the submodules of %1: %2.")
                           .arg(sourceFolder, sentencePart(plainToolText(process.readAllStandardError()))) };

    SubmoduleState state = parseSubmoduleStatus(process.readAllStandardOutput());
    for (const QString& path : std::as_const(state.there)) {
        if (holdsOnlyGit(sourceFolder + QLatin1Char('/') + path))
            state.problems << QStringLiteral("%1 is empty").arg(path);
    }
    if (!state.problems.isEmpty())
        return incompleteSubmodules(sourceFolder, state.problems, print);
    return QStringLiteral("All %1 submodules are at their recorded commits.").arg(state.count);
}

}
