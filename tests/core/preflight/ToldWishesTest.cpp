// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/preflight/Preflight.h"
#include "core/profile/ProfileCatalogue.h"
#include "core/solver/CheckReport.h"
#include "core/solver/Solver.h"
#include "tests/support/CheckedBuild.h"

#include <QTest>

#include <algorithm>

using namespace torchmason;

namespace {

// Of the example that lacks nothing.
BuildCase goodCase(const char* profile)
{
    const auto facts = readFactsFile(
        QStringLiteral(TORCHMASON_SOURCE "/resources/examples/facts/perfect-linux-rtx5070.json"));
    if (!facts)
        qFatal("%s", qPrintable(facts.error().message));
    return { *facts, *loadProfiles().profile(QLatin1String(profile)), {} };
}

void takeOnly(BuildCase& wanted, const char* cuda, const char* card, const char* capability)
{
    CudaToolkitFacts toolkit = wanted.facts.cudaToolkits.first();
    toolkit.version = QLatin1String(cuda);
    toolkit.root = QStringLiteral("/usr/local/cuda-") + toolkit.version.section(QLatin1Char('.'), 0, 1);
    toolkit.nvcc = toolkit.root + QStringLiteral("/bin/nvcc");
    wanted.facts.cudaToolkits = { toolkit };
    wanted.facts.gpus.first().name = QLatin1String(card);
    wanted.facts.gpus.first().computeCapability = QLatin1String(capability);
}

}

class ToldWishesTest : public QObject {
    Q_OBJECT

private slots:
    void aToolkitOutsideTheRangeIsJudged();
    void aToolkitOfTheReleaseIsTaken();
    void aToolkitBetweenTheOfficialOnesIsTaken();
    void oneToolkitIsAdvised();
    void anotherReleaseTakesTheToolkitThatIsHere();
    void oneCauseIsOneBlocker();
    void whatPreventsABuildStandsFirst();
    void whatIsRefusedPreventsABuild();
    void whatOnlyDoesNotRunHereIsBuilt();
    void aRenamedArchitectureIsOffered();
    void whatBlocksIsNotCoveredByAWarning();
    void theDriverOfWslIsThatOfWindows();
    void noDriverThatTheCardHasNotIsAdvised();
    void tags_data();
    void tags();
    void programsThatAreNotThere_data();
    void programsThatAreNotThere();
    void impossibleFactsAreNotTrusted();
    void membersThatStandTwice();
};

// The profile asks for 12.6; what is wrong with 13.0 is that it knows no Volta.
void ToldWishesTest::aToolkitOutsideTheRangeIsJudged()
{
    BuildCase wanted = goodCase("pascal-volta-linux");
    takeOnly(wanted, "13.0.48", "Tesla V100-SXM2-16GB", "7.0");
    const QVector<CheckRow> rows = problemsOf(wanted);
    QCOMPARE(rows.first().id, QStringLiteral("toolkit-not-for-gpu"));
    QVERIFY2(rows.first().found.contains(QLatin1String("(7.0)")), qPrintable(rows.first().found));
    QVERIFY(!rowOfRule(rows, QStringLiteral("request")));
}

// The profile's range ends before it, but the release is made for it, and it compiles for the card.
void ToldWishesTest::aToolkitOfTheReleaseIsTaken()
{
    BuildCase wanted = goodCase("a100-linux");
    takeOnly(wanted, "13.0.48", "NVIDIA A100-SXM4-80GB", "8.0");
    wanted.profile.needs.cudaMaximum = QStringLiteral("12.8");
    wanted.profile.source.tag = QStringLiteral("v2.13.0");
    wanted.profile.source.version.clear();
    wanted.profile.configuration.setFlag(
        { QStringLiteral("TORCH_CUDA_ARCH_LIST"), QStringLiteral("8.0"), {}, ValueOrigin::Profile });
    const QVector<CheckRow> rows = problemsOf(wanted);
    QVERIFY(!rulesOf(rows, CheckState::Fail).contains(QStringLiteral("cuda-toolkit")));
    QVERIFY(rulesOf(rows, CheckState::Warning).contains(QStringLiteral("cuda-toolkit")));
    QVERIFY(!rowOfRule(rows, QStringLiteral("request")));
    const BuildRequest request = draftRequest(wanted.profile, wanted.facts, {}).request;
    QCOMPARE(request.configuration.flagValue(QStringLiteral("CUDA_TOOLKIT_ROOT_DIR")),
        QStringLiteral("/usr/local/cuda-13.0"));
}

