// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <functional>

class QWidget;

namespace torchmason {

// What becomes of a build that is asked for while another one runs.
enum class QueueAnswer {
    Wait, // it begins by itself when the other has ended
    Now, // both share the machine
    Cancel,
};

// What the question is about.
struct QueueMatter {
    QString running; // the build that runs, as people know it
    bool sameFolder = false; // both want one build folder, so now is impossible
};

// A door, so that tests can answer.
using QueueQuestion = std::function<QueueAnswer(QWidget* parent, const QueueMatter& matter)>;

// The real one: a message box whose default waits.
QueueAnswer askWhetherToWait(QWidget* parent, const QueueMatter& matter);

}
