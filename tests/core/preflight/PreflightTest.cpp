// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/preflight/Preflight.h"
#include "core/config/JobAdvice.h"
#include "core/config/RequestMaker.h"
#include "core/knowledge/VersionText.h"
#include "core/preflight/ToolkitAdvice.h"
#include "core/profile/ProfileCatalogue.h"
#include "core/solver/BuildCase.h"
#include "core/solver/CheckReport.h"
#include "core/stages/StagePlan.h"
#include "tests/support/CheckedBuild.h"
#include "tests/support/Rows.h"
#include "tests/support/TestFiles.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <functional>

using namespace torchmason;

class PreflightTest : public QObject {
    Q_OBJECT

private slots:
    void finalScriptHasNoBlocker();
    void jobsThatMayNotFitAreNoMatterWithTheGate();
    void aWheelThatCannotComeIsToldBefore_data();
    void aWheelThatCannotComeIsToldBefore();
    void aTreeWithoutGitIsBuiltAsItIs_data();
    void aTreeWithoutGitIsBuiltAsItIs();
    void aTreeThatIsNotFetchedTellsItsRelease_data();
    void aTreeThatIsNotFetchedTellsItsRelease();
    void failedScriptsAreForeseen_data();
    void failedScriptsAreForeseen();
    void failedAttemptsAreForeseen_data();
    void failedAttemptsAreForeseen();
    void thirtyTwoGigabytesAreEnough();
    void jobsFollowMemory_data();
    void jobsFollowMemory();
    void oldTreeAndNewCMake();
    void patchesAreNamed();
    void aLineSaysWhatWasFound();
    void wrongSystemIsOneBlocker();
    void placeholdersAreFilled();
    void missingToolkitIsOneSentence();
    void verdicts();
};

void PreflightTest::finalScriptHasNoBlocker()
{
    const auto rows = checked(recordedMachine("129"), "rtx5070-cuda129-windows");
    QCOMPARE(idsOf(rows, CheckState::Fail), QStringList());
    QVERIFY(idsOf(rows, CheckState::Warning).contains("response-files-with-ninja"));
}

void PreflightTest::jobsThatMayNotFitAreNoMatterWithTheGate()
{
    const HostFacts facts = recordedMachine("129");
    const Profile profile = *loadProfiles().profile("rtx5070-cuda129-windows");
    for (const GateUse gate : { GateUse::Off, GateUse::WhereFree }) {
        RequestWishes wishes;
        wishes.gate = gate;
        const auto rows = preflight(facts, profile, draftRequest(profile, facts, wishes).request);
        QCOMPARE(idsOf(rows, CheckState::Warning).contains("jobs-for-memory"), gate == GateUse::Off);
    }
}

void PreflightTest::aWheelThatCannotComeIsToldBefore_data()
{
    QTest::addColumn<RequestWishes>("wishes");
    QTest::addColumn<QString>("change"); // none: nothing is wrong
    const auto row
        = [](const char* name, const std::function<void(RequestWishes&)>& wish, const char* change) {
              RequestWishes wishes;
              wishes.sourceFolder = "C:/dev/pytorch";
              wish(wishes);
              newRow(name, wishes, change);
          };
    const QString elsewhere = "D:/build";
    row(
        "nothing named", [](RequestWishes&) {}, "");
    row(
        "that folder", [](RequestWishes& w) { w.buildFolder = "c:\\dev\\PyTorch\\build\\"; }, "");
    row(
        "another", [&](RequestWishes& w) { w.buildFolder = elsewhere; }, "build-folder=C:/dev/pytorch/build");
    row(
        "libraries", [&](RequestWishes& w) { w.buildFolder = elsewhere, w.backend = "cmake"; }, "");
    row(
        "until compiled", [&](RequestWishes& w) { w.buildFolder = elsewhere, w.untilStage = "compile"; }, "");
    row(
        "a part", [&](RequestWishes& w) { w.buildFolder = elsewhere, w.targets << "c10"; }, "");
    row(
        "until the wheel", [&](RequestWishes& w) { w.buildFolder = elsewhere, w.untilStage = "wheel"; },
        "build-folder=C:/dev/pytorch/build");
    row(
        "without Python", [](RequestWishes& w) { w.configuration.flags << userFlag("BUILD_PYTHON", "0"); },
        "set-flag:BUILD_PYTHON=ON");
    row(
        "without Python, elsewhere",
        [&](RequestWishes& w) {
            w.buildFolder = elsewhere;
            w.configuration.flags << userFlag("BUILD_PYTHON", "0");
        },
        "set-flag:BUILD_PYTHON=ON");
    row(
        "left out", [](RequestWishes& w) { w.skippedStages << "wheel"; }, "");
    row(
        "left out and to be installed",
        [](RequestWishes& w) {
            w.skippedStages << "wheel";
            w.install.environment = "C:/env";
        },
        "none");
    row(
        "a part to be installed",
        [](RequestWishes& w) {
            w.targets << "c10";
            w.install.environment = "C:/env";
        },
        "none");
}

