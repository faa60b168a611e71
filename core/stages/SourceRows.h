// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Platform.h"
#include "core/change/CheckRow.h"
#include "core/request/BuildRequest.h"

#include <QVector>

namespace torchmason {

// What the fetch stage will say about a source folder of this machine before it changes anything: a folder
// that it refuses, or a repository of the user's own in which it checks out another revision. Asks git, which
// takes some hundredths of a second. No rows where there is nothing to say or nothing is fetched.
QVector<CheckRow> sourceFolderRows(const BuildRequest& request);

}
