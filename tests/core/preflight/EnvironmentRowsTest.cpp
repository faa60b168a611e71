// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/Placeholders.h"
#include "core/detect/HostFacts.h"
#include "core/preflight/MachineRows.h"
#include "core/preflight/Preflight.h"
#include "core/profile/Candidates.h"
#include "core/profile/ProfileCatalogue.h"
#include "tests/support/CheckedBuild.h"
#include "tests/support/Rows.h"

#include <QTest>

using namespace torchmason;

namespace {

HostFacts example(const QString& name)
{
    const auto facts
        = readFactsFile(QStringLiteral(TORCHMASON_SOURCE "/resources/examples/facts/%1.json").arg(name));
    return facts ? *facts : HostFacts();
}

CudaToolkitFacts toolkit(const QString& root, const QString& version, const QStringList& namedBy)
{
    CudaToolkitFacts facts;
    facts.root = root;
    facts.version = version;
    facts.namedBy = namedBy;
    return facts;
}

}

// What the rows of a machine make of the facts that are easily overlooked.
class EnvironmentRowsTest : public QObject {
    Q_OBJECT

private slots:
    void toolkitsThatGetMixed_data();
    void toolkitsThatGetMixed();
    void variablesThatNameNothing();
    void cardWithoutItsDriver();
    void coresOfAContainer();
    void oneCoreIsOne();
    void whereTheMachineIs_data();
    void whereTheMachineIs();
    void missingHeadersAreTold_data();
    void missingHeadersAreTold();
    void environmentsThatNobodyActivatedAreLast();
    void whatAFileDoesNotTellIsUnknown();
    void cudaThatIsNotNeededStandsLast();
    void theCompilerIsThatOfTheProfilesFacts();
    void aNinjaThatBreaksBuildsIsNoGoodOne();
    void withoutAProfileTheNewestReleaseCounts();
    void anOldCudnnTellsItsReleases();
};

void EnvironmentRowsTest::toolkitsThatGetMixed_data()
{
    QTest::addColumn<QStringList>("first");
    QTest::addColumn<QStringList>("second");
    QTest::addColumn<QString>("found");
    const QString home = "CUDA_HOME";
    const QString path = "PATH";
    newRow("home and path", QStringList { home }, QStringList { path },
        "CUDA_HOME leads to CUDA 12.4.131, PATH to 12.9.86");
    newRow("home and CMake's own", QStringList { home }, QStringList { "CUDACXX" },
        "CUDA_HOME leads to CUDA 12.4.131, CUDACXX to 12.9.86");
    newRow("one has all names", QStringList { home, path }, QStringList(), "");
    newRow("only path", QStringList(), QStringList { path }, "");
    newRow("CMake asks its own before PATH", QStringList { home, "CUDACXX" }, QStringList { path }, "");
}

void EnvironmentRowsTest::toolkitsThatGetMixed()
{
    QFETCH(QStringList, first);
    QFETCH(QStringList, second);
    QFETCH(QString, found);
    HostFacts facts;
    facts.cudaToolkits = { toolkit("/c/12.4", "12.4.131", first), toolkit("/c/12.9", "12.9.86", second) };
    QVector<CheckRow> rows;
    addEnvironmentRows(rows, facts, nullptr);
    QCOMPARE(rows.isEmpty() ? QString() : rows.first().found, found);
    if (!rows.isEmpty())
        QCOMPARE(rows.first().state, CheckState::Warning);
}

void EnvironmentRowsTest::variablesThatNameNothing()
{
    HostFacts facts;
    facts.unknown
        = { { "CUDA_HOME",
                QStringLiteral("CUDA_HOME is /gone, and there is no nvcc in its bin folder: correct it, "
                               "or unset it.") },
              { "gpu", "nvidia-smi did not respond within 5 s." } };
    QVector<CheckRow> rows;
    addEnvironmentRows(rows, facts, nullptr);
    QCOMPARE(rows.size(), 1);
    QCOMPARE(rows[0].id, "variable-cuda-home");
    QCOMPARE(rows[0].found, "CUDA_HOME is /gone, and there is no nvcc in its bin folder");
    QCOMPARE(rows[0].fixText, "Correct it, or unset it.");
    rows.clear();
    const Profile withoutCuda;
    addEnvironmentRows(rows, facts, &withoutCuda);
    QVERIFY(rows.isEmpty());
}

void EnvironmentRowsTest::cardWithoutItsDriver()
{
    const QVector<CheckRow> rows = describeMachine(example("nouveau-rtx5070"));
    const CheckRow* card = rowNamed(rows, "gpu");
    QVERIFY(card);
    QCOMPARE(card->state, CheckState::Warning);
    QVERIFY2(card->found.endsWith("driven by nouveau"), qPrintable(card->found));
    QCOMPARE(card->fixCommand, "sudo ubuntu-drivers install");
    QCOMPARE(rowNamed(rows, "driver")->found, "not installed");
    HostFacts wsl = example("nouveau-rtx5070");
    wsl.environment = { "wsl2" };
    const QVector<CheckRow> rowsInWsl = describeMachine(wsl);
    for (const char* id : { "gpu", "driver" }) {
        const CheckRow* row = rowNamed(rowsInWsl, id);
        QCOMPARE(row->fixCommand, QString()); // it would take the place of the one that Windows shares
        QVERIFY2(row->fixText.endsWith("installed in Windows; do not install one here."),
            qPrintable(row->fixText));
    }
}

