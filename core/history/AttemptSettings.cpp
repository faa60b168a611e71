// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/AttemptSettings.h"

#include "core/base/Core.h"
#include "core/base/PlatformPath.h"
#include "core/config/ProfileStore.h"
#include "core/detect/HostFacts.h"
#include "core/request/TreeBackend.h"
#include "core/store/SecretMask.h"

namespace torchmason {

namespace {

// The values that one of `isTaken` set, as a new build can take them; what it cannot is said.
template <typename IsTaken>
Configuration valuesOf(const AttemptRecord& record, const IsTaken& isTaken, QStringList& leftOut)
{
    const Configuration& configuration = record.request.configuration;
    const bool isElsewhere = record.imported.has_value();
    const Platform platform = platformOf(record.request);
    Configuration taken;
    QStringList places;
    for (const FlagValue& flag : configuration.flags) {
        if (!isTaken(flag.origin))
            continue;
        if (holdsSecret(flag))
            leftOut << Core::tr("The flag %1 held a secret, which is not kept; set it again.").arg(flag.name);
        else if (isElsewhere && namesPlace(flag.value, platform))
            places << flag.name;
        else
            taken.setFlag(flag);
    }
    for (const EnvironmentValue& variable : configuration.environment) {
        if (!isTaken(variable.origin))
            continue;
        if (isMasked(variable))
            leftOut << Core::tr("The variable %1 held a secret, which is not kept; set it again.")
                           .arg(variable.name);
        else if (isElsewhere && namesPlace(variable.value.value_or(QString()), platform))
            places << variable.name;
        else
            taken.setEnvironment(variable);
    }
    if (!places.isEmpty())
        leftOut << Core::tr("Left out, because they name places on the other machine: %1.")
                       .arg(places.join(QStringLiteral(", ")));
    return taken;
}

// One that is not here. What the machine had decided is left to this one.
Profile profileMadeOf(const AttemptRecord& record, QStringList& leftOut)
{
    const BuildRequest& request = record.request;
    Profile profile = profileOfRequest(request, platformOf(request));
    if (!isProfileId(profile.id)) // it may come from a stranger, and names folders
        profile.id = QStringLiteral("imported");
    if (profile.name.isEmpty())
        profile.name = profile.id;
    profile.configuration = {};
    profile.backend = wantsWheel(request.backend) ? QStringLiteral("wheel") : QStringLiteral("cmake");
    if (record.imported)
        profile.python.wheels.clear();
    RequestWishes values;
    values.configuration = valuesOf(
        record, [](ValueOrigin origin) { return origin == ValueOrigin::Profile; }, leftOut);
    return withWishes(profile, values).profile;
}

QVector<SourcePatch> patchesBeyond(const Profile& profile, QVector<SourcePatch> patches)
{
    patches.removeIf([&profile](const SourcePatch& patch) { return profile.patches.contains(patch); });
    return patches;
}

void leaveOutPlaces(AttemptSettings& settings)
{
    RequestWishes& wishes = settings.wishes;
    wishes.sourceFolder.clear();
    wishes.buildFolder.clear();
    wishes.programs.clear();
    wishes.wheels.clear();
    wishes.install = {};
    settings.leftOut << Core::tr("Folders and programs of the other machine are left out.");
}

// What the profile says, and folders that nobody chose, are no wishes: with another profile they would stay.
void leaveOutUsual(AttemptSettings& settings, const BuildRequest& request)
{
    const Profile& profile = settings.profile;
    RequestWishes& wishes = settings.wishes;
    HostFacts here;
    here.platform = hostPlatform();
    if (request.buildFolder == ownBuildFolder(profile, here, request.sourceFolder, request.backend))
        wishes.buildFolder.clear();
    if (request.sourceFolder == ownSourceFolder(profile, here))
        wishes.sourceFolder.clear();
    if (wishes.tag == profile.source.tag)
        wishes.tag.clear();
    if (wantsWheel(wishes.backend) == wantsWheel(profile.backend))
        wishes.backend.clear();
    if (wishes.venv == profile.python.venv)
        wishes.venv.reset();
    if (wishes.packages == profile.python.packages)
        wishes.packages.clear();
    if (wishes.wheels == profile.python.wheels)
        wishes.wheels.clear();
}

RequestWishes settingsOf(const BuildRequest& request, const ProfileCatalogue& catalogue)
{
    AttemptRecord record;
    record.request = masked(request); // as attempts are kept
    RequestWishes settings = settingsOfAttempt(record, catalogue).wishes;
    settings.jobs = {};
    return settings;
}

// Whoever set the values.
bool isSame(RequestWishes one, RequestWishes other)
{
    for (Configuration* values : { &one.configuration, &other.configuration }) {
        for (FlagValue& flag : values->flags)
            flag.origin = ValueOrigin::User;
        for (EnvironmentValue& variable : values->environment)
            variable.origin = ValueOrigin::User;
    }
    return one == other;
}

void takeChanges(const Configuration& before, const Configuration& after, Configuration& edits)
{
    for (const FlagValue& flag : before.flags) {
        if (!after.flag(flag.name))
            edits.removeFlag(flag.name);
    }
    for (const EnvironmentValue& variable : before.environment) {
        if (!after.variable(variable.name))
            edits.removeEnvironment(variable.name);
    }
    for (const FlagValue& flag : after.flags) {
        if (!before.flags.contains(flag))
            edits.setFlag(flag);
    }
    for (const EnvironmentValue& variable : after.environment) {
        if (!before.environment.contains(variable))
            edits.setEnvironment(variable);
    }
    for (const QString& name : after.unsetFlags) {
        if (!before.unsetFlags.contains(name))
            edits.unsetFlag(name);
    }
}

template <typename... Values>
void takeChanges(const RequestWishes& before, const RequestWishes& after, RequestWishes& edits,
    Values RequestWishes::*... members)
{
    const auto take = [&](auto member) {
        if (before.*member != after.*member)
            edits.*member = after.*member;
    };
    (take(members), ...);
}

}

AttemptSettings settingsOfAttempt(const AttemptRecord& record, const ProfileCatalogue& catalogue)
{
    const BuildRequest& request = record.request;
    AttemptSettings settings;
    const Profile* known = catalogue.profile(request.profileId);
    settings.profileIsMade = !known;
    settings.profile = known ? *known : profileMadeOf(record, settings.leftOut);
    RequestWishes& wishes = settings.wishes;
    wishes.configuration = valuesOf(record, isWish, settings.leftOut);
    for (const QString& name : request.configuration.unsetFlags)
        wishes.configuration.unsetFlag(name);
    wishes.patches = patchesBeyond(settings.profile, request.patches);
    wishes.sourceFolder = request.sourceFolder;
    wishes.buildFolder = request.buildFolder;
    wishes.tag = request.source.kind == SourceKind::Git ? request.source.tag : QString();
    wishes.targets = request.targets;
    if (!request.jobsWithoutGate) // else the machine decided
        wishes.jobs = request.jobs;
    wishes.memoryLimit = request.memoryLimit;
    if (request.gate != GateUse::WhereFree)
        wishes.gate = request.gate;
    wishes.backend = wantsWheel(request.backend) ? QStringLiteral("wheel") : QStringLiteral("cmake");
    wishes.venv = request.python.isWanted();
    if (!request.python.base.isEmpty())
        wishes.programs.insert(QStringLiteral("python"), request.python.base);
    wishes.packages = request.python.packages;
    wishes.wheels = request.python.wheels;
    if (request.install.takesBack == 0)
        wishes.install = request.install;
    wishes.install.wheel.clear(); // it packs one of its own
    wishes.untilStage = request.untilStage;
    wishes.skippedStages = request.skippedStages;
    if (record.imported)
        leaveOutPlaces(settings);
    leaveOutUsual(settings, request);
    return settings;
}

std::optional<RequestWishes> withFixOf(const BuildRequest& before, const BuildRequest& after,
    RequestWishes edits, const BuildRequest& draft, const ProfileCatalogue& catalogue)
{
    const RequestWishes was = settingsOf(before, catalogue);
    if (draft.profileId != before.profileId || !isSame(settingsOf(draft, catalogue), was))
        return std::nullopt;
    const RequestWishes is = settingsOf(after, catalogue);
    const RequestWishes unfixed = edits;
    takeChanges(was.configuration, is.configuration, edits.configuration);
    using Wishes = RequestWishes;
    takeChanges(was, is, edits, &Wishes::tag, &Wishes::patches, &Wishes::sourceFolder, &Wishes::buildFolder,
        &Wishes::programs, &Wishes::memoryLimit, &Wishes::gate, &Wishes::backend, &Wishes::venv,
        &Wishes::packages, &Wishes::wheels, &Wishes::skippedStages);
    if (before.jobsAtOnce() != after.jobsAtOnce())
        edits.jobs = after.jobsAtOnce();
    return edits == unfixed ? std::nullopt : std::optional(edits);
}

}
