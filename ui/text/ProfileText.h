// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/profile/ProfileCatalogue.h"

#include <QString>
#include <QVector>

namespace torchmason {

struct ProfileFact {
    QString name;
    QString value;
};

// What the detail pane lists, in reading order; facts without a value are left out.
QVector<ProfileFact> profileFacts(const Profile& profile);
// Why it fits or not; for a historical one why it failed and what would help.
QStringList profileReasons(const RankedProfile& ranked);
// One line per entry with a bullet before it; a single entry stands alone.
QString bulletList(const QStringList& lines);
QString sourceText(const SourceSpec& source); // "git, tag v2.7.0"

}
