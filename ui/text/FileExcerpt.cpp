// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/FileExcerpt.h"

#include <QStringList>

#include <algorithm>

namespace torchmason {

namespace {

constexpr int neighbours = 1;
constexpr int mostSigns = 90; // of a line; more would not be seen at once

}

QString fileExcerpt(const QByteArray& text, int line, int column)
{
    QList<QByteArray> lines = text.split('\n');
    if (line < 1 || line > lines.size())
        return {};
    // The part of long lines that holds the place, the same of all of them.
    const int from = column > mostSigns ? column - mostSigns / 2 : 0;
    const int first = std::max(1, line - neighbours);
    const int last = std::min(int(lines.size()), line + neighbours);
    const int width = int(QString::number(last).size());
    QStringList shown;
    for (int number = first; number <= last; ++number) {
        QString part = QString::fromUtf8(lines[number - 1]).replace(u'\t', u' ').remove(u'\r');
        part = part.mid(from, mostSigns);
        if (number != line && part.trimmed().isEmpty())
            continue;
        shown << QStringLiteral("%1 %2 %3")
                     .arg(number == line ? QChar(u'>') : QChar(u' '))
                     .arg(number, width)
                     .arg(part);
        if (number == line && column > 0)
            shown << QString(width + 3 + std::max(0, column - 1 - from), u' ') + u'^';
    }
    return shown.join(u'\n');
}

}
