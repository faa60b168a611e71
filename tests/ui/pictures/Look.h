// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/frame/Appearance.h"

#include <QSize>
#include <QString>
#include <QVector>

namespace torchmason {

// One way in which all pages are shown. Scale, letters and language are those of a whole program, so each
// look is taken by a process of its own.
struct Look {
    QString name;
    Appearance appearance = Appearance::Light;
    QSize size = { 1280, 860 };
    double scale = 1;
    double letters = 0; // points; 0: the usual ones
    bool isTranslated = false; // into a made-up language that is longer
    bool hasHighContrast = false;
    bool isReversed = false; // laid out from right to left
};

const QVector<Look>& looks();
// Before the application is made.
void prepare(const Look& look);
// Once it is there.
void apply(const Look& look);
// Colours of the desktop are taken once a window is there, as they are when the user changes them.
void applyColours(const Look& look);

}
