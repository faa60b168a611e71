// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/export/BashRun.h"
#include "tests/endtoend/cli/AskedCli.h"
#include "tests/support/TestFiles.h"
#include "tests/support/TinyWheel.h"

#include <QStandardPaths>

using namespace torchmason;

// What happens before configuring, through the real programs: a profile of the user's own patches a small
// tree, makes a virtual environment for it, and its CMake finds both.
class EarlyStagesTest : public QObject, AskedCli {
    Q_OBJECT

private slots:
    void initTestCase();
    void thePreviewChangesNothing();
    void patchesAndPackagesReachTheBuild();
    void aSecondBuildFindsThemDone();
    void unpatchPutsEverythingBack();
    void aPatchThatDoesNotFitStopsTheBuild();
    void scriptsMakeTheSamePatches();
    void brokenTransfersAreTriedAgain_data();
    void brokenTransfersAreTriedAgain();

private:
    Answer build(const QStringList& more = {});

    QByteArray m_cmakeLists;
};

void EarlyStagesTest::initTestCase()
{
    if (QStandardPaths::findExecutable("cmake").isEmpty()
        || QStandardPaths::findExecutable("ninja").isEmpty())
        QSKIP("cmake and ninja are needed.");
    if (!canMakeVenv() || !makeTinyWheel(path("wheels"), "1.5"))
        QSKIP("There is no Python with the module venv.");
    m_variables["PATH"] = "/usr/bin:" + qEnvironmentVariable("PATH"); // another Python may come first in it
    m_cmakeLists
        = "cmake_minimum_required(VERSION 3.16)\r\nproject(early NONE)\r\n"
          "message(STATUS \"flavour vanilla\")\r\n"
          "execute_process(COMMAND ${Python_EXECUTABLE} -c \"import tinymod; print(tinymod.version)\"\r\n"
          "    OUTPUT_VARIABLE version COMMAND_ERROR_IS_FATAL ANY)\r\n"
          "message(STATUS \"tinymod ${version}\")\r\n"
          "execute_process(COMMAND python -c \"import sys; print(sys.prefix)\" OUTPUT_VARIABLE prefix)\r\n"
          "message(STATUS \"prefix ${prefix}\")\r\n"
          "add_custom_target(all_of_it ALL COMMAND ${CMAKE_COMMAND} -E echo made)\r\n";
    write(path("tree/CMakeLists.txt"), m_cmakeLists);
    write(path("tree/version.txt"), "1\n2\n3");
    write(home("config/profiles/early.json"),
        R"({"profile": 1, "name": "Early", "summary": "A small tree.",
        "platforms": ["linux"], "source": {"kind": "existing"},
        "flags": [{"name": "Python_EXECUTABLE", "value": "${python}"}, {"name": "BUILD_PYTHON", "value": "OFF"}],
        "python": {"venv": true, "packages": ["tinymod==1.5"], "wheels": ")"
            + path("wheels").toUtf8() + R"("},
        "patches": [{"file": "CMakeLists.txt", "find": "flavour vanilla", "replace": "flavour chocolate",
                     "why": "tastes better"}, {"diffFile": "early.patch", "why": "says three"}]})");
    write(home("config/profiles/early.patch"),
        "--- a/version.txt\n+++ b/version.txt\n@@ -1,3 +1,3 @@\n 1\n 2\n-3\n"
        "\\ No newline at end of file\n+three\n\\ No newline at end of file\n");
}

AskedCli::Answer EarlyStagesTest::build(const QStringList& more)
{
    return ask(QStringList { "build", "--profile", "early", "--source", path("tree"), "--build",
                   path("build"), "--until", "compile" } // nothing is linked that could be verified
        + more);
}

void EarlyStagesTest::thePreviewChangesNothing()
{
    const Answer answer = ask({ "plan", "--profile", "early", "--source", path("tree"), "--diff" });
    QVERIFY2(answer.code == 0, answer.trouble.constData());
    QVERIFY2(answer.output.contains("+message(STATUS \"flavour chocolate\")\r\n"), answer.output.constData());
    QVERIFY(answer.output.contains("+three\n\\ No newline"));
    QCOMPARE(contentOf(path("tree/CMakeLists.txt")), m_cmakeLists);
    const Json told = json({ "plan", "--profile", "early", "--source", path("tree"), "--diff", "--json" });
    QCOMPARE(told["patches"][1]["state"].get<std::string>(), std::string("applies"));
    const Answer plan
        = ask({ "plan", "--profile", "early", "--source", path("tree"), "--build", path("build") });
    QVERIFY2(plan.output.contains("patch --source") && plan.output.contains("prepare-venv"),
        plan.output.constData());
    QVERIFY2(plan.output.contains("PATH=" + path("build-venv/bin").toUtf8()), plan.output.constData());
}

