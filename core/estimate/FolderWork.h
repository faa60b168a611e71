// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/AttemptRecord.h"

#include <QHash>

namespace torchmason {

// What attempts left compiled in their build folders, so that the one after them had less to do. Takes all
// attempts of a machine, the oldest first.
class FolderWork {
public:
    // Answers how many steps a whole build in its folder has where something compiled lay there when it
    // began; 0: the folder was empty, as far as the attempts tell.
    qint64 take(const AttemptRecord& record);

    // Whether a build of so many steps is a part of the whole only. `before`: what take() answered for the
    // first attempt of the build.
    static bool isPart(qint64 steps, qint64 before);

private:
    QHash<QString, qint64> m_steps; // by build folder, of the largest build
};

}
