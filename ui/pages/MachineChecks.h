// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QWidget;

namespace torchmason {

class BuildDraft;
class CheckList;

// Does what the buttons in rows of checks ask for: a change, looking again, another program, the one that was
// found.
void serveChecks(CheckList& list, BuildDraft& draft);
// Lets the user choose the program for a key ("python", "nvcc") among those found, or a file. `asker` is the
// button that was pressed, or holds it.
void chooseProgram(QWidget& asker, BuildDraft& draft, const QString& key);

}
