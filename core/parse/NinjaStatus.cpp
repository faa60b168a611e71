// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/parse/NinjaStatus.h"

#include "core/base/Ascii.h"
#include "core/base/TextDecoding.h"

#include <QRegularExpression>

namespace torchmason {

namespace {

// The number at `at`, which moves behind it; -1 where there is none.
qint64 takeNumber(QByteArrayView line, qsizetype& at)
{
    const qsizetype begin = at;
    qint64 number = 0;
    for (; at < line.size() && isDigit(line[at]) && at - begin < 18; ++at)
        number = number * 10 + (line[at] - '0');
    return at > begin ? number : -1;
}

}

// [12/340|4|3.125] Building CXX object c10/CMakeFiles/c10.dir/core/Device.cpp.o
// [12/340] Linking CXX shared library lib/libc10.so
std::optional<NinjaCount> ninjaCount(QByteArrayView line)
{
    if (!line.startsWith('['))
        return std::nullopt;
    qsizetype at = 1;
    NinjaCount count { takeNumber(line, at), 0 };
    if (count.done < 0 || at >= line.size() || line[at++] != '/')
        return std::nullopt;
    count.total = takeNumber(line, at);
    const bool ends = at < line.size() && (line[at] == ']' || line[at] == '|');
    return count.total >= 0 && ends ? std::optional(count) : std::nullopt;
}

std::optional<NinjaStatus> parseNinjaStatus(QByteArrayView line)
{
    const std::optional<NinjaCount> count = ninjaCount(line);
    if (!count)
        return std::nullopt;
    static const QRegularExpression form(QStringLiteral(R"(^\[[\d/]+(?:\|(\d*)(?:\|[^\]]*)?)?\]\s*(.*)$)"));
    const QRegularExpressionMatch match = form.match(plainToolText(line));
    if (!match.hasMatch())
        return std::nullopt;
    NinjaStatus status { *count, std::nullopt, match.captured(2) };
    if (!match.capturedView(1).isEmpty())
        status.running = match.capturedView(1).toLongLong();
    return status;
}

QString linkedOutput(const QString& description)
{
    static const QRegularExpression form(
        QStringLiteral(R"(^Linking \w+ (?:executable|(?:shared|static) library|shared module) (.+)$)"));
    return form.match(description).captured(1);
}

// FAILED: caffe2/CMakeFiles/torch_cpu.dir/core/blob.cc.o
// FAILED: [code=137] lib/libtorch_cpu.so
QString failedOutput(QByteArrayView line)
{
    if (!line.startsWith("FAILED: "))
        return {};
    QByteArrayView rest = line.sliced(8);
    if (rest.startsWith("[code="))
        rest = rest.sliced(rest.indexOf(']') + 1);
    return plainToolText(rest.trimmed()).section(QLatin1Char(' '), 0, 0);
}

}
