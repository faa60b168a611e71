// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPalette>
#include <QString>

#include <optional>

namespace torchmason {

enum class Appearance {
    System, // the platform's own style and palette
    Light,
    Dark,
};

std::optional<Appearance> appearanceFromId(const QString& id); // "system", "light", "dark"
QString appearanceId(Appearance appearance);

QPalette lightPalette();
QPalette darkPalette();
// The same with a placeholder, with texts of what is selected and of what cannot be used that are read on
// their grounds, where the palette of a platform has none. Nothing else is changed.
QPalette readablePalette(QPalette palette);
// Makes the palette of the program so; to be called again when the platform has other colours.
void completePalette();
// Changes style and palette of the whole program at once. Call once before the first window.
void applyAppearance(Appearance appearance);

}
