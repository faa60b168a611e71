// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/KernelFile.h"
#include "core/process/ChildEnvironment.h"
#include "core/process/ProcessFamily.h"
#include "core/process/ProcessIdentity.h"
#include "core/process/ProcessTable.h"
#include "tests/core/process/WatchedRunner.h"
#include "tests/support/MarkedProcesses.h"

#include <QDeadlineTimer>
#include <QProcess>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>
#include <QUuid>

#ifdef Q_OS_LINUX
#include <sys/prctl.h>
#endif

using namespace torchmason;

namespace {

ProcessStart scripted(const QStringList& words)
{
    ProcessStart start;
    start.program = QStringLiteral(SCRIPTED_CHILD);
    start.arguments = words;
    start.mark = "TORCHMASON_TEST=" + QUuid::createUuid().toByteArray(QUuid::WithoutBraces);
    start.pauses = { Milliseconds(200), Milliseconds(200), Milliseconds(5000) };
    return start;
}

#ifdef Q_OS_LINUX
bool isZombie(qint64 pid)
{
    const auto process = readProcess(pid);
    return process && process->isDead;
}
#endif

}

class ProcessTest : public QObject {
    Q_OBJECT

private slots:
    void statIsReadWhateverTheName();
    void exitIsTold_data();
    void exitIsTold();
    void missingProgramIsASentence();
    void missingFolderIsASentence();
    void outputGoesToTheLogInOrder();
    void stopLeavesNobody_data();
    void stopLeavesNobody();
    void stopTwiceIsStoppedOnce();
    void stopDuringSpawn();
    void leftOversAreEndedAndTold_data();
    void leftOversAreEndedAndTold();
    void crashesAreNamed();
    void childrenDieBeforeUs();
    void anotherStartMarkIsAnotherProcess();
    void packageLibrariesStayAway();
    void onlyOrphansAreReaped();
};

void ProcessTest::statIsReadWhateverTheName()
{
    const auto process
        = parseProcessStat("42 (a) b (c)) S 7 42 40 0 -1 4194304 98 0 0 0 0 0 0 0 20 0 1 0 166725 1 2");
    QVERIFY(process);
    QCOMPARE(process->pid, 42);
    QCOMPARE(process->name, QString("a) b (c)"));
    QCOMPARE(process->parent, 7);
    QCOMPARE(process->session, 40);
    QCOMPARE(process->start, quint64(166725));
    QVERIFY(!parseProcessStat("42 (torn"));
    QVERIFY(!parseProcessStat(""));
}

void ProcessTest::exitIsTold_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<int>("exitCode");
    QTest::addColumn<bool>("crashed");
    QTest::newRow("good") << QStringList { "exit", "0" } << 0 << false;
    QTest::newRow("seven") << QStringList { "exit", "7" } << 7 << false;
    QTest::newRow("abort") << QStringList { "crash" } << 6 << true;
}

void ProcessTest::exitIsTold()
{
    QFETCH(QStringList, words);
    WatchedRunner run;
    run.runner.start(scripted(words));
    QVERIFY(run.wait());
    QVERIFY(run.end.started);
    QTEST(run.end.exitCode, "exitCode");
    QTEST(run.end.crashed, "crashed");
    QVERIFY(!run.end.stopped);
}

void ProcessTest::missingProgramIsASentence()
{
    ProcessStart start;
    start.program = QStringLiteral("no-such-program-anywhere");
    WatchedRunner run;
    run.runner.start(start);
    QCOMPARE(run.ends, 0); // never from inside start()
    QVERIFY(run.wait());
    QVERIFY(!run.end.started);
    QVERIFY2(run.end.error.contains(start.program), qPrintable(run.end.error));
}

void ProcessTest::missingFolderIsASentence()
{
    ProcessStart start = scripted({});
    start.workingFolder = QStringLiteral("/no/such/folder");
    WatchedRunner run;
    run.runner.start(start);
    QVERIFY(run.wait());
    QVERIFY2(run.end.error.contains(start.workingFolder), qPrintable(run.end.error));
}

void ProcessTest::outputGoesToTheLogInOrder()
{
    QTemporaryDir folder;
    ProcessStart start = scripted({ "print", "one", "half", "two" });
    start.logFile = folder.filePath(QStringLiteral("a.log"));
    for (int time = 0; time < 2; ++time) {
        WatchedRunner run;
        run.runner.start(start);
        QVERIFY(run.wait());
    }
    QFile log(start.logFile);
    QVERIFY(log.open(QIODevice::ReadOnly));
    QCOMPARE(log.readAll(), QByteArray("one\ntwoone\ntwo"));
}

void ProcessTest::stopLeavesNobody_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::newRow("one that listens") << QStringList { "print", "ready", "sleep", "600" };
    QTest::newRow("one that is deaf") << QStringList { "deaf", "print", "ready", "sleep", "600" };
    QTest::newRow("deaf grandchildren in their own groups")
        << QStringList { "deafgroup", "6", "print", "ready", "sleep", "600" };
    QTest::newRow("daemon in its own session")
        << QStringList { "daemon", "600", "print", "ready", "sleep", "600" };
    QTest::newRow("leaked output") << QStringList { "holdpipe", "600", "print", "ready", "sleep", "600" };
}

void ProcessTest::stopLeavesNobody()
{
    QFETCH(QStringList, words);
    const ProcessStart start = scripted(words);
    WatchedRunner run;
    QSignalSpy signalled(&run.runner, &ProcessRunner::signalled);
    run.runner.start(start);
    QVERIFY(run.isReady());
    QVERIFY(!alive(start.mark).isEmpty());
    run.runner.stop();
    QVERIFY(run.wait());
    QCOMPARE(alive(start.mark), QVector<qint64>());
    QVERIFY(run.end.stopped);
    QVERIFY(run.end.survivors.isEmpty());
    QCOMPARE(signalled.first().first().value<StopSignal>(), StopSignal::Interrupt); // never kills first
}

