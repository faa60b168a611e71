// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sampling/CoreLoad.h"

#include "core/base/Ascii.h"

#include <algorithm>
#include <utility>

namespace torchmason {

namespace {

// cpu3 4705 150 1120 16250 520 30 45 0 0 0: user nice system idle iowait irq softirq steal ...
// guest times at the end are already part of user and nice.
CoreTimes parseCpuLine(const QByteArray& line)
{
    constexpr int idle = 4;
    constexpr int waiting = 5;
    constexpr int steal = 8;
    const QList<QByteArray> words = line.simplified().split(' ');
    CoreTimes times;
    times.core = words[0].mid(3).toInt();
    for (int index = 1; index < words.size() && index <= steal; ++index) {
        const quint64 ticks = words[index].toULongLong();
        times.total += ticks;
        if (index != idle && index != waiting)
            times.busy += ticks;
    }
    return times;
}

double loadBetween(const CoreTimes& before, const CoreTimes& now)
{
    if (now.total <= before.total || now.busy <= before.busy)
        return 0.0;
    return std::min(1.0, double(now.busy - before.busy) / double(now.total - before.total));
}

}

QVector<CoreTimes> parseCpuLines(const QByteArray& text)
{
    QVector<CoreTimes> cores;
    for (const QByteArray& line : text.split('\n')) {
        if (!line.startsWith("cpu"))
            break; // interrupts follow, which are long
        if (line.size() > 3 && isDigit(line[3]))
            cores.append(parseCpuLine(line));
    }
    return cores;
}

QVector<double> CoreLoad::update(const QVector<CoreTimes>& times)
{
    const QVector<CoreTimes> last = std::exchange(m_last, times);
    QVector<double> loads;
    if (last.isEmpty())
        return loads;
    for (const CoreTimes& now : times) {
        const auto before = std::find_if(
            last.begin(), last.end(), [&](const CoreTimes& other) { return other.core == now.core; });
        loads.append(before == last.end() ? 0.0 : loadBetween(*before, now));
    }
    return loads;
}

}
