// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gate/Descendants_linux.h"

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <dirent.h>
#include <fcntl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

namespace torchmason::gate {

namespace {

constexpr int mostMembers = 256;
constexpr int step = 10; // milliseconds
constexpr int patience = 1000;
constexpr int mostPatience = 5000; // one in the middle of a disk's trouble cannot be ended

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
    // Any of a process's threads may have started them.
    void addChildrenOf(pid_t parent)
    {
        char path[64];
        std::snprintf(path, sizeof(path), "/proc/%d/task", parent);
        DIR* threads = ::opendir(path);
        while (const dirent* thread = threads ? ::readdir(threads) : nullptr) {
            if (thread->d_name[0] != '.')
                addChildrenOf(parent, std::atoi(thread->d_name));
        }
        if (threads)
            ::closedir(threads);
    }
    void addChildrenOf(pid_t parent, pid_t thread)
    {
        char path[64];
        std::snprintf(path, sizeof(path), "/proc/%d/task/%d/children", parent, thread);
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

// All our descendants that still run; those that have lost their parent have become our children.
Family familyBelow(pid_t child)
{
    Family family;
    family.add(::getpid());
    if (child > 0) // kernels built without lists of children exist
        family.add(child);
    family.addAllBelow();
    Family there;
    for (int index = 1; index < family.count; ++index) {
        if (!isGone(family.members[index]))
            there.add(family.members[index]);
    }
    return there;
}

}

void endFamilyOf(pid_t child)
{
    bool wasEmpty = false; // one look misses whoever changes parents while the lists are read
    for (int waited = 0; waited < mostPatience; waited += step) {
        const Family family = familyBelow(child);
        for (int index = 0; index < family.count; ++index) {
            if (waited == 0 || waited >= patience)
                ::kill(family.members[index], waited < patience ? SIGTERM : SIGKILL);
        }
        if (family.count == 0 && wasEmpty)
            break;
        wasEmpty = family.count == 0;
        const timespec pause { 0, step * 1'000'000 };
        ::nanosleep(&pause, nullptr);
    }
    // The child itself is collected where its cost is read. waitid() for any child would tell of it alone,
    // the oldest, and never of the others.
    Family all;
    all.add(::getpid());
    all.addAllBelow();
    for (int index = 1; index < all.count; ++index) {
        if (all.members[index] != child)
            ::waitpid(all.members[index], nullptr, WNOHANG);
    }
}

}
