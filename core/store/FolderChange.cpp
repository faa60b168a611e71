// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/FolderChange.h"

#include "core/base/Core.h"
#include "core/base/FolderPlace.h"
#include "core/store/AttemptStore.h"

#include <QDir>
#include <QFileInfo>
#include <QSettings>
#include <QTemporaryFile>

#include <utility>

namespace torchmason {

namespace {

using AppPaths::Place;

Result<void> checkNothingRuns()
{
    for (const AttemptSummary& attempt : AttemptStore(AppPaths::attemptsFolder()).outlines()) {
        if (attempt.error.isEmpty() && !hasEnded(attempt.record.state))
            return Error { Core::tr(
                "Attempt %1 has not ended; folders can be changed when no build is running.")
                               .arg(attempt.number) };
    }
    return {};
}

// Permissions do not tell all: root may write everywhere by them, names may be too long, links lead nowhere.
// What is made here goes again, since the folder is made by the first that writes there.
bool takesFiles(const QString& path)
{
    if (!canHoldFiles(path))
        return false;
    QStringList missing; // the lowest first
    for (QString one = path; !QFileInfo::exists(one); one = QFileInfo(one).path()) {
        if (QFileInfo(one).isSymLink() || QFileInfo(one).isJunction())
            return false; // one to nothing; on Windows rmdir() would take it away
        missing << one;
    }
    const bool takes = QDir().mkpath(path) && QTemporaryFile(path + QStringLiteral("/XXXXXX")).open();
    for (const QString& made : std::as_const(missing))
        QDir().rmdir(made);
    return takes;
}

Result<void> checkWritable(const QString& path)
{
    if (!takesFiles(path))
        return Error { Core::tr("Nothing can be written to %1; choose another folder.")
                           .arg(QDir::toNativeSeparators(path)) };
    return {};
}

bool isAtOrBelow(const QString& path, const QString& folder)
{
    return !folder.isEmpty() && (path == folder || path.startsWith(folder + u'/'));
}

// Cleaning a build folder must not meet attempts, nor deleting attempts a source tree.
Result<void> checkApart(Place place, const QString& path)
{
    const QString others[] = { AppPaths::attemptsFolder(), AppPaths::workFolder(), AppPaths::cachesFolder() };
    for (int other = 0; other < int(std::size(others)); ++other) {
        if (other == int(place) || (!isAtOrBelow(path, others[other]) && !isAtOrBelow(others[other], path)))
            continue;
        return Error { Core::tr("%1 and %2 would overlap; choose a separate folder.")
                           .arg(QDir::toNativeSeparators(path), QDir::toNativeSeparators(others[other])) };
    }
    return {};
}

}

Result<void> changeFolder(Place place, const QString& path)
{
    const QString folder = path.isEmpty() ? QString() : QDir::cleanPath(path);
    if (!folder.isEmpty() && !QDir::isAbsolutePath(folder))
        return Error { Core::tr("%1 is not an absolute path.").arg(path) };
    if (const auto idle = checkNothingRuns(); !idle)
        return idle;
    if (!folder.isEmpty()) {
        for (const auto& check : { checkApart(place, folder), checkWritable(folder) }) {
            if (!check)
                return check;
        }
    }
    QSettings settings(AppPaths::settingsFile(), QSettings::IniFormat);
    const QString name = QLatin1String(AppPaths::settingOf(place));
    folder.isEmpty() ? settings.remove(name) : settings.setValue(name, folder);
    settings.sync();
    if (settings.status() != QSettings::NoError)
        return Error { Core::tr("%1 cannot be written.").arg(QDir::toNativeSeparators(settings.fileName())) };
    return {};
}

}
