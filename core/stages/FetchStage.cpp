// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Core.h"
#include "core/stages/DebianSource.h"
#include "core/stages/PinnedSource.h"
#include "core/stages/StageMakers.h"

#include <QRegularExpression>

#include <algorithm>

namespace torchmason {

namespace {

Command checkSource(const StageContext& context)
{
    return helperCommand(context,
        { QStringLiteral("check-source"), QStringLiteral("--source"), context.request.sourceFolder },
        QStringLiteral(QT_TRANSLATE_NOOP("Core", "Check that the source tree is there")));
}

Command putBackPatches(const StageContext& context, const QStringList& arguments, const QString& purpose)
{
    return helperCommand(context,
        QStringList { QStringLiteral("put-back-patches"), QStringLiteral("--source"),
            context.request.sourceFolder, QStringLiteral("--attempt"), attemptFolderMark() }
            + arguments,
        purpose);
}

// Where the tree stays as it is.
Command putBackOtherPatches(const StageContext& context)
{
    return putBackPatches(context, { QStringLiteral("--git"), toolProgram(context, QStringLiteral("git")) },
        QStringLiteral(
            QT_TRANSLATE_NOOP("Core", "Undo patches of earlier attempts that this build does not use")));
}

// The user's own settings by GIT_CONFIG_COUNT come first; ours are counted after them.
int ownGitSettings(const Configuration& environment)
{
    return std::clamp(environment.variableValue(QStringLiteral("GIT_CONFIG_COUNT")).toInt(), 0, 1000);
}

// Settings for these commands only, so that the user's own git configuration stays as it is. git reads
// them in submodules, too. The tree is about to be built, which runs its code: who owns the folder adds
// no protection, while a tree on a shared or mounted disk would be refused.
QVector<EnvironmentValue> gitEnvironment(const StageContext& context)
{
    const SourceSpec& source = context.request.source;
    QVector<QPair<QString, QString>> settings {
        { QStringLiteral("safe.directory"), QStringLiteral("*") },
        { QStringLiteral("advice.detachedHead"), QStringLiteral("false") },
    };
    // Submodules next to a repository that is a folder are folders as well; git refuses those by default.
    if (source.url.startsWith(QLatin1String("file://")) || source.url.startsWith(QLatin1Char('/')))
        settings.append({ QStringLiteral("protocol.file.allow"), QStringLiteral("always") });

    // Files of nested submodules lie deeper than the 260 characters that Windows allows by default.
    if (context.platform == Platform::Windows)
        settings.append({ QStringLiteral("core.longpaths"), QStringLiteral("true") });

    Configuration merged;
    merged.environment = requestEnvironment(context); // a proxy, for example
    const auto add = [&merged](const QString& name, const QString& value) {
        merged.setEnvironment({ name, value, ValueOrigin::Default });
    };
    // The build has no input for a password.
    add(QStringLiteral("GIT_TERMINAL_PROMPT"), QStringLiteral("0"));
    // Its messages decide whether a transfer is tried again and which cause is reported.
    add(QStringLiteral("LANGUAGE"), QStringLiteral("en"));
    add(QStringLiteral("LC_ALL"), QStringLiteral("C.UTF-8"));
    const int first = ownGitSettings(merged);
    add(QStringLiteral("GIT_CONFIG_COUNT"), QString::number(first + settings.size()));
    for (int index = 0; index < settings.size(); ++index) {
        add(QStringLiteral("GIT_CONFIG_KEY_%1").arg(first + index), settings[index].first);
        add(QStringLiteral("GIT_CONFIG_VALUE_%1").arg(first + index), settings[index].second);
    }
    return merged.environment;
}

Result<void> checkSpec(const SourceSpec& source)
{
    if (source.url.isEmpty())
        return Error { Core::tr("The address of the git repository is missing.") };
    if (source.tag.isEmpty())
        return Error { Core::tr("The tag, branch or commit to fetch is missing.") };
    for (const QString& refusal : { refusalOfAddress(source.url), refusalOfRevision(source.tag) }) {
        if (!refusal.isEmpty())
            return Error { refusal };
    }
    return {};
}

}

// The same result as `git clone --recursive --branch TAG`, in steps that can be repeated: a clone that
// was interrupted goes on, a tree that is there moves to the tag, and the plan needs no look at the disk.
// Submodules wait until their moved addresses are known: an implicit fetch would ask the old ones. The
// addresses of nested submodules are known when the outer one is at its commit, so the outer ones come first.
Result<QVector<Command>> gitFetchCommands(const StageContext& context)
{
    const SourceSpec& source = context.request.source;
    const QString& folder = context.request.sourceFolder;
    if (const auto checked = checkSpec(source); !checked)
        return checked.error();

    const QString program = toolProgram(context, QStringLiteral("git"));
    const QVector<EnvironmentValue> environment = gitEnvironment(context);
    const auto git = [&](const QString& purpose, const QStringList& arguments) {
        return Command { program, QStringList { QStringLiteral("-C"), folder } + arguments, {}, environment,
            purpose };
    };
    // What comes over the network; git goes on where it was.
    const auto transfer = [&](const QString& purpose, const QStringList& arguments) {
        Command command = git(purpose, arguments);
        command.tries = 3;
        return command;
    };
    const auto word = [](const char* text) { return QString::fromLatin1(text); };
    const auto helper = [&](const QString& purpose, const QStringList& arguments) {
        Command command = helperCommand(
            context, arguments + QStringList { word("--source"), folder, word("--git"), program }, purpose);
        command.environment = environment;
        return command;
    };
    // Git's own messages go to the log; for a missing revision the error names similar ones.
    Command fetch = helper(word("Fetch %1").arg(source.tag),
        { word("fetch-revision"), word("--url"), source.url, word("--revision"), source.tag });
    fetch.tries = 3;
    Command putBack = putBackOtherPatches(context);
    putBack.arguments << word("--revision") << word("FETCH_HEAD");
    putBack.environment = environment;
    QVector<Command> commands {
        helper(word(QT_TRANSLATE_NOOP(
                   "Core", "Check that the folder is free or a git tree that may be changed")),
            { word("prepare-git"), word("--url"), source.url }),
        git(word(QT_TRANSLATE_NOOP("Core", "Make the folder a repository")),
            { word("init"), word("--quiet") }),
        helper(word(QT_TRANSLATE_NOOP(
                   "Core", "Name the repository to fetch from, where this program made the tree")),
            { word("name-origin"), word("--url"), source.url }),
        fetch,
        putBack,
        git(word("Check out %1").arg(source.tag),
            { word("checkout"), word("--progress"), word("--detach"), word("FETCH_HEAD") }),
        git(word(QT_TRANSLATE_NOOP("Core", "Take over moved submodule addresses")),
            { word("submodule"), word("sync"), word("--recursive") }),
        helper(word(QT_TRANSLATE_NOOP("Core", "Remove what a broken clone of a submodule left")),
            { word("mend-submodules") }),
        transfer(word(QT_TRANSLATE_NOOP("Core", "Fetch the submodules")),
            { word("submodule"), word("update"), word("--init"), word("--progress") }),
        git(word(QT_TRANSLATE_NOOP("Core", "Take over moved addresses inside of them")),
            { word("submodule"), word("sync"), word("--recursive") }),
        transfer(word(QT_TRANSLATE_NOOP("Core", "Fetch the submodules of the submodules")),
            { word("submodule"), word("update"), word("--init"), word("--recursive"), word("--progress") }),
        helper(word(QT_TRANSLATE_NOOP("Core", "Check that every submodule is at its recorded commit")),
            { word("verify-submodules") }),
        checkSource(context),
    };
    if (context.platform == Platform::Linux && compilesNccl(context.taken)) {
        QStringList arguments { word("fetch-nccl") };
        if (const QString toolkit = toolkitVersion(context); !toolkit.isEmpty())
            arguments << word("--toolkit") << toolkit;
        Command command
            = helper(word(QT_TRANSLATE_NOOP("Core", "Fetch NCCL as the tree pins it")), arguments);
        command.tries = 3;
        commands << command;
    }
    return commands;
}

namespace {

// pytorch   pytorch=2.6.0+dfsg-7
bool isPackageSpec(const QString& text)
{
    static const QRegularExpression form(QStringLiteral(R"(^[a-z0-9][a-z0-9+.-]+(=[A-Za-z0-9.+:~-]+)?\z)"));
    return form.match(text).hasMatch();
}

// trixie   bookworm-backports
bool isSuite(const QString& text)
{
    static const QRegularExpression form(QStringLiteral("^[A-Za-z0-9][A-Za-z0-9./+-]*\\z"));
    return form.match(text).hasMatch();
}

}

// Works as a normal user: apt keeps its lists and downloads in a folder of ours, and the machine's own
// sources are only read.
Result<QVector<Command>> debianFetchCommands(const StageContext& context)
{
    const SourceSpec& source = context.request.source;
    if (context.platform != Platform::Linux)
        return Error { Core::tr("Debian source packages can be fetched on Debian and Ubuntu only.") };
    if (!isPackageSpec(source.package))
        return Error { Core::tr(
            "\"%1\" is not the name of a Debian source package; write for example pytorch.")
                           .arg(source.package) };
    if (!source.tag.isEmpty() && !isSuite(source.tag))
        return Error {
            Core::tr("\"%1\" is not the name of a Debian suite; write for example trixie.").arg(source.tag)
        };

    context.warnings << Core::tr(
        "Libraries that the source package needs are not installed by this build; where some are missing, "
        "run as root: apt-get build-dep %1")
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
        word(QT_TRANSLATE_NOOP("Core", "Unpack the source package")));
    unpack.environment = environment;
    return QVector<Command> {
        helperCommand(
            context, prepare, word(QT_TRANSLATE_NOOP("Core", "Make a private list of source packages"))),
        { apt, aptOptions(state) + QStringList { word("update") }, {}, environment,
            word(QT_TRANSLATE_NOOP("Core", "Read the lists of the mirror")) },
        { apt, aptOptions(state) + QStringList { word("source"), word("--download-only"), source.package },
            state + word("/downloads"), environment,
            word(QT_TRANSLATE_NOOP("Core", "Download the source package")) },
        unpack,
        checkSource(context),
        putBackOtherPatches(context),
    };
}

