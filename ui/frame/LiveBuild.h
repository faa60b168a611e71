// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panels/AttemptActivity.h"

#include <QObject>

#include <functional>
#include <memory>
#include <optional>

namespace torchmason {

class AttemptFeed;

// The build that runs now or ran last, wherever the user looks meanwhile: rail, title, banner and the
// question on closing speak of this one, not of the attempt that happens to be on screen.
class LiveBuild : public QObject {
    Q_OBJECT

public:
    explicit LiveBuild(QObject* parent = nullptr);
    ~LiveBuild() override;

    // Follows this attempt; it counts as live until its folder says otherwise.
    void follow(const QString& folder);
    // Looks on another thread for an attempt that runs already and follows it, or else one that waits its
    // turn: of both kinds `promised` before all others. Then `found` is called. Where there is none, it
    // follows `promised` as well, to say how that one ended.
    void findRunning(std::function<void()> found = {}, const QString& promised = {});

    const QString& folder() const { return m_folder; } // empty: there was none
    bool isLive() const { return m_live; }
    bool waits() const { return m_live && isWaiting(record()); } // in the queue
    const AttemptRecord& record() const { return m_activity.record(); }
    int number() const { return m_activity.record().number; }
    QString profileName() const { return m_activity.record().request.profileName; }
    // None until the folder was read.
    std::optional<AttemptState> state() const;
    int percent() const { return m_activity.percent(); } // -1 unless it compiles
    QString words() const { return m_activity.words(); }
    const AttemptActivity& activity() const { return m_activity; }
    // What was measured last; none before the first time.
    const std::optional<Sample>& sample() const { return m_sample; }

signals:
    void changed();
    void measured(); // about once a second

private:
    void connectFeed();

    int m_asked = 0; // how often what runs was looked for
    QString m_folder;
    AttemptActivity m_activity;
    std::optional<Sample> m_sample;
    bool m_live = false;
    bool m_wasRead = false;
    std::unique_ptr<AttemptFeed> m_feed;
};

}
