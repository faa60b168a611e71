// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/AttemptsCommand.h"

#include "app/cli/StartAndWatch.h"
#include "core/attempt/InstallRequest.h"
#include "core/stages/InstallPlace.h"
#include "core/stages/InstallUndo.h"

#include <QDir>

namespace torchmason::cli {

namespace {

QString placeText(const InstallPlace& place)
{
    if (place.kind == QLatin1String("new"))
        return QStringLiteral("A new virtual environment is made for it: %1.").arg(place.interpreter);
    const QString torch = place.torchThere.isEmpty()
        ? QStringLiteral("no torch is there yet")
        : QStringLiteral("torch %1 is there and will be replaced").arg(place.torchThere);
    return QStringLiteral("%1: Python %2 (%3), %4.").arg(place.interpreter, place.version, place.kind, torch);
}

// What will happen, told before it does.
struct Foresight {
    QStringList lines;
    QString refusal; // empty: it can be done
};

Foresight foreseeInstall(const InstallTarget& target)
{
    const InstallPlace place = lookAtInstallPlace(target.environment);
    Foresight foresight { { placeText(place), place.caution }, place.refusal };
    foresight.lines.removeAll(QString());
    if (foresight.refusal.isEmpty())
        foresight.refusal = refusalOfWheel(place, target.wheel);
    return foresight;
}

Foresight foreseeUndo(const QString& notePath, const QString& wheels)
{
    const InstallUndo undo = lookAtInstallUndo(notePath, wheels);
    Foresight foresight { undo.effects + undo.leftAlone, undo.refusal };
    if (!undo.refusal.isEmpty())
        foresight.refusal = (QStringList { undo.refusal } + undo.leftAlone).join(QLatin1Char(' '));
    foresight.lines.prepend(QStringLiteral("In the environment of %1:").arg(undo.interpreter));
    if (!undo.note.isEmpty())
        foresight.lines << undo.note;
    return foresight;
}

InstallTarget targetOf(const CommandLine& line)
{
    return { QDir::current().absoluteFilePath(line.value("into")), !line.has("without-requirements") };
}

int run(const CommandLine& line, Console& console)
{
    const bool undoes = line.has("undo");
    if (undoes && !line.value("into").isEmpty())
        wrongUse(QStringLiteral("--undo knows the environment: leave --into out."));
    if (undoes && line.has("without-requirements"))
        wrongUse(QStringLiteral("--undo undoes the whole install: leave --without-requirements out."));
    const AttemptSummary attempt = ownAttempt(line.positional().value(0));
    if (!undoes && line.value("into").isEmpty()) {
        if (!wheelToInstall(attempt.record))
            fail(QStringLiteral("Attempt %1 packed no wheel.").arg(attempt.number));
        wrongUse(QStringLiteral("--into ENVIRONMENT is needed: where the wheel goes; or --undo."));
    }
    const QString wheels
        = line.has("wheels") ? QDir::current().absoluteFilePath(line.value("wheels")) : QString();
    const BuildRequest request = orFail(undoes ? requestToTakeBack(attempt.record, wheels)
                                               : requestToInstall(attempt.record, targetOf(line), wheels));
    const Foresight foresight = undoes ? foreseeUndo(installNotePath(attempt.folder), request.python.wheels)
                                       : foreseeInstall(request.install);
    if (!foresight.refusal.isEmpty())
        fail(foresight.refusal);
    const bool isPreview = line.has("dry-run");
    if (!line.has("json"))
        console.print(foresight.lines.join(QLatin1Char('\n')));
    else if (isPreview)
        console.printJson({ { "schema", 1 }, { "lines", toJson(foresight.lines) } });
    return isPreview ? ExitCode::Good : startAndWatch(request, line, console);
}

}

Subcommand attemptsInstallCommand()
{
    return { "attempts install", "N --into ENVIRONMENT | --undo [options]",
        "Installs the wheel that attempt N packed, or undoes what it installed. This is an attempt of "
        "its own; it says what was there before and how to undo it.",
        0, 1,
        QVector<Option> { { "into", "ENVIRONMENT",
                              "a virtual or conda environment, its interpreter, or a new folder for one" },
            { "undo", "",
                "undo what attempt N installed: remove it, and install again what it had replaced" },
            { "without-requirements", "", "the wheel alone, without the packages that it requires" },
            { "wheels", "DIR", "take packages from this folder alone, not from the network" },
            { "dry-run", "", "say what would happen, and do nothing" } }
            + startOptions(),
        run };
}

}
