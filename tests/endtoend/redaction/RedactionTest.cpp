// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/process/ProcessTable.h"
#include "core/store/AttemptFiles.h"
#include "core/store/AttemptStore.h"
#include "tests/support/Rows.h"
#include "tests/support/TestFiles.h"

#include <QDir>
#include <QElapsedTimer>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using namespace torchmason;

namespace {

constexpr int longEnough = 60000; // milliseconds, only waited for in full by a failing test
const QByteArray secret = "s3cr3t-Tok\"en/42";

Command scripted(const QStringList& words)
{
    return { QStringLiteral(SCRIPTED_CHILD), words, {}, {}, "play" };
}

Command script(const QString& text)
{
    return { "/bin/sh", { "-c", text }, {}, {}, "play" };
}

}

// The real runner with secrets in its environment, and children that tell them.
class RedactionTest : public QObject {
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void nothingInTheFolderHoldsTheSecret_data();
    void nothingInTheFolderHoldsTheSecret();
    void namesOfProductsAreMasked();
    void whatIsNoSecretIsThereAtOnce();
    void onlySecretsNeedThePipe_data();
    void onlySecretsNeedThePipe();
    void loginsFromElsewhereAreMasked_data();
    void loginsFromElsewhereAreMasked();
    void floodsAreWhole();
    void whoeverHoldsThePipeIsNotWaitedFor();
    void killedRunnerLeavesNobody();

private:
    void start(const QVector<Command>& commands, bool withSecret = true, StageKind kind = StageKind::Compile);
    bool waitForEnd()
    {
        return m_runner->state() == QProcess::NotRunning || m_runner->waitForFinished(longEnough);
    }
    QByteArray log() const { return contentOf(AttemptFiles::log(m_folder, "compile")); }
    bool waitForLog(const QByteArray& text)
    {
        return QTest::qWaitFor([&] { return log().contains(text); }, longEnough);
    }
    QVector<qint64> alive() const;

    std::unique_ptr<QTemporaryDir> m_root;
    std::unique_ptr<QProcess> m_runner;
    QString m_folder;
};

void RedactionTest::init()
{
    m_root = std::make_unique<QTemporaryDir>();
    m_runner = std::make_unique<QProcess>();
}

void RedactionTest::cleanup()
{
    m_runner->kill();
    m_runner->waitForFinished();
}

void RedactionTest::start(const QVector<Command>& commands, bool withSecret, StageKind kind)
{
    BuildRequest request;
    request.sourceFolder = m_root->filePath("source");
    request.buildFolder = m_root->filePath("build");
    QDir().mkpath(request.buildFolder);
    const auto reserved = AttemptStore(m_root->filePath("attempts")).reserve(request);
    QVERIFY(reserved.ok());
    m_folder = reserved->folder;
    Stage stage;
    stage.id = "compile";
    stage.kind = kind;
    stage.title = "Compile";
    stage.commands = commands;
    StagePlan plan;
    plan.stages = { stage };
    QVERIFY(writeJsonFile(m_folder + "/plan.json", toJson(plan)).ok());
    QProcessEnvironment environment;
    for (const char* name : { "PATH", "HOME", "TORCHMASON_HOME", "LC_ALL", "XDG_RUNTIME_DIR" })
        environment.insert(QLatin1String(name), qEnvironmentVariable(name));
    if (withSecret) {
        environment.insert("HF_TOKEN", QString::fromUtf8(secret));
        environment.insert("https_proxy", "http://me:proxy-pw@127.0.0.1:1");
    }
    m_runner->setProcessEnvironment(environment);
    m_runner->start(QStringLiteral(RUNNER), { "--attempt", m_folder });
}

QVector<qint64> RedactionTest::alive() const
{
    const auto record = AttemptFiles::readRecord(m_folder);
    QVector<qint64> pids;
    for (const ProcessEntry& process : readProcesses()) {
        if (!process.isDead && carriesMark(process.pid, "TORCHMASON_ATTEMPT=" + record->id.toUtf8()))
            pids << process.pid;
    }
    return pids;
}

void RedactionTest::nothingInTheFolderHoldsTheSecret_data()
{
    QTest::addColumn<QVector<Command>>("commands");
    QTest::addColumn<QByteArray>("logged");
    const auto row = [](const char* name, const QVector<Command>& commands, const char* logged) {
        newRow(name, commands, QByteArray(logged));
    };
    row("printed", { script("echo a $HF_TOKEN b") }, "a (masked) b\n");
    row("to stderr", { script("echo a $HF_TOKEN b >&2") }, "a (masked) b\n");
    row("in two writes", { scripted({ "half", "x s3cr3t-T", "sleep", "0.4", "print", "ok\"en/42 y" }) },
        "x (masked) y\n");
    row("without a line's end", { script("printf %s $HF_TOKEN") }, "(masked)");
    row("by two commands", { script("echo 1 $HF_TOKEN"), script("echo 2 $HF_TOKEN") },
        "1 (masked)\n2 (masked)\n");
    row("half of one at the end", { scripted({ "half", "x s3cr3" }) }, "x s3cr3");
    row("in an error that is found", { script("echo \"a.cpp:1:2: error: $HF_TOKEN\"; exit 1") },
        "a.cpp:1:2: error: (masked)\n");
    row("in a progress line", { script("echo \"[1/2|0|0.1] CC $HF_TOKEN\"; sleep 1") },
        "[1/2|0|0.1] CC (masked)\n");
    row("quoted", { script("python3 -c \"import os,json;print(json.dumps(os.environ['HF_TOKEN']))\"") },
        "\"(masked)\"\n");
    row("password of the proxy", { script("echo $https_proxy; p=${https_proxy#*me:}; echo ${p%%@*}") },
        "http://me:(masked)@127.0.0.1:1\n(masked)\n");
    row("password of another address", { script("echo git://a:b@c") }, "git://a:(masked)@c\n");
}

