// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/AttemptFiles.h"
#include "core/store/AttemptFollower.h"
#include "core/store/AttemptWriter.h"
#include "tests/support/TestFiles.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace torchmason;

class FollowerTest : public QObject {
    Q_OBJECT

private slots:
    void init();
    void linesArriveOnceAndWhole();
    void edgesArriveOnceAndWhole();
    void garbageIsPassedOver();
    void anOverlongLineHidesNothingElse();
    void endsOnlyWhenEverythingIsRead();
    void aVanishedFolderEndsWithAReason();
    void aDamagedRecordEndsWithAReason();
    void aNewerVersionIsToldApart();

private:
    void append(const QByteArray& bytes);
    void writeState(AttemptState state);
    void drain(AttemptFollower& follower);

    std::unique_ptr<QTemporaryDir> m_folder;
    QVector<AttemptEvent> m_events;
};

void FollowerTest::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_events.clear();
    writeState(AttemptState::Running);
}

void FollowerTest::append(const QByteArray& bytes)
{
    QFile file(AttemptFiles::events(m_folder->path()));
    QVERIFY(file.open(QIODevice::Append));
    QCOMPARE(file.write(bytes), bytes.size());
}

void FollowerTest::writeState(AttemptState state)
{
    AttemptRecord record;
    record.number = 1;
    record.state = state;
    record.runner = identifyProcess(QCoreApplication::applicationPid());
    QVERIFY(writeJsonFile(AttemptFiles::record(m_folder->path()), toJson(record)).ok());
}

void FollowerTest::drain(AttemptFollower& follower)
{
    connect(&follower, &AttemptFollower::eventsRead, this,
        [this](const QVector<AttemptEvent>& events) { m_events += events; });
    while (follower.poll()) { }
    disconnect(&follower, &AttemptFollower::eventsRead, this, nullptr);
}

void FollowerTest::linesArriveOnceAndWhole()
{
    AttemptFollower follower(m_folder->path());
    append("{\"v\":1,\"time\":1,\"type\":\"stage-started\",\"stage\":\"compile\"}\n{\"v\":1,\"time\":2,"
           "\"type\":\"progr");
    drain(follower);
    QCOMPARE(m_events.size(), 1);
    append("ess\",\"data\":{\"done\":3,\"total\":9,\"running\":2}}\n");
    drain(follower);
    QCOMPARE(m_events.size(), 2);
    QVERIFY(follower.progress());
    QCOMPARE(follower.progress()->done, 3);
    QVERIFY(follower.isLive());
}

void FollowerTest::edgesArriveOnceAndWhole()
{
    AttemptFollower follower(m_folder->path());
    QStringList outputs;
    connect(&follower, &AttemptFollower::edgesRead, this, [&outputs](const QVector<EdgeRecord>& edges) {
        for (const EdgeRecord& edge : edges)
            outputs << edge.output;
    });
    QFile file(AttemptFiles::edges(m_folder->path()));
    QVERIFY(file.open(QIODevice::Append | QIODevice::Unbuffered));
    const QByteArray line = R"({"v":1,"output":"a.o","language":"C++","start":1,"end":9})"
                            "\n";
    file.write(line + line.left(20));
    drain(follower);
    QCOMPARE(outputs, QStringList({ "a.o" }));
    file.write(line.mid(20));
    drain(follower);
    QCOMPARE(outputs, QStringList({ "a.o", "a.o" }));
    QVERIFY(file.resize(100 * 1024 * 1024)); // more than anybody's: each would be kept
    QVERIFY(file.seek(file.size())); // Windows has left the end
    file.write('\n' + line);
    drain(follower);
    QCOMPARE(outputs.size(), 2);
}

void FollowerTest::garbageIsPassedOver()
{
    AttemptFollower follower(m_folder->path());
    append("{\"v\":1,\"ti\nnot json\n[1]\n\xff\xfe\n{\"v\":1,\"time\":\"late\",\"type\":\"x\"}\n");
    append("{\"v\":1,\"time\":1,\"type\":\"warning\"}\n");
    drain(follower);
    QCOMPARE(m_events.size(), 1);
}

void FollowerTest::anOverlongLineHidesNothingElse()
{
    AttemptFollower follower(m_folder->path());
    append(QByteArray(9 * 1024 * 1024, 'x') + '\n' + "{\"v\":1,\"time\":1,\"type\":\"warning\"}\n");
    drain(follower);
    QCOMPARE(m_events.size(), 1);
}

void FollowerTest::endsOnlyWhenEverythingIsRead()
{
    for (int line = 0; line < 20000; ++line)
        append("{\"v\":1,\"time\":1,\"type\":\"warning\",\"data\":{\"text\":\"a line of some length to be "
               "read\"}}\n");
    append("{\"v\":1,\"time\":2,\"type\":\"attempt-ended\"}\n");
    writeState(AttemptState::Succeeded);
    AttemptFollower follower(m_folder->path());
    QSignalSpy ended(&follower, &AttemptFollower::ended);
    drain(follower);
    QCOMPARE(m_events.size(), 20001);
    QCOMPARE(ended.count(), 1);
    follower.poll();
    QCOMPARE(ended.count(), 1);
}

void FollowerTest::aVanishedFolderEndsWithAReason()
{
    AttemptFollower follower(m_folder->path());
    QSignalSpy ended(&follower, &AttemptFollower::ended);
    drain(follower);
    QCOMPARE(ended.count(), 0);
    QVERIFY(m_folder->remove());
    drain(follower);
    QCOMPARE(ended.count(), 1);
    QVERIFY2(
        follower.problem().contains(QStringLiteral("not there any more")), qPrintable(follower.problem()));
}

// Nobody writes it any more.
void FollowerTest::aDamagedRecordEndsWithAReason()
{
    torchmason::write(AttemptFiles::record(m_folder->path()), "{\"schema\":");
    AttemptFollower follower(m_folder->path());
    QSignalSpy ended(&follower, &AttemptFollower::ended);
    follower.start();
    QVERIFY(ended.wait(30'000));
    QVERIFY2(follower.problem().contains(QStringLiteral("attempt.json")), qPrintable(follower.problem()));
}

void FollowerTest::aNewerVersionIsToldApart()
{
    QVERIFY(writeJsonFile(AttemptFiles::record(m_folder->path()), { { "schema", 7 } }).ok());
    AttemptFollower follower(m_folder->path());
    drain(follower);
    QVERIFY2(follower.problem().contains(QStringLiteral("newer version")), qPrintable(follower.problem()));
    QVERIFY(!follower.isLive());
}

QTEST_GUILESS_MAIN(FollowerTest)
#include "FollowerTest.moc"
