// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/progress/NinjaLogReader.h"

#include <algorithm>
#include <optional>

namespace torchmason {

// What ninja itself tells as time left (%W), since version 1.12; after StatusPrinter in its
// src/status_printer.cc. Times are milliseconds.
class NinjaEstimate {
public:
    // `before`: what the log says of the last time, if anything.
    void addToPlan(std::optional<qint64> before)
    {
        ++m_total;
        if (!before) {
            ++m_unpredictableLeft;
            return;
        }
        ++m_predictableTotal;
        ++m_predictableLeft;
        m_predictableTime += *before;
        m_predictableTimeLeft += *before;
    }

    void finish(qint64 took, std::optional<qint64> before, qint64 now)
    {
        ++m_finished;
        m_time += took;
        m_now = now;
        if (before) {
            --m_predictableLeft;
            m_predictableTimeLeft -= *before;
        } else {
            --m_unpredictableLeft;
        }
    }

    std::optional<double> left() const
    {
        const double share = predictedShare();
        if (share == 0.0)
            return std::nullopt;
        return double(m_now) / share - double(m_now);
    }

private:
    // Previous times that differ ten times and more from today's (a cache that was warm) are not used.
    bool usesPrevious() const
    {
        if (!m_predictableLeft || !m_predictableTimeLeft)
            return false;
        if (!m_total || !m_finished || m_now < 15'000 || double(m_finished) / m_total < 0.05)
            return true;
        const double actual = double(m_time) / m_finished;
        const double previous = double(m_predictableTime) / m_predictableTotal;
        return std::max(previous, actual) / std::min(previous, actual) < 10;
    }

    double predictedShare() const
    {
        const bool previous = usesPrevious();
        const int known = m_finished + (previous ? m_predictableLeft : 0);
        if (known == 0)
            return 0.0;
        const int unknown = previous ? m_unpredictableLeft : m_total - m_finished;
        const double knownTime = double(m_time) + (previous ? double(m_predictableTimeLeft) : 0.0);
        double left = knownTime / known * unknown;
        if (previous)
            left += double(m_predictableTimeLeft);
        const double all = double(m_time) + left;
        return all == 0.0 ? 0.0 : double(m_time) / all;
    }

    int m_total = 0;
    int m_finished = 0;
    int m_predictableTotal = 0;
    int m_predictableLeft = 0;
    int m_unpredictableLeft = 0;
    qint64 m_time = 0; // of what ended
    qint64 m_predictableTime = 0;
    qint64 m_predictableTimeLeft = 0;
    qint64 m_now = 0;
};

}
