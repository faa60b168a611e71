// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/change/CheckRow.h"

#include <QStringList>

#include <functional>

class QWidget;

namespace torchmason {

// What the window asks in a message box. Each question is also a type of function, so that tests can answer.

// What happens to a build that runs, or waits to, when its window is closed.
enum class CloseAnswer {
    KeepBuilding, // the window goes, the build goes on
    StopBuild,
    Cancel, // the window stays
};
struct CloseMatter {
    QString build; // its name
    bool waits = false; // in the queue for another one
};
using CloseQuestion = std::function<CloseAnswer(QWidget* parent, const CloseMatter& matter)>;
CloseAnswer askBeforeClosing(QWidget* parent, const CloseMatter& matter); // by default the build goes on

// What becomes of a build that is asked for while another one runs.
enum class QueueAnswer {
    Wait, // it starts on its own when the other has ended
    Now, // both share the machine
    Cancel,
};
struct QueueMatter {
    QString running; // the name of the build that runs
    bool sameFolder = false; // both want one build folder, so now is impossible
};
using QueueQuestion = std::function<QueueAnswer(QWidget* parent, const QueueMatter& matter)>;
QueueAnswer askWhetherToWait(QWidget* parent, const QueueMatter& matter); // by default it waits

// One line for each row that makes a build fail: "CUDA toolkit: 11.4.152 (needs 12.8 or newer)".
QStringList blockersOf(const QVector<CheckRow>& rows);
// Whether to build although these lines say that it will fail.
using BlockerQuestion = std::function<bool(QWidget* parent, const QStringList& blockers)>;
bool askWhetherToBuildAnyway(QWidget* parent, const QStringList& blockers); // by default it does not build

// Whether these settings go back to their defaults.
using DefaultsQuestion = std::function<bool(QWidget* parent, const QStringList& settings)>;
bool askForDefaults(QWidget* parent, const QStringList& settings); // by default they stay

}
