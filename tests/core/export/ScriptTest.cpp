// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/ProfileCatalogue.h"
#include "tests/core/export/ScriptRun.h"
#include "tests/support/Rows.h"
#include "tests/support/TestFiles.h"

#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>

using namespace torchmason;

namespace {

Profile profileOf(const char* id)
{
    return *loadProfiles().profile(QLatin1String(id));
}

HostFacts nobody(Platform platform)
{
    HostFacts facts;
    facts.platform = platform;
    return facts;
}

QByteArray scriptOf(const RequestDraft& draft, ScriptKind kind)
{
    const auto script = buildScript(draft.request, draft.assumptions, kind);
    return script ? *script : script.error().message.toUtf8();
}

}

class ScriptTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        if (QStandardPaths::findExecutable("bash").isEmpty())
            QSKIP("There is no bash here.");
    }

    void theMachineDecidesHowManyJobs_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<int>("wished");
        QTest::addColumn<QByteArray>("line");
        newRow("bat", int(ScriptKind::Batch), 0, QByteArray("set \"JOBS=%NUMBER_OF_PROCESSORS%\"\r\n"));
        newRow("bat, chosen", int(ScriptKind::Batch), 7, QByteArray("set \"JOBS=7\"\r\n"));
        newRow("sh", int(ScriptKind::Shell), 0, QByteArray("JOBS=$(nproc)\n"));
        newRow("sh, chosen", int(ScriptKind::Shell), 7, QByteArray("JOBS=7\n"));
    }
    void theMachineDecidesHowManyJobs()
    {
        QFETCH(int, kind);
        QFETCH(int, wished);
        QFETCH(QByteArray, line);
        RequestWishes wishes;
        if (wished > 0)
            wishes.jobs = wished;
        const HostFacts facts = nobody(platformOf(ScriptKind(kind)));
        const QByteArray script = scriptOf(draftRequest(profileOf("tour"), facts, wishes), ScriptKind(kind));
        QVERIFY2(script.contains('\n' + line), script.constData());
        QVERIFY2(script.contains("about 2 GB of memory"), script.constData());
        QVERIFY2(script.contains(ScriptKind(kind) == ScriptKind::Batch ? " -j \"%JOBS%\"" : " -j \"$JOBS\""),
            script.constData());
        QVERIFY2(!script.contains("-j 1"), script.constData());
    }

    void aPlanNeedsNoToolkit()
    {
        HostFacts facts = nobody(Platform::Linux);
        facts.osName = "Debian GNU/Linux 12";
        facts.logicalCores = 4;
        const Profile profile = profileOf("a100-linux");
        QVERIFY(!makeRequest(profile, facts, {}).ok());
        const RequestDraft draft = draftRequest(profile, facts, {});
        QVERIFY(draft.plannable().ok());
        QVERIFY2(!draft.assumptions.isEmpty()
                && draft.assumptions[0].sentence.contains("/usr/local/cuda-13.2 is assumed"),
            qPrintable(draft.assumptions.value(0).sentence));
        const QByteArray script = scriptOf(draft, ScriptKind::Shell);
        QVERIFY2(script.contains("\nCUDA=/usr/local/cuda-13.2\n"), script.constData());
        QVERIFY2(script.contains("\n# No CUDA toolkit 12.6 to 13.2 is known; "), script.constData());
        QVERIFY2(script.contains("-DCUDA_TOOLKIT_ROOT_DIR:PATH=\"$CUDA\""), script.constData());
        QVERIFY2(script.contains("\nPYTHON=$(command -v python3"), script.constData());
        QVERIFY2(script.contains("-DPython_EXECUTABLE:FILEPATH=\"$PYTHON\""), script.constData());
        // An old driver runs what an older toolkit builds, which the checks tell to install.
        GpuFacts card;
        card.computeCapability = "8.0";
        card.driver = "550.54";
        facts.gpus = { card };
        const QString assumed = draftRequest(profile, facts, {}).assumptions.value(0).sentence;
        QVERIFY2(assumed.contains("/usr/local/cuda-12.6 is assumed"), qPrintable(assumed));
        // What nobody can assume still fails.
        Profile tree = profile;
        tree.source = {};
        tree.source.kind = SourceKind::ExistingTree;
        QVERIFY(!draftRequest(tree, facts, {}).plannable().ok());
    }

    void noPlaceOfTheOtherSystem_data()
    {
        QTest::addColumn<bool>("fromLinux");
        QTest::addColumn<QString>("root");
        newRow("Linux to Windows", true, "/home/annika/work");
        newRow("Windows to Linux", false, "D:/annika/work");
    }
    void noPlaceOfTheOtherSystem()
    {
        QFETCH(bool, fromLinux);
        QFETCH(QString, root);
        HostFacts facts = nobody(fromLinux ? Platform::Linux : Platform::Windows);
        facts.osName = "an old machine";
        for (const char* name : { "cmake", "ninja", "git" })
            facts.tools.append({ QLatin1String(name), root + "/bin/" + QLatin1String(name), {}, {} });
        AttemptSummary attempt;
        BuildRequest& request = attempt.record.request;
        request.profileId = "mine";
        request.source.kind = SourceKind::Git;
        request.source.url = "https://example.org/a/b.git";
        request.source.tag = "v1";
        request.sourceFolder = root + "/tree";
        request.buildFolder = root + "/tree/build";
        request.hostFacts = toJson(facts);
        const auto set = [&request](const char* name, const QString& value) {
            request.configuration.setFlag({ QLatin1String(name), value, {}, ValueOrigin::User });
        };
        set("USE_CUDA", "ON");
        set("CUDA_TOOLKIT_ROOT_DIR", root + "/cuda-12.4");
        set("CMAKE_CXX_COMPILER", root + "/bin/c++");
        set("Python_EXECUTABLE", root + "/bin/python");
        set("CMAKE_PREFIX_PATH", root + "/tree/third");
        set("CMAKE_INSTALL_PREFIX", root + "/there");
        request.configuration.setEnvironment({ "CUDNN_ROOT", root, ValueOrigin::User });
        const ScriptKind kind = fromLinux ? ScriptKind::Batch : ScriptKind::Shell;
        const auto script = attemptScript(attempt, kind);
        QVERIFY2(script.ok(), script ? "" : qPrintable(script.error().message));
        QVERIFY2(!script->contains("annika"), script->constData());
        const QRegularExpression foreign(fromLinux ? "(?<![a-z.])/(usr|home|var|tmp|opt)/" : "[A-Z]:[\\\\/]");
        QVERIFY2(!QString::fromUtf8(*script).contains(foreign), script->constData());
        for (const char* said :
            { "CUDA_TOOLKIT_ROOT_DIR, CMAKE_CXX_COMPILER, Python_EXECUTABLE, CMAKE_PREFIX_PATH, "
              "CMAKE_INSTALL_PREFIX, CUDNN_ROOT",
                "git -C ", "ninja -C " })
            QVERIFY2(script->contains(said), (said + (": " + *script)).constData());
        const QByteArray folders = fromLinux ? QByteArray("set \"SOURCE=C:\\torchmason\\mine\\source\"\r\n")
                                             : QByteArray("SOURCE=/var/tmp/torchmason/mine/source\n");
        QVERIFY2(script->contains(folders), script->constData());
    }

    // Whatever a folder is called, the commands get it as it is.
    void foldersAreVariables()
    {
        QTemporaryDir folder;
        const QString build = folder.filePath(hostileName + "/build");
        Command show;
        show.program = "printf";
        show.arguments
            = { "<%s>\\n", "-DX=" + build + "/y z", build + "2", QStringLiteral("\"-I%1\"").arg(build) };
        show.environment = { { "SHOWN", build, ValueOrigin::User } };
        AttemptSummary attempt = attemptOf({ helper({ "prepare-build", "--build", build }), show }, build);
        const BashRun run = runAttempt(attempt);
        QVERIFY2(run.exitCode == 0, run.output.constData());
        for (const QString& shown : std::as_const(show.arguments).mid(1))
            QVERIFY2(run.output.contains('<' + shown.toUtf8() + ">\n"), run.output.constData());
        QVERIFY(QFileInfo(build).isDir());
        const auto script = attemptScript(attempt, ScriptKind::Shell);
        QCOMPARE(script->count("100%"), 3); // at the top as SOURCE and BUILD, and in the other folder
        QVERIFY2(script->contains("SHOWN=\"$BUILD\""), script->constData());
    }

    void jobsAreThoseWithoutTheGate()
    {
        AttemptSummary attempt;
        BuildRequest& request = attempt.record.request;
        request.source.kind = SourceKind::Sample;
        request.sourceFolder = "/w/source";
        request.buildFolder = "/w/build";
        request.gate = GateUse::On;
        request.jobs = 18;
        request.jobsWithoutGate = 5;
        attempt.record.plan = *makeStagePlan(request, Platform::Linux);
        QVERIFY(attempt.record.plan.stages[3].commands[0].arguments.contains("36"));
        auto script = attemptScript(attempt, ScriptKind::Shell);
        QVERIFY2(script->contains("\nJOBS=5\n") && script->contains(" -j \"$JOBS\""), script->constData());
        request.jobsWithoutGate.reset(); // 18 was chosen
        script = attemptScript(attempt, ScriptKind::Shell);
        QVERIFY2(script->contains("\nJOBS=18\n") && !script->contains("36"), script->constData());
        const auto window = buildScript(request, {}, ScriptKind::Shell);
        QVERIFY2(window->contains("\nJOBS=18\n") && !window->contains("gate"), window->constData());
    }

    void cleaningSparesObjects()
    {
        QTemporaryDir folder;
        const QString build = folder.filePath(hostileName);
        const auto in
            = [&build](const char* name) { return build + QLatin1Char('/') + QString::fromUtf8(name); };
        for (const char* name : { "CMakeCache.txt", "CMakeFiles/cmake.check_cache",
                 "CMakeFiles/3.25.1/C.cmake", "CMakeFiles/top.dir/a.o", "lib/kept.so" })
            write(in(name));
        const AttemptSummary attempt
            = attemptOf({ helper({ "clean-parts", "--level", "stale", "--build", build }) }, build);
        const BashRun run = runAttempt(attempt);
        QVERIFY2(run.exitCode == 0, run.output.constData());
        for (const char* name : { "CMakeCache.txt", "CMakeFiles/cmake.check_cache", "CMakeFiles/3.25.1" })
            QVERIFY2(!QFileInfo::exists(in(name)), name);
        for (const char* name : { "CMakeFiles/top.dir/a.o", "lib/kept.so" })
            QVERIFY2(QFileInfo::exists(in(name)), name);
    }

    void cacheIsCleanedInBatchFiles()
    {
        const AttemptSummary attempt = attemptOf(
            { helper({ "clean-parts", "--level", "cache", "--build", "C:/b 100%" }) }, "C:/b 100%");
        const auto script = attemptScript(attempt, ScriptKind::Batch);
        QVERIFY2(script->contains("set \"BUILD=C:\\b 100%%\"\r\n"), script->constData());
        QCOMPARE(script->count(" del /f /q "), 2);
        QVERIFY2(script->contains(
                     "if exist \"%BUILD%\\CMakeCache.txt\" del /f /q \"%BUILD%\\CMakeCache.txt\"\r\n"),
            script->constData());
    }

    void partsThatAreGoneStop_data()
    {
        QTest::addColumn<QStringList>("flags");
        QTest::addColumn<QByteArray>("cache");
        QTest::addColumn<QByteArray>("named");
        const auto row
            = [](const char* name, const QStringList& flags, const char* cache, const char* named) {
                  newRow(name, flags, QByteArray(cache), QByteArray(named));
              };
        row("all there", { "USE_CUDA=ON" }, "USE_CUDA:BOOL=ON\n", "");
        row("another word for it", { "USE_CUDA=1" }, "USE_CUDA:BOOL=1\n", "");
        row("gone", { "USE_CUDA=ON" }, "USE_CUDA:BOOL=OFF\n", "USE_CUDA");
        row("not asked", { "USE_CUDA=OFF" }, "USE_CUDA:BOOL=OFF\n", "");
        row("of no interest", { "USE_FBGEMM=ON" }, "USE_FBGEMM:BOOL=OFF\n", "");
        row("without what it needs", { "USE_CUDNN=ON" }, "USE_CUDNN:BOOL=OFF\nUSE_CUDA:BOOL=OFF\n", "");
        row("with what it needs", { "USE_CUDNN=ON" }, "USE_CUDNN:BOOL=OFF\nUSE_CUDA:BOOL=ON\n", "USE_CUDNN");
        row("NCCL alone", { "USE_NCCL=ON" }, "USE_NCCL:BOOL=OFF\nUSE_CUDA:BOOL=ON\nUSE_DISTRIBUTED:BOOL=0\n",
            "");
        row("NCCL on AMD", { "USE_NCCL=ON" }, "USE_NCCL:BOOL=OFF\nUSE_ROCM:BOOL=ON\nUSE_DISTRIBUTED:BOOL=1\n",
            "USE_NCCL");
        row("the second", { "USE_CUDA=ON", "USE_MPI=ON" },
            "USE_CUDA:BOOL=ON\nUSE_MPI:BOOL=OFF\nUSE_DISTRIBUTED:BOOL=ON\n", "USE_MPI");
    }
    void partsThatAreGoneStop()
    {
        QFETCH(QStringList, flags);
        QFETCH(QByteArray, cache);
        QFETCH(QByteArray, named);
        QTemporaryDir folder;
        const QString build = folder.filePath(hostileName);
        write(build + "/CMakeCache.txt", "# \xff no text\n" + cache);
        QStringList words { "check-configuration", "--build", build };
        for (const QString& flag : flags)
            words << "--flag" << flag;
        const BashRun run = runAttempt(attemptOf({ helper(words) }, build));
        QCOMPARE(run.exitCode, named.isEmpty() ? 0 : 1);
        QVERIFY2(
            run.output.contains(named + " was asked to be ON, but CMake switched it OFF") != named.isEmpty(),
            run.output.constData());
        words << "--accept"
              << "yes";
        QCOMPARE(runAttempt(attemptOf({ helper(words) }, build)).exitCode, 0);
    }

    void leftoversOfAPartStop()
    {
        QTemporaryDir folder;
        const QString build = folder.filePath(hostileName);
        const AttemptSummary attempt = attemptOf(
            { helper({ "check-build-folder", "--build", build, "--flag", "USE_DISTRIBUTED=OFF" }) }, build);
        QCOMPARE(runAttempt(attempt).exitCode, 0); // nothing is there
        write(build + "/CMakeCache.txt", "USE_DISTRIBUTED:BOOL=ON\n");
        QCOMPARE(runAttempt(attempt).exitCode, 0); // nothing was compiled
        write(build + "/.ninja_log");
        const BashRun run = runAttempt(attempt);
        QCOMPARE(run.exitCode, 1);
        QVERIFY2(run.output.contains("USE_DISTRIBUTED, which is OFF now"), run.output.constData());
    }

    void theStepIsNamedThatFailed()
    {
        Command good { "true", {}, {}, {}, "Go on" };
        Command bad { "false", {}, {}, {}, "Break \"it\" & stop" };
        const AttemptSummary attempt = attemptOf({ good, bad, good }, "/b");
        const BashRun run = runAttempt(attempt);
        QCOMPARE(run.exitCode, 1);
        QVERIFY2(run.output.contains("Stopped in the step \"wheel: Break \"it\" & stop\" (exit code 1)."),
            run.output.constData());
        QCOMPARE(run.output.count("wheel: Go on"), 1);
        const auto batch = attemptScript(attempt, ScriptKind::Batch);
        QVERIFY(!batch.ok() || batch->contains("Stopped in the step \"!STEP!\".>&2"));
    }

    void aRetryBeginsAtTheFirstStage_data()
    {
        QTest::addColumn<QString>("stage");
        QTest::addColumn<bool>("cleans");
        newRow("clean", "clean", true);
        newRow("compile", "compile", false);
        newRow("wheel", "wheel", false);
        newRow("install", "install", false);
    }
    void aRetryBeginsAtTheFirstStage()
    {
        QFETCH(QString, stage);
        QFETCH(bool, cleans);
        AttemptSummary attempt;
        BuildRequest& request = attempt.record.request = setupPyRequest();
        request.profileId = "mine";
        request.jobs = 2;
        request.fromStage = stage;
        attempt.record.plan = *makeStagePlan(request, Platform::Linux);
        const auto script = attemptScript(attempt, ScriptKind::Shell);
        QVERIFY2(script.ok(), script ? "" : qPrintable(script.error().message));
        QVERIFY2(!script->contains("where this build begins"), script->constData());
        QCOMPARE(script->contains("rmdir -- \"$BUILD\""), cleans);
        qsizetype before = 0;
        for (const char* step :
            { "CMakeLists.txt ] || ", "cmake -G Ninja", "ninja -C", "\nWHEEL=$(", "\nINTO=" }) {
            const qsizetype at = script->indexOf(step);
            QVERIFY2(at > before, (step + (": " + *script)).constData());
            before = at;
        }
        QVERIFY2(
            script->contains("# The attempt began at \"" + stage.toUtf8() + "\", "), script->constData());
        const auto batch = attemptScript(attempt, ScriptKind::Batch);
        QVERIFY2(batch && batch->contains("cmake -G Ninja") && !batch->contains("where this build begins"),
            batch ? batch->constData() : "");
    }

    // A step of a later version.
    void stepsThatNobodyKnowsAreTold()
    {
        const AttemptSummary attempt = attemptOf({ helper({ "polish", "--source", "/b source" }) }, "/b");
        for (const QByteArray& script :
            { *attemptScript(attempt, ScriptKind::Shell), batchScript(attempt.record.plan, {}) })
            QVERIFY2(script.contains(" Torchmason does this step itself, do it by hand: polish --source "),
                script.constData());
    }
};

QTEST_GUILESS_MAIN(ScriptTest)
#include "ScriptTest.moc"
