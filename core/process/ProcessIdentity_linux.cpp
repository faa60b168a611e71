// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/process/ProcessIdentity.h"

#include "core/base/KernelFile.h"
#include "core/process/SessionProcesses_linux.h"

#include <signal.h>

namespace torchmason {

ProcessIdentity identifyProcess(qint64 pid)
{
    if (pid <= 0)
        return {};
    const auto entry = readSessionProcess(pid);
    if (!entry || entry->isZombie())
        return {};
    static const QByteArray boot
        = readKernelFile(QStringLiteral("/proc/sys/kernel/random/boot_id")).trimmed();
    return { pid, QString::fromLatin1(boot) + QLatin1Char(':') + QString::number(entry->startTicks) };
}

bool isAlive(const ProcessIdentity& identity)
{
    return identity.pid > 0 && identifyProcess(identity.pid).startMark == identity.startMark;
}

bool askToEnd(const ProcessIdentity& identity)
{
    return isAlive(identity) && ::kill(pid_t(identity.pid), SIGTERM) == 0;
}

}
