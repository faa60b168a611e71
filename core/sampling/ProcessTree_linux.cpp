// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sampling/ProcessTable.h"
#include "core/sampling/ProcessTree.h"

#include "core/base/KernelFile.h"

#include <QDir>

#include <algorithm>

namespace torchmason {

namespace {

constexpr int deepest = 16;

Bytes below(const KernelFolders& folders, qint64 pid, int depth)
{
    const ProcessMemory memory = readProcessMemory(folders, pid);
    Bytes sum = memory.resident - std::min(memory.shared, memory.resident);
    if (memory.resident == 0 || depth > deepest)
        return sum;
    // nvcc starts its children from several threads.
    const QDir tasks(folders.proc + QStringLiteral("/%1/task").arg(pid));
    for (const QString& task : tasks.entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        const QByteArray children = readKernelFile(tasks.filePath(task) + QStringLiteral("/children"));
        for (const QByteArray& child : children.split(' ')) {
            if (!child.isEmpty())
                sum += below(folders, child.toLongLong(), depth + 1);
        }
    }
    return sum;
}

}

QVector<Bytes> readTreesMemory(const KernelFolders& folders, const QVector<qint64>& pids)
{
    QVector<Bytes> memory;
    for (const qint64 pid : pids)
        memory << below(folders, pid, 0);
    return memory;
}

}
