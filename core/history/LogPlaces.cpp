// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/LogPlaces.h"

#include "core/history/LogMatching.h"

#include <QFileInfo>
#include <QHash>

#include <algorithm>
#include <utility>

namespace torchmason {

namespace {

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

// Whether the place before shows that line already, or that there is none.
bool isWithin(const LogExcerpt& place, const LogExcerpt& before)
{
    const qint64 shown = differingLines(before);
    return place.line == 0 ? before.lines == shown
                           : place.line >= before.at && place.line < before.at + shown;
}

bool hasFailedStep(const ComparedLog& log, const std::stop_token& stop)
{
    LogLines lines(log.path);
    if (!log.mayHaveFailed || !lines.open())
        return false;
    for (auto line = lines.next(); line && !stop.stop_requested(); line = lines.next()) {
        if (isFailedStep(*line))
            return true;
    }
    return false;
}

// What one log says alone without a break, of which the first unit was told.
struct Run {
    qint64 end = 0; // the line behind it
    qsizetype place = -1; // of those found
};

void goOn(LogExcerpt& place, qint64 end)
{
    place.lines = std::max(place.lines, end - place.line);
}

// Gathers the wanted places of two logs.
class PlaceSearch {
public:
    PlaceSearch(const ComparedLog& left, const ComparedLog& right, const WantedPlaces& wanted,
        const std::stop_token& stop)
        : m_left(left)
        , m_right(right)
        , m_wanted(wanted)
        , m_stop(stop)
    {
    }

    // Of failed steps, or the others.
    Result<void> gather(bool failed);
    QVector<LogDivergence> take()
    {
        placeLacking(m_left, &LogDivergence::left, m_lackingLeft);
        placeLacking(m_right, &LogDivergence::right, m_lackingRight);
        return std::move(m_found);
    }

private:
    using Lacking = QHash<quint64, QVector<qsizetype>>; // places by the title of what stands before them

    bool isWhole() const { return m_found.size() >= m_wanted.most; }
    LogDivergence placeOf(const LogMatching& matching, const PartedUnits& parted) const;
    void add(LogDivergence place, const PartedUnits& parted);
    void placeLacking(const ComparedLog& log, LogExcerpt LogDivergence::*side, const Lacking& lacking);

    const ComparedLog& m_left;
    const ComparedLog& m_right;
    const WantedPlaces& m_wanted;
    const std::stop_token& m_stop;
    QVector<LogDivergence> m_found;
    qsizetype m_told = 0;
    Lacking m_lackingLeft;
    Lacking m_lackingRight;
};

Result<void> PlaceSearch::gather(bool failed)
{
    LogMatching matching(m_left, m_right, failed ? LogMatching::Units::Steps : LogMatching::Units::All);
    if (const auto opened = matching.open(); !opened)
        return opened.error();
    std::optional<LogDivergence> before;
    Run runs[2];
    while (!isWhole()) {
        const auto parted = matching.next(m_stop);
        if (!parted || m_stop.stop_requested())
            break;
        const LogUnit* alone = !parted->right ? &*parted->left : !parted->left ? &*parted->right : nullptr;
        Run& run = runs[parted->left ? 0 : 1];
        if (alone && !failed && alone->line == run.end) {
            run.end += alone->lines;
            if (run.place >= 0)
                goOn(parted->left ? m_found[run.place].left : m_found[run.place].right, run.end);
            continue;
        }
        if (parted->areOfFailedStep() != failed)
            continue;
        const LogDivergence place = placeOf(matching, *parted);
        if (!failed && before && isWithin(place.left, before->left) && isWithin(place.right, before->right))
            continue;
        before = place;
        const bool isWanted = m_told++ >= m_wanted.skipped;
        if (alone)
            run = { alone->line + alone->lines, isWanted ? m_found.size() : -1 };
        if (isWanted)
            add(place, *parted);
    }
    return {};
}

LogDivergence PlaceSearch::placeOf(const LogMatching& matching, const PartedUnits& parted) const
{
    const auto& one = parted.left;
    const auto& other = parted.right;
    const bool isSameStep = one && other && one->isStep && one->title == other->title;
    const qint64 common = isSameStep ? commonLines(m_left, *one, m_right, *other) : 0;
    const auto excerpt
        = [&](const ComparedLog& log, const LogUnitReader& reader, const std::optional<LogUnit>& unit) {
              if (unit)
                  return excerptAt(log, { unit->offset, unit->line, common },
                      unit->isStep ? std::optional(unit->lines - common) : std::nullopt);
              const LogSpot end { QFileInfo(log.path).size(), reader.linesRead() + 1 };
              return parted.isBehindEnd ? excerptAt(log, end, 0) : LogExcerpt();
          };
    return { excerpt(m_left, matching.left(), one), excerpt(m_right, matching.right(), other),
        parted.areOfFailedStep() };
}

// Where a log has nothing, what stands before it in the other one tells the place.
void PlaceSearch::add(LogDivergence place, const PartedUnits& parted)
{
    const auto& [one, other, isBehindEnd] = parted;
    const LogUnit* alone = !other ? &*one : !one ? &*other : nullptr;
    const ComparedLog& log = one ? m_right : m_left;
    if (alone && !isBehindEnd && alone->before == 0)
        (one ? place.right : place.left) = excerptAt(log, { 0, 1, log.ownLines }, 0);
    else if (alone && !isBehindEnd)
        (one ? m_lackingRight : m_lackingLeft)[alone->before] << m_found.size();
    m_found.append(std::move(place));
}

void PlaceSearch::placeLacking(
    const ComparedLog& log, LogExcerpt LogDivergence::*side, const Lacking& lacking)
{
    LogUnitReader reader(log);
    if (lacking.isEmpty() || !reader.open())
        return;
    QHash<quint64, std::optional<LogSpot>> spots; // behind the one of each title; nullopt: there are several
    for (auto unit = reader.next(); unit && !m_stop.stop_requested(); unit = reader.next()) {
        if (!lacking.contains(unit->title))
            continue;
        const LogSpot spot { unit->offset, unit->line, unit->lines };
        spots.insert(unit->title, spots.contains(unit->title) ? std::nullopt : std::optional(spot));
    }
    for (const auto& [title, spot] : spots.asKeyValueRange()) {
        for (const qsizetype place : spot ? lacking[title] : QVector<qsizetype>())
            m_found[place].*side = excerptAt(log, *spot, 0);
    }
}

}

Result<QVector<LogDivergence>> divergences(const ComparedLog& left, const ComparedLog& right,
    const WantedPlaces& wanted, const std::stop_token& stop)
{
    PlaceSearch search(left, right, wanted, stop);
    if (hasFailedStep(left, stop) || hasFailedStep(right, stop)) {
        if (const auto gathered = search.gather(true); !gathered)
            return gathered.error();
    }
    if (const auto gathered = search.gather(false); !gathered)
        return gathered.error();
    return search.take();
}

Result<std::optional<LogDivergence>> firstDivergence(
    const ComparedLog& left, const ComparedLog& right, const std::stop_token& stop)
{
    const auto found = divergences(left, right, {}, stop);
    if (!found)
        return found.error();
    return found->isEmpty() ? std::optional<LogDivergence>() : found->first();
}

}
