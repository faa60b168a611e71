// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/AttemptReport.h"

#include "core/config/BuildChoice.h"
#include "core/history/ComparedValueList.h"
#include "core/history/HowBuilt.h"
#include "core/store/AttemptFiles.h"
#include "core/store/SecretMask.h"
#include "core/store/StageStanding.h"
#include "core/store/StepsBefore.h"

#include <QDateTime>
#include <QFileInfo>

namespace torchmason {

namespace {

QString numberText(std::optional<qint64> number)
{
    return number ? QString::number(*number) : QString();
}

// "torch-2.6.0-cp311-cp311-linux_x86_64.whl, 182.4 MB, SHA-256 0123456789ab"
QString wheelText(const WheelRecord& wheel)
{
    QStringList parts { wheelFileName(wheel), formatBytes(wheel.size) };
    if (!wheel.sha256.isEmpty())
        parts << QStringLiteral("SHA-256 %1").arg(shortHash(wheel));
    return parts.join(QStringLiteral(", "));
}

// Only names: the folders are those of one machine.
QString productsText(const AttemptRecord& record)
{
    constexpr qsizetype most = 5;
    const QStringList products = productsOf(record);
    QStringList names;
    for (const QString& product : products.mid(0, most))
        names << QString(product).replace(u'\\', u'/').section(u'/', -1);
    if (products.size() > most)
        names << QStringLiteral("and %1 more").arg(products.size() - most);
    return names.join(QStringLiteral(", "));
}

QVector<QPair<QString, ReportText>> factsOf(const AttemptSummary& attempt)
{
    const AttemptRecord& record = attempt.record;
    const AttemptNotes& notes = attempt.notes;
    QVector<QPair<QString, ReportText>> facts;
    const auto add = [&facts](const char* name, const ReportText& value) {
        if (!value.words.isEmpty() || !value.code.isEmpty())
            facts.append({ QLatin1String(name), value });
    };
    add("Profile", { record.request.profileName, record.request.profileId });
    if (const auto base = record.request.continuesAttempt)
        add("Continues", { QStringLiteral("attempt %1").arg(*base) });
    if (record.startedAt || isOfLog(record))
        add("Started",
            { startText(
                record, QDateTime::fromMSecsSinceEpoch(startOf(record)).toUTC().toString(Qt::ISODate)) });
    add("Duration", { record.duration ? formatDuration(*record.duration) : QString() });
    add("Source",
        { record.request.source.version.isEmpty()
                ? QString()
                : QStringLiteral("PyTorch %1").arg(record.request.source.version) });
    add("Jobs", { record.request.jobs ? QString::number(*record.request.jobs) : QString() });
    add("Steps", { stepsText(record, stepsBefore(record, AttemptStore(QFileInfo(attempt.folder).path()))) });
    add("Peak memory of the build", { record.peakMemory ? formatBytes(*record.peakMemory) : QString() });
    for (const WheelRecord& wheel : record.wheels)
        add("Wheel", { wheelText(wheel) });
    add("What was made", { productsText(record) });
    add("Error", { withoutSecrets(record.error) });
    add("Tags", { notes.tags.join(QStringLiteral(", ")) });
    add("Note", { withoutSecrets(notes.note) });
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

ReportTable flagsOf(const Configuration& configuration)
{
    ReportTable table { QStringLiteral("Flags"),
        { QStringLiteral("Name"), QStringLiteral("Value"), QStringLiteral("From") }, {} };
    for (const FlagValue& flag : configuration.flags)
        table.rows.append({ { {}, flag.name }, { {}, flag.value }, { originText(flag.origin) } });
    for (const QString& name : configuration.unsetFlags)
        table.rows.append({ { {}, name }, { QStringLiteral("(removed from the cache)") }, {} });
    for (const EnvironmentValue& variable : configuration.environment)
        table.rows.append({ { QStringLiteral("environment"), variable.name },
            { {}, variable.value.value_or(QStringLiteral("(unset)")) }, { originText(variable.origin) } });
    return table;
}

// As the window's tab says it.
ReportTable changedFlagsOf(const AttemptSummary& attempt, const std::optional<BuildRequest>& profile)
{
    ReportTable table { QStringLiteral("Flags that differ from the profile"),
        { QStringLiteral("Name"), QStringLiteral("Value"), QStringLiteral("From"),
            QStringLiteral("In the profile") },
        {} };
    for (const BuiltRow& row : howBuilt(attempt.record, attempt.folder, profile)) {
        const bool isVariable = row.group == QLatin1String("environment");
        if (row.differs && (isVariable || row.group == QLatin1String("flag")))
            table.rows.append(
                { { isVariable ? QStringLiteral("environment") : QString(), row.label }, { {}, row.value },
                    { row.origin ? originText(*row.origin) : row.note }, { {}, row.profileValue } });
    }
    return table;
}

ReportTable stagesOf(const AttemptRecord& record)
{
    ReportTable table { QStringLiteral("Stages"),
        { QStringLiteral("Stage"), QStringLiteral("Outcome"), QStringLiteral("Duration"),
            QStringLiteral("Exit"), QStringLiteral("Errors"), QStringLiteral("Warnings") },
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

AttemptReport attemptReport(const AttemptSummary& attempt, const QVector<Finding>& findings,
    const std::optional<BuildRequest>& profile)
{
    AttemptRecord record = attempt.record;
    record.request = masked(std::move(record.request));
    record.plan = masked(std::move(record.plan));
    AttemptReport report;
    report.title = QStringLiteral("Attempt %1: %2").arg(record.number).arg(attemptStateId(record.state));
    report.facts = factsOf(attempt);
    for (const Finding& finding : findings)
        (finding.root ? report.causes : report.consequences).append(withoutSecrets(finding));
    report.machine = machineOf(record);
    report.flags = flagsOf(record.request.configuration);
    report.changedFlags = changedFlagsOf(attempt, profile);
    report.stages = stagesOf(record);
    report.commands = commandsOf(record.plan);
    return report;
}

}
