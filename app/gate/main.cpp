// SPDX-License-Identifier: GPL-3.0-or-later
// torchmason-gate COMMAND ARGUMENT...: runs the command as it stands, after asking the runner of the build
// whether there is memory for it. Set as compiler and linker launcher by the configure stage.
#include "app/gate/Compiler.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

#ifdef _WIN32
#include <direct.h>
#include <process.h>
#define getcwd _getcwd
#define getpid _getpid
#else
#include <unistd.h>
#endif

using namespace torchmason::gate;

namespace {

class Payload {
public:
    void add(const char* text)
    {
        const std::size_t length = std::strlen(text) + 1;
        m_isCut = m_isCut || m_length + length > sizeof(m_bytes);
        if (m_isCut)
            return;
        std::memcpy(m_bytes + m_length, text, length);
        m_length += length;
    }
    void add(std::int64_t number)
    {
        char text[24];
        std::snprintf(text, sizeof(text), "%lld", static_cast<long long>(number));
        add(text);
    }
    const char* bytes() const { return m_bytes; }
    std::size_t length() const { return m_length; }

private:
    char m_bytes[longestPayload];
    std::size_t m_length = 0;
    bool m_isCut = false; // all that follows is left out, too
};

Payload payload; // too large for a stack

void ask(Connection& runner, char** command)
{
    char folder[4096];
    payload.add(std::int64_t(getpid()));
    payload.add(getcwd(folder, sizeof(folder)) ? folder : "");
    for (; *command; ++command)
        payload.add(*command);
    runner.send(Told::Ask, payload.bytes(), payload.length());
}

void tellPeak(Connection& runner, Told letter, std::int64_t peak)
{
    char text[24];
    const int length = std::snprintf(text, sizeof(text), "%lld", static_cast<long long>(peak));
    runner.send(letter, text, std::size_t(length));
}

void tellEnd(Connection& runner, const CompilerEnd& end, int runs)
{
    char text[200];
    const int length = std::snprintf(text, sizeof(text), "%d%c%d%c%lld%c%lld%c%lld%c%lld%c%d", end.exitCode,
        0, end.signal, 0, static_cast<long long>(end.wall), 0, static_cast<long long>(end.user), 0,
        static_cast<long long>(end.system), 0, static_cast<long long>(end.peak), 0, runs);
    runner.send(Told::Ended, text, std::size_t(length));
}

// Of a compiler that failed: whether it did so because there was no memory left.
bool ranOutOfMemory(const CompilerEnd& end, const HeldOutput& output)
{
    constexpr int noMemory = int(0xC0000017); // STATUS_NO_MEMORY
    constexpr int commitmentLimit = int(0xC000012D); // STATUS_COMMITMENT_LIMIT
    return end.signal == 9 || end.exitCode == 137 || end.exitCode == noMemory
        || end.exitCode == commitmentLimit
        || ((end.exitCode != 0 || end.signal != 0) && output.tellsOfMemory());
}

}

int main(int, char** arguments)
{
    char** command = arguments + 1;
    if (!*arguments || !*command)
        endWithoutCommand();
    Connection runner;
    HeldOutput output;
    if (runner.open(std::getenv(socketVariable))) {
        prepareForMemoryTrouble();
        ask(runner, command);
        runner.mayGo();
    }
    CompilerEnd end;
    int runs = 0;
    for (;; output.drop()) {
        output.begin();
        end = runCompiler(command, runner, output);
        ++runs;
        if (end.preempted) {
            // Its end was our doing, so it is started again whatever becomes of the runner.
            tellPeak(runner, Told::Yielded, end.peak);
            runner.mayGo();
        } else if (end.started && runner.isOpen() && !output.passesOn() && ranOutOfMemory(end, output)) {
            tellPeak(runner, Told::AskAlone, end.peak);
            if (!runner.mayGo() || !runner.isOpen())
                break;
        } else {
            break;
        }
    }
    output.release();
    tellEnd(runner, end, runs);
    runner.close();
    endLike(end);
}
