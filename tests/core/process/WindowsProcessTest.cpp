// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/ProgramStart.h"
#include "core/process/ProcessIdentity.h"
#include "tests/core/process/WatchedRunner.h"
#include "tests/support/WindowsChild.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

#include <windows.h>

using namespace torchmason;

namespace {

bool hasConsole()
{
    DWORD pid = 0;
    return GetConsoleProcessList(&pid, 1) > 0;
}

}

// The door to processes as Windows has it: job objects, events of the console, quoting.
class WindowsProcessTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void exitIsTold_data();
    void exitIsTold();
    void wordsArriveAsTheyAre();
    void environmentArrives();
    void batchFilesAreRefused();
    void batchFilesAreNotFound();
    void outputGoesToTheLogInOrder();
    void breakComesFirst();
    void stopLeavesNobody_data();
    void stopLeavesNobody();
    void stopDuringSpawn();
    void leftOversAreEndedAndTold_data();
    void leftOversAreEndedAndTold();
    void whoForgetsARunnerEndsItsProcesses();
    void numbersAreNotProcesses();

private:
    ProcessStart scripted(const QStringList& words) const;

    QTemporaryDir m_folder;
    std::unique_ptr<WindowsChild> m_child;
};

void WindowsProcessTest::initTestCase()
{
    QVERIFY(m_folder.isValid());
    // The runner has a console without a window. Events go to those that share one.
    if (!hasConsole()) {
        FreeConsole();
        AllocConsole();
    }
    m_child = std::make_unique<WindowsChild>(m_folder.path());
}

ProcessStart WindowsProcessTest::scripted(const QStringList& words) const
{
    ProcessStart start;
    start.program = m_child->program();
    start.arguments = words;
    start.pauses = { Milliseconds(400), Milliseconds(400), Milliseconds(5000) };
    return start;
}

void WindowsProcessTest::exitIsTold_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<int>("exitCode");
    QTest::addColumn<bool>("crashed");
    QTest::newRow("good") << QStringList { "exit", "0" } << 0 << false;
    QTest::newRow("seven") << QStringList { "exit", "7" } << 7 << false;
    QTest::newRow("access violation") << QStringList { "crash" } << int(0xC0000005) << true;
}

void WindowsProcessTest::exitIsTold()
{
    QFETCH(QStringList, words);
    WatchedRunner run;
    run.runner.start(scripted(words));
    QVERIFY(run.wait());
    QVERIFY2(run.end.started, qPrintable(run.end.error));
    QTEST(run.end.exitCode, "exitCode");
    QTEST(run.end.crashed, "crashed");
    QVERIFY(!run.end.stopped);
}

void WindowsProcessTest::wordsArriveAsTheyAre()
{
    const QStringList words { QStringLiteral("plain"), QStringLiteral("two words"), QString(),
        QStringLiteral("-DNAME=\"quoted \\\"twice\\\"\""), QStringLiteral("C:\\ends with\\"),
        QStringLiteral("\\\\server\\share\\"), QStringLiteral("a\"b"), QStringLiteral("%PATH%"),
        QStringLiteral("^&|<>()!"), QStringLiteral("Ünïcödé 漢字"), QStringLiteral("tab\there"),
        QStringLiteral("\\\\\"") };
    WatchedRunner run;
    run.runner.start(scripted(QStringList { "arguments" } + words));
    QVERIFY(run.wait());
    QByteArray expected;
    for (const QString& word : words)
        expected += "[" + word.toUtf8() + "]\n";
    QCOMPARE(run.runner.output(), expected);
}

void WindowsProcessTest::environmentArrives()
{
    ProcessStart start = scripted({ "variable", "TORCH_CUDA_ARCH_LIST", "variable", "PATHEXT" });
    start.environment = { { QStringLiteral("torch_cuda_arch_list"), QStringLiteral("12.0 漢"), {} },
        { QStringLiteral("PATHEXT"), std::nullopt, {} } };
    WatchedRunner run;
    run.runner.start(start);
    QVERIFY(run.wait());
    QCOMPARE(run.runner.output(), QByteArray("12.0 漢\n\n")); // names have no case here
}

void WindowsProcessTest::batchFilesAreRefused()
{
    const QString batch = m_folder.filePath(QStringLiteral("cmake.BAT"));
    QFile file(batch);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("@echo ran\r\n");
    file.close();
    ProcessStart start = scripted({ "\" & calc & \"" });
    start.program = batch;
    WatchedRunner run;
    run.runner.start(start);
    QVERIFY(run.wait());
    QVERIFY(!run.end.started);
    QVERIFY2(run.end.error.contains(QStringLiteral("batch file")), qPrintable(run.end.error));
}

