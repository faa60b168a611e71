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
#include "tests/support/TestFiles.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <functional>

using namespace torchmason;

namespace {

// The machine of the build records: i9-14900F, 33,378,976 KB, RTX 5070, with one CUDA toolkit.
HostFacts recordedMachine(const QString& cuda)
{
    const QString file = QStringLiteral(TORCHMASON_FIXTURES "/facts/rtx5070-windows-cuda%1.json").arg(cuda);
    const auto document = readJsonFile(file);
    const auto facts = document ? hostFactsFromJson(*document, file) : Result<HostFacts>(document.error());
    if (!facts)
        qFatal("%s", qPrintable(facts.error().message));
    return *facts;
}

QVector<CheckRow> checked(
    const HostFacts& facts, const QString& profileId, const QVector<FlagValue>& flags = {})
{
    const ProfileCatalogue catalogue = loadProfiles();
    const Profile* profile = catalogue.profile(profileId);
    if (!profile)
        qFatal("no profile %s", qPrintable(profileId));
    RequestWishes wishes;
    wishes.sourceFolder = QStringLiteral("C:/dev/pytorch");
    wishes.buildFolder = QStringLiteral("C:/dev/pytorch/build");
    wishes.configuration.flags = flags;
    return preflight(facts, *profile, draftRequest(*profile, facts, wishes).request);
}

QStringList idsOf(const QVector<CheckRow>& rows, CheckState state)
{
    QStringList ids;
    for (const CheckRow& row : rows) {
        if (row.state == state)
            ids << row.id;
    }
    return ids;
}

FlagValue userFlag(const QString& name, const QString& value)
{
    return { name, value, {}, ValueOrigin::User };
}

}

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
    void newGccIsRefused();
    void chosenOnesThatDoNotAnswerAreNotReplaced_data();
    void chosenOnesThatDoNotAnswerAreNotReplaced();
    void toolkitForANewCardFitsTheRelease();
    void otherCompilersAreNamed_data();
    void otherCompilersAreNamed();
    void glibcMustFitTheToolkit_data();
    void glibcMustFitTheToolkit();
    void withoutAWindowsSdkNothingCompiles();
    void rangesOfAProfileAreForItsOwnRelease();
    void patchesAreNamed();
    void aLineSaysWhatWasFound();
    void wrongSystemIsOneBlocker();
    void placeholdersAreFilled();
    void missingToolkitIsOneSentence();
    void verdicts();
};

void PreflightTest::finalScriptHasNoBlocker()
{
    const auto rows
        = checked(recordedMachine(QStringLiteral("129")), QStringLiteral("rtx5070-cuda129-windows"));
    QCOMPARE(idsOf(rows, CheckState::Fail), QStringList());
    QVERIFY(idsOf(rows, CheckState::Warning).contains(QStringLiteral("response-files-with-ninja")));
}

void PreflightTest::jobsThatMayNotFitAreNoMatterWithTheGate()
{
    const HostFacts facts = recordedMachine(QStringLiteral("129"));
    const Profile profile = *loadProfiles().profile(QStringLiteral("rtx5070-cuda129-windows"));
    for (const GateUse gate : { GateUse::Off, GateUse::WhereFree }) {
        RequestWishes wishes;
        wishes.gate = gate;
        const auto rows = preflight(facts, profile, draftRequest(profile, facts, wishes).request);
        QCOMPARE(idsOf(rows, CheckState::Warning).contains(QStringLiteral("jobs-for-memory")),
            gate == GateUse::Off);
    }
}

