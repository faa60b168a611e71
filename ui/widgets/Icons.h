// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/Theme.h"

#include <QIcon>
#include <QString>
#include <QStringList>

namespace torchmason {

// An icon of ours by its file name in resources/icons, without ".svg". It follows the palette: the text
// colour of buttons, the disabled colour where disabled, the highlighted text's where selected.
QIcon icon(const QString& name);
// The same in the colour of a meaning.
QIcon icon(const QString& name, Tone tone);
// The program's own icon, in its own colours.
QIcon applicationIcon();
// Names of all icons.
QStringList iconNames();

}
