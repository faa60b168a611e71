// SPDX-License-Identifier: GPL-3.0-or-later
// A Windows program that stands in for g++.exe, ar.exe and so on under Wine: it has Debian's cross compiler
// of the same name do the work, so that CMake and ninja of Windows get real objects and programs. Wine starts
// programs of the system below it without a handle to wait for; compiler-bridge.sh beside us leaves output
// and exit code in two files.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cwctype>
#include <string>
#include <vector>

#include <windows.h>

#include <shellapi.h>

namespace {

using UnixName = char*(CDECL*)(LPCWSTR);

UnixName unixName()
{
    const HMODULE kernel = GetModuleHandleW(L"kernel32.dll");
    return reinterpret_cast<UnixName>(
        reinterpret_cast<void*>(GetProcAddress(kernel, "wine_get_unix_file_name")));
}

std::string utf8(const std::wstring& text)
{
    const int size
        = WideCharToMultiByte(CP_UTF8, 0, text.data(), int(text.size()), nullptr, 0, nullptr, nullptr);
    std::string bytes(std::size_t(size), '\0');
    WideCharToMultiByte(CP_UTF8, 0, text.data(), int(text.size()), bytes.data(), size, nullptr, nullptr);
    return bytes;
}

// Where the drive begins in the system below: "Z:" is "", "C:" ends with "drive_c".
std::string driveRoot(wchar_t letter)
{
    const wchar_t root[] = { letter, L':', L'\\', L'\0' };
    const char* path = unixName()(root);
    std::string text = path ? path : "";
    while (!text.empty() && text.back() == '/')
        text.pop_back();
    return text;
}

bool startsPath(const std::wstring& word, std::size_t at)
{
    if (at + 2 >= word.size() || !std::iswalpha(word[at]) || word[at + 1] != L':')
        return false;
    return (word[at + 2] == L'/' || word[at + 2] == L'\\')
        && (at == 0 || !std::iswalnum(word[at - 1]) || at == 2);
}

// "-IC:\a\b" becomes "-I/prefix/drive_c/a/b"; definitions keep their backslashes.
std::string forSystemBelow(const std::wstring& word)
{
    const bool isDefinition = word.rfind(L"-D", 0) == 0;
    std::string text;
    std::wstring rest;
    for (std::size_t at = 0; at < word.size(); ++at) {
        if (startsPath(word, at)) {
            text += utf8(rest) + driveRoot(word[at]);
            rest.clear();
            ++at;
            continue;
        }
        rest += !isDefinition && word[at] == L'\\' ? L'/' : word[at];
    }
    return text + utf8(rest);
}

std::string contentOf(const std::wstring& path)
{
    std::string content;
    if (FILE* file = _wfopen(path.c_str(), L"rb")) {
        char piece[4096];
        for (std::size_t length; (length = std::fread(piece, 1, sizeof(piece), file)) > 0;)
            content.append(piece, length);
        std::fclose(file);
    }
    return content;
}

// A response file names paths as well.
std::string rewrittenResponseFile(const std::wstring& path, const std::wstring& scratch)
{
    const std::string content = contentOf(path);
    const int size = MultiByteToWideChar(CP_UTF8, 0, content.data(), int(content.size()), nullptr, 0);
    std::wstring wide(std::size_t(size), L'\0');
    MultiByteToWideChar(CP_UTF8, 0, content.data(), int(content.size()), wide.data(), size);
    const std::wstring copy = scratch + L".rsp";
    if (FILE* file = _wfopen(copy.c_str(), L"wb")) {
        const std::string text = forSystemBelow(wide);
        std::fwrite(text.data(), 1, text.size(), file);
        std::fclose(file);
    }
    return std::string(1, '@') + forSystemBelow(copy);
}

std::wstring quoted(const std::string& text)
{
    const int size = MultiByteToWideChar(CP_UTF8, 0, text.data(), int(text.size()), nullptr, 0);
    std::wstring word(std::size_t(size), L'\0');
    MultiByteToWideChar(CP_UTF8, 0, text.data(), int(text.size()), word.data(), size);
    std::wstring escaped = L"\"";
    for (const wchar_t c : word)
        escaped += c == L'"' ? std::wstring(L"\\\"") : std::wstring(1, c);
    return escaped + L"\" ";
}

std::wstring ownFolderAndName(std::wstring& name)
{
    wchar_t path[1024];
    GetModuleFileNameW(nullptr, path, 1024);
    const std::wstring whole = path;
    const std::size_t cut = whole.find_last_of(L'\\');
    name = whole.substr(cut + 1, whole.find_last_of(L'.') - cut - 1);
    return whole.substr(0, cut);
}

}

int main()
{
    if (!unixName()) {
        std::fputs("This stand-in for a compiler runs under Wine only.\n", stderr);
        return 1;
    }
    std::wstring name;
    const std::wstring folder = ownFolderAndName(name);
    wchar_t temporary[1024];
    GetTempPathW(1024, temporary);
    const std::wstring scratch = std::wstring(temporary) + L"bridge-" + std::to_wstring(GetCurrentProcessId())
        + L"-" + std::to_wstring(GetTickCount64());

    int count = 0;
    wchar_t** words = CommandLineToArgvW(GetCommandLineW(), &count);
    std::wstring line = quoted("sh") + quoted(forSystemBelow(folder + L"\\compiler-bridge.sh"))
        + quoted(forSystemBelow(scratch)) + quoted("x86_64-w64-mingw32-" + utf8(name));
    for (int index = 1; index < count; ++index) {
        const std::wstring word = words[index];
        line += quoted(
            word[0] == L'@' ? rewrittenResponseFile(word.substr(1), scratch) : forSystemBelow(word));
    }
    STARTUPINFOW startup {};
    startup.cb = sizeof(startup);
    PROCESS_INFORMATION started {};
    if (!CreateProcessW(
            L"Z:\\bin\\sh", line.data(), nullptr, nullptr, FALSE, 0, nullptr, nullptr, &startup, &started)) {
        std::fprintf(stderr, "Cannot start the system's shell: error %lu\n", GetLastError());
        return 1;
    }
    const std::wstring done = scratch + L".done";
    while (GetFileAttributesW(done.c_str()) == INVALID_FILE_ATTRIBUTES)
        Sleep(10);
    const std::string output = contentOf(scratch + L".out");
    DWORD written = 0;
    WriteFile(GetStdHandle(STD_OUTPUT_HANDLE), output.data(), DWORD(output.size()), &written, nullptr);
    const int code = std::atoi(contentOf(done).c_str());
    for (const wchar_t* ending : { L".out", L".rsp", L".done" })
        DeleteFileW((scratch + ending).c_str());
    return code;
}
