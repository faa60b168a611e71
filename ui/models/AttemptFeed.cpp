// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/AttemptFeed.h"

#include "core/store/AttemptFollower.h"

#include <QFileInfo>

#include <memory>
#include <utility>

namespace torchmason {

namespace {

QVector<ReportedProgress> progressesIn(const QVector<AttemptEvent>& events)
{
    QVector<ReportedProgress> progresses;
    for (const AttemptEvent& event : events) {
        if (event.type != QLatin1String("progress"))
            continue;
        if (const auto progress = buildProgressFromJson(event.data))
            progresses.append({ *progress, event.stage, event.time });
    }
    return progresses;
}

}

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
    connect(follower, &AttemptFollower::recordChanged, follower, tellRecord, Qt::DirectConnection);
    connect(
        follower, &AttemptFollower::findingsChanged, follower,
        [tell, follower] { tell([&](AttemptFeed& feed) { emit feed.findingsRead(follower->findings()); }); },
        Qt::DirectConnection);
    connect(
        follower, &AttemptFollower::samplesRead, follower,
        [tell](const QVector<Sample>& samples) {
            tell([&](AttemptFeed& feed) { emit feed.samplesRead(samples); });
        },
        Qt::DirectConnection);
    connect(
        follower, &AttemptFollower::edgesRead, follower,
        [tell](const QVector<EdgeRecord>& edges) {
            tell([&](AttemptFeed& feed) { emit feed.edgesRead(edges); });
        },
        Qt::DirectConnection);
    connect(
        follower, &AttemptFollower::eventsRead, follower,
        [tell](const QVector<AttemptEvent>& events) {
            const auto progresses = progressesIn(events);
            tell([&](AttemptFeed& feed) {
                emit feed.eventsRead(events);
                if (progresses.isEmpty())
                    return;
                emit feed.progressesRead(progresses);
                emit feed.progressRead(progresses.last());
            });
        },
        Qt::DirectConnection);
    connect(
        follower, &AttemptFollower::ended, follower,
        [tell, tellRecord] {
            tellRecord();
            tell([](AttemptFeed& feed) { emit feed.ended(); });
        },
        Qt::DirectConnection);
    connect(m_thread.get(), &QThread::started, follower, [follower] { follower->start(); });
    connect(m_thread.get(), &QThread::finished, follower, &QObject::deleteLater);
    m_thread->setObjectName(QStringLiteral("attempt feed"));
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
