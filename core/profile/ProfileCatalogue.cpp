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

Result<Profile> readProfile(const QFileInfo& file)
{
    const auto document = readJsonFile(file.filePath());
    if (!document)
        return document.error();
    return profileFromJson(*document, file.completeBaseName(), file.filePath());
}

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

void readFolder(ProfileCatalogue& catalogue, const QString& folder, bool userOwned)
{
    const QDir directory(folder);
    for (const QFileInfo& file :
        directory.entryInfoList({ QStringLiteral("*.json") }, QDir::Files, QDir::Name)) {
        auto profile = readProfile(file);
        if (!profile) {
            catalogue.broken.append({ file.completeBaseName(), file.filePath(), profile.error().message });
            continue;
        }
        profile->userOwned = userOwned;
        add(catalogue, *profile);
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

ProfileCatalogue loadProfiles()
{
    initProfileResources();
    ProfileCatalogue catalogue;
    readFolder(catalogue, QStringLiteral(":/torchmason/profiles"), false);
    readFolder(catalogue, AppPaths::userProfilesFolder(), true);
    return catalogue;
}

}
