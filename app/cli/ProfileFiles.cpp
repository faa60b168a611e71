// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/ProfileFiles.h"

#include "app/cli/CommandLine.h"
#include "app/cli/Console.h"
#include "app/cli/Subcommand.h"
#include "app/cli/WishOptions.h"
#include "core/config/ProfileStore.h"
#include "core/config/SavedWishes.h"
#include "core/profile/ProfileCatalogue.h"
#include "core/profile/ProfileReading.h"

#include <QDir>

namespace torchmason::cli {

namespace {

int tellSaved(const Profile& profile, bool json, Console& console)
{
    if (json)
        console.printJson({ { "schema", 1 }, { "id", toJson(profile.id) }, { "name", toJson(profile.name) },
            { "file", toJson(profile.file) } });
    else
        console.print(QStringLiteral("%1: %2").arg(profile.id, QDir::toNativeSeparators(profile.file)));
    return ExitCode::Good;
}

void declareJson(CommandLine& line)
{
    line.option(QStringLiteral("json"), {}, QStringLiteral("print JSON"));
}

void declarePythonWishes(CommandLine& line)
{
    line.option(QStringLiteral("backend"), QStringLiteral("NAME"),
        QStringLiteral("wheel: pack a wheel, too; cmake: what CMake builds"));
    line.option(QStringLiteral("tag"), QStringLiteral("TAG"),
        QStringLiteral("the tag, branch or commit to fetch, where the source is a repository"));
    line.option(QStringLiteral("venv"), {}, QStringLiteral("with a virtual environment of the build's own"));
    line.option(QStringLiteral("no-venv"), {}, QStringLiteral("without one"));
    line.repeatedOption(QStringLiteral("package"), QStringLiteral("NAME==VERSION"),
        QStringLiteral("a Python package for an environment of the build's own"));
    line.option(QStringLiteral("wheels"), QStringLiteral("DIR"),
        QStringLiteral("take Python packages from this folder alone, not from the network"));
}

void declareCopyWishes(CommandLine& line)
{
    line.option(QStringLiteral("name"), QStringLiteral("TEXT"), QStringLiteral("what it is called in lists"));
    line.option(QStringLiteral("summary"), QStringLiteral("TEXT"), QStringLiteral("one sentence about it"));
    line.repeatedOption(QStringLiteral("D"), QStringLiteral("NAME=VALUE"),
        QStringLiteral("a CMake flag, over the profile's"));
    line.repeatedOption(QStringLiteral("env"), QStringLiteral("NAME=VALUE"),
        QStringLiteral("an environment variable of the build"));
    line.repeatedOption(QStringLiteral("target"), QStringLiteral("T"),
        QStringLiteral("what to build, instead of its targets"));
    line.option(QStringLiteral("jobs"), QStringLiteral("N"), QStringLiteral("compilers at the same time"));
    line.option(
        QStringLiteral("cache"), QStringLiteral("NAME"), QStringLiteral("before the compilers, as in build"));
    declarePythonWishes(line);
    declareJson(line);
}

// The words after the options, as many as are needed.
bool hasWords(const CommandLine& line, int count, const char* needed, Console& console, int& code)
{
    if (line.positional().size() == count)
        return true;
    code = console.wrongUse(QStringLiteral("write profiles %1.").arg(QLatin1String(needed)));
    return false;
}

}

int importProfile(const QStringList& words, Console& console)
{
    CommandLine line(QStringLiteral("profiles import FILE [--json]"),
        QStringLiteral("Takes a profile's file among your own, after checking it. Diffs that lie beside it "
                       "come along, inside the profile."));
    declareJson(line);
    int code = 0;
    if (const auto ends = line.parse(words, console, 1))
        return *ends;
    if (!hasWords(line, 1, "import FILE", console, code))
        return code;
    const ProfileImport import = ProfileStore().importFrom(line.positional()[0]);
    if (import.profile)
        return tellSaved(*import.profile, line.has(QStringLiteral("json")), console);
    for (const QString& problem : import.problems)
        console.complain(problem);
    return ExitCode::Failed;
}

int exportProfileFile(const QStringList& words, Console& console)
{
    CommandLine line(QStringLiteral("profiles export ID FILE"),
        QStringLiteral("Writes a profile into one file for somebody else, its diffs inside. Values that hold "
                       "secrets stay out."));
    int code = 0;
    if (const auto ends = line.parse(words, console, 2))
        return *ends;
    if (!hasWords(line, 2, "export ID FILE", console, code))
        return code;
    const ProfileCatalogue catalogue = loadProfiles();
    const Profile* profile = profileNamed(catalogue, line.positional()[0], console, code);
    if (!profile)
        return code;
    const QString file = line.positional()[1];
    const auto left = exportProfile(*profile, file);
    if (!left)
        return console.failed(left.error().message);
    console.print(QStringLiteral("Written: %1").arg(QDir::toNativeSeparators(file)));
    if (!left->isEmpty())
        console.complain(
            QStringLiteral("left out, for they hold secrets: %1.").arg(left->join(QLatin1String(", "))));
    return ExitCode::Good;
}

int copyProfile(const QStringList& words, Console& console)
{
    CommandLine line(QStringLiteral("profiles copy ID NEW [-D NAME=VALUE]... [--name TEXT]"),
        QStringLiteral("Makes a profile of your own, called NEW, from another one, with your flags in it."));
    declareCopyWishes(line);
    int code = 0;
    if (const auto ends = line.parse(words, console, 2))
        return *ends;
    if (!hasWords(line, 2, "copy ID NEW", console, code))
        return code;
    const auto wishes = readWishes(line);
    if (!wishes)
        return console.wrongUse(wishes.error().message);
    const ProfileCatalogue catalogue = loadProfiles();
    const Profile* profile = profileNamed(catalogue, line.positional()[0], console, code);
    if (!profile)
        return code;
    const QString id = line.positional()[1];
    if (!isProfileId(id))
        return console.wrongUse(
            QStringLiteral("\"%1\" cannot be an id; letters, digits, \".\", \"_\" and \"-\" can.").arg(id));
    if (catalogue.profile(id) || catalogue.brokenProfile(id))
        return console.failed(QStringLiteral("there is a profile %1 already; take another id.").arg(id));
    const WishedProfile wished = withWishes(*profile, *wishes);
    const QString name = line.has(QStringLiteral("name")) ? line.value(QStringLiteral("name")) : id;
    Profile copy = copyOf(wished.profile, id, name);
    if (line.has(QStringLiteral("summary")))
        copy.summary = line.value(QStringLiteral("summary"));
    const auto saved = ProfileStore().save(copy);
    if (!saved)
        return console.failed(saved.error().message);
    if (!wished.leftOut.isEmpty())
        console.complain(
            QStringLiteral("not in the profile: %1.").arg(wished.leftOut.join(QLatin1String(", "))));
    return tellSaved(*saved, line.has(QStringLiteral("json")), console);
}

int removeProfile(const QStringList& words, Console& console)
{
    CommandLine line(QStringLiteral("profiles remove ID"),
        QStringLiteral("Removes the file of a profile of your own, also one that cannot be read. What was "
                       "built with it stays in the history."));
    int code = 0;
    if (const auto ends = line.parse(words, console, 1))
        return *ends;
    if (!hasWords(line, 1, "remove ID", console, code))
        return code;
    const ProfileStore store;
    const QString id = line.positional()[0];
    const QString file = store.fileOf(id);
    if (const auto removed = store.remove(id); !removed)
        return console.failed(removed.error().message);
    console.print(QStringLiteral("Removed: %1").arg(QDir::toNativeSeparators(file)));
    return ExitCode::Good;
}

const Profile* profileNamed(const ProfileCatalogue& catalogue, const QString& id, Console& console, int& code)
{
    if (const Profile* profile = catalogue.profile(id))
        return profile;
    if (const BrokenProfile* broken = catalogue.brokenProfile(id))
        code = console.failed(broken->error);
    else
        code = console.wrongUse(
            QStringLiteral("there is no profile %1; see torchmason-cli profiles.").arg(id));
    return nullptr;
}

}
