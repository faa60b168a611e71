// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/logview/LogCopy.h"

#include "core/base/TextDecoding.h"
#include "ui/logview/LogReader.h"
#include "ui/logview/LogText.h"
#include "ui/text/Ui.h"

#include <QDir>
#include <QSaveFile>

#include <algorithm>

namespace torchmason {

namespace {

constexpr qint64 linesPerRead = 512;
constexpr qint64 guessedLineBytes = 200; // of a filtered line: its length is not read

QString wholeLine(LogReader& reader, const FileLine& line)
{
    QByteArray bytes = reader.bytes(line);
    while (bytes.endsWith('\n') || bytes.endsWith('\r'))
        bytes.chop(1);
    return plainToolText(bytes);
}

// None before a heading.
QString numberOf(const FileLine& line)
{
    return (line.isHeading() ? QString() : QString::number(line.place.value + 1)) + QLatin1Char('\t');
}

// Lines that follow one another are read together.
QVector<std::pair<qint64, qint64>> runsOf(const LogSelection& selection)
{
    QVector<std::pair<qint64, qint64>> runs; // first line, count
    const qint64 begin = selection.from.line;
    const qint64 end = std::min(selection.to.line + 1, selection.layout.lineCount());
    const auto add = [&](qint64 first, qint64 after) {
        for (qint64 line = std::max(first, begin); line < std::min(after, end); line += linesPerRead)
            runs.append({ line, std::min(linesPerRead, std::min(after, end) - line) });
    };
    if (!selection.filter)
        add(begin, end);
    else
        for (const LogRows::Run& run : selection.filter->runs())
            add(run.line, run.line + run.count);
    return runs;
}

// Calls take(line, text) for each line until it answers false; `text` is a function, so that what is not
// wanted is not read.
template <typename Take> void readSelection(const LogSelection& selection, Take take)
{
    LogReader reader(selection.layout);
    for (const auto& [first, count] : runsOf(selection)) {
        for (const FileLine& line : reader.lines(first, count)) {
            const auto text = [&] {
                const QString shown = shownLine(line.head, line.length);
                const auto [from, length]
                    = selectedPart(selection.from, selection.to, line.line, int(shown.size()));
                const bool isWhole = from == 0 && length == shown.size() && line.length > shownCharacters;
                return (selection.withNumbers ? numberOf(line) : QString())
                    + (isWhole ? wholeLine(reader, line) : shown.mid(from, length));
            };
            if (!take(line, text))
                return;
        }
    }
}

}

qint64 LogSelection::lineCount() const
{
    const qint64 end = std::min(to.line + 1, layout.lineCount());
    return filter ? filter->rowOf(end) - filter->rowOf(from.line) : end - from.line;
}

qint64 LogSelection::byteCount() const
{
    if (filter)
        return lineCount() * guessedLineBytes;
    return std::max<qint64>(0, layout.bytesBefore(to.line + 1) - layout.bytesBefore(from.line));
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
    qint64 bytes = 0;
    readSelection(selection, [&](const FileLine& line, const auto& text) {
        bytes += line.length;
        copied.isCut = bytes > mostCopiedBytes;
        if (copied.isCut)
            return false;
        if (copied.lines++ > 0)
            copied.text += QLatin1Char('\n');
        copied.text += text();
        return true;
    });
    return copied;
}

Result<qint64> saveLog(const LogSelection& selection, const QString& path)
{
    QSaveFile file(path);
    qint64 lines = 0;
    bool isWell = file.open(QIODevice::WriteOnly);
    if (isWell)
        readSelection(selection, [&](const FileLine&, const auto& text) {
            const QByteArray written = text().toUtf8() + '\n';
            isWell = file.write(written) == written.size();
            ++lines;
            return isWell;
        });
    if (isWell && file.commit())
        return lines;
    return Error { Ui::tr("Cannot write to %1: %2. Choose another file or make room.")
                       .arg(QDir::toNativeSeparators(path), file.errorString()) };
}

}
