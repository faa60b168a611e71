// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"

#include <QByteArray>

#include <optional>

namespace torchmason {

// What one change made of a file's content.
struct PatchedText {
    QByteArray text;
    bool already = false; // it was there before, `text` is as it was given
};

// Replaces `find`, which must stand in `text` once, outside of what was replaced before. Line ends of both
// follow those of `text`. The error says what is wrong with the file, without naming it.
Result<PatchedText> replaceOnce(const QByteArray& text, QByteArray find, QByteArray replace);
// The way back; nullopt where `replace` does not stand there exactly once.
std::optional<QByteArray> undoReplacement(const QByteArray& text, QByteArray find, QByteArray replace);

}
