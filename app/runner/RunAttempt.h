// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace torchmason {

// The runner's life for one attempt's folder, from its request to its end. Needs a QCoreApplication.
// Exit codes: 0 the attempt succeeded, 1 it failed or was stopped, 3 it could not begin, 4 its folder
// could not be written to the end.
int runAttempt(const QString& folder);

}
