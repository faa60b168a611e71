// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/detect/HostFacts.h"
#include "core/preflight/Preflight.h"
#include "core/preflight/TriedChoice.h"
#include "core/trial/TrialFolder.h"
#include "tests/support/CheckedBuild.h"
#include "tests/support/Rows.h"
#include "tests/support/TestFiles.h"

#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace torchmason;

// What trials leave behind: facts that are kept, lapse and become rows; and nothing else.
class TrialFactsTest : public QObject {
    Q_OBJECT

private slots:
    void factsSurviveTheFile();
    void badTrialsAreNamed();
    void newerAnswersReplaceOlder();
    void lapseWithTheirTools();
    void failedTrialStopsTheBuild();
    void otherProgramsAreNotMeant_data();
    void otherProgramsAreNotMeant();
    void whatABuildDoesNotMeet_data();
    void whatABuildDoesNotMeet();
    void folderGoesWithItsOwner();
    void onlyOldLeftOversGo();
};

namespace {

TrialFacts failedCompiler(const QString& path)
{
    TrialFacts trial { "compiler", "Host compiler" };
    trial.state = "fail";
    trial.found = "Linking failed with exit code 1.";
    trial.evidence = "ld: cannot find -lstdc++";
    trial.fix = "Install libstdc++.";
    trial.subject = "C++17";
    trial.tools = { { "cxx", path, "12.2.0" } };
    trial.at = 1000;
    return trial;
}

HostFacts machine()
{
    HostFacts facts;
    facts.platform = Platform::Linux;
    facts.compilers = { { "gcc", "/usr/bin/g++", "12.2.0", {}, true, "PATH" },
        { "clang", "/usr/bin/clang++", "14.0.6", {}, false, "PATH" } };
    return facts;
}

QStringList foldersIn(const QString& folder)
{
    return QDir(folder).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
}

}

void TrialFactsTest::factsSurviveTheFile()
{
    HostFacts facts = machine();
    facts.trials = { failedCompiler("/usr/bin/g++") };
    Json document = toJson(facts);
    document["trials"][0]["wattHours"] = 3;
    document["trials"][0]["tools"][0]["size"] = 7;
    const auto read = hostFactsFromJson(document, "f");
    QVERIFY2(read.ok(), read.ok() ? "" : qPrintable(read.error().message));
    QCOMPARE(read->trials.size(), 1);
    QCOMPARE(read->trials[0].evidence, facts.trials[0].evidence);
    QCOMPARE(read->trials[0].tools[0].size, std::optional<qint64>(7));
    QCOMPARE(compactJson(toJson(*read)["trials"]), compactJson(document["trials"]));
    // Nothing was tried there: no member at all, and nothing unknown.
    QVERIFY(!toJson(machine()).contains("trials"));
}

void TrialFactsTest::badTrialsAreNamed()
{
    Json document = toJson(machine());
    document["trials"] = { { { "id", 5 } } };
    const auto read = hostFactsFromJson(document, "f");
    QVERIFY(!read.ok());
    QVERIFY2(read.error().message.contains("trials[0]"), qPrintable(read.error().message));
    // A state of a later version.
    document["trials"] = { { { "id", "compiler" }, { "state", "partly" } } };
    QCOMPARE(hostFactsFromJson(document, "f")->trials[0].state, "unknown");
}

