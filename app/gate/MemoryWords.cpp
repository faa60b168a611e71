// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gate/MemoryWords.h"

#include <algorithm>
#include <cstring>
#include <iterator>

namespace torchmason::gate {

namespace {

// Both stand in one line, in this order.
struct Sentence {
    const char* first;
    const char* second;
};

const Sentence sentences[] = {
    { "virtual memory exhausted:", "" }, // cc1plus: virtual memory exhausted: Cannot allocate memory
    { "out of memory allocating ",
        " bytes" }, // cc1plus: out of memory allocating 65536 bytes after a total...
    { "fatal error: Killed signal terminated program", "" }, // g++: fatal error: Killed signal terminated...
    { "internal compiler error: Killed", "" }, // the same of older drivers
    { "terminated with signal 9 [Killed]",
        "" }, // collect2: fatal error: ld terminated with signal 9 [Killed]
    { "final link failed: ", "emory" }, // ld: final link failed: memory exhausted; Cannot allocate memory
    { "LLVM ERROR: out of memory", "" },
    { "terminate called after throwing an instance of 'std::bad_alloc'", "" },
    { "died due to signal 9", "" }, // nvcc error : 'cicc' died due to signal 9 (Kill signal)
    { "died with status 0xC0000017", "" }, // STATUS_NO_MEMORY
    { "ptxas fatal", "Memory allocation failure" }, // ptxas fatal   : Memory allocation failure
    { "unable to execute command: Killed", "" }, // clang++: error: unable to execute command: Killed
    { "ld.lld: error: failed to open ", "Cannot allocate memory" }, { "ld.gold: out of memory", "" },
    { ": fatal error: ", "Cannot allocate memory" }, // ld.gold: fatal error: a.so: mmap: Cannot allocate...
    { "ld: ", ": memory exhausted" }, // ld: failed to set dynamic section sizes: memory exhausted
    { "mold: fatal: ", "Cannot allocate memory" }, { "error C1060:", "" }, { "error C1002:", "" },
    { "error C3859:", "" }, { "error LNK1102:", "" }, { "error C1083: ", "Not enough space" },
    // The word before the number is in the compiler's language: a.cpp(7): erreur irrécupérable C1060: ...
    { ": ", " C1060:" }, // compiler is out of heap space
    { ": ", " C1002:" }, // compiler is out of heap space in pass 2
    { ": ", " C1076:" }, // internal heap limit reached
    { ": ", " C3859:" }, // virtual memory range for PCH exceeded
    { ": ", " LNK1102:" }, // out of memory
    { "WinError 1455", "" }, // the paging file is too small
};

const char* find(const char* begin, const char* end, const char* words)
{
    return std::search(begin, end, words, words + std::strlen(words));
}

bool says(const char* begin, const char* end, const Sentence& sentence)
{
    // What does not follow the first place in a line follows no later one in it.
    for (const char* at = find(begin, end, sentence.first); at != end;) {
        const char* line = std::find(at, end, '\n');
        if (find(at, line, sentence.second) != line || !*sentence.second)
            return true;
        at = find(line, end, sentence.first);
    }
    return false;
}

}

bool tellsOfMemory(const char* bytes, std::size_t length)
{
    return std::any_of(std::begin(sentences), std::end(sentences),
        [=](const Sentence& sentence) { return says(bytes, bytes + length, sentence); });
}

}
