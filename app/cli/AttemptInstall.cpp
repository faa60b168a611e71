// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/AttemptsCommand.h"

#include "app/cli/CommandLine.h"
#include "app/cli/Console.h"
#include "app/cli/StartAndWatch.h"
#include "app/cli/Subcommand.h"
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
    return { QDir::current().absoluteFilePath(line.value(QStringLiteral("into"))),
        !line.has(QStringLiteral("without-requirements")) };
}

}

int installFromAttempt(const QStringList& words, Console& console)
{
    CommandLine line(QStringLiteral("attempts install N --into ENVIRONMENT | --undo [options]"),
        QStringLiteral(
            "Installs the wheel that attempt N packed, or takes back what it installed, as an attempt of\n"
            "its own. It tells what was there before and how to take it back."));
    line.option(QStringLiteral("into"), QStringLiteral("ENVIRONMENT"),
        QStringLiteral("a virtual or conda environment, its interpreter, or a new folder for one"));
    line.option(QStringLiteral("undo"), {},
        QStringLiteral("take back what attempt N installed: what came goes, what was replaced comes again"));
    line.option(QStringLiteral("without-requirements"), {},
        QStringLiteral("the wheel alone, without the packages that it requires"));
    line.option(QStringLiteral("wheels"), QStringLiteral("DIR"),
        QStringLiteral("take packages from this folder alone, not from the network"));
    line.option(QStringLiteral("dry-run"), {}, QStringLiteral("say what would happen, and do nothing"));
    declareStartOptions(line);
    int code = 0;
    if (const auto ends = line.parse(words, console, 1))
        return *ends;
    const bool undoes = line.has(QStringLiteral("undo"));
    if (undoes == !line.value(QStringLiteral("into")).isEmpty())
        return console.wrongUse(undoes
                ? QStringLiteral("--undo knows the environment: leave --into out.")
                : QStringLiteral("--into ENVIRONMENT is needed: where the wheel goes; or --undo."));
    if (undoes && line.has(QStringLiteral("without-requirements")))
        return console.wrongUse(
            QStringLiteral("--undo takes back all that came: leave --without-requirements out."));
    const auto attempt = ownAttemptNamed(line.positional().value(0), console, code);
    if (!attempt)
        return code;
    const QString wheels = line.has(QStringLiteral("wheels"))
        ? QDir::current().absoluteFilePath(line.value(QStringLiteral("wheels")))
        : QString();
    const auto request = undoes ? requestToTakeBack(attempt->record, wheels)
                                : requestToInstall(attempt->record, targetOf(line), wheels);
    if (!request)
        return console.failed(request.error().message);
    const Foresight foresight = undoes ? foreseeUndo(installNotePath(attempt->folder), request->python.wheels)
                                       : foreseeInstall(request->install);
    if (!foresight.refusal.isEmpty())
        return console.failed(foresight.refusal);
    const bool isPreview = line.has(QStringLiteral("dry-run"));
    if (!line.has(QStringLiteral("json")))
        console.print(foresight.lines.join(QLatin1Char('\n')));
    else if (isPreview)
        console.printJson({ { "schema", 1 }, { "lines", toJson(foresight.lines) } });
    return isPreview ? ExitCode::Good : startAndWatch(*request, line, console);
}

}
