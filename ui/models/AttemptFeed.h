// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/findings/Finding.h"
#include "core/store/AttemptLines.h"
#include "core/store/AttemptRecord.h"
#include "core/store/StepsBefore.h"
#include "ui/models/OwnThread.h"

#include <QObject>
#include <QTimer>

#include <memory>
#include <optional>

namespace torchmason {

// Ninja's counts with their stage and time: a remaining time is counted down from that time.
struct ReportedProgress {
    BuildProgress progress;
    QString stage;
    qint64 time = 0; // UTC milliseconds
};

// Follows the folder of an attempt on its own thread and delivers values to the main thread, so that reading
// and parsing do not block the window. Of what lies there already nothing is told before all is read; it is
// told in slices then, between which the window goes on, and caughtUp() is the end of it.
class AttemptFeed : public QObject {
    Q_OBJECT

public:
    explicit AttemptFeed(const QString& folder, QObject* parent = nullptr);
    ~AttemptFeed() override;

    // Call it once the signals are connected: nothing is emitted twice.
    void start();

signals:
    // Not emitted while the record cannot be read.
    void recordRead(const torchmason::AttemptRecord& record, bool live);
    // Before the first progress, where this attempt goes on with another.
    void stepsBeforeRead(const torchmason::StepsBefore& steps);
    // One sentence about why the folder cannot be read; empty when it can.
    void problemChanged(const QString& sentence);
    void findingsRead(const QVector<torchmason::Finding>& findings);
    // As the next ones, not before all that lies there is read. All of them, the oldest first; then the last
    // one alone.
    void progressesRead(const QVector<torchmason::ReportedProgress>& progresses);
    void progressRead(const torchmason::ReportedProgress& progress);
    void samplesRead(const QVector<torchmason::Sample>& samples); // the last one alone names running steps
    // Steps that have ended.
    void edgesRead(const QVector<torchmason::EdgeRecord>& edges);
    void eventsRead(const QVector<torchmason::AttemptEvent>& events); // others than progress
    // What lay there when start() was called has been delivered. Comes once, before ended().
    void caughtUp();
    // The attempt has ended, and everything that was written has been emitted.
    void ended();

private:
    struct Read;

    void take(const Read& more);
    void tellSlice();

    std::unique_ptr<Read> m_untold;
    QTimer m_nextSlice;
    std::shared_ptr<Listener<AttemptFeed>> m_listener;
    std::unique_ptr<QThread> m_thread;
};

}
