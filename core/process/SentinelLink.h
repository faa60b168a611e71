// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"

#include <QByteArray>
#include <QObject>
#include <QProcess>
#include <QSet>
#include <QString>

#include <memory>

namespace torchmason {

// The runner's end of the line to its sentinel: a small process that learns which sessions are ours and
// stops them when the line breaks, that is when the runner was killed. Where jobs die with their owner
// (Windows) there is no such process and every call succeeds.
class SentinelLink : public QObject {
    Q_OBJECT

public:
    // `program` is torchmason-runner itself; `mark` is what the children carry in their environment.
    SentinelLink(QString program, QByteArray mark, QObject* parent = nullptr);
    ~SentinelLink() override; // tells it that all is well

    Result<void> start();
    void watch(qint64 session);
    void unwatch(qint64 session);
    void watchCgroup(const QByteArray& folder);
    qint64 pid() const;

private:
    void tell(const QByteArray& line);

    QString m_program;
    QByteArray m_mark;
    QSet<qint64> m_sessions;
    QByteArray m_cgroup;
    int m_replacements = 0;
    std::unique_ptr<QProcess> m_process;
};

// Gives the sentinel a name of its own: `killall torchmason-runner` and the like must not end both. `argv` is
// overwritten.
void takeSentinelName(int argc, char** argv);
// The sentinel's whole life: `torchmason-runner --sentinel`. Needs a QCoreApplication; answers the exit code.
int runSentinel();

}
