// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/ui/support/UiTest.h"
#include "ui/models/BuildDraft.h"
#include "ui/models/FlagModel.h"
#include "ui/models/MachineFacts.h"

namespace torchmason {

inline FlagValue flag(const char* name, const char* value)
{
    return { QLatin1String(name), QLatin1String(value), {} };
}

// Passes as a CMake entry what trees read from the environment, and the other way round.
inline Profile mixedProfile()
{
    Profile profile;
    profile.id = profile.name = "mixed";
    profile.platforms = { hostPlatform() };
    profile.source.kind = SourceKind::Sample;
    profile.source.version = "2.6.0";
    profile.configuration.setFlag(flag("CMAKE_BUILD_TYPE", "Release"));
    profile.configuration.setFlag(flag("CUDA_HOME", "/opt/cuda"));
    profile.configuration.setFlag(flag("OWN_ENTRY", "${build}/own"));
    profile.configuration.setEnvironment({ "USE_KINETO", "0" });
    return profile;
}

// The flags of that profile, which builds on a machine that nothing is known of.
class FlagModelHarness {
protected:
    void setUp()
    {
        m_model.reset();
        m_draft.reset();
        m_home = freshHome();
        m_machine = std::make_unique<MachineFacts>();
        ProfileCatalogue catalogue;
        catalogue.profiles = { mixedProfile() };
        m_draft = std::make_unique<BuildDraft>(*m_machine, catalogue);
        m_draft->chooseProfile("mixed");
        m_model = std::make_unique<FlagModel>(*m_draft, std::move(OptionCatalogue::load()).value());
    }
    const FlagRow& row(const char* name)
    {
        const FlagRow* found = m_model->row(m_model->indexOf(QLatin1String(name)));
        if (!found)
            qFatal("no row %s", name);
        return *found;
    }
    QModelIndex value(const char* name)
    {
        return m_model->indexOf(QLatin1String(name)).siblingAtColumn(FlagModel::ValueColumn);
    }
    int rowsNamed(const QString& name)
    {
        int count = 0;
        for (int group = 0; group < m_model->rowCount(); ++group) {
            const QModelIndex parent = m_model->index(group, 0);
            for (int i = 0; i < m_model->rowCount(parent); ++i)
                count += m_model->index(i, 0, parent).data(FlagModel::NameRole).toString() == name;
        }
        return count;
    }
    QString noteOf(const FlagRow& wanted)
    {
        for (int group = 0; group < m_model->rowCount(); ++group) {
            const QModelIndex parent = m_model->index(group, 0);
            for (int i = 0; i < m_model->rowCount(parent); ++i) {
                const QModelIndex note = m_model->index(i, FlagModel::NoteColumn, parent);
                if (*m_model->row(note) == wanted)
                    return note.data().toString();
            }
        }
        return QStringLiteral("(no such row)");
    }
    const Configuration& asked() { return m_draft->request()->configuration; }

    std::unique_ptr<QTemporaryDir> m_home;
    std::unique_ptr<MachineFacts> m_machine;
    std::unique_ptr<BuildDraft> m_draft;
    std::unique_ptr<FlagModel> m_model;
};

}
