// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/CodePages.h"
#include "core/config/BuildChoice.h"
#include "tests/support/CheckedBuild.h"
#include "tests/support/Rows.h"
#include "tests/support/SetVariable.h"

#include <memory>
#include <vector>

using namespace torchmason;

// Where a build lies, and what the flags and variables ask of the machine.
class FolderRulesTest : public QObject {
    Q_OBJECT

private slots:
    void codePagesHaveCharacters_data();
    void codePagesHaveCharacters();
    void pathsMustBeInTheCodePage_data();
    void pathsMustBeInTheCodePage();
    void drivesOfWindowsAreTold_data();
    void drivesOfWindowsAreTold();
    void theFirstWslIsTold();
    void jobsMustBeANumber_data();
    void jobsMustBeANumber();
    void aNameSetTwiceSaysWhichCounts();
    void inheritedOptionsAreTold_data();
    void inheritedOptionsAreTold();
    void fixesChangeWhatTheBuildTakes_data();
    void fixesChangeWhatTheBuildTakes();
    void aChangedFlagCounts_data();
    void aChangedFlagCounts();
    void variablesThatRunCodeAreTold_data();
    void variablesThatRunCodeAreTold();
    void rocmIsForOtherCards_data();
    void rocmIsForOtherCards();
};

void FolderRulesTest::codePagesHaveCharacters_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("page");
    QTest::addColumn<bool>("has");
    newRow("plain", "C:/dev", 1252, true);
    newRow("its own letters", "C:/Алексей", 1251, true);
    newRow("others", "C:/Алексей", 1252, false);
    newRow("no similar letter instead", "C:/Jiří", 1252, false);
    newRow("UTF-8", "C:/测试", 65001, true);
    newRow("GBK", "C:/测试", 936, true);
}

void FolderRulesTest::codePagesHaveCharacters()
{
    QFETCH(const QString, text);
    QFETCH(const int, page);
    const auto has = isInCodePage(text, page);
    QVERIFY(has);
    QTEST(*has, "has");
    QVERIFY(!isInCodePage(text, 99999)); // none that there is
}

void FolderRulesTest::pathsMustBeInTheCodePage_data()
{
    QTest::addColumn<QString>("row");
    QTest::addColumn<QString>("codePage");
    QTest::addColumn<QString>("place"); // of what the row is about
    QTest::addColumn<QString>("cuda");
    QTest::addColumn<QString>("state"); // empty: no row
    const QString other = QStringLiteral("C:/Алексей/x");
    for (const char* row : { "build-path", "source-path", "temp-path" })
        newRow(row, row, "CP1252", other, "ON", "fail");
    newRow("Python", "python-path", "CP1252", other, "ON", "warning");
    newRow("build folder without CUDA", "build-path", "CP1252", other, "OFF", "warning");
    newRow("build folder in the page", "build-path", "CP1251", other, "ON", "warning");
    newRow("build folder, page not known", "build-path", "", other, "ON", "warning");
    newRow("TEMP without CUDA", "temp-path", "CP1252", other, "OFF", "");
    newRow("TEMP in the page", "temp-path", "CP1251", other, "ON", "");
    newRow("Python in the page", "python-path", "CP1251", other, "ON", "");
}

void FolderRulesTest::pathsMustBeInTheCodePage()
{
    QFETCH(const QString, row);
    QFETCH(const QString, codePage);
    QFETCH(const QString, place);
    QFETCH(const QString, cuda);
    HostFacts facts = recordedMachine(QStringLiteral("129"));
    facts.isElsewhere = true;
    facts.codePage = codePage;
    RequestWishes wishes;
    wishes.sourceFolder = QStringLiteral("C:/pt");
    wishes.buildFolder = QStringLiteral("C:/pt/build");
    wishes.configuration.flags = { userFlag(QStringLiteral("USE_CUDA"), cuda) };
    if (row == QLatin1String("build-path"))
        wishes.buildFolder = place;
    if (row == QLatin1String("source-path"))
        wishes.sourceFolder = place;
    if (row == QLatin1String("temp-path"))
        facts.disks = { { QStringLiteral("temp"), place, {}, {} } };
    if (row == QLatin1String("python-path"))
        facts.pythons.first().path = place;
    QTEST(stateOf(checkedWith(facts, QStringLiteral("rtx5070-cuda129-windows"), wishes), row), "state");
}

