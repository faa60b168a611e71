// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"

#include <QStringList>

namespace torchmason {

class PatientDisk;

// The absolute path of the bundle that the words of the command line name; empty for none. Where its disk
// does not answer in time, it counts as there: whoever opens it, on a thread, says what is wrong.
Result<QString> askedBundle(const QStringList& words, PatientDisk& disk);

}
