// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/ToolkitChoice.h"
#include "core/knowledge/VersionText.h"
#include "core/solver/BuildCase.h"
#include "core/stages/StagePlan.h"
#include "tests/support/CheckedBuild.h"
#include "tests/support/Rows.h"

#include <QTest>

#include <algorithm>

using namespace torchmason;

// Compilers, toolkits and the system's libraries against each other and the release.
class ToolchainRulesTest : public QObject {
    Q_OBJECT

private slots:
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
    void oneSeverityOfCMake_data();
    void oneSeverityOfCMake();
    void cmakeIsThatOfTheRelease();
    void pythonIsThatOfTheRelease();
};

void ToolchainRulesTest::newGccIsRefused()
{
    HostFacts facts = recordedMachine("129");
    facts.platform = Platform::Linux;
    facts.compilers = { { "gcc", "/usr/bin/c++", "15.1.0", {}, true, {} } };
    const QString profile = "rtx50-linux";
    QVERIFY(idsOf(checked(facts, profile), CheckState::Fail).contains("host-compiler-too-new"));
    const auto told
        = checked(facts, profile, { userFlag("CMAKE_CUDA_HOST_COMPILER", "/opt/nowhere/g++-14") });
    QVERIFY(!idsOf(told, CheckState::Fail).contains("host-compiler-too-new"));
    QVERIFY(idsOf(told, CheckState::Warning).contains("host-compiler-missing"));
    facts.compilers[0].otherPaths = { "/usr/bin/g++-15" };
    const auto again = checked(facts, profile, { userFlag("CMAKE_CUDA_HOST_COMPILER", "/usr/bin/g++-15") });
    QVERIFY(idsOf(again, CheckState::Fail).contains("host-compiler-too-new"));
    facts.compilers[0].version = "14.2.0";
    QVERIFY(!idsOf(checked(facts, profile), CheckState::Fail).contains("host-compiler-too-new"));
}

void ToolchainRulesTest::chosenOnesThatDoNotAnswerAreNotReplaced_data()
{
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("row");
    QTest::addColumn<QString>("flag"); // what the plan names it by
    newRow("Python", "python", "python", "Python_EXECUTABLE");
    newRow("compiler", "cxx", "compiler", "CMAKE_CXX_COMPILER");
    newRow("tool", "cmake", "cmake", "");
}

void ToolchainRulesTest::chosenOnesThatDoNotAnswerAreNotReplaced()
{
    QFETCH(const QString, key);
    QFETCH(const QString, row);
    QFETCH(const QString, flag);
    HostFacts facts = recordedMachine("129");
    facts.platform = Platform::Linux;
    facts.isElsewhere = true;
    facts.compilers.clear();
    facts.tools.removeIf([&](const ToolFacts& tool) { return tool.name == key; });
    const QString gone = "/gone/" + key;
    nameProgram(facts, key, gone);
    const Profile profile = *loadProfiles().profile("rtx50-linux");
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
    facts.unknown.append({ key, gone + " could not be started." });
    const CheckRow silent = checkedRow({});
    QVERIFY(silent.state == CheckState::Fail);
    QCOMPARE(silent.where, gone);
    QCOMPARE(silent.found, gone + " was chosen and does not respond: it could not be started.");
    // Also with a profile that needs none.
    Profile needsNone = profile;
    needsNone.needs.python = false;
    const auto stopping
        = idsOf(preflight(facts, needsNone, draftRequest(needsNone, facts, {}).request), CheckState::Fail);
    QVERIFY2(stopping.contains(row), qPrintable(stopping.join(u' ')));
    // A flag goes before it.
    RequestWishes wishes;
    wishes.configuration.flags = { userFlag(flag, "/usr/bin/other") };
    QVERIFY(flag.isEmpty() || checkedRow(wishes).state != CheckState::Fail);
}

