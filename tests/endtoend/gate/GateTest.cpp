// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gate/GateServer.h"
#include "core/gate/Message.h"
#include "tests/support/TestFiles.h"

#include <QElapsedTimer>
#include <QLocalSocket>
#include <QProcess>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

using namespace torchmason;

// The launcher as ninja starts it, against the runner's gate and against runners that misbehave.
class GateTest : public QObject {
    Q_OBJECT

private slots:
    void init();
    void endsAsItsCommand_data();
    void endsAsItsCommand();
    void argumentsAreUntouched();
    void withoutARunnerAllPass_data();
    void withoutARunnerAllPass();
    void oneAtATime();
    void aRunnerThatGoesAwayFreesWhoWaits();
    void aRunnerThatHangsFreesWhoAsks();
    void manyAtOnce();
    void whatIsPreemptedStartsAgain_data();
    void whatIsPreemptedStartsAgain();
    void outOfMemoryIsTriedAgain();
    void aCompileErrorIsNotTriedAgain();
    void peaksAreLearned();

private:
    struct Ended {
        int exitCode = -1;
        int signal = 0;
        QByteArray output;
    };
    std::unique_ptr<QProcess> begin(const QStringList& command);
    static Ended wait(QProcess& process);
    Ended run(const QStringList& command)
    {
        const auto process = begin(command);
        return wait(*process);
    }
    QStringList script(const QString& text) const { return { "/bin/sh", "-c", text }; }
    QString path(const QString& name) const { return m_folder->filePath(name); }
    void serve(GateLimits limits);

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<GateServer> m_server;
    QString m_socket;
};

void GateTest::init()
{
    m_server.reset();
    m_socket.clear();
    m_folder = std::make_unique<QTemporaryDir>();
}

void GateTest::serve(GateLimits limits)
{
    m_server
        = std::make_unique<GateServer>(limits, path(QStringLiteral("costs.json")), QStringLiteral("test"));
    const auto listening = m_server->listen(path(QStringLiteral("s")));
    QVERIFY2(listening.ok(), listening.ok() ? "" : qPrintable(listening.error().message));
    m_socket = *listening;
}

std::unique_ptr<QProcess> GateTest::begin(const QStringList& command)
{
    auto process = std::make_unique<QProcess>();
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    if (!m_socket.isEmpty())
        environment.insert(QLatin1String(gate::socketVariable), m_socket);
    process->setProcessEnvironment(environment);
    process->setProcessChannelMode(QProcess::MergedChannels);
    process->start(QStringLiteral(TORCHMASON_BIN "/torchmason-gate"), command);
    return process;
}

