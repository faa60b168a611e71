// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/DebianSource.h"

#include "core/base/Core.h"
#include "core/base/ProgramStart.h"
#include "core/base/RegularFile.h"
#include "core/base/SentencePart.h"
#include "core/base/TextDecoding.h"
#include "core/stages/FolderMark.h"
#include "core/stages/FolderRemoval.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QRegularExpression>

namespace torchmason {

namespace {

const FolderMark partialMark { ".torchmason-unpack",
    "Torchmason unpacks a source package here and removes this folder afterwards.\n" };

// In file names the epoch of a version ("1:") is left out.
QString versionForFiles(const QString& version)
{
    const qsizetype colon = version.indexOf(QLatin1Char(':'));
    return colon < 0 ? version : version.mid(colon + 1);
}

// pytorch_2.6.0+dfsg-7.dsc -> "2.6.0+dfsg-7"
QString versionOfDsc(const QString& dsc)
{
    return dsc.section(QLatin1Char('_'), 1).chopped(4);
}

Result<void> run(const QString& program, const QStringList& arguments)
{
    QProcess process;
    process.setProcessChannelMode(QProcess::ForwardedOutputChannel);
    if (!startProgram(process, program, arguments))
        return Error { QStringLiteral("Cannot start %1; install Debian's package dpkg-dev.").arg(program) };
    process.waitForFinished(-1);
    if (process.exitStatus() != QProcess::NormalExit || process.exitCode() != 0)
        return Error { QStringLiteral("%1 failed: %2.")
                           .arg(program, sentencePart(plainToolText(process.readAllStandardError()))) };
    return {};
}

Error holdsOthers(const QString& sourceFolder)
{
    return { Core::tr(
        "%1 already holds other files; choose another source folder, or leave the stage \"fetch\" out "
        "(--skip fetch) to build what is there.")
                 .arg(sourceFolder) };
}

Result<void> makeRoom(const QString& sourceFolder)
{
    if (!QFileInfo::exists(sourceFolder))
        return QDir().mkpath(QFileInfo(sourceFolder).path())
            ? Result<void>()
            : Error { QStringLiteral("Cannot make the folder for %1; check who may write there.")
                          .arg(sourceFolder) };
    // rmdir takes an empty folder only, so nothing can be lost.
    if (QDir().rmdir(sourceFolder))
        return {};
    return holdsOthers(sourceFolder);
}

// The place beside the source tree where it is unpacked: a folder with our mark, and in it one for whatever
// dpkg-source makes. Answers the latter, empty. What another program left at that place is not touched.
Result<QString> preparePartial(const QString& partial)
{
    const QFileInfo info(partial);
    const bool isFree = !info.exists() || (info.isDir() && isEmptyFolder(partial));
    if (isLink(partial) || (!isFree && !hasMark(partial, partialMark)))
        return Error { QStringLiteral(
            "%1 is in the way and was not made by this program; move it elsewhere and try again.")
                           .arg(partial) };
    if (const auto marked = writeMark(partial, partialMark); !marked)
        return marked.error();
    const QString work = partial + QStringLiteral("/work");
    if (isLink(work) || (QFileInfo::exists(work) && !QFileInfo(work).isDir()))
        return Error {
            QStringLiteral("%1 is not a folder of this program; remove it and try again.").arg(work)
        };
    if (!QDir().mkpath(work))
        return Error { QStringLiteral("Cannot make the folder %1; check who may write there.").arg(work) };
    // Links on the way to the folder are the user's own choice; emptying follows none.
    if (const auto emptied = emptyFolder(QFileInfo(work).canonicalFilePath()); !emptied)
        return emptied.error();
    return work;
}

// Only what is known to be there; anything else stays, and so does the folder.
void removePartial(const QString& partial)
{
    if (QDir().rmdir(partial + QStringLiteral("/work")))
        QFile::remove(partial + QLatin1Char('/') + QLatin1String(partialMark.name));
    QDir().rmdir(partial);
}

}

QStringList dscFilesOf(const QStringList& names, const QString& package)
{
    const QString name = package.section(QLatin1Char('='), 0, 0);
    const QString version = versionForFiles(package.section(QLatin1Char('='), 1));
    QStringList files;
    for (const QString& candidate : names) {
        const bool isOfPackage
            = candidate.startsWith(name + QLatin1Char('_')) && candidate.endsWith(QLatin1String(".dsc"));
        if (isOfPackage && (version.isEmpty() || versionOfDsc(candidate) == version))
            files << candidate;
    }
    return files;
}

QString unpackedDsc(const QString& sourceFolder)
{
    RegularFile file(sourceFolder + QStringLiteral("/debian/changelog"));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    // pytorch (2.6.0+dfsg-7) unstable; urgency=medium
    static const QRegularExpression form(QStringLiteral(R"(^(\S+) \(([^)]+)\))"));
    const auto match = form.match(QString::fromUtf8(file.readLine(1000)));
    return match.hasMatch()
        ? QStringLiteral("%1_%2.dsc").arg(match.captured(1), versionForFiles(match.captured(2)))
        : QString();
}

Result<void> checkDebianFolder(const QString& sourceFolder, const QString& package)
{
    if (!QFileInfo::exists(sourceFolder) || isEmptyFolder(sourceFolder))
        return {};
    const bool isWanted = !dscFilesOf({ unpackedDsc(sourceFolder) }, package).isEmpty();
    return isWanted ? Result<void>() : Result<void>(holdsOthers(sourceFolder));
}

namespace {

// The time of a download is that of the file on the server, so the youngest is not the newest download.
Result<QString> chooseDsc(const QString& downloads, const QString& package, const QString& named)
{
    const QStringList files = dscFilesOf(
        QDir(downloads).entryList({ QStringLiteral("*.dsc") }, QDir::Files, QDir::Name), package);
    if (files.isEmpty())
        return Error { QStringLiteral("No source package %1 was downloaded to %2.").arg(package, downloads) };
    if (files.contains(named))
        return named;
    if (files.size() == 1)
        return files.first();
    return Error { QStringLiteral(
        "%1 holds several versions of %2 (%3), and apt-get does not say which one it "
        "means; remove those that are not wanted.")
                       .arg(downloads, package, files.join(QLatin1String(", "))) };
}

}

Result<QString> unpackDebianSource(
    const QString& downloads, const QString& package, const QString& sourceFolder, const QString& named)
{
    const auto chosen = chooseDsc(downloads, package, named);
    if (!chosen)
        return chosen.error();
    const QString& dsc = *chosen;
    if (unpackedDsc(sourceFolder) == dsc)
        return QStringLiteral("%1 already holds what is in %2.").arg(sourceFolder, dsc);
    if (const auto room = makeRoom(sourceFolder); !room)
        return room.error();

    const QString partial = sourceFolder + QStringLiteral(".part");
    const auto work = preparePartial(partial);
    if (!work)
        return work.error();
    const QString tree = *work + QStringLiteral("/tree");
    // apt has checked the package against the signed lists, so dpkg-source need not look for a key.
    const auto unpacked = run(QStringLiteral("dpkg-source"),
        { QStringLiteral("--no-check"), QStringLiteral("-x"), downloads + QLatin1Char('/') + dsc, tree });
    if (!unpacked)
        return unpacked.error();
    if (!QDir().rename(tree, sourceFolder))
        return Error { QStringLiteral("Cannot rename %1 to %2.").arg(tree, sourceFolder) };
    removePartial(partial);
    return QStringLiteral("Unpacked %1 to %2.").arg(dsc, sourceFolder);
}

}
