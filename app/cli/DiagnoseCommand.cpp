// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/AttemptViews.h"
#include "app/cli/AttemptsCommand.h"
#include "app/cli/Console.h"
#include "app/cli/HostOption.h"
#include "app/cli/Subcommand.h"
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

Result<DiagnosisReport> diagnoseInput(const QString& name, const std::shared_ptr<const RuleSet>& rules)
{
    if (name != QLatin1String("-"))
        return diagnoseFile(name, rules);
    QFile input;
    if (!input.open(stdin, QIODevice::ReadOnly))
        return Error { QStringLiteral("Cannot read standard input: %1.").arg(input.errorString()) };
    return diagnose(input, rules);
}

QString confidenceText(Confidence confidence)
{
    switch (confidence) {
    case Confidence::Low:
        return QStringLiteral("a guess");
    case Confidence::Medium:
        return QStringLiteral("likely");
    case Confidence::High:
        break;
    }
    return QStringLiteral("sure");
}

void printFinding(const Finding& finding, Console& console)
{
    const QString kind = finding.root ? QStringLiteral("Cause") : QStringLiteral("Also seen");
    console.print(QStringLiteral("%1: %2").arg(kind, finding.title));
    const QString certainty
        = finding.root ? QStringLiteral(", ") + confidenceText(finding.confidence) : QString();
    console.print(QStringLiteral("  line %1  [%2%3]").arg(finding.line).arg(finding.rule, certainty));
    console.print(QStringLiteral("  > %1").arg(finding.evidence.left(400)));
    if (!finding.root)
        return;
    console.print(QStringLiteral("  %1").arg(finding.explanation));
    for (const QString& candidate : finding.candidates)
        console.print(QStringLiteral("  ? %1").arg(candidate));
    for (const Fix& fix : finding.fixes) {
        console.print(
            QStringLiteral("  %1 %2. %3")
                .arg(console.sign(QStringLiteral("→"), QStringLiteral("-")), fix.title, fix.detail));
        if (!fix.command.isEmpty())
            console.print(QStringLiteral("      $ %1").arg(fix.command));
    }
}

void printReport(const DiagnosisReport& report, Console& console)
{
    if (report.findings.isEmpty()) {
        console.print(report.failed
                ? QStringLiteral("It failed, but nothing in the %1 lines says why.").arg(report.lines)
                : QStringLiteral("No failure found in %1 lines.").arg(report.lines));
        return;
    }
    if (!report.findings.first().root && !report.failed && !report.interrupted)
        console.print(QStringLiteral("No failure found in %1 lines; worth knowing:").arg(report.lines));
    for (qsizetype i = 0; i < report.findings.size(); ++i) {
        if (i > 0)
            console.print(QString());
        printFinding(report.findings[i], console);
    }
}

// What is known here of the machine that wrote a log that somebody brought: nothing. Lines to copy are for
// the system of whoever reads them.
HostFacts thisSystem()
{
    HostFacts facts;
    facts.platform = hostPlatform();
    facts.osName = QSysInfo::prettyProductName();
    return facts;
}

// The folder that the user names; nullopt where they name none.
Result<std::optional<BuildFolderState>> namedFolder(const CommandLine& line)
{
    using Folder = std::optional<BuildFolderState>;
    if (!line.has(QStringLiteral("build")))
        return Folder();
    const QString folder = line.value(QStringLiteral("build"));
    auto state = readBuildFolder(folder);
    if (!state)
        return state.error();
    if (!state->isConfigured)
        return Error { QStringLiteral("%1 holds no CMakeCache.txt, so it is no build folder.").arg(folder) };
    return Folder(std::move(state).value());
}

Result<DiagnosisReport> diagnoseLog(const CommandLine& line, const std::optional<HostFacts>& host,
    const std::shared_ptr<const RuleSet>& rules)
{
    const auto folder = namedFolder(line);
    if (!folder)
        return folder.error();
    auto report = diagnoseInput(line.positional().first(), rules);
    if (!report)
        return report;
    DecidingFacts facts = decidingFacts(report->facts, host ? &*host : nullptr);
    if (*folder)
        addBuildFolder(facts, **folder);
    QVector<Finding>& findings = report.value().findings;
    decideFindings(findings, facts);
    if (!host) {
        for (Finding& finding : findings) {
            for (Fix& fix : finding.fixes)
                fix.on.clear(); // nobody knows on which system it was
        }
    }
    completeAdvice(findings, host ? *host : thisSystem());
    return report;
}

Result<DiagnosisReport> diagnoseRecorded(
    const AttemptSummary& attempt, const std::shared_ptr<const RuleSet>& rules)
{
    auto report = diagnoseAttempt(attempt, rules);
    if (report)
        report.value().findings = fittedFindings(attempt.record, report->findings);
    return report;
}

}

// Exit code 0 where the log could be read, whatever it says; 1 where it could not.
int runDiagnose(const QStringList& words, Console& console)
{
    CommandLine line(QStringLiteral("diagnose LOG|-|--attempt N [--host FACTS.json] [--build DIR] [--json]"),
        QStringLiteral("Reads the log of a build and says why it failed. - reads standard input."));
    line.option(QStringLiteral("attempt"), QStringLiteral("N"),
        QStringLiteral("the logs of that attempt, with all that is known of it"));
    line.option(QStringLiteral("build"), QStringLiteral("DIR"),
        QStringLiteral("decide with what lies in the build folder that the log is of"));
    declareHostOption(line, QStringLiteral("decide with the facts of that machine (made by doctor --json)"));
    line.option(QStringLiteral("json"), {}, QStringLiteral("print the findings as JSON"));
    line.note(QStringLiteral("Exit code: 0 the log was read, 1 it could not be read, 2 wrong use."));
    int code = 0;
    if (const auto ends = line.parse(words, console, 1))
        return *ends;
    const bool isAttempt = line.has(QStringLiteral("attempt"));
    if (line.positional().isEmpty() && !isAttempt)
        return console.wrongUse(QStringLiteral("diagnose needs the name of a log, or - for standard input."));
    if (isAttempt
        && (!line.positional().isEmpty() || line.has(QStringLiteral("host"))
            || line.has(QStringLiteral("build"))))
        return console.wrongUse(
            QStringLiteral("an attempt knows its logs, its machine and its build folder: name it alone."));

    const auto host = hostNamedBy(line);
    if (!host)
        return console.failed(host.error().message);

    const std::shared_ptr<const RuleSet> rules = loadRules();
    std::optional<AttemptSummary> attempt;
    if (isAttempt) {
        attempt = attemptNamed(line.value(QStringLiteral("attempt")), console, code);
        if (!attempt)
            return code;
        if (!attempt->error.isEmpty())
            return console.failed(attempt->error);
    }
    const Result<DiagnosisReport> report
        = attempt ? diagnoseRecorded(*attempt, rules) : diagnoseLog(line, *host, rules);
    if (!report)
        return console.failed(report.error().message);
    if (line.has(QStringLiteral("json"))) {
        Json document = toJson(*report);
        document["problems"] = toJson(rules->problems());
        console.printJson(document);
    } else {
        printReport(*report, console);
        for (const QString& problem : rules->problems())
            console.complain(problem);
    }
    return ExitCode::Good;
}

}
