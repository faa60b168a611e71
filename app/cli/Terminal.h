// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayView>

#include <optional>

namespace torchmason::cli {

// What differs between terminals of Linux and Windows.

// Before anything else: a broken pipe is an answer of write, not a signal; text is UTF-8 whatever the locale.
void prepareTerminal();
// After everything else: the terminal outlives us, and gets back what was changed of it.
void giveTerminalBack();
bool outputIsTerminal();
bool outputIsUtf8();
std::optional<int> terminalWidth();
// False where no process reads it any more.
bool writeOutput(QByteArrayView bytes);
void writeTrouble(QByteArrayView bytes);

// Counts Ctrl-C from now on instead of ending the program.
void countInterrupts();
int interruptCount();

}
