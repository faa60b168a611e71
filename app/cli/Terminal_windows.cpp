// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/Terminal.h"

#include <atomic>
#include <cstdlib>

#include <qt_windows.h>

namespace torchmason::cli {

namespace {

std::atomic<int> interrupts { 0 };

BOOL WINAPI onControl(DWORD event)
{
    if (event != CTRL_C_EVENT && event != CTRL_BREAK_EVENT)
        return FALSE;
    interrupts.fetch_add(1);
    return TRUE;
}

bool writeTo(DWORD which, QByteArrayView bytes)
{
    const HANDLE handle = GetStdHandle(which);
    while (!bytes.isEmpty()) {
        DWORD count = 0;
        if (!WriteFile(handle, bytes.data(), DWORD(bytes.size()), &count, nullptr) || count == 0)
            return false;
        bytes = bytes.sliced(qsizetype(count));
    }
    return true;
}

}

// The console outlives us, and so would its code page.
void prepareTerminal()
{
    static const UINT before = GetConsoleOutputCP();
    if (before != 0 && before != CP_UTF8 && SetConsoleOutputCP(CP_UTF8))
        std::atexit([] { SetConsoleOutputCP(before); });
}

bool outputIsTerminal()
{
    DWORD mode = 0;
    const HANDLE handle = GetStdHandle(STD_OUTPUT_HANDLE);
    return GetConsoleMode(handle, &mode) && SetConsoleMode(handle, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
}

bool outputIsUtf8()
{
    return true;
}

std::optional<int> terminalWidth()
{
    CONSOLE_SCREEN_BUFFER_INFO info {};
    if (!GetConsoleScreenBufferInfo(GetStdHandle(STD_OUTPUT_HANDLE), &info))
        return std::nullopt;
    return int(info.srWindow.Right - info.srWindow.Left + 1);
}

bool writeOutput(QByteArrayView bytes)
{
    return writeTo(STD_OUTPUT_HANDLE, bytes);
}
void writeTrouble(QByteArrayView bytes)
{
    writeTo(STD_ERROR_HANDLE, bytes);
}

void countInterrupts()
{
    SetConsoleCtrlHandler(onControl, TRUE);
}
int interruptCount()
{
    return interrupts.load();
}

}
