// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Json.h"

#include "tests/support/TestFiles.h"

#include <QDir>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#ifdef Q_OS_UNIX
#include <signal.h>
#endif

using namespace torchmason;

// Drives torchmason-cli and torchmason-runner as a user does, in a home folder of their own.
class CliTest : public QObject {
    Q_OBJECT

private slots:
    void wrongUseIsOneSentence_data();
    void wrongUseIsOneSentence();
    void helpIsThere_data();
    void helpIsThere();
    void plansAreFitToBePasted_data();
    void plansAreFitToBePasted();
    void listOfNothing();
    void aClosedReaderIsNoCrash();
    void theTourFailsAndIsRepaired();
    void plantedMistakesAreNamed_data();
    void plantedMistakesAreNamed();
    void aFixIsApplied();
    void anAttemptIsDiagnosedAgain();
    void aRetryCleansAndInstalls();
    void whatABuildTookIsExpected();
    void brokenProfilesAreNamed();
    void detachAttachAndStop();
    void limitsChangeWhileItBuilds();
    void theGateCompilesNothingAgain();
    void aKeptValueIsToldAndRefusesNothing();
    void interruptStopsAndASecondLetsGo();
    void aTerminalGetsALiveLine();

private:
    struct Answer {
        int code = -1;
        QByteArray output;
        QByteArray trouble;
    };
    Answer ask(const QStringList& words);
    Json json(const QStringList& words);

    int number(const Answer& started) const; // of "Attempt 7: ..."

    QTemporaryDir m_home;
};

CliTest::Answer CliTest::ask(const QStringList& words)
{
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("TORCHMASON_HOME"), m_home.path());
    process.setProcessEnvironment(environment);
    process.start(QStringLiteral(TORCHMASON_BIN "/torchmason-cli"), words);
    process.waitForFinished(240'000);
    const int code = process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1;
    return { code, process.readAllStandardOutput(), process.readAllStandardError() };
}

Json CliTest::json(const QStringList& words)
{
    const Answer answer = ask(words);
    const auto document = parseJson(answer.output, words.join(QLatin1Char(' ')));
    return document && document->is_object() && document->value("schema", 0) == 1 ? *document : Json();
}

void CliTest::wrongUseIsOneSentence_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QByteArray>("named");
    const auto row = [](const char* words, const char* named) {
        QTest::newRow(words) << QString::fromLatin1(words).split(QLatin1Char(' '), Qt::SkipEmptyParts)
                             << QByteArray(named);
    };
    row("", "--help");
    row("frob", "frob");
    row("--frob", "--frob");
    row("build", "--profile");
    row("build --frob 1", "--frob");
    row("build --profile nobody", "nobody");
    row("build --profile tour --jobs many", "many");
    row("build --profile tour -D NOVALUE", "NOVALUE");
    row("build --profile tour --from lunch", "lunch");
    row("build --profile tour --env A;B=1", "A;B");
    row("check", "--profile");
    row("check --profile tour --env =1", "=1");
    row("check --profile tour --jobs 5000", "5000");
    row("plan --profile tour --format pdf", "pdf");
    row("plan --profile tour extra", "extra");
    row("attempts frob", "frob");
    row("attempts show", "number");
    row("attempts show x", "\"x\"");
    row("attempts export 1 --format trace", "trace");
}

void CliTest::wrongUseIsOneSentence()
{
    QFETCH(QStringList, words);
    QFETCH(QByteArray, named);
    const Answer answer = ask(words);
    QCOMPARE(answer.code, 2);
    QVERIFY2(answer.output.isEmpty(), answer.output.constData());
    QVERIFY2(answer.trouble.count('\n') == 1, answer.trouble.constData());
    QVERIFY2(answer.trouble.contains(named), answer.trouble.constData());
}

void CliTest::helpIsThere_data()
{
    QTest::addColumn<QStringList>("words");
    for (const char* words :
        { "--help", "doctor --help", "profiles --help", "check --help", "plan --help", "build --help",
            "attempts --help", "attempts show --help", "attempts retry --help", "attempts export --help" })
        QTest::newRow(words) << QString::fromLatin1(words).split(QLatin1Char(' '));
}

