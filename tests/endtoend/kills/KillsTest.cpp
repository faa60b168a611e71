// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attempt/RunnerClient.h"
#include "tests/endtoend/runner/PlayedAttempt.h"
#include "tests/support/FullBacklog.h"
#include "tests/support/MarkedProcesses.h"
#include "tests/support/Sample.h"

#include <QDeadlineTimer>
#include <QDir>
#include <QElapsedTimer>
#include <QFileInfo>
#include <QLocalSocket>
#include <QTemporaryDir>
#include <QTest>

#include <ctime>
#include <memory>
#include <vector>

#include <signal.h>

using namespace torchmason;

namespace {

const QStringList sleeper { "print", "ready", "sleep", "600" };
const QStringList deafFamily { "deafgroup", "4", "daemon", "600", "print", "ready", "sleep", "600" };

// By its own name; 0 where there is none.
qint64 sentinelOf(qint64 runner)
{
    for (const ProcessEntry& process : readProcesses()) {
        if (process.parent == runner && process.name.startsWith(QLatin1String("torchmason-sent")))
            return process.pid;
    }
    return 0;
}

// A process that is replaced by its child again and again may slip through one look.
bool isGone(const QByteArray& mark)
{
    for (int look = 0; look < 10; ++look) {
        if (!alive(mark).isEmpty())
            return false;
        QTest::qWait(30);
    }
    return true;
}

bool stop(const Attempt& attempt)
{
    return askRunner(attempt.record(), { { "command", "stop" } }, Milliseconds(longEnough)).ok();
}

}

// Processes that are killed while a build runs, alone and together, and those that do not want to go. The
// long version is `./dev kills`.
class KillsTest : public QObject {
    Q_OBJECT

private:
    // Both at the same moment: neither sees the other's end.
    void killRunnerAndSentinel(Attempt& attempt)
    {
        qint64 sentinel = 0;
        QTRY_VERIFY((sentinel = sentinelOf(attempt.runner.processId())) != 0);
        ::kill(pid_t(sentinel), SIGSTOP);
        ::kill(pid_t(attempt.runner.processId()), SIGKILL);
        ::kill(pid_t(sentinel), SIGKILL);
        QVERIFY(attempt.waitForEnd());
    }
    QString path(const char* name = "") const { return m_root->filePath(QLatin1String(name)); }
    QByteArray stranger() const { return "STRANGER=" + QFileInfo(m_root->path()).fileName().toUtf8(); }

    std::unique_ptr<QTemporaryDir> m_root;

private slots:
    void init() { m_root = std::make_unique<QTemporaryDir>(); }

    // `killall torchmason-runner` looks at both.
    void theSentinelHasANameOfItsOwn()
    {
        Attempt attempt(path(), { compiling(sleeper) });
        QVERIFY(attempt.startAndSay("ready"));
        qint64 sentinel = 0;
        QTRY_VERIFY((sentinel = sentinelOf(attempt.runner.processId())) != 0);
        QVERIFY(!readArguments({}, sentinel).join(' ').contains("torchmason-runner"));
        QVERIFY(attempt.terminate());
    }

    void whatAKilledBuildLeftIsEndedBeforeTheNext()
    {
        Attempt first(path(), { compiling(deafFamily) });
        QVERIFY(first.startAndSay("ready"));
        const QByteArray mark = first.mark();
        const QByteArray number = QByteArray::number(first.record().number);
        killRunnerAndSentinel(first);
        QVERIFY(alive(mark).size() >= 5);

        Attempt second(path(), { compiling({ "print", "now" }) });
        QVERIFY(second.runToEnd());
        QVERIFY(isGone(mark));
        QCOMPARE(second.record().state, AttemptState::Succeeded);
        const QByteArray events = contentOf(AttemptFiles::events(second.folder));
        QVERIFY2(
            events.contains("The runner of attempt " + number + " was killed; what was left of its build"),
            events.constData());
        QCOMPARE(first.record().state, AttemptState::Interrupted);
    }

    // The program that the runner had started hears of its end without a sentinel.
    void whatKnowsTheRunnerGoesWithIt()
    {
        Attempt attempt(path(), { compiling(sleeper) });
        QVERIFY(attempt.startAndSay("ready"));
        const QByteArray mark = attempt.mark();
        killRunnerAndSentinel(attempt);
        QTRY_VERIFY(isGone(mark));
    }

    // --- Who does not want to go ---

