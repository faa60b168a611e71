// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/RunnerRequests.h"

#include "core/attempt/RunnerClient.h"
#include "core/base/Units.h"
#include "core/store/AttemptFiles.h"

#include <QDeadlineTimer>
#include <QThread>

namespace torchmason {

namespace {

constexpr Milliseconds patience { 5000 };

Result<void> ask(const QString& folder, const Json& command)
{
    const QDeadlineTimer deadline(patience);
    auto record = AttemptFiles::readRecord(folder);
    while (record && record->state == AttemptState::Requested && !deadline.hasExpired()) {
        QThread::msleep(20); // its runner has not written where it listens yet
        record = AttemptFiles::readRecord(folder);
    }
    if (!record)
        return record.error();
    if (hasEnded(record->state))
        return {};
    const auto answer = askRunner(*record, command, patience);
    if (answer)
        return {};
    // It may have ended while it was asked.
    const auto now = AttemptFiles::readRecord(folder);
    if (now && hasEnded(now->state))
        return {};
    return answer.error();
}

}

Result<void> stopAttempt(const QString& folder)
{
    return ask(folder, { { "command", "stop" } });
}

Result<void> changeJobs(const QString& folder, int jobs)
{
    return ask(folder, { { "command", "limits" }, { "jobs", jobs } });
}

}