void CliTest::helpIsThere()
{
    QFETCH(QStringList, words);
    const Answer answer = ask(words);
    QCOMPARE(answer.code, 0);
    QVERIFY2(answer.output.contains("usage: torchmason-cli"), answer.output.constData());
    QVERIFY2(answer.trouble.isEmpty(), answer.trouble.constData());
}

void CliTest::plansAreFitToBePasted_data()
{
    QTest::addColumn<QString>("format");
    for (const char* format : { "text", "json", "sh", "bat" })
        QTest::newRow(format) << QString::fromLatin1(format);
}

void CliTest::plansAreFitToBePasted()
{
    QFETCH(QString, format);
    const Answer plan = ask({ "plan", "--profile", "tour", "--env", "MY_TOKEN=s3cr3t-value", "--env",
        "COLOUR=mauve", "--format", format });
    QCOMPARE(plan.code, 0);
    QVERIFY2(plan.output.contains("mauve"), plan.output.constData());
    QVERIFY2(!plan.output.contains("s3cr3t"), plan.output.constData());
}

void CliTest::listOfNothing()
{
    const Json list = json({ QStringLiteral("attempts"), QStringLiteral("--json") });
    QVERIFY(list.is_object());
    QVERIFY(list["attempts"].empty());
    QCOMPARE(ask({ QStringLiteral("attempts"), QStringLiteral("show"), QStringLiteral("77") }).code, 1);
}

void CliTest::aClosedReaderIsNoCrash()
{
    QProcess process;
    process.setStandardOutputFile(QStringLiteral("/dev/full"));
    if (!QFile::exists(QStringLiteral("/dev/full")))
        QSKIP("there is no /dev/full here");
    process.start(QStringLiteral(TORCHMASON_BIN "/torchmason-cli"), { QStringLiteral("--help") });
    QVERIFY(process.waitForFinished());
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    QCOMPARE(process.exitCode(), 0);
}

void CliTest::theTourFailsAndIsRepaired()
{
    const Answer failed = ask({ "build", "--profile", "tour", "-D", "TOUR_SIZE=small",
        "-DTOUR_FAILURE=unresolved", "--target", "brick_graph" });
    QCOMPARE(failed.code, 1);
    QVERIFY2(failed.output.contains("c10d-unresolved-symbol"), failed.output.constData());
    QVERIFY(failed.output.contains("logs/compile.log:"));
    const Json shown = json({ "attempts", "show", "1", "--json" });
    QCOMPARE(shown["findings"][0]["rule"].get<std::string>(), std::string("c10d-unresolved-symbol"));
    QVERIFY(shown["findings"][0]["root"].get<bool>());

    const Answer repaired = ask({ "attempts", "retry", "1", "-DTOUR_FAILURE=none" });
    QVERIFY2(repaired.code == 0, (repaired.output + repaired.trouble).constData());
    QVERIFY(!repaired.output.contains("[Fetch source] started")); // goes on from configure
    const Json list = json({ "attempts", "list", "--json" });
    QCOMPARE(list["attempts"].size(), size_t(2));
    QCOMPARE(list["attempts"][0]["state"].get<std::string>(), std::string("succeeded"));
    QCOMPARE(list["attempts"][1]["state"].get<std::string>(), std::string("failed"));

    const Json compared = json({ "attempts", "compare", "1", "2", "--json" });
    bool hasFlag = false;
    for (const Json& difference : compared["differences"])
        hasFlag = hasFlag || (difference["name"] == "TOUR_FAILURE" && difference["right"] == "none");
    QVERIFY(hasFlag);
    QVERIFY(ask({ "attempts", "log", "1", "--stage", "compile" }).output.contains("undefined reference"));
    QVERIFY(ask({ "attempts", "export", "1", "--format", "md" }).output.startsWith("# Attempt 1: failed"));
    QVERIFY(ask({ "attempts", "export", "1", "--format", "sh" }).output.startsWith("#!/usr/bin/env bash"));
    QVERIFY(ask({ "attempts", "export", "1", "--format", "bat" }).output.startsWith("@echo off\r\n"));
    QCOMPARE(ask({ "attempts", "stop", "2" }).code, 1); // does not run any more
}

int CliTest::number(const Answer& started) const
{
    const QString line = QString::fromUtf8(started.output).section(QLatin1Char('\n'), 0, 0);
    return line.section(QLatin1Char(' '), 1, 1).chopped(1).toInt();
}

