// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/ProfileChoice.h"

#include "ui/models/Settings.h"

#include <algorithm>
#include <utility>

namespace torchmason {

namespace {

const auto profileKey = QStringLiteral("wizard/profile");

// Where a build is written and how many jobs it has say nothing about a profile. The source does, and whether
// another release is fetched over it.
RequestWishes wishesForProfiles(const RequestWishes& edits)
{
    RequestWishes wishes;
    wishes.configuration = edits.configuration;
    wishes.sourceFolder = edits.sourceFolder;
    wishes.skippedStages = edits.skippedStages;
    wishes.tag = edits.tag;
    wishes.programs = edits.programs;
    wishes.backend = edits.backend;
    wishes.venv = edits.venv;
    wishes.packages = edits.packages;
    return wishes;
}

}

ProfileChoice::ProfileChoice(ProfileCatalogue catalogue)
    : m_catalogue(std::move(catalogue))
    , m_id(settings()->value(profileKey).toString())
    , m_isChosen(profile() || brokenProfile())
{
}

void ProfileChoice::judge(const HostFacts& facts, const RequestWishes& edits)
{
    m_judgedFor = wishesForProfiles(edits);
    m_ranked = rankProfiles(m_catalogue, facts, m_judgedFor);
}

bool ProfileChoice::isJudgedFor(const RequestWishes& edits) const
{
    return m_judgedFor == wishesForProfiles(edits);
}

const RankedProfile* ProfileChoice::rankedProfile(const QString& id) const
{
    for (const RankedProfile& candidate : m_ranked) {
        if (candidate.profile.id == id)
            return &candidate;
    }
    return nullptr;
}

bool ProfileChoice::choose(const QString& id)
{
    if (!m_catalogue.profile(id) && !m_catalogue.brokenProfile(id))
        return false;
    m_isChosen = true;
    settings()->setValue(profileKey, id);
    const bool isAnother = id != m_id;
    m_id = id;
    return isAnother;
}

void ProfileChoice::keep()
{
    m_isKept = true;
}

void ProfileChoice::forget()
{
    m_isChosen = m_isKept = false;
    settings()->remove(profileKey);
}

bool ProfileChoice::takeBest()
{
    // A profile whose file is broken stays chosen: silently building another one would be noticed too late.
    const bool stays = (m_isChosen || m_isKept) && (profile() || brokenProfile());
    if (stays || m_ranked.isEmpty())
        return false;
    // The tour is no PyTorch: it is chosen by hand, also where it alone needs no changes.
    const auto best = std::find_if(m_ranked.begin(), m_ranked.end(),
        [](const RankedProfile& ranked) { return ranked.profile.source.kind != SourceKind::Sample; });
    const QString before
        = std::exchange(m_id, (best == m_ranked.end() ? m_ranked.first() : *best).profile.id);
    return before != m_id;
}

}