void TrialFactsTest::newerAnswersReplaceOlder()
{
    QTemporaryDir home;
    const QString file = home.filePath("deep/trials.json");
    TrialFacts first = failedCompiler("/usr/bin/g++");
    TrialFacts other = first;
    other.subject = "C++20";
    QVERIFY(keepTrials(file, { first, other }).ok());
    first.state = "pass";
    QVERIFY(keepTrials(file, { first }).ok());
    const QVector<TrialFacts> kept = readTrialsFile(file);
    QCOMPARE(kept.size(), 2);
    QCOMPARE(kept[0].state, "pass");
    QCOMPARE(kept[1].subject, "C++20");
    TrialFacts ofNothing = first; // Visual Studio's script failed, before any compiler was run
    ofNothing.tools.clear();
    TrialFacts folder = ofNothing;
    folder.id = "folder";
    folder.subject = home.path();
    QVERIFY(keepTrials(file, { ofNothing, folder }).ok());
    QCOMPARE(readTrialsFile(file).size(), 3); // the folder is what that one is about
    QCOMPARE(readTrialsFile(file)[0].id, "folder");
    QCOMPARE(readTrialsFile(home.filePath("none.json")).size(), 0);
    write(file, "{\"trials\":");
    QCOMPARE(readTrialsFile(file).size(), 0);
}

void TrialFactsTest::lapseWithTheirTools()
{
    QTemporaryDir folder;
    const QString program = folder.filePath("nvcc");
    write(program, "one");
    TrialFacts trial { "nvcc", "CUDA compiler" };
    trial.tools = { triedTool("nvcc", program, "12.9") };
    QVERIFY(trial.tools[0].size && trial.tools[0].modified);
    QVERIFY(isStillTrue(trial));
    write(program, "another");
    QVERIFY(!isStillTrue(trial));
    QFile::remove(program);
    QVERIFY(!isStillTrue(trial));
}

void TrialFactsTest::failedTrialStopsTheBuild()
{
    HostFacts facts = machine();
    Profile profile;
    BuildRequest request;
    profile.platforms = { Platform::Linux };
    QVERIFY(!rowNamed(preflight(facts, profile, request), "tried-compiler"));
    facts.trials = { failedCompiler("/usr/bin/g++") };
    const QVector<CheckRow> rows = preflight(facts, profile, request);
    const CheckRow* row = rowNamed(rows, "tried-compiler");
    QVERIFY(row);
    QCOMPARE(row->state, CheckState::Fail);
    QCOMPARE(row->fixText, "Install libstdc++.");
    QVERIFY(std::any_of(row->values.begin(), row->values.end(),
        [](const CheckValue& value) { return value.value.contains("-lstdc++"); }));
    // Another compiler is here, of which nothing bad is known.
    QCOMPARE(row->changes.size(), 1);
    QVERIFY(row->changes[0].id().contains("clang++"));
    facts.trials.append(failedCompiler("/usr/bin/clang++"));
    QVERIFY(rowNamed(preflight(facts, profile, request), "tried-compiler")->changes.isEmpty());
    facts.trials.removeLast();
    // What could not be tried is no problem of the build.
    facts.trials[0].state = "unknown";
    QVERIFY(!rowNamed(preflight(facts, profile, request), "tried-compiler"));
    // One that passed is shown with the machine, and is no problem.
    facts.trials[0].state = "pass";
    QVERIFY(!rowNamed(preflight(facts, profile, request), "tried-compiler"));
    const QVector<CheckRow> all = checkMachine(facts, profile, request);
    QCOMPARE(rowNamed(all, "tried-compiler")->state, CheckState::Pass);
}

void TrialFactsTest::otherProgramsAreNotMeant_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("version");
    QTest::addColumn<QString>("subject");
    QTest::addColumn<bool>("means");
    newRow("the same", "/usr/bin/g++", "12.2.0", "C++17", true);
    newRow("another compiler", "/usr/bin/clang++", "14.0.6", "C++17", false);
    newRow("an older version", "/usr/bin/g++", "11.4.0", "C++17", false);
    newRow("another standard", "/usr/bin/g++", "12.2.0", "C++20", false);
    newRow("one that is gone", "/opt/g++", "12.2.0", "C++17", false);
}

void TrialFactsTest::otherProgramsAreNotMeant()
{
    QFETCH(QString, path);
    QFETCH(QString, version);
    QFETCH(QString, subject);
    QFETCH(bool, means);
    const HostFacts facts = machine();
    const Profile profile;
    const BuildRequest request;
    TrialFacts trial = failedCompiler(path);
    trial.tools[0].version = version;
    trial.subject = subject;
    QCOMPARE(concerns(trial, chooseBuild(facts, profile, request)), means);
}

