// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/Subcommand.h"
#include "core/config/RequestMaker.h"
#include "core/detect/Detection.h"

namespace torchmason {
struct ProfileCatalogue;
}

namespace torchmason::cli {

// The options that several subcommands share. Readers end the subcommand where a value is wrong.

extern const Option profileOption; // --profile ID
Profile chosenProfile(const CommandLine& line);
extern const Option likeOption; // --like N, in place of --profile
[[noreturn]] void noSuchProfile(const ProfileCatalogue& catalogue, const QString& id); // there is none
const Profile& profileNamed(const ProfileCatalogue& catalogue, const QString& id);

// --host FACTS.json: the facts of another machine, as `doctor --json` printed them there; "-" reads standard
// input. nullopt where the option was not given.
extern const Option hostOption;
std::optional<HostFacts> hostNamedBy(const CommandLine& line);
// Those of this machine, with what its builds took.
HostFacts detectWithBuilds(const DetectionWishes& wishes = {});

// What a user wishes on top of a profile: --source, --build, -D, --env, --target, --jobs, ...
QVector<Option> wishOptions();
RequestWishes readWishes(const CommandLine& line);
// The profile of --profile with the wishes of the line; or the settings of the attempt of --like with the
// wishes of the line over them, and on standard error what of that attempt is left out.
struct WishedBuild {
    Profile profile;
    RequestWishes wishes;
};
WishedBuild readWishedBuild(const CommandLine& line, Console& console);
QStringList flagsGiven(const CommandLine& line); // the names that -D sets
// On standard error, where -D gives one flag two values.
void tellRepeatedFlags(const CommandLine& line, Console& console);
// The values of --jobs and --memory-limit; nullopt where they are not given.
std::optional<int> jobsWished(const CommandLine& line);
std::optional<Bytes> memoryLimitWished(const CommandLine& line);

}
