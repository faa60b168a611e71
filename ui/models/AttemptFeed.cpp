// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/AttemptFeed.h"

#include "core/store/AttemptFollower.h"
#include "core/store/EventNames.h"

#include <QFileInfo>
#include <QPointer>

#include <algorithm>
#include <memory>
#include <utility>

namespace torchmason {

namespace {

constexpr qsizetype mostAtOnce = 4000; // values of a slice

template <typename T> QVector<T> sliceOf(QVector<T>& values, qsizetype& room)
{
    const qsizetype count = std::min(room, values.size());
    room -= count;
    QVector<T> slice = values.first(count);
    values.remove(0, count);
    return slice;
}

}

// What was read and not told yet.
struct AttemptFeed::Read {
    bool isCaughtUp = false;
    bool isAtEnd = false;
    QVector<AttemptEvent> events;
    QVector<ReportedProgress> progresses;
    QVector<Sample> samples;
    QVector<EdgeRecord> edges;
    std::optional<qint64> stop; // UTC milliseconds: when it was asked for

    void add(const QVector<AttemptEvent>& more)
    {
        for (const AttemptEvent& event : more) {
            if (event.type == eventName::stopRequested && !stop)
                stop = event.time;
            if (event.type != eventName::progress)
                events.append(event);
            else if (const auto progress = buildProgressFromJson(event.data))
                progresses.append({ *progress, event.stage, event.time });
        }
    }
    // What ran hours ago would be most of it; what ran at a stop is asked for.
    void add(const QVector<Sample>& more)
    {
        for (const Sample& sample : more) {
            const bool wasAtStop
                = stop && !samples.isEmpty() && samples.last().time <= *stop && sample.time > *stop;
            if (!samples.isEmpty() && !wasAtStop)
                samples.last().running.clear();
            samples.append(sample);
        }
    }
    void add(const QVector<EdgeRecord>& more) { edges += more; }
    void add(const Read& more)
    {
        isCaughtUp = isCaughtUp || more.isCaughtUp;
        isAtEnd = isAtEnd || more.isAtEnd;
        events += more.events;
        progresses += more.progresses;
        stop = stop ? stop : more.stop;
        add(more.samples);
        edges += more.edges;
    }
    bool isEmpty() const
    {
        return events.isEmpty() && progresses.isEmpty() && samples.isEmpty() && edges.isEmpty();
    }
};

// The follower's getters belong to its own thread; values travel as copies in queued signals.
AttemptFeed::AttemptFeed(const QString& folder, QObject* parent)
    : QObject(parent)
    , m_untold(std::make_unique<Read>())
    , m_listener(std::make_shared<Listener<AttemptFeed>>(this))
    , m_thread(std::make_unique<QThread>())
{
    m_nextSlice.setSingleShot(true);
    m_nextSlice.setInterval(0);
    connect(&m_nextSlice, &QTimer::timeout, this, &AttemptFeed::tellSlice);
    auto* follower = new AttemptFollower(folder);
    follower->moveToThread(m_thread.get());
    const auto tell = [listener = m_listener](auto call) { listener->tell(call); };
    const auto tellRecord = [tell, follower, store = AttemptStore(QFileInfo(folder).path()),
                                continued = std::make_shared<std::optional<int>>()] {
        const QString problem = follower->problem();
        if (problem.isEmpty()) {
            const AttemptRecord& record = follower->record();
            if (std::exchange(*continued, record.request.continuesAttempt) != record.request.continuesAttempt)
                tell([steps = stepsBefore(record, store)](
                         AttemptFeed& feed) { emit feed.stepsBeforeRead(steps); });
            tell([&record, live = follower->isLive()](
                     AttemptFeed& feed) { emit feed.recordRead(record, live); });
        }
        tell([&problem](AttemptFeed& feed) { emit feed.problemChanged(problem); });
    };
    const auto listen = [follower](auto signal, auto take) {
        connect(follower, signal, follower, take, Qt::DirectConnection);
    };
    listen(&AttemptFollower::recordChanged, tellRecord);
    listen(&AttemptFollower::findingsChanged,
        [tell, follower] { tell([&](AttemptFeed& feed) { emit feed.findingsRead(follower->findings()); }); });
    const auto read = std::make_shared<Read>();
    const auto hasCaughtUp = std::make_shared<bool>(false);
    const auto handOver = [tell, read] {
        tell([now = std::exchange(*read, {})](AttemptFeed& feed) {
            QMetaObject::invokeMethod(
                &feed, [&feed, now] { feed.take(now); }, Qt::QueuedConnection);
        });
    };
    const auto take = [handOver, read, hasCaughtUp](const auto& values) {
        read->add(values);
        if (*hasCaughtUp)
            handOver();
    };
    listen(&AttemptFollower::samplesRead, take);
    listen(&AttemptFollower::edgesRead, take);
    listen(&AttemptFollower::eventsRead, take);
    listen(&AttemptFollower::caughtUp, [handOver, read, hasCaughtUp] {
        *hasCaughtUp = read->isCaughtUp = true;
        handOver();
    });
    listen(&AttemptFollower::ended, [tellRecord, handOver, read] {
        tellRecord();
        read->isAtEnd = true;
        handOver();
    });
    connect(m_thread.get(), &QThread::started, follower, [follower] { follower->start(); });
    connect(m_thread.get(), &QThread::finished, follower, &QObject::deleteLater);
    m_thread->setObjectName(QStringLiteral("attempt feed"));
}

void AttemptFeed::take(const Read& more)
{
    m_untold->add(more);
    if (!m_nextSlice.isActive())
        tellSlice();
}

void AttemptFeed::tellSlice()
{
    qsizetype room = mostAtOnce;
    const QVector<AttemptEvent> events = sliceOf(m_untold->events, room);
    const QVector<ReportedProgress> progresses = sliceOf(m_untold->progresses, room);
    const QVector<Sample> samples = sliceOf(m_untold->samples, room);
    const QVector<EdgeRecord> edges = sliceOf(m_untold->edges, room);
    const bool isAll = m_untold->isEmpty();
    const bool isCaughtUp = isAll && std::exchange(m_untold->isCaughtUp, false);
    const bool isAtEnd = isAll && std::exchange(m_untold->isAtEnd, false);
    if (!isAll)
        m_nextSlice.start();
    const QPointer<AttemptFeed> self(this); // who is told may let it go
    if (!events.isEmpty())
        emit eventsRead(events);
    if (self && !progresses.isEmpty()) {
        emit progressesRead(progresses);
        if (self)
            emit progressRead(progresses.last());
    }
    if (self && !samples.isEmpty())
        emit samplesRead(samples);
    if (self && !edges.isEmpty())
        emit edgesRead(edges);
    if (self && isCaughtUp)
        emit caughtUp();
    if (self && isAtEnd)
        emit ended();
}

void AttemptFeed::start()
{
    m_thread->start();
}

AttemptFeed::~AttemptFeed()
{
    m_listener->goAway();
    endThread(std::move(m_thread));
}

}