namespace {

// Patched files count as changed by the user, so they are put back before it is unpacked.
QVector<Command> tourCommands(const StageContext& context)
{
    const QString& folder = context.request.sourceFolder;
    return {
        putBackPatches(
            context, {}, QStringLiteral(QT_TRANSLATE_NOOP("Core", "Undo the patches of earlier attempts"))),
        helperCommand(context, { QStringLiteral("unpack-tour"), QStringLiteral("--source"), folder },
            QStringLiteral(QT_TRANSLATE_NOOP("Core", "Unpack the tour project"))),
        checkSource(context),
    };
}

Result<QVector<Command>> fetchCommands(const StageContext& context)
{
    switch (context.request.source.kind) {
    case SourceKind::ExistingTree:
        if (!context.request.source.url.isEmpty() || !context.request.source.package.isEmpty())
            context.warnings << Core::tr("%1 holds a source tree without git, so nothing is fetched.")
                                    .arg(context.request.sourceFolder);
        return runsStage(context.request, StageKind::Patch) || context.request.patches.isEmpty()
            ? QVector<Command> { checkSource(context), putBackOtherPatches(context) }
            : QVector<Command> { checkSource(context) };
    case SourceKind::Git:
        return gitFetchCommands(context);
    case SourceKind::DebianSource:
        return debianFetchCommands(context);
    case SourceKind::Sample:
        return tourCommands(context);
    }
    return Error { Core::tr("The request does not say where the source tree comes from.") };
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
