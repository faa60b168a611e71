// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/Console.h"
#include "app/cli/HostOption.h"
#include "app/cli/Subcommand.h"
#include "core/findings/FindingDecision.h"
#include "core/findings/LogDiagnosis.h"
#include "core/findings/RuleSet.h"

#include <QFile>

#include <cstdio>

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
    for (const Fix& fix : finding.fixes)
        console.print(
            QStringLiteral("  %1 %2. %3")
                .arg(console.sign(QStringLiteral("→"), QStringLiteral("-")), fix.title, fix.detail));
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

}

// Exit code 0 where the log could be read, whatever it says; 1 where it could not.
int runDiagnose(const QStringList& words, Console& console)
{
    CommandLine line(QStringLiteral("diagnose LOG|- [--host FACTS.json] [--json]"),
        QStringLiteral("Reads the log of a build and says why it failed. - reads standard input."));
    declareHostOption(line, QStringLiteral("decide with the facts of that machine (made by doctor --json)"));
    line.option(QStringLiteral("json"), {}, QStringLiteral("print the findings as JSON"));
    line.note(QStringLiteral("Exit code: 0 the log was read, 1 it could not be read, 2 wrong use."));
    if (const auto code = line.parse(words, console, 1))
        return *code;
    if (line.positional().isEmpty())
        return console.wrongUse(QStringLiteral("diagnose needs the name of a log, or - for standard input."));

    const auto host = hostNamedBy(line);
    if (!host)
        return console.failed(host.error().message);

    const std::shared_ptr<const RuleSet> rules = loadRules();
    Result<DiagnosisReport> report = diagnoseInput(line.positional().first(), rules);
    if (!report)
        return console.failed(report.error().message);
    decideFindings(report.value().findings, decidingFacts(report->facts, *host ? &**host : nullptr));
    if (line.has(QStringLiteral("json"))) {
        Json document = toJson(*report);
        document["problems"] = toJson(rules->problems());
        console.printJson(document);
    } else {
        printReport(*report, console);
    }
    return ExitCode::Good;
}

}
