// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/ui/pictures/Studio.h"

namespace torchmason {

// One picture: brings what its name says to the screen of a new window, and takes it.
struct Page {
    const char* name;
    Shelf shelf;
    QImage (*take)(Studio& studio);
};

QVector<Page> wizardPages();
QVector<Page> framePages();
QVector<Page> historyPages();
QVector<Page> attemptPages();
QVector<Page> logPages();

}
