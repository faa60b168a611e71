// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/solver/Solver.h"
#include "core/solver/CheckReport.h"
#include "tests/support/CheckedBuild.h"
#include "tests/support/Rows.h"

#include "core/profile/ProfileCatalogue.h"

#include <QTest>

#include <algorithm>

using namespace torchmason;

namespace {

constexpr Bytes manyBytes = 500 * gibibyte;

GpuFacts card(const char* name, const char* capability)
{
    GpuFacts gpu;
    gpu.name = QLatin1String(name);
    gpu.computeCapability = QLatin1String(capability);
    gpu.driver = "580.65.06";
    return gpu;
}

CudaToolkitFacts toolkit(const char* version)
{
    CudaToolkitFacts facts;
    facts.version = QLatin1String(version);
    facts.root = "/usr/local/cuda-" + facts.version;
    facts.nvcc = facts.root + "/bin/nvcc";
    facts.cudnn = "9.10.2";
    return facts;
}

CompilerFacts gcc(const char* version, bool isDefault = false)
{
    CompilerFacts facts;
    facts.family = "gcc";
    facts.version = QLatin1String(version);
    facts.path = "/usr/bin/g++-" + facts.version.section(QLatin1Char('.'), 0, 0);
    facts.isDefault = isDefault;
    return facts;
}

PythonFacts python(const char* version, bool isDefault = false)
{
    PythonFacts facts;
    facts.version = QLatin1String(version);
    facts.path = "/usr/bin/python" + facts.version.section(QLatin1Char('.'), 0, 1);
    facts.kind = "system";
    facts.modules = { "yaml", "typing_extensions", "setuptools", "wheel", "build", "scikit_build_core",
        "packaging", "six", "numpy" };
    facts.isDefault = isDefault;
    return facts;
}

ToolFacts tool(const char* name, const char* version)
{
    return { QLatin1String(name), "/usr/bin/" + QLatin1String(name), QLatin1String(version), {} };
}

// A machine that builds everything of today for a Blackwell card.
HostFacts goodMachine()
{
    HostFacts facts;
    facts.platform = Platform::Linux;
    facts.osName = "Ubuntu 24.04.2 LTS";
    facts.logicalCores = 32;
    facts.physicalCores = 16;
    facts.memoryTotal = facts.memoryAvailable = 128 * gibibyte;
    facts.swapTotal = 8 * gibibyte;
    facts.gpus = { card("NVIDIA GeForce RTX 5070", "12.0") };
    facts.cudaToolkits = { toolkit("12.8") };
    facts.cudaToolkits.first().winsOnPath = true;
    facts.compilers = { gcc("13.3.0", true) };
    facts.pythons = { python("3.12.3", true) };
    facts.tools = { tool("cmake", "3.28.3"), tool("ninja", "1.12.1"), tool("git", "2.43.0") };
    for (const char* role : { "source", "build", "temp" })
        facts.disks.append({ QLatin1String(role), "/data", manyBytes, manyBytes });
    return facts;
}

BuildCase caseOf(const HostFacts& facts, const char* profileId)
{
    const ProfileCatalogue catalogue = loadProfiles();
    const Profile* profile = catalogue.profile(QLatin1String(profileId));
    if (!profile)
        qFatal("no profile %s", profileId);
    BuildCase wanted { facts, *profile, {} };
    wanted.wishes.sourceFolder = "/data/pytorch";
    wanted.wishes.buildFolder = "/data/pytorch/build";
    return wanted;
}

BuildCase withFlag(BuildCase wanted, const char* name, const char* value)
{
    wanted.wishes.configuration.flags.append(
        { QLatin1String(name), QLatin1String(value), {}, ValueOrigin::User });
    return wanted;
}

}

class SolverTest : public QObject {
    Q_OBJECT

private slots:
    void aGoodMachineHasNothingToChange();
    void conflictsAreFoundAndSolved_data();
    void conflictsAreFoundAndSolved();
    void ownFlagsAreLeftOut();
    void ownFlagsAreLeftOutInJson();
    void everyChangeOfferedWorks_data();
    void everyChangeOfferedWorks();
    void cudaThatIsOffAsksForNothing();
    void idsNameOneRowEach();
    void whatIsNamedIsWhatIsJudged_data();
    void whatIsNamedIsWhatIsJudged();
};

void SolverTest::aGoodMachineHasNothingToChange()
{
    const Solution solution = solve(caseOf(goodMachine(), "rtx50-linux"));
    QCOMPARE(failing(solution.rows), QStringList());
    QVERIFY(solution.plan.isEmpty());
    QVERIFY(solution.left.isEmpty());
}

