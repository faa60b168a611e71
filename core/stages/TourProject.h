// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"

#include <QString>

namespace torchmason {

// Copies a project that is compiled into the program to `folder`. Files that are there with the same content
// keep their times, so that a second build has nothing to do. Files of the project that were changed are
// kept, and the answer names them; other files are left alone. Refuses a folder that holds anything but this
// project of ours, and writes through no link.
Result<QString> unpackProject(const QString& resourceFolder, const QString& folder);

// The small project of the tour, :/torchmason/tour.
Result<QString> unpackTour(const QString& folder);
// Whether it may be unpacked there; writes nothing.
Result<void> checkTourFolder(const QString& folder);
// Whether it was unpacked there; a folder that was made anew since does not hold it.
bool holdsTour(const QString& folder);

}
