// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/AttemptFiles.h"
#include "core/store/AttemptStore.h"
#include "tests/support/TestFiles.h"

#include <QDir>
#include <QProcess>
#include <QStandardPaths>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTemporaryDir>
#include <QTest>

using namespace torchmason;

namespace {

constexpr int longEnough = 120'000; // milliseconds, only waited for in full by a failing test

quint16 freePort()
{
    QTcpServer server;
    return server.listen(QHostAddress::LocalHost) ? server.serverPort() : quint16(0);
}

bool answers(quint16 port)
{
    return QTest::qWaitFor(
        [port] {
            QTcpSocket socket;
            socket.connectToHost(QHostAddress::LocalHost, port);
            return socket.waitForConnected(200);
        },
        longEnough);
}

// A server that lives as long as this.
struct Server {
    QProcess process;
    ~Server()
    {
        process.terminate(); // distccd then ends its children
        if (!process.waitForFinished(10'000))
            process.kill();
        process.waitForFinished();
    }
};

}

// The real runner with real compiler caches, on three files.
class CachesTest : public QObject {
    Q_OBJECT

private slots:
    void init();
    void ccacheIsCounted();
    void othersAreNotCounted();
    void sccacheIsCountedAndLeavesNobody();
    void sccacheThatDoesNotStartFailsAtOnce();
    void redisIsShared();
    void redisThatIsGoneIsTold();
    void distccCompiles();

private:
    AttemptRecord build(
        const QString& launcher, const QStringList& variables = {}, const QString& before = {});
    QByteArray events() const { return contentOf(AttemptFiles::events(m_folder)); }
    void startRedis(Server& server, quint16 port) const;
    QString path(const QString& name) const { return m_root->filePath(name); }

