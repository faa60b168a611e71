// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gate/MemoryWords.h"
#include "tests/endtoend/gate/LaunchedGate.h"
#include "tests/support/FullBacklog.h"
#include "tests/support/TestFiles.h"

#include <QLocalSocket>
#include <QSignalSpy>

#include <csignal>

using namespace torchmason;

// Against the runner's gate and against runners that misbehave.
class GateTest : public QObject, LaunchedGate {
    Q_OBJECT

private:
    QStringList script(const QString& text) const { return { "/bin/sh", "-c", text }; }
    void serve(GateLimits limits) { LaunchedGate::serve(limits, path(QStringLiteral("s"))); }

    void endLeft() const
    {
        if (const int left = contentOf(path("left")).trimmed().toInt(); left > 1) // 0 would be ourselves
            ::kill(left, SIGKILL);
    }

private slots:
    void init() { makeFolder(); }

    void endsAsItsCommand_data()
    {
        QTest::addColumn<bool>("isServed");
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("exitCode");
        QTest::addColumn<int>("signal");
        for (const bool isServed : { false, true }) {
            const char* with = isServed ? "asked" : "alone";
            QTest::addRow("%s: good", with) << isServed << "exit 0" << 0 << 0;
            QTest::addRow("%s: failed", with) << isServed << "exit 77" << 77 << 0;
            QTest::addRow("%s: aborted", with) << isServed << "kill -ABRT $$" << -1 << int(SIGABRT);
            QTest::addRow("%s: terminated", with) << isServed << "kill -TERM $$" << -1 << int(SIGTERM);
        }
    }
    void endsAsItsCommand()
    {
        QFETCH(bool, isServed);
        QFETCH(QString, text);
        if (isServed)
            serve({ 2, {} });
        const Ended ended = run(script(QStringLiteral("echo out; echo error >&2; echo more; ") + text));
        QTEST(ended.exitCode, "exitCode");
        QTEST(ended.signal, "signal");
        QCOMPARE(ended.output, QByteArray("out\nerror\nmore\n"));
    }

