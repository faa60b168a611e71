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
{
    auto* follower = new AttemptFollower(folder);
    follower->moveToThread(&m_thread);
    const auto tellRecord = [this, follower, store = AttemptStore(QFileInfo(folder).path()),
                                continued = std::make_shared<std::optional<int>>()] {
        if (follower->problem().isEmpty()) {
            const AttemptRecord& record = follower->record();
            if (std::exchange(*continued, record.request.continuesAttempt) != record.request.continuesAttempt)
                emit stepsBeforeRead(stepsBefore(record, store));
            emit recordRead(record, follower->isLive());
        }
        emit problemChanged(follower->problem());
    };
    const auto listen = [follower](auto signal, auto take) {
        connect(follower, signal, follower, take, Qt::DirectConnection);
    };
    listen(&AttemptFollower::recordChanged, tellRecord);
    listen(&AttemptFollower::findingsChanged, [this, follower] { emit findingsRead(follower->findings()); });
    const auto read = std::make_shared<Read>();
    const auto take = [this, read](const auto& values) {
        read->add(values);
        deliver(*read);
    };
    listen(&AttemptFollower::samplesRead, take);
    listen(&AttemptFollower::edgesRead, take);
    listen(&AttemptFollower::eventsRead, take);
    listen(&AttemptFollower::caughtUp, [this, read] {
        read->isCaughtUp = true;
        deliver(*read);
        emit caughtUp();
    });
    listen(&AttemptFollower::ended, [this, tellRecord] {
        tellRecord();
        emit ended();
    });
    connect(&m_thread, &QThread::started, follower, [follower] { follower->start(); });
    connect(&m_thread, &QThread::finished, follower, &QObject::deleteLater);
    m_thread.setObjectName(QStringLiteral("attempt feed"));
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
    m_thread.start();
}

AttemptFeed::~AttemptFeed()
{
    m_thread.quit();
    m_thread.wait();
}

}
