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

}

QString draftFile()
{
    return AppPaths::configFolder() + QStringLiteral("/draft.json");
}

KeptDraft withoutSecretValues(const UserEdits& edits)
{
    KeptDraft kept { edits, {} };
    Configuration& configuration = kept.edits.configuration;
    for (const EnvironmentValue& secret : realSecrets(edits.configuration)) {
        kept.notKept << secret.name;
        kept.edits.removeEnvironment(secret.name);
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
    const UserEdits& edits = draft.edits;
    Json document { { "draft", version }, { "configuration", toJson(edits.configuration) } };
    const std::pair<const char*, QString> texts[]
        = { { "sourceFolder", edits.sourceFolder }, { "buildFolder", edits.buildFolder },
              { "cache", edits.cache }, { "cacheStorage", edits.cacheStorage }, { "backend", edits.backend },
              { "tag", edits.tag }, { "wheels", edits.wheels } };
    for (const auto& [member, text] : texts)
        document[member] = toJson(text);
    document["targets"] = toJson(edits.targets);
    document["skippedStages"] = toJson(edits.skippedStages);
    document["packages"] = toJson(edits.packages);
    document["withoutGate"] = edits.withoutGate;
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
    UserEdits& edits = draft.edits;
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
    edits.withoutGate = reader.boolean("withoutGate", false);
    edits.jobs = numberOf<int>(reader, "jobs");
    edits.memoryLimit = numberOf<Bytes>(reader, "memoryLimit");
    edits.packages.removeIf([](const QString& package) { return !isPinnedPackage(package); });
    draft.notKept = reader.strings("notKept");
    if (!reader.ok())
        return reader.error();
    return draft;
}

}
