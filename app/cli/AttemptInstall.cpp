// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/AttemptsCommand.h"

#include "app/cli/CommandLine.h"
#include "app/cli/Console.h"
#include "app/cli/StartAndWatch.h"
#include "app/cli/Subcommand.h"
#include "core/attempt/InstallRequest.h"
#include "core/stages/InstallPlace.h"

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

}

int installFromAttempt(const QStringList& words, Console& console)
{
    CommandLine line(QStringLiteral("attempts install N --into ENVIRONMENT [options]"),
        QStringLiteral("Installs the wheel that attempt N packed, as an attempt of its own.\n"
                       "It tells what was there before and how to take it back."));
    line.option(QStringLiteral("into"), QStringLiteral("ENVIRONMENT"),
        QStringLiteral("a virtual or conda environment, its interpreter, or a new folder for one"));
    line.option(QStringLiteral("without-requirements"), {},
        QStringLiteral("the wheel alone, without the packages that it requires"));
    line.option(QStringLiteral("wheels"), QStringLiteral("DIR"),
        QStringLiteral("take those packages from this folder alone, not from the network"));
    line.option(QStringLiteral("dry-run"), {}, QStringLiteral("say what is there, and install nothing"));
    declareStartOptions(line);
    int code = 0;
    if (const auto ends = line.parse(words, console, 1))
        return *ends;
    if (line.value(QStringLiteral("into")).isEmpty())
        return console.wrongUse(QStringLiteral("--into ENVIRONMENT is needed: where the wheel goes."));
    const auto attempt = ownAttemptNamed(line.positional().value(0), console, code);
    if (!attempt)
        return code;
    const InstallTarget target { QDir::current().absoluteFilePath(line.value(QStringLiteral("into"))),
        !line.has(QStringLiteral("without-requirements")) };
    auto request = requestToInstall(attempt->record, target);
    if (!request)
        return console.failed(request.error().message);
    if (line.has(QStringLiteral("wheels")))
        request->python.wheels = QDir::current().absoluteFilePath(line.value(QStringLiteral("wheels")));
    const InstallPlace place = lookAtInstallPlace(target.environment);
    if (!place.refusal.isEmpty())
        return console.failed(place.refusal);
    if (!line.has(QStringLiteral("json")))
        console.print(placeText(place));
    return line.has(QStringLiteral("dry-run")) ? ExitCode::Good : startAndWatch(*request, line, console);
}

}
