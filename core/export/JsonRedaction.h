// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Json.h"
#include "core/export/LogRedactor.h"

namespace torchmason {

enum class Masks {
    AsShown, // "~/src"
    SameLength, // as in logs, for what is quoted from them
};

// A JSON file of an attempt without names and secrets in its strings. Members keep their names, and words of
// the format ("state": "failed", the attempt's id, names of its logs) stay, also where a user has such a
// name.
Json redacted(const Json& document, const PrivacyFilter& privacy, Masks masks);

}
