// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gate/PartialOutput.h"

#include <cstdio>
#include <cstring>
#include <sys/stat.h>

#ifdef _WIN32
#include <windows.h>

#include <shellapi.h>
#endif

namespace torchmason::gate {

namespace {

// Words are of wide characters on Windows: what they name may be in no code page.
template <typename Char> bool startsWith(const Char* word, const char* beginning)
{
    for (; *beginning; ++beginning, ++word) {
        if (*word != Char(*beginning))
            return false;
    }
    return true;
}

template <typename Char> bool isEqual(const Char* word, const char* other)
{
    return startsWith(word, other) && word[std::strlen(other)] == 0;
}

// Launchers and compilers leave these out of response files.
template <typename Char> const Char* outputOf(Char** command)
{
    for (Char** word = command + 1; *word; ++word) {
        if (isEqual(*word, "-o") || isEqual(*word, "--output-file"))
            return word[1];
        if (startsWith(*word, "/Fo") || startsWith(*word, "-Fo"))
            return (*word)[3] == ':' ? *word + 4 : *word + 3;
        if (startsWith(*word, "/OUT:") || startsWith(*word, "/out:"))
            return *word + 5;
    }
    return nullptr;
}

}

#ifdef _WIN32

void removePartialOutput(char**, std::int64_t begin)
{
    int count = 0;
    wchar_t** words = CommandLineToArgvW(GetCommandLineW(), &count);
    const wchar_t* output = words && count > 1 ? outputOf(words + 1) : nullptr;
    struct _stat64 facts { };
    if (output && *output && ::_wstat64(output, &facts) == 0 && (facts.st_mode & _S_IFMT) == _S_IFREG
        && std::int64_t(facts.st_mtime) >= begin)
        ::_wremove(output);
    LocalFree(words);
}

#else

void removePartialOutput(char** command, std::int64_t begin)
{
    const char* output = *command ? outputOf(command) : nullptr;
    struct stat facts { };
    if (output && *output && ::lstat(output, &facts) == 0 && S_ISREG(facts.st_mode)
        && std::int64_t(facts.st_mtime) >= begin)
        std::remove(output);
}

#endif

}
