// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/AttemptStore.h"

#include <QString>
#include <QStringList>

#include <optional>

namespace torchmason {

enum class OutcomeWish {
    Any,
    Succeeded,
    Failed,
    Stopped, // or interrupted
    Running, // or not begun yet
};

// Which attempts of a list are wanted. What is empty wants all. An attempt that cannot be read has neither
// outcome nor profile.
struct AttemptFilter {
    QStringList words; // each must stand somewhere in what is known of the attempt, in any case of letters
    QString tag; // as normalizedTag() spells it
    OutcomeWish outcome = OutcomeWish::Any;
    QString profile; // id or name, in any case of letters

    bool accepts(const AttemptSummary& attempt) const;
    bool operator==(const AttemptFilter&) const = default;
};

// "any", "succeeded", "failed", "stopped", "running"; nullopt for another word.
std::optional<OutcomeWish> outcomeWishFromId(const QString& id);

// What the words are looked for in, a line each: number, state, profile, source, folders, flags with values,
// names of variables, findings, error, versions that the stages began with, note and tags. Reads the findings
// from the attempt's folder.
QString searchedText(const AttemptSummary& attempt);

}
