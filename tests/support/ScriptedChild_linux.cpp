// SPDX-License-Identifier: GPL-3.0-or-later
// The one helper program of the tests: does what its words say, in order, and says nothing else.
//   exit N | crash | sleep SECONDS | print TEXT | half TEXT | flood LINES | longline MEGABYTES
//   memory MEGABYTES | deaf | deafgroup COUNT | daemon SECONDS | stranger NAME | changeling MILLISECONDS |
//   strange NAME | holdpipe SECONDS | fill SECONDS
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string>
#include <vector>

namespace {

void becomeDeaf()
{
    for (const int signal : { SIGINT, SIGTERM, SIGHUP })
        ::signal(signal, SIG_IGN);
}

void sleepFor(const char* seconds)
{
    ::usleep(useconds_t(std::atof(seconds) * 1e6));
}

// As ninja does: each grandchild in a process group of its own.
void startDeafGrandchildren(int count)
{
    for (int index = 0; index < count; ++index) {
        if (::fork() != 0)
            continue;
        ::setpgid(0, 0);
        becomeDeaf();
        ::sleep(600);
        ::_exit(0);
    }
}

// Leaves the session and its parent, as a compiler cache's server does.
void startDaemon(const char* seconds)
{
    if (::fork() != 0)
        return;
    ::setsid();
    if (::fork() != 0)
        ::_exit(0);
    becomeDeaf();
    sleepFor(seconds);
    ::_exit(0);
}

// Leaves session, parent and environment: nothing tells whose it is. Then does what `word` says.
void startStranger(const char* name, const char* word, const char* value)
{
    if (::fork() != 0)
        return;
    ::setsid();
    if (::fork() != 0)
        ::_exit(0);
    std::string variable = std::string("STRANGER=") + name;
    char* environment[] = { variable.data(), nullptr };
    std::string program = "/proc/self/exe";
    std::string first = word;
    std::string second = value;
    char* words[] = { program.data(), first.data(), second.data(), nullptr };
    ::execve(program.c_str(), words, environment);
    ::_exit(1);
}

// Is another process every so many milliseconds, faster than it is found and killed.
void startChangeling(const char* milliseconds)
{
    if (::fork() != 0)
        return;
    ::setsid();
    becomeDeaf();
    const time_t end = ::time(nullptr) + 300; // where a test fails it must not go on for ever
    while (::time(nullptr) < end) {
        if (::fork() != 0)
            ::_exit(0);
        if (::write(STDOUT_FILENO, "alive\n", 6) < 0)
            ::_exit(1);
        ::usleep(useconds_t(std::atof(milliseconds) * 1000));
    }
    ::_exit(0);
}

// Writes as long as it lives, room or not.
void fillDisk(const char* seconds)
{
    const std::string piece(4096, 'f');
    for (int turn = 0; turn < int(std::atof(seconds) * 100); ++turn) {
        for (int index = 0; index < 64; ++index) {
            if (::write(STDOUT_FILENO, piece.data(), piece.size()) < 0)
                break;
        }
        ::usleep(10000);
    }
}

// A child that keeps our output open after we have gone.
void leakOutput(const char* seconds)
{
    if (::fork() != 0)
        return;
    sleepFor(seconds);
    ::_exit(0);
}

void print(const std::string& text)
{
    std::fwrite(text.data(), 1, text.size(), stdout);
    std::fflush(stdout);
}

void eatMemory(size_t megabytes)
{
    static std::vector<char*> eaten;
    for (size_t index = 0; index < megabytes; ++index) {
        eaten.push_back(static_cast<char*>(std::malloc(1 << 20)));
        std::memset(eaten.back(), int(index), 1 << 20);
    }
}

void printLongLine(int megabytes)
{
    const std::string piece(1 << 20, 'x');
    for (int index = 0; index < megabytes; ++index)
        print(piece);
    print("\n");
}

}

int main(int argc, char** argv)
{
    for (int index = 1; index < argc; ++index) {
        const std::string word = argv[index];
        if (word == "deaf") {
            becomeDeaf();
            continue;
        }
        if (word == "crash")
            std::abort();
        if (index + 1 >= argc)
            return 2;
        const char* value = argv[++index];
        if (word == "exit")
            return std::atoi(value);
        if (word == "sleep")
            sleepFor(value);
        else if (word == "print")
            print(std::string(value) + "\n");
        else if (word == "half")
            print(value);
        else if (word == "flood")
            for (int line = 0; line < std::atoi(value); ++line)
                std::printf("line %d of a flood that goes on and on\n", line);
        else if (word == "longline")
            printLongLine(std::atoi(value));
        else if (word == "memory")
            eatMemory(size_t(std::atoi(value)));
        else if (word == "deafgroup")
            startDeafGrandchildren(std::atoi(value));
        else if (word == "daemon")
            startDaemon(value);
        else if (word == "stranger")
            startStranger(value, "sleep", "600");
        else if (word == "strange")
            startStranger(value, "changeling", "20");
        else if (word == "changeling")
            startChangeling(value);
        else if (word == "fill")
            fillDisk(value);
        else if (word == "holdpipe")
            leakOutput(value);
        else
            return 2;
    }
    return 0;
}