    void whoIsAnotherProcessAllTheTimeIsStopped_data()
    {
        QTest::addColumn<QStringList>("words");
        QTest::newRow("every 20 ms") << QStringList { "changeling", "20", "print", "ready", "sleep", "600" };
        QTest::newRow("at once") << QStringList { "changeling", "0", "print", "ready", "sleep", "600" };
        QTest::newRow("holds the log")
            << QStringList { "deaf", "holdpipe", "600", "print", "ready", "sleep", "600" };
        QTest::newRow("a stranger") << QStringList { "strange", QFileInfo(path()).fileName(), "sleep", "0.3",
            "print", "ready", "sleep", "600" };
    }
    void whoIsAnotherProcessAllTheTimeIsStopped()
    {
        QFETCH(QStringList, words);
        if (words.contains("strange"))
            words[1] = QFileInfo(path()).fileName(); // each row has a folder of its own
        Attempt attempt(path(), { compiling(words) });
        QVERIFY(attempt.startAndSay("ready"));
        const QByteArray mark = attempt.mark();
        QVERIFY(stop(attempt));
        QVERIFY(attempt.waitForEnd());
        const QByteArray said = attempt.log("compile");
        QVERIFY(isGone(mark));
        QVERIFY(isGone(stranger()));
        QCOMPARE(attempt.log("compile"), said); // who is too fast to be seen writes on
        QCOMPARE(attempt.record().state, AttemptState::Stopped);
    }

    // Whom only the runner could know: the sentinel has heard of it.
    void strangersGoWithAKilledRunner()
    {
        Attempt attempt(path(),
            { compiling({ "stranger", QFileInfo(path()).fileName(), "sleep", "3", "print", "ready", "sleep",
                "600" }) });
        QVERIFY(attempt.startAndSay("ready"));
        QVERIFY(!alive(stranger()).isEmpty());
        ::kill(pid_t(attempt.runner.processId()), SIGKILL);
        QVERIFY(attempt.waitForEnd());
        QTRY_VERIFY_WITH_TIMEOUT(isGone(stranger()), longEnough);
    }

    // Nobody has seen one that was born while the runner stood still.
    void youngStrangersGoWithAKilledRunner()
    {
        Attempt attempt(path(),
            { compiling({ "print", "ready", "sleep", "1.5", "stranger", QFileInfo(path()).fileName(), "sleep",
                "600" }) });
        QVERIFY(attempt.startAndSay("ready"));
        ::kill(pid_t(attempt.runner.processId()), SIGSTOP);
        QTRY_VERIFY_WITH_TIMEOUT(!alive(stranger()).isEmpty(), longEnough);
        ::kill(pid_t(attempt.runner.processId()), SIGKILL);
        QVERIFY(attempt.waitForEnd());
        QTRY_VERIFY_WITH_TIMEOUT(isGone(stranger()), longEnough);
    }

    // And with both killed, the next build ends it.
    void theNextBuildEndsStrangersToo()
    {
        Attempt first(path(),
            { compiling({ "stranger", QFileInfo(path()).fileName(), "print", "ready", "sleep", "600" }) });
        QVERIFY(first.startAndSay("ready"));
        QTRY_VERIFY_WITH_TIMEOUT(!alive(stranger()).isEmpty(), longEnough);
        killRunnerAndSentinel(first);
        QVERIFY(!alive(stranger()).isEmpty());
        Attempt second(path(), { compiling({ "print", "now" }) });
        QVERIFY(second.runToEnd());
        QVERIFY(isGone(stranger()));
    }

    void aStopComesInEachStage_data()
    {
        QTest::addColumn<int>("at");
        for (const StageFacts& facts : stageCatalogue)
            QTest::newRow(facts.id) << int(&facts - stageCatalogue);
    }
    // Asked twice, too: it ends as one.
    void aStopComesInEachStage()
    {
        QFETCH(int, at);
        QVector<Stage> stages;
        for (const StageFacts& facts : stageCatalogue) {
            const bool isIt = int(&facts - stageCatalogue) == at;
            Stage stage = scripted(facts.id, isIt ? sleeper : QStringList { "print", "done" });
            stage.kind = facts.kind;
            if (!stages.isEmpty())
                stage.after = QStringList { stages.last().id };
            stages << stage;
        }
        Attempt attempt(path(), stages);
        attempt.runner.start();
        const QString id = stages[at].id;
        QTRY_VERIFY_WITH_TIMEOUT(attempt.log(id).contains("ready"), longEnough);
        QVERIFY(stop(attempt));
        QVERIFY(stop(attempt) || !isAlive(attempt.record().runner)); // it may have ended by now
        QVERIFY(attempt.waitForEnd());
        QVERIFY(isGone(attempt.mark()));
        const AttemptRecord record = attempt.record();
        QCOMPARE(record.state, AttemptState::Stopped);
        for (int index = 0; index < record.stages.size(); ++index)
            QCOMPARE(record.stages[index].state,
                index < at        ? StageState::Succeeded
                    : index == at ? StageState::Stopped
                                  : StageState::Waiting);
    }

