// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/AttemptFiles.h"
#include "core/store/AttemptStore.h"
#include "tests/support/TestFiles.h"

#include <QDBusConnection>
#include <QDBusContext>
#include <QDBusUnixFileDescriptor>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

using namespace torchmason;

namespace {

constexpr int longEnough = 60000; // milliseconds, only waited for in full by a failing test

}

// Plays logind: hands out the writing end of a pipe, whose reading end tells when everybody has closed it.
class FakeLogind : public QObject, protected QDBusContext {
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.freedesktop.login1.Manager")

public:
    QStringList asked;
    bool refuses = false;

    ~FakeLogind() override { ::close(m_read); }
    bool isHeld() const
    {
        char byte;
        return m_read >= 0 && ::read(m_read, &byte, 1) < 0; // nothing yet; at the end it would be 0
    }

public slots:
    QDBusUnixFileDescriptor Inhibit(
        const QString& what, const QString& who, const QString& why, const QString& mode)
    {
        asked = QStringList { what, who, why, mode };
        int ends[2];
        if (refuses || ::pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0) {
            sendErrorReply(QStringLiteral("org.freedesktop.DBus.Error.AccessDenied"), QStringLiteral("No."));
            return {};
        }
        m_read = ends[0];
        QDBusUnixFileDescriptor file;
        file.giveFileDescriptor(ends[1]);
        return file;
    }

private:
    int m_read = -1;
};

// The machine is kept awake while a build runs: the real runner, a bus of its own, and a stand-in for logind.
class KeepAwakeTest : public QObject {
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void heldWhileItBuilds_data();
    void heldWhileItBuilds();
    void refusalIsTold();
    void noBusIsTold();
    void leftOut();

private:
    void startBuild(bool keepAwake, const QString& busAddress);
    QByteArray events() const { return contentOf(AttemptFiles::events(m_folder)); }

    std::unique_ptr<QTemporaryDir> m_root;
    std::unique_ptr<QProcess> m_bus;
    std::unique_ptr<QProcess> m_runner;
    std::unique_ptr<FakeLogind> m_logind;
    QString m_address;
    QString m_folder;
};

void KeepAwakeTest::init()
{
    const QString daemon = QStandardPaths::findExecutable(QStringLiteral("dbus-daemon"));
    if (daemon.isEmpty())
        QSKIP("dbus-daemon is not installed.");
    m_root = std::make_unique<QTemporaryDir>();
    m_bus = std::make_unique<QProcess>();
    m_bus->start(daemon, { "--session", "--nofork", "--print-address", "--address=unix:tmpdir=/tmp" });
    QVERIFY(m_bus->waitForReadyRead(longEnough));
    m_address = QString::fromUtf8(m_bus->readLine()).trimmed();
    m_logind = std::make_unique<FakeLogind>();
    QDBusConnection bus = QDBusConnection::connectToBus(m_address, QStringLiteral("stand-in"));
    QVERIFY2(bus.isConnected(), qPrintable(bus.lastError().message()));
    QVERIFY(bus.registerObject(
        QStringLiteral("/org/freedesktop/login1"), m_logind.get(), QDBusConnection::ExportAllSlots));
    QVERIFY(bus.registerService(QStringLiteral("org.freedesktop.login1")));
}

void KeepAwakeTest::cleanup()
{
    for (QProcess* process : { m_runner.get(), m_bus.get() }) {
        if (!process)
            continue;
        process->terminate();
        process->waitForFinished(longEnough);
    }
    m_runner.reset();
    QDBusConnection::disconnectFromBus(QStringLiteral("stand-in"));
}

void KeepAwakeTest::startBuild(bool keepAwake, const QString& busAddress)
{
    BuildRequest request;
    request.profileName = QStringLiteral("A profile");
    request.sourceFolder = m_root->filePath(QStringLiteral("source"));
    request.buildFolder = m_root->filePath(QStringLiteral("build"));
    request.keepAwake = keepAwake;
    const auto reserved = AttemptStore(m_root->filePath(QStringLiteral("attempts"))).reserve(request);
    QVERIFY(reserved.ok());
    m_folder = reserved->folder;
    Stage stage;
    stage.id = stage.title = QStringLiteral("compile");
    stage.kind = StageKind::Compile;
    stage.commands
        = { Command { QStringLiteral(SCRIPTED_CHILD), { "print", "ready", "sleep", "600" }, {}, {}, {} } };
    StagePlan plan;
    plan.stages = { stage };
    QVERIFY(writeJsonFile(m_folder + QStringLiteral("/plan.json"), toJson(plan)).ok());
    m_runner = std::make_unique<QProcess>();
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("DBUS_SYSTEM_BUS_ADDRESS"), busAddress);
    m_runner->setProcessEnvironment(environment);
    m_runner->start(QStringLiteral(RUNNER), { QStringLiteral("--attempt"), m_folder });
    QTRY_VERIFY_WITH_TIMEOUT(
        contentOf(AttemptFiles::log(m_folder, QStringLiteral("compile"))).contains("ready"), longEnough);
}

void KeepAwakeTest::heldWhileItBuilds_data()
{
    QTest::addColumn<int>("signal");
    QTest::newRow("stopped") << SIGTERM;
    QTest::newRow("the runner is killed") << SIGKILL;
}

void KeepAwakeTest::heldWhileItBuilds()
{
    QFETCH(int, signal);
    startBuild(true, m_address);
    QTRY_VERIFY_WITH_TIMEOUT(events().contains("sleep-inhibited"), longEnough);
    QCOMPARE(m_logind->asked, (QStringList { "sleep:idle", "Torchmason", "Building A profile", "block" }));
    QVERIFY(m_logind->isHeld());
    ::kill(pid_t(m_runner->processId()), signal);
    QTRY_VERIFY_WITH_TIMEOUT(!m_logind->isHeld(), longEnough);
}

void KeepAwakeTest::refusalIsTold()
{
    m_logind->refuses = true;
    startBuild(true, m_address);
    QTRY_VERIFY_WITH_TIMEOUT(events().contains("sleep-not-inhibited"), longEnough);
    QCOMPARE(events().count("sleep-not-inhibited"), 1);
    QVERIFY(!events().contains("\"warning\""));
}

void KeepAwakeTest::noBusIsTold()
{
    startBuild(true, QStringLiteral("unix:path=/nowhere/at/all"));
    QTRY_VERIFY_WITH_TIMEOUT(events().contains("sleep-not-inhibited"), longEnough);
    QVERIFY(m_logind->asked.isEmpty());
}

void KeepAwakeTest::leftOut()
{
    startBuild(false, m_address);
    QVERIFY(m_logind->asked.isEmpty());
    QVERIFY(!events().contains("sleep-"));
}

QTEST_GUILESS_MAIN(KeepAwakeTest)
#include "KeepAwakeTest.moc"
