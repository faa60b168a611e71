// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/stages/StagePlan.h"

#include <QStringList>

namespace torchmason {

// Takes the masked entries out of a command's environment and names them, so that a script does not set
// "(masked)" over the real value that its user has.
QStringList takeOutMasked(Command& command);

}
