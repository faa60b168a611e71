// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/PatternParts.h"

#include "core/base/Core.h"
#include "core/fixes/RequestDifference.h"

namespace torchmason {

namespace {

constexpr qsizetype mostNamed = 4;
constexpr qsizetype mostNumbers = 8;

QString joined(const QStringList& parts, qsizetype most, const QString& separator = QStringLiteral(", "))
{
    if (parts.size() > most + 1)
        return Core::tr("%1 and %2 more")
            .arg(parts.mid(0, most).join(separator), QString::number(parts.size() - most));
    if (parts.size() < 2)
        return parts.value(0);
    return Core::tr("%1 and %2").arg(parts.mid(0, parts.size() - 1).join(separator), parts.last());
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
    QStringList words;
    for (const int number : numbers)
        words << QString::number(number);
    return numbers.size() == 1 ? Core::tr("attempt %1").arg(words.first())
                               : Core::tr("attempts %1").arg(joined(words, mostNumbers));
}

QString listText(const QStringList& parts, const QString& separator)
{
    if (separator != QLatin1String(", ") && parts.size() <= mostNamed + 1)
        return parts.join(separator); // the parts have words of their own between them
    return joined(parts, mostNamed, separator);
}

QString settingName(const QString& name)
{
    return shortText(shownName({ name, {}, {} }));
}

}
