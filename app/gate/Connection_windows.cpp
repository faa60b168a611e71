// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gate/Connection.h"

#include <cstring>

#include <windows.h>

namespace torchmason::gate {

// A reading of one byte is under way as long as that works; its event is set when there is one. What is under
// way writes to us, so it is waited for before we go.
struct Connection::Line {
    HANDLE pipe = INVALID_HANDLE_VALUE;
    OVERLAPPED reading {};
    OVERLAPPED writing {};
    char byte = '\0';
    bool isReading = false;

    bool readOn()
    {
        ResetEvent(reading.hEvent);
        isReading = ReadFile(pipe, &byte, 1, nullptr, &reading) || GetLastError() == ERROR_IO_PENDING;
        return isReading;
    }
    // False where it does not end in time; it is then called back.
    bool write(const char* bytes, std::size_t length)
    {
        DWORD written = 0;
        ResetEvent(writing.hEvent);
        if (!WriteFile(pipe, bytes, DWORD(length), nullptr, &writing) && GetLastError() != ERROR_IO_PENDING)
            return false;
        const bool inTime = WaitForSingleObject(writing.hEvent, firstAnswerMs) == WAIT_OBJECT_0;
        if (!inTime)
            CancelIoEx(pipe, &writing);
        return GetOverlappedResult(pipe, &writing, &written, TRUE) && inTime && written == length;
    }
    ~Line()
    {
        if (pipe != INVALID_HANDLE_VALUE) {
            DWORD count = 0;
            if (isReading && CancelIoEx(pipe, &reading))
                GetOverlappedResult(pipe, &reading, &count, TRUE);
            CloseHandle(pipe);
        }
        CloseHandle(reading.hEvent);
        CloseHandle(writing.hEvent);
    }
};

bool Connection::open(const char* name)
{
    if (!name || std::strncmp(name, "\\\\.\\pipe\\", 9) != 0) // never a file or another machine
        return false;
    HANDLE pipe = INVALID_HANDLE_VALUE;
    for (int tries = 0; tries < 2 && pipe == INVALID_HANDLE_VALUE; ++tries) {
        pipe = CreateFileA(name, GENERIC_READ | GENERIC_WRITE, 0, nullptr, OPEN_EXISTING,
            FILE_FLAG_OVERLAPPED | SECURITY_SQOS_PRESENT | SECURITY_IDENTIFICATION, nullptr);
        if (pipe == INVALID_HANDLE_VALUE
            && (GetLastError() != ERROR_PIPE_BUSY || !WaitNamedPipeA(name, firstAnswerMs)))
            return false;
    }
    if (pipe == INVALID_HANDLE_VALUE)
        return false;
    m_line = new Line;
    m_line->pipe = pipe;
    m_line->reading.hEvent = CreateEventW(nullptr, TRUE, FALSE, nullptr);
    m_line->writing.hEvent = CreateEventW(nullptr, TRUE, FALSE, nullptr);
    if (!m_line->readOn())
        close();
    return isOpen();
}

void Connection::close()
{
    delete m_line;
    m_line = nullptr;
}

bool Connection::send(Told letter, const char* payload, std::size_t length)
{
    const char head[5] = { char(letter), char(length & 255), char(length >> 8 & 255),
        char(length >> 16 & 255), char(length >> 24 & 255) };
    const struct {
        const char* bytes;
        std::size_t length;
    } parts[] = { { head, sizeof(head) }, { payload, length } };
    for (const auto& part : parts) {
        if (isOpen() && part.length > 0 && !m_line->write(part.bytes, part.length))
            close();
    }
    return isOpen();
}

char Connection::receive(int milliseconds)
{
    if (!isOpen() || WaitForSingleObject(m_line->reading.hEvent, DWORD(milliseconds)) != WAIT_OBJECT_0)
        return '\0';
    DWORD count = 0;
    m_line->isReading = false;
    const bool came = GetOverlappedResult(m_line->pipe, &m_line->reading, &count, FALSE) && count == 1;
    const char byte = m_line->byte;
    if (!came || !m_line->readOn())
        close();
    return came ? byte : '\0';
}

std::intptr_t Connection::waitHandle() const
{
    return m_line ? reinterpret_cast<std::intptr_t>(m_line->reading.hEvent) : 0;
}

}
