// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/process/ProcessRunner.h"
#include "core/trial/Trial.h"

#include <QElapsedTimer>
#include <QFutureWatcher>
#include <QObject>
#include <QTimer>

#include <memory>

namespace torchmason {

// Takes one trial through its steps. A step that takes too long is stopped with all that it started.
class TrialDriver : public QObject {
    Q_OBJECT

public:
    TrialDriver(Trial trial, QVector<EnvironmentValue> environment, QObject* parent = nullptr);

    void start();
    void stop(); // answers soon, as unknown

signals:
    void finished(const torchmason::TrialFacts& result);

private:
    void next();
    void run(const TrialStep& step);
    void act(const TrialStep& step);
    void programEnded(const ProcessEnd& end);
    void limitReached();
    void take(const StepAnswer& answer);
    void end();

    Trial m_trial;
    const QVector<EnvironmentValue> m_environment;
    TrialStep m_step;
    StepAnswers m_answers;
    std::unique_ptr<ProcessRunner> m_runner;
    std::unique_ptr<QFutureWatcher<StepAnswer>> m_watcher;
    QTimer m_limit;
    QElapsedTimer m_clock;
    bool m_timedOut = false;
    bool m_stopped = false;
    bool m_ended = false;
};

}
