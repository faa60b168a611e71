// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sampling/HostSampler.h"

#include <QHash>
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

// Finds the build's processes, in one pass over all of the machine. Processes that belong to others are
// remembered, so that hundreds of them cost little at the next pass. One that ends meanwhile is left out.
class ProcessTable {
public:
    explicit ProcessTable(KernelFolders folders);

    QVector<ProcessEntry> membersOf(const BuildProcesses& build);

private:
    QVector<ProcessEntry> readAll();
    void forgetStrangersUnless(const BuildProcesses& build);

    KernelFolders m_folders;
    QVector<qint64> m_leaders; // for which the strangers are strangers
    QHash<qint64, quint64> m_strangers; // process number -> what tells it from a later one with that number
    QHash<qint64, quint64> m_marks; // the same for all of the last pass
};

// Empty or zero where the process is gone or belongs to somebody else.
QStringList readArguments(const KernelFolders& folders, qint64 pid);
ProcessMemory readProcessMemory(const KernelFolders& folders, qint64 pid);

// Those that belong to the build: members of the leaders' sessions and all descendants.
QVector<ProcessEntry> processesOf(const BuildProcesses& build, const QVector<ProcessEntry>& table);

}
