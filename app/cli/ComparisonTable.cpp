// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/ComparisonTable.h"
#include "core/base/ControlCharacters.h"
#include "core/base/SentencePart.h"

#include <algorithm>

namespace torchmason::cli {

namespace {

constexpr qsizetype narrowestColumn = 12;
constexpr qsizetype mostLines = 4;
constexpr qsizetype gap = 2;
constexpr qsizetype lackingIndent = 9; // as where texts of lines begin
constexpr qsizetype longestInColumns = 60; // of what no terminal cuts
const QString dash = QStringLiteral("-");
const QString dots = QStringLiteral("...");

QString withoutMiddle(const QString& text, qsizetype width)
{
    if (text.size() <= width)
        return text;
    const qsizetype kept = std::max<qsizetype>(0, width - dots.size());
    return text.left(kept / 2) + dots + text.right(kept - kept / 2);
}

// Broken behind blanks and slashes where there are some.
QStringList linesOf(const QString& value, qsizetype width)
{
    QString rest = withoutMiddle(value, width * mostLines);
    QStringList lines;
    while (rest.size() > width) {
        qsizetype end = width;
        for (qsizetype at = width; at > width / 2; --at) {
            if (QStringLiteral(" /;,").contains(rest[at - 1])) {
                end = at;
                break;
            }
        }
        lines << rest.left(end);
        rest = rest.mid(end);
    }
    return lines << rest;
}

QString joined(const QVector<QStringList>& cells, const QVector<qsizetype>& widths)
{
    qsizetype height = 0;
    for (const QStringList& cell : cells)
        height = std::max(height, cell.size());
    QString text;
    for (qsizetype line = 0; line < height; ++line) {
        QString whole;
        for (qsizetype i = 0; i < cells.size(); ++i)
            whole += cells[i].value(line).leftJustified(widths[i] + gap);
        while (whole.endsWith(u' '))
            whole.chop(1);
        text += whole + u'\n';
    }
    return text;
}

// Where many lines lack, it is said once.
QStringList withoutRepeats(const QStringList& lines)
{
    QStringList kept;
    for (const QString& line : lines) {
        if (kept.isEmpty() || line != kept.last())
            kept << line;
    }
    return kept;
}

QString listed(const QString& name, const QStringList& headings, const QStringList& values)
{
    QString text = name + u'\n';
    for (qsizetype i = 0; i < values.size(); ++i)
        text += QStringLiteral("    %1: %2\n").arg(headings.value(i), values[i]);
    return text;
}

}

QString harmlessText(const QString& text)
{
    return withoutControls(inOneLine(text));
}

void ComparisonTable::addHeading(const QString& text)
{
    m_rows.append({ u'\n' + harmlessText(text), {} });
}

void ComparisonTable::addNote(const QString& text)
{
    m_rows.append({ QStringLiteral("  ") + harmlessText(text), {} });
}

void ComparisonTable::addRow(const QString& name, const QStringList& values)
{
    QStringList shown;
    for (const QString& value : values)
        shown << (value.isEmpty() ? dash : harmlessText(value));
    m_rows.append({ QStringLiteral("  ") + harmlessText(name), shown });
}

QString ComparisonTable::text(int width) const
{
    QVector<qsizetype> widths;
    const auto isLong = [width](const Row& row) {
        return width <= 0 && std::any_of(row.values.begin(), row.values.end(), [](const QString& value) {
            return value.size() > longestInColumns;
        });
    };
    for (const Row& row : m_rows) {
        widths.resize(std::max(widths.size(), row.values.size() + 1));
        if (isLong(row))
            continue;
        if (!row.values.isEmpty())
            widths[0] = std::max(widths[0], row.name.size());
        for (qsizetype i = 0; i < row.values.size(); ++i)
            widths[i + 1] = std::max(widths[i + 1], row.values[i].size());
    }
    const qsizetype columns = widths.size() - 1;
    bool fits = true;
    if (width > 0 && columns > 0) {
        const qsizetype each = (width - std::min(widths[0], qsizetype(width) / 4)) / columns - gap;
        fits = each >= narrowestColumn;
        qsizetype left = width;
        for (qsizetype i = 1; i <= columns; ++i) {
            widths[i] = std::min(widths[i], std::max(each, narrowestColumn));
            left -= widths[i] + gap;
        }
        widths[0] = std::clamp<qsizetype>(left, 0, widths[0]);
    }
    QString text;
    for (const Row& row : m_rows) {
        if (row.values.isEmpty()) {
            text += row.name + u'\n';
        } else if (!fits || isLong(row)) {
            text += &row == &m_rows.first() ? QString() : listed(row.name, m_rows.first().values, row.values);
        } else {
            QVector<QStringList> cells { { withoutMiddle(row.name, widths[0]) } };
            for (qsizetype i = 0; i < row.values.size(); ++i)
                cells.append(linesOf(row.values[i], widths[i + 1]));
            text += joined(cells, widths);
        }
    }
    return text;
}

QString placesText(int leftAttempt, int rightAttempt, const LogDivergence& place, int width)
{
    const auto heading = [](int attempt, const LogExcerpt& one) {
        return one.line > 0 ? QStringLiteral("Attempt %1, line %2").arg(attempt).arg(one.line)
                            : missingText(attempt, one);
    };
    const auto lineOf = [](const LogExcerpt& one, qsizetype shown) {
        if (shown < 0)
            return QString(lackingIndent, u' ') + lackingText();
        const qint64 number = one.first + shown;
        return QStringLiteral("%1 %2 %3")
            .arg(number == one.line ? QStringLiteral(">") : QStringLiteral(" "))
            .arg(number, 6)
            .arg(harmlessText(one.shown[shown]));
    };
    QStringList left { heading(leftAttempt, place.left) };
    QStringList right { heading(rightAttempt, place.right) };
    for (const auto& [one, other] : linesSideBySide(place)) {
        left << lineOf(place.left, one);
        right << lineOf(place.right, other);
    }
    if (width <= 0)
        return withoutRepeats(left + right).join(u'\n') + u'\n';
    const qsizetype each = width / 2 - gap;
    // The one in question is shown as a whole.
    const auto cell = [each](const QString& line) {
        return line.startsWith(u'>') ? linesOf(line, each) : QStringList(withoutMiddle(line, each));
    };
    QString text;
    for (qsizetype i = 0; i < left.size(); ++i)
        text += joined({ cell(left[i]), cell(right[i]) }, { each, each });
    return text;
}

}
