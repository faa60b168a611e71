// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/detect/HostFacts.h"
#include "core/estimate/Estimate.h"
#include "core/profile/Profile.h"
#include "core/request/BuildRequest.h"

#include <QObject>

#include <optional>

namespace torchmason {

// Finds on another thread what to expect of a build: it reads the attempts' folders. One look runs at a time;
// of the requests that come meanwhile the last one is looked at next.
class EstimateLook : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    // Nothing happens where the same was asked for last.
    void look(const HostFacts& facts, const Profile& profile, const BuildRequest& request);
    // There may be more attempts now: the next look() looks again.
    void forget() { m_asked = {}; }
    // Of the request that was looked at last; nullopt until there is one.
    const std::optional<BuildEstimate>& found() const { return m_found; }

signals:
    void changed();

private:
    struct Question {
        HostFacts facts;
        Profile profile;
        BuildRequest request;
    };
    void start(const Question& question);
    void take(const BuildEstimate& estimate);

    Json m_asked;
    std::optional<Question> m_next;
    std::optional<BuildEstimate> m_found;
    bool m_isLooking = false;
};

}
