// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayView>
#include <QString>
#include <QVector>

#include <optional>

namespace torchmason {

// One line of /proc/PID/stat, as far as we need it.
struct SessionProcess {
    qint64 pid = 0;
    QByteArray name; // at most 15 bytes
    char state = '?'; // 'Z' is dead and waits for its parent
    qint64 parent = 0;
    qint64 session = 0;
    quint64 startTicks = 0;

    bool isZombie() const { return state == 'Z' || state == 'X'; }
};

// The name stands in parentheses and may itself hold spaces and parentheses.
std::optional<SessionProcess> parseProcessStat(QByteArrayView text);
std::optional<SessionProcess> readSessionProcess(qint64 pid);
// All processes; those that vanish while we look are left out.
QVector<SessionProcess> readSessionProcesses();
// Whether the environment that the process was started with has exactly this "NAME=VALUE".
bool carriesMark(qint64 pid, const QByteArray& mark);

}
