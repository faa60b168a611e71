// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/TextDecoding.h"
#include "core/findings/FailureMatcher.h"
#include "core/findings/LogDiagnosis.h"
#include "core/parse/ParserChain.h"
#include "core/process/ProcessRunner.h"
#include "core/trial/Trial.h"

#include <QBuffer>

namespace torchmason {

namespace {

constexpr qsizetype longestEvidence = 300;

QString cut(const QString& line)
{
    const QString text = line.trimmed();
    return text.size() <= longestEvidence ? text : text.left(longestEvidence - 3) + QStringLiteral("...");
}

// The first message that its tool calls an error, as it stands in the output.
QString firstError(const QByteArray& output)
{
    const QList<QByteArray> lines = output.split('\n');
    qint64 found = 0;
    const auto take = [&found](const Diagnostic& diagnostic) {
        if (found == 0 && diagnostic.severity >= Severity::Error)
            found = diagnostic.logLine;
    };
    ParserChain parsers(take);
    qint64 number = 0;
    for (const QByteArray& line : lines)
        parsers.addLine(line, ++number);
    parsers.finish();
    return found > 0 && found <= lines.size() ? plainToolText(lines[found - 1]) : QString();
}

QString lastLine(const QByteArray& output)
{
    const QList<QByteArray> lines = output.split('\n');
    for (auto line = lines.crbegin(); line != lines.crend(); ++line) {
        const QString text = plainToolText(*line).trimmed();
        if (!text.isEmpty())
            return text;
    }
    return {};
}

// Rules know many messages by their codes, in whatever language the tool speaks.
std::optional<Finding> knownCause(const QByteArray& output)
{
    QBuffer log;
    log.setData(output);
    if (!log.open(QIODevice::ReadOnly))
        return std::nullopt;
    const auto report = diagnose(log, loadRules(), StageOutcome::Failed);
    if (!report || report->findings.isEmpty() || !report->findings[0].root)
        return std::nullopt;
    return report->findings[0];
}

QString ending(const TrialStep& step, const StepAnswer& answer)
{
    if (answer.timedOut)
        return QStringLiteral("%1 did not end within %2.").arg(step.doing, formatDuration(step.limit));
    if (!answer.problem.isEmpty())
        return answer.problem;
    if (answer.crashed)
        return QStringLiteral("%1: the program %2.").arg(step.doing, crashText(answer.exitCode));
    return QStringLiteral("%1 failed with exit code %2.").arg(step.doing).arg(answer.exitCode);
}

QString adviceOf(const Finding& finding)
{
    if (finding.fixes.isEmpty())
        return {};
    const Fix& fix = finding.fixes.first();
    return fix.detail.isEmpty() ? fix.title : fix.detail;
}

}

QString StepAnswer::text() const
{
    QStringList lines;
    for (const QByteArray& line : output.split('\n'))
        lines << plainToolText(line); // each by itself: tools of one step may write in two encodings
    return lines.join(QLatin1Char('\n'));
}

void setPass(TrialFacts& trial, const QString& found)
{
    trial.state = QStringLiteral("pass");
    trial.found = found;
}

void setWarning(TrialFacts& trial, const QString& found, const QString& fix)
{
    trial.state = QStringLiteral("warning");
    trial.found = found;
    trial.fix = fix;
}

void setFailed(TrialFacts& trial, const QString& found, const QString& fix)
{
    trial.state = QStringLiteral("fail");
    trial.found = found;
    trial.fix = fix;
}

void setUnknown(TrialFacts& trial, const QString& why)
{
    trial.state = QStringLiteral("unknown");
    trial.found = why;
}

Json jsonIn(const QByteArray& output)
{
    static const QByteArray mark = "TORCHMASON-TRIAL ";
    const QList<QByteArray> lines = output.split('\n');
    for (auto line = lines.crbegin(); line != lines.crend(); ++line) {
        const qsizetype begin = line->startsWith(mark) ? mark.size() : 0;
        const auto document = parseJson(line->mid(begin).trimmed(), QStringLiteral("the trial's answer"));
        if (document && document->is_object())
            return *document;
    }
    return {};
}

void tellFailure(const TrialStep& step, const StepAnswer& answer, TrialFacts& trial)
{
    setFailed(trial, ending(step, answer), {});
    trial.evidence = cut(firstError(answer.output));
    if (trial.evidence.isEmpty())
        trial.evidence = cut(lastLine(answer.output));
    if (answer.started && !answer.timedOut) {
        if (const auto cause = knownCause(answer.output)) {
            trial.found += QLatin1Char(' ') + cause->title
                + (cause->title.endsWith(QLatin1Char('.')) ? QString() : QStringLiteral("."));
            trial.evidence = cut(cause->evidence);
            trial.fix = adviceOf(*cause);
        }
    }
    if (!trial.evidence.isEmpty())
        trial.found += QStringLiteral(" It said: \"%1\"").arg(trial.evidence);
}

}
