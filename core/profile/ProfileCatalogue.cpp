// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/ProfileCatalogue.h"

#include "core/base/AppPaths.h"

#include <QDir>

// Q_INIT_RESOURCE must stand outside namespaces; a static library registers nothing by itself.
static void initProfileResources()
{
    Q_INIT_RESOURCE(torchmason_profiles);
}

namespace torchmason {

namespace {

void add(ProfileCatalogue& catalogue, Profile profile)
{
    for (Profile& known : catalogue.profiles) {
        if (known.id == profile.id) {
            known = std::move(profile); // the user's own version wins over the shipped one
            return;
        }
    }
    catalogue.profiles.append(std::move(profile));
}

void addBroken(ProfileCatalogue& catalogue, const QString& id, const ProfileReading& reading)
{
    const QString& file = reading.profile.file;
    BrokenProfile broken { id, file, profileProblemsText(file, reading.problems), reading.problems };
    if (const Profile* shipped = catalogue.profile(id))
        broken.shadowed = shipped->name;
    catalogue.profiles.removeIf([&id](const Profile& profile) { return profile.id == id; });
    catalogue.broken.append(broken);
}

void readFolder(ProfileCatalogue& catalogue, const QString& folder, bool userOwned)
{
    const QDir directory(folder);
    for (const QFileInfo& file :
        directory.entryInfoList({ QStringLiteral("*.json") }, QDir::Files, QDir::Name)) {
        ProfileReading reading = readProfileFile(file.filePath(), file.completeBaseName());
        if (!reading.ok()) {
            addBroken(catalogue, file.completeBaseName(), reading);
            continue;
        }
        reading.profile.userOwned = userOwned;
        add(catalogue, std::move(reading.profile));
    }
}

ProfileCatalogue shippedCatalogue()
{
    initProfileResources();
    ProfileCatalogue catalogue;
    readFolder(catalogue, QStringLiteral(":/torchmason/profiles"), false);
    return catalogue;
}

template <typename Texts> void putText(Json& object, const char* member, const Texts& texts)
{
    if (!texts.isEmpty())
        object[member] = toJson(texts);
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
    putText(object, "computeCapabilities", needs.computeCapabilities);
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
    putText(object, "packages", python.packages);
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

const Profile* ProfileCatalogue::profile(const QString& id) const
{
    for (const Profile& profile : profiles) {
        if (profile.id == id)
            return &profile;
    }
    return nullptr;
}

const BrokenProfile* ProfileCatalogue::brokenProfile(const QString& id) const
{
    for (const BrokenProfile& profile : broken) {
        if (profile.id == id)
            return &profile;
    }
    return nullptr;
}

QVector<Profile> shippedProfiles()
{
    return shippedCatalogue().profiles;
}

ProfileCatalogue loadProfiles()
{
    ProfileCatalogue catalogue = shippedCatalogue();
    readFolder(catalogue, AppPaths::userProfilesFolder(), true);
    return catalogue;
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
    putText(object, "fixes", profile.fixes);
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
    putText(object, "targets", profile.targets);
    if (profile.jobs)
        object["jobs"] = *profile.jobs;
    if (!profile.patches.isEmpty())
        object["patches"] = toJson(profile.patches);
    if (Json python = pythonJson(profile.python); !python.empty())
        object["python"] = std::move(python);
    putText(object, "notes", profile.notes);
    putText(object, "references", profile.references);
    putExtras(object, profile.extras);
    return object;
}

}
