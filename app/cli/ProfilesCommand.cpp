// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/ComparisonTable.h"
#include "app/cli/WishOptions.h"
#include "core/config/ProfileStore.h"
#include "core/profile/Candidates.h"
#include "core/solver/ProfileRanking.h"

namespace torchmason::cli {

namespace {

Json rankedJson(const RankedProfile& ranked)
{
    return { { "id", toJson(ranked.profile.id) }, { "name", toJson(ranked.profile.name) },
        { "summary", toJson(ranked.profile.summary) }, { "fit", toJson(profileFitId(ranked.fit)) },
        { "score", ranked.score }, { "reasons", toJson(ranked.reasons + ranked.remarks) },
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
        text += QStringLiteral("  ") + where + problemSentence(problem) + QLatin1Char('\n');
    }
    if (!profile.shadowed.isEmpty())
        text += QStringLiteral("  It replaces the profile \"%1\" that ships with the program; until the file "
                               "is right or gone, neither can be built.\n")
                    .arg(profile.shadowed);
    return text;
}

void list(const ProfileCatalogue& catalogue, const HostFacts& facts, bool json, Console& console)
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
        return;
    }
    QVector<QStringList> rows { { QStringLiteral("ID"), QStringLiteral("FIT"), QStringLiteral("WHY") } };
    for (const RankedProfile& ranked : ranking)
        rows.append({ ranked.profile.id, profileFitText(ranked.fit),
            (ranked.reasons + ranked.remarks).value(0, ranked.profile.summary) });
    console.printTable(rows);
    for (const BrokenProfile& profile : catalogue.broken)
        console.print(brokenText(profile));
}

QString sourceText(const SourceSpec& source)
{
    const bool isSuite = source.kind == SourceKind::DebianSource && !source.tag.isEmpty();
    const QString tag = isSuite ? QStringLiteral("of the suite ") + source.tag : source.tag;
    const QString words
        = (QStringList { source.url, source.package, tag }).join(QLatin1Char(' ')).simplified();
    return words.isEmpty() ? sourceKindId(source.kind)
                           : QStringLiteral("%1: %2").arg(sourceKindId(source.kind), words);
}

QString needsText(const Profile& profile)
{
    const ProfileNeeds& needs = profile.needs;
    const CompilerNeeds compilers = compilerNeeds(profile);
    QStringList parts;
    const auto add = [&parts](const char* what, const QString& range) {
        if (!range.isEmpty())
            parts << QStringLiteral("%1 %2").arg(QLatin1String(what), range);
    };
    add("compute capability", needs.computeCapabilities.join(QLatin1String(", ")));
    add("CUDA", rangeText(needs.cudaMinimum, needs.cudaMaximum));
    add("cuDNN", needs.cudnn);
    add("Visual Studio", compilers.visualStudio);
    if (!compilers.gcc.isEmpty())
        parts << compilers.gcc;
    add("Python", rangeText(needs.pythonMinimum, needs.pythonMaximum));
    add("CMake", rangeText(needs.cmakeMinimum, {}));
    add("memory", needs.memory ? formatBytes(*needs.memory) + QStringLiteral(" or more") : QString());
    add("disk", needs.disk ? QStringLiteral("about ") + formatBytes(*needs.disk) : QString());
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
        line("status", QStringLiteral("known not to work: ") + profile.statusReason);
    for (const QString& fix : profile.fixes)
        line("change", fix);
    line("source", sourceText(profile.source));
    line("needs", needsText(profile));
    line("jobs", jobsText(profile));
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

void show(const Profile& profile, bool json, Console& console)
{
    if (!json)
        return console.print(profileText(profile));
    Json document = { { "schema", 1 }, { "id", toJson(profile.id) }, { "file", toJson(profile.file) } };
    document.update(toJson(profile));
    console.printJson(document);
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

void compare(const Profile& left, const Profile& right, bool json, Console& console)
{
    const QVector<ProfileDifference> differences = compareProfiles(left, right);
    Json list = Json::array();
    ComparisonTable table;
    table.addRow({}, { left.id, right.id });
    for (const ProfileDifference& difference : differences) {
        list.push_back({ { "field", toJson(difference.field) }, { "left", sideJson(difference.left) },
            { "right", sideJson(difference.right) } });
        table.addRow(difference.field, { sideText(difference.left), sideText(difference.right) });
    }
    if (json)
        console.printJson({ { "schema", 1 }, { "left", toJson(left.id) }, { "right", toJson(right.id) },
            { "differences", list } });
    else if (differences.isEmpty())
        console.print(QStringLiteral("No differences."));
    else
        console.print(table.text(console.isTerminal() ? console.width() : 0));
}

int run(const CommandLine& line, Console& console)
{
    const QStringList& words = line.positional();
    const QString what = words.value(0, QStringLiteral("list"));
    const bool json = line.has("json");
    const ProfileCatalogue catalogue = loadProfiles();
    if (what == QLatin1String("list") && words.size() <= 1) {
        const auto host = hostNamedBy(line);
        list(catalogue, host ? *host : detectWithBuilds(), json, console);
        return ExitCode::Good;
    }
    if (line.has("host"))
        wrongUse(QStringLiteral("--host goes with profiles list."));
    if (what == QLatin1String("show") && words.size() == 2)
        show(masked(profileNamed(catalogue, words[1])), json, console);
    else if (what == QLatin1String("compare") && words.size() == 3)
        compare(masked(profileNamed(catalogue, words[1])), masked(profileNamed(catalogue, words[2])), json,
            console);
    else if (what == QLatin1String("show") || what == QLatin1String("compare"))
        wrongUse(QStringLiteral("Write profiles %1; `torchmason-cli profiles` lists the IDs.")
                     .arg(what == QLatin1String("show") ? QStringLiteral("show ID")
                                                        : QStringLiteral("compare A B")));
    else
        wrongUse(QStringLiteral("Write profiles list, show ID, compare A B, copy ID NEW, import FILE, "
                                "export ID FILE, or remove ID."));
    return ExitCode::Good;
}

}

Subcommand profilesCommand()
{
    return { "profiles", "[list [--host FACTS.json] | show ID | compare A B] [--json]",
        "Lists the ways to build, ranked for this machine, shows one of them, or shows what differs between "
        "two.",
        0, 3, { hostOption, { "json", "", "print JSON" } }, run };
}

}
