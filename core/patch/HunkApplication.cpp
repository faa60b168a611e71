// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/patch/HunkApplication.h"

#include "core/patch/TextLines.h"

#include <algorithm>
#include <cstdlib>

namespace torchmason {

namespace {

QVector<DiffHunk> reversed(QVector<DiffHunk> hunks)
{
    for (DiffHunk& hunk : hunks) {
        std::swap(hunk.oldStart, hunk.newStart);
        for (DiffLine& line : hunk.lines) {
            if (line.kind != ' ')
                line.kind = line.kind == '-' ? '+' : '-';
        }
    }
    return hunks;
}

// The lines that must be there before.
QVector<DiffLine> patternOf(const DiffHunk& hunk)
{
    QVector<DiffLine> pattern;
    for (const DiffLine& line : hunk.lines) {
        if (line.kind != '+')
            pattern.append(line);
    }
    return pattern;
}

bool isSameLine(const DiffHunk& hunk, const DiffLine& wanted, const TextLine& line)
{
    return wanted.body == line.body && (!hunk.knowsTheEnd || wanted.endsFile == line.end.isEmpty());
}

bool standsAt(
    const QVector<TextLine>& lines, const DiffHunk& hunk, const QVector<DiffLine>& pattern, qsizetype at)
{
    if (at < 0 || at + pattern.size() > lines.size())
        return false;
    for (qsizetype index = 0; index < pattern.size(); ++index) {
        if (!isSameLine(hunk, pattern[index], lines[at + index]))
            return false;
    }
    return true;
}

struct Placement {
    QVector<qsizetype> at; // of each hunk, in lines of the file as it is
    qsizetype distance = 0; // from where the diff says, all together
    qsizetype matched = 0; // lines that were compared
    QString problem; // of the first hunk that stands nowhere
};

QString problemAt(const QVector<TextLine>& lines, const QVector<DiffLine>& pattern, qsizetype expected)
{
    for (qsizetype index = 0; index < pattern.size(); ++index) {
        const qsizetype at = expected + index;
        if (at < 0 || at >= lines.size())
            return QStringLiteral("line %1 should be %2, but the file has %3 lines")
                .arg(at + 1)
                .arg(quotedLine(pattern[index].body))
                .arg(lines.size());
        if (pattern[index].body != lines[at].body)
            return QStringLiteral("line %1 should be %2 but is %3, and the place is nowhere else in the file")
                .arg(at + 1)
                .arg(quotedLine(pattern[index].body), quotedLine(lines[at].body));
    }
    return QStringLiteral("line %1 should be the last one, or end otherwise").arg(expected + pattern.size());
}

Placement place(const QVector<TextLine>& lines, const QVector<DiffHunk>& hunks)
{
    Placement placement;
    qsizetype free = 0; // the first line that no earlier hunk took
    qsizetype drift = 0;
    for (const DiffHunk& hunk : hunks) {
        const QVector<DiffLine> pattern = patternOf(hunk);
        const qsizetype said = pattern.isEmpty() ? hunk.oldStart : hunk.oldStart - 1;
        const qsizetype expected = std::max(said + drift, free);
        qsizetype found = -1;
        for (qsizetype away = 0; found < 0 && away <= lines.size(); ++away) {
            for (const qsizetype at : { expected + away, expected - away }) {
                if (found < 0 && at >= free && standsAt(lines, hunk, pattern, at))
                    found = at;
            }
        }
        if (found < 0) {
            placement.problem = problemAt(lines, pattern, expected);
            return placement;
        }
        placement.at.append(found);
        placement.distance += std::abs(found - expected);
        placement.matched += pattern.size();
        drift = found - said;
        free = found + pattern.size();
    }
    return placement;
}

// What stands in the place of the hunk's old lines. Lines that stay keep their own bytes.
QVector<TextLine> newLines(
    const QVector<TextLine>& lines, const DiffHunk& hunk, qsizetype at, const QByteArray& end)
{
    QVector<TextLine> made;
    bool endsFile = false;
    for (const DiffLine& line : hunk.lines) {
        if (line.kind != '-')
            made.append(line.kind == ' ' ? lines[at] : TextLine { line.body, end });
        if (line.kind != '-')
            endsFile = line.endsFile;
        at += line.kind != '+' ? 1 : 0;
    }
    if (at < lines.size() || made.isEmpty())
        return made;
    // The file's end: the diff says how it ends, or it ends as before.
    const bool isOpen = hunk.knowsTheEnd ? endsFile : !lines.isEmpty() && lines.last().end.isEmpty();
    for (TextLine& line : made) {
        if (line.end.isEmpty())
            line.end = end;
    }
    if (isOpen)
        made.last().end.clear();
    return made;
}

QByteArray changed(const QByteArray& text, const QVector<DiffHunk>& hunks, const Placement& placement)
{
    const QVector<TextLine> lines = linesOf(text);
    const QByteArray end = usualEnd(text);
    QVector<TextLine> result;
    qsizetype copied = 0;
    for (qsizetype index = 0; index < hunks.size(); ++index) {
        const qsizetype at = placement.at[index];
        result += lines.mid(copied, at - copied);
        if (!result.isEmpty()
            && result.last().end.isEmpty()) // something comes after a line that was the last
            result.last().end = end;
        result += newLines(lines, hunks[index], at, end);
        copied = at + patternOf(hunks[index]).size();
    }
    return textOf(result + lines.mid(copied));
}

// Both ways fit where a change only adds or only takes away. What lies nearer to where the diff says counts,
// then what more lines speak for.
bool isAlreadyThere(const Placement& forward, const Placement& backward)
{
    if (!backward.problem.isEmpty())
        return false;
    if (!forward.problem.isEmpty())
        return true;
    return backward.distance != forward.distance ? backward.distance < forward.distance
                                                 : backward.matched > forward.matched;
}

}

Result<PatchedText> applyHunks(const QByteArray& text, const QVector<DiffHunk>& hunks)
{
    const QVector<TextLine> lines = linesOf(text);
    const Placement forward = place(lines, hunks);
    if (isAlreadyThere(forward, place(lines, reversed(hunks))))
        return PatchedText { text, PatchState::Already };
    if (!forward.problem.isEmpty())
        return Error { forward.problem };
    return PatchedText { changed(text, hunks, forward), PatchState::Applies };
}

std::optional<QByteArray> undoHunks(const QByteArray& text, const QVector<DiffHunk>& hunks)
{
    const QVector<DiffHunk> back = reversed(hunks);
    const Placement placement = place(linesOf(text), back);
    if (!placement.problem.isEmpty())
        return std::nullopt;
    return changed(text, back, placement);
}

}
