// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/AttemptViews.h"
#include "app/cli/AttemptsCommand.h"
#include "app/cli/WishOptions.h"
#include "core/attempt/AttemptDiagnosis.h"
#include "core/findings/FindingDecision.h"
#include "core/findings/LogDiagnosis.h"
#include "core/findings/RuleSet.h"
#include "core/fixes/FixProposals.h"

#include <QFile>
#include <QSysInfo>

#include <cstdio>
#include <optional>

namespace torchmason::cli {

namespace {

DiagnosisReport readInput(const QString& name, const std::shared_ptr<const RuleSet>& rules)
{
    if (name != QLatin1String("-"))
        return orFail(diagnoseFile(name, rules));
    QFile input;
    if (!input.open(stdin, QIODevice::ReadOnly))
        fail(QStringLiteral("Cannot read standard input: %1.").arg(input.errorString()));
    return orFail(diagnose(input, rules));
}

// What `attempts import` refuses, in its words.
DiagnosisReport diagnoseInput(const QString& name, const std::shared_ptr<const RuleSet>& rules)
{
    DiagnosisReport report = readInput(name, rules);
    if (!report.isText)
        fail(QStringLiteral("%1 is not text; a log of a build is needed.")
                 .arg(name == QLatin1String("-") ? QStringLiteral("Standard input") : name));
    return report;
}

void printReport(const DiagnosisReport& report, Console& console)
{
    QString lines
        = report.lines == 1 ? QStringLiteral("1 line") : QStringLiteral("%1 lines").arg(report.lines);
    if (report.isCut)
        lines = QStringLiteral("what was read of it (%1)").arg(lines);
    if (report.lines == 0 && !report.isCut)
        return console.print(QStringLiteral("The log is empty."));
    if (report.findings.isEmpty()) {
        console.print(report.failed ? QStringLiteral("It failed, but nothing in %1 says why.").arg(lines)
                : report.knowsLines
                ? QStringLiteral("No failure found in %1.").arg(lines)
                : QStringLiteral("Nothing in %1 looks like a build, so whether one failed is not known.")
                      .arg(lines));
        return;
    }
    if (!report.findings.first().root && !report.failed && !report.interrupted)
        console.print(QStringLiteral("No failure found in %1; worth knowing:").arg(lines));
    const QStringList texts = findingTexts(report.findings);
    const bool hasCause = report.findings.first().root;
    for (qsizetype i = 0; i < texts.size(); ++i) {
        if (i > 0)
            console.print(QString());
        const bool follows = hasCause && !report.findings[i].root;
        console.print(follows ? texts[i].section(QLatin1Char('\n'), 0, 1) : texts[i]);
    }
}

// Nothing is known of the machine that wrote a log of others. Lines to copy are for the reader's system.
HostFacts thisSystem()
{
    HostFacts facts;
    facts.platform = hostPlatform();
    facts.osName = QSysInfo::prettyProductName();
    return facts;
}

BuildFolderState namedFolder(const QString& folder)
{
    BuildFolderState state = orFail(readBuildFolder(folder));
    if (!state.isConfigured)
        fail(QStringLiteral("%1 holds no CMakeCache.txt, so it is not a build folder.").arg(folder));
    return state;
}

DiagnosisReport diagnoseLog(const CommandLine& line, const std::optional<HostFacts>& host,
    const std::shared_ptr<const RuleSet>& rules)
{
    std::optional<BuildFolderState> folder;
    if (line.has("build"))
        folder = namedFolder(line.value("build"));
    DiagnosisReport report = diagnoseInput(line.positional().first(), rules);
    DecidingFacts facts = decidingFacts(report.facts, host ? &*host : nullptr);
    if (folder)
        addBuildFolder(facts, *folder);
    decideFindings(report.findings, facts);
    if (!host) {
        for (Finding& finding : report.findings) {
            for (Fix& fix : finding.fixes)
                fix.on.clear(); // on which system it was is not known
        }
    }
    completeAdvice(report.findings, host ? *host : thisSystem());
    return report;
}

DiagnosisReport diagnoseRecorded(const QString& number, const std::shared_ptr<const RuleSet>& rules)
{
    const AttemptSummary attempt = readableAttempt(number);
    DiagnosisReport report = orFail(diagnoseAttempt(attempt, rules));
    report.findings = fittedFindings(attempt.record, report.findings);
    return report;
}

int run(const CommandLine& line, Console& console)
{
    const bool isAttempt = line.has("attempt");
    if (line.positional().isEmpty() && !isAttempt)
        wrongUse(QStringLiteral("The name of a log is needed, or - for standard input."));
    if (isAttempt && (!line.positional().isEmpty() || line.has("host") || line.has("build")))
        wrongUse(
            QStringLiteral("An attempt knows its logs, its machine and its build folder: name it alone."));
    const auto host = hostNamedBy(line);
    const std::shared_ptr<const RuleSet> rules = loadRules();
    const DiagnosisReport report
        = isAttempt ? diagnoseRecorded(line.value("attempt"), rules) : diagnoseLog(line, host, rules);
    if (line.has("json")) {
        Json document = toJson(report);
        document["problems"] = toJson(rules->problems());
        console.printJson(document);
    } else {
        if (!report.problem.isEmpty()) // first: the end, which has the cause, may be missing
            console.complain(report.problem);
        printReport(report, console);
        for (const QString& problem : rules->problems())
            console.complain(problem);
    }
    return report.isCut ? ExitCode::Failed : ExitCode::Good;
}

}

Subcommand diagnoseCommand()
{
    return { "diagnose", "LOG|-|--attempt N [--host FACTS.json] [--build DIR] [--json]",
        "Reads the log of a build, also packed by gzip, and says why it failed. - reads standard input.", 0,
        1,
        { { "attempt", "N", "the logs of that attempt, with all that is known of it" },
            { "build", "DIR", "look into this build folder, too, where the log is from" }, hostOption,
            { "json", "", "print the findings as JSON" } },
        run, "Exit code: 0 the log was read, 1 it could not be read to its end, 2 wrong usage." };
}

}
