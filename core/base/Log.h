// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace torchmason::log {

// The program's own log, for the developer who reads a user's report: start, end, what was decided, what went
// wrong. One sentence a line, after the part of the program that says it ("runner", "trial", "window"...).
// Warnings and errors go to stderr, too. Never the value of an option or of a variable: it may be a secret.
void info(const char* category, const QString& sentence);
void warning(const char* category, const QString& sentence);
void error(const char* category, const QString& sentence);

// Begins to write to logs/<program>.log in the data folder (1 MB, three older files are kept), first of all
// the versions of program, Qt and system. From now on Qt's own messages come here as well. Where the folder
// cannot be written, stderr still gets the warnings.
void openFile(const QString& program);

}
