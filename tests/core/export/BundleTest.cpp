// SPDX-License-Identifier: GPL-3.0-or-later
// An attempt that goes into a bundle and becomes one on another machine.
#include "core/base/Clock.h"
#include "core/store/AttemptFiles.h"
#include "tests/core/export/RawBundle.h"
#include "tests/core/export/TwoMachines.h"
#include "tests/support/TestFiles.h"
#include "tests/ui/support/FakeAttempt.h"

#include <QDirIterator>
#include <QProcess>
#include <QStandardPaths>

#include <chrono>
#include <filesystem>

#ifdef Q_OS_UNIX
#include <csignal>
#include <sys/resource.h>
#endif

using namespace torchmason;

namespace {

const QByteArray brokenLine(
    "\x1b[01m/home/anna/src/x.cpp:12:3:\x1b[m error: 'wait' was not declared by anna\n");
const QString evidence = "/home/anna/src/x.cpp:12:3: error: 'wait' was not declared by anna";

QByteArray linesBefore()
{
    QByteArray lines;
    for (int i = 0; i < 40'000; ++i)
        lines += "[" + QByteArray::number(i) + "/50000] /home/anna/bin/g++ -DX=\"a b\" on annas-box\n";
    return lines;
}

Finding finding(const QByteArray& before)
{
    Finding found = FakeAttempt::missingWork(before.count('\n') + 1);
    found.byteOffset = before.size();
    found.evidence = evidence;
    return found;
}

// A compile stage that failed, with names in everything.
void fill(FakeAttempt& attempt)
{
    attempt.record().id = "of-another-machine";
    attempt.record().request.sourceFolder = "/home/anna/src";
    attempt.record().request.buildFolder = "/home/anna/src/build";
    attempt.record().request.configuration.setEnvironment({ "CC", "/home/anna/bin/gcc", ValueOrigin::User });
    attempt.startStage("compile");
    const QByteArray before = linesBefore();
    attempt.addLog("compile", before + brokenLine + "the rest\n");
    Sample sample;
    sample.time = sample.elapsed = 1000;
    sample.stage = "compile";
    sample.logOffset = before.size();
    RunningEdge edge;
    edge.output = "/home/anna/src/x.o";
    sample.running.append(edge);
    attempt.add(sample);
    attempt.addFindings({ finding(before) });
    attempt.endStage("compile", StageState::Failed, 20, 1);
    write(attempt.folder() + "/runner.log", "anna said something\n");
    write(attempt.folder() + "/ccache-compile.txt", "# /home/anna/src/x.cpp\ncache_miss\n");
    write(attempt.folder() + "/originals/0a1b", "somebody's source of anna");
    write(attempt.folder() + "/runner.lock", "1\nannas-box\n");
    write(attempt.folder() + "/patches.json",
        R"({"schema":1,"source":"/home/anna/src","state":"applied","steps":[],"files":[],"folders":[]})");
}

QStringList filesBelow(const QString& folder)
{
    QStringList files;
    QDirIterator all(
        folder, QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot, QDirIterator::Subdirectories);
    while (all.hasNext()) {
        if (QFileInfo(all.next()).isFile())
            files << QDir(folder).relativeFilePath(all.filePath());
    }
    files.sort();
    return files;
}

QByteArray lineAt(const QString& path, qint64 offset)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) && file.seek(offset) ? file.readLine() : QByteArray();
}

}

class BundleTest : public QObject, TwoMachines {
    Q_OBJECT

private slots:
    void init() { makeMachines(); }
    void anAttemptComesBack();
    void evidenceIsWhereItWas();
    void namesAreGoneFromEveryByte();
    void namesStayWhereWished();
    void otherProgramsUnpackIt();
    void theSameBundleIsNotTakenTwice();
    void anOwnAttemptIsKnown();
    void linksStayOut();
    void aFullDiskLeavesNothing();
    void aMissingFolderIsTold();
    void whatAKilledImportLeftGoes();
};

