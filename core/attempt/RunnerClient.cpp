// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attempt/RunnerClient.h"

#include "core/attempt/FolderClaim.h"
#include "core/attempt/RuntimeFolder.h"
#include "core/attempt/SourceClaim.h"
#include "core/base/AppPaths.h"
#include "core/base/Core.h"
#include "core/base/Log.h"
#include "core/base/WholeFile.h"
#include "core/config/InheritedOptions.h"
#include "core/store/AttemptFiles.h"
#include "core/store/SecretMask.h"

#include <QDeadlineTimer>
#include <QFile>
#include <QFileInfo>
#include <QLocalSocket>
#include <QProcess>
#include <QThread>

#include <algorithm>

namespace torchmason {

namespace {

constexpr int runnerBeginsWithin = 30000; // milliseconds; it takes about 30 on an idle machine
constexpr int runnerEndsWithin = 5000;
constexpr Milliseconds connectsWithin { 5000 }; // one that works takes a connection at once
constexpr qsizetype longestAnswer = 1 << 20;

Result<QString> runnerProgram()
{
#ifdef Q_OS_WIN
    const QString name = QStringLiteral("torchmason-runner.exe");
#else
    const QString name = QStringLiteral("torchmason-runner");
#endif
    // Tests run from a folder of their own and name the runner here.
    const QString named = qEnvironmentVariable("TORCHMASON_RUNNER");
    const QString path = named.isEmpty() ? AppPaths::programFolder() + QLatin1Char('/') + name : named;
    if (!QFileInfo(path).isExecutable())
        return Error { Core::tr("The program %1 is missing; install Torchmason again.").arg(path) };
    return path;
}

// A runner that is this late must not begin after its user was told that it failed.
Error giveUp(const QString& folder, const ProcessIdentity& runner)
{
    QFile withdrawn(AttemptFiles::withdrawn(folder));
    (void)withdrawn.open(QIODevice::WriteOnly);
    askToEnd(runner);
    const QDeadlineTimer deadline(runnerEndsWithin);
    while (isAlive(runner) && !deadline.hasExpired())
        QThread::msleep(20);
    return { Core::tr("The runner (process %1) has not begun to work on %2 within %3 s, so the build was "
                      "given up; the machine may be too busy, or the disk does not respond.")
                 .arg(runner.pid)
                 .arg(folder)
                 .arg(runnerBeginsWithin / 1000) };
}

// What is sure to fail takes no number: folders that others use, and what cannot be planned.
Result<void> canBegin(const BuildRequest& request)
{
    const auto plan = makeStagePlan(request, hostPlatform(), inheritedOptions(request));
    if (!plan)
        return plan.error();
    if (request.queue) // it takes its folders when its turn has come
        return {};
    if (const auto other = FolderClaim::buildInUse(request.buildFolder))
        return *other;
    if (const auto other = SourceClaim::sourceInUse(request, *plan))
        return *other;
    return {};
}

// Until the runner has written its first record, or is gone without one.
Result<void> waitUntilItRuns(const QString& folder, qint64 pid, const QString& wordsPath)
{
    const QDeadlineTimer deadline(runnerBeginsWithin);
    bool alive = true;
    while (alive && !deadline.hasExpired()) {
        alive = identifyProcess(pid).pid != 0;
        if (QFileInfo::exists(AttemptFiles::record(folder)))
            return {};
        QThread::msleep(5);
    }
    if (alive)
        return giveUp(folder, identifyProcess(pid));
    const QString words = readLastLine(wordsPath);
    return Error { words.isEmpty() ? Core::tr("The runner ended before the build of %1 began.").arg(folder)
                                   : words };
}

// Sleeps in between: while the queue of the other side is full, Qt 6.4 tries again without a pause.
bool connectTo(QLocalSocket& socket, const QString& name, Milliseconds limit)
{
    const QDeadlineTimer deadline(limit);
    socket.connectToServer(name);
    while (socket.state() == QLocalSocket::ConnectingState && !socket.waitForConnected(0)) {
        if (deadline.hasExpired())
            break;
        QThread::msleep(20);
    }
    return socket.state() == QLocalSocket::ConnectedState;
}

}

Result<ReservedAttempt> startAttempt(const BuildRequest& request, const AttemptStore& store)
{
    const auto program = runnerProgram();
    if (!program)
        return program.error();
    if (const auto possible = canBegin(request); !possible)
        return possible.error();
    auto reserved = store.reserve(request);
    if (!reserved)
        return reserved;
    const QString words = AttemptFiles::runnerLog(reserved->folder);
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const EnvironmentValue& secret : realSecrets(request.configuration)) {
        if (secret.value)
            environment.insert(secret.name, *secret.value);
    }
    QProcess runner;
    runner.setProgram(*program);
    runner.setArguments({ QStringLiteral("--attempt"), reserved->folder });
    runner.setProcessEnvironment(environment);
    runner.setStandardInputFile(QProcess::nullDevice());
    runner.setStandardOutputFile(QProcess::nullDevice());
    runner.setStandardErrorFile(words);
    runner.setWorkingDirectory(reserved->folder);
    leaveTerminal(runner);
    qint64 pid = 0;
    if (!runner.startDetached(&pid))
        return Error { Core::tr("Cannot start %1: %2.").arg(*program, runner.errorString()) };
    if (const auto began = waitUntilItRuns(reserved->folder, pid, words); !began)
        return began.error();
    log::info(
        "attempt", QStringLiteral("Started %1 of the profile %2.").arg(reserved->folder, request.profileId));
    return reserved;
}