void EnvironmentRowsTest::coresOfAContainer()
{
    const QVector<CheckRow> rows = describeMachine(example("container-a100-4-of-64"));
    const QString found = rowNamed(rows, "processor")->found;
    QVERIFY2(found.contains("4 of 128 threads (limited by cpu.max)"), qPrintable(found));
}

void EnvironmentRowsTest::oneCoreIsOne()
{
    HostFacts facts;
    for (const auto& [count, words] :
        { std::pair(1, "1 core, 1 thread"), std::pair(2, "2 cores, 2 threads") }) {
        facts.physicalCores = facts.logicalCores = count;
        QCOMPARE(rowNamed(describeMachine(facts), "processor")->found, words);
    }
}

void EnvironmentRowsTest::whereTheMachineIs_data()
{
    QTest::addColumn<QString>("example");
    QTest::addColumn<QString>("end");
    newRow("WSL", "wsl2-rtx3060", " in WSL 2");
    newRow("a pod with conda in it", "container-a100-4-of-64", " in Kubernetes");
    newRow("a virtual environment is no place", "perfect-linux-rtx5070", "(6.11.0-17-generic)");
}

void EnvironmentRowsTest::whereTheMachineIs()
{
    QFETCH(QString, example);
    QFETCH(QString, end);
    const QVector<CheckRow> rows = describeMachine(::example(example));
    QVERIFY2(rows.first().found.endsWith(end), qPrintable(rows.first().found));
}

void EnvironmentRowsTest::missingHeadersAreTold_data()
{
    QTest::addColumn<std::optional<bool>>("headers");
    QTest::addColumn<QString>("buildPython");
    QTest::addColumn<bool>("told");
    newRow("there", std::optional(true), "ON", false);
    newRow("missing", std::optional(false), "ON", true);
    newRow("missing, and CMake's default", std::optional(false), "", true);
    newRow("missing, and not needed", std::optional(false), "OFF", false);
    newRow("a file of an older version does not tell", std::optional<bool>(), "ON", false);
}

void EnvironmentRowsTest::missingHeadersAreTold()
{
    QFETCH(std::optional<bool>, headers);
    QFETCH(QString, buildPython);
    QFETCH(bool, told);
    HostFacts facts = example("wsl2-rtx3060");
    facts.pythons[0].headers = headers;
    Profile profile;
    profile.needs.python = true;
    if (!buildPython.isEmpty())
        profile.configuration.flags.append({ "BUILD_PYTHON", buildPython, {}, ValueOrigin::Profile });
    QVector<CheckRow> rows;
    addPythonRows(rows, facts, &profile);
    const CheckRow* row = rowNamed(rows, "python-headers");
    QCOMPARE(row != nullptr, told);
    if (row)
        QCOMPARE(row->fixCommand, "sudo apt-get install -y python3 python3-dev python3-venv");
}

// conda lists whatever it ever made here. Such a one must not become the build's Python by being better
// equipped.
void EnvironmentRowsTest::environmentsThatNobodyActivatedAreLast()
{
    const QStringList modules { "yaml", "typing_extensions" };
    HostFacts facts;
    facts.pythons = { { "/usr/bin/python3", "3.11.2", "system", {}, false, "PATH" },
        { "/envs/other/bin/python", "3.11.9", "conda", modules, false, "environments.txt" } };
    QCOMPARE(pythonFor(facts, {})->path, "/usr/bin/python3");
    ProfileNeeds newer;
    newer.pythonMinimum = "3.11.5";
    QCOMPARE(pythonFor(facts, newer)->path, "/envs/other/bin/python"); // better than none
    facts.pythons[0].version = "3.8.0";
    const Placeholders placeholders = machinePlaceholders({}, {}, facts);
    QVERIFY(placeholders.values.value("venv") != "/envs/other");
    facts.pythons[1].source = "CONDA_PREFIX";
    QCOMPARE(machinePlaceholders({}, {}, facts).values.value("venv"), "/envs/other");
}

void EnvironmentRowsTest::whatAFileDoesNotTellIsUnknown()
{
    const auto facts = factsFromText(R"({"facts":1,"platform":"linux"})", "f");
    QVERIFY(facts.ok());
    const QVector<CheckRow> rows = describeMachine(*facts);
    for (const char* id : { "processor", "gpu", "cuda-toolkit", "compiler", "cmake", "ninja", "memory" }) {
        const CheckRow* row = rowNamed(rows, QLatin1String(id));
        QVERIFY2(row && row->state == CheckState::Unknown, id);
    }
}

