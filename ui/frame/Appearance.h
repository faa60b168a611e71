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
// Changes style and palette of the whole program at once. Call once before the first window.
void applyAppearance(Appearance appearance);

}
