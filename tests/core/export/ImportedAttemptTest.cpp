// SPDX-License-Identifier: GPL-3.0-or-later
// What an attempt of another machine is here: nothing that lives, no history, and nothing that can be put
// back.
#include "core/attempt/EarlierTimes.h"
#include "core/estimate/EarlierBuild.h"
#include "core/patch/PatchUndo.h"
#include "core/process/ProcessIdentity.h"
#include "core/store/AttemptFiles.h"
#include "tests/core/export/RawBundle.h"
#include "tests/core/export/TwoMachines.h"
#include "tests/support/TestFiles.h"
#include "tests/ui/support/FakeAttempt.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QDir>
#include <QFileInfo>
#include <QThread>

#include <atomic>

using namespace torchmason;

class ImportedAttemptTest : public QObject, TwoMachines {
    Q_OBJECT

private slots:
    void init() { makeMachines(); }
    void aRunningOneIsInterruptedHere();
    void aLivingNumberIsNoLife();
    void aRequestAloneIsAnAttempt();
    void nothingOfItIsHistory();
    void itsPatchesAreNotPutBack();
    void whatTerminalsActUponIsGone();
    void openedTwiceAtOnceItIsOne();
    void whatIsBeingUnpackedPatchedNothing();

private:
    QString patchedTree() const;
    static Json journalOf(const QString& tree);
};

// With a file that a patch is said to have made.
QString ImportedAttemptTest::patchedTree() const
{
    write(path(QStringLiteral("tree/mine.txt")), "mine");
    return path(QStringLiteral("tree"));
}

Json ImportedAttemptTest::journalOf(const QString& tree)
{
    const QByteArray hash = QCryptographicHash::hash("mine", QCryptographicHash::Sha256).toHex();
    return { { "schema", 1 }, { "source", toJson(tree) }, { "state", "applied" }, { "steps", Json::array() },
        { "folders", Json::array() },
        { "files",
            Json::array(
                { { { "file", "mine.txt" }, { "before", nullptr }, { "after", hash.toStdString() } } }) } };
}

void ImportedAttemptTest::aRunningOneIsInterruptedHere()
{
    FakeAttempt attempt(there(), QStringLiteral("Tour"), 3);
    attempt.startStage(QStringLiteral("compile"));
    attempt.addLog(QStringLiteral("compile"), "[1/2] half a li");
    QCOMPARE(there().attempt(1)->record.state, AttemptState::Running);
    save(true); // its runner is this process, which lives
    const auto record = AttemptFiles::readRecord(import().folder);
    QVERIFY(record);
    QCOMPARE(record->state, AttemptState::Interrupted);
    QVERIFY2(record->error.contains(QStringLiteral("when the bundle was made")), qPrintable(record->error));
}

void ImportedAttemptTest::aLivingNumberIsNoLife()
{
    FakeAttempt attempt(there(), QStringLiteral("Tour"), 3);
    Json document = toJson(attempt.record());
    const QVector<RawMember> files { { "attempt.json", compactJson(document) } };
    write(bundle(), bundleOf(files));
    const QString folder = import().folder;
    QCOMPARE(AttemptFiles::readRecord(folder)->runner.pid, 0);
    // Even where somebody puts a living one back.
    auto record = readJsonFile(AttemptFiles::record(folder));
    QVERIFY(record);
    const ProcessIdentity own = identifyProcess(QCoreApplication::applicationPid());
    record.value()["runner"]
        = { { "pid", own.pid }, { "startMark", toJson(own.startMark) }, { "socket", "x" } };
    QVERIFY(writeJsonFile(AttemptFiles::record(folder), *record));
    QCOMPARE(AttemptFiles::readRecord(folder)->state, AttemptState::Interrupted);
}

void ImportedAttemptTest::aRequestAloneIsAnAttempt()
{
    QVERIFY(there().reserve({}));
    save();
    const auto record = AttemptFiles::readRecord(import().folder);
    QVERIFY(record);
    QVERIFY(record->imported);
    QCOMPARE(record->state, AttemptState::Interrupted);
}

void ImportedAttemptTest::nothingOfItIsHistory()
{
    FakeAttempt attempt(there(), QStringLiteral("Tour"), 3);
    attempt.record().request.hostFacts = { { "cpuModel", "AMD Ryzen" }, { "logicalCores", 16 } };
    attempt.startStage(QStringLiteral("compile"));
    attempt.endStage(QStringLiteral("compile"), StageState::Succeeded, 3000);
    attempt.record().edgesDone = 5000;
    attempt.record().peakMemory = gibibyte;
    attempt.end(AttemptState::Succeeded, 3600);
    EdgeRecord edge;
    edge.output = QStringLiteral("x.o");
    edge.end = 1000;
    write(AttemptFiles::edges(attempt.folder()), compactJson(toJson(edge)) + '\n');
    const BuildRequest request = attempt.record().request;
    QCOMPARE(earlierBuilds(there(), request).size(), 1);
    QCOMPARE(earlierTimes(there(), request, 2).size(), 1);
    save(true);
    QCOMPARE(import().number, 1);
    QCOMPARE(earlierBuilds(here(), request).size(), 0);
    QCOMPARE(earlierTimes(here(), request, 2).size(), 0);
}

