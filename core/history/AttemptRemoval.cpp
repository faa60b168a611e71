// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/AttemptRemoval.h"

#include "core/attempt/FolderClaim.h"
#include "core/base/AppPaths.h"
#include "core/base/AppSettings.h"
#include "core/base/Core.h"
#include "core/patch/PatchUndo.h"
#include "core/stages/InstallNote.h"
#include "core/store/AttemptFiles.h"

#include <QDeadlineTimer>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QHash>
#include <QThread>

#include <algorithm>

namespace torchmason {

namespace {

constexpr int renamePatience = 2000; // milliseconds; on Windows a virus scanner may just read
const QString leftoverMark = QStringLiteral(".deleted");

bool isLive(const AttemptSummary& attempt)
{
    return attempt.error.isEmpty() && !hasEnded(attempt.record.state);
}

// Without links on the way, as the removal of folders wants it.
QString realFolder(const AttemptStore& store)
{
    return QFileInfo(store.folder()).canonicalFilePath();
}

QString nameOf(const AttemptStore& store, int number)
{
    return QFileInfo(store.attemptFolder(number)).fileName();
}

bool isTakenBack(int number, const QVector<AttemptSummary>& attempts)
{
    return std::any_of(attempts.begin(), attempts.end(), [number](const AttemptSummary& other) {
        return other.error.isEmpty() && other.record.state == AttemptState::Succeeded
            && other.record.request.install.takesBack == number;
    });
}

// As `attempts install --undo` would have it: a note that can be read, of an environment that is there.
bool canBeTakenBack(const AttemptSummary& attempt, const QVector<AttemptSummary>& attempts)
{
    const QString path = installNotePath(attempt.folder);
    const auto note = QFileInfo::exists(path) ? readInstallNote(path) : Result<InstallNote>(Error {});
    return note && QFileInfo(note->interpreter).isFile() && !isTakenBack(attempt.number, attempts);
}

QStringList lossesOf(const AttemptSummary& attempt, const QVector<AttemptSummary>& attempts)
{
    QStringList losses;
    const QString tree = patchedFolder(attempt.folder);
    if (!tree.isEmpty() && QFileInfo(tree).isDir())
        losses.append(
            Core::tr("What it changed in %1 can no longer be undone by `torchmason-cli attempts unpatch`.")
                .arg(tree));
    if (canBeTakenBack(attempt, attempts))
        losses.append(Core::tr(
            "What it installed can no longer be undone by `torchmason-cli attempts install --undo`."));
    return losses;
}

const AttemptSummary* find(const QVector<AttemptSummary>& attempts, int number)
{
    const auto found = std::find_if(attempts.begin(), attempts.end(),
        [number](const AttemptSummary& attempt) { return attempt.number == number; });
    return found == attempts.end() ? nullptr : &*found;
}

std::optional<Error> refusal(const AttemptStore& store, int number, const QVector<AttemptSummary>& attempts)
{
    const QString folder = store.attemptFolder(number);
    if (isLink(folder))
        return Error {
            Core::tr("%1 is a link, not the folder of an attempt; nothing was deleted.").arg(folder)
        };
    const AttemptSummary* attempt = find(attempts, number);
    if (!attempt || !QFileInfo(folder).isDir())
        return Error { Core::tr("There is no attempt %1 in %2.").arg(number).arg(store.folder()) };
    if (isLive(*attempt))
        return Error { Core::tr("Attempt %1 runs or waits; stop it first.").arg(number) };
    for (const AttemptSummary& other : attempts) {
        if (isLive(other) && other.record.request.continuesAttempt == number)
            return Error { Core::tr(
                "Attempt %1 continues attempt %2 and still runs; wait until it has ended.")
                               .arg(other.number)
                               .arg(number) };
    }
    return std::nullopt;
}

// Under its real name; empty where it is not here.
QString buildFolderOf(const AttemptSummary& attempt)
{
    const QString& folder = attempt.record.request.buildFolder;
    return attempt.error.isEmpty() && !attempt.record.imported && QDir::isAbsolutePath(folder)
        ? QFileInfo(folder).canonicalFilePath()
        : QString();
}

// A runner that is about to begin holds the folder, or finds that it shall not.
Result<void> keepRunnerOut(const QString& folder)
{
    if (const auto claim = FolderClaim::takeAttempt(folder); !claim)
        return claim.error();
    QFile withdrawn(AttemptFiles::withdrawn(folder));
    if (!QFileInfo::exists(AttemptFiles::record(folder)) && !withdrawn.open(QIODevice::WriteOnly))
        return Error { Core::tr("Cannot write to %1: %2.").arg(folder, withdrawn.errorString()) };
    return {};
}

// On Windows a folder keeps its name while a program has a file in it open: then nothing is deleted.
Result<void> setAside(const QString& folder, const QString& aside)
{
    const QDeadlineTimer patience(renamePatience);
    while (!QDir().rename(folder, aside)) {
        if (patience.hasExpired())
            return Error { Core::tr(
                "Cannot delete %1: a program uses it, or the folder above may not be written to.")
                               .arg(folder) };
        QThread::msleep(50);
    }
    return {};
}

// What an earlier deletion could not end. Folders that only look like it are somebody else's.
void removeLeftovers(const AttemptStore& store)
{
    const QString folder = realFolder(store);
    const QStringList names = QDir(folder).entryList(
        { QLatin1Char('*') + leftoverMark }, QDir::Dirs | QDir::Hidden | QDir::NoSymLinks);
    for (const QString& name : names) {
        const int number = name.chopped(leftoverMark.size()).toInt();
        if (number > 0 && name == nameOf(store, number) + leftoverMark)
            (void)removeBelow(folder, name);
    }
}

}

Result<RemovalPlan> planRemoval(
    const AttemptStore& store, int number, const QVector<AttemptSummary>& attempts)
{
    if (const auto refused = refusal(store, number, attempts))
        return *refused;
    const AttemptSummary& attempt = *find(attempts, number);
    const auto count = countFolder(realFolder(store) + QLatin1Char('/') + nameOf(store, number));
    if (!count)
        return count.error();
    RemovalPlan plan { number, *count, lossesOf(attempt, attempts), {} };
    const QString& build = attempt.record.request.buildFolder;
    if (attempt.error.isEmpty() && !attempt.record.imported && QFileInfo(build).isDir())
        plan.buildFolder = build;
    return plan;
}

Result<FolderCount> deleteAttempt(
    const AttemptStore& store, int number, const QVector<AttemptSummary>& attempts)
{
    if (const auto refused = refusal(store, number, attempts))
        return *refused;
    const QString folder = realFolder(store) + QLatin1Char('/') + nameOf(store, number);
    if (const auto free = keepRunnerOut(folder); !free)
        return free.error();
    if (const auto retired = store.retire(number); !retired)
        return retired.error();
    removeLeftovers(store);
    if (const auto aside = setAside(folder, folder + leftoverMark); !aside)
        return aside.error();
    return removeBelow(realFolder(store), nameOf(store, number) + leftoverMark);
}

namespace {

// "3, 5 and 4 more"
QString numbersText(QVector<int> numbers)
{
    constexpr qsizetype mostNamed = 6;
    std::sort(numbers.begin(), numbers.end());
    QStringList names;
    for (const int number : numbers.mid(0, mostNamed))
        names << QString::number(number);
    const QString list = names.join(QStringLiteral(", "));
    return numbers.size() > mostNamed ? Core::tr("%1 and %L2 more").arg(list).arg(numbers.size() - mostNamed)
                                      : list;
}

}

QString goesOnText(const QVector<int>& numbers, const QVector<AttemptSummary>& attempts)
{
    QHash<QString, int> builtIn; // the first of them that did
    for (const AttemptSummary& attempt : attempts) {
        const QString folder = buildFolderOf(attempt);
        if (numbers.contains(attempt.number) && !folder.isEmpty())
            builtIn[folder] = std::min(builtIn.value(folder, attempt.number), attempt.number);
    }
    QVector<int> continuing;
    QVector<int> building;
    for (const AttemptSummary& attempt : attempts) {
        if (!attempt.error.isEmpty() || numbers.contains(attempt.number))
            continue;
        const auto base = attempt.record.request.continuesAttempt;
        if (base && numbers.contains(*base))
            continuing << attempt.number;
        else if (builtIn.value(buildFolderOf(attempt), attempt.number) < attempt.number)
            building << attempt.number;
    }
    const bool isOne = numbers.size() == 1;
    QStringList sentences;
    if (!continuing.isEmpty())
        sentences << (isOne ? Core::tr("Attempts that continue it stay: %1.")
                            : Core::tr("Attempts that continue these stay: %1."))
                         .arg(numbersText(continuing));
    if (!building.isEmpty())
        sentences << (isOne ? Core::tr("Others that use its build folder stay: %1.")
                            : Core::tr("Others that use their build folders stay: %1."))
                         .arg(numbersText(building));
    return sentences.join(u'\n');
}

std::optional<int> keptAttempts()
{
    bool isNumber = false;
    const int keep = AppPaths::setting(QStringLiteral("attempts/keep")).toInt(&isNumber);
    return isNumber && keep > 0 ? std::optional(keep) : std::nullopt;
}

TidyPlan planTidy(const QVector<AttemptSummary>& attempts, int keep)
{
    QVector<const AttemptSummary*> newestFirst;
    for (const AttemptSummary& attempt : attempts)
        newestFirst.append(&attempt);
    std::sort(newestFirst.begin(), newestFirst.end(),
        [](const AttemptSummary* left, const AttemptSummary* right) { return left->number > right->number; });
    TidyPlan plan;
    QMap<int, int> goneOnWith; // by one that stays
    for (qsizetype at = 0; at < newestFirst.size(); ++at) {
        const AttemptSummary& attempt = *newestFirst[at];
        QString why;
        if (isLink(attempt.folder) || !attempt.error.isEmpty() || !attempt.notesProblem.isEmpty())
            why = Core::tr("It cannot be read as a whole.");
        else if (isLive(attempt))
            why = Core::tr("It runs or waits.");
        else if (!attempt.notes.isEmpty())
            why = Core::tr("It has a note or a tag.");
        else if (goneOnWith.contains(attempt.number))
            why = Core::tr("Attempt %1 continues it and stays.").arg(goneOnWith.value(attempt.number));
        else if (const QStringList losses = lossesOf(attempt, attempts); !losses.isEmpty())
            why = losses.first();
        if (at >= keep && why.isEmpty()) {
            plan.goes.prepend(attempt.number);
            continue;
        }
        if (at >= keep)
            plan.stays.append({ attempt.number, why });
        if (const auto base = attempt.record.request.continuesAttempt; base && *base < attempt.number)
            goneOnWith.insert(*base, attempt.number);
    }
    return plan;
}

}
