// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "core/redact/NeedleSet.h"

#include <QString>

#include <memory>

class QProcess;

namespace torchmason {

// Stands between a program's output and its log: a pipe, and a thread of ours that masks what comes out of it
// and appends the rest to the log at once. It ends with us; then the writers get a broken pipe. It never
// waits for the end of the pipe: a process that leaked keeps it open.
class LogPipe {
public:
    static Result<std::unique_ptr<LogPipe>> open(
        const QString& logFile, std::shared_ptr<const NeedleSet> needles);
    ~LogPipe();

    // Before the start, and after everything else was prepared: stdout and stderr become the pipe.
    void giveTo(QProcess& process);
    // Call it when the writers are gone: what they wrote is with the system when this returns. Other
    // processes that hold the pipe find it broken then. Fails where something could not be written.
    Result<void> finish();

private:
    struct State;
    explicit LogPipe(std::unique_ptr<State> state);

    std::unique_ptr<State> m_state;
};

}