// A bundle may name any folder as the tree that was patched.
void ImportedAttemptTest::itsPatchesAreNotPutBack()
{
    FakeAttempt attempt(there(), QStringLiteral("Tour"), 3);
    const QString tree = patchedTree();
    QVERIFY(writeJsonFile(attempt.folder() + QStringLiteral("/patches.json"), journalOf(tree)));
    attempt.end(AttemptState::Failed, 25);
    save(true);
    const QString folder = import().folder;
    const auto silent = [](const QString&) {};
    const auto reverted = revertPatches(folder, silent);
    QVERIFY(!reverted);
    QVERIFY2(
        reverted.error().message.contains(QStringLiteral("imported")), qPrintable(reverted.error().message));
    QVERIFY(putBackPatches(
        tree, here().folder(), {}, [](const QString&) { return true; }, silent));
    QVERIFY(QFileInfo::exists(tree + QStringLiteral("/mine.txt")));
}

// Titles, clipboards, cursors: what a stranger wrote is printed in one's own terminal.
void ImportedAttemptTest::whatTerminalsActUponIsGone()
{
    FakeAttempt attempt(there(), QStringLiteral("Tour"), 3);
    Json document = toJson(attempt.record());
    document["error"] = "\x1b]52;c;ZXZpbA==\x07\xc2\x9b"
                        "2J one\n\ttwo";
    document["state"] = "failed";
    RawMember head = headMember();
    Json named = Json::parse(head.content.toStdString());
    named["computer"] = "box\nAttempt 9 succeeded\x1b[2J\xe2\x80\xae";
    head.content = compactJson(named);
    const QVector<RawMember> files { { "attempt.json", compactJson(document) } };
    write(bundle(),
        packed(tarOf(QVector<RawMember> { head } + files + QVector<RawMember> { contentsOf(files) })));
    const auto record = AttemptFiles::readRecord(import().folder);
    QVERIFY(record);
    QCOMPARE(record->imported->from, QString::fromUtf8("box Attempt 9 succeeded\ufffd[2J\ufffd")); // one line
    for (const QChar letter : record->error)
        QVERIFY2(letter.category() != QChar::Other_Control || letter == u'\n' || letter == u'\t',
            qPrintable(record->error));
    QVERIFY2(record->error.endsWith(QStringLiteral("one\n\ttwo")), qPrintable(record->error));
}

void ImportedAttemptTest::openedTwiceAtOnceItIsOne()
{
    FakeAttempt attempt(there(), QStringLiteral("Tour"), 3);
    attempt.end(AttemptState::Failed, 5);
    save();
    std::atomic<int> taken { 0 };
    std::vector<std::unique_ptr<QThread>> threads;
    for (int count = 0; count < 4; ++count)
        threads.emplace_back(QThread::create([&] { taken += int(importBundle(bundle(), here()).ok()); }));
    for (const auto& thread : threads)
        thread->start();
    for (const auto& thread : threads)
        QVERIFY(thread->wait(60'000));
    QCOMPARE(taken, 4);
    QCOMPARE(here().list().size(), 1);
}

// Its journal of patches is still that of the other machine, and may name any file.
void ImportedAttemptTest::whatIsBeingUnpackedPatchedNothing()
{
    const QString tree = patchedTree();
    const QString unpacking = here().folder() + QStringLiteral("/.import-AbCdEf");
    QVERIFY(QDir().mkpath(unpacking));
    QVERIFY(writeJsonFile(unpacking + QStringLiteral("/patches.json"), journalOf(tree)));
    const auto all = [](const QString&) { return true; };
    QVERIFY(putBackPatches(tree, here().folder(), {}, all, [](const QString&) {}));
    QVERIFY(QFileInfo::exists(tree + QStringLiteral("/mine.txt")));
    // The same of an attempt is believed.
    QVERIFY(QDir().rename(unpacking, here().attemptFolder(1)));
    QVERIFY(putBackPatches(tree, here().folder(), {}, all, [](const QString&) {}));
    QVERIFY(!QFileInfo::exists(tree + QStringLiteral("/mine.txt")));
}

QTEST_GUILESS_MAIN(ImportedAttemptTest)
#include "ImportedAttemptTest.moc"
