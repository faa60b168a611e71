// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/HowBuilt.h"

#include "core/base/Core.h"
#include "core/config/CacheWish.h"
#include "core/config/RequestMaker.h"
#include "core/detect/HostFacts.h"
#include "core/history/AttemptComparison.h"
#include "core/stages/GateLaunchers.h"
#include "core/store/SecretMask.h"
#include "core/store/StageStanding.h"

#include <QHash>
#include <QPair>

#include <algorithm>
#include <iterator>

namespace torchmason {

namespace {

using Key = QPair<QString, QString>; // group and name

Key keyOf(const ComparedValue& value)
{
    return { value.group, value.name };
}

BuiltRow rowOf(const ComparedValue& value)
{
    BuiltRow row { value.group, value.name, value.label, value.value };
    row.origin = valueOriginFromId(value.note);
    if (!row.origin)
        row.note = comparedNoteText(value.note);
    return row;
}

BuiltRow rowOf(const char* group, const char* name, const QString& label, const QString& value)
{
    return { QLatin1String(group), QLatin1String(name), label, value };
}

QString timeText(const std::optional<qint64>& utcMilliseconds)
{
    return utcMilliseconds ? formatMoment(*utcMilliseconds) : QString();
}

QString programText(const AttemptRecord& record)
{
    return record.programVersion.isEmpty() || isOfLog(record)
        ? QString()
        : QStringLiteral("Torchmason %1").arg(record.programVersion);
}

// What ships with the program has no version of its own.
QVector<BuiltRow> attemptRows(const AttemptRecord& record, const QString& folder)
{
    const QString made = isOfLog(record) ? Core::tr("Log") : Core::tr("Profile");
    QVector<BuiltRow> rows { rowOf("attempt", "profile", made, profileText(record)),
        rowOf("attempt", "program", Core::tr("Built with"), programText(record)),
        isOfLog(record) && !record.startedAt
            ? rowOf("attempt", "started", Core::tr("Imported"), formatMoment(record.createdAt))
            : rowOf("attempt", "started", Core::tr("Started"), timeText(record.startedAt)) };
    if (hasEnded(record.state))
        rows += { rowOf("attempt", "ended", Core::tr("Ended"), timeText(record.endedAt)),
            rowOf("attempt", "build folder", Core::tr("Size of the build folder"),
                record.buildFolderSize ? formatBytes(*record.buildFolderSize) : QString()) };
    rows.append(rowOf("attempt", "folder", Core::tr("Folder of the attempt"), folder));
    return rows;
}

// What everybody asks for, and what it means that it is missing where the machine was looked at.
struct Asked {
    const char* group;
    const char* name;
    const char* label; // empty: its name
    bool mayBeNone; // the machine may have none
};
constexpr Asked asked[] = {
    { "request", "source", QT_TRANSLATE_NOOP("Core", "Source folder"), false },
    { "request", "commit", QT_TRANSLATE_NOOP("Core", "Commit or version"), false },
    { "request", "build", QT_TRANSLATE_NOOP("Core", "Build folder"), false },
    { "request", "jobs", QT_TRANSLATE_NOOP("Core", "Number of jobs"), false },
    { "tool", "compiler", QT_TRANSLATE_NOOP("Core", "C++ compiler"), false },
    { "tool", "CUDA", "", true },
    { "tool", "cmake", "", true },
    { "tool", "ninja", "", true },
    { "python", "version", QT_TRANSLATE_NOOP("Core", "Version"), true },
    { "gpu", "driver", QT_TRANSLATE_NOOP("Core", "Driver"), true },
    { "system", "name", QT_TRANSLATE_NOOP("Core", "Operating system"), false },
};

void addUnknown(const AttemptRecord& record, QVector<BuiltRow>& rows)
{
    const bool machineIsKnown = hostFactsFromJson(record.request.hostFacts, QStringLiteral("hostFacts")).ok();
    for (const Asked& one : asked) {
        const auto isIt = [&one](const BuiltRow& row) {
            return row.group == QLatin1String(one.group) && row.name == QLatin1String(one.name);
        };
        if (std::any_of(rows.begin(), rows.end(), isIt))
            continue;
        const QString label = *one.label ? Core::tr(one.label) : QString(QLatin1String(one.name));
        rows.append(rowOf(one.group, one.name, label,
            machineIsKnown && one.mayBeNone ? Core::tr("none found") : QString()));
    }
    for (BuiltRow& row : rows) {
        if (row.value.isEmpty())
            row.value = Core::tr("unknown");
    }
}

// What the stages set beyond what was asked for: the number of jobs, folders of caches.
void addStageVariables(const AttemptRecord& record, QVector<BuiltRow>& rows)
{
    const qsizetype first = rows.size();
    for (const Stage& stage : record.plan.stages) {
        for (const Command& command : stage.commands) {
            for (const EnvironmentValue& variable : command.environment) {
                const QString value = variable.value.value_or(Core::tr("(unset)"));
                if (stage.skipped || record.request.configuration.variable(variable.name))
                    continue;
                const auto known = std::find_if(rows.begin() + first, rows.end(),
                    [&](const BuiltRow& row) { return row.label == variable.name && row.value == value; });
                if (known == rows.end()) {
                    BuiltRow row { QStringLiteral("environment"), variable.name + u' ' + stage.id,
                        variable.name, value };
                    row.note = shownTitle(stage);
                    rows.append(row);
                } else if (!known->note.split(QStringLiteral(", ")).contains(shownTitle(stage))) {
                    known->note += QStringLiteral(", ") + shownTitle(stage);
                }
            }
        }
    }
    for (auto row = rows.begin() + first; row != rows.end(); ++row)
        row->note = Core::tr("stages: %1").arg(row->note);
}

bool isNotReached(const AttemptRecord& record, const QString& stage)
{
    const StageResult* result = stageNamed(record.stages, stage);
    return result && standingOf(result->state, record.state) == StageStanding::NotReached;
}

void addCommands(const AttemptRecord& record, QVector<BuiltRow>& rows)
{
    const Platform platform = platformOf(record.request);
    for (const Stage& stage : record.plan.stages) {
        const QString title = shownTitle(stage);
        if (stage.skipped) {
            rows.append({ QStringLiteral("command"), stage.id, title,
                stage.skipReason.isEmpty() ? Core::tr("skipped")
                                           : Core::tr("skipped: %1").arg(stage.skipReason) });
            continue;
        }
        for (qsizetype i = 0; i < stage.commands.size(); ++i) {
            const Command& command = stage.commands[i];
            BuiltRow row { QStringLiteral("command"), QStringLiteral("%1 %2").arg(stage.id).arg(i + 1),
                stage.commands.size() == 1
                    ? title
                    : Core::tr("%1, %2 of %3").arg(title).arg(i + 1).arg(stage.commands.size()),
                commandText(command, platform) };
            QStringList notes { shownText(command.purpose) };
            if (isNotReached(record, stage.id))
                notes.prepend(Core::tr("not reached"));
            notes.removeAll(QString());
            row.note = notes.join(QStringLiteral("; "));
            rows.append(row);
        }
    }
}

void addTold(const AttemptRecord& record, QVector<BuiltRow>& rows)
{
    if (!record.imported)
        return;
    for (auto [name, value] : record.imported->told.asKeyValueRange())
        rows.append({ QStringLiteral("told"), name, name, value });
}

// Whether a profile says something about it; a commit is found, and the way to it and what is continued are
// the attempt's own.
bool isOfProfile(const ComparedValue& value)
{
    static const QStringList own { QStringLiteral("profile"), QStringLiteral("release"),
        QStringLiteral("commit"), QStringLiteral("goes on with") };
    static const QStringList ofPython { QStringLiteral("interpreter"), QStringLiteral("packages"),
        QStringLiteral("wheels") };
    return value.group == QLatin1String("flag") || value.group == QLatin1String("environment")
        || (value.group == QLatin1String("request") && !own.contains(value.name))
        || (value.group == QLatin1String("python") && ofPython.contains(value.name));
}

void markDifferences(
    const QVector<ComparedValue>& values, const BuildRequest& profile, QVector<BuiltRow>& rows)
{
    AttemptRecord plain;
    plain.request = profile;
    QHash<Key, ComparedValue> said;
    for (const ComparedValue& value : settingsAndTools(plain)) {
        if (isOfProfile(value))
            said.insert(keyOf(value), value);
    }
    for (qsizetype i = 0; i < values.size(); ++i) { // `rows` begins with them
        if (!isOfProfile(values[i]))
            continue;
        const ComparedValue other = said.take(keyOf(values[i]));
        rows[i].differs = other.identity() != values[i].identity();
        if (rows[i].differs)
            rows[i].profileValue = other.value.isEmpty() ? Core::tr("not set") : other.value;
    }
    for (const ComparedValue& other : std::as_const(said)) {
        BuiltRow row = rowOf(other);
        row.origin.reset();
        row.value = Core::tr("not set");
        row.differs = true;
        row.profileValue = other.value;
        rows.append(row);
    }
}

void markByOrigin(QVector<BuiltRow>& rows)
{
    for (BuiltRow& row : rows)
        row.differs = (row.origin && isWish(*row.origin))
            // Taken out of the cache.
            || (row.group == QLatin1String("flag") && !row.origin && row.note.isEmpty())
            || (row.group == QLatin1String("request") && row.name == QLatin1String("fixes"));
}

constexpr const char* cacheFolders[] = { "CCACHE_DIR", "SCCACHE_DIR" }; // that the settings set

// Where things lie by default follows the settings, which the user may have changed since.
RequestWishes foldersOf(const BuildRequest& built, const Profile& profile)
{
    RequestWishes folders;
    folders.sourceFolder = built.sourceFolder;
    folders.buildFolder = built.buildFolder;
    for (const char* name : cacheFolders) {
        const EnvironmentValue* variable = built.configuration.variable(QLatin1String(name));
        if (variable && isOfCachesFolder(*variable) && !profile.configuration.variable(variable->name))
            folders.configuration.setEnvironment(*variable);
    }
    return folders;
}

void removeOtherCaches(const BuildRequest& built, const Profile& profile, Configuration& configuration)
{
    for (const char* each : cacheFolders) {
        const QString name = QLatin1String(each);
        if (!built.configuration.variable(name) && !profile.configuration.variable(name))
            configuration.removeEnvironment(name);
    }
}

QStringList builtGroups()
{
    QStringList groups = comparedGroups();
    groups.prepend(QStringLiteral("attempt"));
    groups << QStringLiteral("told") << QStringLiteral("command");
    return groups;
}

}

QString builtGroupTitle(const QString& group)
{
    if (group == QLatin1String("attempt"))
        return Core::tr("This attempt");
    if (group == QLatin1String("told"))
        return Core::tr("CMake's summary in the log");
    return group == QLatin1String("command") ? Core::tr("Commands") : comparedGroupTitle(group);
}

QVector<BuiltRow> howBuilt(
    const AttemptRecord& unmasked, const QString& folder, const std::optional<BuildRequest>& profile)
{
    AttemptRecord record = unmasked;
    record.request = masked(std::move(record.request));
    record.plan = masked(std::move(record.plan));
    QVector<ComparedValue> values = settingsAndTools(record);
    values.removeIf([](const ComparedValue& value) { // both stand in the first group
        return value.name == QLatin1String("profile") || value.name == QLatin1String("program");
    });
    QVector<BuiltRow> rows;
    std::transform(values.begin(), values.end(), std::back_inserter(rows),
        [](const ComparedValue& value) { return rowOf(value); });
    profile ? markDifferences(values, *profile, rows) : markByOrigin(rows);
    for (BuiltRow& row : rows) {
        if (row.group == QLatin1String("request") && row.name == QLatin1String("jobs") && !isOfLog(record))
            row.note = startedAtOnceText(record.request);
    }
    rows += attemptRows(record, folder);
    addUnknown(record, rows);
    addStageVariables(record, rows);
    addTold(record, rows);
    addCommands(record, rows);
    const QStringList groups = builtGroups();
    std::stable_sort(rows.begin(), rows.end(), [&groups](const BuiltRow& one, const BuiltRow& other) {
        return groups.indexOf(one.group) < groups.indexOf(other.group);
    });
    return rows;
}

std::optional<BuildRequest> profileRequest(const AttemptRecord& record, const ProfileCatalogue& catalogue)
{
    const Profile* profile = catalogue.profile(record.request.profileId);
    const auto facts = hostFactsFromJson(record.request.hostFacts, QStringLiteral("hostFacts"));
    if (!profile || record.imported || !facts)
        return std::nullopt;
    BuildRequest request = draftRequest(*profile, *facts, foldersOf(record.request, *profile)).request;
    request.source = profile->source; // whatever lies in the folder today
    removeOtherCaches(record.request, *profile, request.configuration);
    return request;
}

}
