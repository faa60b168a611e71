// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trial/TrialPlan.h"

#include <QObject>
#include <QThread>

#include <memory>

namespace torchmason {

// One round of trials for the window and the command line, some at once, in a private folder that is removed
// at the end. Nothing here waits. The answers are kept, so that the next detection knows them.
class TrialSession : public QObject {
    Q_OBJECT

public:
    explicit TrialSession(QObject* parent = nullptr);
    ~TrialSession() override; // kills what runs, with all that it started

    // Once.
    void start(const TrialQuestion& question);
    // finished() follows; what was answered until then stays.
    void cancel();
    bool wasCancelled() const { return *m_stop != TrialStop::None; }

signals:
    // What will be tried, with what that shows in place of an answer, in the order in which it is read.
    void planned(const QVector<torchmason::TrialFacts>& trials);
    void answered(const torchmason::TrialFacts& trial, int index);
    // `results` in that order. `trouble`: why nothing could be tried, or empty.
    void finished(const QVector<torchmason::TrialFacts>& results, const QString& trouble);

private:
    void tryAll(const TrialQuestion& question);
    void runAll(const QVector<Trial>& trials, const TrialContext& context, QVector<TrialFacts>& results);
    void end(const QVector<TrialFacts>& results, const QString& trouble);
    template <typename Tell> void tell(Tell tell);

    const StopFlag m_stop = std::make_shared<std::atomic<TrialStop>>(TrialStop::None);
    std::unique_ptr<QThread> m_thread;
};

}
