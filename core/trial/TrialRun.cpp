// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trial/TrialRun.h"

#include "core/stages/EnvironmentCapture.h"
#include "core/trial/TrialDriver.h"

#include <QDir>
#include <QPromise>
#include <QThread>
#include <QTimer>

#include <algorithm>
#include <thread>

namespace torchmason {

namespace {

constexpr Milliseconds captureLimit { 60000 };

int atOnce()
{
    return std::clamp(QThread::idealThreadCount(), 2, 4);
}

// The compiler's own trial fails by it, as every build would; the others say nothing then.
void tellWithoutCompiler(Trial& trial, const QString& why)
{
    if (trial.about.id != QLatin1String("compiler")) {
        trial.cannot = why;
        return;
    }
    TrialStep step;
    step.doing = QStringLiteral("Setting up the compiler's environment");
    step.act = [why] {
        StepAnswer answer;
        answer.problem = why;
        return answer;
    };
    trial.steps = { step };
}

// What Visual Studio's script sets up, asked for once for all trials.
Result<QVector<EnvironmentValue>> capture(const QString& script, const QString& folder)
{
    const auto captured = captureVcvars(script, folder);
    return captured ? capturedEnvironment(folder) : captured.error();
}

}

TrialRun::TrialRun(TrialQuestion question, QObject* parent)
    : QObject(parent)
    , m_question(std::move(question))
{
}

TrialRun::~TrialRun()
{
    qDeleteAll(m_running); // with what they started
}

void TrialRun::start()
{
    // A crash may have left something on a disk that does not answer any more.
    std::thread([] { TrialFolder::sweep(); }).detach();
    const auto folder = TrialFolder::make();
    if (!folder)
        return fail(folder.error().message);
    m_folder = *folder;
    plan();
    QVector<TrialFacts> planned;
    for (const Trial& trial : std::as_const(m_trials)) {
        planned.append(trial.about);
        planned.last().found = QStringLiteral("Shows %1.").arg(trial.shows);
    }
    m_results = planned;
    emit this->planned(planned);
    for (int index = 0; index < m_trials.size(); ++index)
        m_waiting.push_back(index);
    m_question.request.vcvars.isEmpty() ? startWhatFits() : captureCompiler();
}

void TrialRun::plan()
{
    const Profile none;
    const Profile& profile = m_question.profile ? *m_question.profile : none;
    const BuildChoice choice = chooseBuild(m_question.facts, profile, m_question.request);
    const TrialContext context { choice, m_question.profile.has_value(), m_folder };
    m_trials = makeTrials(context);
    m_environment = trialEnvironment(context);
    for (const char* name : { "/tmp", "/caches" })
        QDir().mkpath(m_folder->path() + QLatin1String(name));
}

void TrialRun::captureCompiler()
{
    using Captured = Result<QVector<EnvironmentValue>>;
    QPromise<Captured> promise;
    m_capture = std::make_unique<QFutureWatcher<Captured>>();
    connect(m_capture.get(), &QFutureWatcherBase::finished, this, &TrialRun::compilerCaptured);
    m_capture->setFuture(promise.future());
    QTimer::singleShot(captureLimit, this, &TrialRun::compilerCaptured);
    std::thread([promise = std::move(promise), script = m_question.request.vcvars,
                    folder = m_folder]() mutable {
        promise.start();
        promise.addResult(capture(script, folder->path()));
        promise.finish();
    }).detach();
}

void TrialRun::compilerCaptured()
{
    if (!m_capture)
        return;
    const bool isThere = m_capture->future().resultCount() > 0;
    const QString& script = m_question.request.vcvars;
    const Result<QVector<EnvironmentValue>> captured = isThere
        ? m_capture->result()
        : Error { QStringLiteral("%1 did not end within %2.").arg(script, formatDuration(captureLimit)) };
    m_capture->disconnect(this);
    m_capture.release()->deleteLater();
    if (captured)
        m_compilerEnvironment = *captured;
    for (Trial& trial : m_trials) {
        if (!captured && trial.usesCompiler && trial.cannot.isEmpty())
            tellWithoutCompiler(trial, captured.error().message);
    }
    startWhatFits();
}

void TrialRun::startWhatFits()
{
    while (!m_waiting.empty() && m_running.size() < atOnce() && !m_cancelled) {
        const int index = m_waiting.front();
        m_waiting.pop_front();
        const Trial& trial = m_trials[index];
        const auto environment = trial.usesCompiler ? m_compilerEnvironment + m_environment : m_environment;
        auto* driver = new TrialDriver(trial, environment);
        m_running.insert(index, driver);
        connect(
            driver, &TrialDriver::finished, this,
            [this, index](const TrialFacts& result) { take(index, result); }, Qt::QueuedConnection);
        driver->start();
    }
    finishWhenDone();
}

void TrialRun::take(int index, const TrialFacts& result)
{
    delete m_running.take(index); // at once: it holds on to the folder
    m_results[index] = result;
    emit answered(result, index);
    startWhatFits();
}

void TrialRun::cancel()
{
    if (m_cancelled || m_finished)
        return;
    m_cancelled = true;
    m_waiting.clear();
    const QList<TrialDriver*> running = m_running.values();
    for (TrialDriver* driver : running)
        driver->stop();
    if (m_capture) {
        m_capture->disconnect(this);
        m_capture.reset();
    }
    finishWhenDone();
}

void TrialRun::finishWhenDone()
{
    if (m_finished || !m_waiting.empty() || !m_running.isEmpty() || m_capture)
        return;
    m_finished = true;
    for (TrialFacts& result : m_results) {
        if (result.state.isEmpty())
            setUnknown(result, QStringLiteral("It was stopped."));
    }
    m_trials.clear(); // their steps hold on to the folder
    m_folder.reset();
    emit finished(m_results, {});
}

void TrialRun::fail(const QString& trouble)
{
    m_finished = true;
    emit finished({}, trouble);
}

}
