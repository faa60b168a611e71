// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "core/redact/PrivacyFilter.h"
#include "core/store/AttemptStore.h"

namespace torchmason {

// An attempt as one HTML file for people: what markdownReport() says, with charts, stages and the slowest
// steps. It has no scripts and loads nothing, also not from the text of others. Secrets are masked always,
// names where `names` is not nullopt. Fails where a file of the attempt is there and cannot be read.
Result<QByteArray> htmlReport(
    const AttemptSummary& attempt, const std::optional<PrivateNames>& names = ownPrivateNames());

}
