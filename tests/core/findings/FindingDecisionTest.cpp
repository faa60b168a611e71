// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/findings/FindingDecision.h"
#include "core/findings/LogDiagnosis.h"
#include "core/findings/RuleSet.h"
#include "tests/support/Rows.h"

#include <QBuffer>
#include <QTemporaryDir>
#include <QTest>

using namespace torchmason;

class FindingDecisionTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void theHostDecides_data();
    void theHostDecides();
    void theSummaryDecidesAboutC10d_data();
    void theSummaryDecidesAboutC10d();
    void theFolderDecidesAboutC10d_data();
    void theFolderDecidesAboutC10d();
    void theSummaryGoesBeforeTheCache();
    void memoryDecidesAboutKilledCompilers_data();
    void memoryDecidesAboutKilledCompilers();

private:
    DiagnosisReport diagnoseText(const QByteArray& log, StageOutcome outcome = StageOutcome::Unknown);

    std::shared_ptr<const RuleSet> m_rules;
};

void FindingDecisionTest::initTestCase()
{
    QTemporaryDir home;
    qputenv("TORCHMASON_HOME", home.path().toUtf8());
    m_rules = loadRules();
}

DiagnosisReport FindingDecisionTest::diagnoseText(const QByteArray& log, StageOutcome outcome)
{
    QByteArray copy = log;
    QBuffer buffer(&copy);
    buffer.open(QIODevice::ReadOnly);
    return diagnose(buffer, m_rules, outcome).value();
}

void FindingDecisionTest::theHostDecides_data()
{
    QTest::addColumn<QByteArray>("log");
    QTest::addColumn<QString>("hostCuda");
    QTest::addColumn<QString>("firstFix");
    QTest::addColumn<QString>("said");
    const QByteArray fatal = "nvcc fatal   : Unsupported gpu architecture 'compute_%'\n";
    const auto with = [&](const char* arch) { return QByteArray(fatal).replace("%", arch); };
    newRow("nobody knows", with("89"), QString(), "newer-card", "tell which.");
    newRow("new card, host", with("120"), "12.4.131", "newer-card", "does not know 12.0 yet");
    newRow("old card, host", with("35"), "12.4.131", "older-card", "has dropped 3.5");
    newRow("another nvcc", with("89"), "12.4.131", "newer-card", "another nvcc");
    newRow("the log knows better", with("35") + "Cuda compilation tools, release 12.8, V12.8.93\n", "11.4.4",
        "older-card", "has dropped 3.5");
}

void FindingDecisionTest::theHostDecides()
{
    QFETCH(QByteArray, log);
    QFETCH(QString, hostCuda);
    QFETCH(QString, firstFix);
    QFETCH(QString, said);
    DiagnosisReport report = diagnoseText(log);
    HostFacts host;
    if (!hostCuda.isEmpty()) {
        CudaToolkitFacts toolkit;
        toolkit.version = hostCuda;
        toolkit.winsOnPath = true;
        host.cudaToolkits << toolkit;
    }
    decideFindings(report.findings, decidingFacts(report.facts, &host));
    QCOMPARE(report.findings.size(), 1);
    QCOMPARE(report.findings[0].fixes.value(0).id, firstFix);
    QVERIFY2(report.findings[0].explanation.contains(said), qPrintable(report.findings[0].explanation));
}

void FindingDecisionTest::theSummaryDecidesAboutC10d_data()
{
    QTest::addColumn<QByteArray>("summary");
    QTest::addColumn<QString>("firstFix");
    QTest::addColumn<QString>("said");
    newRow("off", QByteArray("--   USE_DISTRIBUTED       : OFF\n"), "clean-build",
        "distributed is switched off");
    newRow("on", QByteArray("--   USE_DISTRIBUTED       : 1\n--     USE_GLOO              : OFF\n"),
        "whole-distributed", "distributed is switched on");
    newRow("not told", QByteArray(), "clean-build", "does not say which");
}

void FindingDecisionTest::theSummaryDecidesAboutC10d()
{
    QFETCH(QByteArray, summary);
    QFETCH(QString, firstFix);
    QFETCH(QString, said);
    DiagnosisReport report = diagnoseText(summary
        + "-- Build files have been written to: C:/b\n[1/2] Linking\nFAILED: bin/torch_cpu.dll\n"
          "a.obj : error LNK2019: unresolved external symbol \"public: virtual bool __cdecl "
          "c10d::Work::isCompleted(void)\" (?isCompleted@Work@c10d@@UEAA_NXZ) referenced in function f\n");
    decideFindings(report.findings, decidingFacts(report.facts, nullptr));
    QCOMPARE(report.findings.value(0).rule, "c10d-unresolved-symbol");
    QCOMPARE(report.findings[0].fixes.value(0).id, firstFix);
    QVERIFY2(report.findings[0].explanation.contains(said), qPrintable(report.findings[0].explanation));
}

