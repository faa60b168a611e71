// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trial/TrialPlan.h"

#include <QFutureWatcher>
#include <QHash>
#include <QObject>

#include <deque>
#include <memory>

namespace torchmason {

class TrialDriver;

// Tries everything that a question asks for, some things at once, in a private folder that goes at the end.
// Does not wait for anything; lives on a thread with an event loop (see TrialSession).
class TrialRun : public QObject {
    Q_OBJECT

public:
    explicit TrialRun(TrialQuestion question, QObject* parent = nullptr);
    ~TrialRun() override;

    void start();
    void cancel();

signals:
    // What will be tried, with what that shows in place of an answer, in the order in which it is read.
    void planned(const QVector<torchmason::TrialFacts>& trials);
    void answered(const torchmason::TrialFacts& trial, int index);
    // `results` in that order. `trouble`: why nothing could be tried, or empty.
    void finished(const QVector<torchmason::TrialFacts>& results, const QString& trouble);

private:
    void plan();
    void captureCompiler();
    void compilerCaptured();
    void startWhatFits();
    void take(int index, const TrialFacts& result);
    void finishWhenDone();
    void fail(const QString& trouble);

    const TrialQuestion m_question;
    std::shared_ptr<TrialFolder> m_folder;
    QVector<Trial> m_trials;
    QVector<TrialFacts> m_results;
    QVector<EnvironmentValue> m_environment;
    QVector<EnvironmentValue> m_compilerEnvironment;
    std::unique_ptr<QFutureWatcher<Result<QVector<EnvironmentValue>>>> m_capture;
    std::deque<int> m_waiting;
    QHash<int, TrialDriver*> m_running;
    bool m_cancelled = false;
    bool m_finished = false;
};

}
