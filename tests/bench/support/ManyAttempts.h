// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/AttemptFiles.h"
#include "core/store/AttemptStore.h"

#include <QDir>
#include <QFile>

// A folder of many small attempts.
namespace torchmason {

// That of a real attempt, whose folder this is, or one with 40 flags.
inline Json recordForMany(const QString& folder)
{
    if (const auto real = readJsonFile(AttemptFiles::record(folder)); !folder.isEmpty() && real)
        return *real;
    AttemptRecord record;
    record.state = AttemptState::Failed;
    record.request.sourceFolder = QStringLiteral("/src");
    record.request.buildFolder = QStringLiteral("/build");
    for (int i = 0; i < 40; ++i)
        record.request.configuration.setFlag(
            { QStringLiteral("USE_%1").arg(i), QStringLiteral("ON"), {}, {} });
    return toJson(record);
}

// One in ten has a note.
inline void makeAttempts(const QString& folder, int attempts, const Json& record)
{
    const QByteArray text = QByteArray::fromStdString(record.dump(2));
    for (int number = 1; number <= attempts; ++number) {
        const QString attempt = AttemptStore(folder).attemptFolder(number);
        QDir().mkpath(attempt);
        QFile file(AttemptFiles::record(attempt));
        if (file.open(QIODevice::WriteOnly))
            file.write(text);
        if (number % 10 == 0)
            (void)writeNotes(attempt, { QStringLiteral("A note."), { QStringLiteral("kept") } });
    }
}

}