void CliTest::plantedMistakesAreNamed_data()
{
    QTest::addColumn<QString>("mistake");
    QTest::addColumn<QByteArray>("stage");
    QTest::newRow("compile") << QStringLiteral("compile") << QByteArray("[Compile] failed after ");
    QTest::newRow("configure") << QStringLiteral("configure") << QByteArray("[Configure] failed after ");
}

void CliTest::plantedMistakesAreNamed()
{
    QFETCH(QString, mistake);
    QFETCH(QByteArray, stage);
    const Answer failed
        = ask({ "build", "--profile", "tour", "-DTOUR_SIZE=small", "-DTOUR_FAILURE=" + mistake, "--clean" });
    QCOMPARE(failed.code, 1);
    QVERIFY2(failed.output.contains(stage), failed.output.constData());
    QVERIFY2(failed.output.contains("Cause: "), failed.output.constData());
    QVERIFY(failed.output.contains("logs/" + mistake.toUtf8() + ".log:"));
}

// Goes on from the first attempt of theTourFailsAndIsRepaired.
void CliTest::aFixIsApplied()
{
    const Answer unknown = ask({ "attempts", "retry", "1", "--apply", "no-such-fix" });
    QCOMPARE(unknown.code, 2);
    QVERIFY(unknown.trouble.contains("no-such-fix"));
    const Answer preview = ask({ "attempts", "retry", "1", "--apply", "set-use-distributed", "--dry-run" });
    QVERIFY2(preview.code == 0 && preview.output.contains("USE_DISTRIBUTED becomes OFF (it is not set now)"),
        (preview.output + preview.trouble).constData());
    const size_t before = json({ "attempts", "list", "--json" })["attempts"].size();
    const Json applied = json({ "attempts", "--json", "retry", "1", "--apply", "set-use-distributed" });
    QCOMPARE(json({ "attempts", "list", "--json" })["attempts"].size(), before + 1); // not the preview
    QCOMPARE(applied["attempt"]["state"].get<std::string>(),
        std::string("failed")); // what was planted is still there
    bool hasFlag = false;
    for (const Json& flag : applied["attempt"]["request"]["configuration"]["flags"])
        hasFlag = hasFlag
            || (flag["name"] == "USE_DISTRIBUTED" && flag["value"] == "OFF" && flag["origin"] == "fix");
    QVERIFY2(hasFlag, applied.dump(1).c_str());
    QCOMPARE(applied["attempt"]["request"]["continuesAttempt"].get<int>(), 1);
    QCOMPARE(applied["attempt"]["request"]["answers"][0]["rule"].get<std::string>(),
        std::string("c10d-unresolved-symbol"));
    // It met the same again: that is said, and what was changed can be taken back.
    const std::string number = std::to_string(applied["attempt"]["number"].get<int>());
    bool isMarked = false;
    bool hasUndo = false;
    for (const Json& fix : applied["findings"][0]["fixes"]) {
        isMarked = isMarked || (fix["id"] == "set-use-distributed" && fix.contains("didNotHelpIn"));
        hasUndo = hasUndo || fix["id"] == "undo";
    }
    QVERIFY2(isMarked && hasUndo, applied["findings"].dump(1).c_str());
    const Answer undo = ask({ "attempts", "retry", QString::fromStdString(number), "--undo", "--dry-run" });
    QVERIFY2(undo.code == 0
            && undo.output.contains("USE_DISTRIBUTED is taken out of CMake's cache (it is OFF now)"),
        (undo.output + undo.trouble).constData());
    QCOMPARE(ask({ "attempts", "retry", "1", "--undo" }).code, 2);
    const Answer cleans = ask({ "attempts", "retry", "1", "--clean", "--dry-run" });
    QVERIFY2(cleans.output.contains("cleans the whole build folder first"), cleans.output.constData());
    // CMake's cache had kept what was only left out; the switch is back to what it is by itself.
    const Json undone = json({ "attempts", "--json", "retry", QString::fromStdString(number), "--undo" });
    QCOMPARE(undone["attempt"]["request"]["answers"][0]["takenBack"].get<bool>(), true);
    QFile cache(QString::fromStdString(undone["attempt"]["request"]["buildFolder"].get<std::string>())
        + QStringLiteral("/CMakeCache.txt"));
    QVERIFY(cache.open(QIODevice::ReadOnly));
    QVERIFY(!cache.readAll().contains("USE_DISTRIBUTED:UNINITIALIZED=OFF"));
    QVERIFY2(!undone["findings"].empty(), undone.dump(1).c_str()); // what was planted is still there
    bool isKnown = false;
    for (const Json& fix : undone["findings"][0]["fixes"])
        isKnown = isKnown || (fix["id"] == "set-use-distributed" && fix.contains("didNotHelpIn"));
    QVERIFY2(isKnown, undone["findings"].dump(1).c_str());
}

