// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sampling/HostSampler.h"

#include <QStringList>

namespace torchmason {

struct ProcessEntry {
    qint64 pid = 0;
    qint64 parent = 0;
    qint64 session = 0; // 0 where the system has none
    Milliseconds age { 0 };
};

// Resident memory, and the part of it that other processes may hold as well (program text, libraries).
struct ProcessMemory {
    Bytes resident = 0;
    Bytes shared = 0;
};

// One pass over all processes of the machine. A process that ends meanwhile is left out.
QVector<ProcessEntry> readProcessTable(const KernelFolders& folders);
// Empty or zero where the process is gone or belongs to somebody else.
QStringList readArguments(const KernelFolders& folders, qint64 pid);
ProcessMemory readProcessMemory(const KernelFolders& folders, qint64 pid);

// Those that belong to the build: members of the leaders' sessions and all descendants.
QVector<ProcessEntry> processesOf(const BuildProcesses& build, const QVector<ProcessEntry>& table);

}
