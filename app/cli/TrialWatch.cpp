// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/TrialWatch.h"

#include "app/cli/Console.h"
#include "app/cli/Terminal.h"
#include "core/trial/TrialSession.h"

#include <QEventLoop>
#include <QTimer>

#include <algorithm>

namespace torchmason::cli {

namespace {

// "Testing, 3 of 10 done: Git, Long paths"
QString liveLine(const QVector<TrialFacts>& trials)
{
    QStringList waiting;
    for (const TrialFacts& trial : trials) {
        if (trial.state.isEmpty())
            waiting << trial.title;
    }
    return QStringLiteral("Testing, %1 of %2 done: %3")
        .arg(trials.size() - waiting.size())
        .arg(trials.size())
        .arg(waiting.join(QLatin1String(", ")));
}

}

Result<QVector<TrialFacts>> tryOut(const TrialQuestion& question, Console& console)
{
    TrialSession session;
    QVector<TrialFacts> trials;
    QString trouble;
    QEventLoop loop;
    QObject::connect(&session, &TrialSession::planned, &loop, [&](const QVector<TrialFacts>& planned) {
        trials = planned;
        console.showLive(liveLine(trials));
    });
    QObject::connect(&session, &TrialSession::answered, &loop, [&](const TrialFacts& trial, int index) {
        trials[index] = trial;
        console.showLive(liveLine(trials));
    });
    QObject::connect(&session, &TrialSession::finished, &loop,
        [&](const QVector<TrialFacts>& results, const QString& why) {
            trials = results;
            trouble = why;
            loop.quit();
        });
    QTimer interrupts;
    QObject::connect(&interrupts, &QTimer::timeout, &loop, [&session] {
        if (interruptCount() > 0 && !session.wasCancelled())
            session.cancel();
    });
    countInterrupts();
    interrupts.start(100);
    session.start(question);
    loop.exec();
    console.clearLive();
    if (!trouble.isEmpty())
        return Error { trouble };
    return trials;
}

bool anyFailed(const QVector<TrialFacts>& trials)
{
    return std::any_of(trials.begin(), trials.end(),
        [](const TrialFacts& trial) { return trial.state == QLatin1String("fail"); });
}

}
