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

// As KDE makes it of a scheme of high contrast: what is paler than text goes under.
inline QPalette kdeHighContrastPalette()
{
    return paletteOfOneGround(Qt::black, Qt::white, Qt::black, QColor(0x1a, 0xeb, 0xff), Qt::yellow);
}

// As KDE makes it of "Breeze Dark".
inline QPalette breezeDarkPalette()
{
    const QColor window(0x31, 0x36, 0x3b);
    QPalette palette(window, window);
    const QColor text(0xef, 0xf0, 0xf1);
    for (const QPalette::ColorRole role : { QPalette::WindowText, QPalette::Text, QPalette::ButtonText })
        palette.setColor(role, text);
    palette.setColor(QPalette::Base, QColor(0x23, 0x26, 0x29));
    palette.setColor(QPalette::Highlight, QColor(0x3d, 0xae, 0xe9));
    palette.setColor(QPalette::HighlightedText, text);
    palette.setColor(QPalette::Link, QColor(0x1d, 0x99, 0xf3));
    palette.setColor(QPalette::PlaceholderText, window);
    for (const QPalette::ColorRole role : { QPalette::WindowText, QPalette::Text, QPalette::ButtonText })
        palette.setColor(QPalette::Disabled, role, QColor(0x50, 0x55, 0x5a));
    return palette;
}

// As Windows' "Desert".
inline QPalette lightHighContrastPalette()
{
    return paletteOfOneGround(QColor(0xff, 0xfa, 0xef), QColor(0x3d, 0x3d, 0x3d), QColor(0x67, 0x67, 0x67),
        QColor(0x90, 0x39, 0x09), QColor(0x1c, 0x5e, 0x75));
}

}