    // --- The runner stands still, or its folder goes ---

    void aPausedRunnerGoesOn()
    {
        Attempt attempt(path(), { compiling({ "print", "ready", "sleep", "1.5", "print", "end" }) });
        QVERIFY(attempt.startAndSay("ready"));
        const auto runner = pid_t(attempt.runner.processId());
        ::kill(runner, SIGSTOP);
        QTRY_VERIFY(attempt.log("compile").contains("end"));
        QCOMPARE(attempt.record().state, AttemptState::Running);
        Attempt second(path(), { compiling({ "print", "never" }) });
        QVERIFY(second.runToEnd());
        QVERIFY2(second.record().error.contains("is building"), qPrintable(second.record().error));
        ::kill(runner, SIGCONT);
        QVERIFY(attempt.waitForEnd());
        QCOMPARE(attempt.record().state, AttemptState::Succeeded);
    }

    void aRemovedFolderEndsTheBuild()
    {
        Attempt attempt(path(), { compiling(deafFamily) });
        QVERIFY(attempt.startAndSay("ready"));
        const QByteArray mark = attempt.mark();
        QVERIFY(QDir(attempt.folder).removeRecursively());
        QVERIFY(attempt.waitForEnd());
        QCOMPARE(attempt.runner.exitCode(), 4);
        QVERIFY(isGone(mark));
        QVERIFY(!QFileInfo::exists(attempt.folder));
    }

    void aMovedFolderSaysWhyItEnded()
    {
        Attempt attempt(path(), { compiling(sleeper) });
        QVERIFY(attempt.startAndSay("ready"));
        const QByteArray mark = attempt.mark();
        QVERIFY(QDir().rename(attempt.folder, path("away")));
        QVERIFY(attempt.waitForEnd());
        QVERIFY(isGone(mark));
        QVERIFY(QDir().rename(path("away"), attempt.folder));
        QCOMPARE(attempt.record().state, AttemptState::Interrupted);
        QVERIFY2(attempt.record().error.contains("was not in its place"), qPrintable(attempt.record().error));
    }

    void aVanishedFolderIsNamed_data()
    {
        QTest::addColumn<QString>("folder");
        QTest::addColumn<bool>("isReplaced");
        QTest::newRow("source") << "source" << false;
        QTest::newRow("build") << "build" << false;
        QTest::newRow("another source") << "source" << true;
        QTest::newRow("another build folder") << "build" << true;
    }
    void aVanishedFolderIsNamed()
    {
        QFETCH(QString, folder);
        QFETCH(bool, isReplaced);
        for (const char* file : { "source/CMakeLists.txt", "build/CMakeCache.txt" })
            write(path(file));
        Attempt attempt(path(), { compiling(sleeper) });
        QVERIFY(attempt.startAndSay("ready"));
        QVERIFY(QDir(path()).rename(folder, "away"));
        QVERIFY(!isReplaced || QDir(path()).mkdir(folder));
        for (const qint64 pid : alive(attempt.mark()))
            ::kill(pid_t(pid), SIGKILL);
        QVERIFY(attempt.waitForEnd());
        const AttemptRecord record = attempt.record();
        QCOMPARE(record.state, AttemptState::Failed);
        QVERIFY2(record.error.contains(m_root->filePath(folder)) && record.error.contains("is gone"),
            qPrintable(record.error));
    }

    void aBuildAroundARunningOneIsToldOfIt()
    {
        Attempt inner(path(), { compiling(sleeper) }, "build/inner");
        QVERIFY(inner.startAndSay("ready"));
        Attempt outer(path(), { compiling({ "print", "now" }) });
        QVERIFY(outer.runToEnd());
        QCOMPARE(outer.record().state, AttemptState::Succeeded);
        const QByteArray events = contentOf(AttemptFiles::events(outer.folder));
        QVERIFY2(
            events.contains("build/inner right now, which lies in this build folder"), events.constData());
        QVERIFY(inner.terminate());
    }

    // What a machine that goes down leaves is such a copy.
    void aCopyOfAnyMomentCanBeRead()
    {
        Attempt attempt(path(), { compiling({ "print", "ready", "flood", "20000", "sleep", "4" }) });
        attempt.runner.start();
        int read = 0;
        const QDeadlineTimer late(longEnough);
        for (int copy = 0; copy < 60 || (read == 0 && !late.hasExpired()); ++copy) {
            const QString other = path("copies/") + QString::number(copy);
            QDir().mkpath(other);
            QProcess::execute("cp", { "-a", attempt.folder, other + "/0001" });
            const auto record = AttemptFiles::readRecord(other + "/0001");
            QVERIFY2(record, record ? "" : qPrintable(record.error().message));
            read += record->state == AttemptState::Running;
        }
        QVERIFY(read > 0);
        QVERIFY(attempt.waitForEnd());
        QCOMPARE(attempt.record().state, AttemptState::Succeeded);
    }