// 2.13 was made with 12.6 and 13.0; 12.8 lies between, and compiles for Volta.
void ToldWishesTest::aToolkitBetweenTheOfficialOnesIsTaken()
{
    BuildCase wanted = goodCase("pascal-volta-linux");
    takeOnly(wanted, "12.8.93", "Tesla V100-SXM2-32GB", "7.0");
    const QVector<CheckRow> rows = problemsOf(wanted);
    QVERIFY(!rulesOf(rows, CheckState::Fail).contains(QStringLiteral("cuda-toolkit")));
    QVERIFY(rulesOf(rows, CheckState::Warning).contains(QStringLiteral("cuda-toolkit")));
    QVERIFY(!rowOfRule(rows, QStringLiteral("request")));

    // Too old for the release: what is taken already is not offered.
    takeOnly(wanted, "11.8.89", "Tesla V100-SXM2-32GB", "7.0");
    const QVector<CheckRow> old = problemsOf(wanted);
    QVERIFY(!rowOfRule(old, QStringLiteral("cuda-toolkit"))); // the release's row says why
    const CheckRow* row = rowOfRule(old, QStringLiteral("cuda-too-old-for-release"));
    QVERIFY(row);
    QCOMPARE(row->state, CheckState::Fail);
    for (const Change& change : row->changes)
        QVERIFY2(!change.id().startsWith(QLatin1String("choose:")), qPrintable(change.id()));
}

// The row of the toolkit and that of the release speak of one version, which the driver here runs; the cuDNN
// of a toolkit that has to go is no second fault.
void ToldWishesTest::oneToolkitIsAdvised()
{
    BuildCase wanted = goodCase("a100-linux");
    takeOnly(wanted, "12.1.105", "NVIDIA A100-SXM4-40GB", "8.0");
    wanted.facts.gpus.first().driver = QStringLiteral("535.183.01");
    wanted.facts.cudaToolkits.first().cudnn = QStringLiteral("8.9.7");
    const QVector<CheckRow> rows = problemsOf(wanted);
    const CheckRow* row = rowOfRule(rows, QStringLiteral("cuda-too-old-for-release"));
    QVERIFY(row);
    QVERIFY2(row->fixText.startsWith(QLatin1String("Install CUDA 12.6")), qPrintable(row->fixText));
    for (const CheckRow& other : checkMachine(wanted.facts, wanted.profile)) {
        if (other.id == QLatin1String("cuda-toolkit")) {
            QCOMPARE(row->title, other.title);
            QCOMPARE(row->need, other.need);
            QCOMPARE(row->fixText, other.fixText);
            QVERIFY2(row->fixText.contains("repository: add that first"), qPrintable(row->fixText));
        }
    }
    QVERIFY(!rowOfRule(rows, QStringLiteral("cudnn-not-for-release")));
}

// What 11.4 lacks for 2.12 its own rules say: no range of the profile's, and nothing of it to install.
void ToldWishesTest::anotherReleaseTakesTheToolkitThatIsHere()
{
    BuildCase wanted = goodCase("pascal-volta-linux");
    takeOnly(wanted, "11.4.120", "Tesla V100-SXM2-32GB", "7.0");
    wanted.wishes.tag = QStringLiteral("v2.12.0");
    const QVector<CheckRow> rows = problemsOf(wanted);
    QVERIFY(!rowOfRule(rows, QStringLiteral("request")));
    QVERIFY(rulesOf(rows, CheckState::Fail).contains(QStringLiteral("cuda-too-old-for-release")));
    QVERIFY(!rowOfRule(rows, QStringLiteral("cuda-toolkit"))); // one blocker for one cause
}

