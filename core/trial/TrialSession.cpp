// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trial/TrialSession.h"

#include "core/base/Core.h"
#include "core/base/Log.h"
#include "core/stages/EnvironmentCapture.h"

#include <algorithm>
#include <vector>

namespace torchmason {

namespace {

constexpr Milliseconds captureLimit { 60000 };

// What Visual Studio's script sets up, once for all trials.
void captureCompiler(TrialContext& context, const StopFlag& stop)
{
    const QString script = context.question.request.vcvars;
    if (script.isEmpty())
        return;
    using Captured = Result<QVector<EnvironmentValue>>;
    const auto captured = within(captureLimit, stop, [script, folder = context.folder]() -> Captured {
        const auto done = captureVcvars(script, folder->path());
        return done ? capturedEnvironment(folder->path()) : done.error();
    });
    if (!captured)
        context.compilerProblem
            = Core::tr("%1 did not end within %2.").arg(script, formatDuration(captureLimit));
    else if (*captured)
        context.compilerEnvironment = **captured;
    else
        context.compilerProblem = captured->error().message;
}

}

TrialSession::TrialSession(QObject* parent)
    : QObject(parent)
{
    qRegisterMetaType<TrialFacts>();
    qRegisterMetaType<QVector<TrialFacts>>();
}

TrialSession::~TrialSession()
{
    *m_stop = TrialStop::Abandon;
    if (m_thread)
        m_thread->wait(); // for killing, never for a program
}

void TrialSession::start(const TrialQuestion& question)
{
    m_thread.reset(QThread::create([this, question] { tryAll(question); }));
    m_thread->start();
}

void TrialSession::cancel()
{
    *m_stop = TrialStop::Stop;
}

// Calls it on the thread of this object.
template <typename Tell> void TrialSession::tell(Tell tell)
{
    QMetaObject::invokeMethod(this, std::move(tell), Qt::QueuedConnection);
}

void TrialSession::tryAll(const TrialQuestion& question)
{
    auto folder = makeTrialFolder();
    if (!folder)
        return tell([this, trouble = folder.error().message] { end({}, trouble); });
    QVector<TrialFacts> results;
    {
        TrialContext context(question, std::move(folder).value()); // removed with it
        const QVector<Trial> trials = makeTrials(context);
        for (const Trial& trial : trials) {
            results.append(trial.about);
            results.last().found = Core::tr("Shows %1.").arg(trial.shows);
        }
        tell([this, results] { emit planned(results); });
        captureCompiler(context, m_stop);
        runAll(trials, context, results);
    }
    for (TrialFacts& result : results) {
        if (!result.state.isEmpty())
            continue;
        result.state = QStringLiteral("unknown");
        result.found = Core::tr("It was stopped.");
    }
    tell([this, results] { end(results, {}); });
}

void TrialSession::runAll(
    const QVector<Trial>& trials, const TrialContext& context, QVector<TrialFacts>& results)
{
    std::atomic<int> next = 0;
    TrialFacts* const places = results.data(); // each is written by one thread
    const auto work = [&] {
        for (int index = next++; index < trials.size() && *m_stop == TrialStop::None; index = next++) {
            places[index] = runTrial(trials[index], context, m_stop);
            tell([this, index, trial = places[index]] { emit answered(trial, index); });
        }
    };
    std::vector<std::unique_ptr<QThread>> workers;
    for (int count = std::clamp(QThread::idealThreadCount(), 2, 4); count > 0; --count) {
        workers.emplace_back(QThread::create(work));
        workers.back()->start();
    }
    for (const auto& worker : workers)
        worker->wait();
}

void TrialSession::end(const QVector<TrialFacts>& results, const QString& trouble)
{
    QVector<TrialFacts> answers = results;
    answers.removeIf([](const TrialFacts& trial) { return !trial.at; }); // not tried, or stopped
    const auto kept = answers.isEmpty() ? Result<void>() : keepTrials(trialsFile(), answers);
    if (!kept)
        log::warning("trial", kept.error().message);
    emit finished(results, trouble);
}

}
