// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace torchmason {

// Shell text that makes the private apt folder `state` as core/stages/AptSources does, out of the mirrors of
// the machine that runs the script. `suite` is empty for the machine's own release.
QString aptPreparationForSh(const QString& state, const QString& suite);

}