void PreflightTest::aWheelThatCannotComeIsToldBefore()
{
    QFETCH(RequestWishes, wishes);
    QFETCH(QString, change);
    const HostFacts facts = recordedMachine("129");
    const Profile profile = *loadProfiles().profile("rtx5070-cuda129-windows");
    const auto rows = preflight(facts, profile, draftRequest(profile, facts, wishes).request);
    const auto row = std::find_if(
        rows.begin(), rows.end(), [](const CheckRow& one) { return one.id == "missing-wheel"; });
    QCOMPARE(row != rows.end(), !change.isEmpty());
    if (row == rows.end())
        return;
    QCOMPARE(row->state, CheckState::Fail);
    QCOMPARE(row->changes.isEmpty() ? "none" : row->changes[0].id(), change);
    QCOMPARE(row->need, QString()); // what was found names the folder
}

void PreflightTest::aTreeWithoutGitIsBuiltAsItIs_data()
{
    QTest::addColumn<QStringList>("files");
    QTest::addColumn<SourceKind>("kind");
    QTest::addColumn<QString>("version");
    const QStringList archive { "CMakeLists.txt", "version.txt" };
    newRow("an archive", archive, SourceKind::ExistingTree, "2.5.1");
    newRow("that does not tell its release", archive.mid(0, 1), SourceKind::ExistingTree, "");
    newRow("a repository", archive + QStringList { ".git/HEAD" }, SourceKind::Git, "2.6.0");
    newRow("another one's files", QStringList { "letter.txt" }, SourceKind::Git, "2.6.0");
    newRow("nothing", QStringList(), SourceKind::Git, "2.6.0");
}

void PreflightTest::aTreeWithoutGitIsBuiltAsItIs()
{
    QFETCH(QStringList, files);
    QFETCH(SourceKind, kind);
    QTemporaryDir folder;
    for (const QString& file : std::as_const(files))
        write(folder.filePath(file), "2.5.1a0\n");
    Profile profile;
    profile.source = { SourceKind::Git, "https://example.org/x", "v2.6.0", {}, "2.6.0" };
    HostFacts facts;
    facts.platform = hostPlatform();
    RequestWishes wishes;
    wishes.sourceFolder = folder.path();
    wishes.buildFolder = folder.filePath("build");
    const BuildRequest request = draftRequest(profile, facts, wishes).request;
    QCOMPARE(request.source.kind, kind);
    QTEST(request.source.version, "version");
    const auto plan = makeStagePlan(request, hostPlatform());
    QVERIFY(plan.ok());
    QCOMPARE(plan->warnings.join(QLatin1Char(' ')).contains("nothing is fetched"),
        kind == SourceKind::ExistingTree);
}

void PreflightTest::aTreeThatIsNotFetchedTellsItsRelease_data()
{
    QTest::addColumn<QString>("from");
    QTest::addColumn<QString>("skipped");
    QTest::addColumn<bool>("isThere");
    QTest::addColumn<bool>("isElsewhere");
    QTest::addColumn<QString>("version");
    QTest::addColumn<QString>("backend");
    const QString newer = "scikit-build-core";
    const QString own = "setup.py";
    newRow("fetched over it", "", "", true, false, "2.14.1", newer);
    newRow("from fetch", "fetch", "", true, false, "2.14.1", newer);
    newRow("fetch left out", "", "fetch", true, false, "2.9.0", own);
    newRow("from configure", "configure", "", true, false, "2.9.0", own);
    newRow("no tree", "configure", "", false, false, "2.14.1", newer);
    newRow("another machine", "", "fetch", true, true, "2.14.1", newer);
}

void PreflightTest::aTreeThatIsNotFetchedTellsItsRelease()
{
    QFETCH(const QString, from);
    QFETCH(const QString, skipped);
    QFETCH(const bool, isThere);
    QFETCH(const bool, isElsewhere);
    QTemporaryDir folder;
    write(folder.filePath(".git/HEAD"), "ref: refs/heads/mine\n");
    for (const char* file : { "CMakeLists.txt", "setup.py", "version.txt" }) {
        if (isThere)
            write(folder.filePath(QLatin1String(file)), "2.9.0a0\n");
    }
    Profile profile;
    profile.source = { SourceKind::Git, "https://example.org/x", "v2.14.1", {}, "2.14.1" };
    profile.backend = "wheel";
    HostFacts facts;
    facts.platform = hostPlatform();
    facts.isElsewhere = isElsewhere;
    RequestWishes wishes;
    wishes.sourceFolder = folder.path();
    wishes.fromStage = from;
    if (!skipped.isEmpty())
        wishes.skippedStages << skipped;
    const BuildRequest request = draftRequest(profile, facts, wishes).request;
    QTEST(request.source.version, "version");
    QTEST(request.backend, "backend");
    QVERIFY(request.source.kind == SourceKind::Git); // a retry may fetch
    QCOMPARE(request.source.tag, "v2.14.1");
}