void SolverTest::conflictsAreFoundAndSolved_data()
{
    QTest::addColumn<BuildCase>("wanted");
    QTest::addColumn<QString>("rule");
    QTest::addColumn<QString>("smallest"); // the id of its first change
    const auto row = [](const char* name, const BuildCase& wanted, const char* rule, const char* smallest) {
        newRow(name, wanted, rule, smallest);
    };
    HostFacts facts = goodMachine();
    row("architecture of another card", withFlag(caseOf(facts, "rtx50-linux"), "TORCH_CUDA_ARCH_LIST", "8.9"),
        "arch-not-for-gpu", "set-flag:TORCH_CUDA_ARCH_LIST=12.0");

    facts.gpus.append(card("NVIDIA GeForce GTX 1080 Ti", "6.1"));
    row("second card left out", caseOf(facts, "rtx50-linux"), "arch-not-for-gpu",
        "set-flag:TORCH_CUDA_ARCH_LIST=6.1;12.0");
    row("no card is served", withFlag(caseOf(facts, "rtx50-linux"), "TORCH_CUDA_ARCH_LIST", "8.0"),
        "arch-not-for-gpu", "set-flag:TORCH_CUDA_ARCH_LIST=6.1;12.0");

    facts = goodMachine();
    facts.cudaToolkits = { toolkit("12.3"), toolkit("12.8") };
    facts.cudaToolkits.first().winsOnPath = true;
    row("named toolkit too old, another is here",
        withFlag(caseOf(facts, "rtx50-linux"), "CUDA_TOOLKIT_ROOT_DIR", "/usr/local/cuda-12.3"),
        "toolkit-not-for-gpu", "set-flag:CUDA_TOOLKIT_ROOT_DIR=/usr/local/cuda-12.8");
    row("named toolkit is not there",
        withFlag(caseOf(facts, "rtx50-linux"), "CUDA_TOOLKIT_ROOT_DIR", "/opt/cuda"), "toolkit-not-there",
        "set-flag:CUDA_TOOLKIT_ROOT_DIR=/usr/local/cuda-12.8");

    facts = goodMachine();
    facts.cudaToolkits.clear();
    row("no toolkit", caseOf(facts, "rtx50-linux"), "cuda-toolkit", "install:cuda=13.2");

    BuildCase elsewhere = caseOf(goodMachine(), "rtx50-linux");
    elsewhere.wishes.buildFolder = "/data/build";
    row("a folder that no wheel comes from", elsewhere, "missing-wheel", "build-folder=/data/pytorch/build");

    facts = goodMachine();
    facts.compilers = { gcc("15.1.0", true), gcc("13.3.0") };
    row("host compiler too new, another is here", caseOf(facts, "rtx50-linux"), "host-compiler-too-new",
        "set-flag:CMAKE_CUDA_HOST_COMPILER=/usr/bin/g++-13");
    facts.compilers = { gcc("15.1.0", true) };
    row("an install before a flag that only lifts the check", caseOf(facts, "rtx50-linux"),
        "host-compiler-too-new", "install:gcc=14 set-flag:CMAKE_CUDA_HOST_COMPILER=/usr/bin/g++-14");
    facts.compilers = { gcc("13.3.0", true), gcc("15.1.0") };
    row("the named one counts",
        withFlag(caseOf(facts, "rtx50-linux"), "CMAKE_CXX_COMPILER", "/usr/bin/g++-15"),
        "host-compiler-too-new", "set-flag:CMAKE_CUDA_HOST_COMPILER=/usr/bin/g++-13");
    row("nvcc's own, too",
        withFlag(caseOf(facts, "rtx50-linux"), "CMAKE_CUDA_HOST_COMPILER", "/usr/bin/g++-15"),
        "host-compiler-too-new", "set-flag:CMAKE_CUDA_HOST_COMPILER=/usr/bin/g++-13");

    facts = goodMachine();
    facts.pythons = { python("3.15.0", true), python("3.12.3") };
    facts.pythons.first().source = chosenByUser();
    row("Python too new, another is here", caseOf(facts, "rtx50-linux"), "python-not-for-release",
        "choose:python=/usr/bin/python3.12");

    facts = goodMachine();
    facts.tools.first().version = "4.1.0";
    facts.gpus = { card("NVIDIA A100-SXM4-80GB", "8.0") };
    BuildCase wanted = caseOf(facts, "a100-linux");
    wanted.wishes.tag = "v2.5.1";
    row("old tree and CMake 4", wanted, "cmake-4-old-tree", "set-flag:CMAKE_POLICY_VERSION_MINIMUM=3.5");

    wanted = withFlag(caseOf(goodMachine(), "rtx50-linux"), "USE_DISTRIBUTED", "OFF");
    row("half on", withFlag(withFlag(wanted, "USE_GLOO", "ON"), "USE_NCCL", "OFF"), "distributed-half-on",
        "set-flag:USE_GLOO=OFF");

    facts = goodMachine();
    facts.gpus = { card("Tesla V100-SXM2-16GB", "7.0") };
    facts.compilers = { gcc("9.3.0", true), gcc("12.3.0") };
    wanted = withFlag(caseOf(facts, "rtx50-linux"), "TORCH_CUDA_ARCH_LIST", "7.0");
    wanted.wishes.tag = "v2.13.0";
    row("compiler that the release refuses", wanted, "compiler-too-old", "choose:cxx=/usr/bin/g++-12");

    facts = goodMachine();
    facts.gpus = { card("NVIDIA A100-SXM4-80GB", "8.0") };
    facts.pythons.first() = python("3.11.9", true);
    facts.pythons.first().packages.insert("numpy", "2.1.0");
    wanted = caseOf(facts, "a100-linux");
    wanted.wishes.tag = "v2.2.2";
    row("numpy 2 and a tree before it", wanted, "package-not-for-release", "package=numpy==1.26.4");

    wanted = caseOf(goodMachine(), "rtx50-linux");
    wanted.wishes.tag = "v2.13.0"; // later ones read it
    wanted.wishes.configuration.environment.append({ "USE_MKLDNN", "0", ValueOrigin::User });
    row("misspelt", withFlag(caseOf(goodMachine(), "rtx50-linux"), "USE_MKLDN", "OFF"), "flag-unknown",
        "unset-flag:USE_MKLDN set-flag:USE_MKLDNN=OFF");
    row("no choice", withFlag(caseOf(goodMachine(), "rtx50-linux"), "BLAS", "openblas"), "flag-value",
        "set-flag:BLAS=OpenBLAS");
    row("older than the tree's standard",
        withFlag(caseOf(goodMachine(), "rtx50-linux"), "CMAKE_CXX_STANDARD", "14"), "cxx-standard",
        "unset-flag:CMAKE_CXX_STANDARD");
    row("a variable that nobody reads", wanted, "variable-not-read",
        "set-flag:USE_MKLDNN=0 unset-environment:USE_MKLDNN");
}

