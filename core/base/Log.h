// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace torchmason::log {

// The program's own log: sentences with the thing they are about, in categories ("runner", "detect",
// "store", "ui"...). Goes to a rotating file once openFile() was called, and warnings to stderr.
void warning(const char* category, const QString& sentence);
void error(const char* category, const QString& sentence);

// Starts writing to logs/<program>.log in the data folder (1 MB, three files kept). Does nothing where
// the folder cannot be written: a program that cannot log still works.
void openFile(const QString& program);

}
