// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/endtoend/gate/LaunchedGate.h"
#include "tests/support/WindowsChild.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QLocalSocket>
#include <QSignalSpy>

using namespace torchmason;

// On Windows: through named pipes and job objects.
class WindowsGateTest : public QObject, LaunchedGate {
    Q_OBJECT

private slots:
    void init() { makeFolder(); }
    void endsAsItsCommand_data();
    void endsAsItsCommand();
    void argumentsAreUntouched();
    void withoutARunnerAllPass_data();
    void withoutARunnerAllPass();
    void oneAtATime();
    void aRunnerThatGoesAwayFreesWhoWaits();
    void manyAtOnce();
    void whatIsPreemptedStartsAgain();
    void outOfMemoryIsTriedAgain();
    void edgesAreMeasured();

private:
    // What the helper of the tests does with these words.
    static QStringList child(const QStringList& words) { return QStringList { SCRIPTED_CHILD } + words; }
    std::unique_ptr<QProcess> begin(const QStringList& words) const
    {
        return LaunchedGate::begin(child(words));
    }
    Ended run(const QStringList& words) const { return LaunchedGate::run(child(words)); }
    void serve(GateLimits limits) { LaunchedGate::serve(limits, pipeName()); }
    static QString pipeName();
};

QString WindowsGateTest::pipeName()
{
    static int count = 0;
    return QStringLiteral("torchmason-test-%1-%2").arg(QCoreApplication::applicationPid()).arg(++count);
}

void WindowsGateTest::endsAsItsCommand_data()
{
    QTest::addColumn<bool>("isServed");
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<int>("exitCode");
    for (const bool isServed : { false, true }) {
        const char* with = isServed ? "asked" : "alone";
        QTest::addRow("%s: good", with) << isServed << QStringList { "exit", "0" } << 0;
        QTest::addRow("%s: failed", with) << isServed << QStringList { "exit", "77" } << 77;
        QTest::addRow("%s: crashed", with) << isServed << QStringList { "crash" } << int(0xC0000005);
    }
}

void WindowsGateTest::endsAsItsCommand()
{
    QFETCH(bool, isServed);
    QFETCH(QStringList, words);
    if (isServed)
        serve({ 2, {} });
    const Ended ended = run(QStringList { "print", "out", "print", "more" } + words);
    QTEST(ended.exitCode, "exitCode");
    QCOMPARE(ended.output, QByteArray("out\nmore\n"));
}

