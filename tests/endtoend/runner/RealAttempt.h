// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/attempt/RunnerClient.h"
#include "core/store/AttemptFiles.h"
#include "core/store/AttemptFollower.h"
#include "tests/support/TestFiles.h"

#include <QProcess>

namespace torchmason {

// What one attempt came to.
struct RealAttempt {
    QString folder;
    AttemptRecord record;
    QVector<Finding> findings;

    StageResult stage(const char* id) const
    {
        for (const StageResult& result : record.stages) {
            if (result.id == QLatin1String(id))
                return result;
        }
        return {};
    }
    QByteArray log(const char* id) const { return contentOf(AttemptFiles::log(folder, QLatin1String(id))); }
};

// Lets the real runner do the request, with the plan that follows from it, to its end.
inline RealAttempt runRequest(const BuildRequest& request, const AttemptStore& store)
{
    RealAttempt attempt;
    const auto reserved = store.reserve(request);
    if (!reserved)
        qFatal("%s", qPrintable(reserved.error().message));
    attempt.folder = reserved->folder;
    QProcess runner;
    runner.setProcessChannelMode(QProcess::ForwardedChannels);
    runner.start(QStringLiteral(RUNNER), { QStringLiteral("--attempt"), reserved->folder });
    if (!runner.waitForFinished(600'000))
        qFatal("the runner does not end");
    const auto record = AttemptFiles::readRecord(reserved->folder);
    if (record)
        attempt.record = *record;
    AttemptFollower follower(reserved->folder);
    while (follower.poll()) { }
    attempt.findings = follower.findings();
    return attempt;
}

}
