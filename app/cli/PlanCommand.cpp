// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/WishOptions.h"
#include "core/base/AppPaths.h"
#include "core/base/PlatformPath.h"
#include "core/buildfolder/BuildFolderRows.h"
#include "core/config/DetectionNeeds.h"
#include "core/config/InheritedOptions.h"
#include "core/export/BuildScript.h"
#include "core/profile/Candidates.h"
#include "core/solver/BuildCase.h"
#include "core/solver/CheckReport.h"
#include "core/solver/Solver.h"
#include "core/stages/GateLaunchers.h"
#include "core/stages/StagePlan.h"
#include "core/store/SecretMask.h"

#include <optional>
#include <utility>

namespace torchmason::cli {

namespace {

Platform chosenPlatform(const CommandLine& line, const Profile& profile)
{
    const QString name = line.value("platform");
    for (Platform platform : { Platform::Linux, Platform::Windows }) {
        if (name == platformId(platform))
            return platform;
    }
    if (!name.isEmpty())
        wrongUse(QStringLiteral("--platform is windows or linux, not \"%1\".").arg(name));
    const bool isForUs = profile.platforms.isEmpty() || profile.platforms.contains(hostPlatform());
    return isForUs ? hostPlatform() : profile.platforms.first();
}

// What is installed here says nothing about the other system. There the programs of --use are taken at their
// word.
HostFacts factsFor(Platform platform, const Profile& profile, const RequestWishes& wishes)
{
    if (platform == hostPlatform())
        return detectWithBuilds(detectionFor(profile, wishes));
    HostFacts facts;
    facts.platform = platform;
    for (auto entry = wishes.programs.cbegin(); entry != wishes.programs.cend(); ++entry) {
        QString path = entry.value();
        if (platform == Platform::Windows)
            path.replace(QLatin1Char('\\'), QLatin1Char('/'));
        if (!isAbsoluteOn(platform, path))
            wrongUse(QStringLiteral("--use %1 needs a full path of %2, not \"%3\".")
                         .arg(entry.key(), platformName(platform), entry.value()));
        nameProgram(facts, entry.key(), path);
    }
    return facts;
}

// One line each, so that the command is not hidden behind them.
QString linesOf(const QVector<EnvironmentValue>& environment, Platform platform, const QString& indent)
{
    QString text;
    for (const QString& line : environmentLines(environment, platform))
        text += indent + line + QLatin1Char('\n');
    return text;
}

// Environments that several commands have: each is shown once, as a function of the shell that runs what
// follows its name. cmd.exe has no functions; there every command keeps its own.
class SharedEnvironments {
public:
    SharedEnvironments(const StagePlan& plan, Platform platform)
        : m_platform(platform)
    {
        QVector<QVector<EnvironmentValue>> seen;
        for (const Stage& stage : plan.stages) {
            for (const Command& command : stage.commands) {
                const auto& one = command.environment;
                if (seen.contains(one) && !m_shared.contains(one) && isWorthIt(one))
                    m_shared << one;
                seen << one;
            }
        }
    }

    // Empty where none is shared.
    QString definitions() const
    {
        QString text;
        for (qsizetype i = 0; i < m_shared.size(); ++i)
            text += QStringLiteral("  %1() {\n%2    \"$@\"; }\n")
                        .arg(nameOf(i), linesOf(m_shared[i], m_platform, QStringLiteral("    ")));
        return text.isEmpty()
            ? text
            : QStringLiteral("Environment (define it first; commands below name it)\n") + text;
    }

    QString textOf(Command command) const
    {
        const QVector<EnvironmentValue> environment = std::exchange(command.environment, {});
        const qsizetype index = m_shared.indexOf(environment);
        const QString indent = QStringLiteral("  ");
        const QString before = index < 0 ? linesOf(environment, m_platform, indent) + indent
                                         : indent + nameOf(index) + QLatin1Char(' ');
        return before + commandText(command, m_platform) + QLatin1Char('\n');
    }

private:
    static QString nameOf(qsizetype index) { return QStringLiteral("env_%1").arg(index + 1); }

    bool isWorthIt(const QVector<EnvironmentValue>& environment) const
    {
        constexpr qsizetype shortest = 40; // shorter ones are as quickly read as the name of a function
        return m_platform != Platform::Windows
            && environmentLines(environment, m_platform).join(QLatin1Char(' ')).size() > shortest;
    }

