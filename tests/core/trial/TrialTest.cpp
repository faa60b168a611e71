// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trial/TrialSession.h"
#include "tests/support/Rows.h"
#include "tests/support/TestFiles.h"

#include <QRegularExpression>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace torchmason;

// Trials with stand-in programs that say what real ones said, and with the real ones of this machine.
class TrialTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void nvccSays_data();
    void nvccSays();
    void compilerSays_data();
    void compilerSays();
    void hangingProgramIsEnded();
    void missingProgramIsNamed();
    void whatIsMissingIsNotTried();
    void realToolsPass();
    void oneFailureHidesNobody();
    void aNeededPackageThatIsMissingIsNoGood();
    void rootIsToldNoSudo_data();
    void rootIsToldNoSudo();
    void visualStudioSetsUpTheCompiler_data();
    void visualStudioSetsUpTheCompiler();
    void stoppingLeavesNothing();
    void sessionThatGoesLeavesNothing();

private:
    QString program(const QString& name, const QByteArray& script);
    HostFacts realTools() const;

    QTemporaryDir m_programs;
    QTemporaryDir m_temporary;
    QTemporaryDir m_home;
};

namespace {

constexpr int patience = 120'000; // of a busy machine; nothing here is measured

const TrialFacts* trialOf(const QVector<TrialFacts>& trials, const QString& id)
{
    const auto found = std::find_if(
        trials.begin(), trials.end(), [&id](const TrialFacts& trial) { return trial.id == id; });
    return found == trials.end() ? nullptr : &*found;
}

const StopFlag goOn = std::make_shared<std::atomic<TrialStop>>(TrialStop::None);

TrialFacts driveOne(const HostFacts& facts, const QString& id, const BuildRequest& request = {},
    const std::optional<Profile>& profile = std::nullopt)
{
    const TrialContext context({ facts, profile, request }, makeTrialFolder().value());
    for (const Trial& trial : makeTrials(context)) {
        if (trial.about.id == id)
            return runTrial(trial, context, goOn);
    }
    return {};
}

TrialFacts runStep(const QString& program, Milliseconds limit = Milliseconds(30000))
{
    const TrialContext context({}, makeTrialFolder().value());
    Trial trial = context.trial("one", {}, {}, nullptr);
    trial.attempt = [&](TrialWork& work) {
        if (work.run({ "Compiling", program, {}, limit }))
            work.pass("good");
    };
    return runTrial(trial, context, goOn);
}

QStringList trialFolders()
{
    return QDir(QDir::tempPath()).entryList({ "torchmason-trial-*" }, QDir::Dirs);
}

}

void TrialTest::initTestCase()
{
#ifdef Q_OS_WIN
    QSKIP("The stand-in programs are shell scripts.");
#endif
    qputenv("TMPDIR", m_temporary.path().toUtf8()); // nobody else's trials
    qputenv("TORCHMASON_HOME", m_home.path().toUtf8()); // sessions keep their answers, which are no user's
}

QString TrialTest::program(const QString& name, const QByteArray& script)
{
    const QString path = m_programs.filePath(name);
    write(path, "#!/bin/sh\n" + script + "\n");
    QFile(path).setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner | QFileDevice::ExeOwner);
    return path;
}

