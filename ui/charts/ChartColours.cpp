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
    colours.base = base;
    colours.build = dark ? QColor(0x4c, 0x9b, 0xe8) : QColor(0x2f, 0x7d, 0xd1);
    colours.others = mixed(text, base, dark ? 0.36 : 0.24);
    colours.othersEdge = mixed(text, base, dark ? 0.45 : 0.55);
    colours.limit = mixed(text, base, 0.7);
    colours.swap = dark ? QColor(0xf2, 0xa0, 0x4c) : QColor(0xd9, 0x6c, 0x06);
    colours.gate = dark ? QColor(0xb7, 0x94, 0xf0) : QColor(0x7a, 0x4f, 0xc4);
    colours.mean = mixed(text, base, 0.85);
    colours.busy = colours.build;
    colours.idle = mixed(text, base, 0.06);
    colours.expected = mixed(colours.swap, base, hasOneGround(palette) ? 0.6 : 0.4);
    colours.expectedEdge = colours.swap;
    colours.earlier = colours.swap;
    colours.cxx = dark ? QColor(0x4c, 0x9b, 0xe8) : QColor(0x4b, 0x8f, 0xd9);
    colours.cuda = dark ? QColor(0xf2, 0xa0, 0x4c) : QColor(0xd8, 0x75, 0x0e);
    colours.link = dark ? QColor(0xf2, 0xf4, 0xf7) : QColor(0x24, 0x28, 0x2e);
    colours.generated = dark ? QColor(0x9b, 0xe0, 0xc8) : QColor(0x0d, 0x6b, 0x5c);
    colours.other = dark ? QColor(0x84, 0x8b, 0x94) : QColor(0x8d, 0x90, 0x94);
    colours.failed = dark ? QColor(0xe0, 0x52, 0x3f) : QColor(0xb0, 0x23, 0x18);
    return colours;
}

QColor ChartColours::of(EdgeKind kind) const
{
    switch (kind) {
    case EdgeKind::Cxx:
        return cxx;
    case EdgeKind::Cuda:
        return cuda;
    case EdgeKind::Link:
        return link;
    case EdgeKind::Generated:
        return generated;
    case EdgeKind::Other:
        break;
    }
    return other;
}

QColor ChartColours::running(EdgeKind kind) const
{
    return mixed(of(kind), base, 0.45);
}

QColor gridColour(const QPalette& palette)
{
    return hasOneGround(palette) ? mixed(palette.color(QPalette::Text), palette.color(QPalette::Base), 0.24)
                                 : lineColour(palette);
}

QPen hairline(const QColor& colour)
{
    return { colour, 0 };
}

}
