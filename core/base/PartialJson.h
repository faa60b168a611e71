// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Json.h"

namespace torchmason {

// Reads a document but for one member of its outermost object, which then costs next to nothing. Errors are
// those of readJsonFile.
Result<Json> readJsonFileWithout(const QString& path, const char* member);

}
