// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Json.h"
#include "core/change/CheckRow.h"

namespace torchmason {

// In all of these `given` names the flags that the user's own -D sets: they are taken out by leaving that -D
// out, for -U is about the profile's. It holds this, too, where that was given.
inline constexpr const char* noGateOption = "--no-gate";

Json toJson(const Change& change, const QStringList& given = {});
// Rows in the written form of `doctor --json` and `check --json`.
Json toJson(const CheckRow& row, const QStringList& given = {});
Json toJson(const QVector<CheckRow>& rows, const QStringList& given = {});
Json toJson(const CheckVerdict& verdict); // counts and text

// Rows as lines to read, one group after the other; marks are ✓ ! ✕ ? or, without `utf8`, + ! x ?.
QString checkReport(const QVector<CheckRow>& rows, bool utf8, const QStringList& given = {});

// The changes that together make a build possible, and what they leave; empty without changes.
QString planReport(const QVector<Change>& plan, const QVector<CheckRow>& left, const QStringList& given = {});

// One row as one line: "warning: CUDA toolkit: 12.2. Needs 12.8 or newer. Install CUDA 12.9."
QString checkLine(const CheckRow& row);

}
