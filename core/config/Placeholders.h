// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/detect/HostFacts.h"
#include "core/profile/Profile.h"

#include <QMap>

namespace torchmason {

// What ${cuda}, ${python}, ${venv}, ${source}, ${build} and ${jobs} stand for on one machine. What is not
// known there has its usual place as value and a sentence in `assumptions` that says so; a build that needs
// it cannot begin where `problems` has a sentence that says what to do.
struct Placeholders {
    QMap<QString, QString> values;
    QMap<QString, QString> assumptions;
    QMap<QString, QString> problems;

    // Fills in all names of `text`. Names that have no value stay; they and those whose value is only assumed
    // are added to `unresolved`.
    QString fill(const QString& text, QStringList& unresolved) const;
};

// cuda, python and venv; `configuration` is the profile's with what the user changed. Where the facts are of
// the profile's platform but empty (a plan for another machine), the usual places of that platform are taken.
Placeholders machinePlaceholders(
    const Profile& profile, const Configuration& configuration, const HostFacts& facts);

}
