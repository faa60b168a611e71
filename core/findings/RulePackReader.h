// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "core/findings/Rule.h"

namespace torchmason {

// Reads and checks one rule pack. `where` (usually the file name) and the member are named in errors.
Result<RulePack> rulePackFromJson(const Json& document, const QString& where);

}
