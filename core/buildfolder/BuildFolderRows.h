// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/change/CheckRow.h"
#include "core/detect/HostFacts.h"
#include "core/request/BuildRequest.h"

#include <QVector>

namespace torchmason {

// What is in the build folder against what is asked now, as rows for people, of this machine's disk. A failed
// row says what has to be cleaned first; a warning, what CMake's cache keeps from before. None where all is
// well, where the request cleans enough by itself, or where nothing is configured.
QVector<CheckRow> buildFolderRows(const BuildRequest& request);
// Of another machine, as far as its facts tell of the folder.
QVector<CheckRow> buildFolderRows(const BuildRequest& request, const HostFacts& facts);

}
