// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runner/StopRequests.h"

#include <QSocketNotifier>

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

namespace torchmason {

namespace {

int wakePipe[2] = { -1, -1 };

void wake(int)
{
    if (::write(wakePipe[1], "x", 1) < 0) { } // the pipe is full of requests already
}

}

StopRequests::StopRequests(QObject* parent)
    : QObject(parent)
{
    if (::pipe2(wakePipe, O_CLOEXEC | O_NONBLOCK) != 0)
        return;
    auto* notifier = new QSocketNotifier(wakePipe[0], QSocketNotifier::Read, this);
    connect(notifier, &QSocketNotifier::activated, this, [this] {
        char bytes[16];
        while (::read(wakePipe[0], bytes, sizeof bytes) > 0) { }
        emit stopRequested();
    });
    ::setsid();
    struct sigaction action { };
    action.sa_handler = wake;
    action.sa_flags = SA_RESTART;
    ::sigaction(SIGINT, &action, nullptr);
    ::sigaction(SIGTERM, &action, nullptr);
    action.sa_handler = SIG_IGN;
    ::sigaction(SIGHUP, &action, nullptr);
    ::sigaction(SIGPIPE, &action, nullptr);
}

}
