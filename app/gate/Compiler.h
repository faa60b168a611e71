// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gate/Connection.h"
#include "app/gate/HeldOutput.h"

#include <cstdint>

namespace torchmason::gate {

struct CompilerEnd {
    bool started = false;
    bool preempted = false; // ended by us because the runner wished it
    int exitCode = 0; // as the compiler gave it
    int signal = 0; // that ended it (Linux), else 0
    std::int64_t wall = 0; // microseconds
    std::int64_t user = 0;
    std::int64_t system = 0;
    std::int64_t peak = 0; // bytes: of its largest process (Linux), of all together (Windows)
};

// Starts the command as it stands, with our own standard input, environment and folder, and waits for its
// end. What it prints is held where we print to one pipe or file; a terminal keeps it to itself. Listens to
// the runner meanwhile, which may wish its end; what it had begun to write is then removed.
CompilerEnd runCompiler(char** command, Connection& runner, HeldOutput& output);

// Where memory runs out all the same, a compiler is what the system should end first (Linux; Windows ends
// no process), and what it has started must be found even when it is gone.
void prepareForMemoryTrouble();

// Leaves this process as the compiler left its own: with its exit code, or by its signal.
[[noreturn]] void endLike(const CompilerEnd& end);

// One command line for people to understand why nothing ran.
[[noreturn]] void endWithoutCommand();

}
