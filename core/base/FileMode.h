// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace torchmason {

// From now on the files that this program makes are for its user only. What it starts makes its own as the
// user has set it up. On Windows the user's own folders see to that.
void keepFilesPrivate();
// Between fork and exec.
void takeUsualFileMode();

}
