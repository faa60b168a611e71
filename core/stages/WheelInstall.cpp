// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/WheelInstall.h"

#include "core/stages/FolderRemoval.h"
#include "core/stages/InstallNote.h"
#include "core/stages/InstallPlace.h"
#include "core/stages/InstallUndo.h"
#include "core/stages/PythonCheck.h"
#include "core/stages/StagePlan.h"
#include "core/stages/VirtualEnvironment.h"

#include <QFileInfo>

namespace torchmason {

namespace {

Result<void> emptyEnvironment(const QString& environment)
{
    const auto emptied = emptyFolder(QFileInfo(environment).canonicalFilePath());
    return emptied ? Result<void>() : emptied.error();
}

// Where this fails the half-made environment is emptied; where it is killed the mark stays, and the next
// install empties it.
Result<void> makeEnvironment(const WheelInstallWishes& wishes, const Print& print)
{
    const QString& folder = wishes.environment;
    const auto room = hasMark(folder, halfMadeMark) ? emptyEnvironment(folder) : Result<void>();
    const auto marked = room ? writeMark(folder, halfMadeMark) : room;
    if (!marked)
        return marked;
    const auto made = runInTheOpen(wishes.python, venvArguments({ folder, wishes.python, {}, {} }), {}, print,
        QStringLiteral("%1 cannot make a virtual environment in %2; the lines above this one in the log say "
                       "why (Debian needs the package python3-venv for it).")
            .arg(wishes.python, folder));
    if (made) {
        removeMark(folder, halfMadeMark);
        return made;
    }
    if (const auto emptied = emptyEnvironment(folder); !emptied)
        print(emptied.error().message);
    return made;
}

// The environment, made where it is a new one.
Result<InstallPlace> preparedPlace(const WheelInstallWishes& wishes, InstallNote& note, const Print& print)
{
    InstallPlace place = lookAtInstallPlace(wishes.environment);
    if (place.refusal.isEmpty() && place.kind == QLatin1String("new")) {
        if (const auto made = makeEnvironment(wishes, print); !made)
            return made.error();
        note.madeFolder = wishes.environment;
        place = lookAtInstallPlace(wishes.environment);
    }
    for (const QString& wheel : wishes.files) {
        if (place.refusal.isEmpty())
            place.refusal = refusalOfWheel(place, wheel);
    }
    if (!place.refusal.isEmpty())
        return Error { place.refusal };
    return place;
}

QString placeText(const InstallPlace& place)
{
    return place.torchThere.isEmpty()
        ? QStringLiteral("%1 (Python %2) has no torch yet.").arg(place.interpreter, place.version)
        : QStringLiteral("%1 (Python %2) has torch %3, which is replaced.")
              .arg(place.interpreter, place.version, place.torchThere);
}

void warnOfBuilt(const InstallNote& note, const Print& print)
{
    for (const QString& name : note.wheelPackages()) {
        const InstalledPackage there = note.before.value(name);
        if (!there.source.isEmpty())
            print(QStringLiteral("The %1 %2 that is there was built from %3. It is replaced, and taking the "
                                 "install back does not build it again; this line does: %4")
                      .arg(name, there.version, there.source.last(),
                          sourceLine(note.interpreter, there.source)));
    }
}

QString namesOf(const QStringList& wheels)
{
    QStringList names;
    for (const QString& wheel : wheels)
        names << QFileInfo(wheel).fileName();
    return names.join(QLatin1String(", "));
}

Result<void> putRequirements(const WheelInstallWishes& wishes, const QString& python, const Print& print)
{
    QStringList all;
    for (const QString& wheel : wishes.files) {
        const auto required = wheelRequirements(python, wheel, false);
        if (!required)
            return required.error();
        all += *required;
    }
    if (all.isEmpty())
        return {};
    return runPipInstall(python, wishes.wheels, all, print,
        QStringLiteral("pip could not install what the wheel requires into %1, and nothing was replaced; "
                       "the lines above this one in the log say why. Without a network, name a folder of "
                       "wheels, or install without what it requires.")
            .arg(python));
}

Result<void> putWheels(const WheelInstallWishes& wishes, const QString& python, const Print& print)
{
    if (wishes.dependencies) {
        if (const auto had = putRequirements(wishes, python, print); !had)
            return had;
    }
    return runPipInstall(python, wishes.wheels,
        QStringList { QStringLiteral("--no-deps"), QStringLiteral("--force-reinstall") } + wishes.files,
        print,
        QStringLiteral("pip could not install %1 into %2; the lines above this one in the log say why.")
            .arg(wishes.files.join(QLatin1String(", ")), python));
}

// A wheel of another package, such as an extension, need not bring a torch along.
Result<QString> triedTorch(const InstallNote& note, const Print& print)
{
    PythonCheckWishes look { note.interpreter, {} };
    look.mayBeAbsent = !note.wheelPackages().contains(QLatin1String("torch"));
    const auto works = checkPythonPackage(look, print);
    const QString names = namesOf(note.wheels);
    if (works)
        return QStringLiteral("%1 is installed into %2. %3").arg(names, note.interpreter, *works);
    return Error {
        QStringLiteral("%1 is installed, but does not work there. %2").arg(names, works.error().message)
    };
}

// Prints the commands that take the install back, also where the note cannot be written.
void keepNote(const WheelInstallWishes& wishes, const InstallNote& note, const Print& print)
{
    const auto kept = wishes.notePath.isEmpty() ? Result<void>() : writeInstallNote(wishes.notePath, note);
    if (!kept)
        print(QStringLiteral("Warning: ") + kept.error().message);
    if (!note.isFinished)
        return;
    for (const QString& line : undoLines(note))
        print(QStringLiteral("To undo it: ") + line);
}

}

Result<QString> installWheels(const WheelInstallWishes& wishes, const Print& print)
{
    for (const QString& wheel : wishes.files) {
        if (!QFileInfo(wheel).isFile())
            return Error {
                QStringLiteral("The wheel %1 is not there any more; build from \"wheel\" again.").arg(wheel)
            };
    }
    InstallNote note;
    note.wheels = wishes.files;
    const auto place = preparedPlace(wishes, note, print);
    if (!place)
        return place.error();
    note.interpreter = place->interpreter;
    const auto before = packagesIn(place->interpreter);
    if (!before)
        return before.error();
    note.before = *before;
    goOnWith(wishes.continuedNote, note);
    print(placeText(*place));
    if (!place->caution.isEmpty())
        print(place->caution);
    warnOfBuilt(note, print);
    note.isFinished = false; // pip may be ended on its way
    keepNote(wishes, note, print);
    const auto put = putWheels(wishes, place->interpreter, print);
    const auto after = packagesIn(place->interpreter);
    if (after) {
        note.after = *after;
        note.isFinished = true;
        for (const QString& line : takeOverEarlier(note, wishes.notePath))
            print(line);
        keepNote(wishes, note, print);
    }
    if (!put)
        return put.error();
    if (!after)
        return after.error();
    return triedTorch(note, print);
}

}
