// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/Background.h"

#include <functional>
#include <memory>

namespace torchmason {

// Writes to disks, on a pool of their own: one after the other as they were asked for, and none is left out,
// unlike the questions of LatestQuery. What waits is written also where the owner, `context`, is gone
// meanwhile; then only nobody is told.
class WriteQueue {
public:
    explicit WriteQueue(QObject* context);
    ~WriteQueue();
    Q_DISABLE_COPY_MOVE(WriteQueue)

    // `work()` runs on a thread and must own all that it touches, `done(answer)` on the main thread.
    template <typename Work, typename Done> void write(Work work, Done done)
    {
        add(answered(m_context, std::move(work), std::move(done)));
    }

private:
    struct Waiting; // it outlives the queue

    void add(std::function<void()> work);

    QObject* m_context;
    std::shared_ptr<Waiting> m_waiting;
};

}