// PyTorch 2.6 was made for CUDA up to 12.6, and does not compile with 13.
void ToolchainRulesTest::toolkitForANewCardFitsTheRelease()
{
    HostFacts facts = recordedMachine("124");
    Profile profile = *loadProfiles().profile("rtx5070-cuda124-windows");
    profile.needs.cudaMinimum.clear();
    profile.needs.cudaMaximum.clear();
    SourceSpec source;
    const QStringList blackwell { "12.0" };
    source.version = "2.6.0";
    QCOMPARE(adviseToolkit(facts, profile, source, blackwell), "12.8");
    source.version = "2.7.1";
    QCOMPARE(adviseToolkit(facts, profile, source, blackwell), "12.8");
    source.version = "2.14.1";
    QCOMPARE(majorOf(adviseToolkit(facts, profile, source, blackwell)), 13);
    // An old card: the newest that knows it, though the release was made for none of those.
    facts.gpus.clear();
    QCOMPARE(adviseToolkit(facts, profile, source, { "3.7" }), "11.8");
}

// The profile takes gcc up to 13. CMake finds c++ by itself, and is told where it shall be another one.
void ToolchainRulesTest::otherCompilersAreNamed_data()
{
    const QString gcc = "gcc";
    const CompilerFacts twelve { gcc, "/usr/bin/c++", "12.2.0", {}, true, {} };
    CompilerFacts fifteen { gcc, "/usr/bin/c++", "15.1.0", {}, true, {} };
    const CompilerFacts thirteen { gcc, "/opt/bin/g++-13", "13.3.0", {}, false, {} };
    CompilerFacts chosen { gcc, "/opt/bin/g++-11", "11.4.0", {}, true, chosenByUser() };
    QTest::addColumn<QVector<CompilerFacts>>("compilers");
    QTest::addColumn<QString>("named");
    QTest::addColumn<bool>("isRefused");
    newRow("what CMake takes fits", QList { twelve, thirteen }, QString(), false);
    newRow("too new, another fits", QList { fifteen, thirteen }, thirteen.path, false);
    newRow("too new, nothing fits", QList { fifteen }, QString(), true);
    newRow("chosen", QList { chosen, thirteen }, chosen.path, false);
    fifteen.source = chosenByUser();
    newRow("chosen, too new", QList { fifteen, thirteen }, fifteen.path, true);
}

void ToolchainRulesTest::otherCompilersAreNamed()
{
    QFETCH(QVector<CompilerFacts>, compilers);
    QFETCH(QString, named);
    QFETCH(bool, isRefused);
    HostFacts facts = recordedMachine("129");
    facts.platform = Platform::Linux;
    facts.compilers = compilers;
    const Profile profile = *loadProfiles().profile("pascal-volta-linux");
    const QString flag = "CMAKE_CXX_COMPILER";
    QCOMPARE(draftRequest(profile, facts, {}).request.configuration.flagValue(flag), named);
    QCOMPARE(idsOf(checked(facts, profile.id), CheckState::Fail).contains("compiler"), isRefused);
    const auto plan = makeStagePlan(draftRequest(profile, facts, {}).request, Platform::Linux);
    const auto configure = std::find_if(plan->stages.begin(), plan->stages.end(),
        [](const Stage& stage) { return stage.kind == StageKind::Configure; });
    const auto cmake = std::find_if(configure->commands.begin(), configure->commands.end(),
        [](const Command& command) { return command.arguments.contains("-S"); });
    const QStringList arguments = cmake->arguments;
    QCOMPARE(arguments.filter(flag + QLatin1Char(':')),
        named.isEmpty() ? QStringList()
                        : QStringList { QStringLiteral("-D%1:FILEPATH=%2").arg(flag, named) });
    // A flag of the user's own is left alone.
    RequestWishes wishes;
    wishes.configuration.flags = { userFlag(flag, "/my/c++") };
    QCOMPARE(draftRequest(profile, facts, wishes).request.configuration.flagValue(flag), "/my/c++");
}

