// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/LiveBuild.h"

#include "core/base/AppPaths.h"
#include "core/store/AttemptStore.h"
#include "ui/models/AttemptFeed.h"
#include "ui/models/Background.h"

#include <QFileInfo>

#include <tuple>

namespace torchmason {

LiveBuild::LiveBuild(QObject* parent)
    : QObject(parent)
{
}

LiveBuild::~LiveBuild() = default;

void LiveBuild::follow(const QString& folder)
{
    if (folder == m_folder && m_live)
        return;
    m_folder = folder;
    m_activity = {};
    m_sample.reset();
    m_live = true;
    m_wasRead = false;
    m_feed = std::make_unique<AttemptFeed>(folder, this);
    connectFeed();
    m_feed->start();
    emit changed();
}

// The feed receives its own signals, so that what an earlier one had posted already dies with it.
void LiveBuild::connectFeed()
{
    AttemptFeed* feed = m_feed.get();
    connect(feed, &AttemptFeed::recordRead, feed, [this](const AttemptRecord& record, bool live) {
        m_activity.setRecord(record, live);
        m_live = live;
        m_wasRead = true;
        emit changed();
    });
    connect(feed, &AttemptFeed::samplesRead, feed, [this](const QVector<Sample>& samples) {
        if (samples.isEmpty())
            return;
        m_sample = samples.last();
        m_activity.addSamples(samples);
        emit measured();
    });
    // What is shown of it: a percentage goes on where the words have none.
    const auto take = [this](auto tell) {
        const auto shown
            = [this] { return std::tuple(m_activity.headline(), percent(), m_activity.isStopping()); };
        const auto before = shown();
        tell();
        if (shown() != before)
            emit changed();
    };
    connect(feed, &AttemptFeed::stepsBeforeRead, feed,
        [this, take](const StepsBefore& steps) { take([&] { m_activity.setStepsBefore(steps); }); });
    connect(feed, &AttemptFeed::progressRead, feed,
        [this, take](const ReportedProgress& told) { take([&] { m_activity.setProgress(told); }); });
    connect(feed, &AttemptFeed::eventsRead, feed,
        [this, take](const QVector<AttemptEvent>& events) { take([&] { m_activity.addEvents(events); }); });
    connect(feed, &AttemptFeed::edgesRead, feed,
        [this, take](const QVector<EdgeRecord>& edges) { take([&] { m_activity.addSteps(edges); }); });
    connect(feed, &AttemptFeed::ended, feed, [this] {
        if (std::exchange(m_live, false))
            m_wasRead = false; // its folder is gone, so how it ended is not known
        m_feed.release()->deleteLater();
        emit changed();
        findRunning(); // there may have been two
    });
}

void LiveBuild::findRunning(std::function<void()> found, const QString& promised)
{
    const QString attempts = AppPaths::attemptsFolder();
    runInBackground(
        diskPool(), this,
        [promised, attempts] {
            QString running; // of several the newest one
            QString waiting; // of several the one that comes first
            for (const AttemptSummary& attempt : AttemptStore(attempts).outlines()) {
                if (!attempt.error.isEmpty() || hasEnded(attempt.record.state))
                    continue;
                const bool waits = isWaiting(attempt.record);
                if (attempt.folder == promised && !waits)
                    return std::pair(promised, true);
                if (!waits && running.isEmpty())
                    running = attempt.folder;
                else if (waits && (waiting.isEmpty() || waiting != promised))
                    waiting = attempt.folder;
            }
            if (running.isEmpty() && waiting.isEmpty() && QFileInfo::exists(promised))
                return std::pair(promised, false);
            return std::pair(running.isEmpty() ? waiting : running, true);
        },
        [this, attempts, asked = ++m_asked, found = std::move(found)](
            const std::pair<QString, bool>& attempt) {
            const auto& [folder, runs] = attempt;
            const bool isOld = (asked != m_asked && !found) || attempts != AppPaths::attemptsFolder();
            if (folder.isEmpty() || m_live || isOld)
                return;
            follow(folder);
            if (found && runs)
                found();
        });
}

std::optional<AttemptState> LiveBuild::state() const
{
    return m_wasRead ? std::optional(m_activity.record().state) : std::nullopt;
}

}
