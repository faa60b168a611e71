// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "core/store/AttemptLines.h"

#include <functional>

namespace torchmason {

// samples.jsonl of an attempt's folder, one after the other: of a long build they are many. What is no sample
// is passed over; a folder without the file has none. Fails where the file is there and cannot be read, and
// after `most` lines: one comes each second, so a million are more than eleven days.
Result<void> eachSample(
    const QString& attemptFolder, const std::function<void(const Sample&)>& take, int most = 1'000'000);

}
