// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QString>
#include <QStringList>

namespace torchmason {

// What tools say in several languages, by name: "no-such-file" is "No such file or directory", "Datei oder
// Verzeichnis nicht gefunden" and so on. Rules write %{no-such-file}.
using WordLists = QHash<QString, QStringList>;

// The first name in `text` that no list has; empty where there is none.
QString unknownWordIn(const QString& text, const WordLists& words);

// One text for each phrase; `text` itself where it names no list.
QStringList spelledOut(const QString& text, const WordLists& words);

// The expression with each %{name} as a group of alternatives.
QString expressionWithWords(const QString& expression, const WordLists& words);

}
