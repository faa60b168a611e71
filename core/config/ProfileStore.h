// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "core/config/RequestMaker.h"
#include "core/profile/Profile.h"

#include <optional>

namespace torchmason {

// The result of importing a file.
struct ProfileImport {
    std::optional<Profile> profile; // as it is kept now
    QStringList problems; // else: all that is wrong with the file, whole sentences
};

// The user's own profiles, a file each in one folder, which is made when the first one is saved.
class ProfileStore {
public:
    ProfileStore(); // AppPaths::userProfilesFolder()
    explicit ProfileStore(QString folder);

    QString fileOf(const QString& id) const;
    bool has(const QString& id) const;
    // An id made of the name that neither a shipped profile nor a file in the folder has.
    QString freeId(const QString& name) const;

    // Writes it under its id, over the one that is there. Refuses what could not be read again.
    Result<Profile> save(Profile profile) const;
    // Removes the user's own file, also a broken one; shipped ones stay.
    Result<void> remove(const QString& id) const;
    // Diffs that lie beside the file come along, inside the profile. What the user has already is refused.
    ProfileImport importFrom(const QString& file) const;

private:
    QString m_folder;
};

// One file that holds everything, diffs too. Answers what stayed out of it: values that hold secrets.
Result<QStringList> exportProfile(const Profile& profile, const QString& file);

// Its address and its words without passwords and tokens; patches stay as they are.
Profile withoutSecretTexts(Profile profile);
// The same for people to read: values that hold secrets are masked.
Profile masked(Profile profile);

// A copy to be saved under another name; where it comes from is noted in it.
Profile copyOf(const Profile& profile, const QString& id, const QString& name);

// A profile with what was chosen on top of it, for a file of the user's own.
struct WishedProfile {
    Profile profile;
    // What a profile does not hold: places on this machine, what is for one build only, and secrets. "the
    // build folder", "MY_TOKEN (secret)".
    QStringList leftOut;
};
// What it needs follows the flags: other architectures need other cards, and a build without CUDA needs no
// toolkit. One that was known not to work is not known to fail any more when its flags are others.
WishedProfile withWishes(const Profile& profile, const RequestWishes& wishes);

// A profile that says what a request says, for this one's platform; its values are filled in.
Profile profileOfRequest(const BuildRequest& request, Platform platform);

// Takes values out that passwords and tokens stand in; answers whose.
QStringList removeSecrets(Configuration& configuration);

}