void EarlyStagesTest::patchesAndPackagesReachTheBuild()
{
    const Answer answer = build();
    QVERIFY2(answer.code == 0, (answer.output + answer.trouble).constData());
    const QByteArray log = contentOf(home("data/attempts/0001/logs/configure.log"));
    QVERIFY2(log.contains("flavour chocolate"), log.constData());
    QVERIFY2(log.contains("tinymod 1.5"), log.constData());
    QVERIFY2(log.contains("prefix " + path("build-venv").toUtf8()), log.constData());
    QCOMPARE(contentOf(path("tree/version.txt")), QByteArray("1\n2\nthree"));
    QCOMPARE(
        contentOf(path("tree/CMakeLists.txt")), QByteArray(m_cmakeLists).replace("vanilla", "chocolate"));
    const auto journal = readJsonFile(home("data/attempts/0001/patches.json"));
    QVERIFY(journal.ok());
    QCOMPARE((*journal)["files"].size(), size_t(2));
    QVERIFY(contentOf(home("data/attempts/0001/attempt.json")).contains("--attempt"));
    QVERIFY(!contentOf(home("data/attempts/0001/attempt.json")).contains("${attempt}"));
}

void EarlyStagesTest::aSecondBuildFindsThemDone()
{
    const Answer answer = build({ "--from", "patch" });
    QVERIFY2(answer.code == 0, (answer.output + answer.trouble).constData());
    QVERIFY(contentOf(home("data/attempts/0002/logs/patch.log")).contains("applied already"));
    QVERIFY(contentOf(home("data/attempts/0002/logs/environment.log")).contains("is there already"));
    QVERIFY(!QFileInfo::exists(home("data/attempts/0002/originals")));
}

void EarlyStagesTest::unpatchPutsEverythingBack()
{
    Answer answer = ask({ "attempts", "unpatch", "2" });
    QCOMPARE(answer.code, 1);
    QVERIFY2(answer.trouble.contains("attempts unpatch 1"), answer.trouble.constData());
    answer = ask({ "attempts", "unpatch", "1" });
    QVERIFY2(answer.code == 0, answer.trouble.constData());
    QCOMPARE(contentOf(path("tree/CMakeLists.txt")), m_cmakeLists);
    QCOMPARE(contentOf(path("tree/version.txt")), QByteArray("1\n2\n3"));
}

void EarlyStagesTest::aPatchThatDoesNotFitStopsTheBuild()
{
    write(path("tree/version.txt"), "1\n2\n4");
    Answer answer = ask({ "plan", "--profile", "early", "--source", path("tree"), "--diff" });
    QCOMPARE(answer.code, 1);
    QVERIFY2(answer.trouble.contains("patch failed: version.txt:1"), answer.trouble.constData());
    for (const char* command : { "check", "build" }) {
        answer = ask({ command, "--profile", "early", "--source", path("tree"), "--build", path("build") });
        QCOMPARE(answer.code, 1);
        QVERIFY2((answer.output + answer.trouble).contains("patch failed: version.txt"),
            answer.trouble.constData());
    }
    QVERIFY(!QFileInfo::exists(home("data/attempts/0003")));
    answer = build({ "--anyway" });
    QCOMPARE(answer.code, 1);
    QVERIFY(contentOf(home("data/attempts/0003/logs/patch.log")).contains("version.txt: patch failed"));
    QCOMPARE(contentOf(path("tree/CMakeLists.txt")), m_cmakeLists); // all or nothing
    QVERIFY(!QFileInfo::exists(home("data/attempts/0003/logs/configure.log")));
    answer = ask({ "attempts", "unpatch", "3" });
    QCOMPARE(answer.code, 1);
    write(path("tree/version.txt"), "1\n2\n3");
}

