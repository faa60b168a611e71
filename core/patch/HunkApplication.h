// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/patch/Replacement.h"
#include "core/patch/UnifiedDiff.h"

namespace torchmason {

// Applies the changes of one file to its text. Each is looked for where the diff says and, further and
// further away from there, wherever all its lines stand; none of them may differ (line ends may, and those
// of the file stay). A text that has the changes already is answered as it is. The error names line and
// expectation, not the file.
Result<PatchedText> applyHunks(const QByteArray& text, const QVector<DiffHunk>& hunks);
// The way back; nullopt where the changes are not there.
std::optional<QByteArray> undoHunks(const QByteArray& text, const QVector<DiffHunk>& hunks);

}
