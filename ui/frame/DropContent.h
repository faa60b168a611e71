// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

namespace torchmason {

// What the window can do with files that are opened or dropped on it.
struct DropContent {
    enum class Use { None, Attempts, Profiles, Source };

    Use use = Use::None;
    QString sentence; // what will happen, or why nothing does
    bool isSure = true; // false: a text that may be no log of a build
};

// Looks at files and folders; for a worker thread. All of them must be of one kind.
DropContent contentOfDrop(const QStringList& paths);

}
