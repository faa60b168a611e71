// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/process/SentinelLink.h"

#include "core/process/StopLadder.h"

#include <QCoreApplication>

#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <iostream>
#include <string>

namespace torchmason {

namespace {

const char sentinelName[] = "torchmason-sentinel"; // the system shows 15 letters of it

// One that dies again and again is not helped by one more.
constexpr int mostReplacements = 5;

// Between fork and exec. Own session: what is sent to the runner's terminal or group must not reach it.
void standAside()
{
    ::setsid();
    for (const int signal : { SIGHUP, SIGINT, SIGTERM, SIGQUIT })
        ::signal(signal, SIG_IGN);
}

}

SentinelLink::SentinelLink(QString program, QByteArray mark, QObject* parent)
    : QObject(parent)
    , m_program(std::move(program))
    , m_mark(std::move(mark))
{
}

SentinelLink::~SentinelLink()
{
    if (!m_process)
        return;
    m_process->disconnect(this);
    tell("done");
    m_process->closeWriteChannel();
    m_process->waitForFinished(2000);
}

Result<void> SentinelLink::start()
{
    m_process = std::make_unique<QProcess>();
    m_process->setStandardOutputFile(QProcess::nullDevice());
    m_process->setStandardErrorFile(QProcess::nullDevice());
    m_process->setChildProcessModifier(standAside);
    m_process->start(m_program, { QStringLiteral("--sentinel") });
    if (!m_process->waitForStarted(5000))
        return Error {
            QStringLiteral("Cannot start the sentinel %1: %2.").arg(m_program, m_process->errorString())
        };
    // A sentinel that died is replaced, and learns what the old one knew.
    connect(
        m_process.get(), &QProcess::finished, this,
        [this] {
            m_process.release()->deleteLater();
            if (m_replacements++ < mostReplacements)
                static_cast<void>(start());
        },
        Qt::QueuedConnection);
    tell("mark " + m_mark);
    if (!m_cgroup.isEmpty())
        tell("cgroup " + m_cgroup);
    for (const qint64 session : std::as_const(m_sessions))
        tell("watch " + QByteArray::number(session));
    return {};
}

void SentinelLink::watch(qint64 session)
{
    m_sessions.insert(session);
    tell("watch " + QByteArray::number(session));
}

void SentinelLink::unwatch(qint64 session)
{
    m_sessions.remove(session);
    tell("unwatch " + QByteArray::number(session));
}

void SentinelLink::watchCgroup(const QByteArray& folder)
{
    m_cgroup = folder;
    tell("cgroup " + folder);
}

qint64 SentinelLink::pid() const
{
    return m_process ? m_process->processId() : 0;
}

void SentinelLink::tell(const QByteArray& line)
{
    if (!m_process || m_process->state() != QProcess::Running)
        return;
    m_process->write(line + '\n');
    // At once, not when the event loop comes around: we may be killed before that.
    m_process->waitForBytesWritten(200);
}

void takeSentinelName(int argc, char** argv)
{
    // The words lie one behind the other, so the room of all of them is one.
    const char* last = argv[argc - 1];
    const size_t room = size_t(last + std::strlen(last) - argv[0]);
    const size_t length = std::min(room, std::strlen(sentinelName));
    std::memset(argv[0], 0, room);
    std::memcpy(argv[0], sentinelName, length);
    ::prctl(PR_SET_NAME, sentinelName, 0, 0, 0);
}

int runSentinel()
{
    QByteArray mark;
    QByteArray cgroup;
    QSet<qint64> sessions;
    for (std::string line; std::getline(std::cin, line);) {
        const QByteArray text = QByteArray::fromStdString(line);
        if (text == "done")
            return 0;
        if (text.startsWith("mark "))
            mark = text.sliced(5);
        else if (text.startsWith("cgroup "))
            cgroup = text.sliced(7);
        else if (text.startsWith("watch "))
            sessions.insert(text.sliced(6).toLongLong());
        else if (text.startsWith("unwatch "))
            sessions.remove(text.sliced(8).toLongLong());
    }
    const auto family = std::make_shared<ProcessFamily>(mark);
    for (const qint64 session : sessions)
        family->adopt(session);
    family->includeCgroup(cgroup);
    stopAndWait(family);
    return 0;
}

}
