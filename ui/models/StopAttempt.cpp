// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/StopAttempt.h"

#include "core/attempt/RunnerClient.h"
#include "core/store/AttemptFiles.h"

#include <QDeadlineTimer>
#include <QThread>

namespace torchmason {

Result<void> stopAttempt(const QString& folder, Milliseconds patience)
{
    const QDeadlineTimer deadline(patience);
    auto record = AttemptFiles::readRecord(folder);
    while (record && record->state == AttemptState::Requested && !deadline.hasExpired()) {
        QThread::msleep(20); // its runner has not written where it listens yet
        record = AttemptFiles::readRecord(folder);
    }
    if (!record)
        return record.error();
    if (record->state != AttemptState::Requested && record->state != AttemptState::Running)
        return {};
    const auto answer = askRunner(*record, Json { { "command", "stop" } }, patience);
    if (answer)
        return {};
    // It may have ended while it was asked.
    const auto now = AttemptFiles::readRecord(folder);
    if (now && now->state != AttemptState::Requested && now->state != AttemptState::Running)
        return {};
    return answer.error();
}

}
