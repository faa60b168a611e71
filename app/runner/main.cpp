// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runner/CommandServer.h"
#include "app/runner/KeepAwake.h"
#include "app/runner/StopRequests.h"

#include "core/attempt/AttemptEngine.h"
#include "core/attempt/FolderClaim.h"
#include "core/attempt/QueueTurn.h"
#include "core/attempt/RuntimeFolder.h"
#include "core/attempt/SourceClaim.h"
#include "core/base/Clock.h"
#include "core/base/FileMode.h"
#include "core/base/Log.h"
#include "core/base/PlatformPath.h"
#include "core/base/Program.h"
#include "core/config/InheritedOptions.h"
#include "core/export/HelperModes.h"
#include "core/gate/Admission.h"
#include "core/process/SentinelLink.h"
#include "core/stages/GateLaunchers.h"
#include "core/store/AttemptFiles.h"
#include "core/store/SecretMask.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QUuid>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <memory>

namespace torchmason {

namespace {

enum ExitCode {
    Succeeded = 0,
    NotSucceeded = 1,
    CannotBegin = 3,
    FolderFailed = 4,
};

int refuse(const Error& error)
{
    log::error("runner", error.message);
    return CannotBegin;
}

Result<AttemptRecord> newRecord(const QString& folder)
{
    if (QFileInfo::exists(AttemptFiles::record(folder)))
        return Error {
            QStringLiteral("%1 holds an attempt that was made already; start a new one.").arg(folder)
        };
    auto request = AttemptFiles::readRequest(folder);
    if (!request)
        return request.error();
    AttemptRecord record;
    record.number = QFileInfo(folder).fileName().toInt();
    record.id = QUuid::createUuid().toString(QUuid::WithoutBraces);
    record.request = std::move(request).value();
    record.createdAt = systemClock().wallMilliseconds();
    record.runner = identifyProcess(QCoreApplication::applicationPid());
    record.programVersion = QStringLiteral(TORCHMASON_VERSION);
    return record;
}

// A hand-made plan.json beside the request is taken as it is: for tests and for measuring.
Result<StagePlan> planFor(const QString& folder, const BuildRequest& request)
{
    const QString handMade = folder + QStringLiteral("/plan.json");
    if (!QFileInfo::exists(handMade)) {
        auto plan = makeStagePlan(request, hostPlatform(), inheritedOptions(request));
        if (plan)
            fillAttemptFolder(plan.value(), folder);
        return plan;
    }
    const auto document = readJsonFile(handMade);
    return document ? stagePlanFromJson(*document, handMade) : Result<StagePlan>(document.error());
}

// Values that are secret are never kept, so a retry has them only from its own environment.
QStringList missingSecrets(const BuildRequest& request)
{
    QStringList warnings;
    for (const EnvironmentValue& value : request.configuration.environment) {
        if (isMasked(value) && !qEnvironmentVariableIsSet(value.name.toUtf8().constData()))
            warnings << QStringLiteral(
                "%1 is a secret, which is not kept with an attempt: this build runs without it. "
                "Set it in the environment of Torchmason, or give it again.")
                            .arg(value.name);
    }
    return warnings;
}

// Empty where the gate stays or was not wished for; else why the request goes without it now.
QString leaveGateOut(BuildRequest& request, const StagePlan& plan)
{
    if (!request.hasGate())
        return {};
    QString reason = reasonAgainstGate(request, plan);
    if (reason.isEmpty()) {
        if (const auto installed = installGate(); !installed)
            reason = installed.error().message;
    }
    request.gateLeftOut = !reason.isEmpty();
    return reason;
}

// How the request is done as things are now; without the gate where that cannot come along.
Result<StagePlan> settle(const QString& folder, BuildRequest& request)
{
    if (request.hasGate() && request.memoryLimit && *request.memoryLimit < leastMemoryLimit)
        return Error { QStringLiteral("The memory limit of this build is %1, and all compilers together need "
                                      "%2 at least; give it a higher one.")
                           .arg(formatBytes(*request.memoryLimit), formatBytes(leastMemoryLimit)) };
    auto plan = planFor(folder, request);
    if (!plan)
        return plan;
    if (const QString reason = leaveGateOut(request, *plan); !reason.isEmpty()) {
        plan = planFor(folder, request);
        if (plan)
            plan->warnings << reason;
    }
    if (plan)
        plan->warnings += missingSecrets(request);
    return plan;
}

// What a running attempt keeps others from.
struct Claims {
    std::unique_ptr<FolderClaim> build;
    std::unique_ptr<FolderClaim> inBuild;
    std::unique_ptr<SourceClaim> source;
};

// Their folders are theirs: this build would empty or configure what it finds there.
QStringList buildsInside(const QString& folder, const QString& buildFolder)
{
    QStringList sentences;
    const QString outer = QFileInfo(buildFolder).canonicalFilePath();
    const AttemptStore store(QFileInfo(folder).path());
    for (const AttemptSummary& other : attemptsAtWork(store)) {
        const QString inner = QFileInfo(other.record.request.buildFolder).canonicalFilePath();
        if (!outer.isEmpty() && inner != outer && isInsideOn(hostPlatform(), inner, outer))
            sentences << QStringLiteral("Attempt %1 is building in %2 right now, which lies in this build "
                                        "folder: do not empty it before that one has ended.")
                             .arg(other.number)
                             .arg(inner);
    }
    return sentences;
}

// What had to be done for them is told by the plan's warnings.
Result<Claims> takeClaims(
    const QString& folder, const AttemptRecord& record, const BuildRequest& request, StagePlan& plan)
{
    auto build = FolderClaim::takeBuild(request.buildFolder, record.number, attemptMark(record.id));
    if (!build)
        return build.error();
    if (!(*build)->leftOver().isEmpty())
        plan.warnings << (*build)->leftOver();
    plan.warnings += buildsInside(folder, request.buildFolder);
    auto source = SourceClaim::take(request, plan, record.number);
    if (!source)
        return source.error();
    return Claims { std::move(build).value(), nullptr, std::move(source).value() };
}

// What cannot begin is kept with its reason, as any other failed attempt.
int failAtOnce(AttemptWriter& writer, AttemptRecord record, const Error& error)
{
    record.state = AttemptState::Failed;
    record.error = error.message;
    record.startedAt = record.endedAt = systemClock().wallMilliseconds();
    record.duration = Milliseconds(0);
    log::error("runner", error.message);
    return writer.writeRecord(record) ? NotSucceeded : FolderFailed;
}

// {"command":"limits","jobs":8,"memoryLimit":null}: what is left out stays.
Result<Json> changeLimits(AttemptEngine& engine, const Json& message)
{
    JsonReader reader(message, QStringLiteral("The command"));
    GateLimits limits = engine.gateLimits();
    limits.jobs = int(std::clamp<qint64>(reader.integer("jobs", limits.jobs), 1, 10'000));
    if (reader.has("memoryLimit")) {
        const auto memory = reader.optionalInteger("memoryLimit");
        if (memory && *memory < qint64(leastMemoryLimit))
            reader.fail(QStringLiteral("\"memoryLimit\" is %1; it must be %2 (%3) or more, or null.")
                            .arg(QString::number(*memory), QString::number(leastMemoryLimit),
                                formatBytes(leastMemoryLimit)));
        limits.memory = memory ? std::optional(Bytes(*memory)) : std::nullopt;
    }
    if (!reader.ok())
        return reader.error();
    if (const auto changed = engine.setGateLimits(limits); !changed)
        return changed.error();
    return Json { { "ok", true } };
}

Result<Json> answer(AttemptEngine& engine, const QString& command, const Json& message)
{
    if (command == QLatin1String("ping"))
        return Json { { "ok", true } };
    if (command == QLatin1String("status"))
        return engine.status();
    if (command == QLatin1String("limits"))
        return changeLimits(engine, message);
    if (command == QLatin1String("stop")) {
        engine.stop();
        return Json { { "ok", true } };
    }
    return Error { QStringLiteral(
        "There is no command \"%1\"; the commands are ping, status, limits and stop.")
                       .arg(command) };
}

// Not while it waits: the attempt that builds keeps the machine awake.
void keepAwake(AttemptEngine& engine, KeepAwake& awake)
{
    const BuildRequest& request = engine.record().request;
    if (!request.keepAwake)
        return;
    QObject::connect(
        &awake, &KeepAwake::taken, &engine, [&engine] { engine.tell(QLatin1String("sleep-inhibited")); });
    QObject::connect(&awake, &KeepAwake::unavailable, &engine, [&engine](const QString& sentence) {
        engine.tell(QLatin1String("sleep-not-inhibited"), { { "message", sentence.toStdString() } });
    });
    awake.begin(request.profileName.isEmpty() ? QStringLiteral("A build is running")
                                              : QStringLiteral("Building %1").arg(request.profileName));
}

// A build that waits its turn takes its folders when the turn has come, and checks again what can be done:
// another attempt has built since.
void beginWhenItsTurn(
    AttemptEngine& engine, QueueTurn& turn, Claims& claims, const std::function<void()>& begin)
{
    QObject::connect(&turn, &QueueTurn::waiting, &engine, &AttemptEngine::waitFor);
    QObject::connect(&engine, &AttemptEngine::ended, &turn, &QueueTurn::cancel);
    QObject::connect(&turn, &QueueTurn::come, &engine, [&engine, &turn, &claims, begin] {
        BuildRequest request = engine.record().request;
        request.gateLeftOut = false;
        auto plan = settle(engine.folder(), request);
        if (!plan)
            return engine.refuse(plan.error().message);
        auto taken = takeClaims(engine.folder(), engine.record(), request, plan.value());
        if (!taken && turn.comesAgain())
            return;
        engine.setPlan(request, *plan);
        if (!taken)
            return engine.refuse(taken.error().message);
        claims = std::move(taken).value();
        begin();
    });
    turn.start();
}

int drive(std::unique_ptr<AttemptWriter> writer, AttemptRecord record, Claims claims, StopRequests& requests)
{
    const auto socket = runnerSocketName(record.id);
    if (!socket)
        return failAtOnce(*writer, std::move(record), socket.error());
    record.socket = *socket;
    // The engine needs the record with the socket, the server needs the engine, and the socket must be
    // there before the record names it.
    AttemptEngine* engine = nullptr;
    CommandServer server(
        [&engine](const QString& command, const Json& message) { return answer(*engine, command, message); });
    if (const auto listening = server.listen(*socket); !listening)
        return failAtOnce(*writer, std::move(record), listening.error());
    AttemptEngine owned(std::move(writer), std::move(record), QCoreApplication::applicationFilePath());
    engine = &owned;
    QObject::connect(&requests, &StopRequests::stopRequested, engine, &AttemptEngine::stop);
    QObject::connect(engine, &AttemptEngine::ended, qApp, &QCoreApplication::quit, Qt::QueuedConnection);
    KeepAwake awake;
    engine->setBeforeBuilding([engine, &claims]() -> Result<void> {
        auto inBuild = FolderClaim::takeInside(
            engine->record().request.buildFolder, engine->record().number, attemptMark(engine->record().id));
        if (!inBuild)
            return inBuild.error();
        claims.inBuild = std::move(inBuild).value();
        return {};
    });
    const auto begin = [engine, &awake] {
        engine->start();
        keepAwake(*engine, awake);
    };
    QueueTurn turn(AttemptStore(QFileInfo(owned.folder()).path()), owned.record().number);
    if (owned.record().request.queue)
        beginWhenItsTurn(owned, turn, claims, begin);
    else
        begin();
    QCoreApplication::exec();
    if (engine->diskIsSilent()) { // threads and locks wait for it; what they leave is that of a runner that
                                  // was killed
        server.close();
        log::warning("runner", engine->record().error);
        leaveProgram(engine->record().state == AttemptState::Succeeded ? Succeeded : NotSucceeded);
    }
    if (!engine->writeTrouble().isEmpty())
        return FolderFailed;
    return engine->record().state == AttemptState::Succeeded ? Succeeded : NotSucceeded;
}

// The runner's life for one attempt's folder, from its request to its end.
int runAttempt(const QString& givenFolder)
{
    const QString folder = QDir::cleanPath(QFileInfo(givenFolder).absoluteFilePath());
    StopRequests requests;
    if (!QFileInfo(folder).isDir())
        return refuse({ QStringLiteral("There is no attempt folder %1.").arg(folder) });
    const auto attemptClaim = FolderClaim::takeAttempt(folder);
    if (!attemptClaim)
        return refuse(attemptClaim.error());
    auto record = newRecord(folder);
    if (!record)
        return refuse(record.error());
    auto writer = AttemptWriter::open(folder);
    if (!writer)
        return refuse(writer.error());
    const auto plan = settle(folder, record->request);
    if (!plan)
        return failAtOnce(**writer, *record, plan.error());
    if (QFileInfo::exists(AttemptFiles::withdrawn(folder)))
        return failAtOnce(**writer, *record,
            { QStringLiteral(
                "The program that asked for this build gave it up, because it did not begin in time.") });
    record->plan = *plan;
    if (record->request.queue)
        return drive(std::move(writer).value(), std::move(record).value(), {}, requests);
    auto claims = takeClaims(folder, *record, record->request, record.value().plan);
    if (!claims)
        return failAtOnce(**writer, *record, claims.error());
    return drive(std::move(writer).value(), std::move(record).value(), std::move(claims).value(), requests);
}

}

}

using namespace torchmason;

int main(int argc, char** argv)
{
    prepareProgram();
    QCoreApplication application(argc, argv);
    QCoreApplication::setApplicationName(QStringLiteral("torchmason-runner"));
    const QStringList arguments = QCoreApplication::arguments().mid(1);
    if (const auto exitCode = runHelperMode(arguments))
        return *exitCode;
    if (arguments == QStringList { QStringLiteral("--sentinel") }) {
        takeSentinelName(argc, argv);
        return runSentinel();
    }
    if (arguments.size() == 2 && arguments[0] == QLatin1String("--attempt")) {
        keepFilesPrivate();
        log::openFile(QStringLiteral("torchmason-runner"));
        log::info("runner", QStringLiteral("Begins with %1.").arg(arguments[1]));
        const int exitCode = runAttempt(arguments[1]);
        log::info("runner", QStringLiteral("Ended %1 with exit code %2.").arg(arguments[1]).arg(exitCode));
        return exitCode;
    }
    std::fputs(
        "torchmason-runner is started by torchmason and torchmason-cli: torchmason-runner --attempt FOLDER\n",
        stderr);
    return 2;
}
