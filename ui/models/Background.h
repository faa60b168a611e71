// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QObject>
#include <QPointer>
#include <QThreadPool>
#include <QTimer>

#include <chrono>
#include <functional>
#include <mutex>
#include <stop_token>
#include <utility>

namespace torchmason {

// For starting builds and sending Stop. Not Qt's own pool: painting waits for a free thread of that one.
// When the application object is destroyed, the pools get a few seconds to finish, and what has not begun is
// dropped, except for writes; leaveProgram() ends a thread that takes longer.
QThreadPool& buildPool();

// For work that reads folders and disks: an unreachable network drive can block it for minutes, so it is not
// done on the pool that starts builds and sends Stop.
QThreadPool& diskPool();

// For writes, which no question of a slow disk keeps waiting: see WriteQueue.
QThreadPool& writePool();

// A thread that posts to the application object holds this meanwhile: a thread that outlives the wait for the
// pools could meet it half destroyed.
struct ApplicationEnd {
    std::mutex mutex;
    bool isNear = false; // nothing may be posted any more
};
ApplicationEnd& applicationEnd();

// What a thread does: `work`, whose value is handed to `done` on the main thread. That is not called once
// `context` is gone. `work` must own all that it touches.
template <typename Work, typename Done> auto answered(QObject* context, Work work, Done done)
{
    QPointer<QObject> guard(context);
    return [guard, work = std::move(work), done = std::move(done)]() mutable {
        auto value = work();
        const std::scoped_lock lock(applicationEnd().mutex);
        QCoreApplication* const application = QCoreApplication::instance();
        if (applicationEnd().isNear || !application)
            return;
        QMetaObject::invokeMethod(
            application,
            [guard, done = std::move(done), value = std::move(value)]() mutable {
                if (guard)
                    done(std::move(value));
            },
            Qt::QueuedConnection);
    };
}

// On a thread of the pool.
template <typename Work, typename Done>
void runInBackground(QThreadPool& pool, QObject* context, Work work, Done done)
{
    pool.start(answered(context, std::move(work), std::move(done)));
}

template <typename Work, typename Done> void runInBackground(QObject* context, Work work, Done done)
{
    runInBackground(buildPool(), context, std::move(work), std::move(done));
}

// Answers questions on the pool of disks. Only the answer to the last question is delivered: an earlier one
// is told to stop, and its answer is dropped. `context` is the object that owns the query.
class LatestQuery {
public:
    // OneByOne: a question waits until the work for the one before has ended.
    enum class Order { Parallel, OneByOne };

    // A question begins `delay` after it was asked, so that typing a path does not read every folder on its
    // way.
    explicit LatestQuery(
        QObject* context, Order order = Order::Parallel, std::chrono::milliseconds delay = {});
    ~LatestQuery() { m_stop.request_stop(); }
    Q_DISABLE_COPY_MOVE(LatestQuery)

    // `work(stop)` runs on a thread and must own all that it touches, `done(answer)` on the main thread. Does
    // nothing where the last question had the same key; without a key it always asks.
    template <typename Work, typename Done> void ask(const QString& key, Work work, Done done)
    {
        if (!key.isEmpty() && key == m_key)
            return;
        forget();
        m_key = key;
        m_next = [this, stop = m_stop.get_token(), work = std::move(work), done = std::move(done)] {
            m_isRunning = true;
            runInBackground(
                diskPool(), m_context, [stop, work] { return work(stop); },
                [this, stop, done](const auto& answer) {
                    m_isRunning = false;
                    if (!stop.stop_requested())
                        done(answer);
                    startNext();
                });
        };
        m_delay.interval() > 0 ? m_delay.start() : startNext();
    }
    // The answer that is under way is dropped, and the same question can be asked again.
    void forget();

private:
    void startNext();

    QObject* m_context;
    Order m_order;
    QTimer m_delay;
    QString m_key;
    std::stop_source m_stop;
    std::function<void()> m_next;
    bool m_isRunning = false;
};

}
