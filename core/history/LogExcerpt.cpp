// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/LogExcerpt.h"

#include "core/base/Core.h"
#include "core/base/RegularFile.h"
#include "core/base/TextDecoding.h"

#include <algorithm>

namespace torchmason {

namespace {

constexpr qint64 linesBefore = 3;
constexpr qint64 linesShown = 12; // an error stands some lines below "FAILED"
constexpr qsizetype longestShown = 8000; // commands of compilers are long
constexpr qint64 longestRead = 64 * 1024; // of a line that is shown, and looking back

// Its beginning as people see it.
QString excerptOf(QByteArrayView line)
{
    line = withoutOverwritten(line);
    qsizetype end = std::min(line.size(), longestRead);
    while (end > 0 && end < line.size() && (line[end] & 0xC0) == 0x80)
        --end; // not inside of a letter
    const QString text = shownLineText(line.first(end));
    return text.size() > longestShown ? text.left(longestShown) + u'…' : text;
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

// Of the place, in `shown`, also behind its end; -1: not known.
qsizetype indexOf(const LogExcerpt& place)
{
    return place.at > 0 ? std::min<qsizetype>(place.at - place.first, place.shown.size()) : -1;
}

bool isCut(const LogExcerpt& place)
{
    return place.lines > differingLines(place);
}

// What says the same without a break up to the place.
ShownRows commonBefore(const LogDivergence& place, qsizetype left, qsizetype right)
{
    ShownRows rows;
    while (--left >= 0 && --right >= 0 && place.left.identities[left] == place.right.identities[right])
        rows.prepend({ left, right });
    return rows;
}

// What says something else. Behind the last line that is shown of a log, nothing lacks.
ShownRows differing(const LogDivergence& place, qsizetype left, qsizetype right)
{
    ShownRows rows
        = alignedLines(place.left.identities.mid(std::max<qsizetype>(left, 0), differingLines(place.left)),
            place.right.identities.mid(std::max<qsizetype>(right, 0), differingLines(place.right)));
    const auto isUnknown = [&place](const auto& row) {
        return (row.first < 0 && isCut(place.left)) || (row.second < 0 && isCut(place.right));
    };
    while (rows.size() > 1 && isUnknown(rows.last()))
        rows.removeLast();
    for (auto& [one, other] : rows) {
        one = one < 0 ? -1 : left + one;
        other = other < 0 ? -1 : right + other;
    }
    return rows;
}

}

qsizetype differingLines(const LogExcerpt& place)
{
    return std::clamp<qsizetype>(place.shown.size() - indexOf(place), 0, place.lines);
}

bool endsThere(const LogExcerpt& place)
{
    return place.line == 0 && place.at > 0 && indexOf(place) == place.shown.size();
}

QString missingText(int attempt, const LogExcerpt& place)
{
    if (place.line > 0)
        return {};
    return (endsThere(place) ? Core::tr("The log of attempt %1 ends there.")
                             : Core::tr("Attempt %1 has no such line there."))
        .arg(attempt);
}

QString lackingText()
{
    return Core::tr("(no such line)");
}

ShownRows linesSideBySide(const LogDivergence& place)
{
    const qsizetype left = indexOf(place.left);
    const qsizetype right = indexOf(place.right);
    ShownRows rows = commonBefore(place, left, right) + differing(place, left, right);
    if (left < 0 || right < 0 || isCut(place.left) || isCut(place.right))
        return rows;
    const auto& ones = place.left.identities;
    const auto& others = place.right.identities;
    for (qsizetype one = left + differingLines(place.left), other = right + differingLines(place.right);
         one < ones.size() && other < others.size() && ones[one] == others[other]; ++one, ++other)
        rows.append({ one, other });
    return rows;
}

qsizetype partingRow(const LogDivergence& place, const ShownRows& rows)
{
    const auto isPlace = [](const LogExcerpt& log, qsizetype shown) {
        return log.line > 0 && shown >= 0 && shown == indexOf(log);
    };
    const auto found = std::find_if(rows.begin(), rows.end(),
        [&](const auto& row) { return isPlace(place.left, row.first) || isPlace(place.right, row.second); });
    return found == rows.end() ? -1 : found - rows.begin();
}

LogExcerpt excerptAt(const ComparedLog& log, const LogSpot& spot, std::optional<qint64> lines)
{
    LogLines reader(log.path);
    LogExcerpt place;
    if (!reader.open())
        return place;
    reader.seek(spot.offset);
    for (qint64 i = 0; i < spot.further; ++i)
        reader.next();
    place.at = spot.line + spot.further;
    place.line = lines == 0 ? 0 : place.at;
    qint64 before = std::clamp<qint64>(place.at - 1 - log.ownLines, 0, linesBefore);
    reader.seek(offsetBefore(log.path, reader.offset(), before));
    place.first = place.at - before;
    const LineIdentity identity(log.folders);
    qint64 untilStep = 0;
    auto text = reader.next();
    for (; text && place.shown.size() < linesShown; text = reader.next()) {
        if (untilStep == 0 && place.shown.size() > before && stepTitle(*text))
            untilStep = place.shown.size() - before;
        place.shown << excerptOf(*text);
        place.identities << identity.of(*text);
    }
    const qint64 all = std::max<qint64>(0, place.shown.size() - before) + (text ? 1 : 0);
    place.lines = lines.value_or(untilStep > 0 ? untilStep : all);
    return place;
}

}
