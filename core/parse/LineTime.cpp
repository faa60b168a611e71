// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/parse/LineTime.h"

#include "core/base/Ascii.h"

#include <QDate>

#include <algorithm>
#include <cstring>

namespace torchmason {

namespace {

constexpr qsizetype longestNames = 192; // of a job and a step

// The number that the `count` digits at `at` are; -1 where they are none.
int digits(QByteArrayView text, qsizetype at, int count)
{
    int number = 0;
    for (qsizetype i = at; i < at + count; ++i) {
        if (i >= text.size() || !isDigit(text[i]))
            return -1;
        number = number * 10 + (text[i] - '0');
    }
    return number;
}

QByteArrayView withoutColumns(QByteArrayView line)
{
    const auto end = line.first(std::min(line.size(), longestNames));
    const qsizetype first = end.indexOf('\t');
    const qsizetype second = first < 0 ? -1 : end.indexOf('\t', first + 1);
    return second < 0 ? line : line.sliced(second + 1);
}

// The fraction of a second at `at`, which moves behind it.
int fraction(QByteArrayView text, qsizetype& at)
{
    if (at + 1 >= text.size() || (text[at] != '.' && text[at] != ',') || !isDigit(text[at + 1]))
        return 0;
    int milliseconds = 0;
    int weight = 100;
    for (++at; at < text.size() && isDigit(text[at]); ++at, weight /= 10)
        milliseconds += (text[at] - '0') * weight;
    return milliseconds;
}

// Minutes of "+01:00" or "-0800"; nullopt where none stands there.
std::optional<int> offset(QByteArrayView text)
{
    if (text.size() < 5 || (text[0] != '+' && text[0] != '-'))
        return std::nullopt;
    const int hours = digits(text, 1, 2);
    const int minutes = digits(text, text[3] == ':' ? 4 : 3, 2);
    if (hours < 0 || minutes < 0)
        return std::nullopt;
    return (text[0] == '-' ? -1 : 1) * (hours * 60 + minutes);
}

}

std::optional<LineTime> lineTime(QByteArrayView line)
{
    if (line.size() < 19)
        return std::nullopt;
    if (!isDigit(line[0]) && line[0] != '[') {
        line = withoutColumns(line);
        if (line.size() < 19)
            return std::nullopt;
    }
    const QByteArrayView text = line.startsWith('[') ? line.sliced(1) : line;
    if (text.size() < 19 || text[4] != '-' || text[7] != '-' || (text[10] != 'T' && text[10] != ' ')
        || text[13] != ':' || text[16] != ':')
        return std::nullopt;
    const QDate date(digits(text, 0, 4), digits(text, 5, 2), digits(text, 8, 2));
    const int hour = digits(text, 11, 2);
    const int minute = digits(text, 14, 2);
    const int second = digits(text, 17, 2);
    if (!date.isValid() || date.year() < 1970 || hour < 0 || hour > 23 || minute < 0 || minute > 59
        || second < 0 || second > 60)
        return std::nullopt;
    qsizetype at = 19;
    LineTime time;
    time.milliseconds = ((QDate(1970, 1, 1).daysTo(date) * 24 + hour) * 60 + minute) * 60'000 + second * 1000
        + fraction(text, at);
    if (at < text.size() && text[at] == 'Z')
        time.isUtc = true;
    else if (const auto minutes = offset(text.sliced(at))) {
        time.isUtc = true;
        time.milliseconds -= *minutes * 60'000;
    }
    return time;
}

}
