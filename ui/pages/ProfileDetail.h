// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/Estimate.h"
#include "core/solver/ProfileRanking.h"

#include <QWidget>

#include <optional>

class QLabel;

namespace torchmason {

class BulletLabel;
class FactList;
class StateMark;
class WheelBanner;
struct WheelAdvice;

// All about one profile, for reading: fit and reasons, the wheel that makes it needless, what it is for, what
// it needs, notes, sources.
class ProfileDetail : public QWidget {
    Q_OBJECT

public:
    explicit ProfileDetail(QWidget* parent = nullptr);

    // What a build takes on disks here is known later: showDisk().
    void showProfile(const RankedProfile& ranked);
    void showDisk(const Estimate& disk);
    // What a build with the user's changes takes, which may be another release.
    void showSource(const SourceSpec& taken);
    void setAdvice(const WheelAdvice& advice);

private:
    void showFacts();

    Profile m_profile;
    std::optional<Estimate> m_disk; // of m_profile; nullopt: not known yet
    SourceSpec m_taken; // of a build with m_profile
    QLabel* m_name = nullptr;
    StateMark* m_fit = nullptr;
    QLabel* m_summary = nullptr;
    BulletLabel* m_reasons = nullptr;
    BulletLabel* m_remarks = nullptr; // what else there is to say
    WheelBanner* m_wheel = nullptr;
    FactList* m_facts = nullptr;
    QLabel* m_notes = nullptr;
};

}