void PreflightTest::aWheelThatCannotComeIsToldBefore_data()
{
    QTest::addColumn<RequestWishes>("wishes");
    QTest::addColumn<QString>("change"); // none: nothing is wrong
    const auto row
        = [](const char* name, const std::function<void(RequestWishes&)>& wish, const char* change) {
              RequestWishes wishes;
              wishes.sourceFolder = QStringLiteral("C:/dev/pytorch");
              wish(wishes);
              QTest::newRow(name) << wishes << change;
          };
    const QString elsewhere = QStringLiteral("D:/build");
    row(
        "nothing named", [](RequestWishes&) {}, "");
    row(
        "that folder", [](RequestWishes& w) { w.buildFolder = QStringLiteral("c:\\dev\\PyTorch\\build\\"); },
        "");
    row(
        "another", [&](RequestWishes& w) { w.buildFolder = elsewhere; }, "build-folder=C:/dev/pytorch/build");
    row(
        "libraries",
        [&](RequestWishes& w) { w.buildFolder = elsewhere, w.backend = QStringLiteral("cmake"); }, "");
    row(
        "until compiled",
        [&](RequestWishes& w) { w.buildFolder = elsewhere, w.untilStage = QStringLiteral("compile"); }, "");
    row(
        "a part", [&](RequestWishes& w) { w.buildFolder = elsewhere, w.targets << QStringLiteral("c10"); },
        "");
    row(
        "until the wheel",
        [&](RequestWishes& w) { w.buildFolder = elsewhere, w.untilStage = QStringLiteral("wheel"); },
        "build-folder=C:/dev/pytorch/build");
    row(
        "without Python",
        [](RequestWishes& w) {
            w.configuration.flags << userFlag(QStringLiteral("BUILD_PYTHON"), QStringLiteral("0"));
        },
        "set-flag:BUILD_PYTHON=ON");
    row(
        "left out", [](RequestWishes& w) { w.skippedStages << QStringLiteral("wheel"); }, "");
    row(
        "left out and to be installed",
        [](RequestWishes& w) {
            w.skippedStages << QStringLiteral("wheel");
            w.install.environment = QStringLiteral("C:/env");
        },
        "none");
    row(
        "a part to be installed",
        [](RequestWishes& w) {
            w.targets << QStringLiteral("c10");
            w.install.environment = QStringLiteral("C:/env");
        },
        "none");
}

void PreflightTest::aWheelThatCannotComeIsToldBefore()
{
    QFETCH(RequestWishes, wishes);
    QFETCH(QString, change);
    const HostFacts facts = recordedMachine(QStringLiteral("129"));
    const Profile profile = *loadProfiles().profile(QStringLiteral("rtx5070-cuda129-windows"));
    const auto rows = preflight(facts, profile, draftRequest(profile, facts, wishes).request);
    const auto row = std::find_if(rows.begin(), rows.end(),
        [](const CheckRow& one) { return one.id == QLatin1String("missing-wheel"); });
    QCOMPARE(row != rows.end(), !change.isEmpty());
    if (row == rows.end())
        return;
    QCOMPARE(row->state, CheckState::Fail);
    QCOMPARE(row->changes.isEmpty() ? QStringLiteral("none") : row->changes[0].id(), change);
}

void PreflightTest::aTreeWithoutGitIsBuiltAsItIs_data()
{
    QTest::addColumn<QStringList>("files");
    QTest::addColumn<SourceKind>("kind");
    QTest::addColumn<QString>("version");
    const QStringList archive { QStringLiteral("CMakeLists.txt"), QStringLiteral("version.txt") };
    QTest::newRow("an archive") << archive << SourceKind::ExistingTree << "2.5.1";
    QTest::newRow("that does not tell its release") << archive.mid(0, 1) << SourceKind::ExistingTree << "";
    QTest::newRow("a repository") << archive + QStringList { QStringLiteral(".git/HEAD") } << SourceKind::Git
                                  << "2.6.0";
    QTest::newRow("another one's files")
        << QStringList { QStringLiteral("letter.txt") } << SourceKind::Git << "2.6.0";
    QTest::newRow("nothing") << QStringList() << SourceKind::Git << "2.6.0";
}

