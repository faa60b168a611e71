// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/WrappedText.h"

#include <QRegularExpression>
#include <QStringList>

namespace torchmason::cli {

namespace {

// Where the text of a line begins: after blanks, or after the columns that two blanks end; an option may be
// one of a single word.
qsizetype textColumn(const QString& line)
{
    static const QRegularExpression columns(QStringLiteral(R"(^\s*(?:(?:\S+ \S.*?|-\S+) {2,})?(?=\S))"));
    return columns.match(line).capturedLength();
}

QString wrappedLine(const QString& line, int width)
{
    const qsizetype column = textColumn(line);
    if (line.size() <= width || column > width / 2 || line.mid(column).startsWith(QLatin1String("$ ")))
        return line;
    QStringList lines { line.left(column) };
    bool begun = false;
    for (const QString& word : line.mid(column).split(QLatin1Char(' '))) {
        if (begun && lines.last().size() + 1 + word.size() > width) {
            lines << QString(column, QLatin1Char(' '));
            begun = false;
        }
        lines.last() += (begun ? QStringLiteral(" ") : QString()) + word;
        begun = true;
    }
    return lines.join(QLatin1Char('\n'));
}

}

QString wrapped(const QString& text, int width)
{
    QStringList lines = text.split(QLatin1Char('\n'));
    for (QString& line : lines)
        line = wrappedLine(line, width);
    return lines.join(QLatin1Char('\n'));
}

}
