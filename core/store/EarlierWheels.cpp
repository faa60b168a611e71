// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/EarlierWheels.h"

#include "core/stages/InstallNote.h"
#include "core/stages/MadeWheels.h"
#include "core/store/AttemptFiles.h"
#include "core/store/AttemptStore.h"

#include <QDir>
#include <QFileInfo>
#include <QSet>

#include <algorithm>

namespace torchmason {

namespace {

QVector<WheelRecord> ownWheels(const QString& attemptFolder)
{
    QVector<WheelRecord> wheels;
    for (const MadeWheel& wheel :
        wheelsInLog(AttemptFiles::log(attemptFolder, stageKindId(StageKind::Wheel))))
        wheels.append({ wheel.path, wheel.size, wheel.sha256 });
    return wheels;
}

// Whether what lies in the build folder, or beside it, is of this attempt or an earlier one.
bool mayHaveBuilt(const AttemptRecord& record)
{
    if (beginsAfterPacking(record.request))
        return false;
    const auto ran = [](const StageResult& stage) {
        return (stage.id == stageKindId(StageKind::Compile) || stage.id == stageKindId(StageKind::Wheel))
            && stage.hasBegun();
    };
    return record.stages.isEmpty() || std::any_of(record.stages.begin(), record.stages.end(), ran);
}

// Those before it in its build folder: the one that it goes on with, and then the newest first.
QVector<AttemptSummary> earlierAttempts(const QFileInfo& folder, const BuildRequest& request)
{
    QVector<AttemptSummary> attempts = AttemptStore(folder.path()).list();
    attempts.removeIf([&](const AttemptSummary& attempt) {
        return attempt.number >= folder.fileName().toInt() || !attempt.error.isEmpty()
            || attempt.record.imported || attempt.record.request.buildFolder != request.buildFolder;
    });
    std::stable_partition(attempts.begin(), attempts.end(),
        [&](const AttemptSummary& attempt) { return attempt.number == request.continuesAttempt; });
    return attempts;
}

// A later build may have packed another one under the same name.
BuildWheels recordOf(const QString& wheel, const QVector<AttemptSummary>& attempts)
{
    for (const AttemptSummary& attempt : attempts) {
        for (const WheelRecord& record : attempt.record.wheels) {
            if (record.path == wheel)
                return { { record }, attempt.number };
        }
    }
    return {};
}

BuildWheels wheelsOf(int attempt, const QVector<WheelRecord>& wheels)
{
    return { wheels, wheels.isEmpty() ? 0 : attempt };
}

}

BuildWheels wheelsOfBuild(const QString& attemptFolder)
{
    const QFileInfo folder(QDir::cleanPath(attemptFolder));
    const QVector<WheelRecord> own = ownWheels(attemptFolder);
    const auto request = AttemptFiles::readRequest(attemptFolder);
    if (!own.isEmpty() || !request || !beginsAfterPacking(*request) || request->install.takesBack > 0)
        return wheelsOf(folder.fileName().toInt(), own);
    const QVector<AttemptSummary> attempts = earlierAttempts(folder, *request);
    if (!request->install.wheel.isEmpty())
        return recordOf(request->install.wheel, attempts);
    for (const AttemptSummary& earlier : attempts) {
        if (!earlier.record.request.install.wheel.isEmpty())
            continue; // it installed the wheel of any build
        if (!earlier.record.wheels.isEmpty())
            return { earlier.record.wheels, earlier.number };
        if (mayHaveBuilt(earlier.record)) // its runner may have died before it kept them
            return wheelsOf(earlier.number, ownWheels(earlier.folder));
    }
    return {};
}

QString continuedInstallNote(const QString& attemptFolder)
{
    const QFileInfo folder(QDir::cleanPath(attemptFolder));
    const auto own = AttemptFiles::readRequest(attemptFolder);
    int wanted = own ? own->continuesAttempt.value_or(0) : 0;
    QSet<int> takenBack;
    for (int number = folder.fileName().toInt() - 1; number >= wanted && wanted > 0; --number) {
        const QString earlier = AttemptStore(folder.path()).attemptFolder(number);
        const auto record = AttemptFiles::readRecord(earlier, AttemptFiles::RecordPart::WithoutPlan);
        if (!record)
            continue;
        if (record->state == AttemptState::Succeeded)
            takenBack.insert(record->request.install.takesBack);
        if (number != wanted)
            continue;
        const QString note = installNotePath(earlier);
        if (QFileInfo::exists(note))
            return takenBack.contains(number) ? QString() : note;
        wanted = record->request.continuesAttempt.value_or(0);
    }
    return {};
}

}
