// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/AttemptSettings.h"

#include "core/base/Core.h"
#include "core/request/TreeBackend.h"
#include "core/store/SecretMask.h"

namespace torchmason {

namespace {

bool isWish(ValueOrigin origin)
{
    return origin == ValueOrigin::User || origin == ValueOrigin::Fix;
}

void takeConfiguration(const Configuration& configuration, AttemptSettings& settings)
{
    Configuration& wished = settings.wishes.configuration;
    for (FlagValue flag : configuration.flags) {
        if (!isWish(flag.origin))
            continue;
        if (holdsSecret(flag)) {
            settings.leftOut
                << Core::tr("The flag %1 held a secret, which is not kept; set it again.").arg(flag.name);
            continue;
        }
        flag.origin = ValueOrigin::User;
        wished.setFlag(flag);
    }
    for (const QString& name : configuration.unsetFlags)
        wished.unsetFlag(name);
    for (EnvironmentValue variable : configuration.environment) {
        if (!isWish(variable.origin))
            continue;
        if (isMasked(variable)) {
            settings.leftOut << Core::tr("The variable %1 held a secret, which is not kept; set it again.")
                                    .arg(variable.name);
            continue;
        }
        variable.origin = ValueOrigin::User;
        wished.setEnvironment(variable);
    }
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

}

AttemptSettings settingsOfAttempt(const AttemptRecord& record)
{
    const BuildRequest& request = record.request;
    AttemptSettings settings;
    settings.profileId = request.profileId;
    takeConfiguration(request.configuration, settings);
    RequestWishes& wishes = settings.wishes;
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
    if (!request.patches.isEmpty())
        settings.leftOut << Core::tr(
            "Patches are those of the profile; one that a fix added is not among them.");
    if (record.imported)
        leaveOutPlaces(settings);
    return settings;
}

}
