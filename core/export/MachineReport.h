// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/change/CheckRow.h"
#include "core/detect/HostFacts.h"
#include "core/profile/Profile.h"
#include "core/redact/PrivacyFilter.h"
#include "core/wheeladvice/WheelAdvice.h"

namespace torchmason {

// A machine as Markdown to put into an issue: what is there, what was checked, what could not be found out.
// Names of people and computers, their folders and secrets are taken out. `profile` may be null.
QString machineReport(const HostFacts& facts, const Profile* profile, const QVector<CheckRow>& rows,
    const WheelAdvice& wheel, const PrivateNames& names = ownPrivateNames());

}
