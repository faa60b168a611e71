// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attempt/RunnerClient.h"
#include "core/detect/HostFacts.h"
#include "core/process/ProcessTable.h"
#include "core/store/AttemptFiles.h"
#include "core/store/AttemptFollower.h"

#include <QDir>
#include <QFileInfo>
#include <QLocalSocket>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <signal.h>
#include <sys/mount.h>
#include <sys/stat.h>

using namespace torchmason;

namespace {

constexpr int longEnough = 60000; // milliseconds, only waited for in full by a failing test

Stage scripted(const QString& id, const QStringList& words)
{
    Stage stage;
    stage.id = id;
    stage.kind = StageKind::Compile;
    stage.title = id;
    stage.commands = { Command { QStringLiteral(SCRIPTED_CHILD), words, {}, {}, QStringLiteral("play") } };
    return stage;
}

// An attempt whose plan is made by hand, and the real runner on it.
struct Attempt {
    QString folder;
    QProcess runner;

    Attempt(const QString& root, const QVector<Stage>& stages, const QString& build = QStringLiteral("build"),
        const Json& hostFacts = nullptr)
    {
        BuildRequest request;
        request.hostFacts = hostFacts;
        request.sourceFolder = root + QStringLiteral("/source");
        request.buildFolder = root + QLatin1Char('/') + build;
        QDir().mkpath(request.buildFolder);
        const auto reserved = AttemptStore(root + QStringLiteral("/attempts")).reserve(request);
        if (!reserved)
            qFatal("%s", qPrintable(reserved.error().message));
        folder = reserved->folder;
        StagePlan plan;
        plan.stages = stages;
        if (!writeJsonFile(folder + QStringLiteral("/plan.json"), toJson(plan)))
            qFatal("cannot write the plan");
        runner.setProgram(QStringLiteral(RUNNER));
        runner.setArguments({ QStringLiteral("--attempt"), folder });
    }
    ~Attempt()
    {
        runner.kill();
        runner.waitForFinished();
    }

