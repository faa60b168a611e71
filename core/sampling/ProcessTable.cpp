// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sampling/ProcessTable.h"

#include <QSet>

namespace torchmason {

QVector<ProcessEntry> processesOf(const BuildProcesses& build, const QVector<ProcessEntry>& table)
{
    const QSet<qint64> leaders(build.leaders.begin(), build.leaders.end());
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

ProcessTable::ProcessTable(KernelFolders folders)
    : m_folders(std::move(folders))
{
}

// A child may have been seen before its leader was named.
void ProcessTable::forgetStrangersUnless(const BuildProcesses& build)
{
    if (m_leaders == build.leaders)
        return;
    m_leaders = build.leaders;
    m_strangers.clear();
}

QVector<ProcessEntry> ProcessTable::membersOf(const BuildProcesses& build)
{
    // Young processes may still be on their way into a session of their own.
    constexpr Milliseconds settled(5000);
    forgetStrangersUnless(build);
    const QVector<ProcessEntry> table = readAll();
    const QVector<ProcessEntry> members = processesOf(build, table);
    QSet<qint64> ours;
    for (const ProcessEntry& member : members)
        ours.insert(member.pid);
    for (const ProcessEntry& process : table) {
        if (process.age > settled && !ours.contains(process.pid) && m_marks.value(process.pid) != 0)
            m_strangers.insert(process.pid, m_marks.value(process.pid));
    }
    return members;
}

}
