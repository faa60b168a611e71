// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <vector>

class QProcess;

namespace torchmason {

// The pipe of a LogPipe, as the system has it.
class OutputPipe {
public:
    OutputPipe() = default;
    ~OutputPipe() { close(); }
    Q_DISABLE_COPY_MOVE(OutputPipe)

    static constexpr qint64 capacity = 1 << 20; // so that compilers of a busy machine need not wait for us

    QString open(); // why it cannot be made; empty where it is
    void giveTo(QProcess& process);
    // What lies in the pipe, at most as much as the buffer holds. Where nothing does it waits some
    // milliseconds and answers 0, whether others hold the pipe or not.
    qint64 read(std::vector<char>& buffer);
    void close();

private:
    qintptr m_readEnd = -1; // a descriptor or a handle
    qintptr m_writeEnd = -1;
};

}
