// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPalette>

namespace torchmason {

// As Windows' "Night sky" and the like: all grounds black, all texts white, grey where they cannot be used.
inline QPalette highContrastPalette()
{
    QPalette palette(Qt::black);
    for (int role = 0; role < QPalette::NColorRoles; ++role)
        palette.setColor(QPalette::ColorRole(role), Qt::black);
    for (const QPalette::ColorRole role : { QPalette::WindowText, QPalette::Text, QPalette::ButtonText,
             QPalette::ToolTipText, QPalette::BrightText })
        palette.setColor(role, Qt::white);
    const QColor grey(0xa6, 0xa6, 0xa6);
    palette.setColor(QPalette::PlaceholderText, grey);
    for (const QPalette::ColorRole role : { QPalette::WindowText, QPalette::Text, QPalette::ButtonText })
        palette.setColor(QPalette::Disabled, role, grey);
    palette.setColor(QPalette::Highlight, QColor(0x1a, 0xeb, 0xff));
    palette.setColor(QPalette::Link, Qt::yellow);
    return palette;
}

}
