// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/StageMakers.h"

#include "core/stages/AptSources.h"

#include <QRegularExpression>

namespace torchmason {

namespace {

// pytorch   pytorch=2.6.0+dfsg-7
bool isPackageSpec(const QString& text)
{
    static const QRegularExpression form(QStringLiteral(R"(^[a-z0-9][a-z0-9+.-]+(=[A-Za-z0-9.+:~-]+)?$)"));
    return form.match(text).hasMatch();
}

// trixie   bookworm-backports
bool isSuite(const QString& text)
{
    static const QRegularExpression form(QStringLiteral("^[A-Za-z0-9][A-Za-z0-9./+-]*$"));
    return form.match(text).hasMatch();
}

}

// Works as a normal user: apt keeps its lists and downloads in a folder of ours, and the machine's own
// sources are only read.
Result<QVector<Command>> debianFetchCommands(const StageContext& context)
{
    const SourceSpec& source = context.request.source;
    if (context.platform != Platform::Linux)
        return Error { QStringLiteral("Debian source packages can be fetched on Debian and Ubuntu only.") };
    if (!isPackageSpec(source.package))
        return Error { QStringLiteral(
            "\"%1\" is no name of a Debian source package; write for example pytorch.")
                           .arg(source.package) };
    if (!source.tag.isEmpty() && !isSuite(source.tag))
        return Error {
            QStringLiteral("\"%1\" is no name of a Debian suite; write for example trixie.").arg(source.tag)
        };

    context.warnings << QStringLiteral(
        "Libraries that the source package needs are not installed by this build, which "
        "takes administrator rights; where some are missing, run: sudo apt-get build-dep "
        "%1")
                            .arg(source.package.section(QLatin1Char('='), 0, 0));
    const auto word = [](const char* text) { return QString::fromLatin1(text); };
    const QString& folder = context.request.sourceFolder;
    const QString state = folder + word(".apt");
    const QString apt = toolProgram(context, word("apt-get"));
    const QVector<EnvironmentValue> environment = requestEnvironment(context); // a proxy, for example
    QStringList prepare { word("prepare-apt"), word("--state"), state };
    if (!source.tag.isEmpty())
        prepare << word("--suite") << source.tag;
    Command unpack = helperCommand(context,
        { word("unpack-debian"), word("--downloads"), state + word("/downloads"), word("--package"),
            source.package, word("--source"), folder, word("--apt"), apt, word("--state"), state },
        word("Unpack the source package"));
    unpack.environment = environment;
    return QVector<Command> {
        helperCommand(context, prepare, word("Make a private list of source packages")),
        { apt, aptOptions(state) + QStringList { word("update") }, {}, environment,
            word("Read the lists of the mirror") },
        { apt, aptOptions(state) + QStringList { word("source"), word("--download-only"), source.package },
            state + word("/downloads"), environment, word("Download the source package") },
        unpack,
        helperCommand(context, { word("check-source"), word("--source"), folder },
            word("Check that the source tree is there")),
    };
}

}