// nvcc 13 has none of the three: one toolkit is the way out.
void ToldWishesTest::oneCauseIsOneBlocker()
{
    BuildCase wanted = goodCase("pascal-volta-linux");
    takeOnly(wanted, "13.0.88", "NVIDIA GeForce GTX 1080", "6.1");
    wanted.facts.gpus.first().driver = QStringLiteral("580.65.06");
    wanted.facts.pythons.first().packages.clear(); // too new for that release
    QCOMPARE(rulesOf(problemsOf(wanted), CheckState::Fail), QStringList { "toolkit-not-for-gpu" });
    // Without a card the list says it.
    wanted.facts.gpus.clear();
    QCOMPARE(rulesOf(problemsOf(wanted), CheckState::Fail), QStringList { "arch-not-in-toolkit" });
}

// Without a toolkit in its range there is no request; without modules there is one, that fails.
void ToldWishesTest::whatPreventsABuildStandsFirst()
{
    BuildCase wanted = goodCase("a100-linux");
    takeOnly(wanted, "12.1.105", "NVIDIA A100-SXM4-40GB", "8.0");
    for (PythonFacts& python : wanted.facts.pythons)
        python.modules.clear();
    QVector<CheckRow> rows = problemsOf(wanted);
    QVERIFY(rows.first().preventsBuild);
    const CheckRow* tooOld = rowOfRule(rows, QStringLiteral("cuda-too-old-for-release"));
    QVERIFY(tooOld && tooOld->preventsBuild);
    const CheckRow* modules = rowOfRule(rows, QStringLiteral("python-modules"));
    QVERIFY(modules && modules->state == CheckState::Fail && modules->preventsBuild);
    // The rows of the machine say the same.
    rows = checkMachine(wanted.facts, wanted.profile);
    markWhatPreventsRequest(rows, draftRequest(wanted.profile, wanted.facts, {}).problems);
    const CheckRow* toolkit = rowOfRule(rows, QStringLiteral("cuda-toolkit"));
    QVERIFY(toolkit && toolkit->preventsBuild);
    const CheckRow* cudnn = rowOfRule(rows, QStringLiteral("cudnn"));
    QVERIFY(cudnn && cudnn->state == CheckState::Unknown && cudnn->need.isEmpty());
    modules = rowOfRule(rows, QStringLiteral("python-modules"));
    QVERIFY(modules && modules->preventsBuild);
}

void ToldWishesTest::whatIsRefusedPreventsABuild()
{
    BuildCase wanted = goodCase("cpu-only");
    for (ToolFacts& tool : wanted.facts.tools) {
        if (tool.name == QLatin1String("cmake"))
            tool.version = QStringLiteral("3.25.1");
    }
    const QVector<CheckRow> rows = problemsOf(wanted);
    const CheckRow* cmake = rowOfRule(rows, QStringLiteral("cmake-too-old"));
    QVERIFY(cmake && cmake->preventsBuild);
}

// CUDA 12.4 compiles for what is asked, and for nothing that the card runs; asked for the card, nvcc refuses.
void ToldWishesTest::whatOnlyDoesNotRunHereIsBuilt()
{
    BuildCase wanted = goodCase("rtx50-linux");
    takeOnly(wanted, "12.4.131", "NVIDIA GeForce RTX 5070", "12.0");
    const auto prevents = [&wanted](const char* rule, const char* archs) {
        wanted.wishes.configuration.setFlag(
            { QStringLiteral("TORCH_CUDA_ARCH_LIST"), QLatin1String(archs), {}, ValueOrigin::User });
        const BuildRequest request = draftRequest(wanted.profile, wanted.facts, wanted.wishes).request;
        const QVector<CheckRow> rows = preflight(wanted.facts, wanted.profile, request);
        const CheckRow* row = rowOfRule(rows, QLatin1String(rule));
        return row && row->state == CheckState::Fail ? std::optional(row->preventsBuild) : std::nullopt;
    };
    QCOMPARE(prevents("toolkit-not-for-gpu", "8.6"), std::optional(false));
    QCOMPARE(prevents("arch-not-for-gpu", "8.6"), std::optional(false));
    QCOMPARE(prevents("toolkit-not-for-gpu", "12.0"), std::optional(true));
}