// Whoever leaves the stage out has to know what is not done.
void ToolchainRulesTest::glibcMustFitTheToolkit_data()
{
    QTest::addColumn<QString>("osName");
    QTest::addColumn<QString>("glibc"); // as the facts tell it; empty: not told
    QTest::addColumn<QString>("cuda");
    QTest::addColumn<QString>("root");
    QTest::addColumn<bool>("isRefused");
    newRow("old system", "Debian GNU/Linux 12 (bookworm)", "2.36", "12.8.93", "/usr/local/cuda", false);
    newRow("told", "Some Linux", "2.41", "12.8.93", "/usr/local/cuda", true);
    newRow("known by the system", "Debian GNU/Linux 13 (trixie)", "", "12.8.93", "/usr/local/cuda", true);
    newRow("Debian's own toolkit", "Debian GNU/Linux 13 (trixie)", "2.41", "12.4.131", "/usr", false);
    newRow("new toolkit", "Debian GNU/Linux 13 (trixie)", "2.41", "13.0.48", "/usr/local/cuda", false);
    newRow("newer C library", "Fedora Linux 43 (Workstation)", "2.42", "13.0.48", "/usr/local/cuda", true);
    newRow("newest toolkit", "Fedora Linux 43 (Workstation)", "2.42", "13.2.10", "/usr/local/cuda", false);
    newRow("not known", "Some Linux", "", "12.8.93", "/usr/local/cuda", false);
}

void ToolchainRulesTest::glibcMustFitTheToolkit()
{
    QFETCH(QString, osName);
    QFETCH(QString, glibc);
    QFETCH(QString, cuda);
    QFETCH(QString, root);
    QFETCH(bool, isRefused);
    HostFacts facts = recordedMachine("129");
    facts.platform = Platform::Linux;
    facts.osName = osName;
    facts.compilers = { { "gcc", "/usr/bin/c++", "12.2.0", {}, true, {} } };
    if (!glibc.isEmpty())
        facts.tools.append({ "glibc", {}, glibc, {} });
    facts.cudaToolkits.first().version = cuda;
    facts.cudaToolkits.first().root = root;
    facts.cudaToolkits.first().nvcc = root + "/bin/nvcc";
    const auto rows = checked(facts, "rtx50-linux");
    QCOMPARE(idsOf(rows, CheckState::Fail).contains("glibc-too-new"), isRefused);
}

void ToolchainRulesTest::withoutAWindowsSdkNothingCompiles()
{
    HostFacts facts = recordedMachine("129");
    const QString sdk = "windows-sdk";
    const QString profile = "rtx5070-cuda129-windows";
    QVERIFY(!idsOf(checked(facts, profile), CheckState::Fail).contains(sdk));
    facts.tools.removeIf([&sdk](const ToolFacts& tool) { return tool.name == sdk; });
    QVERIFY(idsOf(checked(facts, profile), CheckState::Fail).contains(sdk));
}

// CUDA 11.8 builds 2.7, and the profile asks for 12.6, for its own release.
void ToolchainRulesTest::rangesOfAProfileAreForItsOwnRelease()
{
    HostFacts facts = recordedMachine("129");
    facts.cudaToolkits.first().version = "11.8.89";
    facts.gpus.clear(); // it does not compile for the one here
    const Profile profile = *loadProfiles().profile("pascal-volta-windows");
    RequestWishes wishes;
    wishes.configuration.flags = { userFlag("TORCH_CUDA_ARCH_LIST", "7.0") };
    const QString toolkit = "cuda-toolkit";
    const auto own
        = idsOf(preflight(facts, profile, draftRequest(profile, facts, wishes).request), CheckState::Fail);
    QVERIFY(own.contains("cuda-too-old-for-release") && !own.contains(toolkit)); // one cause
    wishes.tag = "v2.7.1";
    const auto rows = preflight(facts, profile, draftRequest(profile, facts, wishes).request);
    QVERIFY(!idsOf(rows, CheckState::Fail).contains(toolkit));
    QVERIFY(idsOf(rows, CheckState::Warning).contains(toolkit));
}

// What the machine's page says of a program is as severe as what the review says of it.
void ToolchainRulesTest::oneSeverityOfCMake_data()
{
    QTest::addColumn<QString>("tag");
    QTest::addColumn<QString>("rule"); // of the review
    QTest::addColumn<CheckState>("state");
    newRow("the profile's own release", QString(), "cmake-too-old", CheckState::Fail);
    newRow("a release that takes it", "v2.7.1", QString(), CheckState::Pass);
    newRow("a branch that nothing is known of", "my-branch", "cmake", CheckState::Warning);
}

