// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <functional>

class QWidget;

namespace torchmason {

// What happens to a running build when its window is closed.
enum class CloseAnswer {
    KeepBuilding, // the window goes, the build goes on
    StopBuild,
    Cancel, // the window stays
};

// A door, so that tests can answer.
using CloseQuestion = std::function<CloseAnswer(QWidget* parent, const QString& buildName)>;

// The real one: a message box whose default keeps the build.
CloseAnswer askBeforeClosing(QWidget* parent, const QString& buildName);

}
