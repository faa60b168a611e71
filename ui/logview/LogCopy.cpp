// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/logview/LogCopy.h"

#include "core/base/TextDecoding.h"
#include "ui/logview/LogReader.h"
#include "ui/logview/LogText.h"

#include <algorithm>

namespace torchmason {

namespace {

constexpr qint64 linesPerRead = 512;
constexpr qint64 guessedLineBytes = 200; // of a filtered line: its length is not read

QString wholeLine(LogReader& reader, const FileLine& line)
{
    QByteArray bytes = reader.bytes(line.offset, line.length);
    while (bytes.endsWith('\n') || bytes.endsWith('\r'))
        bytes.chop(1);
    return plainToolText(bytes);
}

// Lines that follow one another are read together.
QVector<std::pair<qint64, qint64>> runsOf(const LogSelection& selection)
{
    QVector<std::pair<qint64, qint64>> runs; // first line, count
    const auto add = [&runs](qint64 line, qint64 count) {
        if (!runs.isEmpty() && runs.last().first + runs.last().second == line
            && runs.last().second < linesPerRead)
            runs.last().second += count;
        else
            runs.append({ line, count });
    };
    if (selection.filter) {
        const auto begin
            = std::lower_bound(selection.filter->begin(), selection.filter->end(), selection.from.line);
        for (auto line = begin; line != selection.filter->end() && *line <= selection.to.line; ++line)
            add(*line, 1);
        return runs;
    }
    const qint64 end = std::min(selection.to.line + 1, selection.index->lineCount());
    for (qint64 line = selection.from.line; line < end; line += linesPerRead)
        runs.append({ line, std::min(linesPerRead, end - line) });
    return runs;
}

}

qint64 LogSelection::lineCount() const
{
    if (!filter)
        return std::min(to.line + 1, index->lineCount()) - from.line;
    return std::upper_bound(filter->begin(), filter->end(), to.line)
        - std::lower_bound(filter->begin(), filter->end(), from.line);
}

qint64 LogSelection::byteCount() const
{
    if (filter)
        return lineCount() * guessedLineBytes;
    const qint64 end
        = to.line + 1 >= index->lineCount() ? index->byteCount() : index->placeBeforeLine(to.line + 1).offset;
    return std::max<qint64>(0, end - index->placeBeforeLine(from.line).offset);
}

std::pair<int, int> selectedPart(LogPosition first, LogPosition last, qint64 line, int length)
{
    if (line < first.line || line > last.line)
        return { 0, 0 };
    const int from = line == first.line ? std::min(first.column, length) : 0;
    const int to = line == last.line ? std::min(last.column, length) : length;
    return { from, to - from };
}

CopiedLog copyLog(const LogSelection& selection)
{
    CopiedLog copied;
    LogReader reader(selection.path, selection.index);
    qint64 bytes = 0;
    for (const auto& [first, count] : runsOf(selection)) {
        for (const FileLine& line : reader.lines(first, count)) {
            bytes += line.length;
            if (bytes > mostCopiedBytes) {
                copied.isCut = true;
                return copied;
            }
            const QString shown = shownLine(line.head, line.length);
            const auto [from, length]
                = selectedPart(selection.from, selection.to, line.line, int(shown.size()));
            const bool isWhole = from == 0 && length == shown.size() && line.length > shownCharacters;
            if (copied.lines++ > 0)
                copied.text += QLatin1Char('\n');
            copied.text += isWhole ? wholeLine(reader, line) : shown.mid(from, length);
        }
    }
    return copied;
}

}
