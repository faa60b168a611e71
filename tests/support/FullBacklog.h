// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFile>

#include <algorithm>
#include <cerrno>
#include <vector>

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace torchmason {

// Linux: connections to a socket whose program accepts none, until one more would have to wait.
class FullBacklog {
public:
    explicit FullBacklog(const QString& socket)
    {
        const QByteArray path = QFile::encodeName(socket);
        sockaddr_un address {};
        address.sun_family = AF_UNIX;
        if (path.size() >= qsizetype(sizeof address.sun_path))
            return;
        std::copy(path.begin(), path.end(), address.sun_path);
        bool isTaken = true;
        while (isTaken && m_ends.size() < most) {
            m_ends.push_back(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
            isTaken
                = ::connect(m_ends.back(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
            m_isFull = !isTaken && errno == EAGAIN;
        }
    }
    ~FullBacklog()
    {
        for (const int end : m_ends)
            ::close(end);
    }
    Q_DISABLE_COPY_MOVE(FullBacklog)

    bool isFull() const { return m_isFull; }

private:
    static constexpr size_t most = 500;

    std::vector<int> m_ends;
    bool m_isFull = false;
};

}
