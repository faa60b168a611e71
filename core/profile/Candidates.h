// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/detect/HostFacts.h"
#include "core/knowledge/ArchList.h"
#include "core/profile/Profile.h"

namespace torchmason {

// What of a machine a build with a profile would take. Pointers live as long as the facts.

// The toolkit that the user chose, whatever the profile says; else of those in the profile's range the one
// that wins on PATH, else the newest; nullptr where none fits.
const CudaToolkitFacts* toolkitFor(const HostFacts& facts, const ProfileNeeds& needs);
// One of the environments that conda lists, which is not active: taken only where no other fits.
bool isStandby(const PythonFacts& python);
// The interpreter that the user chose; else one in the range: the default one first, and rather one that has
// the build modules.
const PythonFacts* pythonFor(const HostFacts& facts, const ProfileNeeds& needs);
// What CMake would take; for Windows profiles that name a Visual Studio, that one. Where CMake would take a
// gcc that is too new for the profile, the first one that is not.
const CompilerFacts* compilerFor(const HostFacts& facts, const ProfileNeeds& needs);

bool usesCuda(const Configuration& configuration);
// TORCH_CUDA_ARCH_LIST as flag, else as environment variable; empty where neither is set.
QString archListOf(const Configuration& configuration);
bool isInRange(const QString& version, const QString& minimum, const QString& maximum);
// "12.8 or newer", "12.8 to 12.9", "up to 12.9"; empty without bounds.
QString rangeText(const QString& minimum, const QString& maximum);
QString jobsText(const Profile& profile); // "18", "automatic: by processors and memory"
QString platformName(Platform platform); // "Windows", "Linux"
// What a profile asks of the compilers of a system; of its own ones where it is for another one alone.
struct CompilerNeeds {
    QString visualStudio; // "2022"
    // "gcc 11.3 or newer, or clang 10 or newer": of its release and its own words
    QString gcc;
};
CompilerNeeds compilerNeeds(const Profile& profile, Platform platform = hostPlatform());
// As people know it: "gcc 12.2.0", "Visual Studio Community 2022 19.44.35207". compilerName() is for
// comparing.
QString compilerTitle(const CompilerFacts& compiler);
// "2022" of "Visual Studio Community 2022"; of 16.x and 17.x as well.
QString visualStudioYear(const CompilerFacts& compiler);

}
