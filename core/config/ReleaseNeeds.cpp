// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/ReleaseNeeds.h"

#include "core/config/OptionValue.h"
#include "core/knowledge/VersionText.h"

namespace torchmason {

bool isOtherRelease(const Profile& profile, const SourceSpec& source)
{
    const QString own = majorMinor(releaseOf(profile.source));
    const QString taken = majorMinor(releaseOf(source));
    if (!own.isEmpty() && !taken.isEmpty())
        return own != taken;
    return !source.tag.isEmpty() && source.tag != profile.source.tag; // a branch, a commit
}

ProfileNeeds needsFor(const Profile& profile, const SourceSpec& source, const TorchRelease* release)
{
    ProfileNeeds needs = profile.needs;
    if (!release || !isOtherRelease(profile, source))
        return needs;
    // An experimental Python is worth a warning, not a stop.
    const QString& newest
        = release->pythonExperimental.isEmpty() ? release->pythonMaximum : release->pythonExperimental;
    if (!release->pythonMinimum.isEmpty()) {
        needs.pythonMinimum = release->pythonMinimum;
        needs.pythonMaximum = newest;
    }
    if (!release->cmakeMinimum.isEmpty())
        needs.cmakeMinimum = release->cmakeMinimum;
    return needs;
}

ProfileNeeds needsFor(const Profile& profile, const SourceSpec& source)
{
    const auto releases = ReleaseCatalogue::load();
    return needsFor(profile, source, releases ? releases->release(releaseOf(source)) : nullptr);
}

}
