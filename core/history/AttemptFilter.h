// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/AttemptStore.h"

#include <QString>
#include <QStringList>

namespace torchmason {

// Which attempts of a list are wanted. What is empty wants all.
struct AttemptFilter {
    QStringList words; // each must stand somewhere in what is known of the attempt, in any case of letters
    QString tag; // as normalizedTag() spells it
    bool onlyFailed = false;

    bool accepts(const AttemptSummary& attempt) const;
};

// What the words are looked for in, a line each: number, state, profile, source, folders, flags with values,
// names of variables, findings, error, versions that the stages began with, note and tags. Reads the findings
// from the attempt's folder.
QString searchedText(const AttemptSummary& attempt);

}
