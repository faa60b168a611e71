// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/Theme.h"

#include <QFontMetrics>
#include <QIcon>
#include <QString>

namespace torchmason {

// An icon by its file name in resources/icons, without ".svg". Its colour follows the palette: window text,
// disabled text or highlighted text. Chevrons to the left and right are turned with the layout.
QIcon icon(const QString& name);
// The same in the colour of a meaning.
QIcon icon(const QString& name, Tone tone);
// The program's own icon, in its own colours.
QIcon applicationIcon();

// What is right for the usual letters, 16 pixels high, is larger beside larger ones: sides of icons,
// paddings.
int grown(int pixels, const QFontMetrics& letters);

}
