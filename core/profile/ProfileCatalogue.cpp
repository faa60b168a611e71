// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/ProfileCatalogue.h"

#include "core/base/AppPaths.h"
#include "core/profile/ProfileReading.h"

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

}
