// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/ui/support/UiTest.h"
#include "ui/models/BuildDraft.h"
#include "ui/models/MachineFacts.h"
#include "ui/pages/Wizard.h"

#include <QLineEdit>

namespace torchmason {

inline Profile profileNamed(const QString& id, const QString& summary)
{
    Profile profile;
    profile.id = id;
    profile.name = id;
    profile.summary = summary;
    profile.platforms = { hostPlatform() };
    profile.source.kind = SourceKind::Sample;
    profile.configuration.setFlag(
        { QStringLiteral("USE_DISTRIBUTED"), QStringLiteral("OFF"), QStringLiteral("BOOL") });
    return profile;
}

inline ProfileCatalogue threeProfiles()
{
    ProfileCatalogue made;
    made.profiles = { profileNamed(QStringLiteral("first"), QStringLiteral("apples")),
        profileNamed(QStringLiteral("second"), QStringLiteral("pears")),
        profileNamed(QStringLiteral("bygone"), QStringLiteral("plums")) };
    made.profiles.last().status = ProfileStatus::Historical;
    made.profiles.last().statusReason = QStringLiteral("plums are over");
    return made;
}

// The wizard on a machine of which nothing is known, with three profiles and the first one chosen.
class WizardHarness {
protected:
    void setUp()
    {
        m_home = freshHome();
        m_machine = std::make_unique<MachineFacts>();
        m_machine->setFacts({});
        m_draft = std::make_unique<BuildDraft>(*m_machine, threeProfiles());
        m_draft->chooseProfile(QStringLiteral("first"));
        m_wizard = std::make_unique<Wizard>(*m_draft);
        m_wizard->resize(1000, 700);
        m_wizard->show();
    }
    // The flags of PyTorch, with what they cost; the sample project has few.
    void openFlags()
    {
        ProfileCatalogue pytorch = threeProfiles();
        for (Profile& profile : pytorch.profiles)
            profile.source.kind = SourceKind::Git;
        m_draft->setCatalogue(pytorch);
        m_wizard->goTo(Wizard::FlagsStep);
    }
    void tearDown()
    {
        m_wizard.reset();
        m_draft.reset();
        m_machine.reset();
    }
    template <typename T = QWidget> T* find(const QString& name) { return findIn<T>(*m_wizard, name); }
    void click(const QString& name) { clickIn(*m_wizard, name); }
    void type(const QString& field, const QString& text)
    {
        auto* edit = find<QLineEdit>(field);
        edit->clear();
        QTest::keyClicks(edit, text);
    }

    std::unique_ptr<QTemporaryDir> m_home;
    std::unique_ptr<MachineFacts> m_machine;
    std::unique_ptr<BuildDraft> m_draft;
    std::unique_ptr<Wizard> m_wizard;
};

}
