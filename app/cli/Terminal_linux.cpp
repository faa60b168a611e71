// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/Terminal.h"

#include <QByteArray>

#include <atomic>
#include <cerrno>
#include <clocale>
#include <csignal>
#include <cstring>

#include <fcntl.h>
#include <langinfo.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace torchmason::cli {

namespace {

std::atomic<int> interrupts { 0 };
bool utf8 = false;

bool writeTo(int descriptor, QByteArrayView bytes)
{
    while (!bytes.isEmpty()) {
        const ssize_t count = ::write(descriptor, bytes.data(), size_t(bytes.size()));
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return false;
        bytes = bytes.sliced(count);
    }
    return true;
}

// A closed standard stream must not become the number of a file that is opened later.
void keepStandardStreams()
{
    for (int descriptor = 0; descriptor < 3; ++descriptor) {
        if (::fcntl(descriptor, F_GETFD) < 0 && ::open("/dev/null", O_RDWR) < 0)
            return;
    }
}

}

void giveTerminalBack() { }

void prepareTerminal()
{
    keepStandardStreams();
    std::signal(SIGPIPE, SIG_IGN);
    std::setlocale(LC_ALL, "");
    const char* charset = nl_langinfo(CODESET);
    utf8 = charset && (std::strcmp(charset, "UTF-8") == 0 || std::strcmp(charset, "utf8") == 0);
    if (!utf8) // Qt reads words and file names in the locale's charset and warns about any but UTF-8
        qputenv("LC_ALL", QByteArrayLiteral("C.UTF-8"));
}

bool outputIsTerminal()
{
    return ::isatty(STDOUT_FILENO) == 1 && qgetenv("TERM") != "dumb";
}
bool outputIsUtf8()
{
    return utf8;
}

std::optional<int> terminalWidth()
{
    winsize size {};
    if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        return int(size.ws_col);
    return std::nullopt;
}

bool writeOutput(QByteArrayView bytes)
{
    return writeTo(STDOUT_FILENO, bytes);
}
void writeTrouble(QByteArrayView bytes)
{
    writeTo(STDERR_FILENO, bytes);
}

void countInterrupts()
{
    struct sigaction action { };
    action.sa_handler = [](int) { interrupts.fetch_add(1); };
    ::sigaction(SIGINT, &action, nullptr);
    ::sigaction(SIGTERM, &action, nullptr);
}

int interruptCount()
{
    return interrupts.load();
}

}
