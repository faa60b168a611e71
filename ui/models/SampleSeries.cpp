// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/SampleSeries.h"

#include <algorithm>
#include <utility>

namespace torchmason {

SampleSeries::SampleSeries(qsizetype capacity)
    : m_capacity(capacity)
{
}

void SampleSeries::clear()
{
    *this = SampleSeries(m_capacity);
}

void SampleSeries::append(const QVector<Sample>& samples)
{
    for (const Sample& sample : samples)
        appendOne(sample);
}

void SampleSeries::appendOne(const Sample& sample)
{
    const auto peak = std::max({ m_peak, sample.buildMemory, sample.peakMemory });
    // Where no process of the build was seen, nothing was measured.
    if (peak > Bytes(0) && std::exchange(m_peak, peak) != peak)
        m_peakElapsed = sample.elapsed;
    if (m_lastIsExtra)
        m_samples.removeLast();
    m_samples.append(sample);
    m_samples.last().running.clear();
    m_lastIsExtra = m_seen++ % m_stride != 0;
    if (m_samples.size() >= m_capacity)
        thin();
}

void SampleSeries::thin()
{
    QVector<Sample> kept;
    kept.reserve(m_capacity);
    for (qsizetype i = 0; i < m_samples.size(); i += 2)
        kept.append(m_samples[i]);
    m_lastIsExtra = m_samples.size() % 2 == 0;
    if (m_lastIsExtra)
        kept.append(m_samples.last());
    m_samples = kept;
    m_stride *= 2;
}

const Sample* SampleSeries::at(qint64 elapsed) const
{
    if (m_samples.isEmpty())
        return nullptr;
    const auto after = std::upper_bound(m_samples.begin(), m_samples.end(), elapsed,
        [](qint64 wanted, const Sample& sample) { return wanted < sample.elapsed; });
    return after == m_samples.begin() ? &m_samples.first() : &*(after - 1);
}

const Sample* SampleSeries::atLogOffset(const QString& stage, qint64 offset) const
{
    const auto found = std::find_if(m_samples.begin(), m_samples.end(),
        [&](const Sample& sample) { return sample.stage == stage && sample.logOffset >= offset; });
    return found == m_samples.end() ? nullptr : &*found;
}

}
