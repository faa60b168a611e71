// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/PatternParts.h"

#include "core/base/Core.h"
#include "core/base/JoinedList.h"
#include "core/fixes/RequestDifference.h"

namespace torchmason {

namespace {

constexpr qsizetype mostNamed = 4;
constexpr qsizetype mostNumbers = 8;
constexpr qsizetype shortestRow = 4; // "5 to 8"

// How many from there on follow each other.
qsizetype rowLength(const QVector<int>& numbers, qsizetype from)
{
    qsizetype length = 1;
    while (from + length < numbers.size() && numbers[from + length] == numbers[from] + length)
        ++length;
    return length;
}

}

QVector<int> numbersOf(const TreeAttempts& attempts)
{
    QVector<int> numbers;
    for (const TreeAttempt& attempt : attempts)
        numbers << attempt.number;
    return numbers;
}

QString attemptsText(const QVector<int>& numbers)
{
    if (numbers.size() == 1)
        return Core::tr("attempt %1").arg(numbers.first());
    QStringList words;
    qsizetype named = 0;
    while (named < numbers.size() && (words.size() < mostNumbers || named + 1 == numbers.size())) {
        const qsizetype length = rowLength(numbers, named);
        words << (length >= shortestRow
                ? Core::tr("%1 to %2").arg(numbers[named]).arg(numbers[named + length - 1])
                : QString::number(numbers[named]));
        named += length >= shortestRow ? length : 1;
    }
    if (const qsizetype more = numbers.size() - named; more > 0)
        return Core::tr("attempts %1")
            .arg(Core::tr("%1 and %2 more").arg(words.join(QLatin1String(", ")), QString::number(more)));
    return Core::tr("attempts %1").arg(joinedList(words));
}

QString listText(const QStringList& parts)
{
    if (parts.size() > mostNamed + 1)
        return Core::tr("%1 and %2 more")
            .arg(
                parts.mid(0, mostNamed).join(QLatin1String(", ")), QString::number(parts.size() - mostNamed));
    return joinedList(parts);
}

QString settingName(const QString& name)
{
    return shortText(shownName({ name, {}, {} }));
}

}
