// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Units.h"
#include "core/process/ProcessFamily.h"
#include "core/process/StopLadder.h"
#include "core/redact/LogPipe.h"
#include "core/request/Configuration.h"

#include <QElapsedTimer>
#include <QObject>
#include <QProcess>
#include <QString>
#include <QStringList>
#include <QTimer>
#include <QVector>

#include <memory>

namespace torchmason {

// What to start: a program and its arguments, never a shell string.
struct ProcessStart {
    QString program; // a path, or a name that is looked up in the child's own PATH
    QStringList arguments;
    QString workingFolder; // empty: ours
    QVector<EnvironmentValue> environment; // difference to ours
    QByteArray
        mark; // "TORCHMASON_ATTEMPT=..." put into the environment, so that its children are found again
    QString logFile; // the system appends stdout and stderr there; empty: kept for output()
    std::shared_ptr<const NeedleSet> secrets; // masked on the way to the log; null: nothing to mask
    LadderPauses pauses;
    // One more mark, where others with the first one run meanwhile: it tells whose children are whose.
    QByteArray ownMark = {};
    QByteArray cgroup = {}; // the control group in which it begins, see ProcessFamily; empty: ours
};

struct ProcessEnd {
    bool started = false;
    bool crashed = false; // by a signal, whose number exitCode then is (Linux)
    bool stopped = false; // by stop()
    int exitCode = -1;
    QString error; // one sentence where it did not start
    Milliseconds duration { 0 };
    QString logTrouble; // one sentence where its output could not be kept whole
    QStringList leftOver; // "name (pid)" of processes that were still there after it had ended
    QVector<qint64> survivors; // that even the ladder could not end
};

// What the children of an attempt carry in their environment.
QByteArray attemptMark(const QString& attemptId);
// "was ended by signal 11"; words of their own for 0, where nobody knows; on Windows, where the code is the
// exception, "ended with exit code 0xC0000005".
QString crashText(int exitCode);

// The one door by which programs start. A started program leads its own session (Linux) or job (Windows),
// has no standard input, and is reported as finished only when no process of its family is left. Nothing here
// waits: a grandchild that holds the output cannot hang us.
class ProcessRunner : public QObject {
    Q_OBJECT

public:
    explicit ProcessRunner(QObject* parent = nullptr);
    ~ProcessRunner() override;

    // Once per runner. Failures to start come as finished(), never from inside this call.
    void start(const ProcessStart& start);
    // Climbs the stop ladder; twice is the same as once, and before the start it prevents it.
    void stop();
    qint64 pid() const { return m_pid; }
    // stdout and stderr together where no log file was named, at most 4 MB from the beginning.
    const QByteArray& output() const { return m_output; }

signals:
    void started(qint64 pid);
    void signalled(torchmason::StopSignal signal, const QVector<qint64>& members);
    void finished(const torchmason::ProcessEnd& end);

private:
    void launch(const QString& program);
    Result<void> openLog();
    void adoptLeader();
    void failToStart(const QString& sentence);
    void becameRunning();
    void keepOutput();
    void leaderEnded(int exitCode, QProcess::ExitStatus status);
    void lookForLeftOvers();
    void ladderEnded(const QVector<qint64>& survivors);
    void endWhenAllAreGone();
    void end();

    ProcessStart m_start;
    std::unique_ptr<QProcess> m_process;
    std::shared_ptr<ProcessFamily> m_family;
    std::unique_ptr<StopLadder> m_ladder;
    std::unique_ptr<LogPipe> m_logPipe; // where there are secrets
    QTimer m_lookTimer;
    QElapsedTimer m_clock;
    QElapsedTimer m_sinceLeaderEnded;
    ProcessEnd m_end;
    QByteArray m_output;
    qint64 m_pid = 0;
    bool m_running = false;
    bool m_exec = false; // the program itself runs, not only our copy of ourselves
    bool m_stopWanted = false;
    bool m_leaderGone = false;
    bool m_ended = false;
};

}
