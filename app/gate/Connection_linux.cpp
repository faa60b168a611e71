// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gate/Connection.h"

#include <cerrno>
#include <cstring>
#include <poll.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

namespace torchmason::gate {

struct Connection::Line {
    int file = -1;
};

bool Connection::open(const char* name)
{
    sockaddr_un address {};
    address.sun_family = AF_UNIX;
    if (!name || !*name || std::strlen(name) >= sizeof(address.sun_path))
        return false;
    std::strcpy(address.sun_path, name);
    const int line = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (line < 0)
        return false;
    // A full backlog blocks connect() and a full buffer blocks send(): neither for long.
    const timeval patience { firstAnswerMs / 1000, (firstAnswerMs % 1000) * 1000 };
    ::setsockopt(line, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof(patience));
    if (::connect(line, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) != 0) {
        ::close(line);
        return false;
    }
    m_line = new Line { line };
    return true;
}

void Connection::close()
{
    if (m_line)
        ::close(m_line->file);
    delete m_line;
    m_line = nullptr;
}

bool Connection::send(Told letter, const char* payload, std::size_t length)
{
    const char head[5] = { char(letter), char(length & 255), char(length >> 8 & 255),
        char(length >> 16 & 255), char(length >> 24 & 255) };
    iovec parts[2] = { { const_cast<char*>(head), sizeof(head) }, { const_cast<char*>(payload), length } };
    msghdr message {};
    message.msg_iov = parts;
    message.msg_iovlen = 2;
    std::size_t left = sizeof(head) + length;
    while (isOpen() && left > 0) {
        const ssize_t sent = ::sendmsg(m_line->file, &message, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent <= 0) {
            close();
            return false;
        }
        left -= std::size_t(sent);
        std::size_t done = std::size_t(sent);
        for (iovec& part : parts) {
            const std::size_t taken = done < part.iov_len ? done : part.iov_len;
            part.iov_base = static_cast<char*>(part.iov_base) + taken;
            part.iov_len -= taken;
            done -= taken;
        }
    }
    return isOpen();
}

char Connection::receive(int milliseconds)
{
    while (isOpen()) {
        pollfd waited { m_line->file, POLLIN, 0 };
        const int ready = ::poll(&waited, 1, milliseconds);
        if (ready < 0 && errno == EINTR)
            continue;
        if (ready <= 0)
            return '\0';
        char byte = '\0';
        const ssize_t length = ::recv(m_line->file, &byte, 1, 0);
        if (length == 1)
            return byte;
        if (length < 0 && errno == EINTR)
            continue;
        close();
    }
    return '\0';
}

std::intptr_t Connection::waitHandle() const
{
    return m_line ? m_line->file : -1;
}

}