void ProcessTest::stopTwiceIsStoppedOnce()
{
    const ProcessStart start = scripted({ "deaf", "print", "ready", "sleep", "600" });
    WatchedRunner run;
    run.runner.start(start);
    QVERIFY(run.isReady());
    run.runner.stop();
    run.runner.stop();
    QVERIFY(run.wait());
    run.runner.stop();
    QTest::qWait(50);
    QCOMPARE(run.ends, 1);
    QCOMPARE(alive(start.mark), QVector<qint64>());
}

void ProcessTest::stopDuringSpawn()
{
    const ProcessStart start = scripted({ "deafgroup", "2", "sleep", "600" });
    WatchedRunner run;
    run.runner.start(start);
    run.runner.stop();
    QVERIFY(run.wait());
    QVERIFY(run.end.stopped);
    QCOMPARE(alive(start.mark), QVector<qint64>());
}

void ProcessTest::leftOversAreEndedAndTold_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::newRow("deaf grandchildren") << QStringList { "deafgroup", "3", "exit", "0" };
    QTest::newRow("daemon") << QStringList { "daemon", "600", "sleep", "0.2", "exit", "0" };
    QTest::newRow("leaked output") << QStringList { "holdpipe", "600", "exit", "0" };
}

void ProcessTest::leftOversAreEndedAndTold()
{
    QFETCH(QStringList, words);
    const ProcessStart start = scripted(words);
    WatchedRunner run;
    run.runner.start(start);
    QVERIFY(run.wait());
    QCOMPARE(run.end.exitCode, 0);
    QVERIFY(!run.end.stopped); // the program itself ended well
    QVERIFY(!run.end.leftOver.isEmpty());
    QCOMPARE(alive(start.mark), QVector<qint64>());
}

void ProcessTest::crashesAreNamed()
{
    QCOMPARE(crashText(11), QStringLiteral("was ended by signal 11 (SIGSEGV)"));
    QCOMPARE(crashText(0), QStringLiteral("ended unexpectedly, and the system did not say why"));
    QCOMPARE(crashText(31), QStringLiteral("was ended by signal 31"));
    QCOMPARE(crashText(int(0xC0000005)), QStringLiteral("ended with exit code 0xC0000005"));
}

void ProcessTest::childrenDieBeforeUs()
{
    ProcessStart start;
    start.program = QStringLiteral("cat");
    start.arguments = QStringList { QStringLiteral("/proc/self/oom_score_adj") };
    WatchedRunner run;
    run.runner.start(start);
    QVERIFY(run.wait());
    const int own = readKernelFile(QStringLiteral("/proc/self/oom_score_adj")).trimmed().toInt();
    QCOMPARE(run.runner.output().trimmed().toInt(), std::min(1000, own + 300));
}

void ProcessTest::anotherStartMarkIsAnotherProcess()
{
    ProcessIdentity self = identifyProcess(QCoreApplication::applicationPid());
    QVERIFY(isAlive(self));
    self.startMark += QLatin1Char('0');
    QVERIFY(!isAlive(self));
    QVERIFY(!isAlive({}));
}

void ProcessTest::packageLibrariesStayAway()
{
    QProcessEnvironment base;
    base.insert(QStringLiteral("APPDIR"), QStringLiteral("/mnt/app"));
    base.insert(QStringLiteral("LD_LIBRARY_PATH"), QStringLiteral("/mnt/app/lib:/opt/mine"));
    base.insert(QStringLiteral("QT_PLUGIN_PATH"), QStringLiteral("/mnt/app/plugins"));
    base.insert(QStringLiteral("PATH"), QStringLiteral("/mnt/application/bin:/usr/bin"));
    const auto child = childEnvironment(base, { { QStringLiteral("A"), QStringLiteral("1"), {} } });
    QCOMPARE(child.value(QStringLiteral("LD_LIBRARY_PATH")), QStringLiteral("/opt/mine"));
    QVERIFY(!child.contains(QStringLiteral("QT_PLUGIN_PATH")));
    QCOMPARE(child.value(QStringLiteral("PATH")), QStringLiteral("/mnt/application/bin:/usr/bin"));
    QCOMPARE(child.value(QStringLiteral("A")), QStringLiteral("1"));
}

// A busy machine: the child has long ended, and no event came through to its QProcess.
void ProcessTest::onlyOrphansAreReaped()
{
#ifdef Q_OS_LINUX
    becomeSubreaper();
    const auto back = qScopeGuard([] { ::prctl(PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0); });
    QProcess own;
    own.start(QStringLiteral("sh"), { QStringLiteral("-c"), QStringLiteral("sleep 0.2 & echo $!; exit 7") });
    QVERIFY(own.waitForReadyRead());
    const qint64 orphan = own.readLine().trimmed().toLongLong();
    const qint64 child = own.processId();
    for (QDeadlineTimer late(10000); !late.hasExpired() && !(isZombie(child) && isZombie(orphan));)
        QThread::msleep(10);
    QVERIFY(isZombie(child) && isZombie(orphan));
    reapOrphans();
    reapOrphans();
    QVERIFY(!readProcess(orphan));
    QVERIFY(own.waitForFinished());
    QCOMPARE(own.exitStatus(), QProcess::NormalExit);
    QCOMPARE(own.exitCode(), 7);
#else
    QSKIP("a process does not stay after its end");
#endif
}

QTEST_GUILESS_MAIN(ProcessTest)
#include "ProcessTest.moc"
