// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trial/TrialPlan.h"

#include <QObject>
#include <QThread>

namespace torchmason {

class TrialRun;

// One round of trials on a thread of its own, for the window and the command line. What was found out is
// kept, so that the next look at the machine knows it.
class TrialSession : public QObject {
    Q_OBJECT

public:
    explicit TrialSession(QObject* parent = nullptr);
    ~TrialSession() override; // ends what runs, and all that it started

    // Once.
    void start(const TrialQuestion& question);
    // finished() follows; what was answered until then stays.
    void cancel();
    bool isRunning() const { return m_run; }
    bool wasCancelled() const { return m_cancelled; }

signals:
    void planned(const QVector<torchmason::TrialFacts>& trials);
    void answered(const torchmason::TrialFacts& trial, int index);
    void finished(const QVector<torchmason::TrialFacts>& results, const QString& trouble);

private:
    void end(const QVector<TrialFacts>& results, const QString& trouble);

    QThread m_thread;
    TrialRun* m_run = nullptr; // lives on the thread
    bool m_cancelled = false;
};

}
