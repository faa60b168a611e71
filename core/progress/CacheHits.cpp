// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/progress/CacheHits.h"

#include <algorithm>

namespace torchmason {

namespace {

constexpr double hitAtMost = 0.125; // of what was expected; ccache takes a twentieth of it and less
constexpr double tooShortToTell = 300; // milliseconds
constexpr size_t mostRemembered = 20;
constexpr int turnsOfMixture = 6; // from then on hits and others are taken for mixed

}

bool CacheHits::isHit(double actual, double expected)
{
    return expected >= tooShortToTell && actual < hitAtMost * expected;
}

bool CacheHits::add(double actual, double expected)
{
    if (expected < tooShortToTell)
        return false;
    const bool hit = isHit(actual, expected);
    (hit ? m_hitExpected : m_missExpected) += expected;
    m_hitActual += hit ? actual : 0.0;
    if (!m_last.empty() && m_last.back() != hit)
        ++m_turns;
    m_last.push_back(hit);
    if (m_last.size() > mostRemembered)
        m_last.pop_front();
    return hit;
}

double CacheHits::share() const
{
    return m_hitExpected <= 0 ? 0.0 : m_hitExpected / (m_hitExpected + m_missExpected);
}

double CacheHits::lastShare() const
{
    const auto hits = std::count(m_last.begin(), m_last.end(), true);
    return m_last.empty() ? 0.0 : double(hits) / double(m_last.size());
}

double CacheHits::left(double share) const
{
    return m_hitExpected <= 0 ? 1.0 : 1.0 - share * (1.0 - m_hitActual / m_hitExpected);
}

double CacheHits::best() const
{
    return left(std::max(share(), lastShare()));
}

double CacheHits::worst(double done) const
{
    return left(m_turns >= turnsOfMixture ? std::min(share(), lastShare()) * done : 0.0);
}

}
