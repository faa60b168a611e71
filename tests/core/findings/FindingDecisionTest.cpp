// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/findings/FindingDecision.h"
#include "core/findings/FindingFromMatch.h"
#include "core/fixes/FixApplication.h"
#include "tests/core/findings/LogsOfTests.h"
#include "tests/support/PseudoTranslator.h"
#include "tests/support/Rows.h"

#include <QTest>

using namespace torchmason;

class FindingDecisionTest : public QObject, private LogsOfTests {
    Q_OBJECT

private slots:
    void initTestCase() { readRules(); }
    void theHostDecides_data();
    void theHostDecides();
    void theSummaryDecidesAboutC10d_data();
    void theSummaryDecidesAboutC10d();
    void theFolderDecidesAboutC10d_data();
    void theFolderDecidesAboutC10d();
    void theSummaryGoesBeforeTheCache();
    void aFreshFolderIsNotCleaned_data();
    void aFreshFolderIsNotCleaned();
    void theTourSpeaksOfTheSampleProject();
    void fixesAreForWhatTheMessageIsAbout();
    void aStaleFolderHidesNoCompilerError();
    void aKnownMistakeIsPatched();
    void aSubjectIsPutIntoTheTranslation();
    void memoryDecidesAboutKilledCompilers_data();
    void memoryDecidesAboutKilledCompilers();
};

