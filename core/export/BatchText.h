// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/ScriptVariables.h"

namespace torchmason {

// How texts are written in a batch file, where other rules hold than behind the prompt of cmd.exe: % is
// doubled, ! is nothing special. Marks become variables.

QString batchLine(QString line); // as it is, but for %, marks and line breaks
// What may stand between quotes: words, and a path as Windows writes it.
QString batchWords(QString words);
QString batchPath(QString path);
QString batchComment(const QString& text);
QString batchArgument(const QString& argument, const QVector<ScriptVariable>& variables);
// The program with its arguments, to be called where it is a batch file itself.
QString batchCommand(const Command& command, const QVector<ScriptVariable>& variables);
// set "NAME=value", `rest` as it stands.
QString batchAssignment(QString assignment, const QString& rest, const QVector<ScriptVariable>& variables);

}
