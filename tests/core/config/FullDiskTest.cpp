// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/FullDisk.h"
#include "core/attempt/StageFailure.h"
#include "core/base/Json.h"
#include "core/config/ProfileStore.h"
#include "core/gate/EdgeCosts.h"
#include "core/profile/ProfileCatalogue.h"
#include "core/store/AttemptFiles.h"
#include "core/store/AttemptFollower.h"
#include "core/store/AttemptNotes.h"
#include "core/store/AttemptWriter.h"
#include "core/trial/TrialFolder.h"
#include "tests/core/store/AnyRecord.h"
#include "tests/support/Rows.h"
#include "tests/support/SmallDisk.h"
#include "tests/support/TestFiles.h"

#include <QCoreApplication>
#include <QTemporaryDir>
#include <QTest>

using namespace torchmason;

namespace {

AttemptEvent eventOf(int number)
{
    return { number, QStringLiteral("note"), {}, { { "text", std::string(200, 'x') } } };
}

int eventsIn(const QString& attempt)
{
    int count = 0;
    AttemptFollower follower(attempt);
    QObject::connect(&follower, &AttemptFollower::eventsRead, &follower,
        [&count](const QVector<AttemptEvent>& events) { count += int(events.size()); });
    while (follower.poll()) { }
    return count;
}

}

// A disk that is full, has no inodes left or lets nothing be written, in the middle of what is kept: what was
// written stays, the error names the place, and it goes on when there is room again.
class FullDiskTest : public QObject {
    Q_OBJECT

private slots:
    // `doctor --try`; nobody makes a folder in /proc, not even root.
    void whereNothingCanBeTriedIsNamed()
    {
        const auto made = makeTrialFolder(QStringLiteral("/proc"));
        QVERIFY(!made);
        QVERIFY2(
            made.error().message.contains(QStringLiteral("in /proc:")), qPrintable(made.error().message));
    }

