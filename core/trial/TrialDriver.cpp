// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trial/TrialDriver.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QFuture>
#include <QPromise>
#include <QUuid>

#include <thread>

namespace torchmason {

namespace {

// Nobody loses work when a trial is stopped.
const LadderPauses shortPauses { Milliseconds(300), Milliseconds(300), Milliseconds(3000) };

Result<void> writeFiles(const QVector<TrialFile>& files)
{
    for (const TrialFile& entry : files) {
        QFile file(entry.path);
        if (!QDir().mkpath(QFileInfo(entry.path).path()) || !file.open(QIODevice::WriteOnly)
            || file.write(entry.content) != entry.content.size())
            return Error { QStringLiteral("Cannot write %1: %2.").arg(entry.path, file.errorString()) };
    }
    return {};
}

StepAnswer problem(const QString& sentence)
{
    StepAnswer answer;
    answer.problem = sentence;
    return answer;
}

}

TrialDriver::TrialDriver(Trial trial, QVector<EnvironmentValue> environment, QObject* parent)
    : QObject(parent)
    , m_trial(std::move(trial))
    , m_environment(std::move(environment))
{
    m_limit.setSingleShot(true);
    connect(&m_limit, &QTimer::timeout, this, &TrialDriver::limitReached);
}

void TrialDriver::start()
{
    m_clock.start();
    if (!m_trial.cannot.isEmpty()) {
        setUnknown(m_trial.about, m_trial.cannot);
        m_ended = true;
        emit finished(m_trial.about);
        return;
    }
    QDir().mkpath(m_trial.folder);
    next();
}

void TrialDriver::stop()
{
    m_stopped = true;
    if (m_runner)
        m_runner->stop();
    else
        end();
}

void TrialDriver::next()
{
    if (m_stopped || m_answers.size() == m_trial.steps.size())
        return end();
    m_step = m_trial.steps[m_answers.size()];
    if (m_step.prepare)
        m_step.prepare(m_step, m_answers);
    if (const auto written = writeFiles(m_step.files); !written)
        return take(problem(written.error().message));
    m_timedOut = false;
    m_limit.start(m_step.limit);
    m_step.act ? act(m_step) : run(m_step);
}

void TrialDriver::run(const TrialStep& step)
{
    ProcessStart start;
    start.program = step.program;
    start.arguments = step.arguments;
    start.workingFolder = m_trial.folder;
    start.environment = m_environment + step.environment;
    start.mark = "TORCHMASON_TRIAL=" + QUuid::createUuid().toByteArray(QUuid::WithoutBraces);
    start.pauses = shortPauses;
    m_runner = std::make_unique<ProcessRunner>();
    connect(m_runner.get(), &ProcessRunner::finished, this, &TrialDriver::programEnded, Qt::QueuedConnection);
    m_runner->start(start);
}

// A dead network share holds up whoever asks it: that must not be us.
void TrialDriver::act(const TrialStep& step)
{
    QPromise<StepAnswer> promise;
    m_watcher = std::make_unique<QFutureWatcher<StepAnswer>>();
    connect(m_watcher.get(), &QFutureWatcherBase::finished, this, [this] {
        if (m_watcher && m_watcher->future().resultCount() > 0)
            take(m_watcher->result());
    });
    m_watcher->setFuture(promise.future());
    std::thread([promise = std::move(promise), act = step.act]() mutable {
        promise.start();
        promise.addResult(act());
        promise.finish();
    }).detach();
}

void TrialDriver::limitReached()
{
    m_timedOut = true;
    if (m_runner)
        return m_runner->stop(); // programEnded() follows
    StepAnswer answer = problem({});
    answer.timedOut = true;
    take(answer);
}

void TrialDriver::programEnded(const ProcessEnd& end)
{
    StepAnswer answer;
    answer.started = end.started;
    answer.timedOut = m_timedOut;
    answer.crashed = end.crashed && !m_timedOut;
    answer.exitCode = end.exitCode;
    answer.output = m_runner->output();
    answer.problem = end.started ? QString() : end.error;
    take(answer);
}

void TrialDriver::take(const StepAnswer& answer)
{
    m_limit.stop();
    m_runner.reset();
    if (m_watcher) {
        m_watcher->disconnect(this);
        m_watcher.release()->deleteLater(); // we are called by it
    }
    if (m_ended)
        return;
    const qsizetype number = m_answers.size();
    m_answers.append(answer);
    if (m_stopped || answer.isGood() || m_step.mayFail)
        return next();
    tellFailure(m_step, answer, m_trial.about);
    if (m_trial.explain)
        m_trial.explain(number, answer, m_trial.about);
    end();
}

void TrialDriver::end()
{
    if (m_ended)
        return;
    m_ended = true;
    m_limit.stop();
    if (m_stopped)
        setUnknown(m_trial.about, QStringLiteral("It was stopped."));
    else if (m_trial.about.state.isEmpty() && m_trial.judge)
        m_trial.judge(m_answers, m_trial.about);
    if (!m_stopped) {
        m_trial.about.at = QDateTime::currentMSecsSinceEpoch();
        m_trial.about.durationMs = m_clock.elapsed();
    }
    emit finished(m_trial.about);
}

}