// As in `doctor`, so that nobody looks for a toolkit that is there.
void EnvironmentRowsTest::cudaThatIsNotNeededStandsLast()
{
    HostFacts facts;
    facts.platform = Platform::Linux;
    const Profile profile = *loadProfiles().profile("cpu-only");
    QVERIFY(!rowNamed(checkMachine(facts, profile), "cuda-toolkit"));
    facts.cudaToolkits = { toolkit("/usr/local/cuda", "13.0.88", {}) };
    const QVector<CheckRow> rows = checkMachine(facts, profile);
    QCOMPARE(rows.last().group, "cuda");
    const CheckRow* row = rowNamed(rows, "cuda-toolkit");
    QVERIFY(row && row->found.startsWith(rowNamed(describeMachine(facts), "cuda-toolkit")->found));
    QVERIFY2(row->found.endsWith("not needed by this profile"), qPrintable(row->found));
    QCOMPARE(row->state, CheckState::Pass);
    QVERIFY(row->need.isEmpty() && row->overrideKey.isEmpty());
}

void EnvironmentRowsTest::theCompilerIsThatOfTheProfilesFacts()
{
    HostFacts facts;
    facts.platform = Platform::Linux;
    facts.compilers = { { "gcc", "/usr/bin/c++", "12.2.0", {}, true, {} } };
    for (const char* id : { "cpu-only", "debian-source", "pascal-volta-linux", "tour" }) {
        const Profile profile = *loadProfiles().profile(id);
        const QVector<CheckRow> rows = checkMachine(facts, profile);
        QVERIFY(rowNamed(rows, "compiler"));
        QCOMPARE(rowNamed(rows, "compiler")->need, compilerNeeds(profile, Platform::Linux).gcc);
        QVERIFY(rowNamed(rows, "compiler")->need.startsWith("gcc"));
    }
}

// As check says it: here nobody has named a profile yet.
void EnvironmentRowsTest::aNinjaThatBreaksBuildsIsNoGoodOne()
{
    HostFacts facts;
    facts.platform = Platform::Windows;
    facts.tools.append({ "ninja", "C:/n/ninja.exe", "1.13.0", {} });
    const QVector<CheckRow> bad = describeMachine(facts);
    const CheckRow* row = rowNamed(bad, "ninja");
    QVERIFY(row);
    QCOMPARE(row->state, CheckState::Fail);
    QVERIFY2(row->fixText.contains("1.13.1"), qPrintable(row->fixText));
    facts.tools.last().version = "1.12.1";
    const QVector<CheckRow> good = describeMachine(facts);
    QCOMPARE(rowNamed(good, "ninja")->state, CheckState::Pass);
}

// CMake 3.25 builds PyTorch 2.7; from 2.8 on it takes 3.27.
void EnvironmentRowsTest::withoutAProfileTheNewestReleaseCounts()
{
    HostFacts facts;
    facts.tools.append({ "cmake", "/usr/bin/cmake", "3.25.1", "PATH" });
    const QVector<CheckRow> rows = describeMachine(facts);
    const CheckRow* row = rowNamed(rows, "cmake");
    QVERIFY(row);
    QCOMPARE(row->state, CheckState::Warning);
    QCOMPARE(row->need, "3.27 or newer for PyTorch 2.8 and newer");
    QVERIFY2(row->fixText.startsWith("Good for PyTorch up to 2.7. "), qPrintable(row->fixText));
    QVERIFY(!row->fixCommand.isEmpty());
    facts.tools.last().version = "3.31.6";
    const QVector<CheckRow> good = describeMachine(facts);
    QCOMPARE(rowNamed(good, "cmake")->state, CheckState::Pass);
}

// From 2.13 on PyTorch takes cuDNN 9 alone.
void EnvironmentRowsTest::anOldCudnnTellsItsReleases()
{
    HostFacts facts;
    facts.platform = Platform::Linux;
    facts.cudaToolkits = { toolkit("/usr/local/cuda", "12.1.105", {}) };
    const auto told = [&facts](const QString& cudnn) {
        facts.cudaToolkits.first().cudnn = cudnn;
        const QVector<CheckRow> rows = describeMachine(facts);
        const CheckRow* row = rowNamed(rows, "cudnn");
        return row && row->state == CheckState::Pass ? row->found : QStringLiteral("not passed");
    };
    QCOMPARE(told("8.9.7"), "8.9.7, good for PyTorch up to 2.12");
    QCOMPARE(told("9.10.2"), "9.10.2");
    QCOMPARE(told(""), "no headers found");
    facts.cudaToolkits.first().cudnn = QStringLiteral("8.9.7");
    const Profile profile = *loadProfiles().profile("cpu-only");
    QCOMPARE(rowNamed(checkMachine(facts, profile), "cudnn")->found, "8.9.7, not needed by this profile");
}

QTEST_GUILESS_MAIN(EnvironmentRowsTest)
#include "EnvironmentRowsTest.moc"
