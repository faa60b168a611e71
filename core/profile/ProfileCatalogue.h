// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Json.h"
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

// A profile as far as it could be read, and all that is wrong about it. Without problems it is whole.
struct ProfileReading {
    Profile profile;
    QVector<ProfileProblem> problems; // as they stand in the file

    bool ok() const { return problems.isEmpty(); }
};

// Diffs lie beside `file`.
ProfileReading readProfileText(const QByteArray& text, const QString& id, const QString& file);
ProfileReading readProfileFile(const QString& file, const QString& id);
// Whether a file that begins like this is meant as a profile, whatever its name: an object that says first
// which format of profiles it has, as toJson() writes it.
bool looksLikeProfile(const QByteArray& begin);

// "\"flags[3].name\" must be a string.", "source: \"url\" is missing."
QString problemSentence(const ProfileProblem& problem);
// "p.json, line 12: \"flags[3].name\" must be a string."
QString profileProblemText(const QString& file, const ProfileProblem& problem);
// The first problem, and how many more there are.
QString profileProblemsText(const QString& file, const QVector<ProfileProblem>& problems);

// The steps of it. Problems are about the document, by pointers; where they stand is for others to find.
Profile readProfileDocument(
    const Json& document, const QString& id, const QString& file, QVector<JsonProblem>& problems);
// What is well-formed and wrong all the same: names, ranges, placeholders, doubles.
void checkProfile(const Profile& profile, JsonReader& fields);
// Whether it can be the name of a profile's file, and of folders that builds are made in.
bool isProfileId(const QString& id);

}
