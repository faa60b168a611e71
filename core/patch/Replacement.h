// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"

#include <QByteArray>

#include <optional>

namespace torchmason {

enum class PatchState {
    Applies,
    Already, // what it makes is there
    NothingToTakeAway, // what it removes is not there, which tells nothing about who took it away
};

// What one change made of a file's content: of a text that it does not change, the text as it was given.
struct PatchedText {
    QByteArray text;
    PatchState state = PatchState::Applies;
};

// Replaces `find`, which must stand in `text` once, outside of what was replaced before. Line ends of both
// follow those of `text`. It is made already where `replace` stands there once and `find` does not. The error
// says what is wrong with the file, without naming it.
Result<PatchedText> replaceOnce(const QByteArray& text, QByteArray find, QByteArray replace);
// The way back; nullopt where `replace` does not stand there exactly once.
std::optional<QByteArray> undoReplacement(const QByteArray& text, QByteArray find, QByteArray replace);

}
