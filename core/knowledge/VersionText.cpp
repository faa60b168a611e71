// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/VersionText.h"

#include <QVector>

#include <algorithm>

namespace torchmason {

namespace {

QVector<int> parts(const QString& version)
{
    QVector<int> numbers;
    int number = -1;
    for (const QChar character : version) {
        if (character >= QLatin1Char('0') && character <= QLatin1Char('9')) {
            number = std::min(std::max(number, 0) * 10 + character.unicode() - '0', 100000000);
            continue;
        }
        if (character != QLatin1Char('.') || number < 0)
            break;
        numbers.append(number);
        number = -1;
    }
    if (number >= 0)
        numbers.append(number);
    return numbers;
}

int compareParts(const QVector<int>& left, const QVector<int>& right, qsizetype count)
{
    for (qsizetype i = 0; i < count; ++i) {
        const int difference = left.value(i, 0) - right.value(i, 0);
        if (difference != 0)
            return difference;
    }
    return 0;
}

}

int compareVersions(const QString& left, const QString& right)
{
    const QVector<int> a = parts(left);
    const QVector<int> b = parts(right);
    return compareParts(a, b, std::max(a.size(), b.size()));
}

bool isBelow(const QString& version, const QString& bound)
{
    const QVector<int> limit = parts(bound);
    return !limit.isEmpty() && compareParts(parts(version), limit, limit.size()) < 0;
}

bool isAbove(const QString& version, const QString& bound)
{
    const QVector<int> limit = parts(bound);
    return !limit.isEmpty() && compareParts(parts(version), limit, limit.size()) > 0;
}

QString majorMinor(const QString& version)
{
    return version.section(QLatin1Char('.'), 0, 1);
}

int majorOf(const QString& version)
{
    return parts(version).value(0, 0);
}

}
