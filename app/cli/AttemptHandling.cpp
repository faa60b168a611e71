// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/AttemptsCommand.h"

#include "app/cli/AttemptViews.h"
#include "app/cli/BuildWatch.h"
#include "app/cli/WishOptions.h"
#include "core/attempt/RunnerClient.h"
#include "core/base/AppPaths.h"
#include "core/base/ControlCharacters.h"
#include "core/base/RegularFile.h"
#include "core/base/TextDecoding.h"
#include "core/history/Lineage.h"
#include "core/history/RunningSteps.h"
#include "core/store/AttemptFiles.h"

#include <QDeadlineTimer>
#include <QFileInfo>
#include <QThread>

namespace torchmason::cli {

namespace {

constexpr Milliseconds patience { 10'000 }; // with a runner that does not answer; its disk may be slow
constexpr Milliseconds stopsWithin { 30'000 }; // the stop ladder needs some seconds for a deaf compiler
constexpr Milliseconds stillStopsWithin { 3'000 }; // of the patience; who stands still does not climb it

constexpr qint64 pieceSize = 1 << 20; // also of a line that is longer

// Byte for byte into a file; a terminal would act upon what stands in a log.
void copyFile(const QString& path, Console& console)
{
    RegularFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return;
    while (console.hasReader()) {
        const QByteArray piece = console.isTerminal() ? file.readLine(pieceSize) : file.read(pieceSize);
        if (piece.isEmpty())
            return;
        console.printRaw(console.isTerminal() ? plainToolText(piece).toUtf8() : piece);
    }
}

Json logsToJson(const AttemptSummary& attempt)
{
    Json logs = Json::array();
    for (const StageResult& stage : attempt.record.stages) {
        const QString path = attempt.folder + QLatin1Char('/') + stage.logFile;
        if (!stage.logFile.isEmpty() && QFileInfo::exists(path))
            logs.push_back({ { "stage", toJson(stage.id) }, { "file", toJson(path) },
                { "bytes", QFileInfo(path).size() } });
    }
    return logs;
}

// The attempt as it is when `holds` or when it takes too long.
AttemptSummary waitUntil(
    AttemptSummary attempt, bool (*holds)(AttemptState), Milliseconds limit = stopsWithin)
{
    const QDeadlineTimer deadline(limit);
    while (!holds(attempt.record.state) && !deadline.hasExpired()) {
        QThread::msleep(100);
        const auto now = AttemptFiles::readRecord(attempt.folder);
        if (!now)
            break;
        attempt.record = *now;
    }
    return attempt;
}

QString stepText(const LineageStep& step)
{
    QString text = QStringLiteral("  %1").arg(step.number);
    for (const FindingAnswer& answer : step.fixes)
        text += QStringLiteral("  %1%2").arg(
            answer.takenBack ? QStringLiteral("took back: ") : QString(), withoutControls(answer.fix));
    if (step.base > 0 && step.result == FixResult::Helped)
        text += QStringLiteral("  (the failure of attempt %1 did not come back)").arg(step.base);
    else if (step.base > 0 && step.result == FixResult::DidNotHelp)
        text += QStringLiteral("  (failed for the same reason as attempt %1)").arg(step.base);
    return text + QLatin1Char('\n');
}

QString chainText(const QVector<LineageStep>& chain)
{
    QString text;
    for (const LineageStep& step : chain)
        text += stepText(step);
    return chain.size() > 1 ? QStringLiteral("attempts that continue one another\n") + text : QString();
}

// As its page in the window says it.
QString laterThan(const AttemptSummary& attempt, const QVector<AttemptSummary>& all)
{
    if (attempt.record.imported || attempt.record.state == AttemptState::Succeeded)
        return {};
    const AttemptSummary* later = laterOf(attempt.number, all);
    return later ? laterText(QStringLiteral("Attempt %1").arg(later->number), *later, attempt.number)
                 : QString();
}

Json chainToJson(const QVector<LineageStep>& chain)
{
    Json rows = Json::array();
    for (const LineageStep& step : chain) {
        Json fixes = Json::array();
        for (const FindingAnswer& answer : step.fixes)
            fixes.push_back({ { "attempt", answer.attempt }, { "rule", toJson(answer.rule) },
                { "fix", toJson(answer.fix) }, { "takenBack", answer.takenBack } });
        rows.push_back({ { "number", step.number }, { "base", step.base }, { "fixes", fixes },
            { "result", toJson(fixResultId(step.result)) } });
    }
    return rows;
}

int show(const CommandLine& line, Console& console)
{
    const AttemptSummary attempt = attemptNamed(line.positional().value(0));
    const QVector<AttemptSummary> all = AttemptStore(AppPaths::attemptsFolder()).list();
    const auto chain = chainOf(attempt.number, all);
    if (line.has("json")) {
        Json document = attemptToJson(attempt);
        document["chain"] = chainToJson(chain);
        console.printJson(document);
    } else if (attempt.error.isEmpty()) {
        console.print(attemptText(attempt, laterThan(attempt, all)) + chainText(chain));
    }
    if (!attempt.error.isEmpty())
        fail(attempt.error);
    return ExitCode::Good;
}

int printLog(const CommandLine& line, Console& console)
{
    const AttemptSummary attempt = readableAttempt(line.positional().value(0));
    const Json logs = logsToJson(attempt);
    if (line.has("json")) {
        console.printJson({ { "schema", 1 }, { "attempt", attempt.number }, { "logs", logs } });
        return ExitCode::Good;
    }
    const QString wanted = line.value("stage");
    bool found = false;
    for (const Json& log : logs) {
        if (!wanted.isEmpty() && log["stage"] != wanted.toStdString())
            continue;
        found = true;
        copyFile(QString::fromStdString(log["file"].get<std::string>()), console);
    }
    if (!found)
        fail(wanted.isEmpty()
                ? QStringLiteral("Attempt %1 has no log yet.").arg(attempt.number)
                : QStringLiteral("Attempt %1 has no log of a stage \"%2\".").arg(attempt.number).arg(wanted));
    return ExitCode::Good;
}

int limit(const CommandLine& line, Console& console)
{
    Json command = { { "command", "limits" } };
    if (const auto jobs = jobsWished(line))
        command["jobs"] = *jobs;
    if (line.value("memory-limit") == QLatin1String("none"))
        command["memoryLimit"] = Json();
    else if (const auto limit = memoryLimitWished(line))
        command["memoryLimit"] = *limit;
    if (command.size() == 1)
        wrongUse(QStringLiteral("--jobs or --memory-limit is needed."));
    const AttemptSummary attempt = ownAttempt(line.positional().value(0));
    if (attempt.record.state != AttemptState::Running)
        fail(QStringLiteral("Attempt %1 does not run.").arg(attempt.number));
    orFail(askRunner(attempt.record, command, patience));
    console.print(QStringLiteral("Attempt %1 goes on with the new limits.").arg(attempt.number));
    return ExitCode::Good;
}

int stop(const CommandLine& line, Console& console)
{
    const AttemptSummary attempt = ownAttempt(line.positional().value(0));
    // A runner that was started a moment ago can be asked once it runs.
    const AttemptSummary begun
        = waitUntil(attempt, [](AttemptState state) { return state != AttemptState::Requested; });
    if (begun.record.state != AttemptState::Running)
        fail(QStringLiteral("Attempt %1 does not run.").arg(attempt.number));
    const Json answer
        = orFail(askRunner(begun.record, { { "command", "stop" } }, patience - stillStopsWithin));
    bool standsStill = answer.value("standsStill", false);
    AttemptSummary last = begun;
    if (standsStill) {
        last = waitUntil(last, hasEnded, stillStopsWithin);
        standsStill = stopEvents(last.folder).isEmpty(); // a slow one has begun to stop
    }
    if (!standsStill)
        last = waitUntil(last, hasEnded);
    const AttemptRecord& after = last.record;
    const AttemptState state = after.state;
    if (!hasEnded(state))
        fail((standsStill
                ? QStringLiteral("The runner of attempt %1 does not respond. It was asked to stop by a "
                                 "signal, and ends when it goes on.")
                : QStringLiteral("Attempt %1 was asked to stop, but has not ended yet."))
                 .arg(attempt.number));
    if (line.has("json"))
        console.printJson({ { "schema", 1 }, { "attempt", attempt.number },
            { "stopped", state == AttemptState::Stopped }, { "state", toJson(attemptStateId(state)) } });
    else if (state == AttemptState::Stopped)
        console.print(QStringLiteral("Attempt %1 has stopped. %2")
                          .arg(QString::number(attempt.number), withoutControls(after.error))
                          .trimmed());
    else
        console.print(QStringLiteral("Attempt %1 had ended before it could be stopped: %2.")
                          .arg(attempt.number)
                          .arg(attemptStateId(state)));
    return ExitCode::Good;
}

int attach(const CommandLine& line, Console& console)
{
    const AttemptSummary attempt = readableAttempt(line.positional().value(0));
    if (line.has("json"))
        console.onlyJson();
    return BuildWatch(attempt.folder, attempt.number, console, BuildWatch::Interrupt::EndsWatching).run();
}

}

Subcommand attemptsShowCommand()
{
    return { "attempts show", "N [--json]", "Shows everything about one attempt.", 0, 1, { forPrograms },
        show };
}

Subcommand attemptsLogCommand()
{
    return { "attempts log", "N [--stage STAGE] [--json]", "Prints the raw log of an attempt, byte for byte.",
        0, 1,
        { { "stage", "STAGE", "only this stage's" },
            { "json", "", "where the logs are and how long, as JSON" } },
        printLog };
}

Subcommand attemptsLimitsCommand()
{
    return { "attempts limits", "N [--jobs J] [--memory-limit BYTES]",
        "Changes what a running attempt with a memory gate may take. The number of jobs counts for compilers "
        "that start from now on. Where those that run take more than the memory limit, the youngest are "
        "ended "
        "and start again later.",
        0, 1,
        { { "jobs", "J", "compilers at the same time" },
            { "memory-limit", "BYTES",
                "of all compilers together, such as 16G; none: no limit but the machine's" } },
        limit };
}

Subcommand attemptsStopCommand()
{
    return { "attempts stop", "N [--json]",
        "Stops a running attempt and waits until all its processes have ended.", 0, 1, { forPrograms },
        stop };
}

Subcommand attemptsAttachCommand()
{
    return { "attempts attach", "N [--json]",
        "Watches an attempt until it ends. Ctrl-C ends the watching, not the build. An attempt that has "
        "ended is "
        "shown from its beginning.",
        0, 1, { { "json", "", "JSON for programs: no progress, the attempt at the end" } }, attach };
}

}
