// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace torchmason {

// Whether a git of anybody may be at work in that tree at this moment. Where the system does not tell in
// which folder a program works, any git counts.
bool mayGitBeAtWorkIn(const QString& folder);

}