    AttemptRecord record() const
    {
        const auto read = AttemptFiles::readRecord(folder);
        return read ? *read : AttemptRecord();
    }
    QByteArray mark() const { return "TORCHMASON_ATTEMPT=" + record().id.toUtf8(); }
    QByteArray log(const QString& stage) const
    {
        QFile file(AttemptFiles::log(folder, stage));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    bool startAndSay(const QByteArray& word)
    {
        runner.start();
        return QTest::qWaitFor([&] { return log(QStringLiteral("compile")).contains(word); }, longEnough);
    }
    bool waitForEnd() { return runner.state() == QProcess::NotRunning || runner.waitForFinished(longEnough); }
};

QVector<qint64> alive(const QByteArray& mark)
{
    QVector<qint64> pids;
    for (const ProcessEntry& process : readProcesses()) {
        if (!process.isDead && carriesMark(process.pid, mark))
            pids << process.pid;
    }
    return pids;
}

const QStringList deafFamily { "deafgroup", "4", "daemon", "600", "print", "ready", "sleep", "600" };

}

class RunnerTest : public QObject {
    Q_OBJECT

private slots:
    void init();
    void planIsDriven();
    void overlappingStagesLeaveEachOtherAlone();
    void failureStopsWhatComesAfter();
    void machineDecidesWhatALogLeavesOpen_data();
    void machineDecidesWhatALogLeavesOpen();
    void occurrencesAreCountedToTheEnd();
    void stopLeavesNobody_data();
    void stopLeavesNobody();
    void whatEndedWellIsNotStopped();
    void killedRunnerLeavesNobody();
    void strangersGoAtTheEnd();
    void stopWorksWithoutTheSocket();
    void linksDoNotHideABuildFolder();
    void buildOutlivesItsStarter();
    void secondRunnerOnAFolderRefuses();
    void secondAttemptInABuildFolderRefuses();
    void socketIsForThisUserOnly();
    void nonsenseOnTheSocketIsTurnedAway();
    void hugeLineAndTornEndAreSurvived();
    void fullDiskStopsTheBuildWithASentence();
    void missingRunnerIsASentence();

private:
    std::unique_ptr<QTemporaryDir> m_root;
};

void RunnerTest::init()
{
    m_root = std::make_unique<QTemporaryDir>();
}

void RunnerTest::planIsDriven()
{
    Stage second = scripted(QStringLiteral("verify"), { "print", "[2/2|0|0.1] last" });
    second.after = QStringList { QStringLiteral("compile") };
    Stage skipped = scripted(QStringLiteral("install"), { "exit", "9" });
    skipped.skipped = true;
    Attempt attempt(
        m_root->path(), { scripted(QStringLiteral("compile"), { "print", "one" }), skipped, second });
    attempt.runner.start();
    QVERIFY(attempt.waitForEnd());
    QCOMPARE(attempt.runner.exitCode(), 0);
    const AttemptRecord record = attempt.record();
    QCOMPARE(record.state, AttemptState::Succeeded);
    QCOMPARE(record.stages[0].state, StageState::Succeeded);
    QCOMPARE(record.stages[1].state, StageState::Skipped);
    QCOMPARE(record.edgesTotal.value_or(0), 2);
    QVERIFY(!QFileInfo::exists(attempt.folder + QStringLiteral("/space-reserve")));
}

// The one that ends first looks for what it left behind while the other one is busy.
void RunnerTest::overlappingStagesLeaveEachOtherAlone()
{
    Attempt attempt(m_root->path(),
        { scripted(QStringLiteral("fetch"), { "print", "one" }),
            scripted(QStringLiteral("compile"), { "sleep", "3", "print", "two" }) });
    attempt.runner.start();
    QVERIFY(attempt.waitForEnd());
    const AttemptRecord record = attempt.record();
    QVERIFY2(record.state == AttemptState::Succeeded, qPrintable(record.error));
    QVERIFY(attempt.log(QStringLiteral("compile")).contains("two"));
}

void RunnerTest::failureStopsWhatComesAfter()
{
    Stage after = scripted(QStringLiteral("verify"), { "print", "never" });
    after.after = QStringList { QStringLiteral("compile") };
    Stage beside = scripted(QStringLiteral("fetch"), { "sleep", "0.5", "print", "beside" });
    Attempt attempt(m_root->path(),
        { scripted(QStringLiteral("compile"), { "print", "a.cpp:3:1: error: no luck", "exit", "7" }), after,
            beside });
    attempt.runner.start();
    QVERIFY(attempt.waitForEnd());
    const AttemptRecord record = attempt.record();
    QCOMPARE(record.state, AttemptState::Failed);
    QVERIFY2(record.error.contains(QStringLiteral("exit code 7")), qPrintable(record.error));
    QCOMPARE(record.stages[0].errors, std::optional<qint64>(1));
    QCOMPARE(record.stages[0].warnings, std::optional<qint64>(0));
    QCOMPARE(record.stages[0].firstError, QStringLiteral("a.cpp:3: no luck"));
    QCOMPARE(record.stages[1].state, StageState::Waiting);
    QCOMPARE(record.stages[2].state, StageState::Succeeded);
    QCOMPARE(attempt.log(QStringLiteral("verify")), QByteArray());
}

void RunnerTest::machineDecidesWhatALogLeavesOpen_data()
{
    QTest::addColumn<QString>("hostCuda");
    QTest::addColumn<QString>("configureSays");
    QTest::addColumn<QString>("firstFix");
    QTest::addColumn<QString>("said");
    const QString quiet = QStringLiteral("-- done");
    QTest::newRow("nobody knows") << QString() << quiet << QStringLiteral("newer-card") << QString();
    QTest::newRow("the machine") << QStringLiteral("12.4.131") << quiet << QStringLiteral("older-card")
                                 << QStringLiteral("CUDA 12.4 has dropped 3.5");
    QTest::newRow("an earlier stage knows better")
        << QStringLiteral("11.4.4") << QStringLiteral("Cuda compilation tools, release 12.8, V12.8.93")
        << QStringLiteral("older-card") << QStringLiteral("CUDA 12.8 has dropped 3.5");
}

void RunnerTest::machineDecidesWhatALogLeavesOpen()
{
    QFETCH(QString, hostCuda);
    QFETCH(QString, configureSays);
    QFETCH(QString, firstFix);
    QFETCH(QString, said);
    HostFacts host;
    if (!hostCuda.isEmpty()) {
        CudaToolkitFacts toolkit;
        toolkit.version = hostCuda;
        toolkit.winsOnPath = true;
        host.cudaToolkits << toolkit;
    }
    Stage compile = scripted(QStringLiteral("compile"),
        { "print", "nvcc fatal   : Unsupported gpu architecture 'compute_35'", "exit", "1" });
    compile.after = QStringList { QStringLiteral("configure") };
    Attempt attempt(m_root->path(),
        { scripted(QStringLiteral("configure"), { "print", configureSays }), compile },
        QStringLiteral("build"), toJson(host));
    attempt.runner.start();
    QVERIFY(attempt.waitForEnd());
    AttemptFollower follower(attempt.folder);
    follower.poll();
    QCOMPARE(follower.findings().size(), 1);
    const Finding& finding = follower.findings().first();
    QVERIFY(finding.root);
    QCOMPARE(finding.fixes.value(0).id, firstFix);
    QVERIFY2(finding.explanation.contains(said), qPrintable(finding.explanation));
}

// Also where nothing else about the finding changes.
void RunnerTest::occurrencesAreCountedToTheEnd()
{
    const QString line = QStringLiteral("nvcc fatal   : Unsupported gpu architecture 'compute_35'");
    Attempt attempt(m_root->path(),
        { scripted(QStringLiteral("compile"),
            { "print", line, "sleep", "1.5", "print", line, "print", line, "exit", "1" }) });
    attempt.runner.start();
    QVERIFY(attempt.waitForEnd());
    AttemptFollower follower(attempt.folder);
    follower.poll();
    QCOMPARE(follower.findings().size(), 1);
    QCOMPARE(follower.findings().first().occurrences, 3);
}

void RunnerTest::stopLeavesNobody_data()
{
    QTest::addColumn<bool>("bySignal");
    QTest::newRow("socket") << false;
    QTest::newRow("SIGTERM") << true;
}

void RunnerTest::stopLeavesNobody()
{
    QFETCH(bool, bySignal);
    Attempt attempt(m_root->path(), { scripted(QStringLiteral("compile"), deafFamily) });
    QVERIFY(attempt.startAndSay("ready"));
    const QByteArray mark = attempt.mark();
    QVERIFY(alive(mark).size() >= 5);
    if (bySignal)
        attempt.runner.terminate();
    else
        QVERIFY(askRunner(attempt.record(), { { "command", "stop" } }, Milliseconds(longEnough)));
    QVERIFY(attempt.waitForEnd());
    QCOMPARE(alive(mark), QVector<qint64>());
    QCOMPARE(attempt.record().state, AttemptState::Stopped);
    QCOMPARE(attempt.record().stages[0].state, StageState::Stopped);
}

// The program has ended well and only somebody it left behind is waited for when the stop comes.
void RunnerTest::whatEndedWellIsNotStopped()
{
    Attempt attempt(
        m_root->path(), { scripted(QStringLiteral("compile"), { "daemon", "600", "print", "ready" }) });
    QVERIFY(attempt.startAndSay("ready"));
    QTRY_VERIFY(alive(attempt.mark()).size() <= 1); // the program itself has gone
    QVERIFY(askRunner(attempt.record(), { { "command", "stop" } }, Milliseconds(longEnough)));
    QVERIFY(attempt.waitForEnd());
    QCOMPARE(alive(attempt.mark()), QVector<qint64>());
    QCOMPARE(attempt.record().stages[0].state, StageState::Succeeded);
    QCOMPARE(attempt.record().state, AttemptState::Succeeded);
}

void RunnerTest::killedRunnerLeavesNobody()
{
    Attempt attempt(m_root->path(), { scripted(QStringLiteral("compile"), deafFamily) });
    QVERIFY(attempt.startAndSay("ready"));
    const QByteArray mark = attempt.mark();
    QVERIFY(alive(mark).size() >= 5);
    ::kill(pid_t(attempt.runner.processId()), SIGKILL);
    QVERIFY(QTest::qWaitFor([&] { return alive(mark).isEmpty(); }, longEnough));
    QCOMPARE(attempt.record().state, AttemptState::Interrupted);
    QVERIFY(!askRunner(attempt.record(), { { "command", "ping" } }, Milliseconds(1000)));
}

void RunnerTest::strangersGoAtTheEnd()
{
    const QString name = QFileInfo(m_root->path()).fileName();
    Attempt attempt(m_root->path(),
        { scripted(QStringLiteral("compile"), { "stranger", name, "sleep", "0.5", "print", "ready" }) });
    QVERIFY(attempt.startAndSay("ready"));
    QVERIFY(attempt.waitForEnd());
    QCOMPARE(attempt.record().state, AttemptState::Succeeded);
    QCOMPARE(alive("STRANGER=" + name.toUtf8()), QVector<qint64>());
}

// The folder of the socket goes when a user's last session ends.
void RunnerTest::stopWorksWithoutTheSocket()
{
    Attempt attempt(
        m_root->path(), { scripted(QStringLiteral("compile"), { "print", "ready", "sleep", "600" }) });
    QVERIFY(attempt.startAndSay("ready"));
    QVERIFY(QFile::remove(attempt.record().socket));
    QVERIFY(!askRunner(attempt.record(), { { "command", "status" } }, Milliseconds(longEnough)));
    QVERIFY(askRunner(attempt.record(), { { "command", "stop" } }, Milliseconds(longEnough)));
    QVERIFY(attempt.waitForEnd());
    QCOMPARE(attempt.record().state, AttemptState::Stopped);
}

void RunnerTest::linksDoNotHideABuildFolder()
{
    QVERIFY(QDir(m_root->path()).mkpath(QStringLiteral("real")));
    QVERIFY(QFile::link(m_root->filePath(QStringLiteral("real")), m_root->filePath(QStringLiteral("link"))));
    Attempt first(m_root->path(),
        { scripted(QStringLiteral("compile"), { "print", "ready", "sleep", "600" }) },
        QStringLiteral("link/a/b"));
    QVERIFY(QDir(m_root->filePath(QStringLiteral("real"))).removeRecursively()); // claimed before it is there
    QVERIFY(QDir(m_root->path()).mkpath(QStringLiteral("real")));
    QVERIFY(first.startAndSay("ready"));
    Attempt second(m_root->path(), { scripted(QStringLiteral("compile"), { "print", "never" }) },
        QStringLiteral("real/a/b"));
    second.runner.start();
    QVERIFY(second.waitForEnd());
    QVERIFY2(
        second.record().error.contains(QStringLiteral("is building")), qPrintable(second.record().error));
    first.runner.terminate();
    QVERIFY(first.waitForEnd());
}

void RunnerTest::buildOutlivesItsStarter()
{
    Attempt attempt(m_root->path(),
        { scripted(QStringLiteral("compile"), { "print", "ready", "sleep", "1", "print", "end" }) });
    QProcess starter;
    starter.start(QStringLiteral("sh"),
        { QStringLiteral("-c"), QStringLiteral("\"$0\" --attempt \"$1\" & wait"), QStringLiteral(RUNNER),
            attempt.folder });
    QVERIFY(QTest::qWaitFor(
        [&] { return attempt.log(QStringLiteral("compile")).contains("ready"); }, longEnough));
    starter.kill(); // SIGKILL
    QVERIFY(starter.waitForFinished(longEnough));
    ::kill(pid_t(attempt.record().runner.pid), SIGHUP); // and its terminal closes
    QVERIFY(QTest::qWaitFor([&] { return attempt.record().state == AttemptState::Succeeded; }, longEnough));
    QVERIFY(attempt.log(QStringLiteral("compile")).contains("end"));
    // Its folder may only go when it has gone.
    QVERIFY(QTest::qWaitFor([&] { return !isAlive(attempt.record().runner); }, longEnough));
}

void RunnerTest::secondRunnerOnAFolderRefuses()
{
    Attempt attempt(
        m_root->path(), { scripted(QStringLiteral("compile"), { "print", "ready", "sleep", "600" }) });
    QVERIFY(attempt.startAndSay("ready"));
    QProcess second;
    second.start(QStringLiteral(RUNNER), { QStringLiteral("--attempt"), attempt.folder });
    QVERIFY(second.waitForFinished(longEnough));
    QCOMPARE(second.exitCode(), 3);
    QVERIFY(second.readAllStandardError().contains("Another runner"));
    QCOMPARE(attempt.record().state, AttemptState::Running);
    attempt.runner.terminate();
    QVERIFY(attempt.waitForEnd());
}

void RunnerTest::secondAttemptInABuildFolderRefuses()
{
    Attempt first(
        m_root->path(), { scripted(QStringLiteral("compile"), { "print", "ready", "sleep", "600" }) });
    QVERIFY(first.startAndSay("ready"));
    Attempt second(m_root->path(), { scripted(QStringLiteral("compile"), { "print", "never" }) });
    second.runner.start();
    QVERIFY(second.waitForEnd());
    QCOMPARE(second.record().state, AttemptState::Failed);
    QVERIFY2(
        second.record().error.contains(QStringLiteral("Attempt %1 is building").arg(first.record().number)),
        qPrintable(second.record().error));
    // What a dead runner held is free.
    ::kill(pid_t(first.runner.processId()), SIGKILL);
    QVERIFY(first.waitForEnd());
    Attempt third(m_root->path(), { scripted(QStringLiteral("compile"), { "print", "now" }) });
    third.runner.start();
    QVERIFY(third.waitForEnd());
    QCOMPARE(third.record().state, AttemptState::Succeeded);
}

void RunnerTest::socketIsForThisUserOnly()
{
    Attempt attempt(
        m_root->path(), { scripted(QStringLiteral("compile"), { "print", "ready", "sleep", "600" }) });
    QVERIFY(attempt.startAndSay("ready"));
    struct stat facts { };
    const QString socket = attempt.record().socket;
    QCOMPARE(::stat(qPrintable(socket), &facts), 0);
    QCOMPARE(int(facts.st_mode & 077), 0);
    QCOMPARE(::stat(qPrintable(QFileInfo(socket).path()), &facts), 0);
    QCOMPARE(int(facts.st_mode & 077), 0);
    attempt.runner.terminate();
    QVERIFY(attempt.waitForEnd());
}

void RunnerTest::nonsenseOnTheSocketIsTurnedAway()
{
    Attempt attempt(
        m_root->path(), { scripted(QStringLiteral("compile"), { "print", "ready", "sleep", "600" }) });
    QVERIFY(attempt.startAndSay("ready"));
    const AttemptRecord record = attempt.record();
    const auto unknown = askRunner(record, { { "command", "dance" } }, Milliseconds(longEnough));
    QVERIFY(!unknown);
    QVERIFY2(unknown.error().message.contains(QStringLiteral("dance")), qPrintable(unknown.error().message));
    for (const QByteArray& bytes :
        { QByteArray("garbage\n"), QByteArray(1 << 20, 'x'), QByteArray("[1]\n") }) {
        QLocalSocket socket;
        socket.connectToServer(record.socket);
        QVERIFY(socket.waitForConnected(longEnough));
        socket.write(bytes);
        QVERIFY(
            QTest::qWaitFor([&] { return socket.state() == QLocalSocket::UnconnectedState; }, longEnough));
    }
    QVERIFY(askRunner(record, { { "command", "status" } }, Milliseconds(longEnough)));
    attempt.runner.terminate();
    QVERIFY(attempt.waitForEnd());
}

void RunnerTest::hugeLineAndTornEndAreSurvived()
{
    Attempt attempt(m_root->path(),
        { scripted(QStringLiteral("compile"),
            { "longline", "100", "print", "[1/3] after", "half", "[2/3] torn" }) });
    attempt.runner.start();
    QVERIFY(attempt.waitForEnd());
    QCOMPARE(attempt.record().state, AttemptState::Succeeded);
    QCOMPARE(attempt.record().edgesDone.value_or(0), 2); // the torn last line counts
    QVERIFY(QFileInfo(AttemptFiles::log(attempt.folder, QStringLiteral("compile"))).size() > (100 << 20));
}

void RunnerTest::fullDiskStopsTheBuildWithASentence()
{
    const QString disk = m_root->filePath(QStringLiteral("disk"));
    QDir().mkpath(disk);
    if (::mount("none", qPrintable(disk), "tmpfs", 0, "size=2m") != 0)
        QSKIP("Mounting a small disk is not permitted here.");
    {
        Attempt attempt(
            disk, { scripted(QStringLiteral("compile"), { "deaf", "print", "ready", "fill", "600" }) });
        attempt.runner.start();
        QVERIFY(attempt.waitForEnd());
        QVERIFY(attempt.runner.exitCode() != 0);
        QCOMPARE(attempt.record().state, AttemptState::Failed);
        QVERIFY2(attempt.record().error.contains(QStringLiteral("full")), qPrintable(attempt.record().error));
        QCOMPARE(alive(attempt.mark()), QVector<qint64>());
    }
    ::umount2(qPrintable(disk), MNT_DETACH);
}

void RunnerTest::missingRunnerIsASentence()
{
    qputenv("TORCHMASON_RUNNER", "/no/such/runner");
    BuildRequest request;
    const auto started = startAttempt(request, AttemptStore(m_root->filePath(QStringLiteral("attempts"))));
    qunsetenv("TORCHMASON_RUNNER");
    QVERIFY(!started);
    QVERIFY2(started.error().message.contains(QStringLiteral("/no/such/runner")),
        qPrintable(started.error().message));
    QVERIFY(QDir(m_root->filePath(QStringLiteral("attempts"))).isEmpty()); // no number was taken
}

QTEST_GUILESS_MAIN(RunnerTest)
#include "RunnerTest.moc"
