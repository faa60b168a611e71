// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/solver/ProfileRanking.h"

#include <QString>
#include <QVector>

#include <utility>

namespace torchmason {

// The profiles, judged for this machine and the user's edits, and the one of them that the build is made
// from. The owner says when to judge again.
class ProfileChoice {
public:
    explicit ProfileChoice(ProfileCatalogue catalogue); // the chosen one is read from the settings

    const ProfileCatalogue& catalogue() const { return m_catalogue; }
    void setCatalogue(ProfileCatalogue catalogue) { m_catalogue = std::move(catalogue); }

    void judge(const HostFacts& facts, const RequestWishes& edits);
    // Whether the last judgement is also one for these edits.
    bool isJudgedFor(const RequestWishes& edits) const;
    const QVector<RankedProfile>& ranked() const { return m_ranked; }
    const RankedProfile* rankedProfile(const QString& id) const; // nullptr: none of this name

    const QString& id() const { return m_id; }
    // Null where no profile could be read, or the file of the chosen one is broken.
    const Profile* profile() const { return m_catalogue.profile(m_id); }
    const BrokenProfile* brokenProfile() const { return m_catalogue.brokenProfile(m_id); }
    // Both say whether it is another one now. A choice is kept in the settings; the best is taken only where
    // nobody has chosen, or what was chosen is gone.
    bool choose(const QString& id);
    bool takeBest();
    void keep(); // what was taken stays as if it had been chosen, in this run only
    void forget(); // as if nobody had chosen
    bool isChosen() const { return m_isChosen; }

private:
    ProfileCatalogue m_catalogue;
    QVector<RankedProfile> m_ranked;
    RequestWishes m_judgedFor;
    QString m_id;
    bool m_isChosen = false;
    bool m_isKept = false;
};

}