// The server lives on this thread, so that time passes for it, too.
GateTest::Ended GateTest::wait(QProcess& process)
{
    QElapsedTimer clock;
    clock.start();
    while (process.state() != QProcess::NotRunning && clock.elapsed() < 60'000)
        QTest::qWait(5);
    const bool crashed = process.exitStatus() == QProcess::CrashExit;
    return { crashed ? -1 : process.exitCode(), crashed ? process.exitCode() : 0, process.readAll() };
}

void GateTest::endsAsItsCommand_data()
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

void GateTest::endsAsItsCommand()
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

void GateTest::argumentsAreUntouched()
{
    serve({ 2, {} });
    const QStringList odd { "", " ", "a b", "$HOME", "\"", "'", "\\", "*", "a\nb", "--", "-o", "@file", "é" };
    const Ended ended = run(QStringList { "/usr/bin/printf", "<%s>" } + odd);
    QCOMPARE(QString::fromUtf8(ended.output),
        QLatin1Char('<') + odd.join(QStringLiteral("><")) + QLatin1Char('>'));
    // Longer than what is told to the runner.
    const Ended longOne = run({ "/bin/echo", QString(100'000, QLatin1Char('x')),
        QString(120'000, QLatin1Char('y')), QString(120'000, QLatin1Char('z')) });
    QCOMPARE(longOne.output.size(), qsizetype(340'003));
}

void GateTest::withoutARunnerAllPass_data()
{
    QTest::addColumn<QString>("socket");
    QTest::newRow("nothing named") << QString();
    QTest::newRow("no such socket") << QStringLiteral("/nowhere/at/all");
    QTest::newRow("too long") << QString(300, QLatin1Char('/'));
}

void GateTest::withoutARunnerAllPass()
{
    QFETCH(QString, socket);
    m_socket = socket;
    QCOMPARE(run(script(QStringLiteral("echo passed"))).output, QByteArray("passed\n"));
    QCOMPARE(run({ "/no/such/compiler" }).exitCode, 127);
}

void GateTest::oneAtATime()
{
    serve({ 1, {} });
    QSignalSpy measured(m_server.get(), &GateServer::edgeMeasured);
    const QString text = QStringLiteral("test -e %1/lock && echo both; touch %1/lock; sleep 0.1; rm %1/lock")
                             .arg(m_folder->path());
    std::vector<std::unique_ptr<QProcess>> launchers;
    for (int count = 0; count < 5; ++count)
        launchers.push_back(begin(script(text)));
    for (const auto& launcher : launchers)
        QCOMPARE(wait(*launcher).output, QByteArray());
}

void GateTest::aRunnerThatGoesAwayFreesWhoWaits()
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

void GateTest::aRunnerThatHangsFreesWhoAsks()
{
    QLocalServer silent;
    QVERIFY(silent.listen(path(QStringLiteral("s"))));
    m_socket = silent.fullServerName();
    QCOMPARE(run(script(QStringLiteral("echo free"))).output, QByteArray("free\n"));
}

void GateTest::manyAtOnce()
{
    serve({ 2, {} });
    std::vector<std::unique_ptr<QProcess>> launchers;
    for (int count = 0; count < 200; ++count)
        launchers.push_back(begin({ "/bin/echo", QString::number(count) }));
    for (int count = 0; count < 200; ++count)
        QCOMPARE(wait(*launchers[size_t(count)]).output, QByteArray::number(count) + '\n');
}

void GateTest::whatIsPreemptedStartsAgain_data()
{
    QTest::addColumn<QString>("ears");
    QTest::newRow("listens") << QString();
    QTest::newRow("deaf") << QStringLiteral("trap '' TERM; ");
}

void GateTest::whatIsPreemptedStartsAgain()
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
    const auto told = [&line](char letter) {
        QByteArray seen;
        QElapsedTimer clock;
        for (clock.start(); !seen.contains(letter) && clock.elapsed() < 20'000; QTest::qWait(5))
            seen += line->readAll();
        return seen.contains(letter);
    };
    QVERIFY(told(char(gate::Told::Ask)));
    line->write(QByteArray(1, char(gate::Answer::Go)));
    QTRY_VERIFY(QFileInfo::exists(path("ran")));
    line->write(QByteArray(1, char(gate::Answer::Preempt)));
    QVERIFY(told(char(gate::Told::Yielded)));
    QVERIFY(!QFileInfo::exists(path("x.o")));
    QCOMPARE(launcher->state(), QProcess::Running);
    line->write(QByteArray(1, char(gate::Answer::Go)));
    const Ended ended = wait(*launcher);
    QCOMPARE(ended.exitCode, 5);
    QCOMPARE(ended.output, QByteArray("warning\n")); // of the run that counts
}

void GateTest::outOfMemoryIsTriedAgain()
{
    serve({ 4, {} });
    QSignalSpy warned(m_server.get(), &GateServer::warned);
    const Ended once = run(
        script(QStringLiteral("echo once; test -e %1 && exit 0; touch %1; kill -KILL $$").arg(path("ran"))));
    QCOMPARE(once.exitCode, 0);
    QCOMPARE(once.output, QByteArray("once\n"));
    QCOMPARE(warned.size(), 1);
    // What never fits is given up, with what it said.
    const Ended never = run(
        script(QStringLiteral("echo 'cc1plus: out of memory allocating 65536 bytes'; echo x >> %1; exit 1")
                   .arg(path("n"))));
    QCOMPARE(never.exitCode, 1);
    QCOMPARE(never.output, QByteArray("cc1plus: out of memory allocating 65536 bytes\n"));
    QCOMPARE(contentOf(path("n")), QByteArray("x\nx\nx\nx\n"));
}

void GateTest::aCompileErrorIsNotTriedAgain()
{
    serve({ 4, {} });
    const Ended ended = run(script(
        QStringLiteral("echo \"a.cpp:1:1: error: expected ';'\"; echo x >> %1; exit 1").arg(path("n"))));
    QCOMPARE(ended.exitCode, 1);
    QCOMPARE(contentOf(path("n")), QByteArray("x\n"));
}

void GateTest::peaksAreLearned()
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
    QVERIFY(edge.cpu.count() > 0);
    m_server->close();
    EdgeCosts costs(path(QStringLiteral("costs.json")), QStringLiteral("test"));
    QCOMPARE(costs.expected(object, QStringLiteral("C")).peak, edge.peak);
}

QTEST_GUILESS_MAIN(GateTest)
#include "GateTest.moc"
