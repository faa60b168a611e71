// SPDX-License-Identifier: GPL-3.0-or-later
// The one helper program of the tests, for Windows: does what its words say, in order, and says nothing else.
//   exit N | exitif FILE N | crash | sleep SECONDS | print TEXT | half TEXT | flood LINES | memory MEGABYTES
//   | touch FILE | arguments WORD... | variable NAME | deaf | onbreak TEXT | family COUNT | holdpipe SECONDS
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include <windows.h>

#include <shellapi.h>

namespace {

std::string wordAtBreak;

BOOL WINAPI stayDeaf(DWORD)
{
    return TRUE;
}

BOOL WINAPI sayAndGo(DWORD)
{
    DWORD written = 0;
    WriteFile(
        GetStdHandle(STD_OUTPUT_HANDLE), wordAtBreak.data(), DWORD(wordAtBreak.size()), &written, nullptr);
    ExitProcess(3);
}

void print(const std::string& text)
{
    DWORD written = 0;
    WriteFile(GetStdHandle(STD_OUTPUT_HANDLE), text.data(), DWORD(text.size()), &written, nullptr);
}

std::string utf8(const wchar_t* text)
{
    const int size = WideCharToMultiByte(CP_UTF8, 0, text, -1, nullptr, 0, nullptr, nullptr);
    std::string bytes(std::size_t(size), '\0');
    WideCharToMultiByte(CP_UTF8, 0, text, -1, bytes.data(), size, nullptr, nullptr);
    bytes.resize(std::size_t(size) - 1);
    return bytes;
}

// Another of us, in a process group of its own as ninja starts its compilers; it may inherit our output.
void startAnother(const std::wstring& words, bool inherits)
{
    wchar_t path[1024];
    GetModuleFileNameW(nullptr, path, 1024);
    std::wstring line = L"\"" + std::wstring(path) + L"\" " + words;
    STARTUPINFOW startup {};
    startup.cb = sizeof(startup);
    if (inherits) {
        startup.dwFlags = STARTF_USESTDHANDLES;
        startup.hStdOutput = startup.hStdError = GetStdHandle(STD_OUTPUT_HANDLE);
        SetHandleInformation(startup.hStdOutput, HANDLE_FLAG_INHERIT, HANDLE_FLAG_INHERIT);
    }
    PROCESS_INFORMATION started {};
    if (CreateProcessW(nullptr, line.data(), nullptr, nullptr, inherits, CREATE_NEW_PROCESS_GROUP, nullptr,
            nullptr, &startup, &started)) {
        CloseHandle(started.hProcess);
        CloseHandle(started.hThread);
    }
}

void eatMemory(int megabytes)
{
    static std::vector<char*> eaten;
    for (int index = 0; index < megabytes; ++index) {
        eaten.push_back(static_cast<char*>(std::malloc(1 << 20)));
        std::memset(eaten.back(), index, 1 << 20);
    }
}

void touch(const wchar_t* path)
{
    const HANDLE file
        = CreateFileW(path, GENERIC_WRITE, 0, nullptr, OPEN_ALWAYS, FILE_ATTRIBUTE_NORMAL, nullptr);
    if (file != INVALID_HANDLE_VALUE)
        CloseHandle(file);
}

[[noreturn]] void crash()
{
    SetErrorMode(SEM_FAILCRITICALERRORS | SEM_NOGPFAULTERRORBOX);
    RaiseException(EXCEPTION_ACCESS_VIOLATION, EXCEPTION_NONCONTINUABLE, 0, nullptr);
    ExitProcess(4);
}

}

int main()
{
    int count = 0;
    wchar_t** words = CommandLineToArgvW(GetCommandLineW(), &count);
    for (int index = 1; index < count; ++index) {
        const std::string word = utf8(words[index]);
        if (word == "deaf") {
            SetConsoleCtrlHandler(stayDeaf, TRUE);
            continue;
        }
        if (word == "crash")
            crash();
        if (word == "arguments") {
            for (++index; index < count; ++index)
                print(std::string(1, '[') + utf8(words[index]) + "]\n");
            return 0;
        }
        if (index + 1 >= count)
            return 2;
        const wchar_t* wide = words[++index];
        const std::string value = utf8(wide);
        if (word == "exit")
            ExitProcess(UINT(std::atoi(value.c_str())));
        if (word == "exitif") { // as a second run of the same words may do
            if (++index >= count)
                return 2;
            if (GetFileAttributesW(wide) != INVALID_FILE_ATTRIBUTES)
                ExitProcess(UINT(std::atoi(utf8(words[index]).c_str())));
            continue;
        }
        if (word == "sleep")
            Sleep(DWORD(std::atof(value.c_str()) * 1000));
        else if (word == "print")
            print(value + "\n");
        else if (word == "half")
            print(value);
        else if (word == "flood")
            for (int line = 0; line < std::atoi(value.c_str()); ++line)
                print("line " + std::to_string(line) + " of a flood that goes on and on\n");
        else if (word == "memory")
            eatMemory(std::atoi(value.c_str()));
        else if (word == "touch")
            touch(wide);
        else if (word == "variable") {
            wchar_t text[4096] {};
            GetEnvironmentVariableW(wide, text, 4096);
            print(utf8(text) + "\n");
        } else if (word == "onbreak") {
            wordAtBreak = value;
            SetConsoleCtrlHandler(sayAndGo, TRUE);
        } else if (word == "family")
            for (int one = 0; one < std::atoi(value.c_str()); ++one)
                startAnother(L"deaf sleep 600", false);
        else if (word == "holdpipe")
            startAnother(L"sleep " + std::wstring(wide), true);
        else
            return 2;
    }
    return 0;
}