// The logs of the first attempt, read once more.
void CliTest::anAttemptIsDiagnosedAgain()
{
    const Json told = json({ "diagnose", "--attempt", "1", "--json" });
    const Json& cause = told["findings"][0];
    QVERIFY2(
        cause["rule"] == "c10d-unresolved-symbol" && cause["root"] == true && cause["stage"] == "compile",
        told.dump(1).c_str());
    QVERIFY(!cause["fixes"].empty());
    const Answer missing = ask({ "diagnose", "--attempt", "999" });
    QVERIFY2(missing.code != 0 && missing.trouble.contains("999"), missing.trouble.constData());
    QCOMPARE(ask({ "diagnose", "x.log", "--attempt", "1" }).code, 2);
    const Answer noFolder = ask({ "diagnose", "-", "--build", m_home.filePath(QStringLiteral("nowhere")) });
    QVERIFY2(noFolder.code == 1 && noFolder.trouble.contains("CMakeCache.txt"), noFolder.trouble.constData());
}

// Goes on from the first attempt of theTourFailsAndIsRepaired, which failed when it compiled.
void CliTest::aRetryCleansAndInstalls()
{
    const QString prefix = m_home.filePath(QStringLiteral("installed"));
    const Answer repaired = ask(
        { "attempts", "retry", "1", "--clean", "-DTOUR_FAILURE=none", "-DCMAKE_INSTALL_PREFIX=" + prefix });
    QVERIFY2(repaired.code == 0, (repaired.output + repaired.trouble).constData());
    for (const char* stage : { "[Clean] succeeded", "[Configure] succeeded", "[Install] succeeded" })
        QVERIFY2(repaired.output.contains(stage), repaired.output.constData());
}

// After aRetryCleansAndInstalls, which compiled everything.
void CliTest::whatABuildTookIsExpected()
{
    const auto time = [](const Json& answer) { return answer["estimate"]["time"]; };
    const QStringList same { "check", "--profile", "tour", "--target", "brick_graph", "-DTOUR_SIZE=small" };
    const Json own = time(json(same + QStringList { "--json" }));
    QVERIFY2(own["isOwnHistory"].get<bool>(), own.dump(1).c_str());
    QVERIFY2(own["low"].get<qint64>() > 0 && own["low"] < own["high"], own.dump(1).c_str());
    QVERIFY2(own["reason"].get<std::string>().starts_with("Attempt "), own.dump(1).c_str());
    // What happened here says nothing about another machine, even one with the same facts.
    QFile facts(m_home.filePath(QStringLiteral("facts.json")));
    QVERIFY(facts.open(QIODevice::WriteOnly));
    facts.write(ask({ "doctor", "--json" }).output);
    facts.close();
    const Json other = time(json(same + QStringList { "--host", facts.fileName(), "--json" }));
    QVERIFY2(!other["isOwnHistory"].get<bool>(), other.dump(1).c_str());
    const Answer text = ask(same);
    QVERIFY2(text.output.contains("What to expect\n  Time "), text.output.constData());
}

void CliTest::brokenProfilesAreNamed()
{
    const QString folder = m_home.filePath(QStringLiteral("config/profiles"));
    QVERIFY(QDir().mkpath(folder));
    QFile file(folder + QStringLiteral("/torn.json"));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write("{\"profile\": ") > 0);
    file.close();
    for (const char* command : { "check", "doctor", "plan" }) {
        const Answer answer = ask({ command, "--profile", "torn" });
        QCOMPARE(answer.code, 2);
        QVERIFY2(answer.trouble.contains("torn cannot be read"), answer.trouble.constData());
    }
    QVERIFY(file.remove());
}

