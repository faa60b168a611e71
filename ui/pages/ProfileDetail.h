// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/Estimate.h"
#include "core/solver/ProfileRanking.h"

#include <QWidget>

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

    // `disk`: what a build takes here.
    void showProfile(const RankedProfile& ranked, const Estimate& disk = {});
    void setAdvice(const WheelAdvice& advice);

private:
    QLabel* m_name = nullptr;
    StateMark* m_fit = nullptr;
    QLabel* m_summary = nullptr;
    BulletLabel* m_reasons = nullptr;
    WheelBanner* m_wheel = nullptr;
    FactList* m_facts = nullptr;
    QLabel* m_notes = nullptr;
};

}