    void whatIsThereStays_data()
    {
        QTest::addColumn<QString>("how");
        for (const char* how : { "full", "no inodes", "read-only" })
            newRow(how, QString::fromLatin1(how));
    }
    void whatIsThereStays()
    {
        QFETCH(QString, how);
        const QTemporaryDir folder;
        SmallDisk disk(folder.path());
        if (!disk.isMounted())
            QSKIP("Only root may mount a small disk.");
        const AttemptStore store(disk.path(QStringLiteral("attempts")));
        const auto reserved = store.reserve(anyRequest());
        QVERIFY(reserved);
        std::unique_ptr<AttemptWriter> writer = AttemptWriter::open(reserved->folder).value();
        AttemptRecord record = anyRecord(AttemptState::Running);
        QVERIFY(writer->writeRecord(record));
        QVERIFY(writer->append(eventOf(1)));
        QVERIFY(writeNotes(reserved->folder, { QStringLiteral("kept"), {} }));
        const QString costsFile = disk.path(QStringLiteral("costs/edge-costs.json"));
        EdgeCosts costs(costsFile, QStringLiteral("b"));
        costs.learn(QStringLiteral("a.o"), QStringLiteral("C++"), gibibyte);
        QVERIFY(costs.save());
        const ProfileStore profiles(disk.path(QStringLiteral("profiles")));
        Profile profile = shippedProfile();
        QVERIFY(profiles.save(profile));
        const QByteArray before = contentOf(AttemptFiles::record(reserved->folder));
        const QByteArray costsBefore = contentOf(costsFile);

        const bool isReadOnly = how == QLatin1String("read-only");
        if (isReadOnly)
            writer.reset(); // no disk becomes read-only under a file that is being written
        disk.breakIt(how);
        if (isReadOnly)
            QVERIFY(!AttemptWriter::open(reserved->folder));
        record.error = QString(20'000, QLatin1Char('e'));
        if (writer)
            expectPlace(writer->writeRecord(record), reserved->folder);
        int written = 1;
        Result<void> appended;
        for (int number = 2; writer && number < 400 && appended; ++number) {
            appended = writer->append(eventOf(number));
            written += appended ? 1 : 0;
        }
        if (how == QLatin1String("full"))
            expectPlace(appended, reserved->folder);
        expectPlace(writeNotes(reserved->folder, { QString(9000, QLatin1Char('n')), {} }), reserved->folder);
        expectPlace(store.reserve(anyRequest()), store.folder());
        costs.learn(QStringLiteral("b.o"), QStringLiteral("C++"), gibibyte);
        expectPlace(costs.save(), disk.path(QStringLiteral("costs")));
        profile.summary = QString(20'000, QLatin1Char('d'));
        expectPlace(profiles.save(profile), disk.path(QStringLiteral("profiles")));

        QCOMPARE(contentOf(AttemptFiles::record(reserved->folder)), before);
        QCOMPARE(contentOf(costsFile), costsBefore);
        QCOMPARE(readNotes(reserved->folder)->note, QStringLiteral("kept"));
        QCOMPARE(store.list().size(), 1);
        QCOMPARE(eventsIn(reserved->folder), written);

        disk.mendIt(how);
        if (isReadOnly)
            writer = AttemptWriter::open(reserved->folder).value();
        QVERIFY(writer->writeRecord(record));
        QVERIFY(writer->append(eventOf(9)));
        QCOMPARE(eventsIn(reserved->folder), written + 1); // the torn line is ended, and spoils no other
        const auto saved = costs.save();
        QVERIFY2(saved.ok(), saved ? "" : qPrintable(saved.error().message));
        QCOMPARE(store.reserve(anyRequest())->number, 2);
    }

    void inodesThatEndAreTold()
    {
        const QTemporaryDir folder;
        SmallDisk disk(folder.path(), "size=200m,nr_inodes=50");
        if (!disk.isMounted())
            QSKIP("Only root may mount a small disk.");
        const auto told = [&disk] {
            return fullDiskSentence("No space left on device", { { disk.path({}), "the build folder" } }, 0);
        };
        QVERIFY2(told().contains("has the least space"), qPrintable(told()));
        disk.breakIt(QStringLiteral("no inodes"));
        QVERIFY2(told().contains("has hardly an inode left"), qPrintable(told()));
    }

    // A command that fails for another reason.
    void fewInodesAreNoReasonButForCMake()
    {
        const QTemporaryDir folder;
        SmallDisk disk(folder.filePath(QStringLiteral("build")), "size=200m,nr_inodes=50");
        if (!disk.isMounted())
            QSKIP("Only root may mount a small disk.");
        BuildRequest request = anyRequest();
        request.buildFolder = folder.filePath(QStringLiteral("build"));
        Stage stage;
        stage.kind = StageKind::Compile;
        stage.title = QStringLiteral("Compile");
        ProcessEnd end;
        end.exitCode = 2;
        const QString log = folder.filePath(QStringLiteral("log"));
        Command cc;
        cc.program = QStringLiteral("/usr/bin/cc");
        const auto told = [&](const QByteArray& output) {
            write(log, output);
            return failureSentence(request, stage, cc, end, log);
        };
        disk.breakIt(QStringLiteral("no inodes"));
        QVERIFY2(told("CMake Error").contains("has hardly an inode left"), qPrintable(told("CMake Error")));
        QVERIFY(QFile::remove(disk.path(QStringLiteral("others/0"))));
        const QString other = told("a.cpp:1: error: expected ';'");
        QVERIFY2(other.endsWith("cc ended with exit code 2."), qPrintable(other));
        const QString none = told("a.o: No space left on device");
        QVERIFY2(none.contains("has hardly an inode left"), qPrintable(none));
        // CMake does not say why, and has removed its folders.
        stage.kind = StageKind::Configure;
        QVERIFY2(told("CMake Error").contains("has hardly an inode left"), qPrintable(told("CMake Error")));
        disk.mendIt(QStringLiteral("no inodes"));
        QVERIFY2(told("CMake Error").endsWith("cc ended with exit code 2."), qPrintable(told("CMake Error")));
    }

    void aFolderThatWentIsSaid()
    {
        const QTemporaryDir folder;
        const AttemptStore store(folder.filePath(QStringLiteral("attempts")));
        const auto reserved = store.reserve(anyRequest());
        const auto writer = AttemptWriter::open(reserved->folder);
        QVERIFY(QDir().rename(reserved->folder, folder.filePath(QStringLiteral("moved"))));
        expectPlace((*writer)->writeRecord(anyRecord(AttemptState::Running)), reserved->folder);
        const auto record = AttemptFiles::readRecord(reserved->folder);
        QVERIFY(!record);
        QVERIFY2(record.error().message.contains(reserved->folder), qPrintable(record.error().message));
        write(reserved->folder, "a file where the folder was");
        expectPlace((*writer)->writeRecord(anyRecord(AttemptState::Running)), reserved->folder);
        QVERIFY(store.list().isEmpty());
    }

private:
    static Profile shippedProfile()
    {
        Profile profile = shippedProfiles().first();
        profile.id = QStringLiteral("mine");
        return profile;
    }

    template <typename Value> static void expectPlace(const Result<Value>& result, const QString& place)
    {
        QVERIFY2(!result.ok(), qPrintable(place));
        QVERIFY2(result.error().message.contains(place), qPrintable(result.error().message));
    }
};

QTEST_GUILESS_MAIN(FullDiskTest)
#include "FullDiskTest.moc"
