// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/EarlierInstalls.h"

#include <QDir>
#include <QFileInfo>
#include <QUrl>

#include <algorithm>

namespace torchmason {

namespace {

// An environment's interpreter is a link to that of the machine, so only its folder is looked up.
QString environmentOf(const QString& interpreter)
{
    return QFileInfo(QFileInfo(interpreter).path()).canonicalFilePath();
}

// What earlier attempts noted about this environment, the newest first.
QVector<InstallNote> earlierNotes(const InstallNote& note, const QString& notePath)
{
    QVector<InstallNote> notes;
    const QDir own = QFileInfo(notePath).dir();
    QDir all = own;
    if (!all.cdUp())
        return notes;
    const QStringList folders = all.entryList(
        { QStringLiteral("[0-9]*") }, QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name | QDir::Reversed);
    for (const QString& folder : folders) {
        const QString path = installNotePath(all.filePath(folder));
        if (folder.toInt() >= own.dirName().toInt() || !QFileInfo::exists(path))
            continue;
        auto earlier = readInstallNote(path);
        if (earlier && earlier->isFinished
            && environmentOf(earlier->interpreter) == environmentOf(note.interpreter))
            notes.append(*earlier);
    }
    return notes;
}

bool cannotComeAgain(const QString& interpreter, const InstalledPackage& package)
{
    return package.isFromFile && !package.mark.isEmpty()
        && (package.origin.isEmpty() || !canComeAgain(interpreter, package.origin, package.mark));
}

// Follows the notes back to something that pip can bring, or to nothing. Each note counts once.
InstalledPackage earlierThan(
    const QString& interpreter, const QString& name, InstalledPackage package, QVector<InstallNote> notes)
{
    const auto put = [&](const InstallNote& note) {
        const InstalledPackage after = note.after.value(name);
        return after.version == package.version && after.mark == package.mark;
    };
    while (cannotComeAgain(interpreter, package)) {
        const auto earlier = std::find_if(notes.begin(), notes.end(), put);
        if (earlier == notes.end())
            break;
        package = earlier->before.value(name);
        notes.erase(earlier);
    }
    return package;
}

QString takenOverText(const InstallChange& change, const InstalledPackage& earlier)
{
    const QString end = earlier.version.isEmpty()
        ? QStringLiteral("to no %1, as it was before that install.").arg(change.name)
        : QStringLiteral("to %1 %2, which was there before it.").arg(change.name, earlier.version);
    return QStringLiteral(
               "The wheel of the %1 %2 that an earlier install put there is gone or another one now; "
               "taking this install back leads ")
               .arg(change.name, change.before)
        + end;
}

}

bool canComeAgain(const QString& interpreter, const QString& origin, const QString& mark)
{
    const QUrl place = QUrl(origin).adjusted(QUrl::RemoveFragment);
    return !place.isLocalFile() || (!mark.isEmpty() && markOfWheel(interpreter, place.toLocalFile()) == mark);
}

void goOnWith(const QString& earlierPath, InstallNote& note)
{
    const auto earlier = earlierPath.isEmpty() ? Result<InstallNote>(Error {}) : readInstallNote(earlierPath);
    if (!earlier || !note.madeFolder.isEmpty()
        || environmentOf(earlier->interpreter) != environmentOf(note.interpreter))
        return;
    note.madeFolder = earlier->madeFolder;
    if (!earlier->isFinished) {
        note.before = earlier->before;
        return;
    }
    for (const InstallChange& change : earlier->changes()) {
        const InstalledPackage now = note.before.value(change.name);
        if (now.version != change.after || now.mark != change.mark)
            continue;
        if (change.before.isEmpty())
            note.before.remove(change.name);
        else
            note.before[change.name] = earlier->before.value(change.name);
    }
}

QStringList takeOverEarlier(InstallNote& note, const QString& notePath)
{
    QStringList told;
    const QStringList own = note.wheelPackages();
    for (const InstallChange& change : note.changes()) {
        const InstalledPackage before = note.before.value(change.name);
        if (!own.contains(change.name) || !cannotComeAgain(note.interpreter, before))
            continue;
        const InstalledPackage earlier
            = earlierThan(note.interpreter, change.name, before, earlierNotes(note, notePath));
        if (earlier.version == before.version && earlier.mark == before.mark)
            continue;
        if (earlier.version.isEmpty())
            note.before.remove(change.name);
        else
            note.before[change.name] = earlier;
        told << takenOverText(change, earlier);
    }
    return told;
}

}
