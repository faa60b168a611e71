// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/AttemptFeed.h"

#include "core/store/AttemptFollower.h"

#include <algorithm>

namespace torchmason {

namespace {

std::optional<ReportedProgress> lastProgress(const QVector<AttemptEvent>& events)
{
    const auto last = std::find_if(events.rbegin(), events.rend(),
        [](const AttemptEvent& event) { return event.type == QLatin1String("progress"); });
    if (last == events.rend())
        return std::nullopt;
    const auto progress = buildProgressFromJson(last->data);
    return progress ? std::optional(ReportedProgress { *progress, last->stage, last->time }) : std::nullopt;
}

}

// The follower's getters belong to its own thread; values travel as copies in queued signals.
AttemptFeed::AttemptFeed(const QString& folder, QObject* parent)
    : QObject(parent)
{
    auto* follower = new AttemptFollower(folder);
    follower->moveToThread(&m_thread);
    const auto tellRecord = [this, follower] {
        if (follower->problem().isEmpty())
            emit recordRead(follower->record(), follower->isLive());
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
        follower, &AttemptFollower::eventsRead, follower,
        [this](const QVector<AttemptEvent>& events) {
            emit eventsRead(events);
            if (const auto progress = lastProgress(events))
                emit progressRead(*progress);
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
