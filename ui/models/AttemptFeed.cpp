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
    connect(follower, &AttemptFollower::recordChanged, follower, tellRecord, Qt::DirectConnection);
    connect(
        follower, &AttemptFollower::findingsChanged, follower,
        [this, follower] { emit findingsRead(follower->findings()); }, Qt::DirectConnection);
    connect(
        follower, &AttemptFollower::samplesRead, follower,
        [this](const QVector<Sample>& samples) { emit samplesRead(samples); }, Qt::DirectConnection);
    connect(
        follower, &AttemptFollower::edgesRead, follower,
        [this](const QVector<EdgeRecord>& edges) { emit edgesRead(edges); }, Qt::DirectConnection);
    connect(
        follower, &AttemptFollower::eventsRead, follower,
        [this](const QVector<AttemptEvent>& events) {
            emit eventsRead(events);
            const auto progresses = progressesIn(events);
            if (progresses.isEmpty())
                return;
            emit progressesRead(progresses);
            emit progressRead(progresses.last());
        },
        Qt::DirectConnection);
    connect(
        follower, &AttemptFollower::ended, follower,
        [this, tellRecord] {
            tellRecord();
            emit ended();
        },
        Qt::DirectConnection);
    connect(&m_thread, &QThread::started, follower, [follower] { follower->start(); });
    connect(&m_thread, &QThread::finished, follower, &QObject::deleteLater);
    m_thread.setObjectName(QStringLiteral("attempt feed"));
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
