// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/BuildChoice.h"

namespace torchmason {

// What trials are about: used by core/trial, which makes them, and by the checks that read their results.

// 17, or what the release asks for.
int triedStandard(const BuildChoice& choice);
// Those of the build; without any, those of the cards that are here.
QVector<ArchEntry> triedArchitectures(const BuildChoice& choice);
// The `subject` that a trial of this id would have now: "C++17", "8.6;12.0"; empty where it has none.
QString subjectOf(const QString& trialId, const BuildChoice& choice);

// Whether a trial is about the programs, versions and settings that this build would take.
bool concerns(const TrialFacts& trial, const BuildChoice& choice);

}