// Jetson Thor is 10.1 up to CUDA 12.9, and 11.0 from 13.0 on.
void ToldWishesTest::aRenamedArchitectureIsOffered()
{
    BuildCase wanted = goodCase("rtx50-linux");
    takeOnly(wanted, "13.0.88", "NVIDIA Thor", "11.0");
    wanted.facts.gpus.clear();
    wanted.wishes.configuration.setFlag(
        { QStringLiteral("TORCH_CUDA_ARCH_LIST"), QStringLiteral("10.1;12.0"), {}, ValueOrigin::User });
    const QVector<CheckRow> rows = problemsOf(wanted);
    const CheckRow* row = rowOfRule(rows, QStringLiteral("arch-not-in-toolkit"));
    QVERIFY(row);
    QVERIFY(!row->changes.isEmpty());
    QCOMPARE(row->changes.first().id(), QStringLiteral("set-flag:TORCH_CUDA_ARCH_LIST=11.0;12.0"));
}

void ToldWishesTest::whatBlocksIsNotCoveredByAWarning()
{
    const auto covers = [](const char* rule, CheckState state, const char* other, CheckState otherState) {
        return isCovered(QLatin1String(rule), state, { problemRow(other, otherState, {}, {}) });
    };
    const CheckState fail = CheckState::Fail;
    const CheckState warning = CheckState::Warning;
    QVERIFY(covers("python", fail, "python-not-for-release", fail));
    QVERIFY(covers("python", warning, "python-not-for-release", warning));
    QVERIFY(!covers("python", fail, "python-not-for-release", warning));
    QVERIFY(covers("ninja", warning, "ninja-known-bad", warning));
    QVERIFY(covers("cuda-toolkit", fail, "cuda-not-official", fail));
    QVERIFY(!covers("cuda-toolkit", warning, "cuda-not-official", warning));
    QVERIFY(!covers("cuda-toolkit", fail, "toolkit-not-for-gpu", warning));
}

// 526 is new enough for CUDA 12 on Linux; Windows wants 527.41.
void ToldWishesTest::theDriverOfWslIsThatOfWindows()
{
    BuildCase wanted = goodCase("rtx50-linux");
    wanted.facts.gpus.first().driver = QStringLiteral("526.00");
    const QString rule = QStringLiteral("driver-too-old");
    wanted.facts.environment = QStringList {};
    QVERIFY(!rowOfRule(problemsOf(wanted), rule));
    wanted.facts.environment = QStringList { QStringLiteral("wsl2") };
    const QVector<CheckRow> rows = problemsOf(wanted);
    QVERIFY(rowOfRule(rows, rule));
    QVERIFY2(rowOfRule(rows, rule)->need.contains(QLatin1String("527.41")),
        qPrintable(rowOfRule(rows, rule)->need));
}

// 470 is the last branch for Kepler; CUDA 12.6 wants 525.
void ToldWishesTest::noDriverThatTheCardHasNotIsAdvised()
{
    BuildCase wanted = goodCase("pascal-volta-linux");
    takeOnly(wanted, "11.4.120", "Tesla K80", "3.7");
    wanted.facts.gpus.first().driver = QStringLiteral("470.256");
    const auto driverRow = [&] {
        for (const CheckRow& row : checkMachine(wanted.facts, wanted.profile)) {
            if (row.id == QLatin1String("driver"))
                return row;
        }
        return CheckRow {};
    };
    QCOMPARE(driverRow().state, CheckState::Warning);
    QVERIFY2(driverRow().fixText.contains(QLatin1String("470")), qPrintable(driverRow().fixText));
    QCOMPARE(driverRow().fixCommand, QString());

    // For the release that 11.4 builds, nothing is wrong with it.
    wanted.wishes.tag = QStringLiteral("v1.12.1");
    wanted.wishes.configuration.setFlag(
        { QStringLiteral("TORCH_CUDA_ARCH_LIST"), QStringLiteral("3.7"), {}, ValueOrigin::User });
    QVERIFY(!rowOfRule(problemsOf(wanted), QStringLiteral("driver")));
    QVERIFY(!rowOfRule(problemsOf(wanted), QStringLiteral("request")));
}

