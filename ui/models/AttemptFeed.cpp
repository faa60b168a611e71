// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/AttemptFeed.h"

#include "core/store/AttemptFollower.h"

#include <QFileInfo>

#include <memory>
#include <utility>

namespace torchmason {

// What was read and not delivered yet.
struct AttemptFeed::Read {
    bool isCaughtUp = false;
    QVector<AttemptEvent> events;
    QVector<ReportedProgress> progresses;
    QVector<Sample> samples;
    QVector<EdgeRecord> edges;

    void add(const QVector<AttemptEvent>& more)
    {
        for (const AttemptEvent& event : more) {
            if (event.type != QLatin1String("progress"))
                events.append(event);
            else if (const auto progress = buildProgressFromJson(event.data))
                progresses.append({ *progress, event.stage, event.time });
        }
    }
    // What ran hours ago would be most of it.
    void add(const QVector<Sample>& more)
    {
        for (const Sample& sample : more) {
            if (!samples.isEmpty())
                samples.last().running.clear();
            samples.append(sample);
        }
    }
    void add(const QVector<EdgeRecord>& more) { edges += more; }
};

// The follower's getters belong to its own thread; values travel as copies in queued signals.
AttemptFeed::AttemptFeed(const QString& folder, QObject* parent)
    : QObject(parent)
    , m_listener(std::make_shared<Listener<AttemptFeed>>(this))
    , m_thread(std::make_unique<QThread>())
{
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
    const auto take = [tell, read](const auto& values) {
        read->add(values);
        tell([&](AttemptFeed& feed) { feed.deliver(*read); });
    };
    listen(&AttemptFollower::samplesRead, take);
    listen(&AttemptFollower::edgesRead, take);
    listen(&AttemptFollower::eventsRead, take);
    listen(&AttemptFollower::caughtUp, [tell, read] {
        read->isCaughtUp = true;
        tell([&](AttemptFeed& feed) {
            feed.deliver(*read);
            emit feed.caughtUp();
        });
    });
    listen(&AttemptFollower::ended, [tell, tellRecord] {
        tellRecord();
        tell([](AttemptFeed& feed) { emit feed.ended(); });
    });
    connect(m_thread.get(), &QThread::started, follower, [follower] { follower->start(); });
    connect(m_thread.get(), &QThread::finished, follower, &QObject::deleteLater);
    m_thread->setObjectName(QStringLiteral("attempt feed"));
}

void AttemptFeed::deliver(Read& read)
{
    if (!read.isCaughtUp)
        return;
    const Read now = std::exchange(read, { true, {}, {}, {}, {} });
    if (!now.events.isEmpty())
        emit eventsRead(now.events);
    if (!now.progresses.isEmpty()) {
        emit progressesRead(now.progresses);
        emit progressRead(now.progresses.last());
    }
    if (!now.samples.isEmpty())
        emit samplesRead(now.samples);
    if (!now.edges.isEmpty())
        emit edgesRead(now.edges);
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
