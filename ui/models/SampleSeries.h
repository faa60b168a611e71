// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/AttemptLines.h"

#include <QVector>

#include <optional>

namespace torchmason {

// The samples of an attempt in bounded memory, without running edges. When it is full, every second one is
// dropped, and from then on only every second, fourth, eighth... is kept; the newest is always there.
class SampleSeries {
public:
    explicit SampleSeries(qsizetype capacity = 2048);

    void clear();
    void append(const QVector<Sample>& samples);

    const QVector<Sample>& samples() const { return m_samples; }
    bool isEmpty() const { return m_samples.isEmpty(); }
    // The sample at or before this moment, by elapsed milliseconds; the first one where it is earlier.
    const Sample* at(qint64 elapsed) const;
    // The sample that was taken when the log of this stage had this many bytes.
    const Sample* atLogOffset(const QString& stage, qint64 offset) const;
    // Highest memory of the build that was ever appended or told, thinned or not.
    std::optional<Bytes> peakBuildMemory() const { return m_peak; }
    // Of the sample that first told of it. What was told has been between that and the one before.
    qint64 peakElapsed() const { return m_peakElapsed; }

private:
    void appendOne(const Sample& sample);
    void thin();

    qsizetype m_capacity;
    qint64 m_stride = 1;
    qint64 m_seen = 0;
    bool m_lastIsExtra = false; // the newest one stands outside the stride
    std::optional<Bytes> m_peak;
    qint64 m_peakElapsed = 0;
    QVector<Sample> m_samples;
};

}
