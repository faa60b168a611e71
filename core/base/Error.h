// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace torchmason {

// One sentence a user can act on: what happened, where, and what to do about it.
struct Error {
    QString message;
};

}
