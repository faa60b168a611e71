// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace torchmason {

// A sentence of a rule, a check or the runner, as the window says it. How the command line does the same
// stands in brackets there, "trying again (attempts retry N) continues", and is left out.
QString inWindowWords(QString sentence);

}
