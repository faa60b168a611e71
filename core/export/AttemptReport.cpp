// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/AttemptReport.h"

#include "core/config/BuildChoice.h"
#include "core/history/ComparedValueList.h"
#include "core/store/AttemptFiles.h"
#include "core/store/SecretMask.h"
#include "core/store/StepsBefore.h"

#include <QDateTime>

namespace torchmason {

namespace {

QString numberText(std::optional<qint64> number)
{
    return number ? QString::number(*number) : QString();
}

QVector<QPair<QString, ReportText>> factsOf(const AttemptRecord& record)
{
    QVector<QPair<QString, ReportText>> facts;
    const auto add = [&facts](const char* name, const ReportText& value) {
        if (!value.words.isEmpty() || !value.code.isEmpty())
            facts.append({ QLatin1String(name), value });
    };
    add("Profile", { record.request.profileName, record.request.profileId });
    if (record.startedAt || isOfLog(record))
        add("Started",
            { startText(
                record, QDateTime::fromMSecsSinceEpoch(startOf(record)).toUTC().toString(Qt::ISODate)) });
    add("Took", { record.duration ? formatDuration(*record.duration) : QString() });
    add("Source",
        { record.request.source.version.isEmpty()
                ? QString()
                : QStringLiteral("PyTorch %1").arg(record.request.source.version) });
    add("Jobs", { record.request.jobs ? QString::number(*record.request.jobs) : QString() });
    add("Steps", { stepsText(record, {}) });
    add("Peak memory of the build", { record.peakMemory ? formatBytes(*record.peakMemory) : QString() });
    add("Error", { withoutSecrets(record.error) });
    return facts;
}

Finding withoutSecrets(Finding finding)
{
    for (QString* text : { &finding.title, &finding.explanation, &finding.evidence })
        *text = torchmason::withoutSecrets(*text);
    for (Fix& fix : finding.fixes) {
        fix.title = torchmason::withoutSecrets(fix.title);
        fix.detail = torchmason::withoutSecrets(fix.detail);
    }
    return finding;
}

// As the window and the comparison name it. Folders and names of computers are not told.
std::optional<ReportTable> machineOf(const AttemptRecord& record)
{
    static const QStringList leftOut { QStringLiteral("environment"), QStringLiteral("computer"),
        QStringLiteral("program") };
    ReportTable table { QStringLiteral("Machine"),
        { QStringLiteral("Part"), QStringLiteral("What"), QStringLiteral("Value") }, {} };
    ComparedValueList values;
    addMachineValues(record, values);
    for (const ComparedValue& value : values.take()) {
        if (!leftOut.contains(value.name))
            table.rows.append({ { comparedGroupTitle(value.group) }, { value.label }, { value.value } });
    }
    return table.rows.isEmpty() ? std::nullopt : std::optional(table);
}

enum class FlagRows {
    All,
    Changed,
};

ReportTable flagsOf(const Configuration& configuration, FlagRows rows)
{
    const bool isWhole = rows == FlagRows::All;
    ReportTable table { isWhole ? QStringLiteral("Flags")
                                : QStringLiteral("Flags that differ from the profile"),
        { QStringLiteral("Name"), QStringLiteral("Value"), QStringLiteral("From") }, {} };
    const auto isShown = [isWhole](ValueOrigin origin) {
        return isWhole || (origin != ValueOrigin::Default && origin != ValueOrigin::Profile);
    };
    for (const FlagValue& flag : configuration.flags) {
        if (isShown(flag.origin))
            table.rows.append({ { {}, flag.name }, { {}, flag.value }, { originText(flag.origin) } });
    }
    for (const QString& name : configuration.unsetFlags)
        table.rows.append({ { {}, name }, { QStringLiteral("(taken out of the cache)") }, {} });
    for (const EnvironmentValue& variable : configuration.environment) {
        if (isShown(variable.origin))
            table.rows.append({ { QStringLiteral("environment"), variable.name },
                { {}, variable.value.value_or(QStringLiteral("(unset)")) },
                { originText(variable.origin) } });
    }
    return table;
}

ReportTable stagesOf(const AttemptRecord& record)
{
    ReportTable table { QStringLiteral("Stages"),
        { QStringLiteral("Stage"), QStringLiteral("State"), QStringLiteral("Took"), QStringLiteral("Exit"),
            QStringLiteral("Errors"), QStringLiteral("Warnings") },
        {} };
    for (const StageResult& stage : record.stages)
        table.rows.append({ { stage.id }, { stageStateText(stage, record) },
            { stage.duration ? formatDuration(*stage.duration) : QString() }, { numberText(stage.exitCode) },
            { numberText(stage.errors) }, { numberText(stage.warnings) } });
    return table;
}

QVector<ReportCommands> commandsOf(const StagePlan& plan)
{
    QVector<ReportCommands> commands;
    for (const Stage& stage : plan.stages) {
        if (stage.skipped)
            continue;
        QStringList lines;
        for (const Command& command : stage.commands)
            lines << commandText(command, hostPlatform());
        commands.append({ stage.title, lines.join(QLatin1Char('\n')) });
    }
    return commands;
}

}

AttemptReport attemptReport(const AttemptRecord& unmasked, const QVector<Finding>& findings)
{
    AttemptRecord record = unmasked;
    record.request = masked(std::move(record.request));
    record.plan = masked(std::move(record.plan));
    const Configuration& configuration = record.request.configuration;
    AttemptReport report;
    report.title = QStringLiteral("Attempt %1: %2").arg(record.number).arg(attemptStateId(record.state));
    report.facts = factsOf(record);
    for (const Finding& finding : findings)
        (finding.root ? report.causes : report.consequences).append(withoutSecrets(finding));
    report.machine = machineOf(record);
    report.flags = flagsOf(configuration, FlagRows::All);
    report.changedFlags = flagsOf(configuration, FlagRows::Changed);
    report.stages = stagesOf(record);
    report.commands = commandsOf(record.plan);
    return report;
}

}
