// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/KernelFile.h"
#include "core/base/Units.h"

#include <QStringList>
#include <QVector>

#include <optional>

namespace torchmason {

// One process of the machine.
struct ProcessEntry {
    qint64 pid = 0;
    qint64 parent = 0;
    qint64 group = 0; // of processes; 0 where the system has none
    qint64 session = 0; // 0 where the system has none
    Milliseconds age { 0 }; // told by readProcesses() alone
    quint64 start = 0; // ticks since the machine started (Linux), 100 ns since 1601 (Windows); 0: not known
    QString name = {}; // at most 15 bytes on Linux
    bool isDead = false; // waits for its parent to collect it
};

// Resident memory, and the part of it that other processes may hold as well (program text, libraries).
struct ProcessMemory {
    Bytes resident = 0;
    Bytes shared = 0;

    Bytes own() const { return resident - std::min(shared, resident); }
};

// All processes; those that end meanwhile are left out. `folders`: other ones in tests.
QVector<ProcessEntry> readProcesses(const KernelFolders& folders = {});
// Those that belong to a build: members of the sessions of its leaders, and all descendants.
QVector<ProcessEntry> processesOf(const QVector<qint64>& leaders, const QVector<ProcessEntry>& table);

// Empty or zero where the process is gone or belongs to another user.
QStringList readArguments(const KernelFolders& folders, qint64 pid);
ProcessMemory readProcessMemory(const KernelFolders& folders, qint64 pid);
// For each process, the own memory of all its descendants together, without its own: it is a launcher of
// ours. For some dozen processes several times a second, so that nothing is read of the others.
QVector<Bytes> readMemoryBelow(const KernelFolders& folders, const QVector<qint64>& pids);

#ifdef Q_OS_LINUX
// A line of /proc/PID/stat. The name stands in parentheses and may itself hold spaces and parentheses.
std::optional<ProcessEntry> parseProcessStat(const char* text);
std::optional<ProcessEntry> readProcess(qint64 pid);
// Whether the environment that the process was started with has exactly this "NAME=VALUE".
bool carriesMark(qint64 pid, const QByteArray& mark);
#endif

}