    std::unique_ptr<QTemporaryDir> m_root;
    QString m_folder;
    int m_builds = 0;
};

#define NEEDS(program)                                                                                       \
    if (QStandardPaths::findExecutable(QStringLiteral(program)).isEmpty())                                   \
    QSKIP(program " is not installed")

void CachesTest::init()
{
    m_root = std::make_unique<QTemporaryDir>();
    for (const char* name : { "a", "b", "c" })
        write(path(QStringLiteral("source/%1.c").arg(QLatin1String(name))),
            QByteArray("int ") + name + "() { return 1; }\n");
}

// Compiles the three files with the launcher in front, by a plan that is made by hand.
AttemptRecord CachesTest::build(const QString& launcher, const QStringList& variables, const QString& before)
{
    BuildRequest request;
    request.sourceFolder = path("source");
    request.buildFolder = path(QStringLiteral("build%1").arg(++m_builds));
    QDir().mkpath(request.buildFolder);
    request.configuration.setFlag({ "CMAKE_C_COMPILER_LAUNCHER", launcher, {}, ValueOrigin::User });
    request.configuration.setFlag({ "USE_CCACHE", "OFF", {}, ValueOrigin::User });
    const auto reserved = AttemptStore(path("attempts")).reserve(request);
    if (!reserved)
        return {};
    m_folder = reserved->folder;
    Stage stage;
    stage.id = "compile";
    stage.kind = StageKind::Compile;
    stage.title = "Compile";
    const QString script = before
        + QStringLiteral("for f in a b c; do %1 gcc -c %2/$f.c -o $f.o || exit 1; done")
              .arg(launcher, request.sourceFolder);
    stage.commands = { Command { "/bin/sh", { "-c", script }, request.buildFolder, {}, "compile" } };
    StagePlan plan;
    plan.stages = { stage };
    if (!writeJsonFile(m_folder + "/plan.json", toJson(plan)))
        return {};
    QProcessEnvironment environment;
    for (const char* name : { "PATH", "TORCHMASON_HOME", "LC_ALL", "XDG_RUNTIME_DIR" })
        environment.insert(QLatin1String(name), qEnvironmentVariable(name));
    environment.insert("HOME", m_root->path());
    environment.insert("CCACHE_DIR", path("ccache"));
    environment.insert("SCCACHE_DIR", path("sccache"));
    for (const QString& variable : variables)
        environment.insert(variable.section(QLatin1Char('='), 0, 0), variable.section(QLatin1Char('='), 1));
    QProcess runner;
    runner.setProcessEnvironment(environment);
    runner.start(QStringLiteral(RUNNER), { "--attempt", m_folder });
    runner.waitForFinished(longEnough);
    const auto record = AttemptFiles::readRecord(m_folder);
    return record ? *record : AttemptRecord();
}

void CachesTest::ccacheIsCounted()
{
    NEEDS("ccache");
    AttemptRecord record = build("ccache");
    QCOMPARE(record.state, AttemptState::Succeeded);
    QVERIFY(record.stages[0].cache.has_value());
    QCOMPARE(*record.stages[0].cache, (CacheUse { "ccache", 0, 3, 0, 0, true }));
    write(path("source/b.c"), "int b2() { return 2; }\n");
    record = build("ccache");
    QVERIFY(record.stages[0].cache.has_value());
    QCOMPARE(*record.stages[0].cache, (CacheUse { "ccache", 2, 1, 0, 0, true }));
}

// Another build fills the same cache at the same time.
void CachesTest::othersAreNotCounted()
{
    NEEDS("ccache");
    write(path("source/other.c"), "int other;\n");
    const AttemptRecord record = build("ccache", {},
        QStringLiteral("env -u CCACHE_STATSLOG ccache gcc -c %1 -o other.o;").arg(path("source/other.c")));
    QVERIFY(record.stages[0].cache.has_value());
    QCOMPARE(*record.stages[0].cache, (CacheUse { "ccache", 0, 3, 0, 0, true }));
}

void CachesTest::sccacheIsCountedAndLeavesNobody()
{
    NEEDS("sccache");
    AttemptRecord record = build("sccache");
    QCOMPARE(record.state, AttemptState::Succeeded);
    QVERIFY(record.stages[0].cache.has_value());
    QCOMPARE(record.stages[0].cache->misses, 3);
    QVERIFY(!events().contains("leftOver"));
    QVERIFY(!events().contains("survivors"));
    record = build("sccache");
    QVERIFY(record.stages[0].cache.has_value());
    QCOMPARE(record.stages[0].cache->hits, 3);
    QVERIFY(record.stages[0].cache->exact);
}

// As the servers that distributions package do for a kind of storage that was left out of them.
void CachesTest::sccacheThatDoesNotStartFailsAtOnce()
{
    const QString standIn = path("bin/sccache");
    write(standIn,
        "#!/bin/sh\necho starting\n"
        "echo \"sccache: error: cache type is not enabled for $SCCACHE_REDIS\" >&2\nexit 2\n");
    QVERIFY(QFile::setPermissions(standIn, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    const AttemptRecord record = build(standIn, { "SCCACHE_REDIS=redis://:redis-pw@h" });
    QCOMPARE(record.state, AttemptState::Failed);
    QVERIFY2(
        record.error.contains("cache type is not enabled for redis://:(masked)@h"), qPrintable(record.error));
    QCOMPARE(record.stages[0].exitCode, std::optional<int>()); // nothing was compiled
    QVERIFY(!contentBelow(m_folder).contains("redis-pw"));
    QVERIFY(!events().contains("goes on without it"));
}

void CachesTest::startRedis(Server& server, quint16 port) const
{
    server.process.setStandardOutputFile(QProcess::nullDevice());
    server.process.start("redis-server",
        { "--port", QString::number(port), "--bind", "127.0.0.1", "--save", QString(), "--dir",
            m_root->path(), "--requirepass", "redis-s3cret" });
    QVERIFY(answers(port));
}

void CachesTest::redisIsShared()
{
    NEEDS("ccache");
    NEEDS("redis-server");
    const quint16 port = freePort();
    Server redis;
    startRedis(redis, port);
    const QString storage = QStringLiteral("=redis://redis-s3cret@127.0.0.1:%1").arg(port);
    const QStringList variables { "CCACHE_REMOTE_STORAGE" + storage, "CCACHE_SECONDARY_STORAGE" + storage };
    QCOMPARE(build("ccache", variables).state, AttemptState::Succeeded);
    // Another machine: nothing lies in its own cache.
    QVERIFY(QDir(path("ccache")).removeRecursively());
    const AttemptRecord record = build("ccache", variables);
    QVERIFY(record.stages[0].cache.has_value());
    QCOMPARE(*record.stages[0].cache, (CacheUse { "ccache", 3, 0, 0, 0, true }));
    QVERIFY(!contentBelow(m_folder).contains("redis-s3cret"));
}

void CachesTest::redisThatIsGoneIsTold()
{
    NEEDS("ccache");
    const QString storage
        = QStringLiteral("CCACHE_REMOTE_STORAGE=redis://redis-s3cret@127.0.0.1:%1").arg(freePort());
    const AttemptRecord record = build("ccache", { storage });
    QCOMPARE(record.state, AttemptState::Succeeded);
    QVERIFY(record.stages[0].cache.has_value());
    QCOMPARE(record.stages[0].cache->misses, 3);
    QCOMPARE(record.stages[0].cache->storageErrors, 3);
    QVERIFY(events().contains("shared storage of ccache that failed: 3"));
    QVERIFY(!contentBelow(m_folder).contains("redis-s3cret"));
}

void CachesTest::distccCompiles()
{
    NEEDS("distcc");
    NEEDS("distccd");
    const quint16 port = freePort();
    Server daemon;
    const QString log = path("distccd.log");
    daemon.process.setStandardErrorFile(log);
    daemon.process.start("distccd",
        { "--no-detach", "--daemon", "--listen", "127.0.0.1", "--allow", "127.0.0.1", "--port",
            QString::number(port), "--enable-tcp-insecure", "--log-stderr", "--verbose", "--jobs", "2" });
    QVERIFY(answers(port));
    const QStringList variables { QStringLiteral("DISTCC_HOSTS=127.0.0.1:%1/2").arg(port),
        "DISTCC_FALLBACK=0", "CCACHE_PREFIX=distcc" };
    QCOMPARE(build("distcc", variables).state, AttemptState::Succeeded);
    QTRY_COMPARE(contentOf(log).count("COMPILE_OK"), 3); // it writes when it has answered
    if (QStandardPaths::findExecutable("ccache").isEmpty())
        return;
    const AttemptRecord record = build("ccache", variables);
    QCOMPARE(record.state, AttemptState::Succeeded);
    QVERIFY(record.stages[0].cache.has_value());
    QCOMPARE(record.stages[0].cache->misses, 3);
    QTRY_COMPARE(contentOf(log).count("COMPILE_OK"), 6);
}

QTEST_GUILESS_MAIN(CachesTest)
#include "CachesTest.moc"
