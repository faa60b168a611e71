// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#include <deque>

namespace torchmason {

// Compilations of one build that a compiler cache answered: they took next to nothing of what was expected.
// How fast these are says nothing about the others, and until both have taken turns nobody knows how much of
// the rest the cache has. Passive.
class CacheHits {
public:
    // Both in milliseconds. What is expected to be short anyway is no hit.
    static bool isHit(double actual, double expected);
    // Answers whether it was a hit.
    bool add(double actual, double expected);

    bool isTold() const { return !m_last.empty(); }
    // What remains of the work that is expected without a cache, 0 to 1, as far as the cache may have the
    // rest: at best, and at worst where `done` of the build, 0 to 1, is behind us.
    double best() const;
    double worst(double done) const;
    // The same where the rest is like what was.
    double usual() const { return left(share()); }

private:
    double share() const; // of all that ended, by what was expected of it
    double lastShare() const; // of the last few
    double left(double share) const; // where that share of the rest are hits

    double m_hitActual = 0;
    double m_hitExpected = 0;
    double m_missExpected = 0;
    std::deque<bool> m_last;
    int m_turns = 0; // from hits to others or back
};

}
