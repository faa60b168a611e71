// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/change/CheckRow.h"
#include "core/request/BuildRequest.h"

#include <QVector>

namespace torchmason {

// What this machine's disk says to a request before anything runs: the source folder, what an earlier build
// left, patches that do not apply, and the place of the wheel. Changes nothing; asks git and, where a wheel
// is installed, that environment's Python.
QVector<CheckRow> diskRows(const BuildRequest& request);

// Whether there are patches to make and a tree that can be looked at.
bool canPlanPatches(const BuildRequest& request);

}
