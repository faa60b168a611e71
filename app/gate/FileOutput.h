// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
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
    // Of the file at `index` (0: stdout, 1: stderr), each as the system does it:
    static std::int64_t endOf(int index); // none: it is no file
    static void cut(int index, std::int64_t end);
    static std::size_t read(int index, std::int64_t begin, char* bytes, std::size_t room); // 0: it cannot

    static constexpr std::int64_t none = -1;
    std::int64_t m_ends[2] = { none, none };
};

}