Result<Json> askRunner(const AttemptRecord& record, const Json& command, Milliseconds timeout)
{
    // The folder of the socket goes when the user's last session ends, or others take all connections; the
    // runner is there. A signal means the same as stop.
    const std::string name = command.value("command", std::string());
    const bool isStop = name == "stop";
    bool standsStill = false;
    const auto silent = [&record, isStop, &standsStill](const QString& why) -> Result<Json> {
        if (isStop && askToEnd(record.runner))
            return Json { { "ok", true }, { "standsStill", standsStill } };
        return Error {
            Core::tr("The runner of attempt %1 does not respond: %2.").arg(record.number).arg(why)
        };
    };
    if (record.socket.isEmpty() || !isAlive(record.runner))
        return Error { Core::tr("Attempt %1 is not running any more.").arg(record.number) };
    QDeadlineTimer deadline(timeout);
    QLocalSocket socket;
    // Qt has no words for a time that is up.
    const auto unanswered = [&socket, &standsStill, &silent, &name](Milliseconds limit) {
        standsStill = socket.state() != QLocalSocket::UnconnectedState;
        if (!standsStill)
            return silent(socket.errorString());
        const bool wasTold = socket.state() == QLocalSocket::ConnectedState && name == "limits";
        return silent((wasTold ? Core::tr("no answer came within %1 s; the new limits may still take effect")
                               : Core::tr("no answer came within %1 s"))
                          .arg((limit.count() + 999) / 1000));
    };
    const Milliseconds connecting = std::min(timeout, connectsWithin);
    if (!connectTo(socket, record.socket, connecting))
        return unanswered(connecting);
    socket.write(compactJson(command) + '\n');
    QByteArray answer;
    while (!answer.contains('\n')) {
        if (!socket.bytesAvailable() && !socket.waitForReadyRead(int(deadline.remainingTime())))
            return unanswered(timeout);
        answer += socket.readAll();
        if (answer.size() > longestAnswer)
            return silent(Core::tr("its answer is too long"));
    }
    auto parsed = parseJson(answer.left(answer.indexOf('\n')), Core::tr("the runner's answer"));
    if (parsed && parsed->is_object() && parsed->contains("error")) {
        JsonReader problem(*parsed, Core::tr("the runner's answer"));
        const QString reason = problem.string("error", {});
        return Error { reason.isEmpty() ? Core::tr("The runner refuses and does not say why.") : reason };
    }
    return parsed;
}

BuildRequest requestToContinue(const AttemptRecord& record)
{
    BuildRequest request = record.request;
    request.continuesAttempt = record.number;
    request.queue = false;
    request.gateLeftOut = false; // it is asked anew whether that is needed
    for (qsizetype index = 0; index < record.stages.size(); ++index) {
        const StageResult& result = record.stages[index];
        if (result.state == StageState::Succeeded || result.state == StageState::Skipped)
            continue;
        const bool isFetch
            = index < record.plan.stages.size() && record.plan.stages[index].kind == StageKind::Fetch;
        if (!isFetch)
            request.fromStage = result.id;
        break;
    }
    // What was cleaned once is not cleaned again.
    const bool cleanWasDone
        = std::any_of(record.stages.begin(), record.stages.end(), [](const StageResult& r) {
              return r.id == stageKindId(StageKind::Clean) && r.state == StageState::Succeeded;
          });
    if (cleanWasDone)
        request.clean = false;
    return request;
}

}