void SolverTest::conflictsAreFoundAndSolved()
{
    QFETCH(BuildCase, wanted);
    QFETCH(QString, rule);
    QFETCH(QString, smallest);
    const Solution solution = solve(wanted);
    const CheckRow* row = rowOfRule(solution.rows, rule);
    QVERIFY2(row, qPrintable(failing(solution.rows).join(QLatin1Char(' '))));
    QVERIFY(!row->changes.isEmpty());
    QCOMPARE(row->changes.first().id(), smallest);
    QCOMPARE(failing(solution.left), QStringList());
    BuildCase after = wanted;
    for (const Change& change : solution.plan)
        after = changed(after, change);
    QCOMPARE(failing(problemsOf(after)), QStringList());
}

// -U is about the profile's flags: what the command line set itself goes with its -D.
void SolverTest::ownFlagsAreLeftOut()
{
    const auto told = [](const char* flag, const char* value, const QStringList& given) {
        return checkReport(
            solve(withFlag(caseOf(goodMachine(), "rtx50-linux"), flag, value)).rows, true, given);
    };
    QVERIFY(told("USE_MKLDNN", "MAYBE", {}).contains("(-U USE_MKLDNN)"));
    QVERIFY(told("USE_MKLDNN", "MAYBE", { "USE_MKLDNN" }).contains("(leave out -D USE_MKLDNN)"));
    QVERIFY(
        told("USE_MKLDN", "OFF", { "USE_MKLDN" }).contains("(-D USE_MKLDNN=OFF instead of -D USE_MKLDN)"));
}

// The same for programs that read it.
void SolverTest::ownFlagsAreLeftOutInJson()
{
    const Change change = unsetFlagsChange({ "OWN", "PROFILES" });
    const auto told = [&change](const char* member, const QStringList& given) {
        return compactJson(toJson(change, given)[member]);
    };
    QCOMPARE(told("options", {}), QByteArray(R"(["-U","OWN","-U","PROFILES"])"));
    QCOMPARE(told("leaveOut", {}), QByteArray("[]"));
    QCOMPARE(told("options", { "OWN", "OTHER" }), QByteArray(R"(["-U","PROFILES"])"));
    QCOMPARE(told("leaveOut", { "OWN", "OTHER" }), QByteArray(R"(["OWN"])"));
    QCOMPARE(told("steps", { "OWN" }), told("steps", {})); // what it comes to stays
    const Change gate { "Wait for memory", {}, { { StepKind::UseGate, {}, {} } }, {} };
    QCOMPARE(compactJson(toJson(gate)["options"]), QByteArray(R"(["--gate"])"));
    const Json beside = toJson(gate, { noGateOption }); // which would be refused
    QCOMPARE(compactJson(beside["options"]), QByteArray("[]"));
    QCOMPARE(compactJson(beside["leaveOut"]), QByteArray(R"(["--no-gate"])"));
    const Solution solution = solve(withFlag(caseOf(goodMachine(), "rtx50-linux"), "USE_MKLDNN", "MAYBE"));
    const QByteArray rows = compactJson(toJson(solution.rows, { "USE_MKLDNN" }));
    QVERIFY2(!rows.contains(R"("-U")") && rows.contains(R"("leaveOut":["USE_MKLDNN"])"), rows.constData());
}

