// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/AttemptFiles.h"
#include "core/store/AttemptStore.h"
#include "core/store/AttemptWriter.h"
#include "core/store/SecretMask.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace torchmason;

namespace {

BuildRequest anyRequest()
{
    BuildRequest request;
    request.profileId = QStringLiteral("tour");
    request.sourceFolder = QStringLiteral("/src");
    request.buildFolder = QStringLiteral("/build");
    return request;
}

AttemptRecord anyRecord(AttemptState state)
{
    AttemptRecord record;
    record.number = 1;
    record.state = state;
    record.request = anyRequest();
    record.createdAt = 1'700'000'000'000;
    record.duration = Milliseconds(4200);
    record.peakMemory = 3 * gibibyte;
    StageResult stage;
    stage.id = QStringLiteral("compile");
    stage.state = StageState::Failed;
    stage.exitCode = 1;
    record.stages.append(stage);
    return record;
}

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void put(const QString& path, const QByteArray& content)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(content), content.size());
}

}

class StoreTest : public QObject {
    Q_OBJECT

private slots:
    void init();
    void recordsSurviveTheRoundTrip();
    void numbersFollowTheHighest();
    void foreignFoldersAreLeftAlone();
    void brokenRecordsAreListedWithTheirError_data();
    void brokenRecordsAreListedWithTheirError();
    void aDeadRunnerMeansInterrupted();
    void aLivingRunnerMeansRunning();
    void anOldRequestWithoutRunnerIsInterrupted();
    void tornLinesAreEndedBeforeTheNext();
    void secretsNeverReachTheDisk();
    void secretNames_data();
    void secretNames();
    void passwordsInSourceAddressesAreRefused();

private:
    std::unique_ptr<QTemporaryDir> m_home;
};

void StoreTest::init() { m_home = std::make_unique<QTemporaryDir>(); }

void StoreTest::recordsSurviveTheRoundTrip()
{
    const Json document = toJson(anyRecord(AttemptState::Failed));
    const auto back = attemptRecordFromJson(document, QStringLiteral("attempt.json"));
    QVERIFY2(back.ok(), back ? "" : qPrintable(back.error().message));
    QCOMPARE(compactJson(toJson(*back)), compactJson(document));
    QVERIFY(!back->startedAt); // what is missing stays missing
}

void StoreTest::numbersFollowTheHighest()
{
    const AttemptStore store(m_home->path());
    QCOMPARE(store.reserve(anyRequest())->number, 1);
    QVERIFY(QDir(m_home->path()).mkdir(QStringLiteral("0041"))); // a gap, and a folder without content
    QCOMPARE(store.reserve(anyRequest())->number, 42);
    QCOMPARE(store.list().size(), 3);
    QCOMPARE(store.list().first().number, 42);
}

void StoreTest::foreignFoldersAreLeftAlone()
{
    for (const char* name : { "notes", "7", "00008", "-001", "0000" })
        QVERIFY(QDir(m_home->path()).mkdir(QLatin1String(name)));
    put(m_home->filePath(QStringLiteral("0003")), "a file with a number for a name");
    const AttemptStore store(m_home->path());
    QVERIFY(store.list().isEmpty());
    QVERIFY(!store.attempt(3));
}

void StoreTest::brokenRecordsAreListedWithTheirError_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QString>("told");
    QTest::newRow("torn") << QByteArray("{\"schema\": 1, \"number\"") << "not valid JSON";
    QTest::newRow("from the future") << QByteArray("{\"schema\": 99, \"other\": true}") << "newer version";
    QTest::newRow("another document") << QByteArray("[1, 2]") << "an object is needed";
    QTest::newRow("unknown state") << QByteArray("{\"schema\": 1, \"number\": 1, \"state\": \"dreaming\"}") << "dreaming";
    QTest::newRow("empty") << QByteArray("") << "not valid JSON";
}

void StoreTest::brokenRecordsAreListedWithTheirError()
{
    QFETCH(QByteArray, content);
    QFETCH(QString, told);
    const AttemptStore store(m_home->path());
    const auto broken = store.reserve(anyRequest());
    const auto whole = store.reserve(anyRequest());
    put(AttemptFiles::record(broken->folder), content);
    const QVector<AttemptSummary> all = store.list();
    QCOMPARE(all.size(), 2);
    QVERIFY(all.at(0).error.isEmpty());
    QVERIFY2(all.at(1).error.contains(told), qPrintable(all.at(1).error));
    QCOMPARE(all.at(0).number, whole->number);
}

void StoreTest::aDeadRunnerMeansInterrupted()
{
    const AttemptStore store(m_home->path());
    const auto reserved = store.reserve(anyRequest());
    auto writer = AttemptWriter::open(reserved->folder);
    QVERIFY(writer.ok());
    AttemptRecord record = anyRecord(AttemptState::Running);
    record.runner = identifyProcess(QCoreApplication::applicationPid());
    record.runner.startMark += QStringLiteral(" of another life"); // the same number, another process
    QVERIFY((*writer)->writeRecord(record).ok());
    QCOMPARE(store.attempt(1)->record.state, AttemptState::Interrupted);
    QVERIFY(contentOf(AttemptFiles::record(reserved->folder)).contains("\"running\"")); // derived, never written
}