void TrialTest::nvccSays_data()
{
    QTest::addColumn<QByteArray>("script");
    QTest::addColumn<QString>("state");
    QTest::addColumn<QString>("words");
    const auto fails = [](const char* message) { return QByteArray("echo \"") + message + "\"; exit 1"; };
    // Links into a program that prints what the kernel met.
    const auto runs = [](const char* answer) {
        return QByteArray("for word; do [ \"$last\" = -o ] && out=$word; last=$word; done\n"
                          "printf '#!/bin/sh\\necho '\"'\"'%s'\"'\"'\\n' '")
            + answer + "' > \"$out\"; chmod +x \"$out\"";
    };
    newRow("unknown architecture", fails("nvcc fatal   : Unsupported gpu architecture 'compute_120'"), "fail",
        "compute_120");
    newRow("host compiler too new",
        fails("/usr/local/cuda/include/crt/host_config.h:143:2: error: #error -- unsupported GNU version! "
              "gcc versions later than 13 are not supported!"),
        "fail", "unsupported GNU version");
    newRow("cicc broken", fails("nvcc error   : 'cicc' died due to signal 11 (Invalid memory reference)"),
        "fail", "cicc");
    newRow("a kernel runs",
        runs(
            R"({"torchmason":1,"driver":12090,"runtime":12080,"counted":0,"devices":[{"capability":"12.0","code":0,"result":21}]})"),
        "pass", "12.0");
    newRow("wrong result",
        runs(
            R"({"torchmason":1,"driver":12090,"runtime":12080,"counted":0,"devices":[{"capability":"12.0","code":0,"result":7}]})"),
        "fail", "CUDA error 0");
    newRow("no code for the card",
        runs(
            R"({"torchmason":1,"driver":12090,"runtime":12080,"counted":0,"devices":[{"capability":"12.0","code":209,"result":0}]})"),
        "fail", "209");
    newRow("a second card that is left out",
        runs(
            R"({"torchmason":1,"driver":12090,"runtime":12080,"counted":0,"devices":[{"capability":"12.0","code":0,"result":21},{"capability":"6.1","code":209,"result":0}]})"),
        "warning", "A card of 6.1");
    newRow("a second card that is broken",
        runs(
            R"({"torchmason":1,"driver":12090,"runtime":12080,"counted":0,"devices":[{"capability":"12.0","code":0,"result":21},{"capability":"6.1","code":719,"result":0}]})"),
        "fail", "719");
    newRow("driver too old",
        runs(R"({"torchmason":1,"driver":12020,"runtime":12080,"counted":35,"devices":[]})"), "fail",
        "CUDA 12.2 and this toolkit is 12.8");
    newRow("no driver", runs(R"({"torchmason":1,"driver":0,"runtime":13000,"counted":35,"devices":[]})"),
        "fail", "no NVIDIA driver");
    newRow("no card", runs(R"({"torchmason":1,"driver":0,"runtime":12080,"counted":100,"devices":[]})"),
        "warning", "finds no card");
}

void TrialTest::nvccSays()
{
    QFETCH(QByteArray, script);
    QFETCH(QString, state);
    QFETCH(QString, words);
    HostFacts facts;
    facts.platform = hostPlatform();
    facts.gpus = { { "NVIDIA GeForce RTX 5070", "12.0", {}, {}, {} } };
    facts.cudaToolkits = { { m_programs.path(), program("nvcc", script), "12.8", true, {}, {} } };
    const TrialFacts trial = driveOne(facts, "nvcc");
    QCOMPARE(trial.state, state);
    QVERIFY2(trial.found.contains(words), qPrintable(trial.found));
    QCOMPARE(trial.subject, "12.0");
    QVERIFY(trial.at && trial.durationMs);
    QCOMPARE(trial.fix.isEmpty(), state == "pass");
}

void TrialTest::compilerSays_data()
{
    QTest::addColumn<QByteArray>("script");
    QTest::addColumn<QString>("words");
    QTest::newRow("cannot link") << QByteArray(
        "case \"$*\" in *' -c '*) exit 0;; esac\n" // folders may be called so
        "echo '/usr/bin/ld: cannot find -lstdc++: No such file or directory'\n"
        "echo 'collect2: error: ld returned 1 exit status'; exit 1")
                                 << "cannot find -lstdc++";
    // "error C2065: 'x': undeclared identifier" as a Chinese cl.exe writes it.
    newRow("GBK",
        QByteArray(
            "printf 'main.cpp(3): error C2065: \\242x\\243\\272\\316\\264\\311\\371\\303\\367\\n'; exit 2"),
        "error C2065");
    newRow("CP850", QByteArray("printf 'main.cpp:3:1: error: unbekannt f\\201r\\n'; exit 1"),
        "main.cpp:3:1: error: unbekannt");
    newRow("says nothing", QByteArray("exit 7"), "exit code 7");
    newRow("crashes", QByteArray("kill -SEGV $$"), "signal 11");
    newRow("floods", QByteArray("head -c 6000000 /dev/zero | tr '\\0' 'x'; exit 1"), "exit code 1");
}

void TrialTest::compilerSays()
{
    QFETCH(QByteArray, script);
    QFETCH(QString, words);
    HostFacts facts;
    facts.platform = hostPlatform();
    facts.compilers = { { "gcc", program("g++", script), "12.2.0", {}, true, {} } };
    const TrialFacts trial = driveOne(facts, "compiler");
    QCOMPARE(trial.state, "fail");
    QVERIFY2(trial.found.contains(words), qPrintable(trial.found));
    QVERIFY(trial.found.size() < 1000);
}

// With what it started: nobody waits for a grandchild, and none is left.
void TrialTest::hangingProgramIsEnded()
{
    const QString pidFile = m_programs.filePath("pid");
    const TrialFacts result = runStep(
        program("hanging", "sleep 1000 & echo $! > " + pidFile.toUtf8() + "; wait"), Milliseconds(5000));
    QCOMPARE(result.state, "fail");
    QVERIFY2(result.found.contains("did not end within"), qPrintable(result.found));
    const QByteArray pid = contentOf(pidFile).trimmed();
    QVERIFY(!pid.isEmpty());
    QTRY_VERIFY(!QFileInfo::exists("/proc/" + QString::fromUtf8(pid)));
}

