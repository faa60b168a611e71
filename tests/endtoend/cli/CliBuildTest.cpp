// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/export/BashRun.h"
#include "tests/endtoend/cli/AskedCli.h"
#include "tests/support/Sample.h"
#include "tests/support/TestFiles.h"

using namespace torchmason;

// The tour is built, fails, is explained and repaired by torchmason-cli and torchmason-runner, as a user does
// it.
class CliBuildTest : public QObject, AskedCli {
    Q_OBJECT

private slots:
    void theTourFailsAndIsRepaired();
    void aFixThatDoesNotHelpIsMarked();
    void anAttemptIsDiagnosedAgain();
    void aRetryCleansAndInstalls();
    void whatABuildTookIsExpected();
    void theGateCompilesNothingAgain();
    void aKeptValueIsToldAndRefusesNothing();
    void scriptsBuildTheSame_data();
    void scriptsBuildTheSame();
};

void CliBuildTest::theTourFailsAndIsRepaired()
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
    QVERIFY(ask({ "attempts", "export", "2", "--format", "md" }).output.contains("- Continues: attempt 1\n"));
    const Json products = json({ "attempts", "show", "2", "--json" })["attempt"]["products"];
    const QByteArray text = ask({ "attempts", "show", "2" }).output;
    QCOMPARE(size_t(text.count("\n  made  ")), products.size());
    QVERIFY2(text.contains("\n  on disk     ") && text.contains("switches off a part  the build stops"),
        text.constData());
    QVERIFY(ask({ "attempts", "export", "1", "--format", "sh" }).output.startsWith("#!/usr/bin/env bash"));
    QVERIFY(ask({ "attempts", "export", "1", "--format", "bat" }).output.startsWith("@echo off\r\n"));
    QCOMPARE(ask({ "attempts", "stop", "2" }).code, 1); // does not run any more
}

void CliBuildTest::aFixThatDoesNotHelpIsMarked()
{
    // The linker itself asks for it, whatever is switched off.
    const Answer failed = ask({ "build", "--profile", "tour", "-DTOUR_SIZE=small",
        "-DCMAKE_SHARED_LINKER_FLAGS=-Wl,--defsym=planted=_ZN4c10d4Work4waitEx", "--target", "brick_graph",
        "--clean" });
    QCOMPARE(failed.code, 1);
    const int first = json({ "attempts", "list", "--json" })["attempts"][0]["number"].get<int>();
    const QString stubborn = QString::number(first);
    const Answer unknown = ask({ "attempts", "retry", stubborn, "--apply", "no-such-fix" });
    QCOMPARE(unknown.code, 2);
    QVERIFY2(unknown.trouble.contains("no-such-fix") && unknown.trouble.contains("set-use-distributed"),
        qPrintable(unknown.trouble)); // it names those that there are
    const Answer preview
        = ask({ "attempts", "retry", stubborn, "--apply", "set-use-distributed", "--dry-run" });
    QVERIFY2(preview.code == 0 && preview.output.contains("USE_DISTRIBUTED becomes OFF (it is not set now)"),
        (preview.output + preview.trouble).constData());
    const size_t before = json({ "attempts", "list", "--json" })["attempts"].size();
    const Json applied = json({ "attempts", "--json", "retry", stubborn, "--apply", "set-use-distributed" });
    QCOMPARE(json({ "attempts", "list", "--json" })["attempts"].size(), before + 1); // not the preview
    QCOMPARE(applied["attempt"]["state"].get<std::string>(),
        std::string("failed")); // what was planted is still there
    bool hasFlag = false;
    for (const Json& flag : applied["attempt"]["request"]["configuration"]["flags"])
        hasFlag = hasFlag
            || (flag["name"] == "USE_DISTRIBUTED" && flag["value"] == "OFF" && flag["origin"] == "fix");
    QVERIFY2(hasFlag, applied.dump(1).c_str());
    QVERIFY(applied["attempt"].contains("folderSwitches")); // read from CMake's cache
    QCOMPARE(applied["attempt"]["request"]["continuesAttempt"].get<int>(), first);
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
            && undo.output.contains("USE_DISTRIBUTED is removed from CMake's cache (it is OFF now)"),
        (undo.output + undo.trouble).constData());
    QCOMPARE(ask({ "attempts", "retry", stubborn, "--undo" }).code, 2);
    const Answer cleans = ask({ "attempts", "retry", stubborn, "--clean", "--dry-run" });
    QVERIFY2(cleans.output.contains("cleans the whole build folder first"), cleans.output.constData());
    // CMake's cache had kept what was only left out; the switch is back to what it is by itself.
    const Json undone = json({ "attempts", "--json", "retry", QString::fromStdString(number), "--undo" });
    QCOMPARE(undone["attempt"]["request"]["answers"][0]["takenBack"].get<bool>(), true);
    QFile cache(QString::fromStdString(undone["attempt"]["request"]["buildFolder"].get<std::string>())
        + QStringLiteral("/CMakeCache.txt"));
    QVERIFY(cache.open(QIODevice::ReadOnly));
    QVERIFY(!cache.readAll().contains("USE_DISTRIBUTED:UNINITIALIZED=OFF"));
    QVERIFY2(!undone["findings"].empty(), undone.dump(1).c_str()); // what was planted is still there
    // Who had tried it is not noted once it is taken back; it is offered last.
    const Json& offered = undone["findings"][0]["fixes"].back();
    QVERIFY2(offered["id"] == "set-use-distributed" && !offered.contains("didNotHelpIn"),
        undone["findings"].dump(1).c_str());
}

