// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

// What torchmason-gate and the runner say to each other. No Qt and no library: the launcher is started once
// for every compiler of a build, and stays small.
//
// The gate sends frames: one letter, the payload's length (four bytes, lowest first), the payload. The runner
// answers with single bytes. Numbers in payloads are decimal text; fields are separated by NUL.
namespace torchmason::gate {

// The environment variable that names the runner's socket (Linux: a path, Windows: a pipe's name). Without
// it, and wherever the runner does not answer, the gate lets everything pass.
constexpr const char* socketVariable = "TORCHMASON_GATE";

enum class Told : char {
    Ask = 'A', // pid, working folder, program, arguments...: may I start it?
    AskAlone = 'O', // peak: it ran out of memory; may I start it again, alone?
    Yielded = 'Y', // peak: I ended it as you wished; when may I start it again?
    Ended = 'D', // exit code, signal, wall, user, system (microseconds), peak (bytes), runs
};

enum class Answer : char {
    Go = 'G', // start it
    Wait = 'W', // not yet; sent at once, and then once a second as a sign of life
    GiveUp = 'F', // to AskAlone: no more tries
    Preempt = 'P', // end what you started, and wait for Go
};

constexpr std::uint32_t longestPayload = 256 * 1024; // what a command line has beyond it is left out

// As long as this the gate waits for the first answer. A machine short of memory may keep the runner from
// answering for seconds, and then a compiler that nobody counts is worst.
constexpr int firstAnswerMs = 5000;
constexpr int silenceMs = 6000; // as long as this a gate that waits believes a silent runner
constexpr int lastChanceMs = 1500; // and then as long as this, before it goes its own way
constexpr int heartbeatMs = 1000;

}
