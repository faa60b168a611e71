// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attempt/EarlierTimes.h"

#include "core/attempt/FolderClaim.h"
#include "core/base/AppPaths.h"
#include "core/process/ProcessIdentity.h"
#include "core/store/AttemptFiles.h"
#include "core/store/AttemptWriter.h"
#include "core/store/RunningTime.h"
#include "tests/support/TestFiles.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QTemporaryDir>
#include <QTest>

#include <limits>

using namespace torchmason;

namespace {

BuildRequest requestOf(const QString& tree, const QString& type)
{
    BuildRequest request;
    request.sourceFolder = QStringLiteral("/src/") + tree;
    request.buildFolder = QStringLiteral("/build");
    request.configuration.flags.append({ QStringLiteral("CMAKE_BUILD_TYPE"), type, {}, ValueOrigin::User });
    return request;
}

EdgeRecord edge(const char* output, qint64 start, qint64 end, bool failed = false)
{
    EdgeRecord record;
    record.output = QLatin1String(output);
    record.start = start;
    record.end = end;
    record.failed = failed;
    return record;
}

}

// What an attempt takes over from others, and what it makes of clocks that jump.
class EarlierTimesTest : public QObject {
    Q_OBJECT

private slots:
    void init();
    void nothingBefore();
    void comparableBuildsComeFirst();
    void otherBuildsOfTheTreeServe();
    void failedEdgesTellNothing();
    void aReusedProcessNumberHoldsNoFolder();
    void requestsFromTheFutureAreOld_data();
    void requestsFromTheFutureAreOld();
    void runningTimeDoesNotJump_data();
    void runningTimeDoesNotJump();

private:
    void attempt(const BuildRequest& request, const QVector<EdgeRecord>& edges);
    AttemptStore store() const { return AttemptStore(m_root->filePath(QStringLiteral("attempts"))); }

    std::unique_ptr<QTemporaryDir> m_root;
};

void EarlierTimesTest::init()
{
    m_root = std::make_unique<QTemporaryDir>();
    qputenv("TORCHMASON_HOME", m_root->filePath(QStringLiteral("home")).toUtf8());
}

void EarlierTimesTest::attempt(const BuildRequest& request, const QVector<EdgeRecord>& edges)
{
    const auto reserved = store().reserve(request);
    QVERIFY(reserved.ok());
    const auto writer = AttemptWriter::open(reserved->folder);
    QVERIFY(writer.ok());
    AttemptRecord record;
    record.number = reserved->number;
    record.request = request;
    record.state = AttemptState::Succeeded;
    QVERIFY((*writer)->writeRecord(record).ok());
    for (const EdgeRecord& edge : edges)
        QVERIFY((*writer)->append(edge).ok());
}

void EarlierTimesTest::nothingBefore()
{
    QVERIFY(earlierTimes(store(), requestOf("pytorch", "Release"), 1).isEmpty());
}

void EarlierTimesTest::comparableBuildsComeFirst()
{
    const BuildRequest release = requestOf("pytorch", "Release");
    attempt(release, { edge("a.o", 0, 100), edge("b.o", 0, 200), edge("c.o", 0, 300) });
    attempt(requestOf("pytorch", "Debug"), { edge("a.o", 0, 5) });
    attempt(release, { edge("a.o", 1000, 1111) });
    attempt(release, { edge("a.o", 0, 7) }); // comes later than the one that asks
    const QVector<TimedBuild> builds = earlierTimes(store(), release, 4);
    QCOMPARE(builds.size(), 2); // the newest first
    QCOMPARE(builds.first().name, QString("attempt 3"));
    QCOMPARE(builds.first().times, (EdgeTimes { { "a.o", 111 } }));
    QCOMPARE(builds.last().name, QString("attempt 1"));
    QCOMPARE(builds.last().times, (EdgeTimes { { "a.o", 100 }, { "b.o", 200 }, { "c.o", 300 } }));
}

void EarlierTimesTest::otherBuildsOfTheTreeServe()
{
    attempt(requestOf("pytorch", "Debug"), { edge("a.o", 0, 5) });
    attempt(requestOf("another", "Release"), { edge("a.o", 0, 9) });
    const QVector<TimedBuild> builds = earlierTimes(store(), requestOf("pytorch", "Release"), 3);
    QCOMPARE(builds.size(), 1);
    QCOMPARE(builds.first().times, (EdgeTimes { { "a.o", 5 } }));
    QCOMPARE(builds.first().name, QString("attempt 1"));
}