// The logs of the first attempt, read once more.
void CliBuildTest::anAttemptIsDiagnosedAgain()
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
    const Answer noFolder = ask({ "diagnose", "-", "--build", path(QStringLiteral("nowhere")) });
    QVERIFY2(noFolder.code == 1 && noFolder.trouble.contains("CMakeCache.txt"), noFolder.trouble.constData());
}

// Goes on from the first attempt of theTourFailsAndIsRepaired, which failed when it compiled.
void CliBuildTest::aRetryCleansAndInstalls()
{
    const QString prefix = path(QStringLiteral("installed"));
    const Answer repaired = ask(
        { "attempts", "retry", "1", "--clean", "-DTOUR_FAILURE=none", "-DCMAKE_INSTALL_PREFIX=" + prefix });
    QVERIFY2(repaired.code == 0, (repaired.output + repaired.trouble).constData());
    for (const char* stage : { "[Clean] succeeded", "[Configure] succeeded", "[Install] succeeded" })
        QVERIFY2(repaired.output.contains(stage), repaired.output.constData());
}

// After aRetryCleansAndInstalls, which compiled everything.
void CliBuildTest::whatABuildTookIsExpected()
{
    const auto time = [](const Json& answer) { return answer["estimate"]["time"]; };
    const QStringList same { "check", "--profile", "tour", "--target", "brick_graph", "-DTOUR_SIZE=small" };
    const Json own = time(json(same + QStringList { "--json" }));
    QVERIFY2(own["isOwnHistory"].get<bool>(), own.dump(1).c_str());
    QVERIFY2(own["low"] < own["high"], own.dump(1).c_str());
    QVERIFY2(own["reason"].get<std::string>().find("Attempt ") != std::string::npos, own.dump(1).c_str());
    // What happened here says nothing about another machine, even one with the same facts.
    const QString facts = path(QStringLiteral("facts.json"));
    write(facts, ask({ "doctor", "--json" }).output);
    const Json other = time(json(same + QStringList { "--host", facts, "--json" }));
    QVERIFY2(!other["isOwnHistory"].get<bool>(), other.dump(1).c_str());
    const Answer text = ask(same);
    QVERIFY2(text.output.contains("What to expect\n  Time "), text.output.constData());
}

void CliBuildTest::theGateCompilesNothingAgain()
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
void CliBuildTest::aKeptValueIsToldAndRefusesNothing()
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

void CliBuildTest::scriptsBuildTheSame_data()
{
    QTest::addColumn<QString>("level");
    QTest::newRow("stale") << "stale";
    if (isSample)
        return;
    for (const char* level : { "cache", "all" })
        QTest::newRow(level) << QString::fromLatin1(level);
}

// What an attempt cleaned and built through the gate, by hand and without it.
void CliBuildTest::scriptsBuildTheSame()
{
    QFETCH(QString, level);
    const QString build = path("out & (b) 5%! ü");
    const Answer built = ask({ "build", "--profile", "tour", "-DTOUR_SIZE=small", "--target", "brick_core",
        "--source", path("my & tree"), "--build", build, "--clean", level, "--gate" });
    QVERIFY2(built.code == 0, (built.output + built.trouble).constData());
    const QByteArray script
        = ask({ "attempts", "export", QString::number(number(built)), "--format", "sh" }).output;
    QVERIFY2(script.contains(" -j \"$JOBS\"") && !script.contains("torchmason-gate"), script.constData());
    write(build + "/CMakeFiles/of an earlier time");
    const BashRun bash = runInBash(script, {}, {}, QProcess::MergedChannels);
    const QByteArray& said = bash.output;
    QVERIFY2(bash.exitCode == 0, said.constData());
    QVERIFY2(said.contains("== Verify: ") && said.contains("libbrick_core."), said.constData());
    QVERIFY(!QFileInfo::exists(build + "/CMakeFiles/of an earlier time"));
    QVERIFY(!contentOf(build + "/CMakeCache.txt").contains("torchmason-gate"));
}

QTEST_GUILESS_MAIN(CliBuildTest)
#include "CliBuildTest.moc"
