// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/Terminal.h"

#include <atomic>

#include <qt_windows.h>

namespace torchmason::cli {

namespace {

std::atomic<UINT> pageBefore { 0 }; // of the console; 0 where it is as it was
std::atomic<bool> interruptsAreCounted { false };
std::atomic<int> interrupts { 0 };

// Called on a thread of its own. What ends us here ends us without main().
BOOL WINAPI onControl(DWORD event)
{
    const bool isInterrupt = event == CTRL_C_EVENT || event == CTRL_BREAK_EVENT;
    if (isInterrupt && interruptsAreCounted) {
        interrupts.fetch_add(1);
        return TRUE;
    }
    giveTerminalBack();
    return FALSE;
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

void prepareTerminal()
{
    const UINT page = GetConsoleOutputCP();
    if (page != 0 && page != CP_UTF8 && SetConsoleOutputCP(CP_UTF8))
        pageBefore = page;
    SetConsoleCtrlHandler(onControl, TRUE);
}

void giveTerminalBack()
{
    if (const UINT page = pageBefore.exchange(0))
        SetConsoleOutputCP(page);
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
    interruptsAreCounted = true;
}
int interruptCount()
{
    return interrupts.load();
}

}