// depot_tools puts a git.bat in front of Git.
void WindowsProcessTest::batchFilesAreNotFound()
{
    const QDir folder(m_folder.path());
    QVERIFY(folder.mkpath(QStringLiteral("depot tools")) && folder.mkpath(QStringLiteral("git")));
    for (const char* name : { "depot tools/git.bat", "depot tools/git.cmd", "git/git.exe" }) {
        QFile file(folder.filePath(QLatin1String(name)));
        QVERIFY(file.open(QIODevice::WriteOnly));
    }
    const QStringList both { folder.filePath(QStringLiteral("depot tools")),
        folder.filePath(QStringLiteral("git")) };
    for (const char* name : { "git", "git.exe", "GIT" })
        QCOMPARE(findProgram(QLatin1String(name), both).toLower(),
            folder.filePath(QStringLiteral("git/git.exe")).toLower());
    QCOMPARE(findProgram(QStringLiteral("git"), both.mid(0, 1)), QString());
    QCOMPARE(findProgram(QStringLiteral("git"), {}), QString());
    QProcess process;
    const auto started
        = startProgram(process, both.first() + QStringLiteral("/git.bat"), { QStringLiteral("a&b") });
    QVERIFY(!started);
    QVERIFY2(
        started.error().message.contains(QStringLiteral("batch file")), qPrintable(started.error().message));
}

void WindowsProcessTest::outputGoesToTheLogInOrder()
{
    ProcessStart start = scripted({ "print", "one", "half", "two" });
    start.logFile = m_folder.filePath(QStringLiteral("log ü.txt"));
    for (int time = 0; time < 2; ++time) {
        WatchedRunner run;
        run.runner.start(start);
        QVERIFY(run.wait());
    }
    QFile log(start.logFile);
    QVERIFY(log.open(QIODevice::ReadOnly));
    QCOMPARE(log.readAll(), QByteArray("one\ntwoone\ntwo"));
}

// A compiler or ninja that hears it writes its files whole and goes by itself.
void WindowsProcessTest::breakComesFirst()
{
    WatchedRunner tried;
    tried.runner.start(scripted({ "print", "ready", "sleep", "600" }));
    QVERIFY(tried.isReady());
    const bool isSent = GenerateConsoleCtrlEvent(CTRL_BREAK_EVENT, DWORD(tried.runner.pid()));
    tried.runner.stop();
    QVERIFY(tried.wait());
    if (!isSent)
        QSKIP("No event can be sent here; Wine 8 refuses that to consoles of programs.");
    WatchedRunner run;
    QSignalSpy signalled(&run.runner, &ProcessRunner::signalled);
    run.runner.start(scripted({ "onbreak", "heard", "print", "ready", "sleep", "600" }));
    QVERIFY(run.isReady());
    run.runner.stop();
    QVERIFY(run.wait());
    QVERIFY(run.end.stopped);
    QCOMPARE(signalled.first().first().value<StopSignal>(), StopSignal::Interrupt);
    QCOMPARE(run.runner.output(), QByteArray("ready\nheard"));
    QCOMPARE(run.end.exitCode, 3);
}

void WindowsProcessTest::stopLeavesNobody_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::newRow("one that listens") << QStringList { "print", "ready", "sleep", "600" };
    QTest::newRow("one that is deaf") << QStringList { "deaf", "print", "ready", "sleep", "600" };
    QTest::newRow("deaf children in their own groups")
        << QStringList { "family", "6", "print", "ready", "sleep", "600" };
    QTest::newRow("leaked output") << QStringList { "holdpipe", "600", "print", "ready", "sleep", "600" };
}

void WindowsProcessTest::stopLeavesNobody()
{
    QFETCH(QStringList, words);
    WatchedRunner run;
    run.runner.start(scripted(words));
    QVERIFY(run.isReady());
    QVERIFY(m_child->alive() > 0);
    run.runner.stop();
    QVERIFY(run.wait());
    QTRY_COMPARE(m_child->alive(), 0);
    QVERIFY(run.end.stopped);
    QVERIFY(run.end.survivors.isEmpty());
}

void WindowsProcessTest::stopDuringSpawn()
{
    WatchedRunner run;
    run.runner.start(scripted({ "family", "2", "sleep", "600" }));
    run.runner.stop();
    QVERIFY(run.wait());
    QVERIFY(run.end.stopped);
    QTRY_COMPARE(m_child->alive(), 0);
}

void WindowsProcessTest::leftOversAreEndedAndTold_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::newRow("deaf children") << QStringList { "family", "3", "exit", "0" };
    QTest::newRow("leaked output") << QStringList { "holdpipe", "600", "exit", "0" };
}

void WindowsProcessTest::leftOversAreEndedAndTold()
{
    QFETCH(QStringList, words);
    WatchedRunner run;
    run.runner.start(scripted(words));
    QVERIFY(run.wait());
    QCOMPARE(run.end.exitCode, 0);
    QVERIFY(!run.end.stopped); // the program itself ended well
    QVERIFY(!run.end.leftOver.isEmpty());
    QTRY_COMPARE(m_child->alive(), 0);
}

void WindowsProcessTest::whoForgetsARunnerEndsItsProcesses()
{
    {
        WatchedRunner run;
        run.runner.start(scripted({ "family", "2", "print", "ready", "sleep", "600" }));
        QVERIFY(run.isReady());
        QVERIFY(m_child->alive() > 1);
    }
    QTRY_COMPARE(m_child->alive(), 0);
}

void WindowsProcessTest::numbersAreNotProcesses()
{
    ProcessIdentity self = identifyProcess(QCoreApplication::applicationPid());
    QVERIFY(isAlive(self));
    self.startMark += QLatin1Char('0');
    QVERIFY(!isAlive(self));
    QVERIFY(!isAlive({}));
}

QTEST_GUILESS_MAIN(WindowsProcessTest)
#include "WindowsProcessTest.moc"
