// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/findings/Rule.h"

#include <QByteArray>
#include <QStringList>

namespace torchmason {

// What could be read of a pack. A rule or marker with a mistake is left out and the others stay.
struct RulePackReading {
    RulePack pack;
    QStringList problems; // "mine.json, line 12, rules[3].signatures[0].expression: ..."
};

// Reads a pack of rules, schema 1 (resources/rules/schema/rules.json says the same). `words` are lists of
// earlier packs, which the texts of this one may name as %{name} beside its own.
RulePackReading readRulePack(const QByteArray& text, const QString& file, const WordLists& words = {});

}