    void argumentsAreUntouched()
    {
        serve({ 2, {} });
        const QStringList odd { "", " ", "a b", "$HOME", "\"", "'", "\\", "*", "a\nb", "--", "-o", "@file",
            "é" };
        const Ended ended = run(QStringList { "/usr/bin/printf", "<%s>" } + odd);
        QCOMPARE(QString::fromUtf8(ended.output),
            QLatin1Char('<') + odd.join(QStringLiteral("><")) + QLatin1Char('>'));
        // Longer than what is told to the runner.
        const Ended longOne = run({ "/bin/echo", QString(100'000, QLatin1Char('x')),
            QString(120'000, QLatin1Char('y')), QString(120'000, QLatin1Char('z')) });
        QCOMPARE(longOne.output.size(), qsizetype(340'003));
    }

    void withoutARunnerAllPass_data()
    {
        QTest::addColumn<QString>("socket");
        QTest::newRow("nothing named") << QString();
        QTest::newRow("no such socket") << QStringLiteral("/nowhere/at/all");
        QTest::newRow("too long") << QString(300, QLatin1Char('/'));
    }
    void withoutARunnerAllPass()
    {
        QFETCH(QString, socket);
        m_socket = socket;
        QCOMPARE(run(script(QStringLiteral("echo passed"))).output, QByteArray("passed\n"));
        QCOMPARE(run({ "/no/such/compiler" }).exitCode, 127);
    }

    void oneAtATime()
    {
        serve({ 1, {} });
        const QString text
            = QStringLiteral("mkdir %1 || echo both; sleep 0.1; rmdir %1; echo ran").arg(path("lock"));
        std::vector<std::unique_ptr<QProcess>> launchers;
        for (int count = 0; count < 5; ++count)
            launchers.push_back(begin(script(text)));
        for (const auto& launcher : launchers)
            QCOMPARE(wait(*launcher).output, QByteArray("ran\n"));
    }

    void aRunnerThatGoesAwayFreesWhoWaits()
    {
        serve({ 1, {} });
        const auto running = begin(script(QStringLiteral("touch %1; exec sleep 600").arg(path("runs"))));
        QTRY_VERIFY(QFileInfo::exists(path("runs")));
        const auto waiting = begin(script(QStringLiteral("echo free")));
        QSignalSpy states(m_server.get(), &GateServer::stateChanged);
        QTRY_VERIFY(!states.isEmpty() && states.last().first().value<GateState>().edges.size() == 2);
        QCOMPARE(waiting->state(), QProcess::Running);
        m_server.reset();
        QCOMPARE(wait(*waiting).output, QByteArray("free\n"));
        ::kill(pid_t(running->processId()), SIGTERM); // goes to its command, and it ends as that does
        QCOMPARE(wait(*running).signal, int(SIGTERM));
    }

    void aRunnerThatHangsFreesWhoAsks()
    {
        QLocalServer silent;
        QVERIFY(silent.listen(path(QStringLiteral("s"))));
        m_socket = silent.fullServerName();
        QCOMPARE(run(script(QStringLiteral("echo free"))).output, QByteArray("free\n"));
    }

    // Its runner stands still, and others have taken all places in its queue.
    void aFullSocketFreesWhoAsks()
    {
        QLocalServer silent;
        QVERIFY(silent.listen(path(QStringLiteral("s"))));
        m_socket = silent.fullServerName();
        const FullBacklog others(m_socket);
        QVERIFY(others.isFull());
        const auto launcher = begin(script(QStringLiteral("echo free")));
        QVERIFY(launcher->waitForFinished(60'000)); // meanwhile nobody accepts: the server lives here
        QCOMPARE(launcher->readAll(), QByteArray("free\n"));
    }

    void manyAtOnce()
    {
        serve({ 2, {} });
        const QString text
            = QStringLiteral("mkdir %1 2>/dev/null && at=%1 || { mkdir %2 2>/dev/null && at=%2; } "
                             "|| echo a third; echo %3; rmdir $at");
        std::vector<std::unique_ptr<QProcess>> launchers;
        for (int count = 0; count < 200; ++count) {
            launchers.push_back(begin(script(text.arg(path("one"), path("two")).arg(count))));
            QCoreApplication::processEvents(); // starting them takes long; the server answers meanwhile
        }
        for (int count = 0; count < 200; ++count)
            QCOMPARE(wait(*launchers[size_t(count)]).output, QByteArray::number(count) + '\n');
    }

    void whatIsPreemptedStartsAgain_data()
    {
        QTest::addColumn<QString>("ears");
        QTest::newRow("listens") << QString();
        QTest::newRow("deaf") << QStringLiteral("trap '' TERM; ");
    }
    void whatIsPreemptedStartsAgain()
    {
        QFETCH(QString, ears);
        QLocalServer runner;
        QVERIFY(runner.listen(path(QStringLiteral("s"))));
        m_socket = runner.fullServerName();
        // The first time it goes on for ever, below it a child; the second time it ends.
        const QString text = ears
            + QStringLiteral(
                "echo warning; echo half > %1; if test -e %2; then exit 5; fi; touch %2; sleep 600; exit 9")
                  .arg(path("x.o"), path("ran"));
        const auto launcher = begin(script(text) + QStringList { "sh", "-o", path("x.o") });
        QVERIFY(runner.waitForNewConnection(10'000));
        QLocalSocket* line = runner.nextPendingConnection();
        QVERIFY(hears(*line, gate::Told::Ask));
        answer(*line, gate::Answer::Go);
        QTRY_VERIFY(QFileInfo::exists(path("ran")));
        answer(*line, gate::Answer::Preempt);
        QVERIFY(hears(*line, gate::Told::Yielded));
        QVERIFY(!QFileInfo::exists(path("x.o")));
        QCOMPARE(launcher->state(), QProcess::Running);
        answer(*line, gate::Answer::Go);
        const Ended ended = wait(*launcher);
        QCOMPARE(ended.exitCode, 5);
        QCOMPARE(ended.output, QByteArray("warning\n")); // of the run that counts
    }

    void outOfMemoryIsTriedAgain()
    {
        serve({ 4, {} });
        QSignalSpy warned(m_server.get(), &GateServer::warned);
        const Ended once = run(script(
            QStringLiteral("echo once; test -e %1 && exit 0; touch %1; kill -KILL $$").arg(path("ran"))));
        QCOMPARE(once.exitCode, 0);
        QCOMPARE(once.output, QByteArray("once\n"));
        QCOMPARE(warned.size(), 1);
        // What never fits is given up, with what it said.
        const Ended never = run(script(
            QStringLiteral("echo 'cc1plus: out of memory allocating 65536 bytes'; echo x >> %1; exit 1")
                .arg(path("n"))));
        QCOMPARE(never.exitCode, 1);
        QCOMPARE(never.output, QByteArray("cc1plus: out of memory allocating 65536 bytes\n"));
        QCOMPARE(contentOf(path("n")), QByteArray("x\nx\nx\nx\n"));
    }

    void aCompileErrorIsNotTriedAgain()
    {
        serve({ 4, {} });
        const Ended ended = run(script(
            QStringLiteral("echo \"a.cpp:1:1: error: expected ';'\"; echo x >> %1; exit 1").arg(path("n"))));
        QCOMPARE(ended.exitCode, 1);
        QCOMPARE(contentOf(path("n")), QByteArray("x\n"));
    }

    // ccache starts its compilers, and so us, with stdout and stderr in two files that it reads afterwards.
    void ccacheReadsTwoFiles()
    {
        serve({ 4, {} });
        QSignalSpy warned(m_server.get(), &GateServer::warned);
        const QString text
            = QStringLiteral("echo out; echo warning >&2; test -e %1 && exit 0; touch %1; "
                             "echo 'g++: fatal error: Killed signal terminated program cc1plus' >&2; exit 1")
                  .arg(path("ran"));
        write(path("out"), "before\n");
        QProcess process;
        process.setProcessEnvironment(environment());
        process.setStandardOutputFile(path("out"), QIODevice::Append);
        process.setStandardErrorFile(path("err"));
        process.start(launcher(), script(text));
        QCOMPARE(wait(process).exitCode, 0);
        QCOMPARE(warned.size(), 1); // it was started again
        QCOMPARE(contentOf(path("out")), QByteArray("before\nout\n")); // of the run that counts
        QCOMPARE(contentOf(path("err")), QByteArray("warning\n"));
    }

    void wordsOfMemory_data()
    {
        QTest::addColumn<bool>("tells");
        for (const char* line : { "clang++: error: unable to execute command: Killed",
                 "ld.lld: error: failed to open lib/libtorch_cpu.so: Cannot allocate memory",
                 "/usr/bin/ld: a.so: memory exhausted",
                 "ld: fatal error: a.so: mmap: failed to allocate 9 bytes for output file: Cannot allocate "
                 "memory",
                 "mold: fatal: mmap: Cannot allocate memory",
                 "fatal error C1060: compiler is out of heap space",
                 "fatal error C1083: Cannot open compiler generated file: 'a.obj': Not enough space",
                 "/usr/bin/ld.gold: out of memory", "mold: fatal: a.so: mmap failed: Cannot allocate memory",
                 "C:\\a.cpp(7): fatal error C1076: compiler limit: internal heap limit reached",
                 "C:\\a.cpp(7): erreur irr\xe9"
                 "cup\xe9rable C1060: espace du tas insuffisant",
                 "LINK : fatal error LNK1102: out of memory",
                 "a.cpp: fatal error C1002: out of heap space in pass 2",
                 "error C3859: x\ncl : error C3859: virtual memory range for PCH exceeded" })
            QTest::newRow(line) << true;
        for (const char* line : { "a.cpp:7:3: error: duplicate case value\n    7 |     case C1060:",
                 "ld.lld: error: failed to open a.o: No such file or directory",
                 "ld.lld: error: undefined symbol: x\n>>> Cannot allocate memory",
                 "mold: fatal: a.so: No space left on device", "LINK : fatal error LNK1104: cannot open file",
                 "error C10601: x", "" })
            QTest::newRow(line) << false;
    }
    void wordsOfMemory()
    {
        const QByteArray text = QTest::currentDataTag();
        QTEST(gate::tellsOfMemory(text.constData(), size_t(text.size())), "tells");
    }

    void wordsInSourceAreNoShortage()
    {
        serve({ 4, {} });
        const QString source = QStringLiteral(
            "a.cpp:7:3: error: no match for 'catch (const std::bad_alloc&)'; yyerror (\"memory exhausted\")\n"
            "    7 |   report(\"Memory allocation failure\");\n");
        write(path("words"), source.toUtf8());
        const Ended ended
            = run(script(QStringLiteral("echo x >> %1; cat %2; exit 1").arg(path("n"), path("words"))));
        QCOMPARE(ended.exitCode, 1);
        QCOMPARE(contentOf(path("n")), QByteArray("x\n"));
    }

    // nvcc's children outlive an nvcc that is ended, and would keep their memory.
    void orphansOfAPreemptedCompilerGo()
    {
        QLocalServer runner;
        QVERIFY(runner.listen(path(QStringLiteral("s"))));
        m_socket = runner.fullServerName();
        const QString text
            = QStringLiteral("test -e %1 && exit 0; (setsid sh -c 'trap \"\" TERM; echo $$ > %1; "
                             "sleep 613; sleep 613' &) ; sleep 600")
                  .arg(path("orphan"));
        const auto launcher = begin(script(text));
        QVERIFY(runner.waitForNewConnection(10'000));
        QLocalSocket* line = runner.nextPendingConnection();
        answer(*line, gate::Answer::Go);
        QTRY_VERIFY(!contentOf(path("orphan")).isEmpty());
        const int orphan = contentOf(path("orphan")).trimmed().toInt();
        QVERIFY(orphan > 1 && ::kill(orphan, 0) == 0);
        answer(*line, gate::Answer::Preempt);
        QVERIFY(hears(*line, gate::Told::Yielded));
        QVERIFY(::kill(orphan, 0) != 0);
        answer(*line, gate::Answer::Go);
        QCOMPARE(wait(*launcher).exitCode, 0);
    }

    void peaksAreLearned()
    {
        serve({ 4, {} });
        QSignalSpy measured(m_server.get(), &GateServer::edgeMeasured);
        write(path("a.c"), "int main(void) { return 0; }\n");
        const QString object = path(QStringLiteral("a.o"));
        const Ended ended = run({ "gcc", "-c", path("a.c"), "-o", object });
        QCOMPARE(ended.exitCode, 0);
        QTRY_COMPARE(measured.size(), 1);
        const auto edge = measured.first().first().value<MeasuredEdge>();
        QCOMPARE(edge.output, object);
        QCOMPARE(edge.language, QStringLiteral("C"));
        QVERIFY(edge.peak > mebibyte);
        QVERIFY(edge.wall.count() > 0);
        QVERIFY(edge.processor.count() > 0 && edge.processor < std::chrono::minutes(1));
        m_server->close();
        EdgeCosts costs(path(QStringLiteral("costs.json")), QStringLiteral("test"));
        QCOMPARE(costs.expected(object, QStringLiteral("C")), edge.peak);
    }

    void compilersAreTheSystemsFirstVictims()
    {
        if (!QFileInfo::exists("/proc/self/oom_score_adj"))
            QSKIP("this system ends nobody for want of memory");
        const int own = contentOf("/proc/self/oom_score_adj").trimmed().toInt();
        QCOMPARE(run({ "/bin/cat", "/proc/self/oom_score_adj" }).output.trimmed().toInt(), own); // no build
        serve({ 4, {} });
        QCOMPARE(run({ "/bin/cat", "/proc/self/oom_score_adj" }).output.trimmed().toInt(),
            std::min(1000, own + 200));
    }

    // Some services and containers start us so.
    void ignoredChildrenAreWaitedFor()
    {
        serve({ 4, {} });
        QProcess process;
        process.setChildProcessModifier([] { ::signal(SIGCHLD, SIG_IGN); });
        process.start(QStringLiteral(TORCHMASON_BIN "/torchmason-gate"), script(QStringLiteral("exit 7")));
        QVERIFY(QTest::qWaitFor([&process] { return process.state() == QProcess::NotRunning; }, 20'000));
        QCOMPARE(process.exitCode(), 7);
    }

    void signalsAreHeardWhileSomebodyIsLeftBehind()
    {
        serve({ 4, {} });
        const auto launcher
            = begin(script(QStringLiteral("sleep 600 & echo $! > %1; echo early").arg(path("left"))));
        QTRY_COMPARE(launcher->bytesAvailable(), qint64(6)); // passed on when the compiler has ended
        ::kill(pid_t(launcher->processId()), SIGTERM);
        const bool ended
            = QTest::qWaitFor([&launcher] { return launcher->state() == QProcess::NotRunning; }, 20'000);
        endLeft();
        QVERIFY(ended);
        QCOMPARE(wait(*launcher).signal, int(SIGTERM));
    }

    // Whoever is left behind has memory, too. The compiler's result counts.
    void theRunnerIsHeardWhileSomebodyIsLeftBehind()
    {
        QLocalServer runner;
        QVERIFY(runner.listen(path(QStringLiteral("s"))));
        m_socket = runner.fullServerName();
        const auto launcher
            = begin(script(QStringLiteral("sleep 600 & echo $! > %1; echo early; exit 3").arg(path("left"))));
        QVERIFY(runner.waitForNewConnection(10'000));
        QLocalSocket* line = runner.nextPendingConnection();
        answer(*line, gate::Answer::Go);
        QTRY_COMPARE(launcher->bytesAvailable(), qint64(6));
        answer(*line, gate::Answer::Preempt);
        const bool ended
            = QTest::qWaitFor([&launcher] { return launcher->state() == QProcess::NotRunning; }, 20'000);
        endLeft();
        QVERIFY(ended);
        QCOMPARE(launcher->exitCode(), 3);
    }

    void whoIsLeftBehindIsHeardToTheEnd()
    {
        serve({ 4, {} });
        const Ended ended = run(script(QStringLiteral("echo early; (sleep 0.4; echo late) & exit 3")));
        QCOMPARE(ended.exitCode, 3);
        QCOMPARE(ended.output, QByteArray("early\nlate\n"));
    }

    void whoLeavesForGoodIsNotWaitedFor()
    {
        serve({ 1, {} });
        const QString leaves
            = QStringLiteral("(setsid sleep 29.7313 >/dev/null 2>&1 </dev/null &) ; echo here");
        QElapsedTimer clock;
        clock.start();
        QCOMPARE(run(script(leaves)).output, QByteArray("here\n"));
        QCOMPARE(run({ "/bin/echo", "next" }).output, QByteArray("next\n")); // the one job is free again
        QVERIFY(clock.elapsed() < 25'000);
        QProcess::execute("pkill", { "-f", "^sleep 29.7313$" });
    }
};

QTEST_GUILESS_MAIN(GateTest)
#include "GateTest.moc"
