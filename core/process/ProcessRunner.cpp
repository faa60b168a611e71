// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/process/ProcessRunner.h"

#include "core/base/Platform.h"
#include "core/base/ProgramStart.h"
#include "core/base/WindowsCommand.h"
#include "core/process/ChildEnvironment.h"

#include <QDir>
#include <QFileInfo>
#include <QMap>

namespace torchmason {

namespace {

constexpr qsizetype mostOutput = 4 << 20;
// Helpers of a program that ended (a compiler's pre-processor, a pipe's end) go by themselves in this time.
constexpr Milliseconds leftOverPause { 600 };
constexpr Milliseconds leftOverLook { 40 };

void addMark(QProcessEnvironment& environment, const QByteArray& mark)
{
    const qsizetype equals = mark.indexOf('=');
    if (equals > 0)
        environment.insert(QString::fromUtf8(mark.first(equals)), QString::fromUtf8(mark.sliced(equals + 1)));
}

// What ends programs that are at fault has the same number on every Linux, but for SIGBUS on some machines.
QString signalName(int number)
{
    static const QMap<int, QString> names { { 4, QStringLiteral("SIGILL") }, { 6, QStringLiteral("SIGABRT") },
        { 8, QStringLiteral("SIGFPE") }, { 9, QStringLiteral("SIGKILL") },
        { 11, QStringLiteral("SIGSEGV") } };
    return names.contains(number) ? QStringLiteral(" (%1)").arg(names.value(number)) : QString();
}

}

QByteArray attemptMark(const QString& attemptId)
{
    return "TORCHMASON_ATTEMPT=" + attemptId.toUtf8();
}

QString crashText(int exitCode)
{
    constexpr int largestSignal = 64;
    if (exitCode == 0) // another one was told how it ended
        return QStringLiteral("ended unexpectedly, and the system did not say why");
    if (exitCode > 0 && exitCode <= largestSignal)
        return QStringLiteral("was ended by signal %1").arg(exitCode) + signalName(exitCode);
    const QString digits = QString::number(quint32(exitCode), 16).toUpper();
    return QStringLiteral("ended with exit code 0x%1").arg(digits, 8, QLatin1Char('0'));
}

ProcessRunner::ProcessRunner(QObject* parent)
    : QObject(parent)
    , m_process(std::make_unique<QProcess>())
{
    m_lookTimer.setInterval(leftOverLook);
    connect(&m_lookTimer, &QTimer::timeout, this, &ProcessRunner::lookForLeftOvers);
    connect(m_process.get(), &QProcess::started, this, &ProcessRunner::becameRunning);
    connect(m_process.get(), &QProcess::readyRead, this, &ProcessRunner::keepOutput);
    connect(m_process.get(), &QProcess::finished, this, &ProcessRunner::leaderEnded);
    connect(m_process.get(), &QProcess::errorOccurred, this, [this](QProcess::ProcessError problem) {
        if (problem == QProcess::FailedToStart)
            failToStart(
                QStringLiteral("Cannot start %1: %2.").arg(m_start.program, m_process->errorString()));
    });
}

ProcessRunner::~ProcessRunner()
{
    m_process->disconnect(this);
    // An owner who forgets us must not leave a build behind; there is no time for a ladder here.
    if (m_running && m_family)
        m_family->send(StopSignal::Kill, m_family->members());
    // QProcess would wait for one that waits for its disk.
    if (!m_end.survivors.isEmpty() && m_process->state() != QProcess::NotRunning)
        (void)m_process.release();
}

void ProcessRunner::start(const ProcessStart& start)
{
    Q_ASSERT(!m_running && !m_ended);
    m_start = start;
    m_running = true;
    m_clock.start();
    m_family = std::make_shared<ProcessFamily>(start.ownMark.isEmpty() ? start.mark : start.ownMark);
    QProcessEnvironment environment
        = childEnvironment(QProcessEnvironment::systemEnvironment(), start.environment);
    addMark(environment, start.mark);
    addMark(environment, start.ownMark);
    m_process->setProcessEnvironment(environment);
    // QProcess looks names up in our own PATH; the child's PATH is the one that the user configured.
    const QString program
        = findProgram(start.program, foldersOfPath(environment.value(QStringLiteral("PATH"))));
    if (program.isEmpty())
        return failToStart(
            QStringLiteral("Cannot start %1: there is no such program in PATH.").arg(start.program));
    if (!start.workingFolder.isEmpty() && !QFileInfo(start.workingFolder).isDir())
        return failToStart(QStringLiteral("Cannot start %1: the folder %2 does not exist.")
                               .arg(start.program, start.workingFolder));
    if (hostPlatform() == Platform::Windows) {
        if (const auto fits = checkWindowsCommand(program, start.arguments); !fits)
            return failToStart(fits.error().message);
    }
    launch(program);
}

void ProcessRunner::launch(const QString& program)
{
    if (!m_start.workingFolder.isEmpty())
        m_process->setWorkingDirectory(m_start.workingFolder);
    m_process->setStandardInputFile(QProcess::nullDevice());
    m_process->setProcessChannelMode(QProcess::MergedChannels);
    m_family->markStarted(m_start.mark);
    m_family->beginIn(m_start.cgroup);
    m_family->prepare(*m_process);
    if (const auto ready = openLog(); !ready)
        return failToStart(ready.error().message);
    m_process->start(program, m_start.arguments, QIODevice::ReadOnly);
    adoptLeader();
}

// Bytes go straight to the log, without us, unless there is something to mask in them.
Result<void> ProcessRunner::openLog()
{
    if (m_start.logFile.isEmpty())
        return {};
    if (!m_start.secrets) {
        m_process->setStandardOutputFile(m_start.logFile, QIODevice::Append);
        return {};
    }
    auto pipe = LogPipe::open(m_start.logFile, m_start.secrets);
    if (!pipe)
        return pipe.error();
    m_logPipe = std::move(pipe).value();
    m_logPipe->giveTo(*m_process);
    return {};
}

// On Linux the child is there before started() is told; on Windows started() is told from inside start().
void ProcessRunner::adoptLeader()
{
    if (m_pid > 0)
        return;
    m_pid = m_process->processId();
    if (m_pid > 0 && !m_family->adopt(m_pid))
        m_end.error
            = QStringLiteral("Cannot put %1 under our control, so it was ended.").arg(m_start.program);
}

void ProcessRunner::failToStart(const QString& sentence)
{
    m_end.error = sentence;
    QMetaObject::invokeMethod(this, &ProcessRunner::end, Qt::QueuedConnection);
}

// Only now is the child in its own session; a stop that came earlier would have found no process.
void ProcessRunner::becameRunning()
{
    adoptLeader();
    m_exec = true;
    m_end.started = true;
    emit started(m_pid);
    if (m_stopWanted)
        stop();
}

void ProcessRunner::keepOutput()
{
    const QByteArray bytes = m_process->readAll();
    m_output.append(bytes.left(mostOutput - m_output.size()));
}

void ProcessRunner::stop()
{
    m_stopWanted = true;
    if (!m_running || !m_exec || m_ladder)
        return;
    m_lookTimer.stop();
    m_end.stopped = m_end.stopped || !m_leaderGone;
    m_ladder = std::make_unique<StopLadder>(m_family, m_start.pauses);
    connect(m_ladder.get(), &StopLadder::signalled, this, &ProcessRunner::signalled);
    connect(m_ladder.get(), &StopLadder::finished, this, &ProcessRunner::ladderEnded, Qt::QueuedConnection);
    m_ladder->start();
}

void ProcessRunner::leaderEnded(int exitCode, QProcess::ExitStatus status)
{
    m_leaderGone = true;
    m_end.exitCode = exitCode;
    m_end.crashed = status == QProcess::CrashExit;
    m_end.duration = Milliseconds(m_clock.elapsed());
    m_sinceLeaderEnded.start();
    if (!m_ladder)
        lookForLeftOvers();
    else
        endWhenAllAreGone();
}

void ProcessRunner::lookForLeftOvers()
{
    const QVector<qint64> members = m_family->members();
    if (members.isEmpty())
        return end();
    if (m_sinceLeaderEnded.elapsed() < leftOverPause.count()) {
        m_lookTimer.start();
        return;
    }
    for (const qint64 pid : members)
        m_end.leftOver << processLabel(pid);
    const bool stopped = m_stopWanted;
    stop();
    m_stopWanted = stopped;
}

void ProcessRunner::ladderEnded(const QVector<qint64>& survivors)
{
    m_end.survivors = survivors;
    endWhenAllAreGone();
}

void ProcessRunner::endWhenAllAreGone()
{
    if (m_ladder->isClimbing())
        return;
    // A process that cannot be killed is not waited for.
    if (m_leaderGone || !m_end.survivors.isEmpty())
        end();
}

void ProcessRunner::end()
{
    if (m_ended)
        return;
    m_ended = true;
    m_running = false;
    m_lookTimer.stop();
    if (m_start.logFile.isEmpty() && m_process->isOpen())
        keepOutput();
    if (m_logPipe) {
        if (const auto kept = m_logPipe->finish(); !kept)
            m_end.logTrouble = kept.error().message;
    }
    emit finished(m_end);
}

}
