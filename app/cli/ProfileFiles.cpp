// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/WishOptions.h"
#include "core/config/ProfileStore.h"
#include "core/profile/ProfileCatalogue.h"

#include <QDir>

namespace torchmason::cli {

namespace {

const Option jsonOption { "json", "", "print JSON" };

int tellSaved(const Profile& profile, const CommandLine& line, Console& console)
{
    if (line.has("json"))
        console.printJson({ { "schema", 1 }, { "id", toJson(profile.id) }, { "name", toJson(profile.name) },
            { "file", toJson(profile.file) } });
    else
        console.print(QStringLiteral("%1: %2").arg(profile.id, QDir::toNativeSeparators(profile.file)));
    return ExitCode::Good;
}

// What a profile can hold of the wishes for a build.
QVector<Option> copyOptions()
{
    static const QStringList kept
        = QStringLiteral("D env target jobs cache backend tag venv no-venv package wheels")
              .split(QLatin1Char(' '));
    QVector<Option> options { { "name", "TEXT", "what it is called in lists" },
        { "summary", "TEXT", "one sentence about it" } };
    for (const Option& option : wishOptions()) {
        if (kept.contains(QLatin1String(option.name)))
            options << option;
    }
    return options << jsonOption;
}

int importProfile(const CommandLine& line, Console& console)
{
    const ProfileImport import = ProfileStore().importFrom(line.positional()[0]);
    if (import.profile)
        return tellSaved(*import.profile, line, console);
    for (const QString& problem : import.problems)
        console.complain(problem);
    return ExitCode::Failed;
}

int exportProfileFile(const CommandLine& line, Console& console)
{
    const ProfileCatalogue catalogue = loadProfiles();
    const QString file = line.positional()[1];
    const QStringList left = orFail(exportProfile(profileNamed(catalogue, line.positional()[0]), file));
    console.print(QStringLiteral("Written: %1").arg(QDir::toNativeSeparators(file)));
    if (!left.isEmpty())
        console.complain(
            QStringLiteral("Left out, because they hold secrets: %1.").arg(left.join(QLatin1String(", "))));
    return ExitCode::Good;
}

int copyProfile(const CommandLine& line, Console& console)
{
    const RequestWishes wishes = readWishes(line);
    const ProfileCatalogue catalogue = loadProfiles();
    const Profile& profile = profileNamed(catalogue, line.positional()[0]);
    const QString id = line.positional()[1];
    if (!isProfileId(id))
        wrongUse(
            QStringLiteral("\"%1\" cannot be an id; letters, digits, \".\", \"_\" and \"-\" can.").arg(id));
    if (catalogue.profile(id) || catalogue.brokenProfile(id))
        fail(QStringLiteral("There is a profile %1 already; take another id.").arg(id));
    const WishedProfile wished = withWishes(profile, wishes);
    Profile copy = copyOf(wished.profile, id, line.has("name") ? line.value("name") : id);
    if (line.has("summary"))
        copy.summary = line.value("summary");
    const Profile saved = orFail(ProfileStore().save(copy));
    if (!wished.leftOut.isEmpty())
        console.complain(
            QStringLiteral("Not in the profile: %1.").arg(wished.leftOut.join(QLatin1String(", "))));
    return tellSaved(saved, line, console);
}

int removeProfile(const CommandLine& line, Console& console)
{
    const ProfileStore store;
    const QString id = line.positional()[0];
    const QString file = store.fileOf(id);
    orFail(store.remove(id));
    console.print(QStringLiteral("Removed: %1").arg(QDir::toNativeSeparators(file)));
    return ExitCode::Good;
}

}

Subcommand profilesImportCommand()
{
    return { "profiles import", "FILE [--json]",
        "Adds a profile's file to your own, after checking it. Diffs beside it are copied into the profile.",
        1, 1, { jsonOption }, importProfile };
}

Subcommand profilesExportCommand()
{
    return { "profiles export", "ID FILE",
        "Writes a profile into one file for others, with its diffs. Values that hold secrets are left out.",
        2, 2, {}, exportProfileFile };
}

Subcommand profilesCopyCommand()
{
    return { "profiles copy", "ID NEW [-D NAME=VALUE]... [--name TEXT]",
        "Makes a profile of your own, called NEW, from another one, with your flags in it.", 2, 2,
        copyOptions(), copyProfile };
}

Subcommand profilesRemoveCommand()
{
    return { "profiles remove", "ID",
        "Removes the file of a profile of your own, also one that cannot be read. What was built with it "
        "stays in "
        "the history.",
        1, 1, {}, removeProfile };
}

const Profile& profileNamed(const ProfileCatalogue& catalogue, const QString& id)
{
    if (const Profile* profile = catalogue.profile(id))
        return *profile;
    if (const BrokenProfile* broken = catalogue.brokenProfile(id))
        fail(broken->error);
    noSuchProfile(catalogue, id);
}

}
