// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gate/PartialOutput.h"

#include <cstdio>
#include <cstring>
#include <sys/stat.h>

namespace torchmason::gate {

namespace {

bool startsWith(const char* word, const char* beginning)
{
    return std::strncmp(word, beginning, std::strlen(beginning)) == 0;
}

const char* outputOf(char** command)
{
    for (char** word = command + 1; *word; ++word) {
        if (std::strcmp(*word, "-o") == 0 || std::strcmp(*word, "--output-file") == 0)
            return word[1];
        if (startsWith(*word, "/Fo") || startsWith(*word, "-Fo"))
            return (*word)[3] == ':' ? *word + 4 : *word + 3;
        if (startsWith(*word, "/OUT:") || startsWith(*word, "/out:"))
            return *word + 5;
    }
    return nullptr;
}

}

void removePartialOutput(char** command, std::int64_t begin)
{
    const char* output = *command ? outputOf(command) : nullptr;
    if (!output || !*output)
        return;
#ifdef _WIN32
    struct _stat64 facts { };
    const bool isFile = ::_stat64(output, &facts) == 0 && (facts.st_mode & _S_IFMT) == _S_IFREG;
#else
    struct stat facts { };
    const bool isFile = ::lstat(output, &facts) == 0 && S_ISREG(facts.st_mode);
#endif
    if (isFile && std::int64_t(facts.st_mtime) >= begin)
        std::remove(output);
}

}