void BundleTest::anAttemptComesBack()
{
    FakeAttempt attempt(there(), "Tour", 3);
    fill(attempt);
    attempt.end(AttemptState::Failed, 25);
    const FakeAttempt other(here(), "Another", 3);
    save();
    const ImportedBundle imported = import();
    QCOMPARE(imported.number, 2);
    QCOMPARE(imported.folder, here().attemptFolder(2));
    QVERIFY(!imported.wasHere);
    QCOMPARE(filesBelow(imported.folder),
        QStringList({ "attempt.json", "ccache-compile.txt", "edges.jsonl", "events.jsonl", "findings.json",
            "logs/compile.log", "patches.json", "request.json", "runner.log", "samples.jsonl" }));
    const auto record = AttemptFiles::readRecord(imported.folder);
    QVERIFY(record);
    QCOMPARE(record->number, 2);
    QCOMPARE(record->state, AttemptState::Failed);
    QCOMPARE(record->duration, attempt.record().duration);
    QCOMPARE(record->stages.size(), attempt.record().stages.size());
    QCOMPARE(record->plan.stages.size(), attempt.record().plan.stages.size());
    QCOMPARE(record->request.sourceFolder, "~/src");
    QCOMPARE(record->runner.pid, 0);
    QVERIFY(record->imported);
    QCOMPARE(record->imported->number, 1);
    QVERIFY(record->imported->from.isEmpty());
    QVERIFY(std::abs(record->imported->at - systemClock().wallMilliseconds()) < 60'000);
    QCOMPARE(contentOf(imported.folder + "/events.jsonl").count('\n'),
        contentOf(attempt.folder() + "/events.jsonl").count('\n'));
    QVERIFY(here().list().first().record.imported);
}

void BundleTest::evidenceIsWhereItWas()
{
    FakeAttempt attempt(there(), "Tour", 3);
    fill(attempt);
    attempt.end(AttemptState::Failed, 25);
    save();
    const QString folder = import().folder;
    const auto document = readJsonFile(AttemptFiles::findings(folder));
    QVERIFY(document);
    const auto found = findingFromJson((*document)["findings"][0], {});
    QVERIFY(found);
    const QString log = AttemptFiles::log(folder, "compile");
    const QByteArray line = lineAt(log, found->byteOffset);
    QCOMPARE(line,
        QByteArray("\x1b[01m~xxxxxxxxx/src/x.cpp:12:3:\x1b[m error: 'wait' was not declared by xxxx\n"));
    QCOMPARE(QString::fromUtf8(line).remove("\x1b[01m").remove("\x1b[m").trimmed(), found->evidence);
    QCOMPARE(contentOf(log).left(found->byteOffset).count('\n') + 1, found->line);
    const Json sample = Json::parse(contentOf(AttemptFiles::samples(folder)).toStdString());
    QCOMPARE(lineAt(log, sample["logOffset"].get<qint64>()), line);
    QCOMPARE(QFileInfo(log).size(), QFileInfo(AttemptFiles::log(attempt.folder(), "compile")).size());
}

void BundleTest::namesAreGoneFromEveryByte()
{
    FakeAttempt attempt(there(), "Tour", 3);
    fill(attempt);
    attempt.end(AttemptState::Failed, 25);
    save();
    const QByteArray bytes = unpacked(contentOf(bundle())).toLower();
    QVERIFY(bytes.size() > 1'000'000);
    for (const char* name : { "anna", "/home", "originals", "runner.lock" })
        QVERIFY2(!bytes.contains(name), bytes.mid(bytes.indexOf(name) - 40, 80).constData());
}

void BundleTest::namesStayWhereWished()
{
    FakeAttempt attempt(there(), "Tour", 3);
    fill(attempt);
    attempt.addLog("compile", "MY_TOKEN=geheim1234\n");
    attempt.end(AttemptState::Failed, 25);
    save(true);
    const QString folder = import().folder;
    const auto record = AttemptFiles::readRecord(folder);
    QVERIFY(record);
    QCOMPARE(record->request.sourceFolder, "/home/anna/src");
    QCOMPARE(record->imported->from, QSysInfo::machineHostName());
    const QByteArray log = contentOf(AttemptFiles::log(folder, "compile"));
    QVERIFY(log.contains(brokenLine));
    QVERIFY(!log.contains("geheim"));
}

void BundleTest::otherProgramsUnpackIt()
{
    const QString tar = QStandardPaths::findExecutable("tar");
    if (tar.isEmpty())
        QSKIP("there is no tar here");
    FakeAttempt attempt(there(), "Tour", 3);
    fill(attempt);
    attempt.end(AttemptState::Failed, 25);
    save();
    QProcess process;
    process.start(tar, { "-tzf", bundle() });
    QVERIFY(process.waitForFinished());
    QCOMPARE(process.readAllStandardError(), QByteArray());
    const QByteArrayList lines = process.readAllStandardOutput().trimmed().split('\n');
    QCOMPARE(lines.first(), QByteArray("bundle.json"));
    QCOMPARE(lines.last(), QByteArray("contents.json"));
    QCOMPARE(lines.size(), 12);
}

void BundleTest::theSameBundleIsNotTakenTwice()
{
    FakeAttempt attempt(there(), "Tour", 3);
    fill(attempt);
    save();
    const ImportedBundle first = import();
    save(); // made at another time
    const ImportedBundle second = import();
    QVERIFY(second.wasHere);
    QCOMPARE(second.number, first.number);
    attempt.end(AttemptState::Failed, 25); // there is more to tell than before
    save();
    QCOMPARE(import().number, 2);
    QCOMPARE(
        QDir(here().folder()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot).size(), 2);
}

void BundleTest::anOwnAttemptIsKnown()
{
    FakeAttempt attempt(there(), "Tour", 3);
    attempt.end(AttemptState::Failed, 25);
    save();
    const auto imported = importBundle(bundle(), there());
    QVERIFY(imported);
    QVERIFY(imported->wasHere);
    QCOMPARE(imported->number, 1);
    QCOMPARE(there().list().size(), 1);
}

void BundleTest::linksStayOut()
{
#ifdef Q_OS_UNIX
    FakeAttempt attempt(there(), "Tour", 3);
    attempt.end(AttemptState::Failed, 25);
    write(path("secret"), "secret");
    for (const char* name : { "/runner.log", "/logs/compile.log" })
        QVERIFY(QFile::link(path("secret"), attempt.folder() + QLatin1String(name)));
    save();
    const QByteArray bytes = unpacked(contentOf(bundle()));
    QVERIFY(!bytes.contains("runner.log"));
    QVERIFY(!bytes.contains("compile.log"));
#else
    QSKIP("links need rights on Windows");
#endif
}

// A limit for the size of files says no where a full disk would.
void BundleTest::aFullDiskLeavesNothing()
{
#ifdef Q_OS_UNIX
    FakeAttempt attempt(there(), "Tour", 3);
    fill(attempt);
    attempt.end(AttemptState::Failed, 25);
    save();
    const QByteArray before = contentOf(bundle());
    const QStringList files = filesBelow(path());
    const auto summary = there().attempt(1);
    QVERIFY(summary && before.size() > 32'768);

    std::signal(SIGXFSZ, SIG_IGN);
    rlimit limit {};
    QCOMPARE(::getrlimit(RLIMIT_FSIZE, &limit), 0);
    const rlimit full { 16'384, limit.rlim_max };
    QCOMPARE(::setrlimit(RLIMIT_FSIZE, &full), 0);
    const auto saved = saveBundle(*summary, { false, names() }, bundle());
    const auto imported = importBundle(bundle(), here());
    QCOMPARE(::setrlimit(RLIMIT_FSIZE, &limit), 0);

    QVERIFY(!saved);
    QVERIFY2(saved.error().message.startsWith("Cannot write "), qPrintable(saved.error().message));
    QVERIFY(!imported);
    QVERIFY2(imported.error().message.startsWith("Cannot write "), qPrintable(imported.error().message));
    QVERIFY(contentOf(bundle()) == before);
    QCOMPARE(filesBelow(path()), files);
#else
    QSKIP("no limit for files here");
#endif
}

void BundleTest::aMissingFolderIsTold()
{
    FakeAttempt attempt(there(), "Tour", 3);
    attempt.end(AttemptState::Failed, 25);
    const auto saved = saveBundle(*there().attempt(1), {}, bundle("nowhere/a.torchmason"));
    QVERIFY(!saved);
    QVERIFY2(saved.error().message.startsWith("Cannot write "), qPrintable(saved.error().message));
    const auto imported = importBundle(bundle("none"), here());
    QVERIFY(!imported);
    QVERIFY2(imported.error().message.startsWith("There is no file "), qPrintable(imported.error().message));
}

// Another one may be at work at this moment.
void BundleTest::whatAKilledImportLeftGoes()
{
#ifdef Q_OS_WIN
    QSKIP("Wine cannot give a folder another time.");
#endif
    const QString old = here().folder() + "/.import-abcdef";
    const QString young = here().folder() + "/.import-ghijkl";
    for (const QString& folder : { old, young })
        write(folder + "/logs/compile.log");
    std::filesystem::last_write_time(
        old.toStdString(), std::filesystem::file_time_type::clock::now() - std::chrono::hours(25));
    QVERIFY(here().list().isEmpty());
    FakeAttempt attempt(there(), "Tour", 3);
    attempt.end(AttemptState::Failed, 25);
    save();
    QCOMPARE(import().number, 1);
    QVERIFY(!QFileInfo::exists(old));
    QVERIFY(QFileInfo::exists(young));
}

QTEST_GUILESS_MAIN(BundleTest)
#include "BundleTest.moc"
