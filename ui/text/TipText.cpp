// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/TipText.h"

#include <QStringList>

#include <algorithm>

namespace torchmason {

namespace {

// How much of it fits: up to a blank, else a whole part of a path or name, else as many letters as there may
// be.
qsizetype firstLine(const QString& line)
{
    if (const qsizetype blank = line.lastIndexOf(u' ', widestTip); blank > 0)
        return blank;
    qsizetype end = widestTip;
    while (end > 0 && !QStringLiteral("/\\_=,").contains(line[end - 1]))
        --end;
    if (end > 0)
        return end;
    return line[widestTip - 1].isHighSurrogate() ? widestTip - 1 : widestTip;
}

}

QString tipText(const QString& text)
{
    QStringList lines;
    for (QString line : text.split(u'\n')) {
        while (line.size() > widestTip) {
            const qsizetype end = firstLine(line);
            lines << line.left(end);
            line.remove(0, end + (line[end] == u' ' ? 1 : 0));
        }
        lines << line;
    }
    return lines.join(u'\n');
}

}
