// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/findings/CauseRanking.h"

namespace torchmason {

// What is told of one match: the words of the rule, whose code it is, and the fixes for its subject.
Finding findingOf(const RuleMatch& match, const Rule& rule);

// A sentence of a rule that a subject was put into, in the window's language. Rules are translated with the
// place for it, and what is stored is English.
QString shownData(const QString& sentence, const QString& subject);

// A known mistake of a release that the same line shows, told with the finding of a rule.
void addBug(Finding& finding, const Rule& bug);

// What was true for others who saw the same words, as advice behind the other fixes.
void addSimilarCases(Finding& finding);

}