void FolderRulesTest::drivesOfWindowsAreTold_data()
{
    QTest::addColumn<QStringList>("environment");
    QTest::addColumn<QString>("folder");
    QTest::addColumn<QString>("state");
    const QStringList wsl { QStringLiteral("wsl2") };
    newRow("drive", wsl, "/mnt/c/Users/me/pytorch", "warning");
    newRow("folder of Linux", wsl, "/home/me/pytorch", "");
    newRow("a mount of another name", wsl, "/mnt/data/pytorch", "");
    newRow("no WSL", QStringList(), "/mnt/c/pytorch", "");
}

void FolderRulesTest::drivesOfWindowsAreTold()
{
    QFETCH(const QStringList, environment);
    QFETCH(const QString, folder);
    HostFacts facts;
    facts.platform = Platform::Linux;
    facts.isElsewhere = true;
    facts.environment = environment;
    RequestWishes wishes;
    wishes.sourceFolder = folder;
    wishes.buildFolder = QStringLiteral("/home/me/build");
    QTEST(stateOf(checkedWith(facts, QStringLiteral("cpu-only"), wishes), QStringLiteral("source-path")),
        "state");
}

void FolderRulesTest::theFirstWslIsTold()
{
    HostFacts facts;
    facts.platform = Platform::Linux;
    facts.isElsewhere = true;
    const auto state = [&](const char* where) {
        facts.environment = { QString::fromLatin1(where) };
        return stateOf(checkedWith(facts, QStringLiteral("cpu-only"), {}), QStringLiteral("system"));
    };
    QCOMPARE(state("wsl1"), QStringLiteral("warning"));
    QVERIFY(state("wsl2") != QLatin1String("warning"));
}

void FolderRulesTest::jobsMustBeANumber_data()
{
    QTest::addColumn<QString>("value");
    QTest::addColumn<bool>("isTold");
    newRow("number", "4", false);
    newRow("word", "many", true);
    newRow("none", "0", true);
    newRow("empty, as if it were not set", "", false);
}

void FolderRulesTest::jobsMustBeANumber()
{
    QFETCH(const QString, value);
    RequestWishes wishes;
    wishes.configuration.environment = { { QStringLiteral("MAX_JOBS"), value, ValueOrigin::User } };
    const auto rows = checkedWith(
        recordedMachine(QStringLiteral("129")), QStringLiteral("rtx5070-cuda129-windows"), wishes);
    QTEST(stateOf(rows, QStringLiteral("max-jobs")) == QLatin1String("warning"), "isTold");
}

void FolderRulesTest::aNameSetTwiceSaysWhichCounts()
{
    RequestWishes wishes;
    wishes.configuration.flags = { userFlag(QStringLiteral("USE_NUMA"), QStringLiteral("OFF")) };
    wishes.configuration.environment
        = { { QStringLiteral("USE_NUMA"), QStringLiteral("1"), ValueOrigin::User } };
    const auto rows = checkedWith(
        recordedMachine(QStringLiteral("129")), QStringLiteral("rtx5070-cuda129-windows"), wishes);
    const auto row = std::find_if(rows.begin(), rows.end(),
        [](const CheckRow& one) { return one.id == QLatin1String("name-set-twice"); });
    QVERIFY(row != rows.end());
    QVERIFY2(row->found.endsWith(QLatin1String("\"1\": the CMake entry counts.")), qPrintable(row->found));
}

void FolderRulesTest::inheritedOptionsAreTold_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("flag"); // empty: taken out
    QTest::addColumn<QString>("row"); // empty: none
    const QString archs = QStringLiteral("TORCH_CUDA_ARCH_LIST");
    const QString launcher = QStringLiteral("CMAKE_CXX_COMPILER_LAUNCHER");
    newRow("no flag", archs, "8.6", "", "variable-inherited");
    newRow("another flag", archs, "8.6", "12.0", "name-set-twice");
    newRow("the same flag", archs, "12.0", "12.0", "");
    newRow("empty", archs, "", "", "");
    newRow("a switch that the release takes", "USE_MKLDNN", "0", "", "variable-inherited");
    newRow("the same switch in other words", "USE_MKLDNN", "0", "OFF", "");
    newRow("a secret", launcher, "run https://me:abcdefgh12345@host", "", "variable-inherited");
    newRow("a folder of the machine", "CUDA_HOME", "/opt/cuda", "", "");
    newRow("without effect here", "USE_ROCM_CK_GEMM", "1", "", "");
    newRow("of an older release", "USE_TENSORRT", "1", "", "");
    newRow("for front ends", "CMAKE_ARGS", "-DUSE_MKLDNN=OFF", "", "");
}