void EarlierTimesTest::failedEdgesTellNothing()
{
    attempt(requestOf("pytorch", "Release"), { edge("a.o", 0, 5, true), edge("b.o", 10, 5) });
    write(store().attemptFolder(1) + "/edges.jsonl", "nonsense\n[1]\n", QIODevice::Append);
    QVERIFY(earlierTimes(store(), requestOf("pytorch", "Release"), 2).isEmpty());
}

// The lock names a process that lives, but it is another one than the runner that took it.
void EarlierTimesTest::aReusedProcessNumberHoldsNoFolder()
{
    const QString folder = m_root->filePath(QStringLiteral("build"));
    {
        const auto first = FolderClaim::takeBuild(folder, 1);
        QVERIFY(first.ok());
        const auto second = FolderClaim::takeBuild(folder, 2);
        QVERIFY(!second.ok());
        QVERIFY2(
            second.error().message.startsWith("Attempt 1 is building"), qPrintable(second.error().message));
    }
    const QDir locks(AppPaths::dataFolder() + QStringLiteral("/locks"));
    auto first = FolderClaim::takeBuild(folder, 1);
    QVERIFY(first.ok());
    const QString note = locks.filePath(locks.entryList({ QStringLiteral("*.attempt") }).value(0));
    QCOMPARE(contentOf(note).split(' ').value(1), QByteArray::number(QCoreApplication::applicationPid()));
    const QByteArray another
        = "1 " + QByteArray::number(QCoreApplication::applicationPid()) + " another-boot";
    write(note, another);
    QVERIFY(!FolderClaim::takeBuild(folder, 2).ok()); // somebody holds it: we may only not see the process
    const QString lock = locks.filePath(locks.entryList({ QStringLiteral("*.lock") }).value(0));
    const QByteArray held = contentOf(lock);
    first.value().reset();
    write(lock, held); // as it stays behind when the power goes
    write(note, another);
    QVERIFY(FolderClaim::takeBuild(folder, 2).ok());
}

void EarlierTimesTest::requestsFromTheFutureAreOld_data()
{
    QTest::addColumn<qint64>("age");
    QTest::addColumn<bool>("waits");
    QTest::newRow("just now") << qint64(0) << true;
    QTest::newRow("an hour ago") << qint64(3'600'000) << false;
    QTest::newRow("in an hour: the clock was set back") << qint64(-3'600'000) << false;
}

void EarlierTimesTest::requestsFromTheFutureAreOld()
{
    QFETCH(qint64, age);
    Json document = toJson(requestOf("pytorch", "Release"));
    document["createdAt"] = QDateTime::currentMSecsSinceEpoch() - age;
    write(m_root->filePath("attempts/0001/request.json"), QByteArray::fromStdString(document.dump()));
    const auto record = AttemptFiles::readRecord(store().attemptFolder(1));
    QVERIFY(record.ok());
    QFETCH(bool, waits);
    QCOMPARE(record->state, waits ? AttemptState::Requested : AttemptState::Interrupted);
}

void EarlierTimesTest::runningTimeDoesNotJump_data()
{
    QTest::addColumn<bool>("hasSample");
    QTest::addColumn<qint64>("now");
    QTest::addColumn<qint64>("expected");
    // Started at 100 s; a sample of the second 60 at 160 s.
    QTest::newRow("no sample yet") << false << qint64(130'000) << qint64(30'000);
    QTest::newRow("no sample yet, set back") << false << qint64(90'000) << qint64(0);
    QTest::newRow("between two samples") << true << qint64(160'600) << qint64(60'600);
    QTest::newRow("set back") << true << qint64(1'000) << qint64(60'000);
    QTest::newRow("set on by a day") << true << qint64(86'560'000) << qint64(65'000);
}

void EarlierTimesTest::runningTimeDoesNotJump()
{
    QFETCH(bool, hasSample);
    QFETCH(qint64, now);
    RunningTime running;
    if (hasSample) {
        Sample sample;
        sample.time = 160'000;
        sample.elapsed = 60'000;
        running.addSample(sample);
    }
    QTEST(qint64(running.at(now, 100'000).count()), "expected");
    // Of a file of others, under the sanitizers: found by the fuzzer of records.
    const qint64 most = std::numeric_limits<qint64>::max();
    const auto farAway = sampleFromJson({ { "time", most }, { "elapsed", most } });
    QVERIFY(farAway.ok());
    running.addSample(*farAway);
    QVERIFY(running.at(now, 100'000).count() > 0);
}

QTEST_GUILESS_MAIN(EarlierTimesTest)
#include "EarlierTimesTest.moc"
