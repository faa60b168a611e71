// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/findings/Finding.h"
#include "core/store/AttemptLines.h"
#include "core/store/AttemptRecord.h"

#include <QObject>
#include <QString>
#include <QVector>

#include <memory>

namespace torchmason {

// Reads an attempt's folder and goes on reading while it grows: the only way in which windows and command
// line learn about a build, so watching a running one and opening an old one is the same code. Torn last
// lines are read when they are whole; lines that are no JSON are counted and passed over.
class AttemptFollower : public QObject {
    Q_OBJECT

public:
    explicit AttemptFollower(QString folder, QObject* parent = nullptr);
    ~AttemptFollower() override;

    const QString& folder() const;
    const AttemptRecord& record() const; // state is Interrupted where the runner is gone
    bool isLive() const; // Requested or Running with a living runner
    const QVector<Finding>& findings() const; // root causes first
    std::optional<BuildProgress> progress() const; // the last one told
    // Why the record cannot be read or following ended early ("... was written by a newer version..."),
    // one sentence; empty where all is well.
    const QString& problem() const;

    // Polls four times a second until the attempt has ended; the first poll happens at once.
    void start();
    // One poll, for programs without an event loop and for tests. Reads at most a few MB per call;
    // true where there is more to read at once.
    bool poll();

signals:
    void recordChanged();
    void eventsRead(const QVector<torchmason::AttemptEvent>& events);
    void samplesRead(const QVector<torchmason::Sample>& samples);
    void edgesRead(const QVector<torchmason::EdgeRecord>& edges);
    void findingsChanged();
    void progressChanged();
    // All that was written when start() was called has been read. Comes once, before ended().
    void caughtUp();
    // The attempt is over (or its runner gone) and everything written has been read.
    void ended();

private:
    struct State;
    std::unique_ptr<State> m_state;
};

}