void CliTest::detachAttachAndStop()
{
    const Answer started = ask({ "build", "--profile", "tour", "--detach", "--clean" });
    QCOMPARE(started.code, 0);
    const QString attempt = QString::number(number(started));
    QVERIFY(attempt.toInt() > 0);
    QProcess watcher;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("TORCHMASON_HOME"), m_home.path());
    watcher.setProcessEnvironment(environment);
    watcher.start(QStringLiteral(TORCHMASON_BIN "/torchmason-cli"), { "attempts", "attach", attempt });
    QVERIFY(watcher.waitForStarted());
    QByteArray seen;
    QTRY_VERIFY_WITH_TIMEOUT(
        (seen += watcher.readAllStandardOutput()).contains("[Configure] succeeded"), 60'000);
    QCOMPARE(ask({ "attempts", "stop", attempt }).code, 0);
    QVERIFY(watcher.waitForFinished(30'000));
    QCOMPARE(watcher.exitCode(), 1);
    QVERIFY2(watcher.readAllStandardOutput().contains("Attempt " + attempt.toUtf8() + " stopped"),
        seen.constData());
    QCOMPARE(json({ "attempts", "show", attempt, "--json" })["attempt"]["state"].get<std::string>(),
        std::string("stopped"));
}

void CliTest::limitsChangeWhileItBuilds()
{
    const Answer started
        = ask({ "build", "--profile", "tour", "--detach", "--clean", "--gate", "--jobs", "1" });
    QCOMPARE(started.code, 0);
    const QString attempt = QString::number(number(started));
    const auto begun = [&] { return ask({ "attempts", "log", attempt, "--stage", "compile" }).output; };
    QTRY_VERIFY_WITH_TIMEOUT(begun().contains("Building CXX"), 60'000);
    const Answer wrong = ask({ "attempts", "limits", attempt, "--jobs", "0" });
    QCOMPARE(wrong.code, 2);
    QVERIFY(wrong.trouble.contains("--jobs"));
    QCOMPARE(ask({ "attempts", "limits", attempt, "--jobs", "2", "--memory-limit", "3G" }).code, 0);
    const QString samples
        = m_home.filePath(QStringLiteral("data/attempts/%1/samples.jsonl").arg(attempt, 4, u'0'));
    QTRY_VERIFY_WITH_TIMEOUT(contentOf(samples).contains(R"("gate":{"jobs":2,"running":2)"), 30'000);
    QCOMPARE(ask({ "attempts", "limits", attempt, "--memory-limit", "none" }).code, 0);
    QCOMPARE(ask({ "attempts", "stop", attempt }).code, 0);
    QCOMPARE(ask({ "attempts", "limits", attempt, "--jobs", "2" }).code, 1); // does not run any more
    const Json record = json({ "attempts", "show", attempt, "--json" })["attempt"];
    QVERIFY2(record["plan"].dump().find("torchmason-gate") != std::string::npos, record.dump(1).c_str());
    // Nobody answers the compilers of a script.
    QVERIFY(!ask({ "attempts", "export", attempt, "--format", "sh" }).output.contains("torchmason-gate"));
}

void CliTest::theGateCompilesNothingAgain()
{
    const QStringList small { "build", "--profile", "tour", "-DTOUR_SIZE=small", "--target", "brick_core",
        "--skip", "verify" };
    const auto record = [this](const Answer& built) {
        return json({ "attempts", "show", QString::number(number(built)), "--json" })["attempt"];
    };
    const Answer configured = ask(small + QStringList { "--clean", "--no-gate", "--until", "configure" });
    QCOMPARE(configured.code, 0);
    QCOMPARE(record(configured)["products"].size(), size_t(0)); // nothing was made yet
    const Answer without = ask(small + QStringList { "--no-gate" });
    QCOMPARE(without.code, 0);
    QVERIFY(record(without)["products"].size() > 0);
    const Answer later = ask(small);
    QCOMPARE(later.code, 0);
    QVERIFY2(later.output.contains("no work to do") || record(later)["edgesDone"].is_null()
            || record(later)["edgesDone"] == 0,
        later.output.constData());
    QVERIFY2((later.output + later.trouble).contains("compiled without the memory gate"), later.output);
    QVERIFY(record(later)["request"]["gateLeftOut"] == true);
    const Answer afresh = ask(small + QStringList { "--clean" });
    QCOMPARE(afresh.code, 0);
    QVERIFY(record(afresh)["request"]["gateLeftOut"] == false);
    QVERIFY(record(afresh)["plan"].dump().find("torchmason-gate") != std::string::npos);
}

// Goes on in the folder of theGateCompilesNothingAgain.
void CliTest::aKeptValueIsToldAndRefusesNothing()
{
    const QStringList small { "--profile", "tour", "-DTOUR_SIZE=small", "--target", "brick_core", "--skip",
        "verify" };
    const Json attempts = json({ "attempts", "list", "--json" })["attempts"];
    const Json newest
        = json({ "attempts", "show", QString::number(attempts.front()["number"].get<int>()), "--json" });
    const std::string folder = newest["attempt"]["request"]["buildFolder"].get<std::string>();
    QFile cache(QString::fromStdString(folder) + QStringLiteral("/CMakeCache.txt"));
    QVERIFY(cache.open(QIODevice::Append));
    cache.write("USE_NUMPY:BOOL=OFF\n");
    cache.close();
    const Answer told = ask(QStringList { "check" } + small);
    QVERIFY2(told.output.contains("USE_NUMPY=OFF"), told.output.constData());
    const Answer built = ask(QStringList { "build" } + small);
    QVERIFY2(built.code == 0, (built.output + built.trouble).constData());
}

void CliTest::interruptStopsAndASecondLetsGo()
{
#ifdef Q_OS_WIN
    QSKIP("there are no signals on Windows");
#else
    QProcess build;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("TORCHMASON_HOME"), m_home.path());
    build.setProcessEnvironment(environment);
    build.start(
        QStringLiteral(TORCHMASON_BIN "/torchmason-cli"), { "build", "--profile", "tour", "--clean" });
    QByteArray seen;
    QTRY_VERIFY_WITH_TIMEOUT((seen += build.readAllStandardOutput()).contains("[Configure] started"), 60'000);
    ::kill(pid_t(build.processId()), SIGINT);
    QTRY_VERIFY((seen += build.readAllStandardOutput()).contains("Stopping attempt"));
    ::kill(pid_t(build.processId()), SIGINT);
    QVERIFY(build.waitForFinished(30'000));
    seen += build.readAllStandardOutput();
    QVERIFY2(seen.contains("stopped") || seen.contains("goes on by itself"), seen.constData());
    QCOMPARE(build.exitCode(), 1);
    const QString attempt = QString::number(number({ 0, seen, {} }));
    QTRY_COMPARE_WITH_TIMEOUT(
        json({ "attempts", "show", attempt, "--json" })["attempt"]["state"].get<std::string>(),
        std::string("stopped"), 30'000);
#endif
}

// bsdutils' `script` plays the terminal: the line is written over, and the plain lines stay readable.
void CliTest::aTerminalGetsALiveLine()
{
    const QString script = QStandardPaths::findExecutable(QStringLiteral("script"));
    if (script.isEmpty())
        QSKIP("There is no script program here, which plays the terminal.");
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("TORCHMASON_HOME"), m_home.path());
    environment.insert(QStringLiteral("TERM"), QStringLiteral("xterm"));
    process.setProcessEnvironment(environment);
    process.start(script,
        { "--quiet", "--return", "--command",
            QStringLiteral(
                "'" TORCHMASON_BIN "/torchmason-cli' build --profile tour -DTOUR_SIZE=small --clean"),
            "/dev/null" });
    QVERIFY(process.waitForFinished(240'000));
    const QByteArray seen = process.readAllStandardOutput();
    QCOMPARE(process.exitCode(), 0);
    const QRegularExpression liveLine(QStringLiteral("\r\x1b\\[2K[^\r\n]*\\b\\d+/\\d+"));
    QVERIFY2(QString::fromUtf8(seen).contains(liveLine), seen.constData());
    QVERIFY2(seen.contains("[Compile] succeeded"), seen.constData());
}

QTEST_GUILESS_MAIN(CliTest)
#include "CliTest.moc"
