// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/gate/Message.h"

#include <cstddef>
#include <cstdint>

namespace torchmason::gate {

// The line to the runner. Where there is none, or the runner hangs up, it is closed and stays so: every call
// is then a no-op that says so at once.
class Connection {
public:
    Connection() = default;
    ~Connection() { close(); }
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    bool open(const char* name);
    bool isOpen() const { return m_line != nullptr; }
    void close();

    bool send(Told letter, const char* payload, std::size_t length);
    // Waits until the runner says Go (or GiveUp, as far as that is an answer). True for Go, and where the
    // runner is gone or silent too long.
    bool mayGo();
    // What the runner said in the meantime, without waiting; '\0' for nothing.
    char pending();

    // To wait for several things at once: a file descriptor (-1: none), or an event's handle (0:
    // none).
    std::intptr_t waitHandle() const;

private:
    // The next byte within so many milliseconds; '\0' where none came or the line broke.
    char receive(int milliseconds);

    struct Line;
    Line* m_line = nullptr;
};

}
