// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/KernelFile.h"
#include "core/sampling/CoreLoad.h"
#include "core/store/AttemptLines.h"

#include <QString>
#include <QVector>

namespace torchmason {

// The processes that belong to a build, told by the children that were started for it. On Linux each of
// them leads a session of its own and everything in these sessions counts; descendants count everywhere.
struct BuildProcesses {
    QVector<qint64> leaders; // process numbers
};

// Takes one Sample of the machine and of the build per call, meant for once a second on a worker thread.
// Loads are differences to the call before, so the first sample has none. What cannot be read stays
// nullopt. The caller fills elapsed, stage and logOffset.
class HostSampler {
public:
    explicit HostSampler(KernelFolders folders = {});

    Sample take(const BuildProcesses& build, const QString& buildFolder);

private:
    KernelFolders m_folders;
    CoreLoad m_coreLoad;
};

}
