// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gate/FileOutput.h"

#include <cstddef>

namespace torchmason::gate {

// What a compiler printed, kept until it is known whether its run counts: of a run that is repeated nothing
// is shown. More than a few megabytes is passed on at once, and then all that follows.
class HeldOutput {
public:
    HeldOutput() = default;
    ~HeldOutput();
    HeldOutput(const HeldOutput&) = delete;
    HeldOutput& operator=(const HeldOutput&) = delete;

    void begin(); // a run
    void add(const char* bytes, std::size_t length);
    void release(); // writes what is held to our own stdout
    void drop();
    bool passesOn() const { return m_passesOn; }
    // Whether compilers, linkers or their drivers say here that memory ran out.
    bool tellsOfMemory() const;

private:
    FileOutput m_files; // where the compiler does not write to us
    char* m_bytes = nullptr;
    std::size_t m_length = 0;
    std::size_t m_room = 0;
    bool m_passesOn = false;
};

// To our own stdout, whole.
void writeOut(const char* bytes, std::size_t length);

}
