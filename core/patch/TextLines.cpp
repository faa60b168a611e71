// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/patch/TextLines.h"

#include <QString>

namespace torchmason {

QVector<TextLine> linesOf(const QByteArray& text)
{
    QVector<TextLine> lines;
    for (qsizetype from = 0; from < text.size();) {
        const qsizetype newline = text.indexOf('\n', from);
        if (newline < 0) {
            lines.append({ text.mid(from), {} });
            break;
        }
        const bool hasReturn = newline > from && text[newline - 1] == '\r';
        lines.append({ text.mid(from, newline - from - (hasReturn ? 1 : 0)),
            hasReturn ? QByteArrayLiteral("\r\n") : QByteArrayLiteral("\n") });
        from = newline + 1;
    }
    return lines;
}

QByteArray textOf(const QVector<TextLine>& lines)
{
    QByteArray text;
    for (const TextLine& line : lines)
        text += line.body + line.end;
    return text;
}

QByteArray usualEnd(const QByteArray& text)
{
    const qsizetype all = text.count('\n');
    return 2 * text.count("\r\n") > all ? QByteArrayLiteral("\r\n") : QByteArrayLiteral("\n");
}

QByteArray withEnds(QByteArray text, const QByteArray& end)
{
    text.replace("\r\n", "\n");
    return end == "\n" ? text : text.replace("\n", end);
}

QString quotedLine(const QByteArray& body)
{
    constexpr qsizetype longest = 120;
    const QString text = QString::fromUtf8(body.left(4 * longest)).trimmed();
    return QLatin1Char('"') + (text.size() > longest ? text.left(longest) + QStringLiteral("...") : text)
        + QLatin1Char('"');
}

}
