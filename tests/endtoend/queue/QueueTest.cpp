// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attempt/FolderClaim.h"
#include "core/attempt/QueueTurn.h"
#include "core/attempt/RunnerClient.h"
#include "core/store/AttemptFiles.h"
#include "tests/support/TestFiles.h"

#include <QDir>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <signal.h>

using namespace torchmason;

namespace {

constexpr int longEnough = 60000; // milliseconds, only waited for in full by a failing test

// An attempt that lasts until it is stopped (from the queue: in folders named long...), and its real runner.
class Waiting {
public:
    Waiting(const QString& root, const QString& build, bool queue)
    {
        BuildRequest request;
        request.sourceFolder = root + QStringLiteral("/source");
        request.buildFolder = root + QLatin1Char('/') + build;
        request.queue = queue;
        request.keepAwake = false;
        const auto reserved = AttemptStore(root + QStringLiteral("/attempts")).reserve(request);
        if (!reserved)
            qFatal("%s", qPrintable(reserved.error().message));
        m_folder = reserved->folder;
        Stage stage;
        stage.id = stage.title = QStringLiteral("compile");
        stage.kind = StageKind::Compile;
        QStringList words { "print", "ready" };
        if (!queue || build.startsWith(QLatin1String("long")))
            words << "sleep"
                  << "600";
        stage.commands = { Command { QStringLiteral(SCRIPTED_CHILD), words, {}, {}, {} } };
        StagePlan plan;
        plan.stages = { stage };
        if (!writeJsonFile(m_folder + QStringLiteral("/plan.json"), toJson(plan)))
            qFatal("cannot write the plan");
        m_runner.start(QStringLiteral(RUNNER), { QStringLiteral("--attempt"), m_folder });
    }
    ~Waiting()
    {
        m_runner.terminate();
        if (!m_runner.waitForFinished(longEnough))
            m_runner.kill();
    }

    AttemptRecord record() const
    {
        const auto read = AttemptFiles::readRecord(m_folder);
        return read ? *read : AttemptRecord();
    }
    bool waits() const { return isWaiting(record()); }
    bool builds() const { return log().contains("ready"); }
    QByteArray log() const { return contentOf(AttemptFiles::log(m_folder, QStringLiteral("compile"))); }
    QByteArray events() const { return contentOf(AttemptFiles::events(m_folder)); }
    const QString& folder() const { return m_folder; }
    void stop() { m_runner.terminate(); }
    void loseFolder() { QDir(m_folder).removeRecursively(); }
    void kill() { ::kill(pid_t(m_runner.processId()), SIGKILL); }
    bool hasEnded() { return m_runner.state() == QProcess::NotRunning; }

private:
    QString m_folder;
    QProcess m_runner;
};

}

class QueueTest : public QObject {
    Q_OBJECT

private slots:
    void init() { m_root = std::make_unique<QTemporaryDir>(); }
    void beginsByItself_data();
    void beginsByItself();
    void firstComeFirstServed();
    void aFolderIsGivenBackLater();
    void stopsWhileItWaits();
    void withoutTheQueueBothBuild();
    void itEndsWhenItsFolderGoes();
    void whatIsBeingMadeComesBefore();

private:
    std::unique_ptr<QTemporaryDir> m_root;
};

void QueueTest::beginsByItself_data()
{
    QTest::addColumn<QString>("build");
    QTest::addColumn<bool>("isKilled");
    QTest::newRow("another folder") << "b" << false;
    QTest::newRow("the same folder") << "a" << false;
    QTest::newRow("the runner before it is killed") << "b" << true;
    QTest::newRow("killed, the same folder") << "a" << true;
}

void QueueTest::beginsByItself()
{
    QFETCH(QString, build);
    QFETCH(bool, isKilled);
    Waiting first(m_root->path(), QStringLiteral("a"), false);
    QTRY_VERIFY_WITH_TIMEOUT(first.builds(), longEnough);
    Waiting second(m_root->path(), build, true);
    QTRY_VERIFY_WITH_TIMEOUT(second.waits(), longEnough);
    QCOMPARE(second.record().waitsFor, QVector<int> { 1 });
    QTest::qWait(300);
    QVERIFY(second.log().isEmpty());
    isKilled ? first.kill() : first.stop();
    QTRY_COMPARE_WITH_TIMEOUT(second.record().state, AttemptState::Succeeded, longEnough);
    QVERIFY(second.builds());
    QVERIFY(second.record().waitsFor.isEmpty());
}

void QueueTest::firstComeFirstServed()
{
    Waiting first(m_root->path(), QStringLiteral("a"), false);
    QTRY_VERIFY_WITH_TIMEOUT(first.builds(), longEnough);
    Waiting second(m_root->path(), QStringLiteral("long"), true);
    QTRY_VERIFY_WITH_TIMEOUT(second.waits(), longEnough);
    Waiting third(m_root->path(), QStringLiteral("c"), true);
    QTRY_COMPARE_WITH_TIMEOUT(third.record().waitsFor, (QVector<int> { 1, 2 }), longEnough);
    first.stop();
    QTRY_VERIFY_WITH_TIMEOUT(second.builds(), longEnough);
    QTRY_COMPARE_WITH_TIMEOUT(third.record().waitsFor, QVector<int> { 2 }, longEnough);
    QVERIFY(third.log().isEmpty());
    second.stop();
    QTRY_COMPARE_WITH_TIMEOUT(third.record().state, AttemptState::Succeeded, longEnough);
}