// PyTorch 2.14.
void FolderRulesTest::inheritedOptionsAreTold()
{
    QFETCH(const QString, name);
    QFETCH(const QString, value);
    QFETCH(const QString, flag);
    QFETCH(const QString, row);
    const SetVariable variable(name, value);
    HostFacts facts;
    facts.platform = hostPlatform();
    RequestWishes wishes;
    if (flag.isEmpty())
        wishes.configuration.unsetFlag(name);
    else
        wishes.configuration.setFlag(userFlag(name, flag));
    const auto told = [&]() -> std::optional<CheckRow> {
        for (const CheckRow& one : checkedWith(facts, profileOfHost(), wishes)) {
            if (one.title == name
                && QStringList { "variable-inherited", "name-set-twice" }.contains(ruleOf(one)))
                return one;
        }
        return {};
    };
    const auto found = told();
    QCOMPARE(found ? ruleOf(*found) : QString(), row);
    if (!found)
        return;
    QVERIFY2(!found->found.contains(QLatin1String("abcdefgh")), qPrintable(found->found));
    for (const Change& change : found->changes)
        QVERIFY2(!change.id().contains(QLatin1String("abcdefgh")), qPrintable(change.id()));
    wishes.configuration.setEnvironment({ name, std::nullopt, ValueOrigin::User });
    QVERIFY(!told());
    wishes.configuration.environment.clear();
    facts.isElsewhere = true;
    QVERIFY(!told());
}

void FolderRulesTest::fixesChangeWhatTheBuildTakes_data()
{
    QTest::addColumn<QStringList>("inherited");
    QTest::addColumn<QString>("row");
    newRow("one switch", QStringList { "USE_CUDA=1", "USE_ROCM=1" }, "rocm-and-cuda");
    newRow("several switches", QStringList { "USE_DISTRIBUTED=0", "USE_GLOO=1", "USE_MPI=1" },
        "distributed-half-on");
}

// The environment goes before flags from PyTorch 2.14 on.
void FolderRulesTest::fixesChangeWhatTheBuildTakes()
{
    QFETCH(const QStringList, inherited);
    QFETCH(const QString, row);
    std::vector<std::unique_ptr<SetVariable>> variables;
    for (const QString& one : inherited)
        variables.push_back(std::make_unique<SetVariable>(one.section(u'=', 0, 0), one.section(u'=', 1)));
    HostFacts facts;
    facts.platform = hostPlatform();
    const auto rowWith = [&](const Change& change) -> std::optional<CheckRow> {
        RequestWishes wishes;
        for (const ChangeStep& step : change.steps)
            applyStep(step, wishes);
        for (const CheckRow& one : checkedWith(facts, profileOfHost(), wishes)) {
            if (one.id == row)
                return one;
        }
        return {};
    };
    const auto told = rowWith({});
    QVERIFY(told && !told->changes.isEmpty());
    for (const Change& change : told->changes)
        QVERIFY2(!rowWith(change), qPrintable(change.id()));
}

void FolderRulesTest::aChangedFlagCounts_data()
{
    QTest::addColumn<bool>("isInherited");
    newRow("the variable is inherited", true);
    newRow("the variable is the user's", false);
}

// PyTorch 2.14 takes the variable over the flag that the change sets.
void FolderRulesTest::aChangedFlagCounts()
{
    QFETCH(const bool, isInherited);
    const QString name = QStringLiteral("USE_DISTRIBUTED");
    const QString off = QStringLiteral("0");
    const SetVariable variable(name, isInherited ? std::optional(off) : std::nullopt);
    const Profile profile = *loadProfiles().profile(profileOfHost());
    HostFacts facts;
    facts.platform = hostPlatform();
    RequestWishes wishes;
    wishes.configuration.setFlag(userFlag(QStringLiteral("USE_GLOO"), QStringLiteral("ON")));
    if (!isInherited)
        wishes.configuration.setEnvironment({ name, off, ValueOrigin::User });
    const auto valueNow = [&] {
        const BuildRequest request = draftRequest(profile, facts, wishes).request;
        return chooseBuild(facts, profile, request).value(name).value;
    };
    QCOMPARE(valueNow(), off);
    const auto rows = checkedWith(facts, profile.id, wishes);
    const auto row = std::find_if(rows.begin(), rows.end(),
        [](const CheckRow& one) { return one.id == QLatin1String("distributed-half-on"); });
    QVERIFY(row != rows.end());
    const Change& change = row->changes.last();
    QCOMPARE(change.title, "Set USE_DISTRIBUTED to ON");
    for (const ChangeStep& step : change.steps)
        applyStep(step, wishes);
    QCOMPARE(valueNow(), "ON");
}