void TrialTest::missingProgramIsNamed()
{
    const TrialFacts result = runStep("/nowhere/g++");
    QCOMPARE(result.state, "fail");
    QVERIFY2(result.found.contains("/nowhere/g++"), qPrintable(result.found));
}

void TrialTest::whatIsMissingIsNotTried()
{
    HostFacts facts;
    facts.platform = hostPlatform();
    for (const char* id : { "compiler", "generator", "python-venv", "git" }) {
        const TrialFacts trial = driveOne(facts, QLatin1String(id));
        QCOMPARE(trial.state, "unknown");
        QVERIFY2(trial.found.contains("found"), qPrintable(trial.found));
        QVERIFY(!trial.at); // nothing to remember
    }
}

HostFacts TrialTest::realTools() const
{
    HostFacts facts;
    facts.platform = hostPlatform();
    const auto find = [](const char* name) { return QStandardPaths::findExecutable(QLatin1String(name)); };
    for (const char* name : { "cmake", "ninja", "git" })
        facts.tools.append({ QLatin1String(name), find(name), "3.25", {} });
    facts.compilers = { { "gcc", find("g++"), "12.2.0", {}, true, {} } };
    facts.pythons = { { find("python3"), "3.11", "system", {}, true, {} } };
    return facts;
}

void TrialTest::realToolsPass()
{
    const HostFacts facts = realTools();
    for (const char* name : { "g++", "cmake", "ninja", "git", "python3" }) {
        if (QStandardPaths::findExecutable(QLatin1String(name)).isEmpty())
            QSKIP(qPrintable(QStringLiteral("There is no %1 here.").arg(QLatin1String(name))));
    }
    QTemporaryDir build;
    TrialQuestion question { facts, Profile {}, {} };
    question.request.buildFolder = build.filePath("not/yet");
    TrialSession session;
    QSignalSpy finished(&session, &TrialSession::finished);
    QSignalSpy answered(&session, &TrialSession::answered);
    session.start(question);
    QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, patience);
    const auto results = finished[0][0].value<QVector<TrialFacts>>();
    QCOMPARE(answered.count(), results.size());
    for (const char* id : { "compiler", "generator", "git", "folder", "long-path" }) {
        const TrialFacts* trial = trialOf(results, QLatin1String(id));
        QVERIFY2(trial, id);
        QVERIFY2(trial->state == "pass", qPrintable(trial->id + u' ' + trial->found));
    }
    QCOMPARE(trialFolders(), QStringList());
    QCOMPARE(QDir(build.path()).entryList(QDir::AllEntries | QDir::NoDotAndDotDot), QStringList());
    const auto file = readTrialsFile(trialsFile());
    const TrialFacts* kept = trialOf(file, "git");
    QVERIFY(kept && kept->tools[0].modified);
}

void TrialTest::oneFailureHidesNobody()
{
    HostFacts facts = realTools();
    facts.compilers[0].path = program("broken-g++", "exit 1");
    facts.pythons.clear();
    if (facts.tool("git")->path.isEmpty())
        QSKIP("There is no git here.");
    TrialSession session;
    QSignalSpy finished(&session, &TrialSession::finished);
    session.start({ facts, Profile {}, {} });
    QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, patience);
    const auto results = finished[0][0].value<QVector<TrialFacts>>();
    QCOMPARE(trialOf(results, "compiler")->state, "fail");
    QCOMPARE(trialOf(results, "python-venv")->state, "unknown");
    QCOMPARE(trialOf(results, "git")->state, "pass");
}