void FindingDecisionTest::theHostDecides_data()
{
    QTest::addColumn<QByteArray>("log");
    QTest::addColumn<QString>("hostCuda");
    QTest::addColumn<QString>("firstFix");
    QTest::addColumn<QString>("said");
    const QByteArray fatal = "nvcc fatal   : Unsupported gpu architecture 'compute_%'\n";
    const auto with = [&](const char* arch) { return QByteArray(fatal).replace("%", arch); };
    newRow("nobody knows", with("89"), QString(), "newer-card", "show which.");
    newRow("nobody knows, never dropped", with("120"), QString(), "newer-card",
        "no CUDA release has dropped 12.0");
    newRow("dropped between two others", with("101"), "13.0.48", "older-card", "has dropped 10.1");
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

void FindingDecisionTest::aFreshFolderIsNotCleaned_data()
{
    QTest::addColumn<QByteArray>("summary");
    QTest::addColumn<QString>("firstFix");
    QTest::addColumn<bool>("isFresh");
    const QByteArray fresh = "-- The CXX compiler identification is GNU 12.2.0\n";
    const QString off = QStringLiteral("set-use-distributed");
    const QString whole = QStringLiteral("whole-distributed");
    QTest::newRow("not told") << fresh << off << true;
    QTest::newRow("off") << fresh + "--   USE_DISTRIBUTED       : OFF\n" << whole << true;
    QTest::newRow("half on") << fresh + "--   USE_DISTRIBUTED       : 1\n--     USE_GLOO : OFF\n"
                             << whole << true;
    QTest::newRow("really on") << fresh + "--   USE_DISTRIBUTED       : 1\n--     USE_GLOO : ON\n"
                               << off << true;
    QTest::newRow("another project's compiler")
        << "[1/9] Performing configure step for 'x'\n" + fresh << QStringLiteral("clean-build") << false;
}

void FindingDecisionTest::aFreshFolderIsNotCleaned()
{
    QFETCH(QByteArray, summary);
    QFETCH(QString, firstFix);
    QFETCH(bool, isFresh);
    DiagnosisReport report = diagnoseText(summary
        + "[2/9] Linking\nFAILED: lib/libtorch_python.so\n/usr/bin/ld: a.o: undefined reference to "
          "`c10d::Work::wait(std::chrono::duration<long>)'\ncollect2: error: ld returned 1\n");
    decideFindings(report.findings, decidingFacts(report.facts, nullptr));
    const Finding& finding = report.findings[0];
    QCOMPARE(finding.rule, QStringLiteral("c10d-unresolved-symbol"));
    QCOMPARE(finding.fixes.value(0).id, firstFix);
    QCOMPARE(std::none_of(finding.fixes.begin(), finding.fixes.end(),
                 [](const Fix& fix) { return fix.kind == QLatin1String("clean"); }),
        isFresh);
}

void FindingDecisionTest::theTourSpeaksOfTheSampleProject()
{
    DiagnosisReport report = diagnoseText(
        "-- The CXX compiler identification is GNU 12.2.0\n[62/65] Linking\nFAILED: "
        "graph/libbrick_graph.so\nPending.cpp:(.text+0xb): undefined reference to `c10d::Work::wait(long "
        "long)'\ncollect2: error: ld returned 1 exit status\n");
    Configuration configuration;
    configuration.setFlag({ "TOUR_FAILURE", "unresolved", {} });
    DecidingFacts facts = decidingFacts(report.facts, nullptr);
    addConfiguration(facts, configuration);
    decideFindings(report.findings, facts);
    const Finding& finding = report.findings[0];
    QCOMPARE(finding.rule, "c10d-unresolved-symbol");
    QVERIFY2(finding.explanation.contains("sample project"), qPrintable(finding.explanation));
    QVERIFY(finding.candidates.isEmpty());
    QCOMPARE(finding.fixes.size(), 1);
    QCOMPARE(finding.fixes.first().id, "set-use-distributed"); // which has a button
}

void FindingDecisionTest::fixesAreForWhatTheMessageIsAbout()
{
    const auto fixesFor = [this](const QByteArray& log) {
        DiagnosisReport report = diagnoseText(log);
        decideFindings(report.findings, decidingFacts(report.facts, nullptr));
        QStringList ids;
        for (const Fix& fix : report.findings.value(0).fixes)
            ids << fix.id;
        return ids;
    };
    const QStringList mkldnn = fixesFor("CMake Error at a.cmake:1:\n  oneDNN 3.1 is required but 2.0 was "
                                        "found\n-- Configuring incomplete, errors occurred!\n");
    QVERIFY2(mkldnn.contains("bundled"), qPrintable(mkldnn.join(u' ')));
    QVERIFY(!mkldnn.contains("set-build-custom-protobuf") && !mkldnn.contains("flatc"));
    const QStringList protobuf = fixesFor("CMake Error at a.cmake:1:\n  Protobuf 3.1 is required but 2.0 was "
                                          "found\n-- Configuring incomplete, errors occurred!\n");
    QVERIFY2(protobuf.contains("set-build-custom-protobuf"), qPrintable(protobuf.join(u' ')));
    const QStringList memory = fixesFor("[1/2] Building CXX object a.cpp.o\nFAILED: a.cpp.o\nc++: fatal "
                                        "error: Killed signal terminated program cc1plus\ncompilation "
                                        "terminated.\nninja: build stopped: subcommand failed.\n");
    QVERIFY2(memory.contains("fewer-jobs"), qPrintable(memory.join(u' ')));
    QVERIFY(!memory.contains("nvcc-threads"));
}

void FindingDecisionTest::aStaleFolderHidesNoCompilerError()
{
    const DiagnosisReport report
        = diagnoseText("FAILED: a.o\n/pt/aten/a.cpp:10:5: error: 'foo' was not declared in this scope\n"
                       "ninja: build stopped: subcommand failed.\n"
                       "ninja: error: '/pt/x.h', needed by 'b.o', missing and no known rule to make it\n");
    QVERIFY2(
        report.findings[0].evidence.contains(QLatin1String("'foo'")), qPrintable(report.findings[0].rule));
    QCOMPARE(report.findings.value(1).rule, QStringLiteral("ninja-stale-or-missing-file"));
}

void FindingDecisionTest::aKnownMistakeIsPatched()
{
    const DiagnosisReport report = diagnoseText(
        "FAILED: a.o\n/pt/c10/core/DispatchKey.h:11:24: error: found ':' in nested-name-specifier, "
        "expected '::'\nninja: build stopped: subcommand failed.\n");
    const Fix fix = report.findings[0].fixes.value(0);
    QCOMPARE(fix.kind, QStringLiteral("patch"));
    BuildRequest request;
    const auto applied = applyFix(fix, request);
    QVERIFY2(applied, qPrintable(applied ? QString() : applied.error().message));
    QCOMPARE(request.patches.size(), 1);
}

void FindingDecisionTest::aSubjectIsPutIntoTheTranslation()
{
    const Finding finding = diagnoseText("FAILED: a.o\na.cpp:1:10: fatal error: foo/bar.h: No such file or "
                                         "directory\nninja: build stopped: subcommand failed.\n")
                                .findings.value(0);
    QCOMPARE(finding.subject, QStringLiteral("foo/bar.h"));
    PseudoTranslator translator;
    QCoreApplication::installTranslator(&translator);
    const QString shown = shownData(finding.title, finding.subject);
    QCoreApplication::removeTranslator(&translator);
    QVERIFY2(
        shown.contains(QLatin1String("foo/bar.h")) && PseudoTranslator::isAccented(shown), qPrintable(shown));
    QVERIFY(translator.asked().contains(
        { QStringLiteral("Data"), QStringLiteral("The header ${subject} was not found") }));
    QCOMPARE(shownData(finding.title, finding.subject), finding.title); // English
}

void FindingDecisionTest::memoryDecidesAboutKilledCompilers_data()
{
    QTest::addColumn<QByteArray>("message");
    QTest::addColumn<int>("left"); // percent; -1: no samples
    QTest::addColumn<QString>("firstFix");
    QTest::addColumn<QString>("said"); // empty: nothing of memory
    QTest::addColumn<QString>("sure"); // how sure, and the title where that matters
    const QByteArray killed = "c++: fatal error: Killed signal terminated program cc1plus\n";
    const QByteArray exhausted = "virtual memory exhausted: Cannot allocate memory\n";
    const QByteArray crashed = "a.cpp:1:1: internal compiler error: Segmentation fault\n";
    newRow("killed, full", killed, 2, "gate", "memory was full", "high: A compiler ran out of memory");
    newRow("killed, free", killed, 60, "gate", "somebody ended it", "low: A compiler was killed");
    newRow("killed, between", killed, 15, "gate", QString(), "medium: A compiler ran out of memory");
    newRow("killed, no samples", killed, -1, "gate", QString(), "high: A compiler ran out of memory");
    newRow("exhausted, free", exhausted, 60, "gate", "of a container, of ulimit",
        "high: A compiler ran out of memory");
    newRow("crashed, full", crashed, 3, "repeat", "memory was full", "high: ");
    newRow("crashed, free", crashed, 60, "other-compiler", "a bug in the compiler", "");
    newRow("nobody knows", crashed, -1, "repeat", QString(), "");
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
    QFETCH(QString, sure);
    const QString told = confidenceId(finding.confidence) + ": " + finding.title;
    QVERIFY2(told.startsWith(sure), qPrintable(told));
}

QTEST_GUILESS_MAIN(FindingDecisionTest)
#include "FindingDecisionTest.moc"
