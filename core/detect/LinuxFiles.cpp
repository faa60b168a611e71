// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/detect/LinuxFiles.h"

#include <QMap>
#include <QSet>

namespace torchmason {

namespace {

QByteArray unquoted(QByteArray value)
{
    value = value.trimmed();
    const bool quoted = value.size() >= 2 && (value.front() == '"' || value.front() == '\'')
        && value.back() == value.front();
    return quoted ? value.mid(1, value.size() - 2) : value;
}

}

QString osNameFromRelease(const QByteArray& content)
{
    QMap<QByteArray, QByteArray> members;
    for (const QByteArray& line : content.split('\n')) {
        const qsizetype equals = line.indexOf('=');
        if (equals > 0)
            members.insert(line.left(equals).trimmed(), unquoted(line.mid(equals + 1)));
    }
    const QByteArray pretty = members.value("PRETTY_NAME");
    if (!pretty.isEmpty())
        return QString::fromUtf8(pretty);
    return QString::fromUtf8(members.value("NAME") + ' ' + members.value("VERSION_ID")).trimmed();
}

MemoryNumbers memoryFromMeminfo(const QByteArray& content)
{
    MemoryNumbers numbers;
    for (const QByteArray& line : content.split('\n')) {
        // "MemTotal:       33378976 kB"
        const QList<QByteArray> words = line.simplified().split(' ');
        bool isNumber = false;
        const Bytes size = words.size() < 2 ? 0 : words[1].toULongLong(&isNumber) * kibibyte;
        if (!isNumber)
            continue;
        if (words[0] == "MemTotal:")
            numbers.total = size;
        else if (words[0] == "MemAvailable:")
            numbers.available = size;
        else if (words[0] == "SwapTotal:")
            numbers.swapTotal = size;
    }
    return numbers;
}

ProcessorNumbers processorFromCpuinfo(const QByteArray& content)
{
    ProcessorNumbers numbers;
    QSet<QByteArray> cores;
    QByteArray package;
    for (const QByteArray& line : content.split('\n')) {
        const qsizetype colon = line.indexOf(':');
        const QByteArray name = line.left(colon).trimmed();
        const QByteArray value = colon < 0 ? QByteArray() : line.mid(colon + 1).trimmed();
        if (name == "processor")
            ++numbers.logicalCores;
        else if (name == "model name" && numbers.model.isEmpty())
            numbers.model = QString::fromUtf8(value.simplified());
        else if (name == "physical id")
            package = value;
        else if (name == "core id")
            cores.insert(package + '/' + value);
    }
    if (!cores.isEmpty())
        numbers.physicalCores = int(cores.size());
    return numbers;
}

int countInCpuList(const QByteArray& list)
{
    int count = 0;
    for (const QByteArray& part : list.trimmed().split(',')) {
        const qsizetype dash = part.indexOf('-');
        bool firstGood = false;
        bool lastGood = false;
        const int first = part.left(dash < 0 ? part.size() : dash).toInt(&firstGood);
        const int last = dash < 0 ? first : part.mid(dash + 1).toInt(&lastGood);
        if (firstGood && (dash < 0 || lastGood) && last >= first)
            count += last - first + 1;
    }
    return count;
}

std::optional<Bytes> memoryLimitFromCgroup(const QByteArray& content)
{
    // Version 1 says "no limit" with the largest page-aligned 63-bit number.
    constexpr Bytes unlimited = Bytes(1) << 60;
    bool isNumber = false;
    const Bytes limit = content.trimmed().toULongLong(&isNumber);
    if (!isNumber || limit == 0 || limit >= unlimited)
        return std::nullopt;
    return limit;
}

QString cgroupPath(const QByteArray& procSelfCgroup, const QByteArray& controller)
{
    for (const QByteArray& line : procSelfCgroup.split('\n')) {
        // "9:memory:/docker/1234" or "0::/user.slice"
        const QList<QByteArray> parts = line.split(':');
        if (parts.size() < 3)
            continue;
        const bool wanted = controller.isEmpty() ? parts[0] == "0" && parts[1].isEmpty()
                                                 : parts[1].split(',').contains(controller);
        if (wanted)
            return QString::fromUtf8(parts.mid(2).join(':'));
    }
    return {};
}

}