void TrialFactsTest::whatABuildDoesNotMeet_data()
{
    QTest::addColumn<QString>("id");
    QTest::addColumn<QString>("subject");
    QTest::addColumn<bool>("withCuda");
    QTest::addColumn<bool>("means");
    newRow("nvcc of a CUDA build", "nvcc", "12.0", true, true);
    newRow("nvcc for other cards", "nvcc", "8.9", true, false);
    newRow("nvcc without CUDA", "nvcc", "", false, false);
    newRow("cuDNN without CUDA", "cudnn", "", false, false);
    newRow("git always", "git", "", false, true);
    newRow("the build's folder", "folder", "/data/build", false, true);
    newRow("the one above", "long-path", "/data", false, true);
    newRow("the root", "folder", "/", false, true);
    newRow("another folder", "folder", "/database", false, false);
    newRow("the launcher", "gate", "", false, true);
}

void TrialFactsTest::whatABuildDoesNotMeet()
{
    QFETCH(QString, id);
    QFETCH(QString, subject);
    QFETCH(bool, withCuda);
    QFETCH(bool, means);
    const HostFacts facts = machine();
    const Profile profile;
    BuildRequest request;
    request.buildFolder = "/data/build/v2";
    request.gate = GateUse::WhereFree;
    if (withCuda)
        request.configuration.setFlag({ "TORCH_CUDA_ARCH_LIST", "12.0", {} });
    TrialFacts trial { id, "Title" };
    trial.subject = subject;
    QCOMPARE(concerns(trial, chooseBuild(facts, profile, request)), means);
}

void TrialFactsTest::folderGoesWithItsOwner()
{
    QTemporaryDir disk;
    QVERIFY(QDir(disk.path()).mkpath("there"));
    const QString there = QFileInfo(disk.filePath("there")).canonicalFilePath();
    auto folder = makeTrialFolder(disk.filePath("there/not/yet"));
    QVERIFY(folder.ok());
    QCOMPARE(QFileInfo((*folder)->path()).path(), there);
    const QString readOnly = (*folder)->filePath("deep/file");
    write(readOnly);
    QVERIFY(QFile::setPermissions(readOnly, QFileDevice::ReadOwner)); // as git's objects are
    folder = Error {};
    QCOMPARE(foldersIn(there), QStringList());
}

void TrialFactsTest::onlyOldLeftOversGo()
{
#ifdef Q_OS_WIN
    QSKIP("Times of folders are not set there.");
#endif
    QTemporaryDir disk;
    const auto age = [&disk](const char* name) {
        QVERIFY(QProcess::execute("touch", { "-d", "2 days ago", disk.filePath(QLatin1String(name)) }) == 0);
    };
    for (const char* name :
        { "torchmason-trial-old", "torchmason-trial-young", "somebody-elses", "precious" })
        write(disk.filePath(QLatin1String(name)) + "/file");
    QVERIFY(QFile::link(disk.filePath("precious"), disk.filePath("torchmason-trial-link")));
    QVERIFY(QFile::link(disk.filePath("precious"), disk.filePath("torchmason-trial-old/link")));
    for (const char* name : { "torchmason-trial-old", "somebody-elses", "precious" })
        age(name);
    QVERIFY(makeTrialFolder(disk.path()).ok());
    QStringList stay = foldersIn(disk.path());
    stay.removeAll("torchmason-trial-link");
    const QStringList expected { "precious", "somebody-elses", "torchmason-trial-young" };
    QCOMPARE(stay, expected);
    QVERIFY(QFileInfo::exists(disk.filePath("precious/file")));
}

QTEST_GUILESS_MAIN(TrialFactsTest)
#include "TrialFactsTest.moc"
