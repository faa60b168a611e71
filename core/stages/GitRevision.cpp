// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/GitRevision.h"

#include "core/base/Core.h"
#include "core/base/PlatformPath.h"
#include "core/base/ProgramStart.h"
#include "core/base/TextDecoding.h"
#include "core/config/NearestName.h"
#include "core/stages/GitTree.h"

#include <QDir>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QVersionNumber>

#include <algorithm>
#include <cstdio>
#include <optional>

namespace torchmason {

namespace {

constexpr qsizetype mostNear = 5;
constexpr qsizetype lastWords = 16 * 1024;
constexpr qsizetype wholeCommit = 40;

// v2.14.1 or 2.14.1; nothing for candidates (v2.14.1-rc2) and other words.
std::optional<QVersionNumber> versionOf(const QString& name)
{
    static const QRegularExpression form(QStringLiteral("^[vV]?(\\d+(?:\\.\\d+)+)$"));
    const auto match = form.match(name);
    if (!match.hasMatch())
        return std::nullopt;
    return QVersionNumber::fromString(match.captured(1));
}

// The newest first.
QStringList releasesAmong(const QStringList& names)
{
    QStringList releases;
    for (const QString& name : names) {
        if (versionOf(name))
            releases << name;
    }
    std::sort(releases.begin(), releases.end(),
        [](const QString& one, const QString& other) { return *versionOf(one) > *versionOf(other); });
    return releases;
}

QStringList nearReleases(const QVersionNumber& wanted, const QStringList& names)
{
    const QVersionNumber line(wanted.majorVersion(), wanted.minorVersion());
    QStringList meant;
    for (const QString& name : releasesAmong(names)) {
        const QVersionNumber version = *versionOf(name);
        if (version.normalized() == wanted.normalized())
            meant.prepend(name);
        else if (line.isPrefixOf(version))
            meant << name;
    }
    return meant;
}

// Tags and branches; nullopt where the repository cannot be asked.
std::optional<QStringList> revisionsOf(const QString& url, const QString& git)
{
    // The folder of temporary files itself may be a repository, of any user.
    const QTemporaryDir place;
    if (!place.isValid())
        return std::nullopt;
    const GitAnswer answer = askGit(git, place.path(),
        { QStringLiteral("ls-remote"), QStringLiteral("--quiet"), QStringLiteral("--tags"),
            QStringLiteral("--heads"), QStringLiteral("--"), url },
        Milliseconds(30'000));
    if (!answer.isGood)
        return std::nullopt;
    QStringList names;
    for (const QString& line : answer.text.split(QLatin1Char('\n'), Qt::SkipEmptyParts)) {
        const QString name = line.section(QLatin1Char('\t'), 1).section(QLatin1Char('/'), 2).trimmed();
        if (!name.isEmpty() && !name.endsWith(QLatin1String("^{}")))
            names << name;
    }
    return names;
}

bool isCommitName(const QString& revision)
{
    static const QRegularExpression form(QStringLiteral("^[0-9a-fA-F]{7,40}$"));
    return form.match(revision).hasMatch();
}

struct MissingRevision {
    QString sentence;
    QString tryAgain; // one more sentence
};

MissingRevision missingRevision(const QString& url, const QString& revision, const QStringList& names)
{
    const QString where = shownAddress(url);
    const QStringList meant = nearRevisions(revision, names);
    const QStringList releases = releasesAmong(names).mid(0, 3);
    if (!meant.isEmpty())
        return { Core::tr("%1 has no tag, branch or commit named %2; what comes near is %3.")
                     .arg(where, revision, meant.join(QLatin1String(", "))),
            QStringLiteral("Try again with that (attempts retry N --tag %1).").arg(meant.first()) };
    if (isCommitName(revision) && revision.size() < wholeCommit)
        return {
            Core::tr(
                "%1 has no tag, branch or commit named %2; a commit must be named by all of its 40 digits.")
                .arg(where, revision),
            QStringLiteral("Try again with those (attempts retry N --tag COMMIT).")
        };
    return { releases.isEmpty()
            ? Core::tr("%1 has no tag, branch or commit named %2.").arg(where, revision)
            : Core::tr("%1 has no tag, branch or commit named %2; its newest releases are %3.")
                  .arg(where, revision, releases.join(QLatin1String(", "))),
        QStringLiteral("Try again with a name that is there (attempts retry N --tag NAME).") };
}

// fatal: couldn't find remote ref banana
// fatal: remote error: upload-pack: not our ref 0123...
bool saysMissing(const QByteArray& output)
{
    return output.contains("find remote ref") || output.contains("not our ref");
}

// Passes everything on at once, and keeps the end.
QByteArray passOn(QProcess& process)
{
    QByteArray end;
    while (process.waitForReadyRead(-1)) {
        const QByteArray more = process.readAll();
        std::fwrite(more.constData(), 1, size_t(more.size()), stdout);
        std::fflush(stdout);
        end = (end + more).right(lastWords);
    }
    process.waitForFinished(-1);
    return end;
}

// What names another computer (file://server/x, file:////server/x, \\server\x) is asked by a build only: a
// profile of anybody's may have brought the address. Git reads percent signs before it looks at the path.
bool isOnThisMachine(const QString& url)
{
    const QLatin1String scheme("file://");
    const QString path = url.startsWith(scheme)
        ? QString::fromUtf8(QByteArray::fromPercentEncoding(url.mid(7).toUtf8()))
        : url;
    return QDir::isAbsolutePath(path) && !isOfNetwork(path);
}

// 2.6 -> v2.6.0: all tags of PyTorch have a v and three numbers.
QString asPyTorchTag(const QString& revision)
{
    const auto version = versionOf(revision);
    if (!version || version->segmentCount() > 3)
        return revision;
    return QStringLiteral("v%1.%2.%3")
        .arg(version->majorVersion())
        .arg(version->minorVersion())
        .arg(version->microVersion());
}

}

QStringList nearRevisions(const QString& revision, const QStringList& names)
{
    if (const auto version = versionOf(revision))
        return nearReleases(*version, names).mid(0, mostNear);
    const QString nearest = nearestName(revision, names);
    return nearest.isEmpty() ? QStringList() : QStringList(nearest);
}

QStringList revisionFetchWords(const QString& url, const QString& revision)
{
    const QString kept
        = QStringLiteral("refs/torchmason/") + QString(revision).replace(QLatin1Char('/'), QLatin1Char('-'));
    return { QStringLiteral("fetch"), QStringLiteral("--progress"), QStringLiteral("--no-recurse-submodules"),
        QStringLiteral("--no-tags"), url, QLatin1Char('+') + revision + QLatin1Char(':') + kept };
}

Result<QString> fetchRevision(
    const QString& folder, const QString& url, const QString& revision, const QString& git)
{
    QProcess process;
    process.setProcessChannelMode(QProcess::MergedChannels);
    const auto started = startProgram(process, git,
        QStringList { QStringLiteral("-C"), folder } + revisionFetchWords(url, revision),
        QIODevice::ReadWrite);
    if (!started)
        return started.error();
    process.closeWriteChannel();
    const QByteArray end = passOn(process);
    if (process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0)
        return QStringLiteral("Fetched %1.").arg(revision);
    if (saysMissing(end)) {
        const auto missing = missingRevision(url, revision, revisionsOf(url, git).value_or(QStringList()));
        return Error { missing.sentence + QLatin1Char(' ') + missing.tryAgain };
    }
    return Error { QStringLiteral(
        "%1 could not be fetched from %2; the lines above this one in the log say why.")
                       .arg(revision, shownAddress(url)) };
}

RevisionProblem revisionProblem(const QString& url, const QString& revision, const QString& git)
{
    if (isOnThisMachine(url)) {
        const auto names = revisionsOf(url, git);
        const QString name
            = QString(revision).remove(QRegularExpression(QStringLiteral("^refs/(tags|heads)/")));
        if (!names || names->contains(name) || revision == QLatin1String("HEAD")
            || revision.startsWith(QLatin1String("refs/"))
            || (isCommitName(revision) && revision.size() == wholeCommit))
            return {};
        return { missingRevision(url, revision, *names).sentence, nearRevisions(revision, *names), true };
    }
    const QString tag = asPyTorchTag(revision);
    if (tag == revision || !isSameRepository(url, QStringLiteral("https://github.com/pytorch/pytorch")))
        return {};
    return {
        Core::tr("PyTorch's tags are written like %1, so %2 probably does not exist.").arg(tag, revision),
        { tag }, false
    };
}

QString brokenTransferLine(const QByteArray& output)
{
    // error: RPC failed; curl 92 HTTP/2 stream 5 was not closed cleanly: CANCEL (err 8)
    // fatal: early EOF
    // fetch-pack: unexpected disconnect while reading sideband packet
    // fatal: the remote end hung up unexpectedly
    // fatal: unable to access 'https://x/y/': Could not resolve host: x
    // fatal: unable to access 'https://x/y/': The requested URL returned error: 503
    // fatal: unable to access 'https://x/y/': GnuTLS recv error (-110): The TLS connection was ...
    // ssh: connect to host x port 22: Connection timed out
    static const QRegularExpression broken(
        QStringLiteral(
            R"(RPC failed|early EOF|unexpected disconnect|hung up unexpectedly|Could not resolve host|)"
            R"(Connection (?:reset|timed out|was reset)|Operation timed out|Failed to connect|)"
            R"(returned error: (?:429|50[0234])|(?:GnuTLS|SSL|OpenSSL)[^:]*(?:recv|read|connect)|)"
            R"(transfer closed with|Empty reply from server|invalid index-pack output)"),
        QRegularExpression::CaseInsensitiveOption);
    for (const QString& line :
        decodeToolText(output).split(QRegularExpression(QStringLiteral("[\\r\\n]+")))) {
        if (broken.match(line).hasMatch())
            return line.trimmed();
    }
    return {};
}

}
