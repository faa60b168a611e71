// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/ScriptExport.h"

#include <QPair>

namespace torchmason {

// What scripts say in any language.

QStringList headSentences(const ScriptTitle& title);
QString stageLine(const Stage& stage); // "---- Configure (configure)"
QString stepName(const Stage& stage, const Command& command); // "Configure: Make the build folder"
// Takes what is masked out of the command and says what its reader has to set.
QStringList maskedNotes(Command& command);
// The folders, and the others as far as the body uses them (`use` is "$%1" or "%%1"), each with what it is
// set to: one may stand in the next.
QVector<QPair<ScriptVariable, QString>> shownVariables(
    const ScriptTitle& title, const QString& body, const QString& use);

}
