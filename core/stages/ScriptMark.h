// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QChar>
#include <QString>

namespace torchmason {

// What the reader of a script may change. In the commands of a plan that becomes a script one character
// stands for each, out of those that Unicode keeps for the inside of programs; quoting turns it into the
// variable.
enum class ScriptName { Source, Build, Venv, Cuda, Python, Jobs, Into, Wheel };

// Slashed: with / in place of \, as it was passed to programs of Windows.
enum class MarkForm { Native, Slashed };

QChar markOf(ScriptName name, MarkForm form = MarkForm::Native);
bool isScriptMark(QChar c);
bool isSlashed(QChar mark);
QChar inNativeForm(QChar c); // what is no mark stays
QString scriptNameOf(QChar mark); // "SOURCE"
// The text for people: marks by the names of their variables.
QString withScriptNames(QString text);
// A text from outside holds no marks.
QString withoutScriptMarks(QString text);

}
