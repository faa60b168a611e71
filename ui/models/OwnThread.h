// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMutex>
#include <QThread>

#include <chrono>
#include <memory>

namespace torchmason {

// Begins a thread that goes on behind others where processors are scarce, as the one that shows what it
// reads. On Linux, where Qt's priorities do nothing, it is nicer.
void startBehind(QThread& thread);
// Nobody sees that the window waits for so long. Tests wait longer: what was read is gone with its folder.
inline std::chrono::milliseconds longestWaitForThread { 30 };
// Ends a thread with an event loop. One that takes more than a moment for it is left to itself until the
// application ends, so it must own all that it touches, and tell what it finds through a Listener. Called on
// the main thread.
void endThread(std::unique_ptr<QThread> thread);

// Whom a thread tells: an object that may go meanwhile. Both keep it in a shared pointer.
template <typename Object> class Listener {
public:
    explicit Listener(Object* object)
        : m_object(object)
    {
    }
    // `call(object)` emits signals or queues calls; it does no more, because goAway() waits for it.
    template <typename Call> void tell(Call call)
    {
        const QMutexLocker lock(&m_mutex);
        if (m_object)
            call(*m_object);
    }
    void goAway()
    {
        const QMutexLocker lock(&m_mutex);
        m_object = nullptr;
    }

private:
    QMutex m_mutex;
    Object* m_object;
};

}
