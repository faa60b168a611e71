// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"

#include <QString>
#include <QStringList>

namespace torchmason {

// The editor of the user's choice: a program and its arguments, in which {file} and {line} stand for the
// place. Empty: what the desktop opens such files with. Kept in the settings; never given to a shell.
QStringList editorCommand();
void setEditorCommand(const QStringList& command);
// As one line for a field, and back.
QString editorText(const QStringList& command);
QStringList editorFromText(const QString& text);

// What is started for this place; {file} is added at the end where no argument has it.
QStringList editorStart(const QStringList& command, const QString& file, int line);
// Whether the desktop may open it without the user's choice of an editor: text that no desktop executes.
bool isPlainSource(const QString& file);
// What opens the file at this line. Asks disks, perhaps slow ones. The error is one sentence.
struct EditorProgram {
    QString path; // empty: the desktop
    QStringList arguments;
};
Result<EditorProgram> editorFor(const QStringList& command, const QString& file, int line);
// What is wrong with the program of the command, in one sentence; empty: nothing. Asks disks, too.
QString editorProblem(const QStringList& command);
Result<void> openInEditor(const EditorProgram& editor, const QString& file);

}
