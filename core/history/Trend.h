// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/AttemptStore.h"

#include <QSet>
#include <QVector>

#include <optional>

namespace torchmason {

// What an attempt came to, beside others of its profile. Time and memory are those of the whole build: with
// the attempts that it goes on with (goesOnWith).
struct TrendPoint {
    int number = 0;
    bool failed = false; // then nothing else is known
    std::optional<Milliseconds> time = {}; // nullopt: not known of all of them
    std::optional<Bytes> peakMemory = {};
    double cachedShare = 0; // of the compilations that were asked for, 0 to 1
    std::optional<Milliseconds> compileTime = {}; // of `time`; nullopt also where nothing was compiled
    int first = 0; // the attempt that its build began with; `number` where it went on with none
    bool isOnTop = false; // most of it lay in the build folder, compiled by an attempt it does not go on with
    std::optional<Milliseconds> ownTime = {}; // of this attempt alone

    // Too much came from a compiler cache for its time to be an improvement.
    bool isCached() const { return cachedShare >= 0.05; }
    // All was compiled, so that its time can be compared with others.
    bool isWhole() const { return !failed && !isCached() && !isOnTop; }
    bool operator==(const TrendPoint&) const = default;
};

bool isSameProfile(const BuildRequest& one, const BuildRequest& other);
// The builds of this profile on this machine that succeeded or failed, the oldest first. What only installed
// a wheel is none. Outlines have no options: those of `apart` begin anew, although the records do not tell.
QVector<TrendPoint> trendOf(
    const BuildRequest& profile, const QVector<AttemptSummary>& attempts, const QSet<int>& apart = {});
// The attempts of this profile whose options are others than those of the one they would go on with. Reads
// the requests of both, and of no other attempt: for a worker thread.
QSet<int> attemptsOfOtherOptions(const BuildRequest& profile, const QVector<AttemptSummary>& attempts);

}
