// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/LiveBuild.h"

#include "core/base/AppPaths.h"
#include "core/store/AttemptStore.h"
#include "ui/models/AttemptFeed.h"
#include "ui/models/Background.h"

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
    m_record = {};
    m_live = true;
    m_wasRead = false;
    m_percent = -1;
    m_feed = std::make_unique<AttemptFeed>(folder);
    connect(m_feed.get(), &AttemptFeed::recordRead, this, [this](const AttemptRecord& record, bool live) {
        m_record = record;
        m_live = live;
        m_wasRead = true;
        emit changed();
    });
    connect(m_feed.get(), &AttemptFeed::progressRead, this, [this](const ToldProgress& told) {
        const BuildProgress& progress = told.progress;
        const int percent = progress.total > 0 ? int(100 * progress.done / progress.total) : -1;
        if (percent == std::exchange(m_percent, percent))
            return;
        emit changed();
    });
    connect(m_feed.get(), &AttemptFeed::ended, this, [this] {
        if (std::exchange(m_live, false))
            m_wasRead = false; // its folder is gone, so nobody knows how it ended
        m_feed.release()->deleteLater();
        emit changed();
    });
    emit changed();
}

void LiveBuild::findRunning()
{
    runInBackground(
        this,
        [] {
            for (const AttemptSummary& attempt : AttemptStore(AppPaths::attemptsFolder()).list()) {
                const AttemptState state = attempt.record.state;
                if (attempt.error.isEmpty()
                    && (state == AttemptState::Running || state == AttemptState::Requested))
                    return attempt.folder;
            }
            return QString();
        },
        [this](const QString& folder) {
            if (!folder.isEmpty() && !m_live)
                follow(folder);
        });
}

std::optional<AttemptState> LiveBuild::state() const
{
    return m_wasRead ? std::optional(m_record.state) : std::nullopt;
}

}
