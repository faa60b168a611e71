// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gate/Descendants_linux.h"

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

namespace torchmason::gate {

namespace {

constexpr int mostMembers = 256;
constexpr int patience = 1000; // milliseconds

struct Family {
    pid_t members[mostMembers];
    int count = 0;

    void add(pid_t pid)
    {
        for (int index = 0; index < count; ++index) {
            if (members[index] == pid)
                return;
        }
        if (count < mostMembers)
            members[count++] = pid;
    }
    // The list grows while it is walked: children of children.
    void addAllBelow()
    {
        for (int index = 0; index < count; ++index)
            addChildrenOf(members[index]);
    }

private:
    void addChildrenOf(pid_t parent)
    {
        char path[64];
        std::snprintf(path, sizeof(path), "/proc/%d/task/%d/children", parent, parent);
        const int file = ::open(path, O_RDONLY | O_CLOEXEC);
        if (file < 0)
            return;
        char text[4096];
        const ssize_t length = ::read(file, text, sizeof(text) - 1);
        ::close(file);
        if (length <= 0)
            return;
        text[length] = '\0';
        for (char* at = text; *at;) {
            char* after = at;
            const long pid = std::strtol(at, &after, 10);
            if (after == at)
                break;
            add(pid_t(pid));
            at = after;
            while (*at == ' ')
                ++at;
        }
    }
};

// A child that waits for us to collect it counts as gone.
bool isGone(pid_t pid)
{
    char path[32];
    std::snprintf(path, sizeof(path), "/proc/%d/stat", pid);
    const int file = ::open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return true;
    char text[512];
    const ssize_t length = ::read(file, text, sizeof(text) - 1);
    ::close(file);
    for (ssize_t index = length - 2; index > 0; --index) {
        if (text[index] == ')') // "123 (cc1plus) Z ..."
            return text[index + 2 < length ? index + 2 : index] == 'Z';
    }
    return true;
}

void sendToAll(const Family& family, int signal)
{
    for (int index = 0; index < family.count; ++index) {
        if (!isGone(family.members[index]))
            ::kill(family.members[index], signal);
    }
}

bool allAreGone(const Family& family)
{
    for (int index = 0; index < family.count; ++index) {
        if (!isGone(family.members[index]))
            return false;
    }
    return true;
}

}

void endFamilyOf(pid_t child)
{
    Family family;
    family.add(child);
    family.addAllBelow();
    sendToAll(family, SIGTERM);
    for (int waited = 0; waited < patience && !allAreGone(family); waited += 10) {
        const timespec pause { 0, 10'000'000 };
        ::nanosleep(&pause, nullptr);
        family.addAllBelow();
    }
    sendToAll(family, SIGKILL);
}

}
