// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/LogMatching.h"
#include "core/base/CannotRead.h"

#include <QDir>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace torchmason {

constexpr qint64 window = 512; // units that a line outside of steps may come later in the other log
constexpr std::size_t mostWaiting = 32'768; // more units than any build has steps

// One log: what was read of it, and what of that the other one has not said yet.
struct LogMatching::Side {
    explicit Side(const ComparedLog& log)
        : path(log.path)
        , reader(log)
    {
    }

    QString path;
    LogUnitReader reader;
    std::map<qint64, LogUnit> waiting; // by the number of the unit
    std::map<quint64, std::set<qint64>> steps; // their numbers by their title
    std::map<std::pair<quint64, quint64>, std::set<qint64>> sameSteps; // the same by title and identity
    qint64 read = 0;
    qint64 lastPaired = -1; // the last unit that has its own in the other log
    qint64 plainRead = 0; // lines outside of steps, which must come in their order
    std::map<qint64, qint64> plain; // waiting ones: which of them -> number of the unit
    bool atEnd = false;
    bool isAlone = false; // the other one has no lines any more that its own could belong to

    std::optional<qint64> oldest() const
    {
        return waiting.empty() ? std::nullopt : std::optional(waiting.begin()->first);
    }
    std::optional<qint64> oldestLine() const
    {
        return plain.empty() ? std::nullopt : std::optional(plain.begin()->second);
    }
    bool isFull() const { return waiting.size() > mostWaiting; }
    bool isTooOld(qint64 now) const { return !plain.empty() && plain.begin()->second + window < now; }
    // The oldest of those with this title.
    std::optional<qint64> stepOf(quint64 title) const { return firstOf(steps, title); }
    std::optional<qint64> sameAs(const LogUnit& step) const
    {
        return firstOf(sameSteps, std::pair(step.title, step.identity));
    }
    void keepStep(qint64 number, const LogUnit& step)
    {
        steps[step.title].insert(number);
        sameSteps[{ step.title, step.identity }].insert(number);
        waiting.emplace(number, step);
    }
    void dropStep(qint64 number)
    {
        const LogUnit& step = waiting.at(number);
        dropFrom(steps, step.title, number);
        dropFrom(sameSteps, std::pair(step.title, step.identity), number);
        waiting.erase(number);
    }
    void markPaired(qint64 number) { lastPaired = std::max(lastPaired, number); }
    // Takes out those that wait, in their order.
    QVector<std::pair<qint64, LogUnit>> takeLines()
    {
        QVector<std::pair<qint64, LogUnit>> lines;
        for (const auto& [place, number] : plain) {
            lines.append({ number, waiting.at(number) });
            waiting.erase(number);
        }
        plain.clear();
        plainRead = 0;
        return lines;
    }

private:
    template <typename Map> static std::optional<qint64> firstOf(const Map& map, typename Map::key_type key)
    {
        const auto found = map.find(key);
        return found == map.end() ? std::nullopt : std::optional(*found->second.begin());
    }
    template <typename Map> static void dropFrom(Map& map, typename Map::key_type key, qint64 number)
    {
        const auto found = map.find(key);
        found->second.erase(number);
        if (found->second.empty())
            map.erase(found);
    }
};