// The record of the one before tells its end earlier than its runner is gone.
void QueueTest::aFolderIsGivenBackLater()
{
    auto held = FolderClaim::takeBuild(m_root->path() + QStringLiteral("/b"), 1);
    QVERIFY(held);
    Waiting second(m_root->path(), QStringLiteral("b"), true);
    QTest::qWait(1000);
    QVERIFY(!second.hasEnded() && !second.builds());
    held.value().reset();
    QTRY_COMPARE_WITH_TIMEOUT(second.record().state, AttemptState::Succeeded, longEnough);
}

void QueueTest::stopsWhileItWaits()
{
    Waiting first(m_root->path(), QStringLiteral("a"), false);
    QTRY_VERIFY_WITH_TIMEOUT(first.builds(), longEnough);
    Waiting second(m_root->path(), QStringLiteral("b"), true);
    QTRY_VERIFY_WITH_TIMEOUT(second.waits(), longEnough);
    Waiting third(m_root->path(), QStringLiteral("c"), true);
    QTRY_COMPARE_WITH_TIMEOUT(third.record().waitsFor, (QVector<int> { 1, 2 }), longEnough);
    QCOMPARE(waitingText(third.record()), "Waiting for attempts 1 and 2");
    const auto atWork = attemptsAtWork(AttemptStore(m_root->path() + "/attempts"));
    QCOMPARE(atWork.size(), 1); // those that wait do not build
    QCOMPARE(atWork.first().number, 1);
    QVERIFY(askRunner(second.record(), { { "command", "stop" } }, Milliseconds(longEnough)).ok());
    QTRY_COMPARE_WITH_TIMEOUT(second.record().state, AttemptState::Stopped, longEnough);
    QVERIFY(second.log().isEmpty());
    QVERIFY(!second.events().contains("stage-started"));
    QVERIFY(second.record().duration.value_or(Milliseconds(-1)) == Milliseconds(0));
    QTRY_COMPARE_WITH_TIMEOUT(third.record().waitsFor, QVector<int> { 1 }, longEnough);
    QVERIFY(first.builds() && !first.hasEnded());
}

void QueueTest::withoutTheQueueBothBuild()
{
    Waiting first(m_root->path(), QStringLiteral("a"), false);
    QTRY_VERIFY_WITH_TIMEOUT(first.builds(), longEnough);
    Waiting second(m_root->path(), QStringLiteral("b"), false);
    QTRY_VERIFY_WITH_TIMEOUT(second.builds(), longEnough);
    const auto before = attemptsBefore(AttemptStore(m_root->path() + "/attempts"), 100);
    QCOMPARE(before.size(), 2);
    Waiting third(m_root->path(), QStringLiteral("b"), false);
    QTRY_COMPARE_WITH_TIMEOUT(third.record().state, AttemptState::Failed, longEnough);
    QVERIFY2(third.record().error.contains("Attempt 2 is building"), qPrintable(third.record().error));
}

// Nobody could follow it, so it does not take a turn and keep the folder for ever.
void QueueTest::itEndsWhenItsFolderGoes()
{
    Waiting first(m_root->path(), QStringLiteral("a"), false);
    QTRY_VERIFY_WITH_TIMEOUT(first.builds(), longEnough);
    Waiting second(m_root->path(), QStringLiteral("b"), true);
    QTRY_VERIFY_WITH_TIMEOUT(second.waits(), longEnough);
    second.loseFolder();
    first.stop();
    QTRY_VERIFY_WITH_TIMEOUT(second.hasEnded(), longEnough);
    Waiting third(m_root->path(), QStringLiteral("b"), false);
    QTRY_VERIFY_WITH_TIMEOUT(third.builds(), longEnough);
}

void QueueTest::whatIsBeingMadeComesBefore()
{
    const QString folder = m_root->filePath(QStringLiteral("attempts/0001"));
    QVERIFY(QDir().mkpath(folder)); // its request is not written yet
    Waiting second(m_root->path(), QStringLiteral("b"), true);
    // However late the runner looks, the folder is a young one.
    const auto waitsFor = [&] {
        QDir(folder).mkdir(QStringLiteral("new"));
        QDir(folder).rmdir(QStringLiteral("new"));
        return second.record().waitsFor;
    };
    QTRY_COMPARE_WITH_TIMEOUT(waitsFor(), QVector<int> { 1 }, longEnough);
    QVERIFY(QDir(folder).removeRecursively());
    QTRY_COMPARE_WITH_TIMEOUT(second.record().state, AttemptState::Succeeded, longEnough);
}

QTEST_GUILESS_MAIN(QueueTest)
#include "QueueTest.moc"
