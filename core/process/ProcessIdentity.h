// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace torchmason {

// Which process, so that its death is recognised even when its number is used again.
struct ProcessIdentity {
    qint64 pid = 0;
    QString startMark; // boot id and start ticks on Linux, creation time on Windows
};

// The identity of a living process; pid 0 where there is none with that number.
ProcessIdentity identifyProcess(qint64 pid);
// Whether exactly that process (not a later one with the same number) is still there.
bool isAlive(const ProcessIdentity& identity);
// Asks exactly that process to end (SIGTERM). False where it is gone or the system knows no such asking.
bool askToEnd(const ProcessIdentity& identity);

}
