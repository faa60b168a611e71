// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Core.h"
#include "core/history/ComparedValues.h"

namespace torchmason {

// The values of one attempt as they are found.
class ComparedValueList {
public:
    void add(const char* group, const QString& name, const QString& label, const QString& value)
    {
        if (!value.isEmpty())
            m_list.append({ QLatin1String(group), name, label, value });
    }
    void add(const char* group, const char* name, const QString& label, const QString& value)
    {
        add(group, QString(QLatin1String(name)), label, value);
    }
    // `id` is what programs get, see ComparedValue.
    void addTitled(
        const char* group, const char* name, const QString& label, const QString& title, const QString& id)
    {
        if (id.isEmpty())
            return;
        m_list.append({ QLatin1String(group), QLatin1String(name), label, title });
        m_list.last().id = id;
    }
    // A program's, a variable's or a package's own name needs no other words.
    void addNamed(const char* group, const QString& name, const QString& value)
    {
        add(group, name, name, value);
    }
    // What took its time to its end is done in it, anything else has a state after it.
    void addTime(const char* group, const QString& name, const QString& label,
        const std::optional<Milliseconds>& time, const QString& state = {}, bool isDone = true)
    {
        if (!time)
            return add(group, name, label, state);
        const QString took = formatDuration(*time);
        m_list.append({ QLatin1String(group), name, label,
            state.isEmpty() ? took
                            : (isDone ? Core::tr("%1 in %2") : Core::tr("%1 after %2")).arg(state, took) });
        m_list.last().key = state;
        m_list.last().amount = double(time->count()) / 1000;
        m_list.last().floor = leastSeconds;
    }
    // `floor`: see ComparedValue.
    void addAmount(const char* group, const char* name, const QString& label, const QString& value,
        double amount, double floor)
    {
        m_list.append({ QLatin1String(group), QLatin1String(name), label, value });
        m_list.last().amount = amount;
        m_list.last().floor = floor;
    }
    void append(ComparedValue value) { m_list.append(std::move(value)); }
    QVector<ComparedValue> take() { return std::move(m_list); }

private:
    QVector<ComparedValue> m_list;
};

// Tools, Python, cards and system: what the stages began with, and else what was seen when it was asked for.
void addMachineValues(const AttemptRecord& record, ComparedValueList& values);

}
