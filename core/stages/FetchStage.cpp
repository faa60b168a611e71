// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/StageMakers.h"

namespace torchmason {

namespace {

Command checkSource(const StageContext& context)
{
    return helperCommand(context,
        { QStringLiteral("check-source"), QStringLiteral("--source"), context.request.sourceFolder },
        QStringLiteral("Check that the source tree is there"));
}

Command unpackTour(const StageContext& context)
{
    return helperCommand(context,
        { QStringLiteral("unpack-tour"), QStringLiteral("--source"), context.request.sourceFolder },
        QStringLiteral("Unpack the tour project"));
}

Result<QVector<Command>> fetchCommands(const StageContext& context)
{
    switch (context.request.source.kind) {
    case SourceKind::ExistingTree:
        if (!context.request.source.url.isEmpty() || !context.request.source.package.isEmpty())
            context.warnings << QStringLiteral(
                "%1 holds a source tree without git, so it is built as it is and nothing is fetched.")
                                    .arg(context.request.sourceFolder);
        return QVector<Command> { checkSource(context) };
    case SourceKind::Git:
        return gitFetchCommands(context);
    case SourceKind::DebianSource:
        return debianFetchCommands(context);
    case SourceKind::Sample:
        return QVector<Command> { unpackTour(context), checkSource(context) };
    }
    return Error { QStringLiteral("The request names no place that the source tree comes from.") };
}

}

Result<Stage> makeFetchStage(const StageContext& context)
{
    auto commands = fetchCommands(context);
    if (!commands)
        return commands.error();
    Stage stage;
    if (context.request.source.kind == SourceKind::ExistingTree)
        stage.title = QLatin1String(QT_TRANSLATE_NOOP("Core", "Check source"));
    stage.commands = std::move(commands).value();
    return stage;
}

}
