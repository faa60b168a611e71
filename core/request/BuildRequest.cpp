// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/request/BuildRequest.h"

#include "core/request/ConfigurationJson.h"

namespace torchmason {

namespace {

constexpr int schemaVersion = 1;

template <typename Number> Json orNull(const std::optional<Number>& number)
{
    return number ? Json(*number) : Json();
}

std::optional<int> readCount(JsonReader& reader, const char* member)
{
    const auto number = reader.optionalInteger(member);
    if (!number)
        return std::nullopt;
    if (*number < 1 || *number > 1000000) {
        reader.fail(
            QStringLiteral("\"%1\" is %2; it must be 1 or more.").arg(QLatin1String(member)).arg(*number));
        return std::nullopt;
    }
    return int(*number);
}

std::optional<Bytes> readBytes(JsonReader& reader, const char* member)
{
    const auto number = reader.optionalInteger(member);
    if (number && *number < 0)
        reader.fail(QStringLiteral("\"%1\" must not be negative.").arg(QLatin1String(member)));
    return number && *number >= 0 ? std::optional(Bytes(*number)) : std::nullopt;
}

Json installJson(const InstallTarget& target)
{
    Json json = { { "environment", toJson(target.environment) }, { "dependencies", target.dependencies },
        { "wheel", toJson(target.wheel) } };
    if (target.takesBack > 0)
        json["takesBack"] = target.takesBack;
    return json;
}

InstallTarget readInstallTarget(JsonReader& reader)
{
    JsonReader inner = reader.object("install");
    return { inner.string("environment", {}), inner.boolean("dependencies", true), inner.string("wheel", {}),
        int(inner.integer("takesBack", 0)) };
}

Json answersJson(const QVector<FindingAnswer>& answers)
{
    Json list = Json::array();
    for (const FindingAnswer& answer : answers)
        list.push_back({ { "attempt", answer.attempt }, { "rule", toJson(answer.rule) },
            { "subject", toJson(answer.subject) }, { "fix", toJson(answer.fix) },
            { "takenBack", answer.takenBack } });
    return list;
}

FindingAnswer readAnswer(JsonReader& reader)
{
    return { int(reader.integer("attempt", 0)), reader.string("rule", {}), reader.string("subject", {}),
        reader.string("fix", {}), reader.boolean("takenBack", false) };
}

}

QString gateUseId(GateUse use)
{
    return use == GateUse::On ? QStringLiteral("on")
        : use == GateUse::Off ? QStringLiteral("off")
                              : QStringLiteral("auto");
}

std::optional<GateUse> gateUseFromId(const QString& id)
{
    for (const GateUse use : { GateUse::Off, GateUse::WhereFree, GateUse::On }) {
        if (gateUseId(use) == id)
            return use;
    }
    return std::nullopt;
}

QString BuildRequest::installPrefix() const
{
    const FlagValue* flag = configuration.flag(QStringLiteral("CMAKE_INSTALL_PREFIX"));
    return flag && flag->origin != ValueOrigin::Default ? flag->value : QString();
}

bool BuildRequest::fetches() const
{
    return source.kind != SourceKind::ExistingTree && runsStage(*this, StageKind::Fetch);
}

bool BuildRequest::hasGate() const
{
    return gate != GateUse::Off && !gateLeftOut && generator == QLatin1String("Ninja");
}

std::optional<int> BuildRequest::jobsAtOnce() const
{
    return !hasGate() && jobsWithoutGate ? jobsWithoutGate : jobs;
}

Platform platformOf(const BuildRequest& request)
{
    if (request.hostFacts.is_object()) {
        JsonReader facts(request.hostFacts, {});
        const QString name = facts.string("platform", {});
        if (!name.isEmpty())
            return name == platformId(Platform::Windows) ? Platform::Windows : Platform::Linux;
    }
    if (request.sourceFolder.isEmpty()) // of a log that says nothing of it
        return hostPlatform();
    return request.sourceFolder.startsWith(QLatin1Char('/')) ? Platform::Linux : Platform::Windows;
}

bool runsStage(const BuildRequest& request, StageKind kind)
{
    return reachesStage(request, kind) && !leavesOut(request, kind);
}

bool reachesStage(const BuildRequest& request, StageKind kind)
{
    const auto from = stageKindFromId(request.fromStage);
    const auto until = stageKindFromId(request.untilStage);
    return !(from && comesBefore(kind, *from)) && !(until && comesBefore(*until, kind));
}

bool leavesOut(const BuildRequest& request, StageKind kind)
{
    return request.skippedStages.contains(stageKindId(kind));
}

bool beginsAt(const BuildRequest& request, StageKind kind)
{
    return stageKindFromId(request.fromStage) == kind;
}

bool beginsAfterPacking(const BuildRequest& request)
{
    const auto from = stageKindFromId(request.fromStage);
    return from && comesBefore(StageKind::Wheel, *from);
}

void startNoLaterThan(StageKind kind, BuildRequest& request)
{
    const auto from = stageKindFromId(request.fromStage);
    if (from && comesBefore(kind, *from))
        request.fromStage = kind == stageCatalogue[0].kind ? QString() : stageKindId(kind);
}

void configureAgain(BuildRequest& request)
{
    request.acceptConfiguration = false;
    startNoLaterThan(StageKind::Configure, request);
}

Json toJson(const BuildRequest& request)
{
    Json json = {
        { "v", schemaVersion },
        { "profileId", toJson(request.profileId) },
        { "profileName", toJson(request.profileName) },
        { "source", toJson(request.source) },
        { "sourceFolder", toJson(request.sourceFolder) },
        { "buildFolder", toJson(request.buildFolder) },
        { "generator", toJson(request.generator) },
        { "backend", toJson(request.backend) },
        { "configuration", toJson(request.configuration) },
        { "targets", toJson(request.targets) },
        { "jobs", orNull(request.jobs) },
        { "memoryLimit", orNull(request.memoryLimit) },
        { "jobsWithoutGate", orNull(request.jobsWithoutGate) },
        { "gate", toJson(gateUseId(request.gate)) },
        { "gateLeftOut", request.gateLeftOut },
        { "queue", request.queue },
        { "keepAwake", request.keepAwake },
        { "fromStage", toJson(request.fromStage) },
        { "untilStage", toJson(request.untilStage) },
        { "skippedStages", toJson(request.skippedStages) },
        { "acceptConfiguration", request.acceptConfiguration },
        { "clean", request.clean },
        { "cleanLevel", toJson(request.cleanLevel) },
        { "continuesAttempt", orNull(request.continuesAttempt) },
        { "hostFacts", request.hostFacts },
    };
    if (!(request.python == PythonEnvironment()))
        json["python"] = toJson(request.python);
    if (request.install.isWanted())
        json["install"] = installJson(request.install);
    if (!request.vcvars.isEmpty())
        json["vcvars"] = toJson(request.vcvars);
    if (!request.answers.isEmpty())
        json["answers"] = answersJson(request.answers);
    if (!request.patches.isEmpty())
        json["patches"] = toJson(request.patches);
    return json;
}

Result<BuildRequest> buildRequestFromJson(const Json& document, const QString& where)
{
    JsonReader reader(document, where);
    BuildRequest request;
    if (reader.integer("v", schemaVersion) > schemaVersion)
        reader.fail(QStringLiteral("this request was written by a newer version of the program."));
    request.profileId = reader.string("profileId", {});
    request.profileName = reader.string("profileName", {});
    request.source = readSourceSpec(reader, "source");
    request.patches = readSourcePatches(reader, "patches");
    request.sourceFolder = reader.string("sourceFolder");
    request.buildFolder = reader.string("buildFolder");
    request.generator = reader.string("generator", request.generator);
    request.backend = reader.string("backend", request.backend);
    request.configuration = readConfiguration(reader, "configuration");
    request.python = readPythonEnvironment(reader, "python");
    request.install = readInstallTarget(reader);
    request.vcvars = reader.string("vcvars", {});
    request.targets = reader.strings("targets");
    request.jobs = readCount(reader, "jobs");
    request.jobsWithoutGate = readCount(reader, "jobsWithoutGate");
    request.gate = *gateUseFromId(reader.choice(
        "gate", { gateUseId(GateUse::Off), gateUseId(GateUse::WhereFree), gateUseId(GateUse::On) }));
    request.gateLeftOut = reader.boolean("gateLeftOut", false);
    request.queue = reader.boolean("queue", false);
    request.keepAwake = reader.boolean("keepAwake", true);
    request.memoryLimit = readBytes(reader, "memoryLimit");
    request.fromStage = reader.string("fromStage", {});
    request.untilStage = reader.string("untilStage", {});
    request.skippedStages = reader.strings("skippedStages");
    request.acceptConfiguration = reader.boolean("acceptConfiguration", false);
    request.clean = reader.boolean("clean", false);
    request.cleanLevel = reader.choice("cleanLevel",
        { QString(), QStringLiteral("all"), QStringLiteral("stale"), QStringLiteral("cache"),
            QStringLiteral("none") });
    request.continuesAttempt = readCount(reader, "continuesAttempt");
    request.answers = reader.list("answers", readAnswer);
    request.hostFacts = reader.child("hostFacts");
    if (!reader.ok())
        return reader.error();
    return request;
}

}