void PreflightTest::failedScriptsAreForeseen_data()
{
    QTest::addColumn<QString>("profile");
    QTest::addColumn<QString>("cuda");
    QTest::addColumn<QStringList>("besides");
    const QStringList stl { "stl1002" };
    newRow("first script", "rtx5070-cuda124-windows", "124", QStringList());
    newRow("without pthreads", "rtx5070-cuda124-pthread-windows", "124", QStringList());
    newRow("CUDA 12.3 plan", "rtx5070-cuda123-windows", "123", stl);
}

void PreflightTest::failedScriptsAreForeseen()
{
    QFETCH(QString, profile);
    QFETCH(QString, cuda);
    QFETCH(QStringList, besides);
    const auto rows = checked(recordedMachine(cuda), profile);
    const QStringList expected { "historical-profile", "arch-not-for-gpu", "toolkit-not-for-gpu" };
    QCOMPARE(idsOf(rows, CheckState::Fail), expected + besides);
    QVERIFY(rows[2].need.contains("12.8"));
}

void PreflightTest::failedAttemptsAreForeseen_data()
{
    QTest::addColumn<QString>("distributed");
    QTest::addColumn<QStringList>("besides");
    newRow("attempts 1 and 3: on", "ON", QStringList { "distributed-on-windows" });
    newRow("attempts 2 and 4: off", "OFF", QStringList());
}

// CUDA 12.9 and architecture 8.9, with distributed on or off.
void PreflightTest::failedAttemptsAreForeseen()
{
    QFETCH(QString, distributed);
    QFETCH(QStringList, besides);
    const auto rows = checked(recordedMachine("129"), "rtx5070-cuda129-windows",
        { userFlag("TORCH_CUDA_ARCH_LIST", "8.9"), userFlag("USE_DISTRIBUTED", distributed) });
    QCOMPARE(idsOf(rows, CheckState::Fail), QStringList { "arch-not-for-gpu" } + besides);
}

// A script once failed this machine by dividing whole gigabytes.
void PreflightTest::thirtyTwoGigabytesAreEnough()
{
    const HostFacts facts = recordedMachine("129");
    Profile profile = *loadProfiles().profile("rtx5070-cuda129-windows");
    const auto memory = [&] {
        const auto rows = checkMachine(facts, profile);
        return std::find_if(rows.begin(), rows.end(), [](const CheckRow& row) {
            return row.id == "memory";
        })->state;
    };
    QCOMPARE(memory(), CheckState::Pass);
    profile.needs.memory = *facts.memoryTotal;
    QCOMPARE(memory(), CheckState::Pass);
    profile.needs.memory = *facts.memoryTotal + 1;
    QCOMPARE(memory(), CheckState::Warning);
}

void PreflightTest::jobsFollowMemory_data()
{
    QTest::addColumn<Bytes>("available");
    QTest::addColumn<int>("cores");
    QTest::addColumn<QString>("arch");
    QTest::addColumn<int>("jobs");
    newRow("16 GB, flash, one architecture", 16 * gibibyte, 32, "8.0", 2);
    newRow("32 GB, flash, one architecture", 32 * gibibyte, 32, "8.0", 6);
    newRow("128 GB, flash, one architecture", 128 * gibibyte, 32, "8.0", 25);
    newRow("32 GB, several architectures", 32 * gibibyte, 32, "7.5;8.0", 3);
    newRow("no flash below 8.0", 32 * gibibyte, 32, "7.0", 10);
    newRow("CPU only, few cores", 32 * gibibyte, 4, "", 4);
    newRow("next to nothing", 1 * gibibyte, 4, "8.0", 1);
}

void PreflightTest::jobsFollowMemory()
{
    QFETCH(Bytes, available);
    QFETCH(int, cores);
    QFETCH(QString, arch);
    HostFacts facts;
    facts.platform = Platform::Linux;
    facts.memoryAvailable = available;
    facts.logicalCores = cores;
    Configuration configuration;
    configuration.setFlag({ "USE_CUDA", arch.isEmpty() ? "OFF" : "ON", {}, ValueOrigin::User });
    configuration.setFlag({ "TORCH_CUDA_ARCH_LIST", arch, {}, ValueOrigin::User });
    const JobAdvice advice = adviseJobs(facts, configuration);
    QTEST(advice.jobs, "jobs");
    QVERIFY(advice.reason.contains(QString::number(advice.jobs)));
}

