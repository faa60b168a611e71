// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/AttemptsCommand.h"

#include "app/cli/AttemptViews.h"
#include "app/cli/BuildWatch.h"
#include "app/cli/CommandLine.h"
#include "app/cli/Console.h"
#include "app/cli/Subcommand.h"
#include "app/cli/WishOptions.h"
#include "core/attempt/RunnerClient.h"
#include "core/store/AttemptFiles.h"

#include <QFile>
#include <QFileInfo>
#include <QThread>

namespace torchmason::cli {

namespace {

constexpr Milliseconds answerLimit { 5000 };
constexpr int stopPolls = 300; // of 100 ms: the stop ladder needs some seconds for a deaf compiler

void copyFile(const QString& path, Console& console)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return;
    while (console.hasReader()) {
        const QByteArray chunk = file.read(1 << 20);
        if (chunk.isEmpty())
            return;
        console.printRaw(chunk);
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

bool isLive(AttemptState state)
{
    return state == AttemptState::Running || state == AttemptState::Requested;
}

// The attempt as it is when `holds` or when it takes too long.
template <typename Condition> AttemptSummary waitUntil(AttemptSummary attempt, Condition holds)
{
    for (int poll = 0; poll < stopPolls && !holds(attempt.record.state); ++poll) {
        QThread::msleep(100);
        const auto now = AttemptFiles::readRecord(attempt.folder);
        if (!now)
            break;
        attempt.record = *now;
    }
    return attempt;
}

}

int showAttempt(const QStringList& words, Console& console)
{
    CommandLine line(
        QStringLiteral("attempts show N [--json]"), QStringLiteral("Shows everything about one attempt."));
    line.option(QStringLiteral("json"), {}, QStringLiteral("for programs"));
    int code = 0;
    if (const auto ends = line.parse(words, console, 1))
        return *ends;
    const auto attempt = attemptNamed(line.positional().value(0), console, code);
    if (!attempt)
        return code;
    if (line.has(QStringLiteral("json")))
        console.printJson(attemptToJson(*attempt));
    else if (attempt->error.isEmpty())
        console.print(attemptText(*attempt));
    if (!attempt->error.isEmpty())
        return console.failed(attempt->error);
    return ExitCode::Good;
}

int printLog(const QStringList& words, Console& console)
{
    CommandLine line(QStringLiteral("attempts log N [--stage STAGE] [--json]"),
        QStringLiteral("Prints the raw log of an attempt, byte for byte."));
    line.option(QStringLiteral("stage"), QStringLiteral("STAGE"), QStringLiteral("only this stage's"));
    line.option(QStringLiteral("json"), {}, QStringLiteral("where the logs are and how long, for programs"));
    int code = 0;
    if (const auto ends = line.parse(words, console, 1))
        return *ends;
    const auto attempt = attemptNamed(line.positional().value(0), console, code);
    if (!attempt)
        return code;
    if (!attempt->error.isEmpty())
        return console.failed(attempt->error);
    const Json logs = logsToJson(*attempt);
    if (line.has(QStringLiteral("json"))) {
        console.printJson({ { "schema", 1 }, { "attempt", attempt->number }, { "logs", logs } });
        return ExitCode::Good;
    }
    const QString wanted = line.value(QStringLiteral("stage"));
    bool found = false;
    for (const Json& log : logs) {
        if (!wanted.isEmpty() && log["stage"] != wanted.toStdString())
            continue;
        found = true;
        copyFile(QString::fromStdString(log["file"].get<std::string>()), console);
    }
    if (!found)
        return console.failed(wanted.isEmpty()
                ? QStringLiteral("attempt %1 has no log yet.").arg(attempt->number)
                : QStringLiteral("attempt %1 has no log of a stage \"%2\".")
                      .arg(attempt->number)
                      .arg(wanted));
    return ExitCode::Good;
}

int limitAttempt(const QStringList& words, Console& console)
{
    CommandLine line(QStringLiteral("attempts limits N [--jobs J] [--memory-limit BYTES]"),
        QStringLiteral(
            "Changes what a running attempt with a memory gate may take. The jobs hold for compilers that\n"
            "start from now on; with less memory than they have, the youngest start again later."));
    line.option(QStringLiteral("jobs"), QStringLiteral("J"), QStringLiteral("compilers at the same time"));
    line.option(QStringLiteral("memory-limit"), QStringLiteral("BYTES"),
        QStringLiteral("of all compilers together, such as 16G; none: no limit but the machine's"));
    int code = 0;
    if (const auto ends = line.parse(words, console, 1))
        return *ends;
    Json command = { { "command", "limits" } };
    if (line.has(QStringLiteral("jobs"))) {
        const auto jobs = jobsFromText(line.value(QStringLiteral("jobs")));
        if (!jobs)
            return console.wrongUse(jobs.error().message + QLatin1Char('.'));
        command["jobs"] = *jobs;
    }
    const QString limitText = line.value(QStringLiteral("memory-limit"));
    if (limitText == QLatin1String("none")) {
        command["memoryLimit"] = Json();
    } else if (line.has(QStringLiteral("memory-limit"))) {
        const auto limit = memoryLimitFromText(limitText);
        if (!limit)
            return console.wrongUse(limit.error().message + QLatin1Char('.'));
        command["memoryLimit"] = *limit;
    }
    if (command.size() == 1)
        return console.wrongUse(QStringLiteral("--jobs or --memory-limit is needed."));
    const auto attempt = ownAttemptNamed(line.positional().value(0), console, code);
    if (!attempt)
        return code;
    if (attempt->record.state != AttemptState::Running)
        return console.failed(QStringLiteral("attempt %1 does not run.").arg(attempt->number));
    const auto answer = askRunner(attempt->record, command, answerLimit);
    if (!answer)
        return console.failed(answer.error().message);
    console.print(QStringLiteral("Attempt %1 goes on with the new limits.").arg(attempt->number));
    return ExitCode::Good;
}

int stopAttempt(const QStringList& words, Console& console)
{
    CommandLine line(QStringLiteral("attempts stop N [--json]"),
        QStringLiteral("Stops a running attempt and waits until all its processes have ended."));
    line.option(QStringLiteral("json"), {}, QStringLiteral("for programs"));
    int code = 0;
    if (const auto ends = line.parse(words, console, 1))
        return *ends;
    const QString word = line.positional().value(0);
    const auto attempt = ownAttemptNamed(word, console, code);
    if (!attempt)
        return code;
    // A runner that was started a moment ago can be asked once it runs.
    const AttemptSummary begun
        = waitUntil(*attempt, [](AttemptState state) { return state != AttemptState::Requested; });
    if (begun.record.state != AttemptState::Running)
        return console.failed(QStringLiteral("attempt %1 does not run.").arg(attempt->number));
    const auto answer = askRunner(begun.record, { { "command", "stop" } }, answerLimit);
    if (!answer)
        return console.failed(answer.error().message);
    const AttemptState state = waitUntil(begun, [](AttemptState now) { return !isLive(now); }).record.state;
    if (isLive(state))
        return console.failed(
            QStringLiteral("attempt %1 was asked to stop, but has not ended yet.").arg(attempt->number));
    if (line.has(QStringLiteral("json")))
        console.printJson({ { "schema", 1 }, { "attempt", attempt->number },
            { "stopped", state == AttemptState::Stopped }, { "state", toJson(attemptStateId(state)) } });
    else if (state == AttemptState::Stopped)
        console.print(QStringLiteral("Attempt %1 has stopped.").arg(attempt->number));
    else
        console.print(QStringLiteral("Attempt %1 had ended before it could be stopped: %2.")
                          .arg(attempt->number)
                          .arg(attemptStateId(state)));
    return ExitCode::Good;
}

int attachToAttempt(const QStringList& words, Console& console)
{
    CommandLine line(QStringLiteral("attempts attach N [--json]"),
        QStringLiteral(
            "Watches an attempt until it ends. Ctrl-C ends the watching, not the build. An attempt that has\n"
            "ended is shown from its beginning."));
    line.option(
        QStringLiteral("json"), {}, QStringLiteral("for programs: no progress, the attempt at the end"));
    int code = 0;
    if (const auto ends = line.parse(words, console, 1))
        return *ends;
    const auto attempt = attemptNamed(line.positional().value(0), console, code);
    if (!attempt)
        return code;
    if (line.has(QStringLiteral("json")))
        console.onlyJson();
    return BuildWatch(attempt->folder, attempt->number, console, BuildWatch::Interrupt::EndsWatching).run();
}

}
