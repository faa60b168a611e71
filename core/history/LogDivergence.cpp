// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/LogDivergence.h"

#include "core/base/Core.h"
#include "core/base/RegularFile.h"
#include "core/base/TextDecoding.h"

#include <QDir>
#include <QFileInfo>
#include <QMultiHash>

#include <algorithm>
#include <map>

namespace torchmason {

namespace {

constexpr qint64 window = 512; // units that a step may come later in the other log
constexpr qint64 linesBefore = 3;
constexpr qint64 linesShown = 8;
constexpr qsizetype longestShown = 1000;
constexpr qint64 longestRead = 64 * 1024; // of a line that is shown, and looking back

// One log: what was read of it, and what of that the other one has not said yet.
struct Side {
    explicit Side(const ComparedLog& itsLog)
        : log(itsLog)
        , reader(itsLog)
    {
    }

    const ComparedLog& log;
    LogUnitReader reader;
    std::map<qint64, LogUnit> waiting; // by the number of the unit
    QMultiHash<quint64, qint64> steps; // their numbers by their identity
    qint64 read = 0;
    qint64 plainRead = 0; // lines outside of steps, which must come in their order
    std::map<qint64, qint64> plain; // waiting ones: which of them -> number of the unit
    bool atEnd = false;

    const LogUnit* oldest() const { return waiting.empty() ? nullptr : &waiting.begin()->second; }
    bool isTooOld(qint64 now) const { return !waiting.empty() && waiting.begin()->first + window < now; }
    void drop(qint64 number) { waiting.erase(number); }
};

void takeStep(Side& side, Side& other, const LogUnit& unit, qint64 number)
{
    // The oldest of equal ones, which QMultiHash answers last.
    const QList<qint64> known = other.steps.values(unit.identity);
    if (known.isEmpty()) {
        side.steps.insert(unit.identity, number);
        side.waiting.emplace(number, unit);
        return;
    }
    other.steps.remove(unit.identity, known.last());
    other.drop(known.last());
}

void takePlain(Side& side, Side& other, const LogUnit& unit, qint64 number)
{
    const qint64 place = side.plainRead++;
    const auto known = other.plain.find(place);
    const auto partner = known == other.plain.end() ? other.waiting.end() : other.waiting.find(known->second);
    if (partner != other.waiting.end() && partner->second.identity == unit.identity) {
        other.waiting.erase(partner);
        other.plain.erase(known);
        return;
    }
    side.plain.emplace(place, number);
    side.waiting.emplace(number, unit);
}

void readOne(Side& side, Side& other)
{
    const auto unit = side.reader.next();
    if (!unit) {
        side.atEnd = true;
        return;
    }
    const qint64 number = side.read++;
    if (unit->isStep)
        takeStep(side, other, *unit, number);
    else
        takePlain(side, other, *unit, number);
}

// Reads on until something waits longer than order alone explains.
void readBoth(Side& left, Side& right, const std::stop_token& stop)
{
    while (!stop.stop_requested() && (!left.atEnd || !right.atEnd)) {
        if (!left.atEnd)
            readOne(left, right);
        if (!right.atEnd)
            readOne(right, left);
        const qint64 now = std::max(left.read, right.read);
        if (left.isTooOld(now) || right.isTooOld(now))
            return;
    }
}

// What stands in the other log in the unit's place: the same step, else what waits longest.
const LogUnit* partnerOf(const LogUnit& unit, const Side& other)
{
    const LogUnit* line = nullptr;
    for (const auto& [number, candidate] : other.waiting) {
        if (unit.isStep && candidate.isStep && candidate.title == unit.title)
            return &candidate;
        if (!line && candidate.isStep == unit.isStep)
            line = &candidate;
    }
    return line;
}

// How many lines two units that begin alike have in common.
qint64 commonLines(const Side& left, const LogUnit& one, const Side& right, const LogUnit& other)
{
    LogLines leftLines(left.log.path);
    LogLines rightLines(right.log.path);
    if (!leftLines.open() || !rightLines.open())
        return 0;
    leftLines.seek(one.offset);
    rightLines.seek(other.offset);
    const auto identity = [](const Side& side, LogLines& lines) {
        return side.reader.identity().of(lines.next().value_or(QByteArrayView()));
    };
    qint64 common = 0;
    while (
        common < std::min(one.lines, other.lines) && identity(left, leftLines) == identity(right, rightLines))
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

// `skipped` lines behind the unit's first one.
LogExcerpt placeOf(const Side& side, const LogUnit* unit, qint64 skipped)
{
    LogLines lines(side.log.path);
    LogExcerpt place;
    if (!lines.open())
        return place;
    lines.seek(unit ? unit->offset : lines.size());
    for (qint64 i = 0; i < skipped; ++i)
        lines.next();
    const qint64 line = unit ? unit->line + skipped : side.reader.linesRead() + 1;
    place.line = unit ? line : 0;
    qint64 before = std::clamp<qint64>(line - 1 - side.log.ownLines, 0, linesBefore);
    lines.seek(offsetBefore(side.log.path, lines.offset(), before));
    place.first = line - before;
    while (place.shown.size() < linesShown) {
        const auto text = lines.next();
        if (!text)
            break;
        place.shown << excerptOf(*text);
        place.identities << side.reader.identity().of(*text);
    }
    return place;
}

// The line in question, in `shown`; -1: this log has nothing there.
qsizetype placeIn(const LogExcerpt& place)
{
    const qsizetype index = place.line - place.first;
    return place.line > 0 && index < place.shown.size() ? index : -1;
}

// Lines that say the same in one row, by their identities.
ShownRows aligned(const QVector<quint64>& left, const QVector<quint64>& right)
{
    const qsizetype width = right.size() + 1;
    // How many lines in common follow from each pair on.
    QVector<int> common((left.size() + 1) * width, 0);
    for (qsizetype i = left.size() - 1; i >= 0; --i) {
        for (qsizetype j = right.size() - 1; j >= 0; --j)
            common[i * width + j] = left[i] == right[j]
                ? common[(i + 1) * width + j + 1] + 1
                : std::max(common[(i + 1) * width + j], common[i * width + j + 1]);
    }
    ShownRows rows;
    qsizetype i = 0;
    qsizetype j = 0;
    // Up to a pair that says the same, or to the end: what differs before it.
    const auto pass = [&rows, &i, &j](qsizetype leftEnd, qsizetype rightEnd) {
        while (i < leftEnd || j < rightEnd) {
            rows.append({ i < leftEnd ? i : -1, j < rightEnd ? j : -1 });
            i += i < leftEnd ? 1 : 0;
            j += j < rightEnd ? 1 : 0;
        }
    };
    for (qsizetype one = 0, other = 0; one < left.size() && other < right.size();) {
        if (left[one] == right[other]) {
            pass(one++, other++);
            rows.append({ i++, j++ });
        } else if (common[(one + 1) * width + other] >= common[one * width + other + 1]) {
            ++one;
        } else {
            ++other;
        }
    }
    pass(left.size(), right.size());
    return rows;
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

}

Result<std::optional<LogDivergence>> firstDivergence(
    const ComparedLog& leftLog, const ComparedLog& rightLog, const std::stop_token& stop)
{
    Side left(leftLog);
    Side right(rightLog);
    for (Side* side : { &left, &right }) {
        if (!side->reader.open())
            return Error { Core::tr("%1 cannot be read: %2")
                               .arg(QDir::toNativeSeparators(side->log.path), side->reader.errorString()) };
    }
    readBoth(left, right, stop);
    if (stop.stop_requested())
        return std::optional<LogDivergence>();
    const LogUnit* one = left.oldest();
    const LogUnit* other = right.oldest();
    if (!one && !other)
        return std::optional<LogDivergence>();
    if (!other || (one && one->line <= other->line))
        other = partnerOf(*one, right);
    else
        one = partnerOf(*other, left);
    qint64 common = 0;
    if (one && other && one->title == other->title)
        common = commonLines(left, *one, right, *other);
    LogDivergence found { placeOf(left, one, common), placeOf(right, other, common) };
    return std::optional<LogDivergence>(std::move(found));
}

ShownRows linesSideBySide(const LogDivergence& place)
{
    const QVector<quint64>& left = place.left.identities;
    const QVector<quint64>& right = place.right.identities;
    const ShownRows rows = aligned(left, right);
    const qsizetype one = placeIn(place.left);
    const qsizetype other = placeIn(place.right);
    const bool isApart = std::none_of(rows.begin(), rows.end(), [&](const auto& row) {
        const auto [i, j] = row;
        return (i == one && j == other)
            || ((i == one || j == other) && i >= 0 && j >= 0 && left[i] == right[j]);
    });
    if (one < 0 || other < 0 || !isApart)
        return rows;
    ShownRows split = aligned(left.first(one), right.first(other));
    split.append({ one, other });
    for (const auto& [i, j] : aligned(left.mid(one + 1), right.mid(other + 1)))
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
        const auto other = std::find_if(right.stages.begin(), right.stages.end(),
            [&stage](const StageResult& one) { return one.id == stage.id; });
        if (stage.logFile.isEmpty() || other == right.stages.end() || other->logFile.isEmpty()
            || isDownload(stage, *other))
            continue;
        ComparedLog one = logOf(left, leftFolder, stage);
        ComparedLog two = logOf(right, rightFolder, *other);
        if (!QFileInfo::exists(one.path) || !QFileInfo::exists(two.path))
            continue;
        if (!goesOnBehindOwnLines(one) || !goesOnBehindOwnLines(two))
            one.ownLines = two.ownLines = 0;
        auto place = firstDivergence(one, two, stop);
        if (!place)
            return place.error();
        if (*place)
            places.append({ stage.id, std::move(*place.value()) });
    }
    return places;
}

}
