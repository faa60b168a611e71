// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/memory/MemoryGroup.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QThread>

#include <csignal>
#include <fcntl.h>
#include <unistd.h>

namespace torchmason {

namespace {

bool put(const QString& path, const QByteArray& text)
{
    QFile file(path);
    return file.open(QIODevice::WriteOnly | QIODevice::Unbuffered) && file.write(text) == text.size();
}

QByteArray textOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

// "oom_kill 3" in a file of such lines.
qint64 numberAfter(const QByteArray& text, const QByteArray& name)
{
    for (const QByteArray& line : text.split('\n')) {
        if (line.startsWith(name + ' '))
            return line.mid(name.size() + 1).toLongLong();
    }
    return 0;
}

}

MemoryGroup::MemoryGroup(Bytes limit)
{
    static int made = 0;
    m_isSecond = QFile::exists(QStringLiteral("/sys/fs/cgroup/cgroup.controllers"));
    const QString root
        = m_isSecond ? QStringLiteral("/sys/fs/cgroup") : QStringLiteral("/sys/fs/cgroup/memory");
    m_folder = QStringLiteral("%1/torchmason-bench-%2-%3")
                   .arg(root)
                   .arg(QCoreApplication::applicationPid())
                   .arg(++made);
    const QByteArray bytes = QByteArray::number(qulonglong(limit));
    const bool limited
        = QDir().mkpath(m_folder) && put(file(m_isSecond ? "memory.max" : "memory.limit_in_bytes"), bytes);
    if (!limited) {
        m_trouble = QStringLiteral("no control group with a limit can be made in %1").arg(root);
        return;
    }
    // Without a word about swap a build that has not enough would crawl instead of being killed.
    put(file(m_isSecond ? "memory.swap.max" : "memory.memsw.limit_in_bytes"), m_isSecond ? "0" : bytes);
}

MemoryGroup::~MemoryGroup()
{
    for (int look = 0; look < 100 && !QDir().rmdir(m_folder) && QDir(m_folder).exists(); ++look) {
        for (const QByteArray& pid : textOf(file("cgroup.procs")).split('\n')) {
            if (pid.toLongLong() > 0)
                ::kill(pid_t(pid.toLongLong()), SIGKILL);
        }
        QThread::msleep(50);
    }
}

QString MemoryGroup::file(const char* name) const
{
    return m_folder + QLatin1Char('/') + QLatin1String(name);
}

void MemoryGroup::letIn(QProcess& process) const
{
    process.setChildProcessModifier([path = QFile::encodeName(file("cgroup.procs"))] {
        const int procs = ::open(path.constData(), O_WRONLY | O_CLOEXEC);
        if (procs < 0 || ::write(procs, "0", 1) != 1)
            ::_exit(126);
        ::close(procs);
    });
}

int MemoryGroup::kills() const
{
    return int(numberAfter(textOf(file(m_isSecond ? "memory.events" : "memory.oom_control")), "oom_kill"));
}

Bytes MemoryGroup::peak() const
{
    return textOf(file(m_isSecond ? "memory.peak" : "memory.max_usage_in_bytes")).trimmed().toULongLong();
}

}
