// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/logview/LogText.h"

#include "core/base/ControlCharacters.h"
#include "core/base/TextDecoding.h"
#include "core/base/Units.h"
#include "ui/text/Ui.h"

#include <algorithm>

namespace torchmason {

namespace {

// What "1;31" between ESC[ and m changes.
void applyCodes(QByteArrayView codes, LineColour& style)
{
    for (const QByteArray& word : codes.toByteArray().split(';')) {
        const int code = word.toInt(); // empty is 0
        if (code == 38 || code == 48)
            return; // 256 colours and more, whose numbers follow
        if (code == 0)
            style = {};
        else if (code == 1 || code == 22)
            style.bold = code == 1;
        else if (code >= 30 && code <= 37)
            style.colour = code - 30;
        else if (code >= 90 && code <= 97)
            style.colour = code - 90;
        else if (code == 39)
            style.colour = -1;
    }
}

}

QVector<LineColour> lineColours(QByteArrayView head, const QString& shown)
{
    QVector<LineColour> colours;
    head = withoutOverwritten(head);
    head = head.first(std::min(head.size(), shownCharacters));
    LineColour style;
    qsizetype at = 0;
    int column = 0;
    while (at < head.size()) {
        const qsizetype found = head.indexOf("\x1b[", at);
        const qsizetype end = found < 0 ? head.size() : found;
        const QString text = plainToolText(head.sliced(at, end - at));
        const int length = int(text.size() + 3 * text.count(QLatin1Char('\t')));
        if (length > 0 && (style.colour >= 0 || style.bold))
            colours.append({ column, length, style.colour, style.bold });
        column += length;
        if (found < 0)
            break;
        at = found + 2;
        while (at < head.size() && head[at] >= ' ' && head[at] <= '?')
            ++at;
        if (at < head.size() && head[at] == 'm')
            applyCodes(head.sliced(found + 2, at - found - 2), style);
        at += at < head.size() && head[at] >= '@' && head[at] <= '~';
    }
    // Bytes that are read in another way piece by piece than as a whole: better none than wrong ones.
    return column <= shown.size() ? colours : QVector<LineColour> {};
}

QString shownLine(QByteArrayView head, qint64 fullLength)
{
    head = withoutOverwritten(head);
    const bool cut = head.size() > shownCharacters;
    const qint64 left = std::max<qint64>(0, fullLength - shownCharacters);
    if (cut)
        head = head.first(shownCharacters);
    QString text = withoutControls(shownLineText(head)); // nothing in it turns the line
    if (cut)
        text += Ui::tr(" … %1 more").arg(formatBytes(Bytes(left)));
    return text;
}

}