void ToolchainRulesTest::oneSeverityOfCMake()
{
    QFETCH(QString, tag);
    QFETCH(QString, rule);
    QFETCH(CheckState, state);
    HostFacts facts = recordedMachine("129");
    facts.tools.removeIf([](const ToolFacts& tool) { return tool.name == "cmake"; });
    facts.tools.append({ "cmake", "C:/cmake/bin/cmake.exe", "3.25.1", "PATH" });
    const Profile profile = *loadProfiles().profile("pascal-volta-windows");
    RequestWishes wishes;
    wishes.tag = tag;
    const BuildRequest request = draftRequest(profile, facts, wishes).request;
    QVERIFY(idsOf(checkMachine(facts, profile, request), state).contains("cmake"));
    for (const CheckState each : { CheckState::Fail, CheckState::Warning })
        QCOMPARE(idsOf(preflight(facts, profile, request), each).contains(rule), each == state);
}

// A tree that is there has no tag; its version.txt says 2.6, which takes CMake 3.18.
void ToolchainRulesTest::cmakeIsThatOfTheRelease()
{
    HostFacts facts = recordedMachine("129");
    const Profile profile = *loadProfiles().profile("pascal-volta-windows");
    BuildRequest request = draftRequest(profile, facts, {}).request;
    const QString cmake = "cmake";
    facts.tools.removeIf([&cmake](const ToolFacts& tool) { return tool.name == cmake; });
    facts.tools.append({ cmake, "C:/cmake/bin/cmake.exe", "3.25.1", "PATH" });
    const auto found = [&](CheckState state) { return idsOf(preflight(facts, profile, request), state); };
    QVERIFY(found(CheckState::Fail).contains("cmake-too-old"));
    request.source = { SourceKind::ExistingTree, {}, {}, {}, "2.6.0" };
    QVERIFY(!found(CheckState::Fail).contains("cmake-too-old"));
    QVERIFY(!found(CheckState::Fail).contains(cmake));
    QVERIFY(!found(CheckState::Warning).contains(cmake));
    facts.tools.removeLast();
    for (const CheckRow& row : preflight(facts, profile, request)) {
        if (row.id == cmake)
            QCOMPARE(row.need, QString("3.18 or newer"));
    }
    QVERIFY(found(CheckState::Fail).contains(cmake));
}

// PyTorch 1.12 takes Python 3.7 to 3.10, whatever the profile's own release takes.
void ToolchainRulesTest::pythonIsThatOfTheRelease()
{
    HostFacts facts = recordedMachine("129");
    const Profile profile = *loadProfiles().profile("pascal-volta-windows");
    facts.pythons.resize(1);
    facts.pythons.first().isDefault = true;
    facts.pythons.first().version = "3.8.10";
    const auto failures = [&](const QString& tag) {
        RequestWishes wishes;
        wishes.tag = tag;
        const RequestDraft draft = draftRequest(profile, facts, wishes);
        return idsOf(preflight(facts, profile, draft.request), CheckState::Fail);
    };
    QVERIFY(failures({}).contains("python-not-for-release"));
    QVERIFY(!failures("v1.12.1").contains("python"));
    QVERIFY(!failures("v1.12.1").contains("python-not-for-release"));
    facts.pythons.first().version = "3.12.4";
    QVERIFY(failures("v1.12.1").contains("python-not-for-release"));

    // Of two, the one that the release takes.
    facts.pythons.first().isDefault = false;
    facts.pythons.append(facts.pythons.first());
    facts.pythons.last().version = "3.8.10";
    facts.pythons.last().path = "C:/Python38/python.exe";
    RequestWishes wishes;
    wishes.tag = "v1.12.1";
    QCOMPARE(draftRequest(profile, facts, wishes).request.python.base, facts.pythons.last().path);
}

QTEST_GUILESS_MAIN(ToolchainRulesTest)
#include "ToolchainRulesTest.moc"
