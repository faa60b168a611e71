// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "core/history/LogExcerpt.h"

#include <optional>
#include <stop_token>

namespace torchmason {

// Where two logs first say something else, see LineIdentity; nullopt: nowhere. A step that failed in one of
// them goes before all else. Steps of a build that runs several at once may come in another order. A step
// that printed something else is shown beside itself. Fails where one of them cannot be read. Once `stop` is
// asked for, the answer means nothing.
Result<std::optional<LogDivergence>> firstDivergence(
    const ComparedLog& left, const ComparedLog& right, const std::stop_token& stop = {});

// Some of the places, which are counted from the first one.
struct WantedPlaces {
    qsizetype skipped = 0; // this many at the beginning
    qsizetype most = 1;
};
// The same for further places: those of failed steps, then the others, both in the order of the logs. Behind
// each the logs are laid side by side anew; what the place before shows already is no place of its own, and
// what one of them alone says without a break is one. What a failed step says is always one. Reads the logs a
// few times at most.
Result<QVector<LogDivergence>> divergences(const ComparedLog& left, const ComparedLog& right,
    const WantedPlaces& wanted, const std::stop_token& stop = {});

}
