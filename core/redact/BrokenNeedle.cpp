// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redact/BrokenNeedle.h"

#include "core/redact/SecretForms.h"

namespace torchmason {

namespace {
constexpr qint64 longestGap = 80;
}

qint64 BrokenNeedle::positionOf(qint64 index) const
{
    qint64 position = m_base + index;
    for (const Gap& gap : m_gaps)
        position += gap.index <= index ? gap.length : 0;
    return position;
}

void BrokenNeedle::skip()
{
    if (!m_isInGap)
        m_gaps.push_back({ m_index, 0 });
    m_isInGap = true;
    ++m_gaps.back().length;
    m_isActive = m_gaps.back().length <= longestGap;
}

void BrokenNeedle::forgetGapsBefore(qint64 index)
{
    while (!m_gaps.empty() && m_gaps.front().index <= index) {
        m_base += m_gaps.front().length;
        m_gaps.erase(m_gaps.begin());
    }
}

std::optional<qint64> BrokenNeedle::add(const NeedleSet& needles, int state, uchar byte, qint64 position)
{
    const bool endsLine = byte == '\r' || byte == '\n';
    const int depth = needles.depth(state);
    if (!m_isActive && endsLine && depth >= shortestSecret && needles.matched(state) < depth) {
        m_isActive = true;
        m_isInGap = false;
        m_state = state;
        m_base = position - depth;
        m_index = depth;
        m_gaps.clear();
    }
    if (!m_isActive)
        return std::nullopt;
    if (endsLine || (m_isInGap && (byte == ' ' || byte == '\t'))) {
        skip();
        return std::nullopt;
    }
    m_isInGap = false;
    m_state = needles.next(m_state, byte);
    ++m_index;
    forgetGapsBefore(m_index - needles.depth(m_state));
    m_isActive = !m_gaps.empty(); // else the unbroken search sees as much
    const int length = m_isActive ? needles.matched(m_state) : 0;
    return length > 0 ? std::optional(positionOf(m_index - length)) : std::nullopt;
}

}