void RedactionTest::nothingInTheFolderHoldsTheSecret()
{
    QFETCH(QVector<Command>, commands);
    start(commands);
    QVERIFY(waitForEnd());
    QTEST(log(), "logged");
    const QByteArray all = contentBelow(m_folder);
    QVERIFY(all.contains("attempt-ended"));
    QVERIFY(!all.contains(secret));
    QVERIFY(!all.contains("s3cr3t-Tok\\\"en/42")); // as JSON
    QVERIFY(!all.contains("proxy-pw"));
}

void RedactionTest::namesOfProductsAreMasked()
{
    if (QStandardPaths::findExecutable("ninja").isEmpty())
        QSKIP("ninja is not installed");
    const QString build = m_root->filePath("build");
    write(build + "/build.ninja",
        "rule cc\n command = sleep 2 && touch $out\n description = CC $out\nbuild out-proxy-pw.o: cc\n");
    start({ Command { "ninja", { "-C", build }, {}, {}, "play" } });
    QVERIFY(waitForEnd());
    QVERIFY2(log().contains("CC out-(masked).o"), log());
    QVERIFY(contentOf(AttemptFiles::edges(m_folder)).contains("out-(masked).o"));
    QVERIFY(!contentBelow(m_folder).contains("proxy-pw"));
}

void RedactionTest::whatIsNoSecretIsThereAtOnce()
{
    start({ scripted({ "half", "foo", "sleep", "600" }) });
    QVERIFY(waitForLog("foo"));
    QVERIFY(m_runner->state() == QProcess::Running);
    m_runner->terminate();
    QVERIFY(waitForEnd());
    QCOMPARE(log(), QByteArray("foo"));
    QVERIFY(alive().isEmpty());
}

void RedactionTest::onlySecretsNeedThePipe_data()
{
    QTest::addColumn<bool>("withSecret");
    QTest::addColumn<QByteArray>("output");
    newRow("with a secret", true, QByteArray("pipe:"));
    newRow("without", false, QByteArray("/logs/compile.log"));
}

void RedactionTest::onlySecretsNeedThePipe()
{
    QFETCH(bool, withSecret);
    start({ script("ls -l /proc/$$/fd/1 /proc/$$/fd/2") }, withSecret);
    QVERIFY(waitForEnd());
    QFETCH(QByteArray, output);
    QVERIFY2(log().contains(output), log());
}

// git knows them from its settings, pip from its own; nothing in the environment speaks of them.
void RedactionTest::loginsFromElsewhereAreMasked_data()
{
    QTest::addColumn<StageKind>("kind");
    newRow("fetch", StageKind::Fetch);
    newRow("environment", StageKind::Environment);
    newRow("configure", StageKind::Configure);
    newRow("install", StageKind::Install);
}

void RedactionTest::loginsFromElsewhereAreMasked()
{
    QFETCH(StageKind, kind);
    start({ script(QStringLiteral(
              "echo \"Cloning https://ghp_16C7e42F292c@h/x\"; echo http://me:hunter2@h/y >&2; exit 1")) },
        false, kind);
    QVERIFY(waitForEnd());
    QCOMPARE(log(), QByteArray("Cloning https://(masked)@h/x\nhttp://me:(masked)@h/y\n"));
}

void RedactionTest::floodsAreWhole()
{
    start({ script(QStringLiteral("i=0; while [ $i -lt 300 ]; do echo $HF_TOKEN; i=$((i+1)); done; "
                                  "seq 1 400000; echo $HF_TOKEN")) });
    QVERIFY(waitForEnd());
    QByteArray expected = QByteArray("(masked)\n").repeated(300);
    for (int number = 1; number <= 400'000; ++number)
        expected += QByteArray::number(number) + '\n';
    QVERIFY(log() == expected + "(masked)\n");
}

// A process that has left session, parent and mark behind, and still has the pipe as its output.
void RedactionTest::whoeverHoldsThePipeIsNotWaitedFor()
{
    const QString name = QString::number(QCoreApplication::applicationPid());
    start({ scripted({ "stranger", name, "print", "done" }) });
    QVERIFY(waitForEnd());
    QCOMPARE(m_runner->exitCode(), 0);
    QCOMPARE(log(), QByteArray("done\n"));
}

void RedactionTest::killedRunnerLeavesNobody()
{
    start({ scripted({ "deafgroup", "4", "print", "ready", "sleep", "600" }) });
    QVERIFY(waitForLog("ready"));
    QVERIFY(alive().size() >= 5);
    m_runner->kill();
    QVERIFY(waitForEnd());
    QVERIFY(QTest::qWaitFor([this] { return alive().isEmpty(); }, longEnough));
    QCOMPARE(log(), QByteArray("ready\n"));
}

QTEST_GUILESS_MAIN(RedactionTest)
#include "RedactionTest.moc"