void FindingDecisionTest::theFolderDecidesAboutC10d_data()
{
    QTest::addColumn<QByteArray>("cache");
    QTest::addColumn<QStringList>("outputs");
    QTest::addColumn<QString>("asked");
    QTest::addColumn<QString>("firstFix");
    QTest::addColumn<QString>("said");
    const QString clean = "clean-build";
    const QString whole = "whole-distributed";
    const QStringList old { "caffe2/x.dir/torch/csrc/distributed/c10d/Work.cpp.o" };
    newRow("off, with old objects", QByteArray("USE_DISTRIBUTED:BOOL=OFF\n"), old, QString(), clean,
        "still holds what was compiled");
    newRow("off, nothing old", QByteArray("USE_DISTRIBUTED:BOOL=OFF\n"), QStringList(), "OFF", clean,
        "Here distributed is switched off, so");
    newRow("asked for and off", QByteArray("USE_DISTRIBUTED:BOOL=OFF\n"), old, "ON", whole,
        "CMake switched it off");
    newRow("half on",
        QByteArray("USE_DISTRIBUTED:BOOL=ON\nUSE_GLOO:BOOL=OFF\nUSE_NCCL:BOOL=0\nUSE_MPI:BOOL=NO\n"),
        QStringList(), "ON", whole, "without Gloo, NCCL and MPI");
    newRow("really on", QByteArray("USE_DISTRIBUTED:BOOL=ON\nUSE_GLOO:BOOL=ON\n"), QStringList(), "ON", clean,
        "with a backend");
    newRow("asked for, not configured here", QByteArray(), QStringList(), "OFF", clean,
        "Here distributed is switched off");
}

void FindingDecisionTest::theFolderDecidesAboutC10d()
{
    QFETCH(QByteArray, cache);
    QFETCH(QStringList, outputs);
    QFETCH(QString, asked);
    QFETCH(QString, firstFix);
    QFETCH(QString, said);
    // The log does not have CMake's summary.
    DiagnosisReport report = diagnoseText(
        "[1/2] Linking\nFAILED: lib/libtorch_python.so\n/usr/bin/ld: a.o: undefined reference to "
        "`c10d::Work::wait(std::chrono::duration<long>)'\ncollect2: error: ld returned 1\n");
    BuildFolderState state;
    state.folder = "/b";
    state.cache = CMakeCache::parse(cache);
    state.outputs = outputs;
    Configuration configuration;
    if (!asked.isEmpty())
        configuration.setFlag({ "USE_DISTRIBUTED", asked, {} });
    DecidingFacts facts = decidingFacts(report.facts, nullptr);
    addConfiguration(facts, configuration);
    addBuildFolder(facts, state);
    decideFindings(report.findings, facts);
    const Finding& finding = report.findings[0];
    QCOMPARE(finding.rule, "c10d-unresolved-symbol");
    QCOMPARE(finding.fixes.value(0).id, firstFix);
    QVERIFY2(finding.explanation.contains(said), qPrintable(finding.explanation));
    QVERIFY(finding.candidates.isEmpty());
}

// A variable of the project may hide what the cache holds.
void FindingDecisionTest::theSummaryGoesBeforeTheCache()
{
    DiagnosisReport report = diagnoseText(
        "--   USE_DISTRIBUTED       : OFF\n-- Build files have been written to: C:/b\n[1/2] Linking\n"
        "FAILED: bin/torch_cpu.dll\na.obj : error LNK2019: unresolved external symbol \"public: virtual bool "
        "__cdecl c10d::Work::isCompleted(void)\" (?isCompleted@Work@c10d@@UEAA_NXZ) referenced in function "
        "f\n");
    BuildFolderState state;
    state.cache = CMakeCache::parse("USE_DISTRIBUTED:BOOL=ON\nUSE_GLOO:BOOL=ON\n");
    DecidingFacts facts = decidingFacts(report.facts, nullptr);
    addBuildFolder(facts, state);
    decideFindings(report.findings, facts);
    QVERIFY2(report.findings[0].explanation.contains("Here distributed is switched off"),
        qPrintable(report.findings[0].explanation));
}

void FindingDecisionTest::memoryDecidesAboutKilledCompilers_data()
{
    QTest::addColumn<QByteArray>("message");
    QTest::addColumn<int>("left"); // percent; -1: no samples
    QTest::addColumn<QString>("firstFix");
    QTest::addColumn<QString>("said"); // empty: nothing of memory
    const QByteArray killed = "c++: fatal error: Killed signal terminated program cc1plus\n";
    const QByteArray crashed = "a.cpp:1:1: internal compiler error: Segmentation fault\n";
    newRow("killed, full", killed, 2, "gate", "memory was full");
    newRow("killed, free", killed, 60, "gate", "a limit of a container");
    newRow("killed, between", killed, 15, "gate", QString());
    newRow("crashed, full", crashed, 3, "repeat", "memory was full");
    newRow("crashed, free", crashed, 60, "other-compiler", "a mistake of the compiler");
    newRow("nobody knows", crashed, -1, "repeat", QString());
}

void FindingDecisionTest::memoryDecidesAboutKilledCompilers()
{
    QFETCH(QByteArray, message);
    QFETCH(int, left);
    QFETCH(QString, firstFix);
    QFETCH(QString, said);
    DiagnosisReport report = diagnoseText("FAILED: a.o\n" + message);
    DecidingFacts facts = decidingFacts(report.facts, nullptr);
    if (left >= 0)
        facts.memoryAt = [left](const Finding&) { return MemoryMoment { 100, Bytes(left) }; };
    decideFindings(report.findings, facts);
    const Finding& finding = report.findings[0];
    QVERIFY2(finding.fixes.value(0).id == firstFix, qPrintable(finding.rule + finding.fixes.value(0).id));
    const bool speaks = finding.explanation.contains("n the minute before");
    QCOMPARE(speaks, !said.isEmpty());
    QVERIFY2(finding.explanation.contains(said), qPrintable(finding.explanation));
}

QTEST_GUILESS_MAIN(FindingDecisionTest)
#include "FindingDecisionTest.moc"
