// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "core/export/BundleUnpacking.h"
#include "core/store/AttemptRecord.h"

namespace torchmason {

// Makes the unpacked files of a bundle an attempt's folder of this machine: checks that they can be read and
// point nowhere else, takes out the runner and numbers of attempts there, and marks it as imported. Answers
// the record as it stands then. Errors name the file in the bundle.
Result<AttemptRecord> adaptDocuments(const QString& folder, const UnpackedBundle& bundle, qint64 now);

}