void FolderRulesTest::variablesThatRunCodeAreTold_data()
{
    QTest::addColumn<QString>("variable");
    QTest::addColumn<bool>("isOfProfile");
    QTest::addColumn<bool>("isTold");
    newRow("a library in all programs", "LD_PRELOAD", true, true);
    newRow("other programs", "PATH", true, true);
    newRow("other programs on Windows", "Path", true, true);
    newRow("a program of git", "GIT_SSH_COMMAND", true, true);
    newRow("modules", "PYTHONPATH", true, true);
    newRow("the user's own", "LD_PRELOAD", false, false);
    newRow("harmless", "CCACHE_DIR", true, false);
}

void FolderRulesTest::variablesThatRunCodeAreTold()
{
    QFETCH(const QString, variable);
    QFETCH(const bool, isOfProfile);
    Profile profile = *loadProfiles().profile(QStringLiteral("cpu-only"));
    RequestWishes wishes;
    Configuration& set = isOfProfile ? profile.configuration : wishes.configuration;
    set.environment = { { variable, QStringLiteral("/tmp/evil"),
        isOfProfile ? ValueOrigin::Profile : ValueOrigin::User } };
    HostFacts facts;
    facts.platform = Platform::Linux;
    const auto rows = preflight(facts, profile, draftRequest(profile, facts, wishes).request);
    QTEST(stateOf(rows, QStringLiteral("variable-runs-code")) == QLatin1String("warning"), "isTold");
}

void FolderRulesTest::rocmIsForOtherCards_data()
{
    QTest::addColumn<QString>("rocm"); // empty: not set by the user
    QTest::addColumn<QString>("cuda");
    QTest::addColumn<bool>("hasCard");
    QTest::addColumn<QString>("row"); // empty: none
    newRow("both", "ON", "ON", true, "rocm-and-cuda");
    newRow("both, and no card", "ON", "ON", false, "rocm-and-cuda");
    newRow("a card of NVIDIA alone", "ON", "OFF", true, "rocm-for-nvidia");
    newRow("not here, no card of NVIDIA", "ON", "OFF", false, "rocm-not-found");
    newRow("off", "", "ON", true, "");
}

void FolderRulesTest::rocmIsForOtherCards()
{
    QFETCH(const QString, rocm);
    QFETCH(const QString, cuda);
    QFETCH(const bool, hasCard);
    QFETCH(const QString, row);
    HostFacts facts = recordedMachine(QStringLiteral("129"));
    facts.platform = Platform::Linux;
    facts.isElsewhere = true;
    if (!hasCard)
        facts.gpus.clear();
    RequestWishes wishes;
    wishes.configuration.flags = { userFlag(QStringLiteral("USE_CUDA"), cuda) };
    if (!rocm.isEmpty())
        wishes.configuration.flags.append(userFlag(QStringLiteral("USE_ROCM"), rocm));
    // CMake switches off what is not there, and a flag that was ON then stops the build.
    for (const bool isHere : { true, false }) {
        if (isHere)
            facts.tools.append({ QStringLiteral("hipcc"), QStringLiteral("/opt/rocm/bin/hipcc"),
                QStringLiteral("6.4.43482"), QStringLiteral("hipcc --version") });
        else
            facts.tools.removeIf([](const ToolFacts& tool) { return tool.name == QLatin1String("hipcc"); });
        const auto rows = checkedWith(facts, QStringLiteral("rtx50-linux"), wishes);
        const QString state = isHere ? QStringLiteral("warning") : QStringLiteral("fail");
        for (const char* id : { "rocm-and-cuda", "rocm-for-nvidia", "rocm-not-found" }) {
            const bool isTold
                = row == QLatin1String(id) && !(isHere && row == QLatin1String("rocm-not-found"));
            QCOMPARE(stateOf(rows, QString::fromLatin1(id)), isTold ? state : QString());
        }
    }
    if (rocm.isEmpty())
        return;
    wishes.configuration.flags.append(userFlag(QStringLiteral("ROCM_PATH"), QStringLiteral("/data/rocm")));
    for (const CheckRow& one : checkedWith(facts, QStringLiteral("rtx50-linux"), wishes))
        QVERIFY2(!one.id.startsWith(QLatin1String("rocm")) || one.state != CheckState::Fail,
            qPrintable(one.found));
}

QTEST_GUILESS_MAIN(FolderRulesTest)
#include "FolderRulesTest.moc"
