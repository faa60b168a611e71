// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/MarkdownReport.h"

#include "core/detect/HostFacts.h"
#include "core/redact/PrivacyFilter.h"
#include "core/store/SecretMask.h"

#include <QDateTime>

#include <algorithm>

namespace torchmason {

QString markdownCell(QString text)
{
    return text.replace(QLatin1Char('|'), QLatin1String("\\|")).replace(QLatin1Char('\n'), QLatin1Char(' '));
}

namespace {

// A fence longer than any run of backticks inside.
QString block(const QString& text)
{
    int longest = 0;
    int run = 0;
    for (const QChar c : text) {
        run = c == QLatin1Char('`') ? run + 1 : 0;
        longest = std::max(longest, run);
    }
    const QString fence(std::max(3, longest + 1), QLatin1Char('`'));
    return QStringLiteral("%1\n%2\n%1\n").arg(fence, text);
}

QString outcome(const AttemptRecord& record)
{
    QString text
        = QStringLiteral("# Attempt %1: %2\n\n").arg(record.number).arg(attemptStateId(record.state));
    const auto line = [&text](const char* name, const QString& value) {
        if (!value.isEmpty())
            text += QStringLiteral("- %1: %2\n").arg(QLatin1String(name), value);
    };
    line("Profile", QStringLiteral("%1 (`%2`)").arg(record.request.profileName, record.request.profileId));
    if (record.startedAt)
        line("Started", QDateTime::fromMSecsSinceEpoch(*record.startedAt).toUTC().toString(Qt::ISODate));
    line("Took", record.duration ? formatDuration(*record.duration) : QString());
    line("Source",
        record.request.source.version.isEmpty()
            ? QString()
            : QStringLiteral("PyTorch %1").arg(record.request.source.version));
    line("Jobs", record.request.jobs ? QString::number(*record.request.jobs) : QString());
    line("Steps", record.edgesDone ? QString::number(*record.edgesDone) : QString());
    line("Peak memory of the build", record.peakMemory ? formatBytes(*record.peakMemory) : QString());
    line("Error", withoutSecrets(record.error));
    return text + QLatin1Char('\n');
}

QString causes(const QVector<Finding>& findings)
{
    QString text;
    for (const Finding& finding : findings) {
        if (!finding.root)
            continue;
        text += QStringLiteral("### %1\n\n%2\n\n")
                    .arg(withoutSecrets(finding.title), withoutSecrets(finding.explanation));
        text += QStringLiteral("`%1` in the log of %2, line %3:\n\n")
                    .arg(finding.rule, finding.stage)
                    .arg(finding.line);
        text += block(withoutSecrets(finding.evidence)) + QLatin1Char('\n');
        for (const Fix& fix : finding.fixes)
            text
                += QStringLiteral("- **%1** %2\n").arg(withoutSecrets(fix.title), withoutSecrets(fix.detail));
        text += QLatin1Char('\n');
    }
    return text.isEmpty() ? text : QStringLiteral("## Causes\n\n") + text;
}

QString machine(const Json& document)
{
    const auto facts = hostFactsFromJson(document, QStringLiteral("hostFacts"));
    if (document.is_null() || !facts)
        return {};
    QString text = QStringLiteral("## Machine\n\n| What | Value |\n| --- | --- |\n");
    const auto row = [&text](const QString& name, const QString& value) {
        if (!value.isEmpty())
            text += QStringLiteral("| %1 | %2 |\n").arg(markdownCell(name), markdownCell(value));
    };
    row(QStringLiteral("System"), facts->osName);
    row(QStringLiteral("Processor"), facts->cpuModel);
    row(QStringLiteral("RAM"), facts->memoryTotal ? formatBytes(*facts->memoryTotal) : QString());
    for (const GpuFacts& gpu : facts->gpus)
        row(QStringLiteral("GPU"),
            QStringLiteral("%1, compute capability %2").arg(gpu.name, gpu.computeCapability));
    for (const CudaToolkitFacts& toolkit : facts->cudaToolkits)
        row(QStringLiteral("CUDA"), toolkit.version);
    for (const CompilerFacts& compiler : facts->compilers)
        row(QStringLiteral("Compiler"), compiler.family + QLatin1Char(' ') + compiler.version);
    for (const ToolFacts& tool : facts->tools)
        row(tool.name, tool.version);
    return text + QLatin1Char('\n');
}

QString flags(const Configuration& configuration)
{
    QString text = QStringLiteral("## Flags\n\n| Name | Value | From |\n| --- | --- | --- |\n");
    for (const FlagValue& flag : configuration.flags)
        text += QStringLiteral("| `%1` | `%2` | %3 |\n")
                    .arg(markdownCell(flag.name), markdownCell(flag.value), valueOriginId(flag.origin));
    for (const QString& name : configuration.unsetFlags)
        text += QStringLiteral("| `%1` | (taken out of the cache) | |\n").arg(markdownCell(name));
    for (const EnvironmentValue& variable : configuration.environment)
        text += QStringLiteral("| environment `%1` | `%2` | %3 |\n")
                    .arg(markdownCell(variable.name),
                        markdownCell(variable.value.value_or(QStringLiteral("(unset)"))),
                        valueOriginId(variable.origin));
    return text + QLatin1Char('\n');
}

QString stages(const AttemptRecord& record)
{
    QString text = QStringLiteral("## Stages\n\n| Stage | State | Took | Exit | Errors | Warnings |\n"
                                  "| --- | --- | --- | --- | --- | --- |\n");
    const auto count
        = [](std::optional<qint64> number) { return number ? QString::number(*number) : QString(); };
    for (const StageResult& stage : record.stages)
        text += QStringLiteral("| %1 | %2 | %3 | %4 | %5 | %6 |\n")
                    .arg(stage.id, stageStateId(stage.state),
                        stage.duration ? formatDuration(*stage.duration) : QString(),
                        stage.exitCode ? QString::number(*stage.exitCode) : QString(), count(stage.errors),
                        count(stage.warnings));
    text += QStringLiteral("\n## Commands\n");
    for (const Stage& stage : record.plan.stages) {
        if (stage.skipped)
            continue;
        QStringList lines;
        for (const Command& command : stage.commands)
            lines << commandText(command, hostPlatform());
        text += QStringLiteral("\n%1\n\n").arg(stage.title) + block(lines.join(QLatin1Char('\n')));
    }
    return text;
}

}

QString markdownReport(const AttemptRecord& unmasked, const QVector<Finding>& findings)
{
    AttemptRecord record = unmasked;
    record.request = masked(std::move(record.request));
    record.plan = masked(std::move(record.plan));
    return publishable(outcome(record) + causes(findings) + machine(record.request.hostFacts)
        + flags(record.request.configuration) + stages(record)
        + QStringLiteral("\nWritten by Torchmason %1.\n").arg(QStringLiteral(TORCHMASON_VERSION)));
}

}