void ToldWishesTest::tags_data()
{
    QTest::addColumn<QString>("rule"); // none: nothing is told
    QTest::addColumn<QString>("change");
    for (const char* tag : { "v2.9.1", "v2.9.1-rc3", "main", "release/2.9", "gh/someone/12/head", "nightly",
             "0123abc", "449b1768410104d3ed79d3bcfe4ba1d65c7f22c0" })
        QTest::newRow(tag) << ""
                           << "";
    QTest::newRow("banana") << "tag-not-known"
                            << "release=v2.14.1";
    QTest::newRow("v99.0.0") << "tag-not-known"
                             << "";
    QTest::newRow("v2.6.1") << "tag-not-known"
                            << "release=v2.6.0";
    QTest::newRow("v2.9") << "tag-form"
                          << "release=v2.9.0";
    QTest::newRow("2.9.1") << "tag-form"
                           << "release=v2.9.1";
    QTest::newRow("two words") << "tag-not-possible"
                               << "release=v2.14.1";
    QTest::newRow("main~3") << "tag-not-possible"
                            << "release=v2.14.1";
}

void ToldWishesTest::tags()
{
    QFETCH(const QString, rule);
    QFETCH(const QString, change);
    BuildCase wanted = goodCase("rtx50-linux");
    wanted.wishes.tag = QLatin1String(QTest::currentDataTag());
    const Solution solution = solve(wanted);
    for (const char* id : { "tag-not-known", "tag-form", "tag-not-possible" })
        QCOMPARE(rowOfRule(solution.rows, QLatin1String(id)) != nullptr, rule == QLatin1String(id));
    if (rule.isEmpty())
        return;
    const CheckRow& row = *rowOfRule(solution.rows, rule);
    QCOMPARE(row.state, rule == QLatin1String("tag-not-possible") ? CheckState::Fail : CheckState::Warning);
    QVERIFY(!row.changes.isEmpty());
    if (!change.isEmpty())
        QCOMPARE(row.changes.first().id(), change);
}

void ToldWishesTest::programsThatAreNotThere_data()
{
    QTest::addColumn<QString>("row");
    QTest::newRow("cxx") << "compiler";
    QTest::newRow("nvcc") << "cuda-toolkit";
    QTest::newRow("python") << "python";
    QTest::newRow("cmake") << "cmake";
}

void ToldWishesTest::programsThatAreNotThere()
{
    QFETCH(const QString, row);
    BuildCase wanted = goodCase("rtx50-linux");
    const QString path = QStringLiteral("/no/such/program");
    chooseNamed(wanted.facts, { { QLatin1String(QTest::currentDataTag()), path } });
    const Solution solution = solve(wanted);
    const CheckRow* told = rowOfRule(solution.rows, row);
    QVERIFY(told);
    QCOMPARE(told->state, CheckState::Fail);
    QVERIFY2(told->found.contains(path), qPrintable(told->found));
    QVERIFY(planReport(solution.plan, solution.left).contains(told->title));
}

void ToldWishesTest::impossibleFactsAreNotTrusted()
{
    const auto facts = factsFromText(R"({"facts": 1, "platform": "linux", "cpuModel": "X", "logicalCores": 0,
        "memoryTotal": 1000000000, "memoryAvailable": 2000000000,
        "disks": [{"role": "build", "path": "/", "free": 1000000000000000, "total": 1000000000}]})",
        QStringLiteral("x.json"));
    QVERIFY(facts.ok());
    QVERIFY(!facts->logicalCores && !facts->memoryTotal && !facts->disks.first().free);
    const Profile profile = *loadProfiles().profile(QStringLiteral("cpu-only"));
    const QVector<CheckRow> rows = problemsOf({ *facts, profile, {} });
    for (const char* id : { "processor", "memory", "disk-build" }) {
        const CheckRow* row = rowOfRule(rows, QLatin1String(id));
        QVERIFY2(row && row->state == CheckState::Unknown, id);
        QVERIFY2(row->found.contains(QLatin1String("cannot be")), qPrintable(row->found));
    }
}

void ToldWishesTest::membersThatStandTwice()
{
    const auto facts
        = factsFromText("{\"facts\": 1,\n\"gpus\": [],\n\"gpus\": []}", QStringLiteral("x.json"));
    QVERIFY(!facts.ok());
    QVERIFY2(facts.error().message.startsWith(QLatin1String("x.json, line 3: gpus ")),
        qPrintable(facts.error().message));
}

QTEST_GUILESS_MAIN(ToldWishesTest)
#include "ToldWishesTest.moc"
