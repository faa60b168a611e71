// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redact/OutputPipe.h"

#include <QProcess>

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

namespace torchmason {

namespace {
constexpr int longestWait = 10; // milliseconds; the end of a command is noticed after it

// A signal that another part of the program handles must not look like an empty pipe.
template <typename Call> auto uninterrupted(Call call)
{
    auto result = call();
    while (result < 0 && errno == EINTR)
        result = call();
    return result;
}

}

QString OutputPipe::open()
{
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0)
        return QString::fromLocal8Bit(std::strerror(errno));
    m_readEnd = ends[0];
    m_writeEnd = ends[1];
    ::fcntl(ends[0], F_SETFL, O_NONBLOCK); // of our end alone
    ::fcntl(ends[1], F_SETPIPE_SZ, int(capacity));
    return {};
}

void OutputPipe::giveTo(QProcess& process)
{
    process.setChildProcessModifier([before = process.childProcessModifier(), pipe = int(m_writeEnd)] {
        if (before)
            before();
        ::dup2(pipe, STDOUT_FILENO);
        ::dup2(pipe, STDERR_FILENO);
    });
}

qint64 OutputPipe::read(std::vector<char>& buffer)
{
    pollfd ready { int(m_readEnd), POLLIN, 0 };
    if (uninterrupted([&] { return ::poll(&ready, 1, longestWait); }) <= 0)
        return 0;
    const ssize_t got = uninterrupted([&] { return ::read(int(m_readEnd), buffer.data(), buffer.size()); });
    return got > 0 ? got : 0;
}

void OutputPipe::close()
{
    for (qintptr* end : { &m_readEnd, &m_writeEnd }) {
        if (*end >= 0)
            ::close(int(std::exchange(*end, -1)));
    }
}

}