    // --- The socket ---

    void manyConnectionsDoNotKeepAStopAway()
    {
        Attempt attempt(path(), { compiling(sleeper) });
        QVERIFY(attempt.startAndSay("ready"));
        const QString name = attempt.record().socket;
        std::vector<std::unique_ptr<QLocalSocket>> others;
        for (int index = 0; index < 500; ++index) {
            others.push_back(std::make_unique<QLocalSocket>());
            others.back()->connectToServer(name);
        }
        QVERIFY(askRunner(attempt.record(), { { "command", "status" } }, Milliseconds(longEnough)));
        QVERIFY(stop(attempt));
        QVERIFY(attempt.waitForEnd());
        QCOMPARE(attempt.record().state, AttemptState::Stopped);
    }

    // A runner that stands still, before and after others have taken all places in its queue.
    void whoAsksARunnerThatStandsStillIsTold()
    {
        Attempt attempt(path(), { compiling(sleeper) });
        QVERIFY(attempt.startAndSay("ready"));
        const auto runner = pid_t(attempt.runner.processId());
        ::kill(runner, SIGSTOP);
        QTRY_VERIFY(contentOf(QStringLiteral("/proc/%1/stat").arg(runner)).contains(") T "));
        const auto told = [&attempt] {
            const auto answer = askRunner(attempt.record(), { { "command", "status" } }, Milliseconds(1500));
            return answer ? QStringLiteral("an answer") : answer.error().message;
        };
        const QString late = QStringLiteral("does not respond: no answer came within 2 s.");
        QElapsedTimer clock;
        clock.start();
        QVERIFY2(told().endsWith(late), qPrintable(told()));
        const Json fewer { { "command", "limits" }, { "jobs", 1 } };
        const auto heard = askRunner(attempt.record(), fewer, Milliseconds(1500));
        QVERIFY(!heard && heard.error().message.endsWith("s; the new limits may still take effect."));
        const auto asked = askRunner(attempt.record(), { { "command", "stop" } }, Milliseconds(1500));
        QVERIFY(asked && asked->value("standsStill", false)); // by a signal
        {
            const FullBacklog others(attempt.record().socket);
            QVERIFY(others.isFull());
            const std::clock_t worked = std::clock();
            QVERIFY2(told().endsWith(late), qPrintable(told()));
            QVERIFY(std::clock() - worked < CLOCKS_PER_SEC); // it sleeps while it waits
            QElapsedTimer asking;
            asking.start();
            const auto limits = askRunner(attempt.record(), fewer, Milliseconds(longEnough));
            QVERIFY(!limits && !limits.error().message.contains("may still take effect"));
            const auto stopped
                = askRunner(attempt.record(), { { "command", "stop" } }, Milliseconds(longEnough));
            QVERIFY(stopped && stopped->value("standsStill", false)); // by a signal
            QVERIFY2(asking.elapsed() < 20'000, qPrintable(QString::number(asking.elapsed())));
        }
        QVERIFY2(clock.elapsed() < 50'000, qPrintable(QString::number(clock.elapsed())));
        ::kill(runner, SIGCONT);
        QVERIFY(attempt.waitForEnd());
        QCOMPARE(attempt.record().state, AttemptState::Stopped);
    }

    void whoReadsNoAnswersIsDropped()
    {
        Attempt attempt(path(), { compiling(sleeper) });
        QVERIFY(attempt.startAndSay("ready"));
        QLocalSocket deaf;
        deaf.setReadBufferSize(1); // the rest stays in the socket
        deaf.connectToServer(attempt.record().socket);
        QVERIFY(deaf.waitForConnected(longEnough));
        for (int time = 0; time < 200 && deaf.state() == QLocalSocket::ConnectedState; ++time) {
            deaf.write(QByteArray("{\"command\":\"status\"}\n").repeated(1000));
            deaf.waitForBytesWritten(1000);
        }
        QTRY_COMPARE_WITH_TIMEOUT(deaf.state(), QLocalSocket::UnconnectedState, longEnough);
        const Bytes most = (isSample ? 1000 : 200) * mebibyte; // sanitizers keep what was freed
        QVERIFY(readProcessMemory({}, attempt.runner.processId()).own() < most);
        QVERIFY(attempt.terminate());
    }
};

QTEST_GUILESS_MAIN(KillsTest)
#include "KillsTest.moc"
