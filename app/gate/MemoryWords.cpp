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
    { "error C1060", "" }, // compiler is out of heap space
    { "error C1002", "" }, // compiler is out of heap space in pass 2
    { "error C3859", "" }, // virtual memory range for PCH exceeded
    { "error LNK1102", "" }, // out of memory
    { "WinError 1455", "" }, // the paging file is too small
};

const char* find(const char* begin, const char* end, const char* words)
{
    return std::search(begin, end, words, words + std::strlen(words));
}

bool says(const char* begin, const char* end, const Sentence& sentence)
{
    for (const char* at = find(begin, end, sentence.first); at != end;
         at = find(at + 1, end, sentence.first)) {
        const char* line = std::find(at, end, '\n');
        if (find(at, line, sentence.second) != line || !*sentence.second)
            return true;
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
