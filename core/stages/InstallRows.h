// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/change/CheckRow.h"
#include "core/request/BuildRequest.h"

#include <QVector>

namespace torchmason {

// What the install stage will say about the environment that the wheel goes into, hours before it would: one
// that it refuses, another version of Python than the wheel is made for, and conda's base environment. Runs
// that environment's interpreter, so it may take seconds. No rows where nothing is installed or nothing is to
// say.
QVector<CheckRow> installPlaceRows(const BuildRequest& request);

// That the folder with wheels is not there, where pip will need it: for a virtual environment that is not
// made yet, and for what the installed wheel requires.
QVector<CheckRow> wheelsFolderRows(const BuildRequest& request);

}
