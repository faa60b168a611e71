// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/LogMatching.h"

#include "core/base/Core.h"

#include <QDir>
#include <QMultiHash>

#include <algorithm>
#include <map>

namespace torchmason {

constexpr qint64 window = 512; // units that a step may come later in the other log

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
    QMultiHash<quint64, qint64> steps; // their numbers by their identity
    qint64 read = 0;
    qint64 plainRead = 0; // lines outside of steps, which must come in their order
    std::map<qint64, qint64> plain; // waiting ones: which of them -> number of the unit
    bool atEnd = false;
    bool isAlone = false; // the other one has no lines any more that its own could belong to

    const LogUnit* oldest() const { return waiting.empty() ? nullptr : &waiting.begin()->second; }
    bool isTooOld(qint64 now) const { return !waiting.empty() && waiting.begin()->first + window < now; }
    void drop(qint64 number) { waiting.erase(number); }
    void dropStep(const LogUnit& step)
    {
        const auto found = std::find_if(waiting.begin(), waiting.end(),
            [&step](const auto& one) { return one.second.line == step.line; });
        steps.remove(step.identity, found->first);
        waiting.erase(found);
    }
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
};

namespace {

using Side = LogMatching::Side;

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
    if (side.isAlone)
        return;
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

LogMatching::LogMatching(const ComparedLog& left, const ComparedLog& right)
    : m_left(std::make_unique<Side>(left))
    , m_right(std::make_unique<Side>(right))
{
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
            return Error { Core::tr("%1 cannot be read: %2")
                               .arg(QDir::toNativeSeparators(side->path), side->reader.errorString()) };
    }
    return {};
}

// What is told is passed over: a step in the log that has it first, and in the other one where it is the
// same.
std::optional<PartedUnits> LogMatching::next(const std::stop_token& stop)
{
    readBoth(*m_left, *m_right, stop);
    const LogUnit* one = m_left->oldest();
    const LogUnit* other = m_right->oldest();
    if (stop.stop_requested() || (!one && !other))
        return std::nullopt;
    const bool isLeft = !other || (one && one->line <= other->line);
    if (isLeft)
        other = partnerOf(*one, *m_right);
    else
        one = partnerOf(*other, *m_left);
    const auto copyOf = [](const LogUnit* unit) { return unit ? std::optional(*unit) : std::nullopt; };
    const PartedUnits parted { copyOf(one), copyOf(other) };
    const bool isSame = one && other && one->title == other->title;
    if (!(isLeft ? one : other)->isStep) {
        passLines(*m_left, *m_right);
        return parted;
    }
    if (isLeft || isSame)
        m_left->dropStep(*parted.left);
    if (!isLeft || isSame)
        m_right->dropStep(*parted.right);
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
