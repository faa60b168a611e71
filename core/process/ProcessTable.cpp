// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/process/ProcessTable.h"

#include "core/process/ProcessIdentity.h"

#include <QHash>
#include <QSet>

namespace torchmason {

QVector<ProcessEntry> processesOf(const QVector<qint64>& leaders, const QVector<ProcessEntry>& table)
{
    QHash<qint64, QVector<qsizetype>> children;
    QVector<qsizetype> open;
    for (qsizetype index = 0; index < table.size(); ++index) {
        const ProcessEntry& process = table[index];
        children[process.parent].append(index);
        if (leaders.contains(process.pid) || (process.session != 0 && leaders.contains(process.session)))
            open.append(index);
    }
    QVector<ProcessEntry> members;
    QSet<qint64> seen;
    while (!open.isEmpty()) {
        const ProcessEntry& process = table[open.takeLast()];
        if (seen.contains(process.pid))
            continue;
        seen.insert(process.pid);
        members.append(process);
        open += children.value(process.pid);
    }
    return members;
}

bool isAlive(const ProcessIdentity& identity)
{
    return identity.pid > 0 && identifyProcess(identity.pid).startMark == identity.startMark;
}

}
