// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/DraftFile.h"

#include "core/base/AppPaths.h"
#include "core/redact/SecretText.h"
#include "core/request/ConfigurationJson.h"
#include "core/store/SecretMask.h"

namespace torchmason {

namespace {

constexpr int version = 1;

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

Json programsJson(const QMap<QString, QString>& programs)
{
    Json json = Json::object();
    for (auto program = programs.begin(); program != programs.end(); ++program)
        json[program.key().toStdString()] = toJson(program.value());
    return json;
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

}

QString draftFile()
{
    return AppPaths::configFolder() + QStringLiteral("/draft.json");
}

KeptDraft withoutSecretValues(const RequestWishes& edits)
{
    KeptDraft kept { edits, {} };
    Configuration& configuration = kept.edits.configuration;
    for (const EnvironmentValue& secret : realSecrets(edits.configuration)) {
        kept.notKept << secret.name;
        configuration.removeEnvironment(secret.name);
    }
    for (const FlagValue& flag : edits.configuration.flags) {
        if (!holdsSecret(flag))
            continue;
        kept.notKept << flag.name;
        configuration.removeFlag(flag.name);
    }
    if (withoutSecrets(edits.cacheStorage) != edits.cacheStorage) {
        kept.notKept << QStringLiteral("cacheStorage");
        kept.edits.cacheStorage.clear();
    }
    return kept;
}

Json toJson(const KeptDraft& draft)
{
    const RequestWishes& edits = draft.edits;
    Json document { { "draft", version }, { "configuration", toJson(edits.configuration) } };
    const std::pair<const char*, QString> texts[] = { { "sourceFolder", edits.sourceFolder },
        { "buildFolder", edits.buildFolder }, { "cache", edits.cache },
        { "cacheStorage", edits.cacheStorage }, { "backend", edits.backend }, { "tag", edits.tag },
        { "wheels", edits.wheels }, { "fromStage", edits.fromStage }, { "untilStage", edits.untilStage } };
    for (const auto& [member, text] : texts)
        document[member] = toJson(text);
    document["targets"] = toJson(edits.targets);
    document["skippedStages"] = toJson(edits.skippedStages);
    document["packages"] = toJson(edits.packages);
    if (edits.gate)
        document["gate"] = toJson(gateUseId(*edits.gate));
    if (!edits.programs.isEmpty())
        document["programs"] = programsJson(edits.programs);
    if (edits.venv)
        document["venv"] = *edits.venv;
    if (edits.install.isWanted())
        document["install"] = { { "environment", toJson(edits.install.environment) },
            { "dependencies", edits.install.dependencies } };
    if (edits.jobs)
        document["jobs"] = *edits.jobs;
    if (edits.memoryLimit)
        document["memoryLimit"] = *edits.memoryLimit;
    document["notKept"] = toJson(draft.notKept);
    return document;
}

Result<KeptDraft> keptDraftFromJson(const Json& document, const QString& where)
{
    JsonReader reader(document, where);
    if (reader.integer("draft", 0) != version)
        reader.fail(QStringLiteral("\"draft\" must be %1.").arg(version));
    KeptDraft draft;
    RequestWishes& edits = draft.edits;
    edits.configuration = readConfiguration(reader, "configuration");
    edits.sourceFolder = reader.string("sourceFolder", QString());
    edits.buildFolder = reader.string("buildFolder", QString());
    edits.cache = reader.string("cache", QString());
    edits.cacheStorage = reader.string("cacheStorage", QString());
    edits.targets = reader.strings("targets");
    edits.skippedStages = reader.strings("skippedStages");
    edits.backend = reader.string("backend", QString());
    edits.tag = reader.string("tag", QString());
    if (reader.has("venv"))
        edits.venv = reader.boolean("venv", false);
    edits.packages = reader.strings("packages");
    edits.wheels = reader.string("wheels", QString());
    readInstall(reader, edits.install);
    edits.gate = readGate(reader);
    edits.programs = readPrograms(reader);
    edits.fromStage = reader.string("fromStage", QString());
    edits.untilStage = reader.string("untilStage", QString());
    edits.jobs = numberOf<int>(reader, "jobs");
    edits.memoryLimit = numberOf<Bytes>(reader, "memoryLimit");
    edits.packages.removeIf([](const QString& package) { return !isPinnedPackage(package); });
    draft.notKept = reader.strings("notKept");
    if (!reader.ok())
        return reader.error();
    return draft;
}

}
