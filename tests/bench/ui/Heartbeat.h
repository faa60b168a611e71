// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QApplication>
#include <QElapsedTimer>
#include <QEvent>
#include <QString>
#include <QTimer>

#include <algorithm>
#include <ctime>

namespace torchmason {

// How long the event loop did not come back: a timer wants to fire each millisecond, and how late it is, is
// how long the window was blocked. The processor time of the thread stands beside it, because other programs
// make the clock's figure larger.
class Heartbeat {
public:
    Heartbeat()
    {
        m_timer.setTimerType(Qt::PreciseTimer);
        QObject::connect(&m_timer, &QTimer::timeout, [this] { beat(); });
        m_timer.start(1);
    }

    void begin()
    {
        m_longest = m_longestWork = 0;
        m_since.start();
        m_workBefore = work();
    }
    void beat()
    {
        const double now = work();
        m_longest = std::max(m_longest, double(m_since.nsecsElapsed()) / 1e6);
        m_longestWork = std::max(m_longestWork, now - m_workBefore);
        m_workBefore = now;
        m_since.start();
    }
    double longest() const { return m_longest; } // milliseconds
    double longestWork() const { return m_longestWork; }

private:
    static double work()
    {
        timespec time {};
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
        return double(time.tv_sec) * 1e3 + double(time.tv_nsec) / 1e6;
    }

    QTimer m_timer;
    QElapsedTimer m_since;
    double m_longest = 0;
    double m_longestWork = 0;
    double m_workBefore = 0;
};

// An application that notes which event took longest, so that one knows where to look. Of events inside of
// events the outermost counts.
class WatchedApplication : public QApplication {
public:
    using QApplication::QApplication;

    bool notify(QObject* receiver, QEvent* event) override
    {
        if (m_depth > 0)
            return QApplication::notify(receiver, event);
        const QString who
            = QStringLiteral("%1 %2, event %3")
                  .arg(QLatin1String(receiver->metaObject()->className()), receiver->objectName())
                  .arg(int(event->type()));
        QElapsedTimer timer;
        timer.start();
        ++m_depth;
        const bool handled = QApplication::notify(receiver, event);
        --m_depth;
        const double taken = double(timer.nsecsElapsed()) / 1e6;
        if (taken > m_slowest) {
            m_slowest = taken;
            m_slowestWho = who;
        }
        return handled;
    }
    void begin() { m_slowest = 0; }
    QString slowest() const
    {
        return QStringLiteral("%1 (%2 ms)").arg(m_slowestWho).arg(m_slowest, 0, 'f', 0);
    }

private:
    int m_depth = 0;
    double m_slowest = 0;
    QString m_slowestWho;
};

}