void PreflightTest::aTreeWithoutGitIsBuiltAsItIs()
{
    QFETCH(QStringList, files);
    QFETCH(SourceKind, kind);
    QTemporaryDir folder;
    for (const QString& file : std::as_const(files))
        write(folder.filePath(file), "2.5.1a0\n");
    Profile profile;
    profile.source = { SourceKind::Git, QStringLiteral("https://example.org/x"), QStringLiteral("v2.6.0"), {},
        QStringLiteral("2.6.0") };
    HostFacts facts;
    facts.platform = hostPlatform();
    RequestWishes wishes;
    wishes.sourceFolder = folder.path();
    wishes.buildFolder = folder.filePath(QStringLiteral("build"));
    const BuildRequest request = draftRequest(profile, facts, wishes).request;
    QCOMPARE(request.source.kind, kind);
    QTEST(request.source.version, "version");
    const auto plan = makeStagePlan(request, hostPlatform());
    QVERIFY(plan.ok());
    QCOMPARE(plan->warnings.join(QLatin1Char(' ')).contains(QStringLiteral("nothing is fetched")),
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
    const QString newer = QStringLiteral("scikit-build-core");
    const QString own = QStringLiteral("setup.py");
    QTest::newRow("fetched over it") << ""
                                     << "" << true << false << "2.14.1" << newer;
    QTest::newRow("from fetch") << "fetch"
                                << "" << true << false << "2.14.1" << newer;
    QTest::newRow("fetch left out") << ""
                                    << "fetch" << true << false << "2.9.0" << own;
    QTest::newRow("from configure") << "configure"
                                    << "" << true << false << "2.9.0" << own;
    QTest::newRow("no tree") << "configure"
                             << "" << false << false << "2.14.1" << newer;
    QTest::newRow("another machine") << ""
                                     << "fetch" << true << true << "2.14.1" << newer;
}

void PreflightTest::aTreeThatIsNotFetchedTellsItsRelease()
{
    QFETCH(const QString, from);
    QFETCH(const QString, skipped);
    QFETCH(const bool, isThere);
    QFETCH(const bool, isElsewhere);
    QTemporaryDir folder;
    write(folder.filePath(QStringLiteral(".git/HEAD")), "ref: refs/heads/mine\n");
    for (const char* file : { "CMakeLists.txt", "setup.py", "version.txt" }) {
        if (isThere)
            write(folder.filePath(QLatin1String(file)), "2.9.0a0\n");
    }
    Profile profile;
    profile.source = { SourceKind::Git, QStringLiteral("https://example.org/x"), QStringLiteral("v2.14.1"),
        {}, QStringLiteral("2.14.1") };
    profile.backend = QStringLiteral("wheel");
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
    QCOMPARE(request.source.tag, QStringLiteral("v2.14.1"));
}

void PreflightTest::failedScriptsAreForeseen_data()
{
    QTest::addColumn<QString>("profile");
    QTest::addColumn<QString>("cuda");
    QTest::addColumn<QStringList>("besides");
    const QStringList stl { QStringLiteral("stl1002") };
    QTest::newRow("first script") << "rtx5070-cuda124-windows"
                                  << "124" << QStringList();
    QTest::newRow("without pthreads") << "rtx5070-cuda124-pthread-windows"
                                      << "124" << QStringList();
    QTest::newRow("CUDA 12.3 plan") << "rtx5070-cuda123-windows"
                                    << "123" << stl;
}

void PreflightTest::failedScriptsAreForeseen()
{
    QFETCH(QString, profile);
    QFETCH(QString, cuda);
    QFETCH(QStringList, besides);
    const auto rows = checked(recordedMachine(cuda), profile);
    const QStringList expected { QStringLiteral("historical-profile"), QStringLiteral("arch-not-for-gpu"),
        QStringLiteral("toolkit-not-for-gpu") };
    QCOMPARE(idsOf(rows, CheckState::Fail), expected + besides);
    QVERIFY(rows[2].need.contains(QStringLiteral("12.8")));
}

void PreflightTest::failedAttemptsAreForeseen_data()
{
    QTest::addColumn<QString>("distributed");
    QTest::addColumn<QStringList>("besides");
    QTest::newRow("attempts 1 and 3: on") << "ON" << QStringList { QStringLiteral("distributed-on-windows") };
    QTest::newRow("attempts 2 and 4: off") << "OFF" << QStringList();
}

// CUDA 12.9 and architecture 8.9, with distributed on or off.
void PreflightTest::failedAttemptsAreForeseen()
{
    QFETCH(QString, distributed);
    QFETCH(QStringList, besides);
    const auto rows
        = checked(recordedMachine(QStringLiteral("129")), QStringLiteral("rtx5070-cuda129-windows"),
            { userFlag(QStringLiteral("TORCH_CUDA_ARCH_LIST"), QStringLiteral("8.9")),
                userFlag(QStringLiteral("USE_DISTRIBUTED"), distributed) });
    QCOMPARE(idsOf(rows, CheckState::Fail), QStringList { QStringLiteral("arch-not-for-gpu") } + besides);
}

// A script once failed this machine by dividing whole gigabytes.
void PreflightTest::thirtyTwoGigabytesAreEnough()
{
    const HostFacts facts = recordedMachine(QStringLiteral("129"));
    Profile profile = *loadProfiles().profile(QStringLiteral("rtx5070-cuda129-windows"));
    const auto memory = [&] {
        const auto rows = checkMachine(facts, profile);
        return std::find_if(rows.begin(), rows.end(), [](const CheckRow& row) {
            return row.id == QLatin1String("memory");
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
    QTest::newRow("16 GB, flash, one architecture") << 16 * gibibyte << 32 << "8.0" << 2;
    QTest::newRow("32 GB, flash, one architecture") << 32 * gibibyte << 32 << "8.0" << 6;
    QTest::newRow("128 GB, flash, one architecture") << 128 * gibibyte << 32 << "8.0" << 25;
    QTest::newRow("32 GB, several architectures") << 32 * gibibyte << 32 << "7.5;8.0" << 3;
    QTest::newRow("no flash below 8.0") << 32 * gibibyte << 32 << "7.0" << 10;
    QTest::newRow("CPU only, few cores") << 32 * gibibyte << 4 << "" << 4;
    QTest::newRow("next to nothing") << 1 * gibibyte << 4 << "8.0" << 1;
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
    configuration.setFlag({ QStringLiteral("USE_CUDA"),
        arch.isEmpty() ? QStringLiteral("OFF") : QStringLiteral("ON"), {}, ValueOrigin::User });
    configuration.setFlag({ QStringLiteral("TORCH_CUDA_ARCH_LIST"), arch, {}, ValueOrigin::User });
    const JobAdvice advice = adviseJobs(facts, configuration);
    QTEST(advice.jobs, "jobs");
    QVERIFY(advice.reason.contains(QString::number(advice.jobs)));
}

void PreflightTest::oldTreeAndNewCMake()
{
    const HostFacts facts = recordedMachine(QStringLiteral("124")); // CMake 4.0.3
    Profile profile = *loadProfiles().profile(QStringLiteral("rtx5070-cuda124-windows"));
    profile.source.version = QStringLiteral("2.6.0");
    const auto fails = [&](const QVector<FlagValue>& flags) {
        RequestWishes wishes;
        wishes.configuration.flags = flags;
        return idsOf(
            preflight(facts, profile, draftRequest(profile, facts, wishes).request), CheckState::Fail);
    };
    QVERIFY(fails({}).contains(QStringLiteral("cmake-4-old-tree")));
    QVERIFY(!fails({ userFlag(QStringLiteral("CMAKE_POLICY_VERSION_MINIMUM"), QStringLiteral("3.5")) })
                 .contains(QStringLiteral("cmake-4-old-tree")));
}

void PreflightTest::newGccIsRefused()
{
    HostFacts facts = recordedMachine(QStringLiteral("129"));
    facts.platform = Platform::Linux;
    facts.compilers = { { QStringLiteral("gcc"), QStringLiteral("/usr/bin/c++"), QStringLiteral("15.1.0"), {},
        true, {} } };
    const QString profile = QStringLiteral("rtx50-linux");
    QVERIFY(
        idsOf(checked(facts, profile), CheckState::Fail).contains(QStringLiteral("host-compiler-too-new")));
    const auto told = checked(facts, profile,
        { userFlag(QStringLiteral("CMAKE_CUDA_HOST_COMPILER"), QStringLiteral("/opt/nowhere/g++-14")) });
    QVERIFY(!idsOf(told, CheckState::Fail).contains(QStringLiteral("host-compiler-too-new")));
    QVERIFY(idsOf(told, CheckState::Warning).contains(QStringLiteral("host-compiler-missing")));
    facts.compilers[0].otherPaths = { QStringLiteral("/usr/bin/g++-15") };
    const auto again = checked(facts, profile,
        { userFlag(QStringLiteral("CMAKE_CUDA_HOST_COMPILER"), QStringLiteral("/usr/bin/g++-15")) });
    QVERIFY(idsOf(again, CheckState::Fail).contains(QStringLiteral("host-compiler-too-new")));
    facts.compilers[0].version = QStringLiteral("14.2.0");
    QVERIFY(
        !idsOf(checked(facts, profile), CheckState::Fail).contains(QStringLiteral("host-compiler-too-new")));
}

void PreflightTest::chosenOnesThatDoNotAnswerAreNotReplaced_data()
{
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("row");
    QTest::addColumn<QString>("flag"); // what the plan names it by
    QTest::newRow("Python") << "python"
                            << "python"
                            << "Python_EXECUTABLE";
    QTest::newRow("compiler") << "cxx"
                              << "compiler"
                              << "CMAKE_CXX_COMPILER";
    QTest::newRow("tool") << "cmake"
                          << "cmake"
                          << "";
}

void PreflightTest::chosenOnesThatDoNotAnswerAreNotReplaced()
{
    QFETCH(const QString, key);
    QFETCH(const QString, row);
    QFETCH(const QString, flag);
    HostFacts facts = recordedMachine(QStringLiteral("129"));
    facts.platform = Platform::Linux;
    facts.isElsewhere = true;
    facts.compilers.clear();
    facts.tools.removeIf([&](const ToolFacts& tool) { return tool.name == key; });
    const QString gone = QStringLiteral("/gone/") + key;
    nameProgram(facts, key, gone);
    const Profile profile = *loadProfiles().profile(QStringLiteral("rtx50-linux"));
    const auto checkedRow = [&](const RequestWishes& wishes) {
        const BuildRequest request = draftRequest(profile, facts, wishes).request;
        if (!flag.isEmpty() && wishes.configuration.flags.isEmpty()
            && request.configuration.flagValue(flag) != gone)
            return CheckRow();
        for (const CheckRow& one : preflight(facts, profile, request)) {
            if (one.id == row)
                return one;
        }
        return CheckRow();
    };
    QCOMPARE(checkedRow({}).where, gone);
    QVERIFY(checkedRow({}).state == CheckState::Unknown); // nobody asked it
    facts.unknown.append({ key, gone + QStringLiteral(" could not be started.") });
    const CheckRow silent = checkedRow({});
    QVERIFY(silent.state == CheckState::Fail);
    QCOMPARE(silent.where, gone);
    QCOMPARE(
        silent.found, gone + QStringLiteral(" was chosen and does not answer: it could not be started."));
    // A flag goes before it.
    RequestWishes wishes;
    wishes.configuration.flags = { userFlag(flag, QStringLiteral("/usr/bin/other")) };
    QVERIFY(flag.isEmpty() || checkedRow(wishes).state != CheckState::Fail);
}

// PyTorch 2.6 was made for CUDA up to 12.6, and does not compile with 13.
void PreflightTest::toolkitForANewCardFitsTheRelease()
{
    HostFacts facts = recordedMachine(QStringLiteral("124"));
    Profile profile = *loadProfiles().profile(QStringLiteral("rtx5070-cuda124-windows"));
    profile.needs.cudaMinimum.clear();
    profile.needs.cudaMaximum.clear();
    SourceSpec source;
    const QStringList blackwell { QStringLiteral("12.0") };
    source.version = QStringLiteral("2.6.0");
    QCOMPARE(adviseToolkit(facts, profile, source, blackwell), QStringLiteral("12.8"));
    source.version = QStringLiteral("2.7.1");
    QCOMPARE(adviseToolkit(facts, profile, source, blackwell), QStringLiteral("12.8"));
    source.version = QStringLiteral("2.14.1");
    QCOMPARE(majorOf(adviseToolkit(facts, profile, source, blackwell)), 13);
    // An old card: the newest that knows it, though the release was made for none of those.
    facts.gpus.clear();
    QCOMPARE(adviseToolkit(facts, profile, source, { QStringLiteral("3.7") }), QStringLiteral("11.8"));
}

// The profile takes gcc up to 13. CMake finds c++ by itself, and is told where it shall be another one.
void PreflightTest::otherCompilersAreNamed_data()
{
    const QString gcc = QStringLiteral("gcc");
    const CompilerFacts twelve { gcc, QStringLiteral("/usr/bin/c++"), QStringLiteral("12.2.0"), {}, true,
        {} };
    CompilerFacts fifteen { gcc, QStringLiteral("/usr/bin/c++"), QStringLiteral("15.1.0"), {}, true, {} };
    const CompilerFacts thirteen { gcc, QStringLiteral("/opt/bin/g++-13"), QStringLiteral("13.3.0"), {},
        false, {} };
    CompilerFacts chosen { gcc, QStringLiteral("/opt/bin/g++-11"), QStringLiteral("11.4.0"), {}, true,
        chosenByUser() };
    QTest::addColumn<QVector<CompilerFacts>>("compilers");
    QTest::addColumn<QString>("named");
    QTest::addColumn<bool>("isRefused");
    QTest::newRow("what CMake takes fits") << QVector { twelve, thirteen } << QString() << false;
    QTest::newRow("too new, another fits") << QVector { fifteen, thirteen } << thirteen.path << false;
    QTest::newRow("too new, nothing fits") << QVector { fifteen } << QString() << true;
    QTest::newRow("chosen") << QVector { chosen, thirteen } << chosen.path << false;
    fifteen.source = chosenByUser();
    QTest::newRow("chosen, too new") << QVector { fifteen, thirteen } << fifteen.path << true;
}

void PreflightTest::otherCompilersAreNamed()
{
    QFETCH(QVector<CompilerFacts>, compilers);
    QFETCH(QString, named);
    QFETCH(bool, isRefused);
    HostFacts facts = recordedMachine(QStringLiteral("129"));
    facts.platform = Platform::Linux;
    facts.compilers = compilers;
    const Profile profile = *loadProfiles().profile(QStringLiteral("pascal-volta-linux"));
    const QString flag = QStringLiteral("CMAKE_CXX_COMPILER");
    QCOMPARE(draftRequest(profile, facts, {}).request.configuration.flagValue(flag), named);
    QCOMPARE(
        idsOf(checked(facts, profile.id), CheckState::Fail).contains(QStringLiteral("compiler")), isRefused);
    const auto plan = makeStagePlan(draftRequest(profile, facts, {}).request, Platform::Linux);
    const auto configure = std::find_if(plan->stages.begin(), plan->stages.end(),
        [](const Stage& stage) { return stage.kind == StageKind::Configure; });
    const auto cmake = std::find_if(configure->commands.begin(), configure->commands.end(),
        [](const Command& command) { return command.arguments.contains(QStringLiteral("-S")); });
    const QStringList arguments = cmake->arguments;
    QCOMPARE(arguments.filter(flag + QLatin1Char(':')),
        named.isEmpty() ? QStringList()
                        : QStringList { QStringLiteral("-D%1:FILEPATH=%2").arg(flag, named) });
    // A flag of the user's own is left alone.
    RequestWishes wishes;
    wishes.configuration.flags = { userFlag(flag, QStringLiteral("/my/c++")) };
    QCOMPARE(draftRequest(profile, facts, wishes).request.configuration.flagValue(flag),
        QStringLiteral("/my/c++"));
}

// Whoever leaves the stage out has to know what is not done.
void PreflightTest::glibcMustFitTheToolkit_data()
{
    QTest::addColumn<QString>("osName");
    QTest::addColumn<QString>("glibc"); // as the facts tell it; empty: not told
    QTest::addColumn<QString>("cuda");
    QTest::addColumn<QString>("root");
    QTest::addColumn<bool>("isRefused");
    const auto row = [](const char* name, const char* osName, const char* glibc, const char* cuda,
                         const char* root, bool isRefused) {
        QTest::newRow(name) << QString::fromLatin1(osName) << QString::fromLatin1(glibc)
                            << QString::fromLatin1(cuda) << QString::fromLatin1(root) << isRefused;
    };
    row("old system", "Debian GNU/Linux 12 (bookworm)", "2.36", "12.8.93", "/usr/local/cuda", false);
    row("told", "Some Linux", "2.41", "12.8.93", "/usr/local/cuda", true);
    row("known by the system", "Debian GNU/Linux 13 (trixie)", "", "12.8.93", "/usr/local/cuda", true);
    row("Debian's own toolkit", "Debian GNU/Linux 13 (trixie)", "2.41", "12.4.131", "/usr", false);
    row("new toolkit", "Debian GNU/Linux 13 (trixie)", "2.41", "13.0.48", "/usr/local/cuda", false);
    row("newer C library", "Fedora Linux 43 (Workstation)", "2.42", "13.0.48", "/usr/local/cuda", true);
    row("newest toolkit", "Fedora Linux 43 (Workstation)", "2.42", "13.2.10", "/usr/local/cuda", false);
    row("not known", "Some Linux", "", "12.8.93", "/usr/local/cuda", false);
}

void PreflightTest::glibcMustFitTheToolkit()
{
    QFETCH(QString, osName);
    QFETCH(QString, glibc);
    QFETCH(QString, cuda);
    QFETCH(QString, root);
    QFETCH(bool, isRefused);
    HostFacts facts = recordedMachine(QStringLiteral("129"));
    facts.platform = Platform::Linux;
    facts.osName = osName;
    facts.compilers = { { QStringLiteral("gcc"), QStringLiteral("/usr/bin/c++"), QStringLiteral("12.2.0"), {},
        true, {} } };
    if (!glibc.isEmpty())
        facts.tools.append({ QStringLiteral("glibc"), {}, glibc, {} });
    facts.cudaToolkits.first().version = cuda;
    facts.cudaToolkits.first().root = root;
    facts.cudaToolkits.first().nvcc = root + QStringLiteral("/bin/nvcc");
    const auto rows = checked(facts, QStringLiteral("rtx50-linux"));
    QCOMPARE(idsOf(rows, CheckState::Fail).contains(QStringLiteral("glibc-too-new")), isRefused);
}

void PreflightTest::withoutAWindowsSdkNothingCompiles()
{
    HostFacts facts = recordedMachine(QStringLiteral("129"));
    const QString sdk = QStringLiteral("windows-sdk");
    const QString profile = QStringLiteral("rtx5070-cuda129-windows");
    QVERIFY(!idsOf(checked(facts, profile), CheckState::Fail).contains(sdk));
    facts.tools.removeIf([&sdk](const ToolFacts& tool) { return tool.name == sdk; });
    QVERIFY(idsOf(checked(facts, profile), CheckState::Fail).contains(sdk));
}

// CUDA 11.8 builds 2.7, and the profile asks for 12.6, for its own release.
void PreflightTest::rangesOfAProfileAreForItsOwnRelease()
{
    HostFacts facts = recordedMachine(QStringLiteral("129"));
    facts.cudaToolkits.first().version = QStringLiteral("11.8.89");
    const Profile profile = *loadProfiles().profile(QStringLiteral("pascal-volta-windows"));
    RequestWishes wishes;
    wishes.configuration.flags = { userFlag(QStringLiteral("TORCH_CUDA_ARCH_LIST"), QStringLiteral("7.0")) };
    const QString toolkit = QStringLiteral("cuda-toolkit");
    QVERIFY(idsOf(preflight(facts, profile, draftRequest(profile, facts, wishes).request), CheckState::Fail)
                .contains(toolkit));
    wishes.tag = QStringLiteral("v2.7.1");
    const auto rows = preflight(facts, profile, draftRequest(profile, facts, wishes).request);
    QVERIFY(!idsOf(rows, CheckState::Fail).contains(toolkit));
    QVERIFY(idsOf(rows, CheckState::Warning).contains(toolkit));
}

void PreflightTest::patchesAreNamed()
{
    const Profile profile = *loadProfiles().profile(QStringLiteral("kepler-cuda114-windows"));
    const HostFacts facts = recordedMachine(QStringLiteral("129"));
    const auto linesOf = [&](const RequestWishes& wishes) {
        QStringList texts;
        for (const CheckRow& row : preflight(facts, profile, draftRequest(profile, facts, wishes).request)) {
            if (ruleOf(row) == QLatin1String("patch-left-out"))
                texts << checkLine(row);
        }
        return texts;
    };
    QCOMPARE(linesOf({}), QStringList());
    RequestWishes wishes;
    wishes.skippedStages = QStringList { QStringLiteral("patch") };
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
    row.title = QStringLiteral("Jobs");
    row.found = QStringLiteral("9 jobs may take 18 GB.");
    row.need = QStringLiteral("2 GB each");
    row.fixText = QStringLiteral("Use 4 jobs");
    QCOMPARE(
        checkLine(row), QStringLiteral("warning: Jobs: 9 jobs may take 18 GB. Needs 2 GB each. Use 4 jobs."));
}

void PreflightTest::wrongSystemIsOneBlocker()
{
    const auto rows = checked(recordedMachine(QStringLiteral("129")), QStringLiteral("debian-source"));
    QCOMPARE(idsOf(rows, CheckState::Fail), QStringList { QStringLiteral("system") });
}

void PreflightTest::placeholdersAreFilled()
{
    const HostFacts facts = recordedMachine(QStringLiteral("129"));
    const auto request
        = makeRequest(*loadProfiles().profile(QStringLiteral("rtx5070-cuda129-windows")), facts, {});
    QVERIFY(request.ok());
    QCOMPARE(request->configuration.flagValue(QStringLiteral("CUDA_TOOLKIT_ROOT_DIR")),
        facts.cudaToolkits[0].root);
    QCOMPARE(request->configuration.flagValue(QStringLiteral("Python_EXECUTABLE")), facts.pythons[0].path);
    QCOMPARE(request->jobs, std::optional(18));
    for (const FlagValue& flag : request->configuration.flags)
        QVERIFY2(!flag.value.contains(QStringLiteral("${")), qPrintable(flag.name));
}

void PreflightTest::missingToolkitIsOneSentence()
{
    const HostFacts facts = recordedMachine(QStringLiteral("124"));
    const auto request
        = makeRequest(*loadProfiles().profile(QStringLiteral("rtx5070-cuda129-windows")), facts, {});
    QVERIFY(!request.ok());
    QVERIFY(request.error().message.contains(QStringLiteral("12.8 to 12.9")));
    // A plan for a machine that nobody looked at names the usual places instead.
    HostFacts nobody;
    nobody.platform = Platform::Windows;
    QVERIFY(makeRequest(*loadProfiles().profile(QStringLiteral("rtx5070-cuda129-windows")), nobody, {}).ok());
}

void PreflightTest::verdicts()
{
    QCOMPARE(verdictText({}), QStringLiteral("Ready"));
    QCOMPARE(verdictText({ 1, 0, 0 }), QStringLiteral("1 blocker"));
    QCOMPARE(verdictText({ 2, 1, 3 }), QStringLiteral("2 blockers, 1 warning, 3 unknown"));
}

QTEST_GUILESS_MAIN(PreflightTest)
#include "PreflightTest.moc"
