// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/AppendFile.h"
#include "core/store/AttemptFiles.h"
#include "core/store/AttemptLines.h"
#include "core/store/EventNames.h"
#include "tests/endtoend/cli/AskedCli.h"
#include "tests/support/FullBacklog.h"
#include "tests/support/TestFiles.h"

#include <QElapsedTimer>
#include <QRegularExpression>
#include <QScopeGuard>
#include <QStandardPaths>

#include <signal.h>

using namespace torchmason;

// A build that is at work, told from the command line: watched, limited, stopped, let go.
class CliControlTest : public QObject, AskedCli {
    Q_OBJECT

private slots:
    void detachAttachAndStop();
    void limitsChangeWhileItBuilds();
    void aRunnerThatStandsStillIsToldSoon();
    void aSlowStopIsWaitedFor();
    void interruptStopsAndASecondLetsGo();
    void aTerminalGetsALiveLine();

private:
    AttemptRecord compilingTour();
    void isToldThatNobodyAnswers(const QStringList& words);
};

void CliControlTest::detachAttachAndStop()
{
    const Answer started = ask({ "build", "--profile", "tour", "--detach", "--clean" });
    QCOMPARE(started.code, 0);
    const QString attempt = QString::number(number(started));
    QVERIFY(attempt.toInt() > 0);
    QProcess watcher;
    begin(watcher, { "attempts", "attach", attempt });
    QVERIFY(watcher.waitForStarted());
    QByteArray seen;
    QTRY_VERIFY_WITH_TIMEOUT(
        (seen += watcher.readAllStandardOutput()).contains("[Configure] succeeded"), 240'000);
    QCOMPARE(ask({ "attempts", "stop", attempt }).code, 0);
    QVERIFY(watcher.waitForFinished(120'000));
    QCOMPARE(watcher.exitCode(), 1);
    QVERIFY2(watcher.readAllStandardOutput().contains("Attempt " + attempt.toUtf8() + " stopped"),
        seen.constData());
    QCOMPARE(json({ "attempts", "show", attempt, "--json" })["attempt"]["state"].get<std::string>(),
        std::string("stopped"));
}

void CliControlTest::limitsChangeWhileItBuilds()
{
    const Answer started
        = ask({ "build", "--profile", "tour", "--detach", "--clean", "--gate", "--jobs", "1" });
    QCOMPARE(started.code, 0);
    const QString attempt = QString::number(number(started));
    const auto begun = [&] { return ask({ "attempts", "log", attempt, "--stage", "compile" }).output; };
    QTRY_VERIFY_WITH_TIMEOUT(begun().contains("Building CXX"), 240'000);
    const Answer second = ask({ "build", "--profile", "tour", "--detach", "--clean" });
    QCOMPARE(second.code, 1); // in the same folder
    QVERIFY2(second.trouble.contains("is building in"), second.trouble.constData());
    QVERIFY2(!second.trouble.contains("at the same time"), second.trouble.constData()); // once is enough
    const Answer wrong = ask({ "attempts", "limits", attempt, "--jobs", "0" });
    QCOMPARE(wrong.code, 2);
    QVERIFY(wrong.trouble.contains("--jobs"));
    QCOMPARE(ask({ "attempts", "limits", attempt, "--jobs", "2", "--memory-limit", "3G" }).code, 0);
    const QString samples = home(QStringLiteral("data/attempts/%1/samples.jsonl").arg(attempt, 4, u'0'));
    QTRY_VERIFY_WITH_TIMEOUT(contentOf(samples).contains(R"("gate":{"jobs":2,"running":2)"), 120'000);
    QCOMPARE(ask({ "attempts", "limits", attempt, "--memory-limit", "none" }).code, 0);
    QCOMPARE(ask({ "attempts", "stop", attempt }).code, 0);
    QCOMPARE(ask({ "attempts", "limits", attempt, "--jobs", "2" }).code, 1); // does not run any more
    const Json record = json({ "attempts", "show", attempt, "--json" })["attempt"];
    QVERIFY2(record["plan"].dump().find("torchmason-gate") != std::string::npos, record.dump(1).c_str());
    // Nobody answers the compilers of a script.
    QVERIFY(!ask({ "attempts", "export", attempt, "--format", "sh" }).output.contains("torchmason-gate"));
}

void CliControlTest::isToldThatNobodyAnswers(const QStringList& words)
{
    QElapsedTimer clock;
    clock.start();
    const Answer told = ask(QStringList { "attempts" } + words);
    QVERIFY2(clock.elapsed() < 20'000, qPrintable(QString::number(clock.elapsed())));
    QCOMPARE(told.code, 1);
    QVERIFY2(told.trouble.contains("does not respond"), told.trouble.constData());
}

AttemptRecord CliControlTest::compilingTour()
{
    const Answer started
        = ask({ "build", "--profile", "tour", "--detach", "--clean", "--gate", "--jobs", "1" });
    const QString attempt = QString::number(number(started));
    const auto begun = [&] { return ask({ "attempts", "log", attempt, "--stage", "compile" }).output; };
    if (!QTest::qWaitFor([&] { return begun().contains("Building CXX"); }, 240'000))
        return {};
    const auto record
        = AttemptFiles::readRecord(home(QStringLiteral("data/attempts/%1").arg(attempt, 4, u'0')));
    return record ? *record : AttemptRecord();
}

// While its queue has room, and where others have taken all places in it.
void CliControlTest::aRunnerThatStandsStillIsToldSoon()
{
    const AttemptRecord record = compilingTour();
    QVERIFY(record.runner.pid > 0); // 0 would be all of us
    const QString attempt = QString::number(record.number);
    {
        const auto runner = pid_t(record.runner.pid);
        ::kill(runner, SIGSTOP);
        const auto goOn = qScopeGuard([runner] { ::kill(runner, SIGCONT); });
        const QVector<QStringList> commands { { "limits", attempt, "--jobs", "2" }, { "stop", attempt } };
        for (const QStringList& words : commands)
            isToldThatNobodyAnswers(words);
        const FullBacklog others(record.socket);
        QVERIFY(others.isFull());
        for (const QStringList& words : commands)
            isToldThatNobodyAnswers(words);
    }
    QTRY_COMPARE_WITH_TIMEOUT(
        json({ "attempts", "show", attempt, "--json" })["attempt"]["state"].get<std::string>(),
        std::string("stopped"), 120'000);
}

// It had begun to stop, and gives no answer.
void CliControlTest::aSlowStopIsWaitedFor()
{
    const AttemptRecord record = compilingTour();
    QVERIFY(record.runner.pid > 0); // 0 would be all of us
    const auto runner = pid_t(record.runner.pid);
    ::kill(runner, SIGSTOP);
    const auto goOn = qScopeGuard([runner] { ::kill(runner, SIGCONT); });
    auto events = AppendFile::open(AttemptFiles::events(
        home(QStringLiteral("data/attempts/%1").arg(record.number, 4, 10, QLatin1Char('0')))));
    QVERIFY(events);
    QVERIFY(events->appendLine(
        compactJson(toJson(AttemptEvent { 1, eventName::stopRequested, {}, Json::object() }))));
    QProcess stop;
    begin(stop, { "attempts", "stop", QString::number(record.number) });
    QVERIFY(!stop.waitForFinished(14'000));
    QCOMPARE(stop.state(), QProcess::Running);
    ::kill(runner, SIGCONT);
    QVERIFY(stop.waitForFinished(120'000));
    QCOMPARE(stop.exitCode(), 0);
}

void CliControlTest::interruptStopsAndASecondLetsGo()
{
    QProcess build;
    begin(build, { "build", "--profile", "tour", "--clean" });
    QByteArray seen;
    QTRY_VERIFY_WITH_TIMEOUT(
        (seen += build.readAllStandardOutput()).contains("[Configure] started"), 240'000);
    const auto pid = pid_t(build.processId());
    ::kill(pid, SIGINT);
    QTRY_VERIFY((seen += build.readAllStandardOutput()).contains("Stopping attempt"));
    if (build.state() == QProcess::Running) // 0 would be all of us
        ::kill(pid, SIGINT);
    QVERIFY(build.waitForFinished(120'000));
    seen += build.readAllStandardOutput();
    QVERIFY2(seen.contains("stopped") || seen.contains("asked to stop and ends by itself"), seen.constData());
    QVERIFY2(!seen.contains("goes on by itself"), seen.constData());
    QCOMPARE(build.exitCode(), 1);
    const QString attempt = QString::number(number({ 0, seen, {} }));
    QTRY_COMPARE_WITH_TIMEOUT(
        json({ "attempts", "show", attempt, "--json" })["attempt"]["state"].get<std::string>(),
        std::string("stopped"), 120'000);
}

// bsdutils' `script` plays the terminal: the line is written over, and the plain lines stay readable.
void CliControlTest::aTerminalGetsALiveLine()
{
    const QString script = QStandardPaths::findExecutable(QStringLiteral("script"));
    if (script.isEmpty())
        QSKIP("There is no script program here, which plays the terminal.");
    QProcess process;
    process.setProcessEnvironment(environment({ { "TERM", "xterm" } }));
    process.start(script,
        { "--quiet", "--return", "--command",
            QStringLiteral(
                "'" TORCHMASON_BIN "/torchmason-cli' build --profile tour -DTOUR_SIZE=small --clean"),
            "/dev/null" });
    QVERIFY(process.waitForFinished(1'200'000));
    const QByteArray seen = process.readAllStandardOutput();
    QCOMPARE(process.exitCode(), 0);
    const QRegularExpression liveLine(QStringLiteral("\r\x1b\\[2K[^\r\n]*\\b\\d+/\\d+"));
    QVERIFY2(QString::fromUtf8(seen).contains(liveLine), seen.constData());
    QVERIFY2(seen.contains("[Compile] succeeded"), seen.constData());
}

QTEST_GUILESS_MAIN(CliControlTest)
#include "CliControlTest.moc"