void TrialTest::aNeededPackageThatIsMissingIsNoGood()
{
    for (const char* missing : { "yaml", "numpy" }) {
        QByteArray said = R"({"yaml":{"there":true},"setuptools":{"there":true},"numpy":{"there":true}})";
        said.replace(QByteArray(missing) + R"(":{"there":true)", QByteArray(missing) + R"(":{"there":false)");
        HostFacts facts;
        facts.platform = hostPlatform();
        facts.pythons = { { program(missing, "echo '" + said + "'"), "3.11", "system", {}, true, {} } };
        const TrialFacts trial = driveOne(facts, "python-packages");
        QVERIFY2(trial.found.endsWith(
                     QStringLiteral("Not installed, so not tried: %1.").arg(QLatin1String(missing))),
            qPrintable(trial.found));
        QCOMPARE(trial.state, QLatin1String(missing) == QLatin1String("yaml") ? "unknown" : "pass");
        // With a profile its row says it already, and the verdict has no second one.
        QCOMPARE(driveOne(facts, "python-packages", {}, Profile()).state, "pass");
    }
}

void TrialTest::rootIsToldNoSudo_data()
{
    QTest::addColumn<QString>("trial");
    QTest::addColumn<QByteArray>("python");
    QTest::addColumn<QString>("command");
    newRow("environments", "python-venv", QByteArray("echo 'ensurepip is not available.'; exit 1"),
        "apt-get install -y python3.11-venv");
    newRow("headers", "python-module", QByteArray("echo '{}'"), "apt-get install -y python3-dev");
}

void TrialTest::rootIsToldNoSudo()
{
    QFETCH(QString, trial);
    QFETCH(QByteArray, python);
    QFETCH(QString, command);
    HostFacts facts;
    facts.platform = hostPlatform();
    facts.compilers = { { "gcc", program("no-headers-g++", "exit 1"), "12.2.0", {}, true, {} } };
    facts.pythons = { { program("python-of-root", python), "3.11", "system", {}, true, {} } };
    facts.pythons[0].headers = false;
    QCOMPARE(driveOne(facts, trial).command, "sudo " + command);
    facts.runsAsRoot = true;
    QCOMPARE(driveOne(facts, trial).command, command);
}

void TrialTest::visualStudioSetsUpTheCompiler_data()
{
    QTest::addColumn<QByteArray>("vcvars");
    QTest::addColumn<QString>("words");
    newRow("a good one", QByteArray("echo INCLUDE=here; echo LIB=there; echo PATH=\"$PATH\""),
        "exit code 9"); // of the stand-in that finds its environment
    newRow("sets up nothing", QByteArray("echo PATH=/bin"), "INCLUDE and LIB are missing");
    newRow("fails", QByteArray("exit 1"), "vcvars64.bat");
}

void TrialTest::visualStudioSetsUpTheCompiler()
{
    QFETCH(QByteArray, vcvars);
    QFETCH(QString, words);
    HostFacts facts = realTools();
    facts.pythons.clear();
    facts.compilers[0].path = program("cl", "[ \"$INCLUDE\" = here ] && exit 9; exit 8");
    TrialQuestion question { facts, Profile {}, {} };
    question.request.vcvars = program("VC/Auxiliary/Build/vcvars64.bat", vcvars);
    TrialSession session;
    QSignalSpy finished(&session, &TrialSession::finished);
    session.start(question);
    QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, patience);
    const auto results = finished[0][0].value<QVector<TrialFacts>>();
    const TrialFacts* compiler = trialOf(results, "compiler");
    QCOMPARE(compiler->state, "fail");
    QVERIFY2(compiler->found.contains(words), qPrintable(compiler->found));
    QVERIFY(trialOf(results, "git")->state != "unknown");
}

void TrialTest::stoppingLeavesNothing()
{
    HostFacts facts = realTools();
    const QString started = m_programs.filePath("started");
    facts.compilers[0].path = program("slow-g++", "touch " + started.toUtf8() + "; sleep 1000");
    TrialSession session;
    QSignalSpy finished(&session, &TrialSession::finished);
    session.start({ facts, Profile {}, {} });
    QTRY_VERIFY_WITH_TIMEOUT(QFileInfo::exists(started), patience);
    session.cancel();
    QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, patience);
    const auto results = finished[0][0].value<QVector<TrialFacts>>();
    const TrialFacts* trial = trialOf(results, "compiler");
    QVERIFY(trial && !trial->at);
    QCOMPARE(trial->state, "unknown");
    QCOMPARE(trialFolders(), QStringList());
}

// Without waiting for the slow program.
void TrialTest::sessionThatGoesLeavesNothing()
{
    HostFacts facts = realTools();
    const QString pidFile = m_programs.filePath("slow-pid");
    facts.compilers[0].path
        = program("stubborn-g++", "trap '' INT TERM; echo $$ > " + pidFile.toUtf8() + "; sleep 1000");
    auto session = std::make_unique<TrialSession>();
    session->start({ facts, Profile {}, {} });
    QTRY_VERIFY_WITH_TIMEOUT(!contentOf(pidFile).isEmpty(), patience);
    QTest::ignoreMessage(QtWarningMsg, QRegularExpression("QProcess: Destroyed while process"));
    session.reset();
    const QString pid = QString::fromUtf8(contentOf(pidFile).trimmed());
    QTRY_VERIFY(!QFileInfo::exists("/proc/" + pid));
    QCOMPARE(trialFolders(), QStringList());
}

QTEST_GUILESS_MAIN(TrialTest)
#include "TrialTest.moc"
