// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/patch/DiffText.h"

#include <QList>
#include <QVector>

#include <algorithm>

namespace torchmason {

namespace {

constexpr qsizetype around = 3;
// Beyond that many comparisons a part is shown as replaced as a whole.
constexpr qsizetype mostComparisons = 4'000'000;

struct Edit {
    char kind = ' ';
    QByteArray line; // with its end
};

QVector<QByteArray> splitLines(const QByteArray& text)
{
    QVector<QByteArray> lines;
    for (qsizetype from = 0; from < text.size();) {
        const qsizetype newline = text.indexOf('\n', from);
        const qsizetype next = newline < 0 ? text.size() : newline + 1;
        lines.append(text.mid(from, next - from));
        from = next;
    }
    return lines;
}

void addAll(QVector<Edit>& edits, char kind, const QVector<QByteArray>& lines)
{
    for (const QByteArray& line : lines)
        edits.append({ kind, line });
}

// The longest common subsequence, by the table that everybody learns.
void addMiddle(QVector<Edit>& edits, const QVector<QByteArray>& left, const QVector<QByteArray>& right)
{
    const qsizetype rows = left.size();
    const qsizetype columns = right.size();
    if (rows * columns > mostComparisons) {
        addAll(edits, '-', left);
        return addAll(edits, '+', right);
    }
    QVector<QVector<int>> common(rows + 1, QVector<int>(columns + 1, 0));
    for (qsizetype row = rows - 1; row >= 0; --row) {
        for (qsizetype column = columns - 1; column >= 0; --column)
            common[row][column] = left[row] == right[column]
                ? common[row + 1][column + 1] + 1
                : std::max(common[row + 1][column], common[row][column + 1]);
    }
    qsizetype row = 0;
    qsizetype column = 0;
    while (row < rows || column < columns) {
        if (row < rows && column < columns && left[row] == right[column]) {
            edits.append({ ' ', left[row++] });
            ++column;
        } else if (row < rows && (column == columns || common[row + 1][column] >= common[row][column + 1])) {
            edits.append({ '-', left[row++] });
        } else {
            edits.append({ '+', right[column++] });
        }
    }
}

QVector<Edit> editsBetween(const QVector<QByteArray>& left, const QVector<QByteArray>& right)
{
    const qsizetype shorter = std::min(left.size(), right.size());
    qsizetype head = 0;
    while (head < shorter && left[head] == right[head])
        ++head;
    qsizetype tail = 0;
    while (tail < shorter - head && left[left.size() - 1 - tail] == right[right.size() - 1 - tail])
        ++tail;
    QVector<Edit> edits;
    addAll(edits, ' ', left.mid(0, head));
    addMiddle(edits, left.mid(head, left.size() - head - tail), right.mid(head, right.size() - head - tail));
    addAll(edits, ' ', left.mid(left.size() - tail));
    return edits;
}

QByteArray rangeText(qsizetype start, qsizetype count)
{
    // With no lines the number is that of the line before.
    return QByteArray::number(count == 0 ? start : start + 1) + ',' + QByteArray::number(count);
}

QByteArray hunkText(
    const QVector<Edit>& edits, qsizetype begin, qsizetype end, qsizetype left, qsizetype right)
{
    QByteArray body;
    qsizetype removed = 0;
    qsizetype added = 0;
    for (qsizetype at = begin; at < end; ++at) {
        removed += edits[at].kind != '+' ? 1 : 0;
        added += edits[at].kind != '-' ? 1 : 0;
        body += edits[at].kind + edits[at].line;
        if (!edits[at].line.endsWith('\n'))
            body += "\n\\ No newline at end of file\n";
    }
    return "@@ -" + rangeText(left, removed) + " +" + rangeText(right, added) + " @@\n" + body;
}

QByteArray hunksOf(const QVector<Edit>& edits)
{
    QByteArray text;
    qsizetype left = 0;
    qsizetype right = 0;
    const auto pass = [&](qsizetype from, qsizetype to) {
        for (; from < to; ++from) {
            left += edits[from].kind != '+' ? 1 : 0;
            right += edits[from].kind != '-' ? 1 : 0;
        }
    };
    qsizetype done = 0;
    for (qsizetype at = 0; at < edits.size(); ++at) {
        if (edits[at].kind == ' ')
            continue;
        const qsizetype begin = std::max(done, at - around);
        qsizetype last = at;
        for (qsizetype look = at; look < edits.size() && look - last <= 2 * around; ++look)
            last = edits[look].kind != ' ' ? look : last;
        const qsizetype end = std::min(edits.size(), last + around + 1);
        pass(done, begin);
        text += hunkText(edits, begin, end, left, right);
        pass(begin, end);
        done = end;
        at = end - 1;
    }
    return text;
}

}

QByteArray unifiedDiff(
    const QString& path, const std::optional<QByteArray>& before, const std::optional<QByteArray>& after)
{
    if (before == after)
        return {};
    const QByteArray name = path.toUtf8();
    QByteArray text = "diff --git a/" + name + " b/" + name + '\n';
    if (!before)
        text += "new file mode 100644\n";
    if (!after)
        text += "deleted file mode 100644\n";
    const QByteArray hunks = hunksOf(
        editsBetween(splitLines(before.value_or(QByteArray())), splitLines(after.value_or(QByteArray()))));
    if (hunks.isEmpty())
        return text; // an empty file comes or goes
    return text + (before ? "--- a/" + name : QByteArray("--- /dev/null")) + '\n'
        + (after ? "+++ b/" + name : QByteArray("+++ /dev/null")) + '\n' + hunks;
}

}