void SolverTest::everyChangeOfferedWorks_data()
{
    QTest::addColumn<BuildCase>("wanted");
    const ProfileCatalogue catalogue = loadProfiles();
    HostFacts old = goodMachine();
    old.gpus = { card("Tesla K40c", "3.5") };
    old.cudaToolkits = { toolkit("11.4"), toolkit("12.8") };
    old.compilers = { gcc("15.1.0", true), gcc("9.4.0") };
    old.pythons = { python("3.14.0", true), python("3.9.18") };
    old.tools.first().version = "3.18.0";
    HostFacts bare;
    bare.platform = Platform::Linux;
    bare.osName = "Debian GNU/Linux 12 (bookworm)";
    for (const Profile& profile : catalogue.profiles) {
        const auto add = [&](const char* name, const HostFacts& facts) {
            QTest::addRow("%s, %s", name, qPrintable(profile.id)) << BuildCase { facts, profile, {} };
        };
        add("good", goodMachine());
        add("old", old);
        add("bare", bare);
    }
}

// Whatever is offered removes its row, and brings no blocker that was not there.
void SolverTest::everyChangeOfferedWorks()
{
    QFETCH(BuildCase, wanted);
    const QVector<CheckRow> before = problemsOf(wanted);
    const auto failuresOf
        = [](const QVector<CheckRow>& rows, const QString& rule) { return failing(rows).count(rule); };
    for (const CheckRow& row : solve(wanted).rows) {
        for (const Change& change : row.changes) {
            const QVector<CheckRow> after = problemsOf(changed(wanted, change));
            const auto weight = [&](const QVector<CheckRow>& rows) {
                return std::count_if(rows.begin(), rows.end(), [&](const CheckRow& other) {
                    return ruleOf(other) == ruleOf(row) && other.state == row.state;
                });
            };
            QVERIFY2(weight(after) < weight(before), qPrintable(row.id + ": " + change.id()));
            for (const QString& rule : failing(after))
                QVERIFY2(failuresOf(after, rule) <= failuresOf(before, rule),
                    qPrintable(change.id() + " brings " + rule));
        }
    }
}

void SolverTest::cudaThatIsOffAsksForNothing()
{
    HostFacts facts = goodMachine();
    facts.cudaToolkits.clear();
    facts.gpus.clear();
    const auto rows = problemsOf(withFlag(caseOf(facts, "rtx50-linux"), "USE_CUDA", "OFF"));
    QCOMPARE(failing(rows), QStringList());
}

void SolverTest::idsNameOneRowEach()
{
    HostFacts facts = goodMachine();
    facts.gpus = { card("A", "6.1"), card("B", "7.0"), card("C", "3.5") };
    QStringList ids;
    for (const CheckRow& row : problemsOf(caseOf(facts, "rtx50-linux")))
        ids << row.id;
    QVERIFY(ids.contains("arch-not-for-gpu#3"));
    QCOMPARE(ids.removeDuplicates(), 0);
}

void SolverTest::whatIsNamedIsWhatIsJudged_data()
{
    QTest::addColumn<QString>("value");
    QTest::addColumn<QStringList>("blockers");
    newRow("the card's", "12.0", QStringList());
    newRow("more than the card's", "8.6;12.0+PTX", QStringList());
    newRow("a name without PTX", "Hopper", QStringList { "arch-not-for-gpu" });
    newRow("a name with PTX", "Hopper+PTX", QStringList());
    newRow("the name of an onboard computer", "Ampere+Tegra", QStringList { "arch-not-for-gpu" });
    newRow("no name", "banana", QStringList { "arch-list-unreadable" });
}

void SolverTest::whatIsNamedIsWhatIsJudged()
{
    QFETCH(QString, value);
    QFETCH(QStringList, blockers);
    const BuildCase wanted
        = withFlag(caseOf(goodMachine(), "rtx50-linux"), "TORCH_CUDA_ARCH_LIST", qPrintable(value));
    QCOMPARE(failing(problemsOf(wanted)), blockers);
}

QTEST_GUILESS_MAIN(SolverTest)
#include "SolverTest.moc"