void WindowsGateTest::argumentsAreUntouched()
{
    serve({ 2, {} });
    const QStringList odd { QString(), QStringLiteral(" "), QStringLiteral("a b"), QStringLiteral("%PATH%"),
        QStringLiteral("\""), QStringLiteral("\\"), QStringLiteral("C:\\a\\"), QStringLiteral("^&|"),
        QStringLiteral("@file.rsp"), QStringLiteral("-DX=\"y z\\\\\""), QStringLiteral("漢é") };
    QByteArray expected;
    for (const QString& word : odd)
        expected += "[" + word.toUtf8() + "]\n";
    QCOMPARE(run(QStringList { "arguments" } + odd).output, expected);
    const QString longWord(20'000, QLatin1Char('x'));
    QCOMPARE(run({ QStringLiteral("arguments"), longWord }).output.size(), longWord.size() + 3);
}

void WindowsGateTest::withoutARunnerAllPass_data()
{
    QTest::addColumn<QString>("pipe");
    QTest::newRow("nothing named") << QString();
    QTest::newRow("no such pipe") << QStringLiteral("\\\\.\\pipe\\torchmason-nobody");
    QTest::newRow("a file") << QStringLiteral("C:\\windows\\win.ini");
    QTest::newRow("another machine") << QStringLiteral("\\\\server\\pipe\\torchmason");
}

void WindowsGateTest::withoutARunnerAllPass()
{
    QFETCH(QString, pipe);
    m_socket = pipe;
    QCOMPARE(run({ "print", "passed" }).output, QByteArray("passed\n"));
}

void WindowsGateTest::oneAtATime()
{
    serve({ 1, {} });
    qint64 most = 0;
    connect(m_server.get(), &GateServer::stateChanged, this, [&most](const GateState& state) {
        qint64 running = 0;
        for (const GateEdge& edge : state.edges)
            running += edge.phase == EdgePhase::Running;
        most = std::max(most, running);
    });
    std::vector<std::unique_ptr<QProcess>> launchers;
    for (int count = 0; count < 4; ++count)
        launchers.push_back(begin({ "sleep", "0.4", "print", "ran" }));
    for (const auto& launcher : launchers)
        QCOMPARE(wait(*launcher).output, QByteArray("ran\n"));
    QCOMPARE(most, 1);
}

void WindowsGateTest::aRunnerThatGoesAwayFreesWhoWaits()
{
    serve({ 1, {} });
    const auto running = begin({ "touch", path("runs"), "sleep", "10" });
    QTRY_VERIFY_WITH_TIMEOUT(QFileInfo::exists(path("runs")), 20'000);
    const auto waiting = begin({ "print", "free" });
    QSignalSpy states(m_server.get(), &GateServer::stateChanged);
    QTRY_VERIFY(!states.isEmpty() && states.last().first().value<GateState>().edges.size() == 2);
    QCOMPARE(waiting->state(), QProcess::Running);
    m_server.reset();
    QCOMPARE(wait(*waiting).output, QByteArray("free\n"));
    QCOMPARE(wait(*running).exitCode, 0);
}

void WindowsGateTest::manyAtOnce()
{
    serve({ 2, {} });
    constexpr int launchersAtOnce = 40;
    std::vector<std::unique_ptr<QProcess>> launchers;
    for (int count = 0; count < launchersAtOnce; ++count)
        launchers.push_back(begin({ "print", QString::number(count) }));
    for (int count = 0; count < launchersAtOnce; ++count)
        QCOMPARE(wait(*launchers[size_t(count)]).output, QByteArray::number(count) + '\n');
}

// The job is ended, whoever is in it, and its half output goes; ninja waits for the second run.
void WindowsGateTest::whatIsPreemptedStartsAgain()
{
    QLocalServer runner;
    QVERIFY(runner.listen(pipeName()));
    m_socket = runner.fullServerName();
    const WindowsChild child(m_folder->path());
    // The first time it goes on for ever, and its children with it; the second time it ends.
    const auto launcher
        = LaunchedGate::begin({ child.program(), "print", "warning", "exitif", path("ran"), "5", "touch",
            path("x.obj"), "family", "2", "touch", path("ran"), "sleep", "600", "-o", path("x.obj") });
    QVERIFY(runner.waitForNewConnection(10'000));
    QLocalSocket* line = runner.nextPendingConnection();
    QVERIFY(hears(*line, gate::Told::Ask));
    answer(*line, gate::Answer::Go);
    QTRY_VERIFY_WITH_TIMEOUT(QFileInfo::exists(path("ran")), 20'000);
    QTRY_COMPARE(child.alive(), 3);
    QVERIFY(QFileInfo::exists(path("x.obj")));
    answer(*line, gate::Answer::Preempt);
    QVERIFY(hears(*line, gate::Told::Yielded));
    QTRY_COMPARE(child.alive(), 0);
    QVERIFY(!QFileInfo::exists(path("x.obj")));
    QCOMPARE(launcher->state(), QProcess::Running);
    answer(*line, gate::Answer::Go);
    const Ended ended = wait(*launcher);
    QCOMPARE(ended.exitCode, 5);
    QCOMPARE(ended.output, QByteArray("warning\n")); // of the run that counts
}

void WindowsGateTest::outOfMemoryIsTriedAgain()
{
    serve({ 4, {} });
    QSignalSpy warned(m_server.get(), &GateServer::warned);
    const Ended never
        = run({ "print", "c:\\a.cpp(7): fatal error C1060: compiler is out of heap space", "exit", "2" });
    QCOMPARE(never.exitCode, 2);
    QCOMPARE(never.output, QByteArray("c:\\a.cpp(7): fatal error C1060: compiler is out of heap space\n"));
    QVERIFY(!warned.isEmpty());
    warned.clear();
    const Ended wrong = run({ "print", "a.cpp(7): error C2065: 'x': undeclared identifier", "exit", "2" });
    QCOMPARE(wrong.exitCode, 2);
    QVERIFY(warned.isEmpty());
}

void WindowsGateTest::edgesAreMeasured()
{
    serve({ 4, {} });
    QSignalSpy measured(m_server.get(), &GateServer::edgeMeasured);
    // As cl is called; the helper ends before it reads those words.
    const QString compiler = path(QStringLiteral("cl.exe"));
    QVERIFY(QFile::copy(SCRIPTED_CHILD, compiler));
    const Ended ended = LaunchedGate::run(
        { compiler, "memory", "40", "sleep", "2", "exit", "0", "/nologo", "/c", "/Fox.obj", "x.cpp" });
    QCOMPARE(ended.exitCode, 0);
    QTRY_COMPARE(measured.size(), 1);
    const auto edge = measured.first().first().value<MeasuredEdge>();
    QCOMPARE(edge.output, QStringLiteral("x.obj"));
    QCOMPARE(edge.language, QStringLiteral("C++"));
    QVERIFY(edge.wall >= Milliseconds(1900));
    // Wine tells no peak of a job; what was seen from outside, or nothing, is then said.
    qInfo("peak %lld MB", static_cast<long long>(edge.peak / mebibyte));
}

QTEST_GUILESS_MAIN(WindowsGateTest)
#include "WindowsGateTest.moc"
