// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/LogDivergence.h"

#include "core/base/Core.h"
#include "core/base/RegularFile.h"
#include "core/base/TextDecoding.h"
#include "core/history/LogMatching.h"
#include "core/store/AttemptFiles.h"

#include <QFileInfo>

#include <algorithm>

namespace torchmason {

namespace {

constexpr qint64 linesBefore = 3;
constexpr qint64 linesShown = 8;
constexpr qsizetype longestShown = 1000;
constexpr qint64 longestRead = 64 * 1024; // of a line that is shown, and looking back

// How many lines two units that begin alike have in common.
qint64 commonLines(
    const ComparedLog& left, const LogUnit& one, const ComparedLog& right, const LogUnit& other)
{
    LogLines leftLines(left.path);
    LogLines rightLines(right.path);
    if (!leftLines.open() || !rightLines.open())
        return 0;
    leftLines.seek(one.offset);
    rightLines.seek(other.offset);
    const LineIdentity ofLeft(left.folders);
    const LineIdentity ofRight(right.folders);
    qint64 common = 0;
    while (common < std::min(one.lines, other.lines)
        && ofLeft.of(leftLines.next().value_or(QByteArrayView()))
            == ofRight.of(rightLines.next().value_or(QByteArrayView())))
        ++common;
    return common;
}

// Its beginning as people see it.
QString excerptOf(QByteArrayView line)
{
    line = withoutOverwritten(line);
    qsizetype end = std::min(line.size(), longestRead);
    while (end > 0 && end < line.size() && (line[end] & 0xC0) == 0x80)
        --end; // not inside of a letter
    return shownLineText(line.first(end)).left(longestShown);
}

// The offset of a line that stands some lines before the given one.
qint64 offsetBefore(const QString& path, qint64 offset, qint64& lines)
{
    RegularFile file(path);
    const qint64 begin = std::max<qint64>(0, offset - longestRead);
    const bool isOpen = file.open(QIODevice::ReadOnly) && file.seek(begin);
    const QByteArray text = isOpen ? file.read(offset - begin) : QByteArray();
    qsizetype at = text.size();
    qint64 found = 0;
    while (found < lines && at > 0) {
        const qsizetype end = at > 1 ? text.lastIndexOf('\n', at - 2) : -1;
        if (end < 0 && begin > 0)
            break;
        at = end + 1;
        ++found;
    }
    lines = found;
    return offset - text.size() + at;
}

// `skipped` lines behind the unit's first one. Without a unit: the end of the log, where that is the place.
LogExcerpt placeOf(const ComparedLog& log, const LogUnitReader& reader, const std::optional<LogUnit>& unit,
    qint64 skipped, bool isEnd)
{
    LogLines lines(log.path);
    LogExcerpt place;
    if ((!unit && !isEnd) || !lines.open())
        return place;
    lines.seek(unit ? unit->offset : lines.size());
    for (qint64 i = 0; i < skipped; ++i)
        lines.next();
    const qint64 line = unit ? unit->line + skipped : reader.linesRead() + 1;
    place.line = unit ? line : 0;
    qint64 before = std::clamp<qint64>(line - 1 - log.ownLines, 0, linesBefore);
    lines.seek(offsetBefore(log.path, lines.offset(), before));
    place.first = line - before;
    while (place.shown.size() < linesShown) {
        const auto text = lines.next();
        if (!text)
            break;
        place.shown << excerptOf(*text);
        place.identities << reader.identity().of(*text);
    }
    return place;
}

// What one looks at already.
bool isWithin(const LogExcerpt& place, const LogExcerpt& before)
{
    return place.line == 0 || (place.line >= before.first && place.line < before.first + before.shown.size());
}

// The line in question, in `shown`; -1: this log has nothing there.
qsizetype placeIn(const LogExcerpt& place)
{
    const qsizetype index = place.line - place.first;
    return place.line > 0 && index < place.shown.size() ? index : -1;
}

// What a network says is by chance, where the source came in both.
bool isDownload(const StageResult& left, const StageResult& right)
{
    return left.id == stageKindId(StageKind::Fetch) && left.state == StageState::Succeeded
        && right.state == StageState::Succeeded;
}

// Each of our own steps before the stage's first program writes a line, whatever it found.
qint64 ownLinesOf(const AttemptRecord& record, const QString& stage)
{
    for (const Stage& planned : record.plan.stages) {
        const auto program = std::find_if(planned.commands.begin(), planned.commands.end(),
            [](const Command& command) { return !isHelper(command.program); });
        if (planned.id == stage && program != planned.commands.end())
            return program - planned.commands.begin();
    }
    return 0; // nobody else writes there
}

ComparedLog logOf(const AttemptRecord& record, const QString& folder, const StageResult& stage)
{
    return { folder + u'/' + stage.logFile,
        { record.request.buildFolder, record.request.sourceFolder, record.request.python.folder, folder },
        ownLinesOf(record, stage.id) };
}

// Whether a program had its say. Else a step of our own failed, and its lines tell why.
bool goesOnBehindOwnLines(const ComparedLog& log)
{
    LogLines lines(log.path);
    qint64 read = 0;
    while (read <= log.ownLines && (read > 0 || lines.open()) && lines.next())
        ++read;
    return read > log.ownLines;
}

// Those of a stage that both have.
std::optional<std::pair<ComparedLog, ComparedLog>> logsOf(const AttemptRecord& left,
    const QString& leftFolder, const AttemptRecord& right, const QString& rightFolder, const QString& stage)
{
    const auto resultOf = [&stage](const AttemptRecord& record) {
        return std::find_if(record.stages.begin(), record.stages.end(),
            [&stage](const StageResult& one) { return one.id == stage; });
    };
    const auto one = resultOf(left);
    const auto other = resultOf(right);
    if (one == left.stages.end() || one->logFile.isEmpty() || other == right.stages.end()
        || other->logFile.isEmpty() || isDownload(*one, *other))
        return std::nullopt;
    std::pair logs(logOf(left, leftFolder, *one), logOf(right, rightFolder, *other));
    if (!QFileInfo::exists(logs.first.path) || !QFileInfo::exists(logs.second.path))
        return std::nullopt;
    if (!goesOnBehindOwnLines(logs.first) || !goesOnBehindOwnLines(logs.second))
        logs.first.ownLines = logs.second.ownLines = 0;
    return logs;
}

}

Result<QVector<LogDivergence>> divergences(const ComparedLog& left, const ComparedLog& right,
    const WantedPlaces& wanted, const std::stop_token& stop)
{
    LogMatching matching(left, right);
    if (const auto opened = matching.open(); !opened)
        return opened.error();
    QVector<LogDivergence> found;
    std::optional<LogDivergence> before;
    qint64 leftEnd = 0; // of what was told that each has alone
    qint64 rightEnd = 0;
    for (qsizetype told = 0; found.size() < wanted.most;) {
        const auto parted = matching.next(stop);
        if (!parted || stop.stop_requested())
            break;
        const auto& [one, other, isBehindEnd] = *parted;
        const LogUnit* alone = !other ? &*one : !one ? &*other : nullptr;
        qint64& end = one ? leftEnd : rightEnd;
        if (alone && alone->line == end) {
            end += alone->lines;
            continue;
        }
        const qint64 common
            = one && other && one->title == other->title ? commonLines(left, *one, right, *other) : 0;
        LogDivergence place { placeOf(left, matching.left(), one, common, isBehindEnd),
            placeOf(right, matching.right(), other, common, isBehindEnd) };
        if (before && isWithin(place.left, before->left) && isWithin(place.right, before->right))
            continue;
        before = place;
        if (alone)
            end = alone->line + alone->lines;
        if (told++ >= wanted.skipped)
            found.append(std::move(place));
    }
    return found;
}

Result<std::optional<LogDivergence>> firstDivergence(
    const ComparedLog& left, const ComparedLog& right, const std::stop_token& stop)
{
    const auto found = divergences(left, right, {}, stop);
    if (!found)
        return found.error();
    return found->isEmpty() ? std::optional<LogDivergence>() : found->first();
}

QString missingText(int attempt, const LogExcerpt& place)
{
    if (place.line > 0)
        return {};
    return (place.shown.isEmpty() ? Core::tr("Attempt %1 has no such line there.")
                                  : Core::tr("The log of attempt %1 ends there."))
        .arg(attempt);
}

ShownRows linesSideBySide(const LogDivergence& place)
{
    const QVector<quint64>& left = place.left.identities;
    const QVector<quint64>& right = place.right.identities;
    const ShownRows rows = alignedLines(left, right);
    const qsizetype one = placeIn(place.left);
    const qsizetype other = placeIn(place.right);
    const bool isApart = std::none_of(rows.begin(), rows.end(), [&](const auto& row) {
        const auto [i, j] = row;
        return (i == one && j == other)
            || ((i == one || j == other) && i >= 0 && j >= 0 && left[i] == right[j]);
    });
    if (one < 0 || other < 0 || !isApart)
        return rows;
    ShownRows split = alignedLines(left.first(one), right.first(other));
    split.append({ one, other });
    for (const auto& [i, j] : alignedLines(left.mid(one + 1), right.mid(other + 1)))
        split.append({ i < 0 ? -1 : one + 1 + i, j < 0 ? -1 : other + 1 + j });
    return split;
}

qsizetype partingRow(const LogDivergence& place, const ShownRows& rows)
{
    const qsizetype one = placeIn(place.left);
    const qsizetype other = placeIn(place.right);
    const auto found = std::find_if(rows.begin(), rows.end(), [&](const auto& row) {
        return (one >= 0 && row.first == one) || (other >= 0 && row.second == other);
    });
    return found == rows.end() ? -1 : found - rows.begin();
}

Result<QVector<StageDivergence>> divergentStages(const AttemptRecord& left, const QString& leftFolder,
    const AttemptRecord& right, const QString& rightFolder, const std::stop_token& stop)
{
    QVector<StageDivergence> places;
    for (const StageResult& stage : left.stages) {
        const auto logs = logsOf(left, leftFolder, right, rightFolder, stage.id);
        if (!logs)
            continue;
        auto place = firstDivergence(logs->first, logs->second, stop);
        if (!place)
            return place.error();
        if (*place)
            places.append({ stage.id, std::move(*place.value()) });
    }
    return places;
}

Result<QVector<LogDivergence>> divergencesIn(const QString& stage, const QString& leftFolder,
    const QString& rightFolder, const WantedPlaces& wanted, const std::stop_token& stop)
{
    const auto left = AttemptFiles::readRecord(leftFolder);
    if (!left)
        return left.error();
    const auto right = AttemptFiles::readRecord(rightFolder);
    if (!right)
        return right.error();
    const auto logs = logsOf(*left, leftFolder, *right, rightFolder, stage);
    return logs ? divergences(logs->first, logs->second, wanted, stop) : QVector<LogDivergence>();
}

}
