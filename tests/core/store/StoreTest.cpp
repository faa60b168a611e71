// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Clock.h"
#include "core/base/Platform.h"
#include "core/stages/InstallNote.h"
#include "core/stages/MadeWheels.h"
#include "core/store/AttemptFiles.h"
#include "core/store/AttemptNotes.h"
#include "core/store/AttemptWriter.h"
#include "core/store/EarlierWheels.h"
#include "core/store/StepsBefore.h"
#include "core/store/WheelPresence.h"
#include "tests/core/store/AnyRecord.h"
#include "tests/support/Rows.h"
#include "tests/support/TestFiles.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace torchmason;

class StoreTest : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<QTemporaryDir> m_home;

    static Configuration someFlags()
    {
        Configuration configuration;
        configuration.setFlag({ QStringLiteral("USE_CUDA"), QStringLiteral("ON"), {}, ValueOrigin::User });
        return configuration;
    }

private slots:
    void init() { m_home = std::make_unique<QTemporaryDir>(); }

    // Logs hold names, paths and what a build prints.
    void nobodyElseEntersAnAttempt()
    {
        if (hostPlatform() == Platform::Windows)
            QSKIP("the user's folder is his own there");
        const auto reserved = AttemptStore(m_home->path()).reserve(anyRequest());
        QVERIFY(reserved);
        const QFile::Permissions others = QFile::ReadGroup | QFile::WriteGroup | QFile::ExeGroup
            | QFile::ReadOther | QFile::WriteOther | QFile::ExeOther;
        QVERIFY(!(QFile::permissions(reserved->folder) & others));
        QVERIFY(writeNotes(reserved->folder, { QStringLiteral("mine"), {} }));
        for (const char* name : { "/request.json", "/notes.json" })
            QVERIFY2(!(QFile::permissions(reserved->folder + name) & others), name);
    }

    void recordsSurviveTheRoundTrip()
    {
        AttemptRecord record = anyRecord(AttemptState::Failed);
        record.products = { QStringLiteral("/b/a"), QStringLiteral("/b/b") };
        record.productSizes = { 1, 5 * gibibyte };
        const Json document = toJson(record);
        const auto back = attemptRecordFromJson(document, QStringLiteral("attempt.json"));
        QVERIFY2(back.ok(), back ? "" : qPrintable(back.error().message));
        QCOMPARE(compactJson(toJson(*back)), compactJson(document));
        QCOMPARE(back->productSizes, record.productSizes);
        QVERIFY(!back->startedAt); // what is missing stays missing
    }

    // A sample of a bundle may hold any number.
    void loadsAreWrittenWithinBounds()
    {
        Sample sample;
        sample.coreLoad = { 0.12345, 1e300, -1e300 };
        QCOMPARE(compactJson(toJson(sample)["coreLoad"]), QByteArray("[0.123,1000000.0,0.0]"));
    }

    void numbersFollowTheHighest()
    {
        const AttemptStore store(m_home->path());
        QCOMPARE(store.reserve(anyRequest())->number, 1);
        QVERIFY(QDir(m_home->path()).mkdir(QStringLiteral("0041"))); // a gap, and a folder without content
        QCOMPARE(store.reserve(anyRequest())->number, 42);
        QCOMPARE(store.list().size(), 3);
        QCOMPARE(store.list().first().number, 42);
    }

    void foreignFoldersAreLeftAlone()
    {
        for (const char* name : { "notes", "7", "00008", "-001", "0000", "2147483647" })
            QVERIFY(QDir(m_home->path()).mkdir(QLatin1String(name)));
        write(m_home->filePath(QStringLiteral("0003")), "a file with a number for a name");
        const AttemptStore store(m_home->path());
        QVERIFY(store.list().isEmpty());
        QVERIFY(!store.attempt(3));
        QCOMPARE(store.reserve(anyRequest())->number, 1);
    }

    void brokenRecordsAreListedWithTheirError_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QString>("told");
        newRow("torn", QByteArray("{\"schema\": 1, \"number\""), "not valid JSON");
        newRow("from the future", QByteArray("{\"schema\": 99, \"other\": true}"), "newer version");
        newRow("another document", QByteArray("[1, 2]"), "an object is needed");
        newRow("unknown state", QByteArray("{\"schema\": 1, \"number\": 1, \"state\": \"dreaming\"}"),
            "dreaming");
        newRow("empty", QByteArray(""), "not valid JSON");
    }
    void brokenRecordsAreListedWithTheirError()
    {
        QFETCH(QByteArray, content);
        QFETCH(QString, told);
        const AttemptStore store(m_home->path());
        const auto broken = store.reserve(anyRequest());
        const auto whole = store.reserve(anyRequest());
        write(AttemptFiles::record(broken->folder), content);
        const QVector<AttemptSummary> all = store.list();
        QCOMPARE(all.size(), 2);
        QVERIFY(all.at(0).error.isEmpty());
        QVERIFY2(all.at(1).error.contains(told), qPrintable(all.at(1).error));
        QCOMPARE(all.at(0).number, whole->number);
        QCOMPARE(store.outlines().at(1).error, all.at(1).error);
    }

    // With so many attempts several are read at once.
    void outlinesSayTheSameWithoutFlagsAndFacts()
    {
        const AttemptStore store(m_home->path());
        constexpr int many = 230;
        for (int number = 1; number <= many; ++number) {
            AttemptRecord record = anyRecord(number % 2 ? AttemptState::Failed : AttemptState::Succeeded);
            record.error = QStringLiteral("of %1: \"plan\": {").arg(number);
            record.request.jobs = number;
            record.request.configuration = someFlags();
            record.request.hostFacts = { { "runner", { { "pid", 7 } } } };
            const auto reserved = store.reserve(record.request);
            QVERIFY(AttemptWriter::open(reserved->folder).value()->writeRecord(record));
        }
        QVERIFY(writeNotes(store.attemptFolder(7), { QStringLiteral("kept"), {} }));
        const QVector<AttemptSummary> whole = store.list();
        const QVector<AttemptSummary> outlines = store.outlines();
        QCOMPARE(outlines.size(), many);
        for (qsizetype at = 0; at < many; ++at) {
            QCOMPARE(outlines.at(at).number, many - int(at));
            QCOMPARE(outlines.at(at).notes, whole.at(at).notes);
            AttemptRecord rest = whole.at(at).record;
            QVERIFY(!rest.request.configuration.flags.isEmpty());
            rest.request.configuration = {};
            rest.request.hostFacts = {};
            QCOMPARE(compactJson(toJson(outlines.at(at).record)), compactJson(toJson(rest)));
        }
    }

    void anOutlineIsWhatTheFilesSayNow()
    {
        const AttemptStore store(m_home->path());
        const auto reserved = store.reserve(anyRequest());
        std::unique_ptr<AttemptWriter> writer = AttemptWriter::open(reserved->folder).value();
        for (const AttemptState state : { AttemptState::Failed, AttemptState::Succeeded }) {
            QVERIFY(writer->writeRecord(anyRecord(state))); // within one second, and of about one size
            QCOMPARE(store.outlines().first().record.state, state);
        }
        // Laid out as no program of ours does it.
        AttemptRecord record = anyRecord(AttemptState::Stopped);
        record.request.configuration = someFlags();
        write(AttemptFiles::record(reserved->folder), compactJson(toJson(record)));
        QCOMPARE(store.outlines().first().record.state, AttemptState::Stopped);
        QVERIFY(store.outlines().first().record.request.configuration.flags.isEmpty());
        const int number = store.outlines().first().number;
        const auto outline = store.attempt(number, AttemptFiles::RecordPart::Outline);
        QVERIFY(outline->record.request.configuration.flags.isEmpty());
        QVERIFY(!store.attempt(number)->record.request.configuration.flags.isEmpty());
        writer.reset(); // Windows keeps a folder in which a file is open
        QVERIFY(QDir(reserved->folder).removeRecursively());
        QVERIFY(store.outlines().isEmpty());
    }

    void aDeadRunnerMeansInterrupted()
    {
        const AttemptStore store(m_home->path());
        const auto reserved = store.reserve(anyRequest());
        auto writer = AttemptWriter::open(reserved->folder);
        QVERIFY(writer.ok());
        AttemptRecord record = anyRecord(AttemptState::Running);
        record.runner = identifyProcess(QCoreApplication::applicationPid());
        record.runner.startMark += QStringLiteral(" of another life"); // the same number, another process
        record.duration.reset();
        QVERIFY((*writer)->writeRecord(record).ok());
        AttemptRecord found = store.attempt(1)->record;
        const bool hasBegun = record.startedAt.has_value();
        QCOMPARE(found.state, AttemptState::Interrupted);
        QCOMPARE(found.duration.has_value(), hasBegun);
        record.startedAt = systemClock().wallMilliseconds() - 90'000;
        QVERIFY((*writer)->writeRecord(record).ok());
        found = store.attempt(1)->record;
        QVERIFY(found.duration && *found.duration >= Milliseconds(89'000));
        QVERIFY(*found.duration < Milliseconds(600'000));
        QVERIFY(contentOf(AttemptFiles::record(reserved->folder))
                    .contains("\"running\"")); // derived, never written
        QVERIFY(found.error.startsWith(QLatin1String("It was ended from outside")));
        write(AttemptFiles::runnerLog(reserved->folder), "once\nIt cannot write /full/disk.\n\n");
        found = store.attempt(1)->record;
        QVERIFY(found.error.endsWith(QLatin1String(": It cannot write /full/disk.")));
    }

    // By the runner's own clock, whatever the wall clock says meanwhile.
    void whatWasInterruptedSaysHowLongItRan()
    {
        const AttemptStore store(m_home->path());
        const auto reserved = store.reserve(anyRequest());
        auto writer = AttemptWriter::open(reserved->folder);
        AttemptRecord record = anyRecord(AttemptState::Running);
        record.runner = { 1, QStringLiteral("of another life") };
        record.duration.reset();
        record.startedAt = systemClock().wallMilliseconds() + 3'600'000; // the clock was set back
        StageResult stage;
        stage.id = QStringLiteral("compile");
        stage.state = StageState::Running;
        stage.startedAt = *record.startedAt + 20'000;
        record.stages = { stage };
        QVERIFY((*writer)->writeRecord(record).ok());
        Sample sample;
        sample.time = *record.startedAt + 90'000;
        sample.elapsed = 90'000;
        QVERIFY((*writer)->append(sample).ok());
        write(AttemptFiles::samples(reserved->folder), "{\"torn\"", QIODevice::Append);
        const AttemptRecord found = store.attempt(1)->record;
        QCOMPARE(found.duration.value_or(Milliseconds(0)).count(), 90'000);
        QCOMPARE(found.stages.first().duration.value_or(Milliseconds(0)).count(), 70'000);
        record.imported = ImportNote();
        QVERIFY((*writer)->writeRecord(record).ok());
        QCOMPARE(store.attempt(1)->record.duration.value_or(Milliseconds(0)).count(), 90'000);
    }

    void aLivingRunnerMeansRunning()
    {
        const AttemptStore store(m_home->path());
        const auto reserved = store.reserve(anyRequest());
        auto writer = AttemptWriter::open(reserved->folder);
        AttemptRecord record = anyRecord(AttemptState::Running);
        record.runner = identifyProcess(QCoreApplication::applicationPid());
        QVERIFY((*writer)->writeRecord(record).ok());
        QCOMPARE(store.attempt(1)->record.state, AttemptState::Running);
    }

    // The record of a running build is as old as its last change of state; lists and pages must not differ.
    void aRunningBuildsPeakIsThatOfItsSamples()
    {
        const AttemptStore store(m_home->path());
        const auto reserved = store.reserve(anyRequest());
        auto writer = AttemptWriter::open(reserved->folder);
        AttemptRecord record = anyRecord(AttemptState::Running); // with a peak of 3 GB
        record.runner = identifyProcess(QCoreApplication::applicationPid());
        QVERIFY((*writer)->writeRecord(record).ok());
        Sample sample;
        sample.buildMemory = 4 * gibibyte;
        sample.peakMemory = 7 * gibibyte;
        QVERIFY((*writer)->append(sample).ok());
        QFile samples(AttemptFiles::samples(reserved->folder));
        QVERIFY(samples.open(QIODevice::Append) && samples.write("{\"v\":1,\"pea") > 0); // at work
        samples.close();
        QCOMPARE(store.attempt(1)->record.peakMemory, std::optional(7 * gibibyte));
        QCOMPARE(store.outlines().first().record.peakMemory, std::optional(7 * gibibyte));
        record.state = AttemptState::Succeeded; // the runner's last word
        QVERIFY((*writer)->writeRecord(record).ok());
        QCOMPARE(store.attempt(1)->record.peakMemory, std::optional(3 * gibibyte));
    }

    void anOldRequestWithoutRunnerIsInterrupted()
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

    void wheelsBelongToABuild_data()
    {
        // Each earlier attempt, oldest first: where it began, in which build folder, which wheel it made.
        QTest::addColumn<QStringList>("earlier");
        QTest::addColumn<QString>("from");
        QTest::addColumn<QString>("own");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* name, const QStringList& earlier, const char* from, const char* own,
                             const char* expected) {
            newRow(name, earlier, QString(from), QString(own), QString(expected));
        };
        row("its own", { "fetch /build old" }, "fetch", "new", "new");
        row("none of its own", { "fetch /build old" }, "compile", "", "");
        row("verified again", { "fetch /build old" }, "verify", "", "old");
        row("and again", { "fetch /build old", "verify /build -" }, "verify", "", "old");
        row("packed anew meanwhile", { "fetch /build old", "fetch /build newer" }, "verify", "", "newer");
        row("compiled without a wheel meanwhile", { "fetch /build old", "compile /build -" }, "verify", "",
            "");
        row("of another folder", { "fetch /build old", "fetch /other newer" }, "verify", "", "old");
        row("of another folder alone", { "fetch /other newer" }, "install", "", "");
    }
    void wheelsBelongToABuild()
    {
        QFETCH(QStringList, earlier);
        QFETCH(QString, from);
        QFETCH(QString, own);
        const AttemptStore store(m_home->path());
        for (const QString& text : earlier) {
            const QStringList words = text.split(' ');
            AttemptRecord record = anyRecord(AttemptState::Succeeded);
            record.request.fromStage = words[0];
            record.request.buildFolder = words[1];
            if (words[2] != "-")
                record.wheels.append({ words[2], 1, {} });
            const auto folder = store.reserve(record.request)->folder;
            QVERIFY(writeJsonFile(AttemptFiles::record(folder), toJson(record)).ok());
        }
        BuildRequest request = anyRequest();
        request.fromStage = from;
        const QString folder = store.reserve(request)->folder;
        if (!own.isEmpty())
            write(AttemptFiles::log(folder, "wheel"),
                "wheel: 1 " + QByteArray(64, 'a') + ' ' + own.toUtf8() + ".whl\nOne wheel was made.\n");
        const QVector<WheelRecord> wheels = wheelsOfBuild(folder).wheels;
        QTEST(wheels.isEmpty() ? QString() : QFileInfo(wheels.first().path).completeBaseName(), "expected");
    }

    // Two builds in one folder, and what is done with the wheel of the first.
    void wheelsOfTheAttemptThatItGoesOnWith()
    {
        const AttemptStore store(m_home->path());
        const auto begin
            = [&store](const char* from, std::optional<int> before = {}, const QString& wheel = {}) {
                  BuildRequest request = anyRequest();
                  request.fromStage = QLatin1String(from);
                  request.continuesAttempt = before;
                  request.install = { wheel.isEmpty() ? QString() : QStringLiteral("/e"), true, wheel };
                  return store.reserve(request)->folder;
              };
        const auto end = [](const QString& folder, const QVector<WheelRecord>& wheels, StageState compile) {
            AttemptRecord record = anyRecord(AttemptState::Succeeded);
            record.request = *AttemptFiles::readRequest(folder);
            record.wheels = wheels;
            record.stages[0].state = compile;
            QVERIFY(writeJsonFile(AttemptFiles::record(folder), toJson(record)).ok());
        };
        const auto sha = [](const QString& folder) {
            const QVector<WheelRecord> wheels = wheelsOfBuild(folder).wheels;
            return wheels.size() == 1 ? wheels.first().sha256 : QString();
        };
        const QString first = QStringLiteral("/dist/first.whl");
        const QString same = QStringLiteral("/dist/same.whl");
        end(begin("fetch"), { { first, 1, "1" } }, StageState::Succeeded);
        end(begin("fetch"), { { same, 1, "2" } }, StageState::Succeeded);
        end(begin("fetch"), { { same, 1, "3" } }, StageState::Succeeded);
        end(begin("configure"), {}, StageState::Waiting); // of configuring alone
        QCOMPARE(sha(begin("verify")), QStringLiteral("3"));
        QCOMPARE(sha(begin("install", 1)), QStringLiteral("1"));
        QCOMPARE(sha(begin("install", 2, same)), QStringLiteral("2"));
        const QString install = begin("install", 1, first);
        QCOMPARE(sha(install), QStringLiteral("1"));
        end(install, wheelsOfBuild(install).wheels, StageState::Skipped);
        QCOMPARE(sha(begin("verify")), QStringLiteral("3"));
        QCOMPARE(sha(begin("install", 8, first)), QStringLiteral("1"));
        QCOMPARE(sha(begin("install", {}, QStringLiteral("/nobody's.whl"))), QString());
        QCOMPARE(wheelsOfBuild(begin("verify")).attempt, 3);
        QCOMPARE(wheelsOfBuild(begin("install", 2, same)).attempt, 2);
        const QString packing = begin("compile", 2); // a retry that packs a wheel of its own
        write(AttemptFiles::log(packing, "wheel"),
            "wheel: 1 " + QByteArray(64, 'a') + " /dist/same.whl\nOne wheel was made.\n");
        QCOMPARE(wheelsOfBuild(packing).attempt, QFileInfo(packing).fileName().toInt());
        end(begin("compile"), {}, StageState::Failed);
        QCOMPARE(sha(begin("verify")), QString());
    }

    void whoHasPackedIsAskedOfTheStoreAtHand()
    {
        const AttemptStore store(m_home->path());
        const QString path = m_home->filePath(QStringLiteral("torch.whl"));
        write(path, "new");
        const auto there = measuredWheel(path);
        QVERIFY(there);
        for (const QString& sha : { QStringLiteral("old"), there->sha256 }) {
            AttemptRecord record = anyRecord(AttemptState::Succeeded);
            record.wheels = { { path, there->size, sha } };
            const auto reserved = store.reserve(record.request);
            QVERIFY(reserved);
            QVERIFY(writeJsonFile(AttemptFiles::record(reserved->folder), toJson(record)).ok());
        }
        const WheelPresence presence
            = lookAtWheel({ path, there->size, QStringLiteral("old") }, {}, WheelLook::Whole, store);
        QVERIFY(presence.state == WheelPresence::State::Another);
        QCOMPARE(presence.packedBy, 2);
        const WheelPresence smaller = lookAtWheel({ path, 1, "old" }, {}, WheelLook::Whole, store);
        QCOMPARE(smaller.packedBy, 2);
    }

    void ofAFileThatNobodyHasPackedNothingIsRead()
    {
        if (hostPlatform() == Platform::Windows)
            QSKIP("a large file takes its room there");
        const QString path = m_home->filePath("torch.whl");
        write(path, "new");
        QVERIFY(QFile::resize(path, qint64(1) << 40)); // reading it takes an hour
        for (const WheelLook look : { WheelLook::Quick, WheelLook::Whole }) {
            const WheelPresence presence
                = lookAtWheel({ path, 3, "old" }, {}, look, AttemptStore(m_home->path()));
            QVERIFY(presence.state == WheelPresence::State::Another);
            QCOMPARE(presence.packedBy, 0);
        }
    }

    void aRetryGoesOnWithAnInstall()
    {
        const AttemptStore store(m_home->path());
        const auto attempt = [&store](int continues, int takesBack) {
            AttemptRecord record = anyRecord(AttemptState::Succeeded);
            record.request.install = { QStringLiteral("/env"), true, {}, takesBack };
            if (continues > 0)
                record.request.continuesAttempt = continues;
            const QString folder = store.reserve(record.request)->folder;
            write(AttemptFiles::record(folder), QByteArray::fromStdString(toJson(record).dump()));
            return folder;
        };
        const QString note = installNotePath(attempt(0, 0));
        const QString second = attempt(1, 0); // it did not come to installing
        QCOMPARE(continuedInstallNote(second), QString());
        write(note, "{}");
        QCOMPARE(continuedInstallNote(second), note);
        attempt(0, 0); // another build
        QCOMPARE(continuedInstallNote(attempt(2, 0)), note);
        attempt(1, 1);
        QCOMPARE(continuedInstallNote(attempt(2, 0)), QString());
        QCOMPARE(continuedInstallNote(attempt(0, 0)), QString());
    }

    // Those are of the build whose wheel it installs.
    void anInstallHasNoStepsOfItsOwn()
    {
        AttemptRecord build = anyRecord(AttemptState::Succeeded);
        build.edgesDone = build.edgesTotal = 2;
        build.edgesFailed = 0;
        AttemptRecord next = anyRecord(AttemptState::Succeeded);
        next.request = build.request;
        next.request.clean = false;
        next.request.continuesAttempt = 1;
        const auto before = [&build](int) { return &build; };
        QCOMPARE(stepsBefore(next, before), (StepsBefore { 2, 2 }));
        next.request.fromStage = next.request.untilStage = stageKindId(StageKind::Install);
        next.request.install.environment = QStringLiteral("/env");
        QCOMPARE(stepsBefore(next, before), StepsBefore());
    }

    // As after a fix: how much of what was done stays done is known from the build file alone.
    void anotherConfigurationCountsWhatTheBuildFileSays()
    {
        AttemptRecord failed = anyRecord(AttemptState::Failed);
        failed.edgesDone = 63;
        failed.edgesTotal = 65;
        failed.edgesFailed = 1;
        AttemptRecord fixed = anyRecord(AttemptState::Succeeded);
        fixed.request = failed.request;
        fixed.request.clean = false;
        fixed.request.continuesAttempt = 1;
        fixed.request.configuration.setFlag({ "USE_CUDA", "MAYBE", "STRING", ValueOrigin::Fix });
        fixed.edgesDone = fixed.edgesTotal = 5;
        fixed.edgesFailed = 0;
        const auto attempt = [&](int number) { return number == 1 ? &failed : &fixed; };
        QCOMPARE(stepsText(fixed, stepsBefore(fixed, attempt)), "5 of 5 steps are done");
        fixed.edgesInAll = 64;
        const auto again
            = attemptRecordFromJson(toJson(fixed), QStringLiteral("attempt.json")); // as it is written
        QVERIFY(again.ok());
        QCOMPARE(stepsText(*again, stepsBefore(*again, attempt)), "64 of 64 steps are done");
        AttemptRecord next = fixed;
        next.request.continuesAttempt = 2;
        next.edgesInAll.reset();
        next.edgesTotal = next.edgesDone = 1;
        QCOMPARE(stepsText(next, stepsBefore(next, attempt)), "64 of 64 steps are done");
    }

    void tornLinesAreEndedBeforeTheNext()
    {
        const AttemptStore store(m_home->path());
        const auto reserved = store.reserve(anyRequest());
        write(AttemptFiles::events(reserved->folder),
            "{\"v\":1,\"time\":1,\"type\":\"progress\"}\n{\"v\":1,\"ti");
        auto writer = AttemptWriter::open(reserved->folder);
        QVERIFY(writer.ok());
        QVERIFY(
            (*writer)
                ->append(AttemptEvent { 2, QStringLiteral("stage-started"), QStringLiteral("compile"), {} })
                .ok());
        const QList<QByteArray> lines = contentOf(AttemptFiles::events(reserved->folder)).split('\n');
        QCOMPARE(lines.size(), 4);
        QCOMPARE(lines.at(1), QByteArray("{\"v\":1,\"ti"));
        QVERIFY(Json::accept(lines.at(2).toStdString()));
        QVERIFY(lines.at(3).isEmpty());
    }
};

QTEST_GUILESS_MAIN(StoreTest)
#include "StoreTest.moc"