void PreflightTest::oldTreeAndNewCMake()
{
    const HostFacts facts = recordedMachine("124"); // CMake 4.0.3
    Profile profile = *loadProfiles().profile("rtx5070-cuda124-windows");
    profile.source.version = "2.6.0";
    const auto fails = [&](const QVector<FlagValue>& flags) {
        RequestWishes wishes;
        wishes.configuration.flags = flags;
        return idsOf(
            preflight(facts, profile, draftRequest(profile, facts, wishes).request), CheckState::Fail);
    };
    QVERIFY(fails({}).contains("cmake-4-old-tree"));
    QVERIFY(!fails({ userFlag("CMAKE_POLICY_VERSION_MINIMUM", "3.5") }).contains("cmake-4-old-tree"));
}

void PreflightTest::patchesAreNamed()
{
    const Profile profile = *loadProfiles().profile("kepler-cuda114-windows");
    const HostFacts facts = recordedMachine("129");
    const auto linesOf = [&](const RequestWishes& wishes) {
        QStringList texts;
        for (const CheckRow& row : preflight(facts, profile, draftRequest(profile, facts, wishes).request)) {
            if (ruleOf(row) == "patch-left-out")
                texts << checkLine(row);
        }
        return texts;
    };
    QCOMPARE(linesOf({}), QStringList());
    RequestWishes wishes;
    wishes.skippedStages = QStringList { "patch" };
    const QStringList texts = linesOf(wishes);
    QCOMPARE(texts.size(), profile.patches.size());
    for (qsizetype index = 0; index < texts.size(); ++index) {
        const SourcePatch& patch = profile.patches[index];
        QVERIFY2(texts[index].contains(patch.file) && texts[index].contains(patch.find)
                && texts[index].contains(patch.replace),
            qPrintable(texts[index]));
    }
}

void PreflightTest::aLineSaysWhatWasFound()
{
    CheckRow row;
    row.state = CheckState::Warning;
    row.title = "Jobs";
    row.found = "9 jobs may take 18 GB.";
    row.need = "2 GB each";
    row.fixText = "Use 4 jobs";
    QCOMPARE(checkLine(row), "warning: Jobs: 9 jobs may take 18 GB. Needs 2 GB each. Use 4 jobs.");
}

void PreflightTest::wrongSystemIsOneBlocker()
{
    const auto rows = checked(recordedMachine("129"), "debian-source");
    QCOMPARE(idsOf(rows, CheckState::Fail), QStringList { "system" });
}

void PreflightTest::placeholdersAreFilled()
{
    const HostFacts facts = recordedMachine("129");
    const auto request = makeRequest(*loadProfiles().profile("rtx5070-cuda129-windows"), facts, {});
    QVERIFY(request.ok());
    QCOMPARE(request->configuration.flagValue("CUDA_TOOLKIT_ROOT_DIR"), facts.cudaToolkits[0].root);
    QCOMPARE(request->configuration.flagValue("Python_EXECUTABLE"), facts.pythons[0].path);
    QCOMPARE(request->jobs, std::optional(18));
    for (const FlagValue& flag : request->configuration.flags)
        QVERIFY2(!flag.value.contains("${"), qPrintable(flag.name));
}

void PreflightTest::missingToolkitIsOneSentence()
{
    const HostFacts facts = recordedMachine("124");
    const auto request = makeRequest(*loadProfiles().profile("rtx5070-cuda129-windows"), facts, {});
    QVERIFY(!request.ok());
    QVERIFY(request.error().message.contains("12.8 to 12.9"));
    // A plan for a machine that nobody looked at names the usual places instead.
    HostFacts nobody;
    nobody.platform = Platform::Windows;
    QVERIFY(makeRequest(*loadProfiles().profile("rtx5070-cuda129-windows"), nobody, {}).ok());
}

void PreflightTest::verdicts()
{
    QCOMPARE(verdictText({}), "Ready");
    QCOMPARE(countsText({}), "");
    QCOMPARE(countsText({ 0, 1, 0 }), "1 thing to know");
    QCOMPARE(countsText({ 2, 1, 0 }), "2 things to fix, 1 to know");
    QCOMPARE(verdictText({ 1, 0, 0 }), "1 thing to fix");
    QCOMPARE(verdictText({ 2, 1, 3 }), "2 things to fix, 1 to know, 3 not known");
    QCOMPARE(verdictText({ 2, 0, 0 }, "RTX 5070"), "For RTX 5070: 2 things to fix");
    QCOMPARE(verdictText({ 0, 1, 0 }, "RTX 5070"), "Ready for RTX 5070: 1 thing to know");
}

QTEST_GUILESS_MAIN(PreflightTest)
#include "PreflightTest.moc"