namespace {

using Side = LogMatching::Side;

void markPair(Side& side, qint64 number, Side& other, qint64 otherNumber)
{
    side.markPaired(number);
    other.markPaired(otherNumber);
}

void takeStep(Side& side, Side& other, const LogUnit& unit, qint64 number)
{
    if (const auto same = other.sameAs(unit)) {
        markPair(side, number, other, *same);
        other.dropStep(*same);
        return;
    }
    side.keepStep(number, unit);
}

void takePlain(Side& side, Side& other, const LogUnit& unit, qint64 number)
{
    if (side.isAlone)
        return;
    const qint64 place = side.plainRead++;
    const auto known = other.plain.find(place);
    const auto partner = known == other.plain.end() ? other.waiting.end() : other.waiting.find(known->second);
    if (partner != other.waiting.end() && partner->second.identity == unit.identity) {
        markPair(side, number, other, known->second);
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

// Reads on until a line waits longer than order alone explains, or more wait than are kept. A step may come
// at any time: a build that continues another one begins with the steps at which that one ended.
void readBoth(Side& left, Side& right, const std::stop_token& stop)
{
    while (!stop.stop_requested() && (!left.atEnd || !right.atEnd)) {
        if (!left.atEnd && !left.isFull())
            readOne(left, right);
        if (!right.atEnd && !right.isFull())
            readOne(right, left);
        const qint64 now = std::max(left.read, right.read);
        if (left.isTooOld(now) || right.isTooOld(now) || left.isFull() || right.isFull())
            return;
    }
}

// What stands in the other log in the unit's place: the same step, or the line that waits longest.
std::optional<qint64> partnerOf(const LogUnit& unit, const Side& other)
{
    return unit.isStep ? other.stepOf(unit.title) : other.oldestLine();
}

// A step is passed over with that.
PartedUnits tell(Side& side, Side& other, qint64 number)
{
    PartedUnits told { side.waiting.at(number), std::nullopt, false };
    const auto partner = partnerOf(*told.left, other);
    if (partner) {
        told.right = other.waiting.at(*partner);
        markPair(side, number, other, *partner);
    } else {
        told.isBehindEnd = other.atEnd && other.lastPaired + 1 == other.read && number > side.lastPaired;
    }
    if (told.left->isStep) {
        side.dropStep(number);
        if (partner)
            other.dropStep(*partner);
    }
    return told;
}

// Where lines outside of steps say the same again, they are counted anew.
void passLines(Side& left, Side& right)
{
    const auto ones = left.takeLines();
    const auto others = right.takeLines();
    const auto identities = [](const auto& lines) {
        QVector<quint64> all;
        for (const auto& [number, unit] : lines)
            all << unit.identity;
        return all;
    };
    const QVector<quint64> one = identities(ones);
    const QVector<quint64> other = identities(others);
    const ShownRows rows = alignedLines(one, other);
    const auto again = std::find_if(rows.begin(), rows.end(), [&](const auto& row) {
        return row.first >= 0 && row.second >= 0 && one[row.first] == other[row.second];
    });
    if (again == rows.end()) {
        left.isAlone = right.atEnd;
        right.isAlone = left.atEnd;
        return;
    }
    for (const auto& [number, unit] : ones.mid(again->first))
        takePlain(left, right, unit, number);
    for (const auto& [number, unit] : others.mid(again->second))
        takePlain(right, left, unit, number);
}

}

LogMatching::LogMatching(const ComparedLog& left, const ComparedLog& right, Units units)
    : m_left(std::make_unique<Side>(left))
    , m_right(std::make_unique<Side>(right))
{
    m_left->isAlone = m_right->isAlone = units == Units::Steps; // lines outside of steps are passed over
}

LogMatching::~LogMatching() = default;

const LogUnitReader& LogMatching::left() const
{
    return m_left->reader;
}

const LogUnitReader& LogMatching::right() const
{
    return m_right->reader;
}

Result<void> LogMatching::open()
{
    for (Side* side : { m_left.get(), m_right.get() }) {
        if (!side->reader.open())
            return cannotRead(QDir::toNativeSeparators(side->path), side->reader.errorString());
    }
    return {};
}

std::optional<PartedUnits> LogMatching::next(const std::stop_token& stop)
{
    readBoth(*m_left, *m_right, stop);
    // A step's own may still come, unless more wait than are kept: then those of the full log are told.
    const bool areRead = m_left->atEnd && m_right->atEnd;
    const qint64 now = std::max(m_left->read, m_right->read);
    const bool isFull = !areRead && !m_left->isTooOld(now) && !m_right->isTooOld(now);
    const auto first = [&](const Side& side) {
        return areRead      ? side.oldest()
            : !isFull       ? side.oldestLine()
            : side.isFull() ? side.oldest()
                            : std::nullopt;
    };
    const auto one = first(*m_left);
    const auto other = first(*m_right);
    if (stop.stop_requested() || (!one && !other))
        return std::nullopt;
    const bool isLeft = !other || (one && m_left->waiting.at(*one).line <= m_right->waiting.at(*other).line);
    PartedUnits parted = isLeft ? tell(*m_left, *m_right, *one) : tell(*m_right, *m_left, *other);
    if (!parted.left->isStep)
        passLines(*m_left, *m_right);
    if (!isLeft)
        std::swap(parted.left, parted.right);
    return parted;
}

ShownRows alignedLines(const QVector<quint64>& left, const QVector<quint64>& right)
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

}
