// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPalette>

namespace torchmason {

// All grounds are the same, all texts are the same, and grey where they cannot be used.
inline QPalette paletteOfOneGround(
    const QColor& ground, const QColor& text, const QColor& grey, const QColor& highlight, const QColor& link)
{
    QPalette palette(ground);
    for (int role = 0; role < QPalette::NColorRoles; ++role)
        palette.setColor(QPalette::ColorRole(role), ground);
    for (const QPalette::ColorRole role : { QPalette::WindowText, QPalette::Text, QPalette::ButtonText,
             QPalette::ToolTipText, QPalette::BrightText })
        palette.setColor(role, text);
    palette.setColor(QPalette::PlaceholderText, grey);
    for (const QPalette::ColorRole role : { QPalette::WindowText, QPalette::Text, QPalette::ButtonText })
        palette.setColor(QPalette::Disabled, role, grey);
    palette.setColor(QPalette::Highlight, highlight);
    palette.setColor(QPalette::Link, link);
    return palette;
}

// As Windows' "Night sky" and the like.
inline QPalette highContrastPalette()
{
    return paletteOfOneGround(
        Qt::black, Qt::white, QColor(0xa6, 0xa6, 0xa6), QColor(0x1a, 0xeb, 0xff), Qt::yellow);
}

// As Windows' "Desert".
inline QPalette lightHighContrastPalette()
{
    return paletteOfOneGround(QColor(0xff, 0xfa, 0xef), QColor(0x3d, 0x3d, 0x3d), QColor(0x67, 0x67, 0x67),
        QColor(0x90, 0x39, 0x09), QColor(0x1c, 0x5e, 0x75));
}

}
