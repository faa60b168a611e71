// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/request/BuildRequest.h"

namespace torchmason {

// Whether two requests are about the same tree and targets on the same processor, so that the time of one
// says something about the other.
bool isSameTree(const BuildRequest& one, const BuildRequest& other);

// The options that decide on what is compiled and differ, sorted; none: the same files are compiled by the
// same compiler.
QStringList differingOptions(const BuildRequest& one, const BuildRequest& other);

}
