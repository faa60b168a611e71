// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/DraftStore.h"

#include "core/base/AppPaths.h"
#include "core/base/Log.h"
#include "core/config/ProfileStore.h"
#include "core/redact/SecretText.h"
#include "core/request/ConfigurationJson.h"
#include "ui/models/BuildDraft.h"
#include "ui/models/Settings.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

namespace torchmason {

namespace {

constexpr int typingPause = 500; // milliseconds
constexpr int version = 1;

constexpr std::pair<const char*, QString RequestWishes::*> texts[] = {
    { "sourceFolder", &RequestWishes::sourceFolder },
    { "buildFolder", &RequestWishes::buildFolder },
    { "cache", &RequestWishes::cache },
    { "cacheStorage", &RequestWishes::cacheStorage },
    { "backend", &RequestWishes::backend },
    { "tag", &RequestWishes::tag },
    { "wheels", &RequestWishes::wheels },
    { "fromStage", &RequestWishes::fromStage },
    { "untilStage", &RequestWishes::untilStage },
};
constexpr std::pair<const char*, QStringList RequestWishes::*> lists[] = {
    { "targets", &RequestWishes::targets },
    { "skippedStages", &RequestWishes::skippedStages },
    { "packages", &RequestWishes::packages },
};

template <typename Number> std::optional<Number> numberOf(JsonReader& reader, const char* member)
{
    const auto value = reader.optionalInteger(member);
    return value ? std::optional(Number(*value)) : std::nullopt;
}

void readInstall(JsonReader& reader, InstallTarget& install)
{
    if (!reader.has("install"))
        return;
    JsonReader inner(reader.child("install"), QStringLiteral("install"));
    install.environment = inner.string("environment", QString());
    install.dependencies = inner.boolean("dependencies", true);
    if (!inner.ok())
        reader.fail(inner.error().message);
}

// Drafts of earlier versions said "withoutGate".
std::optional<GateUse> readGate(JsonReader& reader)
{
    if (!reader.has("gate"))
        return reader.boolean("withoutGate", false) ? std::optional(GateUse::Off) : std::nullopt;
    const QString id = reader.string("gate");
    const auto gate = gateUseFromId(id);
    if (!gate)
        reader.fail(QStringLiteral("\"gate\" is \"%1\"; it must be on, off or auto.").arg(id));
    return gate;
}

// Only says where values come from: the edits are worth more, so they are read without it.
TakenValues readTaken(const JsonReader& reader)
{
    TakenValues taken;
    if (!reader.has("taken"))
        return taken;
    JsonReader inner(reader.child("taken"), QStringLiteral("taken"));
    taken.attempt = int(inner.integer("attempt", 0));
    taken.values = readConfiguration(inner, "values");
    if (inner.ok())
        return taken;
    log::warning("ui", QStringLiteral("Where values come from is lost: ") + inner.error().message);
    return {};
}

QMap<QString, QString> readPrograms(JsonReader& reader)
{
    QMap<QString, QString> programs;
    if (!reader.has("programs"))
        return programs;
    const Json& json = reader.child("programs");
    JsonReader inner(json, QStringLiteral("programs"));
    for (const auto& entry : json.items())
        programs.insert(QString::fromStdString(entry.key()), inner.string(entry.key().c_str()));
    if (!inner.ok())
        reader.fail(inner.error().message);
    return programs;
}

// Nothing where there is none.
std::optional<SavedDraft> readDraft()
{
    const QString file = draftFile();
    if (!QFile::exists(file))
        return std::nullopt;
    const auto document = readJsonFile(file);
    const auto kept = document ? savedDraftFromJson(*document, file) : Result<SavedDraft>(document.error());
    if (kept)
        return *kept;
    log::warning("ui", QStringLiteral("What was set last time is lost: ") + kept.error().message);
    return std::nullopt;
}

bool writeDraft(const std::optional<SavedDraft>& kept)
{
    const QString file = draftFile();
    if (!kept)
        return QFile::remove(file);
    QDir().mkpath(QFileInfo(file).path());
    const auto written = writeJsonFile(file, toJson(*kept));
    if (!written)
        log::warning("ui", QStringLiteral("Not kept for the next start: ") + written.error().message);
    return written.ok();
}

}

QString draftFile()
{
    return AppPaths::configFolder() + QStringLiteral("/draft.json");
}

SavedDraft withoutSecretValues(const RequestWishes& edits)
{
    SavedDraft kept { edits, {} };
    kept.notKept = removeSecrets(kept.edits.configuration);
    if (withoutSecrets(edits.cacheStorage) != edits.cacheStorage) {
        kept.notKept << QStringLiteral("cacheStorage");
        kept.edits.cacheStorage.clear();
    }
    return kept;
}

Json toJson(const SavedDraft& draft)
{
    const RequestWishes& edits = draft.edits;
    Json document { { "draft", version }, { "configuration", toJson(edits.configuration) } };
    for (const auto& [member, text] : texts)
        document[member] = toJson(edits.*text);
    for (const auto& [member, list] : lists)
        document[member] = toJson(edits.*list);
    if (edits.gate)
        document["gate"] = toJson(gateUseId(*edits.gate));
    if (!edits.programs.isEmpty())
        document["programs"] = toJson(edits.programs);
    if (edits.venv)
        document["venv"] = *edits.venv;
    if (edits.install.isWanted())
        document["install"] = { { "environment", toJson(edits.install.environment) },
            { "dependencies", edits.install.dependencies } };
    if (edits.jobs)
        document["jobs"] = *edits.jobs;
    if (edits.memoryLimit)
        document["memoryLimit"] = *edits.memoryLimit;
    if (!edits.patches.isEmpty())
        document["patches"] = toJson(edits.patches);
    document["notKept"] = toJson(draft.notKept);
    if (draft.taken.attempt > 0)
        document["taken"] = { { "attempt", draft.taken.attempt }, { "values", toJson(draft.taken.values) } };
    return document;
}

Result<SavedDraft> savedDraftFromJson(const Json& document, const QString& where)
{
    JsonReader reader(document, where);
    if (reader.integer("draft", 0) != version)
        reader.fail(QStringLiteral("\"draft\" must be %1.").arg(version));
    SavedDraft draft;
    RequestWishes& edits = draft.edits;
    edits.configuration = readConfiguration(reader, "configuration");
    for (const auto& [member, text] : texts)
        edits.*text = reader.string(member, QString());
    for (const auto& [member, list] : lists)
        edits.*list = reader.strings(member);
    if (reader.has("venv"))
        edits.venv = reader.boolean("venv", false);
    readInstall(reader, edits.install);
    edits.gate = readGate(reader);
    edits.programs = readPrograms(reader);
    edits.patches = readSourcePatches(reader, "patches");
    edits.jobs = numberOf<int>(reader, "jobs");
    edits.memoryLimit = numberOf<Bytes>(reader, "memoryLimit");
    edits.packages.removeIf([](const QString& package) { return !isPinnedPackage(package); });
    draft.notKept = reader.strings("notKept");
    draft.taken = readTaken(reader);
    if (!reader.ok())
        return reader.error();
    return draft;
}

DraftStore::DraftStore(BuildDraft& draft, QObject* parent)
    : QObject(parent)
    , m_draft(draft)
{
    m_delay.setSingleShot(true);
    m_delay.setInterval(typingPause);
    connect(&m_delay, &QTimer::timeout, this, &DraftStore::save);
    if (!restore())
        connect(&configDisk(), &PatientDisk::answered, this, [this] {
            if (!m_isRead && restore() && !m_draft.edits().isEmpty())
                m_delay.start(); // what was set meanwhile
        });
    connect(&m_draft, &BuildDraft::editsChanged, &m_delay, qOverload<>(&QTimer::start));
}

DraftStore::~DraftStore()
{
    if (m_delay.isActive())
        save();
}

// A file that cannot be read is left where it is until something is changed.
bool DraftStore::restore()
{
    const auto kept = configDisk().askIfAwake(&readDraft);
    m_isRead = kept.has_value();
    if (kept && *kept)
        take(**kept);
    return m_isRead;
}

// Where the disk answered late, what was set meanwhile comes after it, and Undo brings both back.
void DraftStore::take(const SavedDraft& kept)
{
    const RequestWishes meanwhile = m_draft.edits();
    m_draft.take(kept.taken, tr("restore what was set last time"), kept.edits);
    m_draft.setNotKept(kept.notKept);
    if (!meanwhile.isEmpty())
        m_draft.change(tr("restore what was set since the start"), meanwhile);
}

// What has not been read is not written over.
void DraftStore::save()
{
    if (!m_isRead)
        return;
    std::optional<SavedDraft> kept;
    if (!m_draft.edits().isEmpty()) {
        kept = withoutSecretValues(m_draft.edits());
        kept->taken = m_draft.taken();
        removeSecrets(kept->taken.values);
    }
    configDisk().ask([kept] { return writeDraft(kept); });
}

}
