// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/AttemptComparison.h"

#include "core/detect/HostFacts.h"

namespace torchmason {

namespace {

// Names with values in the order in which they were put, of one side.
using Named = QVector<std::pair<QString, QString>>;

const QString* valueOf(const Named& values, const QString& name)
{
    for (const auto& [known, value] : values) {
        if (known == name)
            return &value;
    }
    return nullptr;
}

void addDifferences(
    const QString& group, const Named& left, const Named& right, QVector<AttemptDifference>& differences)
{
    for (const auto& [name, value] : left) {
        const QString* other = valueOf(right, name);
        if (!other || *other != value)
            differences.append({ group, name, value, other ? *other : QString() });
    }
    for (const auto& [name, value] : right) {
        if (!valueOf(left, name))
            differences.append({ group, name, QString(), value });
    }
}

Named outcomeOf(const AttemptRecord& record)
{
    return { { QStringLiteral("state"), attemptStateId(record.state) },
        { QStringLiteral("cause"), record.firstFinding },
        { QStringLiteral("took"), record.duration ? formatDuration(*record.duration) : QString() },
        { QStringLiteral("peak memory"), record.peakMemory ? formatBytes(*record.peakMemory) : QString() },
        { QStringLiteral("steps"), record.edgesDone ? QString::number(*record.edgesDone) : QString() } };
}

Named requestOf(const BuildRequest& request)
{
    return { { QStringLiteral("profile"), request.profileId },
        { QStringLiteral("source"), request.sourceFolder }, { QStringLiteral("build"), request.buildFolder },
        { QStringLiteral("tag"), request.source.tag },
        { QStringLiteral("targets"), request.targets.join(QLatin1Char(' ')) },
        { QStringLiteral("jobs"), request.jobs ? QString::number(*request.jobs) : QString() } };
}

Named flagsOf(const Configuration& configuration)
{
    Named values;
    for (const FlagValue& flag : configuration.flags)
        values.append({ flag.name, flag.value });
    for (const QString& name : configuration.unsetFlags)
        values.append({ name, QStringLiteral("(taken out of the cache)") });
    return values;
}

Named environmentOf(const Configuration& configuration)
{
    Named values;
    for (const EnvironmentValue& variable : configuration.environment)
        values.append({ variable.name, variable.value.value_or(QStringLiteral("(unset)")) });
    return values;
}

Named toolsOf(const Json& document)
{
    const auto facts = hostFactsFromJson(document, QStringLiteral("hostFacts"));
    Named values;
    if (!facts)
        return values;
    for (const ToolFacts& tool : facts->tools)
        values.append({ tool.name, tool.version });
    for (const CompilerFacts& compiler : facts->compilers) {
        if (compiler.isDefault)
            values.append(
                { QStringLiteral("compiler"), compiler.family + QLatin1Char(' ') + compiler.version });
    }
    if (const CudaToolkitFacts* toolkit = facts->winningToolkit())
        values.append({ QStringLiteral("CUDA"), toolkit->version });
    return values;
}

Named stagesOf(const AttemptRecord& record)
{
    Named values;
    for (const StageResult& stage : record.stages) {
        const QString took
            = stage.duration ? QStringLiteral(" in %1").arg(formatDuration(*stage.duration)) : QString();
        values.append({ stage.id, stageStateId(stage.state) + took });
    }
    return values;
}

}

QVector<AttemptDifference> compareRecords(const AttemptRecord& left, const AttemptRecord& right)
{
    QVector<AttemptDifference> differences;
    addDifferences(QStringLiteral("outcome"), outcomeOf(left), outcomeOf(right), differences);
    addDifferences(QStringLiteral("request"), requestOf(left.request), requestOf(right.request), differences);
    addDifferences(QStringLiteral("flag"), flagsOf(left.request.configuration),
        flagsOf(right.request.configuration), differences);
    addDifferences(QStringLiteral("environment"), environmentOf(left.request.configuration),
        environmentOf(right.request.configuration), differences);
    addDifferences(QStringLiteral("tool"), toolsOf(left.request.hostFacts), toolsOf(right.request.hostFacts),
        differences);
    addDifferences(QStringLiteral("stage"), stagesOf(left), stagesOf(right), differences);
    return differences;
}

}
