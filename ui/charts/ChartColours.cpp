// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/ChartColours.h"

#include "ui/widgets/Theme.h"

namespace torchmason {

ChartColours ChartColours::of(const QPalette& palette)
{
    const QColor base = palette.color(QPalette::Base);
    const QColor text = palette.color(QPalette::Text);
    const bool dark = isDark(palette);
    ChartColours colours;
    colours.build = dark ? QColor(0x4c, 0x9b, 0xe8) : QColor(0x2f, 0x7d, 0xd1);
    colours.others = mixed(text, base, dark ? 0.34 : 0.24);
    colours.limit = mixed(text, base, 0.7);
    colours.swap = dark ? QColor(0xf2, 0xa0, 0x4c) : QColor(0xd9, 0x6c, 0x06);
    colours.gate = dark ? QColor(0xb7, 0x94, 0xf0) : QColor(0x7a, 0x4f, 0xc4);
    colours.idle = mixed(text, base, 0.06);
    return colours;
}

}