void StoreTest::aLivingRunnerMeansRunning()
{
    const AttemptStore store(m_home->path());
    const auto reserved = store.reserve(anyRequest());
    auto writer = AttemptWriter::open(reserved->folder);
    AttemptRecord record = anyRecord(AttemptState::Running);
    record.runner = identifyProcess(QCoreApplication::applicationPid());
    QVERIFY((*writer)->writeRecord(record).ok());
    QCOMPARE(store.attempt(1)->record.state, AttemptState::Running);
}

void StoreTest::anOldRequestWithoutRunnerIsInterrupted()
{
    const AttemptStore store(m_home->path());
    const auto reserved = store.reserve(anyRequest());
    QCOMPARE(store.attempt(1)->record.state, AttemptState::Requested);
    auto document = readJsonFile(AttemptFiles::request(reserved->folder));
    Json old = *document;
    old["createdAt"] = 1'000'000'000'000;
    QVERIFY(writeJsonFile(AttemptFiles::request(reserved->folder), old).ok());
    QCOMPARE(store.attempt(1)->record.state, AttemptState::Interrupted);
}

void StoreTest::tornLinesAreEndedBeforeTheNext()
{
    const AttemptStore store(m_home->path());
    const auto reserved = store.reserve(anyRequest());
    put(AttemptFiles::events(reserved->folder), "{\"v\":1,\"time\":1,\"type\":\"progress\"}\n{\"v\":1,\"ti");
    auto writer = AttemptWriter::open(reserved->folder);
    QVERIFY(writer.ok());
    QVERIFY((*writer)->append(AttemptEvent { 2, QStringLiteral("stage-started"), QStringLiteral("compile"), {} }).ok());
    const QList<QByteArray> lines = contentOf(AttemptFiles::events(reserved->folder)).split('\n');
    QCOMPARE(lines.size(), 4);
    QCOMPARE(lines.at(1), QByteArray("{\"v\":1,\"ti"));
    QVERIFY(Json::accept(lines.at(2).toStdString()));
    QVERIFY(lines.at(3).isEmpty());
}

void StoreTest::secretsNeverReachTheDisk()
{
    BuildRequest request = anyRequest();
    request.configuration.environment = { { QStringLiteral("HF_TOKEN"), QStringLiteral("hunter2"), ValueOrigin::User },
        { QStringLiteral("HTTPS_PROXY"), QStringLiteral("http://me:hunter2@proxy:3128"), ValueOrigin::User },
        { QStringLiteral("CC"), QStringLiteral("gcc-12"), ValueOrigin::User } };
    const AttemptStore store(m_home->path());
    const auto reserved = store.reserve(request);
    auto writer = AttemptWriter::open(reserved->folder);
    AttemptRecord record = anyRecord(AttemptState::Running);
    record.request = request;
    record.plan.stages.append(Stage {});
    record.plan.stages.last().commands.append(Command { QStringLiteral("cmake"), {}, {}, request.configuration.environment, {} });
    QVERIFY((*writer)->writeRecord(record).ok());
    for (const QString& path : { AttemptFiles::request(reserved->folder), AttemptFiles::record(reserved->folder) }) {
        QVERIFY2(!contentOf(path).contains("hunter2"), qPrintable(path));
        QVERIFY2(contentOf(path).contains("gcc-12"), qPrintable(path));
    }
    QCOMPARE(realSecrets(request.configuration).size(), 2);
}

void StoreTest::secretNames_data()
{
    QTest::addColumn<bool>("secret");
    for (const char* name : { "HF_TOKEN", "AWS_SECRET_ACCESS_KEY", "PGPASSWORD", "DB_PASSWD", "API_KEY", "GPG_PASSPHRASE" })
        QTest::newRow(name) << true;
    for (const char* name : { "PATH", "MONKEY", "KEYBOARD_LAYOUT", "TORCH_CUDA_ARCH_LIST", "CC", "AUTHOR" })
        QTest::newRow(name) << false;
}

void StoreTest::secretNames()
{
    QTEST(namesSecret(QLatin1String(QTest::currentDataTag())), "secret");
}

void StoreTest::passwordsInSourceAddressesAreRefused()
{
    BuildRequest request = anyRequest();
    request.source.url = QStringLiteral("https://me:hunter2@example.org/pytorch.git");
    QVERIFY(!AttemptStore(m_home->path()).reserve(request));
    request.source.url = QStringLiteral("ssh://git@example.org:22/pytorch.git"); // a name and a port, no password
    QVERIFY(AttemptStore(m_home->path()).reserve(request).ok());
}

QTEST_GUILESS_MAIN(StoreTest)
#include "StoreTest.moc"
