// SPDX-License-Identifier: GPL-3.0-or-later
// Stands in for a tool of the recorded machine, such as vswhere.exe: prints the file of its own name that
// ends with .txt, or with -WORD.txt where its first word has one, byte for byte.
#include <cstdio>
#include <string>

#include <windows.h>

#include <shellapi.h>

namespace {

FILE* openBeside(const std::wstring& ending)
{
    wchar_t path[1024];
    GetModuleFileNameW(nullptr, path, 1024);
    const std::wstring program = path;
    return _wfopen((program.substr(0, program.find_last_of(L'.')) + ending).c_str(), L"rb");
}

}

int main()
{
    int count = 0;
    wchar_t** words = CommandLineToArgvW(GetCommandLineW(), &count);
    FILE* file = count > 1 ? openBeside(L"-" + std::wstring(words[1]) + L".txt") : nullptr;
    if (!file)
        file = openBeside(L".txt");
    if (!file)
        return 9;
    char piece[4096];
    DWORD written = 0;
    for (std::size_t length; (length = std::fread(piece, 1, sizeof(piece), file)) > 0;)
        WriteFile(GetStdHandle(STD_OUTPUT_HANDLE), piece, DWORD(length), &written, nullptr);
    std::fclose(file);
    return 0;
}
