// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/ProfileCatalogue.h"

namespace torchmason {

namespace {

void putText(Json& object, const char* member, const QString& text)
{
    if (!text.isEmpty())
        object[member] = toJson(text);
}

void putList(Json& object, const char* member, const QStringList& list)
{
    if (!list.isEmpty())
        object[member] = toJson(list);
}

// Exact, and read back by parseBytes().
void putSize(Json& object, const char* member, const std::optional<Bytes>& bytes)
{
    if (!bytes)
        return;
    const bool wholeGibibytes = *bytes % gibibyte == 0;
    const bool wholeMebibytes = *bytes % mebibyte == 0;
    const QString text = wholeGibibytes ? QStringLiteral("%1 GiB").arg(*bytes / gibibyte)
        : wholeMebibytes                ? QStringLiteral("%1 MiB").arg(*bytes / mebibyte)
                                        : QString::number(*bytes);
    object[member] = toJson(text);
}

Json sourceJson(const SourceSpec& source)
{
    Json object;
    putText(object, "kind", sourceKindId(source.kind));
    putText(object, "url", source.url);
    putText(object, "tag", source.tag);
    putText(object, "package", source.package);
    putText(object, "version", source.version);
    return object;
}

Json needsJson(const ProfileNeeds& needs)
{
    Json object = Json::object();
    putList(object, "computeCapabilities", needs.computeCapabilities);
    putText(object, "cudaMinimum", needs.cudaMinimum);
    putText(object, "cudaMaximum", needs.cudaMaximum);
    putText(object, "pythonMinimum", needs.pythonMinimum);
    putText(object, "pythonMaximum", needs.pythonMaximum);
    putText(object, "cmakeMinimum", needs.cmakeMinimum);
    putText(object, "visualStudio", needs.visualStudio);
    putText(object, "gccMaximum", needs.gccMaximum);
    putText(object, "cudnn", needs.cudnn);
    putSize(object, "memory", needs.memory);
    putSize(object, "disk", needs.disk);
    if (needs.python)
        object["python"] = true;
    if (needs.debianSource)
        object["debianSource"] = true;
    return object;
}

Json flagsJson(const QVector<FlagValue>& flags)
{
    Json list = Json::array();
    for (const FlagValue& flag : flags) {
        Json entry;
        putText(entry, "name", flag.name);
        putText(entry, "type", flag.type);
        entry["value"] = toJson(flag.value);
        list.push_back(entry);
    }
    return list;
}

Json environmentJson(const QVector<EnvironmentValue>& environment)
{
    Json list = Json::array();
    for (const EnvironmentValue& variable : environment) {
        Json entry;
        putText(entry, "name", variable.name);
        entry["value"] = variable.value ? toJson(*variable.value) : Json(nullptr);
        list.push_back(entry);
    }
    return list;
}

Json pythonJson(const ProfilePython& python)
{
    Json object = Json::object();
    if (python.venv)
        object["venv"] = true;
    putList(object, "packages", python.packages);
    putText(object, "wheels", python.wheels);
    return object;
}

// Where what they stand in is there yet: an edited profile may have fewer flags.
void putExtras(Json& object, const Json& extras)
{
    for (const auto& [pointer, value] : extras.items()) {
        const Json::json_pointer place(pointer);
        if (object.contains(place.parent_pointer()) && object[place.parent_pointer()].is_object())
            object[place] = value;
    }
}

}

Json toJson(const Profile& profile)
{
    Json object;
    if (profile.extras.contains("/$schema")) // first, as editors write it
        object["$schema"] = profile.extras["/$schema"];
    object["profile"] = 1;
    putText(object, "name", profile.name);
    object["summary"] = toJson(profile.summary);
    putText(object, "audience", profile.audience);
    object["status"] = profile.status == ProfileStatus::Historical ? "historical" : "current";
    putText(object, "statusReason", profile.statusReason);
    putList(object, "fixes", profile.fixes);
    object["platforms"] = Json::array();
    for (const Platform platform : profile.platforms)
        object["platforms"].push_back(platformId(platform).toStdString());
    object["source"] = sourceJson(profile.source);
    object["needs"] = needsJson(profile.needs);
    object["flags"] = flagsJson(profile.configuration.flags);
    if (!profile.configuration.environment.isEmpty())
        object["environment"] = environmentJson(profile.configuration.environment);
    object["generator"] = toJson(profile.generator);
    object["backend"] = toJson(profile.backend);
    putList(object, "targets", profile.targets);
    if (profile.jobs)
        object["jobs"] = *profile.jobs;
    if (!profile.patches.isEmpty())
        object["patches"] = toJson(profile.patches);
    if (Json python = pythonJson(profile.python); !python.empty())
        object["python"] = std::move(python);
    putText(object, "notes", profile.notes);
    putList(object, "references", profile.references);
    putExtras(object, profile.extras);
    return object;
}

}
