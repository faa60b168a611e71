// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/AttemptStore.h"

#include <QStringList>

namespace torchmason::cli {

class Console;

// The subcommands of `attempts`, each with the words after its own name.
int showAttempt(const QStringList& words, Console& console);
int printLog(const QStringList& words, Console& console);
int stopAttempt(const QStringList& words, Console& console);
int limitAttempt(const QStringList& words, Console& console);
int attachToAttempt(const QStringList& words, Console& console);
int retryAttempt(const QStringList& words, Console& console);
int exportAttempt(const QStringList& words, Console& console);
int compareAttempts(const QStringList& words, Console& console);
int unpatchAttempt(const QStringList& words, Console& console);
int installFromAttempt(const QStringList& words, Console& console);
int importAttempt(const QStringList& words, Console& console);

// The attempt with that number, complaining itself where there is none: then `code` is what to end with.
std::optional<AttemptSummary> attemptNamed(const QString& word, Console& console, int& code);
// The same for what acts on a build's folders or processes: one that was imported has none here.
std::optional<AttemptSummary> ownAttemptNamed(const QString& word, Console& console, int& code);

}
