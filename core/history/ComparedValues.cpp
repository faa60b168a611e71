// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/ComparedValues.h"

#include "core/base/Core.h"
#include "core/config/CacheWish.h"
#include "core/fixes/RequestDifference.h"
#include "core/history/ComparedValueList.h"
#include "core/history/EdgeTimeline.h"
#include "core/redact/SecretText.h"
#include "core/store/FailedSteps.h"
#include "core/store/StageStanding.h"

#include <algorithm>
#include <array>

namespace torchmason {

namespace {

constexpr double leastBytes = 64.0 * mebibyte;
constexpr double leastCores = 0.5;

struct Title {
    const char* group;
    const char* title;
};
constexpr std::array<Title, 11> titles { { { "outcome", QT_TRANSLATE_NOOP("Core", "How it ended") },
    { "finding", QT_TRANSLATE_NOOP("Core", "Findings") },
    { "request", QT_TRANSLATE_NOOP("Core", "What was asked") },
    { "flag", QT_TRANSLATE_NOOP("Core", "Flags") },
    { "environment", QT_TRANSLATE_NOOP("Core", "Environment") },
    { "tool", QT_TRANSLATE_NOOP("Core", "Tools") }, { "python", QT_TRANSLATE_NOOP("Core", "Python") },
    { "gpu", QT_TRANSLATE_NOOP("Core", "Graphics cards") }, { "system", QT_TRANSLATE_NOOP("Core", "System") },
    { "stage", QT_TRANSLATE_NOOP("Core", "Stages") },
    { "cache", QT_TRANSLATE_NOOP("Core", "Compiler cache") } } };

// Where a value of requestValues() goes.
struct Place {
    const char* known;
    const char* group;
    const char* name;
    const char* label = nullptr; // beside a value, where the name in a sentence does not read well
};
constexpr std::array<Place, 21> places { { { "Source folder", "request", "source" },
    { "Git tag", "request", "tag" }, { "Debian suite", "request", "suite" },
    { "Build folder", "request", "build" }, { "Patches", "request", "patches" },
    { "Targets", "request", "targets" }, { "Clean first", "request", "clean" },
    { "Begins at", "request", "begins at" }, { "Ends after", "request", "ends after" },
    { "Skipped stages", "request", "left out" }, { "Number of jobs", "request", "jobs" },
    { "Memory limit", "request", "memory limit" }, { "Memory gate", "request", "gate" },
    { "Result", "request", "result" }, { "Wheel installed into", "request", "install" },
    { "Generator", "request", "generator" }, { "Visual Studio", "request", "visual studio" },
    { "Parts that CMake switched off", "request", "switched off",
        QT_TRANSLATE_NOOP("Core", "If CMake switches off a part") },
    { "Python of the build", "python", "interpreter" }, { "Python packages", "python", "packages" },
    { "Folder of Python packages", "python", "wheels" } } };

// Of attemptStateId() and stageStateText(), which stay English in files.
[[maybe_unused]] constexpr const char* stateWords[] = { QT_TRANSLATE_NOOP("Core", "requested"),
    QT_TRANSLATE_NOOP("Core", "waiting"), QT_TRANSLATE_NOOP("Core", "running"),
    QT_TRANSLATE_NOOP("Core", "succeeded"), QT_TRANSLATE_NOOP("Core", "failed"),
    QT_TRANSLATE_NOOP("Core", "stopped"), QT_TRANSLATE_NOOP("Core", "interrupted"),
    QT_TRANSLATE_NOOP("Core", "skipped"), QT_TRANSLATE_NOOP("Core", "not reached") };

void addMemory(
    const char* name, const QString& label, const std::optional<Bytes>& memory, ComparedValueList& values)
{
    if (memory)
        values.addAmount("outcome", name, label, formatBytes(*memory), double(*memory), leastBytes);
}

// As ninja counts. A log has records of some of its steps only.
std::optional<qint64> countedDone(const ComparedAttempt& attempt)
{
    const auto told = attempt.record.edgesDone;
    const bool recordsAreWhole = !attempt.steps.isEmpty() && !(told && isOfLog(attempt.record));
    return recordsAreWhole ? std::optional<qint64>(attempt.steps.size()) : told;
}

qint64 countedInAll(const ComparedAttempt& attempt)
{
    return std::max(countedDone(attempt).value_or(0), attempt.record.edgesTotal.value_or(0));
}

// "62 of 65", as the header has it: what was done before counts, too.
void addSteps(const ComparedAttempt& attempt, ComparedValueList& values)
{
    const auto done = countedDone(attempt);
    if (!done)
        return;
    const qint64 recorded = attempt.steps.size() - finishedSteps(attempt.steps).size();
    const qint64 before = doneBefore(attempt);
    const qint64 finished = before + stepsDone(*done, attempt.record.edgesFailed.value_or(recorded));
    const qint64 total = before + countedInAll(attempt);
    const QString number = QString::number(finished);
    QString text = finished < total ? Core::tr("%L1 of %L2").arg(finished).arg(total) : number;
    if (before > 0)
        text = Core::tr("%1 (%L2 were done before)").arg(text).arg(before);
    values.addTitled("outcome", "steps", Core::tr("Steps that succeeded"), text, number);
}

void addOutcome(const ComparedAttempt& attempt, ComparedValueList& values)
{
    const AttemptRecord& record = attempt.record;
    const ResourceUse& use = attempt.use;
    values.add("outcome", "state", Core::tr("Outcome"), shownText(attemptStateId(record.state)));
    values.add("outcome", "cause", Core::tr("Cause"), shownData(record.firstFinding));
    values.add("outcome", "error", Core::tr("Error"), record.error);
    values.addTime("outcome", QStringLiteral("took"), Core::tr("Duration"), record.duration);
    addSteps(attempt, values);
    addMemory("peak memory", Core::tr("Peak memory"), record.peakMemory ? record.peakMemory : use.peakMemory,
        values);
    addMemory("mean memory", Core::tr("Mean memory"), use.meanMemory, values);
    if (use.meanCores)
        values.addAmount("outcome", "mean cores", Core::tr("Mean busy cores"),
            QString::number(*use.meanCores, 'f', 1), *use.meanCores, leastCores);
}

void addFindings(const QVector<Finding>& findings, ComparedValueList& values)
{
    QStringList rules;
    for (const Finding& finding : findings) {
        if (rules.contains(finding.rule))
            continue;
        rules << finding.rule;
        QStringList texts;
        for (const Finding& other : findings) {
            if (other.rule != finding.rule)
                continue;
            const QString role
                = other.root ? Core::tr("cause") : Core::tr("seen in the log, but not the cause");
            const QString text = other.subject.isEmpty() ? role : role + QStringLiteral(": ") + other.subject;
            if (!texts.contains(text))
                texts << text;
        }
        values.add("finding", finding.rule, shownData(finding.title), texts.join(QStringLiteral("; ")));
    }
}

QString commitOf(const AttemptRecord& record)
{
    QString commit;
    for (const StageResult& stage : record.stages)
        commit = stage.inputs.value(QStringLiteral("source"), commit);
    return commit;
}

QString fixesOf(const BuildRequest& request)
{
    QStringList fixes;
    for (const FindingAnswer& answer : request.answers) {
        if (!answer.takenBack)
            fixes << Core::tr("%1 (for attempt %2)").arg(answer.fix).arg(answer.attempt);
    }
    return fixes.join(QStringLiteral("; "));
}

// What a request always says, and a log does not tell.
bool isMadeUp(const AttemptRecord& record, const QString& name)
{
    static const QStringList always { QStringLiteral("clean"), QStringLiteral("begins at"),
        QStringLiteral("ends after"), QStringLiteral("gate"), QStringLiteral("result"),
        QStringLiteral("switched off"), QStringLiteral("generator") };
    return isOfLog(record) && always.contains(name);
}

// The stages that a value of requestValues() names by their ids.
QStringList namedStages(const BuildRequest& request, const QString& name)
{
    if (name == QLatin1String("begins at") && !request.fromStage.isEmpty())
        return { request.fromStage };
    if (name == QLatin1String("begins at"))
        return { stageKindId(StageKind::Fetch) };
    if (name == QLatin1String("ends after") && !request.untilStage.isEmpty())
        return { request.untilStage };
    return name == QLatin1String("left out") ? request.skippedStages : QStringList();
}

QString stageTitles(const AttemptRecord& record, const QStringList& ids)
{
    QStringList all;
    for (const QString& id : ids)
        all << stageTitle(record, id);
    return all.join(QStringLiteral(", "));
}

void addRequest(const AttemptRecord& record, ComparedValueList& values)
{
    const BuildRequest& request = record.request;
    values.addTitled("request", "profile", Core::tr("Profile"), profileText(record), request.profileId);
    if (!isOfLog(record))
        values.addTitled("request", "from", Core::tr("Source comes from"),
            sourceKindText(request.source.kind), sourceKindId(request.source.kind));
    values.add("request", "url", Core::tr("Repository"), withoutSecrets(request.source.url));
    values.add("request", "package", Core::tr("Source package"), request.source.package);
    values.add("request", "release", Core::tr("Release of the source"), request.source.version);
    values.add("request", "commit", Core::tr("Commit or version"), commitOf(record));
    const QMap<QString, QString> asked = requestValues(request);
    for (const Place& place : places) {
        const QString text = asked.value(QLatin1String(place.known));
        if (text.isEmpty() || isMadeUp(record, QLatin1String(place.name)))
            continue;
        ComparedValue value { QLatin1String(place.group), QLatin1String(place.name),
            Core::tr(place.label ? place.label : place.known), text };
        if (const QStringList stages = namedStages(request, value.name); !stages.isEmpty()) {
            value.value = stageTitles(record, stages);
            value.id = text;
        }
        if (value.name == QLatin1String("patches")) // two that change one file for one reason may differ
            value.key = QString::fromUtf8(compactJson(toJson(request.patches)));
        values.append(value);
    }
    values.add("request", "fixes", Core::tr("Fixes applied"), fixesOf(request));
    if (request.continuesAttempt)
        values.add("request", "goes on with", Core::tr("Continues attempt"),
            QString::number(*request.continuesAttempt));
    values.add("request", "cache", Core::tr("Compiler cache"), cacheTitle(cacheOf(request.configuration)));
}

void addConfiguration(const Configuration& configuration, ComparedValueList& values)
{
    for (const FlagValue& flag : configuration.flags)
        values.append({ QStringLiteral("flag"), flag.name, flag.name,
            flag.value.isEmpty() ? Core::tr("empty") : withoutSecretsOf(flag.name, flag.value),
            valueOriginId(flag.origin) });
    for (const QString& name : configuration.unsetFlags)
        values.addNamed("flag", name, Core::tr("(removed from the cache)"));
    for (const EnvironmentValue& variable : configuration.environment) {
        const QString text = !variable.value ? Core::tr("(unset)")
            : variable.value->isEmpty()      ? Core::tr("empty")
                                             : withoutSecretsOf(variable.name, *variable.value);
        values.append({ QStringLiteral("environment"), variable.name, variable.name,
            variable.inFront ? Core::tr("%1 in front").arg(text) : text, valueOriginId(variable.origin) });
    }
}

// What CMake took though nobody asked for it.
void addFolderSwitches(const AttemptRecord& record, ComparedValueList& values)
{
    if (!record.folderSwitches)
        return;
    for (const auto& [name, value] : record.folderSwitches->asKeyValueRange()) {
        if (!record.request.configuration.flag(name))
            values.append({ QStringLiteral("flag"), name, name, value, QLatin1String(fromBuildFolder) });
    }
}

void addSettingsAndTools(const AttemptRecord& record, ComparedValueList& values)
{
    addRequest(record, values);
    addConfiguration(record.request.configuration, values);
    addFolderSwitches(record, values);
    addMachineValues(record, values);
}

void addStages(const AttemptRecord& record, ComparedValueList& values)
{
    for (const StageResult& stage : record.stages) {
        const QString title = stageTitle(record, stage.id);
        values.addTime("stage", stage.id, title, stage.duration, shownText(stageStateText(stage, record)),
            stage.state == StageState::Succeeded);
        if (stage.cache)
            values.add("cache", stage.id, title, cacheUseText(*stage.cache));
    }
}

}

QStringList comparedGroups()
{
    QStringList groups;
    for (const Title& title : titles)
        groups << QLatin1String(title.group);
    return groups;
}

QString comparedGroupTitle(const QString& group)
{
    for (const Title& title : titles) {
        if (group == QLatin1String(title.group))
            return Core::tr(title.title);
    }
    return group;
}

qint64 doneBefore(const ComparedAttempt& attempt)
{
    return attempt.before.beside(countedInAll(attempt));
}

QVector<ComparedValue> comparedValues(const ComparedAttempt& attempt)
{
    ComparedValueList values;
    addOutcome(attempt, values);
    addFindings(attempt.findings, values);
    addSettingsAndTools(attempt.record, values);
    addStages(attempt.record, values);
    return values.take();
}

QVector<ComparedValue> settingsAndTools(const AttemptRecord& record)
{
    ComparedValueList values;
    addSettingsAndTools(record, values);
    return values.take();
}

QString profileText(const AttemptRecord& record)
{
    const QString& name = record.request.profileName;
    const QString& id = record.request.profileId;
    return id.isEmpty() || name == id || isOfLog(record) ? name
        : name.isEmpty()                                 ? id
                                                         : Core::tr("%1 (ID: %2)").arg(name, id);
}

}
