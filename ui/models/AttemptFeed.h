// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/findings/Finding.h"
#include "core/store/AttemptLines.h"
#include "core/store/AttemptRecord.h"

#include <QObject>
#include <QThread>

#include <optional>

namespace torchmason {

// Ninja's figures, the stage that told them and when: a remaining time runs down from that moment.
struct ToldProgress {
    BuildProgress progress;
    QString stage;
    qint64 time = 0; // UTC milliseconds
};

// Follows an attempt's folder on a thread of its own and hands whole values to the main thread, so that
// reading and parsing never hold up the window.
class AttemptFeed : public QObject {
    Q_OBJECT

public:
    explicit AttemptFeed(const QString& folder, QObject* parent = nullptr);
    ~AttemptFeed() override;

    // Called once the signals are connected: what is told earlier is lost, and nothing is told twice.
    void start();

signals:
    // Only what could really be read; while there is a problem no record is told.
    void recordRead(const torchmason::AttemptRecord& record, bool live);
    // One sentence about why the folder cannot be read; empty when it can.
    void problemChanged(const QString& sentence);
    void findingsRead(const QVector<torchmason::Finding>& findings);
    void progressRead(const torchmason::ToldProgress& progress);
    void samplesRead(const QVector<torchmason::Sample>& samples);
    void eventsRead(const QVector<torchmason::AttemptEvent>& events);
    // The attempt is over and all that was written has been told.
    void ended();

private:
    QThread m_thread;
};

}
