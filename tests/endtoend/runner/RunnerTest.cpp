// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attempt/RunnerClient.h"
#include "core/detect/HostFacts.h"
#include "core/store/AttemptFollower.h"
#include "tests/endtoend/runner/PlayedAttempt.h"
#include "tests/support/MarkedProcesses.h"
#include "tests/support/SmallDisk.h"

#include <QDir>
#include <QFileInfo>
#include <QLocalSocket>
#include <QTemporaryDir>
#include <QTest>

#include <signal.h>
#include <sys/stat.h>

using namespace torchmason;

namespace {

const QStringList sleeper { "print", "ready", "sleep", "600" };
const QStringList deafFamily { "deafgroup", "4", "daemon", "600", "print", "ready", "sleep", "600" };

}

class RunnerTest : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<QTemporaryDir> m_root;

private slots:
    void init() { m_root = std::make_unique<QTemporaryDir>(); }

    void planIsDriven()
    {
        Stage second = scripted("verify", { "print", "[2/2|0|0.1] last" });
        second.after = QStringList { "compile" };
        Stage skipped = scripted("install", { "exit", "9" });
        skipped.skipped = true;
        Attempt attempt(m_root->path(), { compiling({ "print", "one" }), skipped, second });
        QVERIFY(attempt.runToEnd());
        QCOMPARE(attempt.runner.exitCode(), 0);
        const AttemptRecord record = attempt.record();
        QCOMPARE(record.state, AttemptState::Succeeded);
        QCOMPARE(record.stages[0].state, StageState::Succeeded);
        QCOMPARE(record.stages[1].state, StageState::Skipped);
        QCOMPARE(record.edgesTotal.value_or(0), 2);
        QVERIFY(!QFileInfo::exists(attempt.folder + "/space-reserve"));
    }

    void filesAreForTheirUserAlone()
    {
        const mode_t before = ::umask(027);
        Stage stage = compiling({});
        stage.commands = { Command { "/bin/sh", { "-c", "umask" }, {}, {}, "tell" } };
        Attempt attempt(m_root->path(), { stage });
        const bool hasEnded = attempt.runToEnd();
        ::umask(before);
        QVERIFY(hasEnded);
        QCOMPARE(attempt.log("compile").trimmed(), QByteArray("0027")); // the build's own
        for (const char* name : { "attempt.json", "events.jsonl", "logs/compile.log" }) {
            struct stat facts { };
            const QString path = attempt.folder + '/' + name;
            QCOMPARE(::stat(path.toUtf8().constData(), &facts), 0);
            QVERIFY2((facts.st_mode & 077) == 0, name);
        }
    }

    // The one that ends first looks for what it left behind while the other one is busy.
    void overlappingStagesLeaveEachOtherAlone()
    {
        Attempt attempt(m_root->path(),
            { scripted("fetch", { "print", "one" }), compiling({ "sleep", "3", "print", "two" }) });
        QVERIFY(attempt.runToEnd());
        const AttemptRecord record = attempt.record();
        QVERIFY2(record.state == AttemptState::Succeeded, qPrintable(record.error));
        QVERIFY(attempt.log("compile").contains("two"));
    }

    // What others write to the disk meanwhile is no part of it, nor what is built there later.
    void theBuildFolderIsMeasuredAtTheEnd()
    {
        Attempt attempt(m_root->path(), { compiling({ "print", "done" }) });
        const QString build = m_root->filePath("build");
        write(build + "/lib/a.o", QByteArray(70'000, 'x'));
        write(m_root->filePath("elsewhere"), QByteArray(900'000, 'x'));
        QVERIFY(attempt.runToEnd());
        const auto size = attempt.record().buildFolderSize;
        QVERIFY(size && *size >= 70'000 && *size < 200'000);
        write(build + "/lib/b.o", QByteArray(500'000, 'x'));
        QCOMPARE(attempt.record().buildFolderSize, size);
    }

    void failureStopsWhatComesAfter()
    {
        Stage after = scripted("verify", { "print", "never" });
        after.after = QStringList { "compile" };
        Stage beside = scripted("fetch", { "sleep", "0.5", "print", "beside" });
        Attempt attempt(m_root->path(),
            { compiling({ "print", "a.cpp:3:1: error: no luck", "exit", "7" }), after, beside });
        QVERIFY(attempt.runToEnd());
        const AttemptRecord record = attempt.record();
        QCOMPARE(record.state, AttemptState::Failed);
        QVERIFY2(record.error.contains("exit code 7"), qPrintable(record.error));
        QCOMPARE(record.stages[0].errors, std::optional<qint64>(1));
        QCOMPARE(record.stages[0].warnings, std::optional<qint64>(0));
        QCOMPARE(record.stages[0].firstError, "a.cpp:3: no luck");
        QCOMPARE(record.stages[1].state, StageState::Waiting);
        QCOMPARE(record.stages[2].state, StageState::Succeeded);
        QCOMPARE(attempt.log("verify"), QByteArray());
    }

    void machineDecidesWhatALogLeavesOpen_data()
    {
        QTest::addColumn<QString>("hostCuda");
        QTest::addColumn<QString>("configureSays");
        QTest::addColumn<QString>("firstFix");
        QTest::addColumn<QString>("said");
        const QString quiet = "-- done";
        QTest::newRow("nobody knows") << QString() << quiet << "newer-card" << QString();
        QTest::newRow("the machine") << "12.4.131" << quiet << "older-card"
                                     << "CUDA 12.4 has dropped 3.5";
        QTest::newRow("an earlier stage knows better") << "11.4.4"
                                                       << "Cuda compilation tools, release 12.8, V12.8.93"
                                                       << "older-card"
                                                       << "CUDA 12.8 has dropped 3.5";
    }
    void machineDecidesWhatALogLeavesOpen()
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
        Stage compile
            = compiling({ "print", "nvcc fatal   : Unsupported gpu architecture 'compute_35'", "exit", "1" });
        compile.after = QStringList { "configure" };
        Attempt attempt(m_root->path(), { scripted("configure", { "print", configureSays }), compile },
            "build", toJson(host));
        QVERIFY(attempt.runToEnd());
        AttemptFollower follower(attempt.folder);
        follower.poll();
        QCOMPARE(follower.findings().size(), 1);
        const Finding& finding = follower.findings().first();
        QVERIFY(finding.root);
        QCOMPARE(finding.fixes.value(0).id, firstFix);
        QVERIFY2(finding.explanation.contains(said), qPrintable(finding.explanation));
    }

    // Also where nothing else about the finding changes.
    void occurrencesAreCountedToTheEnd()
    {
        const QString line = "nvcc fatal   : Unsupported gpu architecture 'compute_35'";
        Attempt attempt(m_root->path(),
            { compiling({ "print", line, "sleep", "1.5", "print", line, "print", line, "exit", "1" }) });
        QVERIFY(attempt.runToEnd());
        AttemptFollower follower(attempt.folder);
        follower.poll();
        QCOMPARE(follower.findings().size(), 1);
        QCOMPARE(follower.findings().first().occurrences, 3);
    }

    void stopLeavesNobody_data()
    {
        QTest::addColumn<bool>("bySignal");
        QTest::newRow("socket") << false;
        QTest::newRow("SIGTERM") << true;
    }
    void stopLeavesNobody()
    {
        QFETCH(bool, bySignal);
        Attempt attempt(m_root->path(), { compiling(deafFamily) });
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
    void whatEndedWellIsNotStopped()
    {
        Attempt attempt(m_root->path(), { compiling({ "daemon", "600", "print", "ready" }) });
        QVERIFY(attempt.startAndSay("ready"));
        QTRY_VERIFY(alive(attempt.mark()).size() <= 1); // the program itself has gone
        QVERIFY(askRunner(attempt.record(), { { "command", "stop" } }, Milliseconds(longEnough)));
        QVERIFY(attempt.waitForEnd());
        QCOMPARE(alive(attempt.mark()), QVector<qint64>());
        QCOMPARE(attempt.record().stages[0].state, StageState::Succeeded);
        QCOMPARE(attempt.record().state, AttemptState::Succeeded);
    }

    void killedRunnerLeavesNobody()
    {
        Attempt attempt(m_root->path(), { compiling(deafFamily) });
        QVERIFY(attempt.startAndSay("ready"));
        const QByteArray mark = attempt.mark();
        QVERIFY(alive(mark).size() >= 5);
        ::kill(pid_t(attempt.runner.processId()), SIGKILL);
        QVERIFY(QTest::qWaitFor([&] { return alive(mark).isEmpty(); }, longEnough));
        QCOMPARE(attempt.record().state, AttemptState::Interrupted);
        QVERIFY(!askRunner(attempt.record(), { { "command", "ping" } }, Milliseconds(1000)));
    }

    void strangersGoAtTheEnd()
    {
        const QString name = QFileInfo(m_root->path()).fileName();
        Attempt attempt(
            m_root->path(), { compiling({ "stranger", name, "sleep", "0.5", "print", "ready" }) });
        QVERIFY(attempt.startAndSay("ready"));
        QVERIFY(attempt.waitForEnd());
        QCOMPARE(attempt.record().state, AttemptState::Succeeded);
        QCOMPARE(alive("STRANGER=" + name.toUtf8()), QVector<qint64>());
    }

    // The folder of the socket goes when a user's last session ends.
    void stopWorksWithoutTheSocket()
    {
        Attempt attempt(m_root->path(), { compiling(sleeper) });
        QVERIFY(attempt.startAndSay("ready"));
        QVERIFY(QFile::remove(attempt.record().socket));
        QVERIFY(!askRunner(attempt.record(), { { "command", "status" } }, Milliseconds(longEnough)));
        QVERIFY(askRunner(attempt.record(), { { "command", "stop" } }, Milliseconds(longEnough)));
        QVERIFY(attempt.waitForEnd());
        QCOMPARE(attempt.record().state, AttemptState::Stopped);
    }

    void linksDoNotHideABuildFolder()
    {
        QVERIFY(QDir(m_root->path()).mkpath("real"));
        QVERIFY(QFile::link(m_root->filePath("real"), m_root->filePath("link")));
        Attempt first(m_root->path(), { compiling(sleeper) }, "link/a/b");
        QVERIFY(QDir(m_root->filePath("real")).removeRecursively()); // claimed before it is there
        QVERIFY(QDir(m_root->path()).mkpath("real"));
        QVERIFY(first.startAndSay("ready"));
        Attempt second(m_root->path(), { compiling({ "print", "never" }) }, "real/a/b");
        QVERIFY(second.runToEnd());
        QVERIFY2(second.record().error.contains("is building"), qPrintable(second.record().error));
        QVERIFY(first.terminate());
    }

    void buildOutlivesItsStarter()
    {
        Attempt attempt(m_root->path(), { compiling({ "print", "ready", "sleep", "3", "print", "end" }) });
        QProcess starter;
        starter.start(
            "sh", { "-c", "\"$0\" --attempt \"$1\" & wait", QStringLiteral(RUNNER), attempt.folder });
        QVERIFY(QTest::qWaitFor([&] { return attempt.log("compile").contains("ready"); }, longEnough));
        starter.kill(); // SIGKILL
        QVERIFY(starter.waitForFinished(longEnough));
        const ProcessIdentity runner = attempt.record().runner;
        QVERIFY(isAlive(runner));
        ::kill(pid_t(runner.pid), SIGHUP); // and its terminal closes
        QVERIFY(
            QTest::qWaitFor([&] { return attempt.record().state == AttemptState::Succeeded; }, longEnough));
        QVERIFY(attempt.log("compile").contains("end"));
        // Its folder may only go when it has gone.
        QVERIFY(QTest::qWaitFor([&] { return !isAlive(attempt.record().runner); }, longEnough));
    }

    void secondRunnerOnAFolderRefuses()
    {
        Attempt attempt(m_root->path(), { compiling(sleeper) });
        QVERIFY(attempt.startAndSay("ready"));
        QProcess second;
        second.start(QStringLiteral(RUNNER), { "--attempt", attempt.folder });
        QVERIFY(second.waitForFinished(longEnough));
        QCOMPARE(second.exitCode(), 3);
        QVERIFY(second.readAllStandardError().contains("is locked by another runner"));
        QCOMPARE(attempt.record().state, AttemptState::Running);
        QVERIFY(attempt.terminate());
    }

    void secondAttemptInABuildFolderRefuses()
    {
        Attempt first(m_root->path(), { compiling(sleeper) });
        QVERIFY(first.startAndSay("ready"));
        Attempt second(m_root->path(), { compiling({ "print", "never" }) });
        QVERIFY(second.runToEnd());
        QCOMPARE(second.record().state, AttemptState::Failed);
        QVERIFY2(second.record().error.contains(
                     QStringLiteral("Attempt %1 is building").arg(first.record().number)),
            qPrintable(second.record().error));
        // What a dead runner held is free.
        ::kill(pid_t(first.runner.processId()), SIGKILL);
        QVERIFY(first.waitForEnd());
        Attempt third(m_root->path(), { compiling({ "print", "now" }) });
        QVERIFY(third.runToEnd());
        QCOMPARE(third.record().state, AttemptState::Succeeded);
    }

    void socketIsForThisUserOnly()
    {
        Attempt attempt(m_root->path(), { compiling(sleeper) });
        QVERIFY(attempt.startAndSay("ready"));
        struct stat facts { };
        const QString socket = attempt.record().socket;
        QCOMPARE(::stat(qPrintable(socket), &facts), 0);
        QCOMPARE(int(facts.st_mode & 077), 0);
        QCOMPARE(::stat(qPrintable(QFileInfo(socket).path()), &facts), 0);
        QCOMPARE(int(facts.st_mode & 077), 0);
        QVERIFY(attempt.terminate());
    }

    void nonsenseOnTheSocketIsTurnedAway()
    {
        Attempt attempt(m_root->path(), { compiling(sleeper) });
        QVERIFY(attempt.startAndSay("ready"));
        const AttemptRecord record = attempt.record();
        const auto unknown = askRunner(record, { { "command", "dance" } }, Milliseconds(longEnough));
        QVERIFY(!unknown);
        QVERIFY2(unknown.error().message.contains("dance"), qPrintable(unknown.error().message));
        for (const qint64 memory : { qint64(1), qint64(-1) }) {
            const auto small = askRunner(
                record, { { "command", "limits" }, { "memoryLimit", memory } }, Milliseconds(longEnough));
            QVERIFY(!small);
            QVERIFY2(small.error().message.contains("256 MB"), qPrintable(small.error().message));
        }
        for (const QByteArray& bytes :
            { QByteArray("garbage\n"), QByteArray(1 << 20, 'x'), QByteArray("[1]\n") }) {
            QLocalSocket socket;
            socket.connectToServer(record.socket);
            QVERIFY(socket.waitForConnected(longEnough));
            socket.write(bytes);
            QVERIFY(QTest::qWaitFor(
                [&] { return socket.state() == QLocalSocket::UnconnectedState; }, longEnough));
        }
        QVERIFY(askRunner(record, { { "command", "status" } }, Milliseconds(longEnough)));
        QVERIFY(attempt.terminate());
    }

    void aKeptLimitThatIsTooLowIsRefused()
    {
        Attempt attempt(m_root->path(), { compiling({ "print", "one" }) });
        auto request = AttemptFiles::readRequest(attempt.folder);
        QVERIFY(request);
        request.value().gate = GateUse::WhereFree;
        request.value().memoryLimit = 1;
        QVERIFY(writeJsonFile(AttemptFiles::request(attempt.folder), toJson(*request)).ok());
        QVERIFY(attempt.runToEnd());
        QCOMPARE(attempt.record().state, AttemptState::Failed);
        QVERIFY2(attempt.record().error.contains("256 MB"), qPrintable(attempt.record().error));
    }

    void hugeLineAndTornEndAreSurvived()
    {
        Attempt attempt(m_root->path(),
            { compiling({ "longline", "100", "print", "[1/3] after", "half", "[2/3] torn" }) });
        QVERIFY(attempt.runToEnd());
        QCOMPARE(attempt.record().state, AttemptState::Succeeded);
        QCOMPARE(attempt.record().edgesDone.value_or(0), 2); // the torn last line counts
        QVERIFY(QFileInfo(AttemptFiles::log(attempt.folder, "compile")).size() > (100 << 20));
    }

    void stepsThatNinjaTakesOffAreNotMissed()
    {
        Attempt attempt(m_root->path(),
            { compiling({ "print", "[18/20] one", "sleep", "1.5", "print", "[19/19] last", "sleep", "1.5",
                "print", "[2/2] of the wheel" }) });
        QVERIFY(attempt.runToEnd());
        QCOMPARE(attempt.record().edgesDone.value_or(0), 19);
        QCOMPARE(attempt.record().edgesTotal.value_or(0), 19);
    }

    void fullDiskStopsTheBuildWithASentence()
    {
        const SmallDisk disk(m_root->filePath("disk"), "size=2m");
        if (!disk.isMounted())
            QSKIP("Mounting a small disk is not permitted here.");
        Attempt attempt(m_root->filePath("disk"), { compiling({ "deaf", "print", "ready", "fill", "600" }) });
        QVERIFY(attempt.runToEnd());
        QVERIFY(attempt.runner.exitCode() != 0);
        QCOMPARE(attempt.record().state, AttemptState::Failed);
        QVERIFY2(attempt.record().error.contains("full"), qPrintable(attempt.record().error));
        QCOMPARE(alive(attempt.mark()), QVector<qint64>());
    }

    void missingRunnerIsASentence()
    {
        qputenv("TORCHMASON_RUNNER", "/no/such/runner");
        BuildRequest request;
        const auto started = startAttempt(request, AttemptStore(m_root->filePath("attempts")));
        qunsetenv("TORCHMASON_RUNNER");
        QVERIFY(!started);
        QVERIFY2(started.error().message.contains("/no/such/runner"), qPrintable(started.error().message));
        QVERIFY(QDir(m_root->filePath("attempts")).isEmpty()); // no number was taken
    }
};

QTEST_GUILESS_MAIN(RunnerTest)
#include "RunnerTest.moc"
