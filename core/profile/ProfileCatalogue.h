// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "core/profile/Profile.h"

#include <QString>
#include <QStringList>
#include <QVector>

namespace torchmason {

// All profiles: the shipped ones and the user's folder. Broken files are kept beside with their errors, and
// hide the shipped profile of the same id, as they would when they are whole.
struct ProfileCatalogue {
    QVector<Profile> profiles;
    QVector<BrokenProfile> broken;

    const Profile* profile(const QString& id) const;
    const BrokenProfile* brokenProfile(const QString& id) const;
};

QVector<Profile> shippedProfiles(); // whatever the user's folder holds
ProfileCatalogue loadProfiles(); // shipped and AppPaths::userProfilesFolder()
Result<Profile> profileFromJson(const Json& document, const QString& id, const QString& file);
Json toJson(const Profile& profile);

// One difference between two profiles: "CUDA", "TORCH_CUDA_ARCH_LIST"... A side that says nothing about it is
// nullopt, which is something else than an empty value.
struct ProfileDifference {
    QString field;
    std::optional<QString> left;
    std::optional<QString> right;
};
// Everything that toJson() would write differently, in the order in which people read it.
QVector<ProfileDifference> compareProfiles(const Profile& left, const Profile& right);

}
