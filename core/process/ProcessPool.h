// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/process/ProcessRunner.h"

#include <QObject>

#include <deque>
#include <vector>

namespace torchmason {

// Runs at most `most` programs at a time; the rest waits in the order it came. Who must come after whom
// is the caller's business.
class ProcessPool : public QObject {
    Q_OBJECT

public:
    explicit ProcessPool(int most, QObject* parent = nullptr);

    // Never starts before control is back in the event loop, so there is time to connect. The pool owns
    // the runner and deletes it some time after finished().
    ProcessRunner* add(const ProcessStart& start);
    // Stops all that run and forgets those that wait (they finish as stopped, not started).
    void stopAll();
    QVector<qint64> leaders() const; // of those that run

private:
    struct Waiting {
        ProcessRunner* runner;
        ProcessStart start;
    };

    void startWhatFits();
    void forget(ProcessRunner* runner);

    int m_most;
    std::deque<Waiting> m_waiting;
    std::vector<ProcessRunner*> m_running;
};

}