    Platform m_platform;
    QVector<QVector<EnvironmentValue>> m_shared;
};

// `atOnce`: see startedAtOnceText().
QString textOf(const StagePlan& plan, const QString& atOnce, Platform platform)
{
    const SharedEnvironments shared(plan, platform);
    QString text = shared.definitions();
    for (const Stage& stage : plan.stages) {
        text += QStringLiteral("%1 (%2)%3\n")
                    .arg(stage.title, stage.id,
                        stage.skipped ? QStringLiteral(": skipped, %1").arg(stage.skipReason) : QString());
        for (const Command& command : stage.commands) {
            text += QStringLiteral("  # %1\n").arg(command.purpose);
            if (stage.kind == StageKind::Compile && !atOnce.isEmpty())
                text += QStringLiteral("  # %1\n").arg(atOnce);
            if (!command.workingFolder.isEmpty())
                text += QStringLiteral("  # in %1\n").arg(command.workingFolder);
            text += shared.textOf(command);
        }
    }
    for (const QString& warning : plan.warnings)
        text += QStringLiteral("warning: %1\n").arg(warning);
    return text;
}

// Fails where a patch does not apply: that is what one wants to know beforehand.
void printDiff(const CommandLine& line, const BuildRequest& request, Console& console)
{
    const auto plan = orFail(planPatchStage(request));
    const QByteArray diff = orFail(diffOf(plan));
    if (line.has("json")) {
        console.printJson({ { "schema", 1 }, { "source", toJson(request.sourceFolder) },
            { "patches", stepsJson(plan, "applies") }, { "diff", toJson(QString::fromUtf8(diff)) } });
    } else {
        console.printRaw(diff);
    }
}

// What `check` finds on this machine; of another one nothing is known.
std::optional<QVector<CheckRow>> problemsHere(const BuildCase& wanted, const BuildRequest& request)
{
    if (wanted.facts.platform != hostPlatform())
        return std::nullopt;
    return diskRows(request) + problemsOf(wanted);
}

QVector<CheckRow> rowsIn(CheckState state, QVector<CheckRow> rows)
{
    rows.removeIf([state](const CheckRow& row) { return row.state != state; });
    return rows;
}

Json problemsJson(const std::optional<QVector<CheckRow>>& rows, const QStringList& given)
{
    const QVector<CheckRow> known = rows.value_or(QVector<CheckRow>());
    return { { "verdict", rows ? toJson(verdictOf(known)) : Json() },
        { "blockers", toJson(rowsIn(CheckState::Fail, known), given) },
        { "warnings", toJson(rowsIn(CheckState::Warning, known), given) } };
}

// How many there are, and one line each; empty where there is nothing to tell.
QString problemsText(const QVector<CheckRow>& rows)
{
    const QVector<CheckRow> told = rowsIn(CheckState::Fail, rows) + rowsIn(CheckState::Warning, rows);
    if (told.isEmpty())
        return {};
    const CheckVerdict verdict = verdictOf(told);
    const QString title = verdict.failures > 0 ? QStringLiteral("What blocks this build")
                                               : QStringLiteral("What to know before this build");
    QString text = QStringLiteral("%1 (%2); `check` says more:\n").arg(title, countsText(verdict));
    for (const CheckRow& row : told)
        text += QStringLiteral("  %1\n").arg(checkLine(row));
    return text;
}

// A folder that a build makes for itself gets a name that says so.
QString textOfPlan(StagePlan plan, const QString& atOnce, Platform platform)
{
    const QString name = QStringLiteral("ATTEMPT_FOLDER");
    fillAttemptFolder(plan, name);
    QString text = textOf(plan, atOnce, platform);
    if (text.contains(name))
        text += QStringLiteral("%1 stands for the folder of the attempt: `build` makes the next one in %2.\n")
                    .arg(name, AppPaths::attemptsFolder());
    return text;
}

void printPlan(const CommandLine& line, const BuildCase& wanted, const RequestDraft& draft,
    const BuildRequest& request, bool asJson, Console& console)
{
    const Platform platform = wanted.facts.platform;
    StagePlan plan = orWrongUse(makeStagePlan(request, platform, inheritedOptions(request, wanted.facts)));
    for (const RequestAssumption& assumption : draft.assumptions)
        plan.warnings << assumption.sentence;
    if (!request.jobsAtOnce())
        plan.warnings << QStringLiteral("How many jobs run at once is decided on that machine.");
    plan = masked(plan); // what is printed is pasted into issues
    const auto problems = problemsHere(wanted, request);
    if (asJson) {
        Json document { { "schema", 1 }, { "profile", toJson(request.profileId) },
            { "platform", toJson(platformId(platform)) }, { "plan", toJson(plan) },
            { "request", toJson(masked(request)) } };
        document.update(problemsJson(problems, flagsGiven(line)));
        console.printJson(document);
        return;
    }
    console.print(textOfPlan(plan, startedAtOnceText(request), platform));
    if (const QString text = problemsText(problems.value_or(QVector<CheckRow>())); !text.isEmpty())
        console.printWrapped(text);
}

int run(const CommandLine& line, Console& console)
{
    const QString format = line.value("format");
    const QStringList formats { {}, QStringLiteral("text"), QStringLiteral("sh"), QStringLiteral("bat"),
        QStringLiteral("json") };
    if (!formats.contains(format))
        wrongUse(QStringLiteral("--format is text, sh, bat or json, not \"%1\".").arg(format));
    const auto [profile, wishes] = readWishedBuild(line, console);
    Platform platform = chosenPlatform(line, profile);
    const auto script = scriptKindFromId(line.has("json") ? QString() : format);
    if (script && line.has("platform") && platform != platformOf(*script))
        wrongUse(QStringLiteral("--format %1 is a script for %2: leave out --platform %3.")
                     .arg(format, platformName(platformOf(*script)), platformId(platform)));
    if (script)
        platform = platformOf(*script);
    const HostFacts facts = factsFor(platform, profile, wishes);
    const RequestDraft draft = draftRequest(profile, facts, wishes);
    const BuildRequest request = orFail(draft.plannable());
    if (line.has("diff"))
        printDiff(line, request, console);
    else if (script)
        console.printRaw(orWrongUse(buildScript(request, draft.assumptions, *script)));
    else
        printPlan(line, { facts, profile, wishes }, draft, request,
            line.has("json") || format == QLatin1String("json"), console);
    return ExitCode::Good;
}

}

Subcommand planCommand()
{
    return { "plan", "--profile ID | --like N [options]",
        "Shows the exact commands that a build would run. Nothing is run.", 0, 0,
        QVector<Option> { profileOption, likeOption,
            { "platform", "NAME", "windows or linux; default: as the profile says" },
            { "format", "NAME", "text, sh, bat or json" }, { "json", "", "the same as --format json" },
            { "diff", "", "what the profile's patches would change in the source tree, as a unified diff" } }
            + wishOptions(),
        run, "Exit code: 0 the commands are shown, 1 they cannot be determined, 2 wrong usage." };
}

}
