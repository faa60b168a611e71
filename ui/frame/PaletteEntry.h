// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>
#include <QString>
#include <QStringList>

#include <functional>

namespace torchmason {

// One row of the command palette.
struct PaletteEntry {
    QString title;
    QString place; // where it is found otherwise, or what it is: "View", "Attempt, failed"
    QString keys; // its shortcut as the system writes it; empty: none
    QIcon icon;
    QStringList titleWords; // as wordsOf() makes them
    QStringList moreWords; // searched as well
    std::function<void()> run;
    int order = 1; // where nothing is typed: 0 for what the page offers, 2 for what comes last
    bool isPlace = false; // it only goes to a page of the window
    bool isAct = false; // else it leads to a setting, a profile, a flag or an attempt

    bool isSameAs(const PaletteEntry& other) const { return title == other.title && place == other.place; }
};

}
