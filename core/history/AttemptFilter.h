// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/AttemptStore.h"

#include <QString>
#include <QStringList>
#include <QVector>

#include <optional>

namespace torchmason {

enum class OutcomeWish {
    Any,
    Succeeded,
    Failed,
    Stopped, // or interrupted
    Running, // or not begun yet
};

// Something that is known of an attempt, and what it is: "flag", "note"...
struct SearchedLine {
    QString part;
    QString text; // a note may have several lines
};

// Which attempts of a list are wanted. What is empty wants all. An attempt that cannot be read has neither
// outcome nor profile.
struct AttemptFilter {
    QStringList words; // each must stand somewhere in what is known of the attempt, in any case of letters
    QString tag; // as normalizedTag() spells it
    OutcomeWish outcome = OutcomeWish::Any;
    QString profile; // id or name, in any case of letters

    bool accepts(const AttemptSummary& attempt) const;
    // That which holds the most of the words; nullopt where one of them stands nowhere, or there are none.
    std::optional<SearchedLine> foundIn(const AttemptSummary& attempt) const;
    bool operator==(const AttemptFilter&) const = default;
};

// "any", "succeeded", "failed", "stopped", "running"; nullopt for another word.
std::optional<OutcomeWish> outcomeWishFromId(const QString& id);

// What the words are looked for in: number, note and tags, state, error, findings, profile, source, folders,
// flags with values, names of variables, versions that the stages began with, wheels. Reads the findings from
// the attempt's folder.
QVector<SearchedLine> searchedLines(const AttemptSummary& attempt);

}
