// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>

namespace torchmason::gate {

// What a compiler printed, kept until it is known whether its run counts: of a run that is repeated nothing
// is shown. More than a few megabytes is passed on at once, and then all that follows. Where our stdout and
// stderr are two files, the compiler writes to them itself: ccache starts us like that, and reads the files
// when the compiler has ended. What a run that is repeated wrote is cut off again.
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
    bool filesTellOfMemory() const; // what was written to our files since begin()
    // Of the file at `index` (0: stdout, 1: stderr), each as the system does it:
    static std::int64_t endOf(int index); // none: it is no file
    static void cut(int index, std::int64_t end);
    static std::size_t read(int index, std::int64_t begin, char* bytes, std::size_t room); // 0: it cannot

    static constexpr std::int64_t none = -1;
    std::int64_t m_ends[2] = { none, none }; // of our files when the run began
    char* m_bytes = nullptr;
    std::size_t m_length = 0;
    std::size_t m_room = 0;
    bool m_passesOn = false;
};

// To our own stdout, whole.
void writeOut(const char* bytes, std::size_t length);

}
