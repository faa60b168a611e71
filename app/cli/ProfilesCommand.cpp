// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/CommandLine.h"
#include "app/cli/Console.h"
#include "app/cli/HostOption.h"
#include "app/cli/ProfileFiles.h"
#include "app/cli/Subcommand.h"
#include "core/detect/Detection.h"
#include "core/profile/Candidates.h"
#include "core/solver/ProfileRanking.h"

#include <algorithm>

namespace torchmason::cli {

namespace {

Json rankedJson(const RankedProfile& ranked)
{
    return { { "id", toJson(ranked.profile.id) }, { "name", toJson(ranked.profile.name) },
        { "summary", toJson(ranked.profile.summary) }, { "fit", toJson(profileFitText(ranked.fit)) },
        { "score", ranked.score }, { "reasons", toJson(ranked.reasons) },
        { "historical", ranked.profile.status == ProfileStatus::Historical },
        { "userOwned", ranked.profile.userOwned }, { "file", toJson(ranked.profile.file) } };
}

Json brokenJson(const BrokenProfile& profile)
{
    Json errors = Json::array();
    for (const ProfileProblem& problem : profile.errors) {
        Json error = { { "field", toJson(problem.field) }, { "problem", toJson(problem.sentence) } };
        if (problem.line > 0)
            error.update({ { "line", problem.line }, { "column", problem.column } });
        errors.push_back(error);
    }
    return { { "id", toJson(profile.id) }, { "file", toJson(profile.file) },
        { "error", toJson(profile.error) }, { "errors", errors },
        { "shadows", !profile.shadowed.isEmpty() } };
}

QString brokenText(const BrokenProfile& profile)
{
    QString text = QStringLiteral("\nbroken: %1, %2\n").arg(profile.id, profile.file);
    for (const ProfileProblem& problem : profile.errors) {
        const QString where = problem.line > 0 ? QStringLiteral("line %1: ").arg(problem.line) : QString();
        const QString field = problem.field.isEmpty() ? QString() : problem.field + QLatin1Char(' ');
        text += QStringLiteral("  ") + where + field + problem.sentence + QLatin1Char('\n');
    }
    if (!profile.shadowed.isEmpty())
        text += QStringLiteral(
            "  It stands for the profile \"%1\" that ships with the program; until the file "
            "is right or gone, neither can be built.\n")
                    .arg(profile.shadowed);
    return text;
}

int list(const ProfileCatalogue& catalogue, const HostFacts& facts, bool json, Console& console)
{
    const QVector<RankedProfile> ranking = rankProfiles(catalogue, facts);
    if (json) {
        Json profiles = Json::array();
        for (const RankedProfile& ranked : ranking)
            profiles.push_back(rankedJson(ranked));
        Json broken = Json::array();
        for (const BrokenProfile& profile : catalogue.broken)
            broken.push_back(brokenJson(profile));
        console.printJson({ { "schema", 1 }, { "profiles", profiles }, { "broken", broken } });
        return ExitCode::Good;
    }
    QVector<QStringList> rows { { QStringLiteral("ID"), QStringLiteral("FIT"), QStringLiteral("WHY") } };
    for (const RankedProfile& ranked : ranking)
        rows.append({ ranked.profile.id, profileFitText(ranked.fit),
            ranked.reasons.value(0, ranked.profile.summary) });
    console.printTable(rows);
    for (const BrokenProfile& profile : catalogue.broken)
        console.print(brokenText(profile));
    return ExitCode::Good;
}

QString sourceText(const SourceSpec& source)
{
    const QString words
        = (QStringList { source.url, source.package, source.tag }).join(QLatin1Char(' ')).simplified();
    return words.isEmpty() ? sourceKindId(source.kind)
                           : QStringLiteral("%1: %2").arg(sourceKindId(source.kind), words);
}

QString needsText(const ProfileNeeds& needs)
{
    QStringList parts;
    const auto add = [&parts](const char* what, const QString& range) {
        if (!range.isEmpty())
            parts << QStringLiteral("%1 %2").arg(QLatin1String(what), range);
    };
    add("compute capability", needs.computeCapabilities.join(QLatin1String(", ")));
    add("CUDA", rangeText(needs.cudaMinimum, needs.cudaMaximum));
    add("cuDNN", needs.cudnn);
    add("Visual Studio", needs.visualStudio);
    add("Python", rangeText(needs.pythonMinimum, needs.pythonMaximum));
    add("CMake", rangeText(needs.cmakeMinimum, {}));
    add("memory", needs.memory ? formatBytes(*needs.memory) : QString());
    add("disk", needs.disk ? formatBytes(*needs.disk) : QString());
    return parts.join(QLatin1String("; "));
}

QString profileText(const Profile& profile)
{
    QString text = profile.name + QLatin1Char('\n') + profile.summary + QLatin1Char('\n');
    const auto line = [&text](const char* title, const QString& value) {
        if (!value.isEmpty())
            text += QStringLiteral("%1 %2\n").arg(QLatin1String(title), -10).arg(value);
    };
    line("for", profile.audience);
    if (profile.status == ProfileStatus::Historical)
        line("status", QStringLiteral("historical, known not to work: ") + profile.statusReason);
    for (const QString& fix : profile.fixes)
        line("change", fix);
    line("source", sourceText(profile.source));
    line("needs", needsText(profile.needs));
    line("jobs", profile.jobs ? QString::number(*profile.jobs) : QStringLiteral("computed for the machine"));
    text += QStringLiteral("flags\n");
    for (const FlagValue& flag : profile.configuration.flags)
        text += QStringLiteral("  %1%2=%3\n")
                    .arg(flag.name, flag.type.isEmpty() ? QString() : QLatin1Char(':') + flag.type,
                        flag.value);
    if (!profile.configuration.environment.isEmpty())
        text += QStringLiteral("environment\n");
    for (const EnvironmentValue& variable : profile.configuration.environment)
        text += QStringLiteral("  %1=%2\n")
                    .arg(variable.name, variable.value.value_or(QStringLiteral("(unset)")));
    if (!profile.patches.isEmpty())
        text += QStringLiteral("patches\n");
    for (const SourcePatch& patch : profile.patches)
        text += QStringLiteral("  %1: %2\n")
                    .arg(patch.isDiff() ? QStringLiteral("(diff)") : patch.file, patch.why);
    if (!profile.notes.isEmpty())
        text += QLatin1Char('\n') + profile.notes + QLatin1Char('\n');
    for (const QString& reference : profile.references)
        text += QStringLiteral("\nfrom: %1").arg(reference);
    return text;
}

int show(const ProfileCatalogue& catalogue, const QString& id, bool json, Console& console)
{
    int code = ExitCode::Good;
    const Profile* profile = profileNamed(catalogue, id, console, code);
    if (!profile)
        return code;
    if (!json) {
        console.print(profileText(*profile));
        return ExitCode::Good;
    }
    Json document = { { "schema", 1 }, { "id", toJson(profile->id) }, { "file", toJson(profile->file) } };
    document.update(toJson(*profile));
    console.printJson(document);
    return ExitCode::Good;
}

Json sideJson(const std::optional<QString>& value)
{
    return value ? toJson(*value) : Json(nullptr);
}

QString sideText(const std::optional<QString>& value)
{
    if (!value)
        return QStringLiteral("-");
    return value->isEmpty() ? QStringLiteral("(empty)")
                            : QString(*value).replace(QLatin1Char('\n'), QLatin1String(" / "));
}

int compare(
    const ProfileCatalogue& catalogue, const QString& left, const QString& right, bool json, Console& console)
{
    int code = ExitCode::Good;
    const Profile* first = profileNamed(catalogue, left, console, code);
    const Profile* second = first ? profileNamed(catalogue, right, console, code) : nullptr;
    if (!second)
        return code;
    const QVector<ProfileDifference> differences = compareProfiles(*first, *second);
    Json list = Json::array();
    QVector<QStringList> rows { { QString(), left, right } };
    for (const ProfileDifference& difference : differences) {
        list.push_back({ { "field", toJson(difference.field) }, { "left", sideJson(difference.left) },
            { "right", sideJson(difference.right) } });
        rows.append({ difference.field, sideText(difference.left), sideText(difference.right) });
    }
    if (json)
        console.printJson({ { "schema", 1 }, { "left", toJson(left) }, { "right", toJson(right) },
            { "differences", list } });
    else if (differences.isEmpty())
        console.print(QStringLiteral("No differences."));
    else
        console.printTable(rows);
    return ExitCode::Good;
}

}

namespace {

int look(const QStringList& words, Console& console)
{
    CommandLine line(QStringLiteral("profiles [list [--host FACTS.json] | show ID | compare A B] [--json]"),
        QStringLiteral(
            "The ways to build, ranked for this machine; one of them; or what differs between two."));
    declareHostOption(line, QStringLiteral("rank for another machine: what doctor --json printed there"));
    line.option(QStringLiteral("json"), {}, QStringLiteral("print JSON"));
    line.note(QStringLiteral("other words after `profiles`, for profiles of your own:\n"
                             "  copy ID NEW       make one from another, with -D NAME=VALUE and the like\n"
                             "  import FILE       take one from a file\n"
                             "  export ID FILE    write one into a file that others can import\n"
                             "  remove ID         remove one"));
    if (const auto code = line.parse(words, console, 3))
        return *code;
    const QStringList positional = line.positional();
    const QString what = positional.value(0, QStringLiteral("list"));
    const bool json = line.has(QStringLiteral("json"));
    const ProfileCatalogue catalogue = loadProfiles();
    if (what == QLatin1String("list") && positional.size() <= 1) {
        const auto host = hostNamedBy(line);
        if (!host)
            return console.failed(host.error().message);
        return list(catalogue, *host ? **host : detectHost(), json, console);
    }
    if (line.has(QStringLiteral("host")))
        return console.wrongUse(QStringLiteral("--host goes with profiles list."));
    if (what == QLatin1String("show") && positional.size() == 2)
        return show(catalogue, positional[1], json, console);
    if (what == QLatin1String("compare") && positional.size() == 3)
        return compare(catalogue, positional[1], positional[2], json, console);
    return console.wrongUse(
        QStringLiteral("write profiles list, show ID, compare A B, copy ID NEW, import FILE, export ID FILE, "
                       "or remove ID."));
}

struct Entry {
    const char* name;
    int (*run)(const QStringList& words, Console& console);
};

constexpr Entry fileEntries[] = { { "import", importProfile }, { "export", exportProfileFile },
    { "copy", copyProfile }, { "remove", removeProfile } };

}

int runProfiles(const QStringList& words, Console& console)
{
    // --json may stand before the word as well as behind it.
    const auto isWord = [](const QString& word) { return !word.startsWith(QLatin1Char('-')); };
    const qsizetype at = std::find_if(words.begin(), words.end(), isWord) - words.begin();
    for (const Entry& entry : fileEntries) {
        if (words.value(at) != QLatin1String(entry.name))
            continue;
        QStringList rest = words;
        rest.removeAt(at);
        return entry.run(rest, console);
    }
    return look(words, console);
}

}
