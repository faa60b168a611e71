// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/ui/support/UiTest.h"
#include "ui/models/BuildDraft.h"
#include "ui/models/MachineFacts.h"

namespace torchmason {

inline Profile profileNamed(const QString& id, const QString& distributed)
{
    Profile profile;
    profile.id = id;
    profile.name = id;
    profile.platforms = { hostPlatform() };
    profile.source.kind = SourceKind::Sample;
    profile.configuration.setFlag({ "USE_DISTRIBUTED", distributed, "BOOL" });
    return profile;
}

inline ProfileCatalogue twoProfiles()
{
    ProfileCatalogue catalogue;
    catalogue.profiles = { profileNamed("first", "OFF"), profileNamed("second", "ON") };
    catalogue.broken = { { "bad", "bad.json", "line 3" } };
    return catalogue;
}

// A draft without a window, with two profiles and the first one chosen.
class DraftHarness {
protected:
    void setUp()
    {
        m_draft.reset();
        m_home = freshHome();
        m_machine = std::make_unique<MachineFacts>();
        m_draft = std::make_unique<BuildDraft>(*m_machine, twoProfiles());
        m_draft->chooseProfile("first");
    }

    std::unique_ptr<QTemporaryDir> m_home;
    std::unique_ptr<MachineFacts> m_machine;
    std::unique_ptr<BuildDraft> m_draft;
};

}
