// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/LogDivergence.h"

#include "core/store/AttemptFiles.h"
#include "core/store/StageStanding.h"

#include <QFileInfo>

#include <algorithm>

namespace torchmason {

namespace {

// What a network says is by chance, where the source came in both.
bool isDownload(const StageResult& left, const StageResult& right)
{
    return left.id == stageKindId(StageKind::Fetch) && left.state == StageState::Succeeded
        && right.state == StageState::Succeeded;
}

// Each of our own steps before the stage's first program writes a line, whatever it found.
qint64 ownLinesOf(const AttemptRecord& record, const QString& stage)
{
    for (const Stage& planned : record.plan.stages) {
        const auto program = std::find_if(planned.commands.begin(), planned.commands.end(),
            [](const Command& command) { return !isHelper(command.program); });
        if (planned.id == stage && program != planned.commands.end())
            return program - planned.commands.begin();
    }
    return 0; // nobody else writes there
}

ComparedLog logOf(const AttemptRecord& record, const QString& folder, const StageResult& stage)
{
    return { folder + u'/' + stage.logFile,
        { record.request.buildFolder, record.request.sourceFolder, record.request.python.folder, folder },
        ownLinesOf(record, stage.id), stage.state != StageState::Succeeded };
}

// Whether a program had its say. Else a step of our own failed, and its lines tell why.
bool goesOnBehindOwnLines(const ComparedLog& log)
{
    LogLines lines(log.path);
    qint64 read = 0;
    while (read <= log.ownLines && (read > 0 || lines.open()) && lines.next())
        ++read;
    return read > log.ownLines;
}

// Those of a stage that both have.
std::optional<std::pair<ComparedLog, ComparedLog>> logsOf(const AttemptRecord& left,
    const QString& leftFolder, const AttemptRecord& right, const QString& rightFolder, const QString& stage)
{
    const StageResult* one = stageNamed(left.stages, stage);
    const StageResult* other = stageNamed(right.stages, stage);
    if (!one || one->logFile.isEmpty() || !other || other->logFile.isEmpty() || isDownload(*one, *other))
        return std::nullopt;
    std::pair logs(logOf(left, leftFolder, *one), logOf(right, rightFolder, *other));
    if (!QFileInfo::exists(logs.first.path) || !QFileInfo::exists(logs.second.path))
        return std::nullopt;
    if (!goesOnBehindOwnLines(logs.first) || !goesOnBehindOwnLines(logs.second))
        logs.first.ownLines = logs.second.ownLines = 0;
    return logs;
}

}

Result<QVector<StageDivergence>> divergentStages(const AttemptRecord& left, const QString& leftFolder,
    const AttemptRecord& right, const QString& rightFolder, const std::stop_token& stop)
{
    QVector<StageDivergence> places;
    for (const StageResult& stage : left.stages) {
        const auto logs = logsOf(left, leftFolder, right, rightFolder, stage.id);
        if (!logs)
            continue;
        auto place = firstDivergence(logs->first, logs->second, stop);
        if (!place)
            return place.error();
        if (*place)
            places.append({ stage.id, std::move(*place.value()) });
    }
    return places;
}

Result<QVector<LogDivergence>> divergencesIn(const QString& stage, const QString& leftFolder,
    const QString& rightFolder, const WantedPlaces& wanted, const std::stop_token& stop)
{
    const auto left = AttemptFiles::readRecord(leftFolder);
    if (!left)
        return left.error();
    const auto right = AttemptFiles::readRecord(rightFolder);
    if (!right)
        return right.error();
    const auto logs = logsOf(*left, leftFolder, *right, rightFolder, stage);
    return logs ? divergences(logs->first, logs->second, wanted, stop) : QVector<LogDivergence>();
}

}
