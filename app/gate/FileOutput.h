// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace torchmason::gate {

// Where our stdout and stderr are two files, the compiler writes to them itself. ccache starts us like that:
// it reads the files when the compiler has ended. What a run that is repeated wrote is cut off again.
class FileOutput {
public:
    // Remembers where the files end now. Nothing is done where they are none.
    void remember();
    void drop();
    // Whether something written since says that memory ran out.
    bool tellsOfMemory() const;

private:
    static constexpr std::int64_t none = -1;
    std::int64_t m_ends[2] = { none, none }; // of stdout and stderr
};

}
