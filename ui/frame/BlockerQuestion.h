// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/change/CheckRow.h"

#include <QStringList>

#include <functional>

class QWidget;

namespace torchmason {

// One line for each row that makes a build fail: "CUDA toolkit: not found".
QStringList blockersOf(const QVector<CheckRow>& rows);

// Whether to build although these lines say that it will fail. A door, so that tests can answer.
using BlockerQuestion = std::function<bool(QWidget* parent, const QStringList& blockers)>;

// The real one: a message box whose default does not build.
bool askWhetherToBuildAnyway(QWidget* parent, const QStringList& blockers);

}
