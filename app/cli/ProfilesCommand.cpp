// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/CommandLine.h"
#include "app/cli/Console.h"
#include "app/cli/Subcommand.h"
#include "core/detect/Detection.h"
#include "core/profile/Candidates.h"
#include "core/profile/ProfileCatalogue.h"

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

int list(const ProfileCatalogue& catalogue, bool json, Console& console)
{
    const QVector<RankedProfile> ranking = rankProfiles(catalogue, detectHost());
    if (json) {
        Json profiles = Json::array();
        for (const RankedProfile& ranked : ranking)
            profiles.push_back(rankedJson(ranked));
        Json broken = Json::array();
        for (const BrokenProfile& profile : catalogue.broken)
            broken.push_back({ { "id", toJson(profile.id) }, { "file", toJson(profile.file) },
                { "error", toJson(profile.error) } });
        console.printJson({ { "schema", 1 }, { "profiles", profiles }, { "broken", broken } });
        return ExitCode::Good;
    }
    QVector<QStringList> rows { { QStringLiteral("ID"), QStringLiteral("FIT"), QStringLiteral("WHY") } };
    for (const RankedProfile& ranked : ranking)
        rows.append({ ranked.profile.id, profileFitText(ranked.fit),
            ranked.reasons.value(0, ranked.profile.summary) });
    console.printTable(rows);
    for (const BrokenProfile& profile : catalogue.broken)
        console.print(QStringLiteral("broken: %1: %2").arg(profile.id, profile.error));
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

// The profile, or the exit code after its sentence was said.
const Profile* find(const ProfileCatalogue& catalogue, const QString& id, Console& console, int& code)
{
    if (const Profile* profile = catalogue.profile(id))
        return profile;
    for (const BrokenProfile& broken : catalogue.broken) {
        if (broken.id == id) {
            code = console.failed(broken.error);
            return nullptr;
        }
    }
    code = console.wrongUse(QStringLiteral("there is no profile %1; see torchmason-cli profiles.").arg(id));
    return nullptr;
}

int show(const ProfileCatalogue& catalogue, const QString& id, bool json, Console& console)
{
    int code = ExitCode::Good;
    const Profile* profile = find(catalogue, id, console, code);
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

int compare(
    const ProfileCatalogue& catalogue, const QString& left, const QString& right, bool json, Console& console)
{
    int code = ExitCode::Good;
    const Profile* first = find(catalogue, left, console, code);
    const Profile* second = first ? find(catalogue, right, console, code) : nullptr;
    if (!second)
        return code;
    const QVector<ProfileDifference> differences = compareProfiles(*first, *second);
    Json list = Json::array();
    QVector<QStringList> rows { { QString(), left, right } };
    for (const ProfileDifference& difference : differences) {
        list.push_back({ { "field", toJson(difference.field) }, { "left", toJson(difference.left) },
            { "right", toJson(difference.right) } });
        rows.append({ difference.field, difference.left.isEmpty() ? QStringLiteral("-") : difference.left,
            difference.right.isEmpty() ? QStringLiteral("-") : difference.right });
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

int runProfiles(const QStringList& words, Console& console)
{
    CommandLine line(QStringLiteral("profiles [list | show ID | compare A B] [--json]"),
        QStringLiteral(
            "The ways to build, ranked for this machine; one of them; or what differs between two."));
    line.option(QStringLiteral("json"), {}, QStringLiteral("print JSON"));
    if (const auto code = line.parse(words, console, 3))
        return *code;
    const QStringList positional = line.positional();
    const QString what = positional.value(0, QStringLiteral("list"));
    const bool json = line.has(QStringLiteral("json"));
    const ProfileCatalogue catalogue = loadProfiles();
    if (what == QLatin1String("list") && positional.size() <= 1)
        return list(catalogue, json, console);
    if (what == QLatin1String("show") && positional.size() == 2)
        return show(catalogue, positional[1], json, console);
    if (what == QLatin1String("compare") && positional.size() == 3)
        return compare(catalogue, positional[1], positional[2], json, console);
    return console.wrongUse(
        QStringLiteral("write profiles list, profiles show ID, or profiles compare A B."));
}

}