void EarlyStagesTest::scriptsMakeTheSamePatches()
{
    if (QStandardPaths::findExecutable("git").isEmpty())
        QSKIP("git is not installed.");
    const QByteArray script = ask({ "plan", "--profile", "early", "--source", path("tree"), "--build",
                                      path("script build"), "--format", "sh" })
                                  .output;
    for (int round = 0; round < 2; ++round) {
        const BashRun bash = runInBash(script, {}, {}, QProcess::MergedChannels);
        const QByteArray& said = bash.output;
        QVERIFY2(bash.exitCode == 0, said.constData());
        QVERIFY2(said.contains("flavour chocolate") && said.contains("tinymod 1.5"), said.constData());
        QCOMPARE(contentOf(path("tree/version.txt")), QByteArray("1\n2\nthree"));
        QCOMPARE(
            contentOf(path("tree/CMakeLists.txt")), QByteArray(m_cmakeLists).replace("vanilla", "chocolate"));
    }
    const QByteArray batch = ask({ "plan", "--profile", "kepler-cuda114-windows", "--format", "bat" }).output;
    QVERIFY2(batch.contains("\r\n:torchmason_patches\r\nimport os") && batch.contains("-m venv"),
        batch.constData());
}

void EarlyStagesTest::brokenTransfersAreTriedAgain_data()
{
    QTest::addColumn<int>("failures");
    QTest::addColumn<QByteArray>("said");
    QTest::addColumn<int>("runs");
    QTest::newRow("once") << 1 << QByteArray("fatal: early EOF") << 2;
    QTest::newRow("always") << 9 << QByteArray("fatal: early EOF") << 3;
    QTest::newRow("not for want of a connection")
        << 9 << QByteArray("fatal: couldn't find remote ref v1") << 1;
}

// A stand-in for git that breaks off the fetch so many times.
void EarlyStagesTest::brokenTransfersAreTriedAgain()
{
    QFETCH(int, failures);
    QFETCH(QByteArray, said);
    const QString git = QStandardPaths::findExecutable("git");
    if (git.isEmpty())
        QSKIP("git is not installed.");
    QTemporaryDir scratch;
    const QString top = scratch.filePath("top");
    write(top + "/CMakeLists.txt", "cmake_minimum_required(VERSION 3.16)\nproject(x NONE)\n");
    for (const QStringList& words : { QStringList { "init", "-q" }, QStringList { "add", "-A" },
             QStringList { "commit", "-qm", "one" }, QStringList { "tag", "v1" } })
        QCOMPARE(
            QProcess::execute(git,
                QStringList { "-C", top, "-c", "user.name=T", "-c", "user.email=t@example.org" } + words),
            0);
    const QString count = scratch.filePath("count");
    write(count, "");
    write(scratch.filePath("bin/git"),
        "#!/bin/sh\ncase \" $* \" in *' fetch '*)\n  echo x >> '" + count.toUtf8() + "'\n  if [ $(wc -l < '"
            + count.toUtf8() + "') -le " + QByteArray::number(failures) + " ]; then echo \"" + said
            + "\" >&2; exit 128; fi;;\nesac\nexec " + git.toUtf8() + " \"$@\"\n");
    QFile::setPermissions(scratch.filePath("bin/git"), QFileDevice::ReadOwner | QFileDevice::ExeOwner);
    write(home("config/profiles/fetched.json"),
        R"({"profile": 1, "name": "Fetched", "summary": "x", "platforms": ["linux"],
            "source": {"kind": "git", "tag": "v1", "url": "file://)"
            + top.toUtf8() + R"("}})");
    QCOMPARE(
        ask({ "check", "--profile", "fetched", "--source", scratch.path() }).output.contains("--skip fetch"),
        true); // other files are there
    const Answer answer = ask({ "build", "--profile", "fetched", "--source", scratch.filePath("tree"),
                                  "--build", scratch.filePath("build"), "--until", "fetch" },
        { { "PATH", scratch.filePath("bin") + ':' + m_variables["PATH"] } });
    QTEST(int(contentOf(count).count('x')), "runs");
    const bool works = failures < 3;
    QVERIFY2((answer.code == 0) == works, (answer.output + answer.trouble).constData());
    QCOMPARE(QFileInfo::exists(scratch.filePath("tree/CMakeLists.txt")), works);
    if (works)
        QVERIFY2((answer.output + answer.trouble).contains("trying again"), answer.output.constData());
}

QTEST_GUILESS_MAIN(EarlyStagesTest)
#include "EarlyStagesTest.moc"
