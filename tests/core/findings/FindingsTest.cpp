// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/findings/FindingDecision.h"
#include "core/findings/LogDiagnosis.h"
#include "core/findings/RulePackReader.h"
#include "core/findings/RuleSet.h"

#include <QBuffer>
#include <QDir>
#include <QTemporaryDir>
#include <QTest>

using namespace torchmason;

class FindingsTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void shippedPacksAreSound();
    void everyRuleExplainsItself();
    void fixtures_data();
    void fixtures();
    void aGoodEndHasNoRoots_data();
    void aGoodEndHasNoRoots();
    void aGoodEndHasNoRootsBefore_data();
    void aGoodEndHasNoRootsBefore();
    void harmlessLinesAreNoCauses_data();
    void harmlessLinesAreNoCauses();
    void aRunningStageNeedsProof_data();
    void aRunningStageNeedsProof();
    void liveAndLaterAreTheSame();
    void aFloodIsBounded();
    void warningsLeaveRoomForErrors();
    void hugeLinesAreCut();
    void offsetsPointToTheLine();
    void brokenPacksNameTheMember_data();
    void brokenPacksNameTheMember();
    void aBrokenRuleLeavesTheOthers();
    void aBrokenUserPackHidesNothing();
    void overwrittenLinesAreRead();
    void theHostDecides_data();
    void theHostDecides();
    void theSummaryDecidesAboutC10d_data();
    void theSummaryDecidesAboutC10d();
    void theFolderDecidesAboutC10d_data();
    void theFolderDecidesAboutC10d();
    void memoryDecidesAboutKilledCompilers_data();
    void memoryDecidesAboutKilledCompilers();
    void jsonGoesThereAndBack();

private:
    DiagnosisReport diagnoseText(const QByteArray& log, StageOutcome outcome = StageOutcome::Unknown);

    std::shared_ptr<const RuleSet> m_rules;
};

void FindingsTest::initTestCase()
{
    QTemporaryDir home;
    qputenv("TORCHMASON_HOME", home.path().toUtf8());
    m_rules = loadRules();
}

DiagnosisReport FindingsTest::diagnoseText(const QByteArray& log, StageOutcome outcome)
{
    QByteArray copy = log;
    QBuffer buffer(&copy);
    buffer.open(QIODevice::ReadOnly);
    return diagnose(buffer, m_rules, outcome).value();
}

void FindingsTest::shippedPacksAreSound()
{
    QCOMPARE(m_rules->problems(), QStringList());
    QVERIFY(m_rules->rules().size() >= 60);
    QVERIFY(m_rules->rule(QStringLiteral("c10d-unresolved-symbol")));
    for (const Marker& marker : m_rules->markers())
        QVERIFY2(marker.expression.isValid(), qPrintable(marker.id));
    for (const Rule& rule : m_rules->rules()) {
        for (const Signature& signature : rule.signatures)
            QVERIFY2(signature.expression.isValid(),
                qPrintable(rule.id + QLatin1Char(' ') + signature.expression.errorString()));
        for (const QString& other : rule.explains)
            QVERIFY2(m_rules->rule(other), qPrintable(rule.id + QStringLiteral(" explains ") + other));
    }
}

void FindingsTest::everyRuleExplainsItself()
{
    for (const Rule& rule : m_rules->rules()) {
        QVERIFY2(!rule.fixes.isEmpty(), qPrintable(rule.id));
        QVERIFY2(rule.explanation.endsWith(QLatin1Char('.')), qPrintable(rule.id));
        QSet<QString> ids;
        for (const Fix& fix : rule.fixes) {
            QVERIFY2(!ids.contains(fix.id), qPrintable(rule.id + QLatin1Char('/') + fix.id));
            ids.insert(fix.id);
        }
    }
}

void FindingsTest::fixtures_data()
{
    QTest::addColumn<QString>("name");
    const QDir folder(QStringLiteral(TORCHMASON_FIXTURES "/logs"));
    const QStringList logs = folder.entryList({ QStringLiteral("*.log") });
    QVERIFY(logs.size() > 20);
    for (const QString& log : logs)
        QTest::newRow(qPrintable(log)) << folder.filePath(log.chopped(4));
}

// Each log has its expected findings beside it: all roots in order, and others that must be told.
void FindingsTest::fixtures()
{
    QFETCH(QString, name);
    const auto expected = readJsonFile(name + QStringLiteral(".expected.json"));
    QVERIFY2(expected, qPrintable(expected ? QString() : expected.error().message));
    const auto report = diagnoseFile(name + QStringLiteral(".log"), m_rules);
    QVERIFY(report);
    QVector<Finding> roots;
    QStringList others;
    for (const Finding& finding : report->findings) {
        QVERIFY(!finding.root || others.isEmpty()); // roots first
        if (finding.root)
            roots << finding;
        else
            others << finding.rule;
    }
    const Json& wanted = expected->at("roots");
    QCOMPARE(size_t(roots.size()), wanted.size());
    for (qsizetype i = 0; i < roots.size(); ++i) {
        const Json& root = wanted[size_t(i)];
        QCOMPARE(roots[i].rule, QString::fromStdString(root["rule"].get<std::string>()));
        QCOMPARE(roots[i].line, root["line"].get<qint64>());
        if (root.contains("subject"))
            QCOMPARE(roots[i].subject, QString::fromStdString(root["subject"].get<std::string>()));
    }
    if (expected->contains("others")) {
        for (const Json& other : expected->at("others"))
            QVERIFY(others.contains(QString::fromStdString(other.get<std::string>())));
    } else {
        QCOMPARE(others, QStringList());
    }
    QCOMPARE(report->failed, expected->at("failed").get<bool>());
}

void FindingsTest::aGoodEndHasNoRoots_data()
{
    fixtures_data();
}

// Whatever stands in a log: where the stage ended well, nothing is a cause.
void FindingsTest::aGoodEndHasNoRoots()
{
    QFETCH(QString, name);
    const auto report = diagnoseFile(name + QStringLiteral(".log"), m_rules, StageOutcome::Succeeded);
    QVERIFY(report);
    QVERIFY(!report->failed);
    for (const Finding& finding : report->findings)
        QVERIFY2(!finding.root, qPrintable(finding.rule));
}

void FindingsTest::aGoodEndHasNoRootsBefore_data()
{
    QTest::addColumn<QString>("log");
    for (const char* name :
        { "confuser-good-configure", "warning-in-good-build", "confuser-good-configure-without-mkl" })
        QTest::newRow(name) << QStringLiteral(TORCHMASON_FIXTURES "/logs/%1.log").arg(QLatin1String(name));
}

// Whoever watches a healthy stage must not be shown a cause, not even for a moment.
void FindingsTest::aGoodEndHasNoRootsBefore()
{
    QFETCH(QString, log);
    QFile file(log);
    QVERIFY(file.open(QIODevice::ReadOnly));
    FailureMatcher matcher(m_rules);
    qint64 number = 0;
    while (!file.atEnd()) {
        matcher.addLine(file.readLine().chopped(1), ++number, 0);
        const Finding first = matcher.findings().value(0);
        QVERIFY2(!first.root, qPrintable(QStringLiteral("%1 at line %2").arg(first.rule).arg(number)));
        QVERIFY(!matcher.failed());
    }
    QVERIFY(number > 1);
}

void FindingsTest::harmlessLinesAreNoCauses_data()
{
    QTest::addColumn<QByteArray>("lines");
    const auto document = readJsonFile(QStringLiteral(TORCHMASON_FIXTURES "/harmless-lines.json"));
    QVERIFY(document);
    for (const Json& entry : document->at("lines")) {
        QByteArrayList lines;
        for (const Json& line : entry)
            lines << QByteArray::fromStdString(line.get<std::string>());
        QTest::newRow(lines[0].left(60).constData()) << lines.join('\n');
    }
}

void FindingsTest::harmlessLinesAreNoCauses()
{
    QFETCH(QByteArray, lines);
    const DiagnosisReport report
        = diagnoseText("-- Build files have been written to: /b\n[1/3] Building CXX object "
                       "a.o\n"
            + lines + "\n[2/3] Building CXX object b.o\n[3/3] Linking CXX shared library c.so\n");
    QVERIFY(!report.failed);
    for (const Finding& finding : report.findings)
        QVERIFY2(!finding.root, qPrintable(finding.rule));
}

void FindingsTest::aRunningStageNeedsProof_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<bool>("isProof");
    QTest::newRow("ninja's failed edge") << QByteArray("FAILED: a.o ") << true;
    QTest::newRow("ninja's end") << QByteArray("ninja: build stopped: subcommand failed.") << true;
    QTest::newRow("CMake's error") << QByteArray("CMake Error at CMakeLists.txt:3 (message):") << true;
    QTest::newRow("CMake's end") << QByteArray("-- Configuring incomplete, errors occurred!") << true;
    QTest::newRow("another warning") << QByteArray("CMake Warning at CMakeLists.txt:3 (message):") << false;
    QTest::newRow("progress") << QByteArray("[3/7] Building CXX object FAILED.o") << false;
}

// A warning may be the cause, but not before something says that there is one.
void FindingsTest::aRunningStageNeedsProof()
{
    QFETCH(QByteArray, line);
    QFETCH(bool, isProof);
    FailureMatcher matcher(m_rules);
    matcher.addLine("fatal: not a git repository (or any of the parent directories): .git", 1, 0);
    QVERIFY(!matcher.findings().value(0).root);
    matcher.addLine(line, 2, 70);
    matcher.addLine("-- next", 3, 0); // ends a message of several lines
    QCOMPARE(matcher.findings().value(0).root, isProof);
    QCOMPARE(matcher.failed(), isProof);
    matcher.finish(true);
    QVERIFY(matcher.findings().value(0).root);
}

void FindingsTest::liveAndLaterAreTheSame()
{
    FailureMatcher matcher(m_rules);
    matcher.setStage(QStringLiteral("compile"));
    matcher.addLine("[1/2] Building CXX object a.o", 1, 0);
    QCOMPARE(matcher.findings().size(), 0);
    matcher.addLine("FAILED: b.o", 2, 30);
    matcher.addLine("c++: fatal error: Killed signal terminated program cc1plus", 3, 42);
    QCOMPARE(matcher.findings().size(), 1);
    QVERIFY(matcher.findings()[0].root);
    matcher.addLine("ninja: build stopped: subcommand failed.", 4, 101);
    matcher.finish(true);
    const Finding finding = matcher.findings().value(0);
    QCOMPARE(finding.rule, QStringLiteral("oom-compiler-killed"));
    QCOMPARE(finding.stage, QStringLiteral("compile"));
    QCOMPARE(finding.edge, QStringLiteral("b.o"));
    QCOMPARE(finding.byteOffset, qint64(42));
}

void FindingsTest::aFloodIsBounded()
{
    FailureMatcher matcher(m_rules);
    for (int i = 1; i <= 100'000; ++i)
        matcher.addLine("a.obj : error LNK2001: unresolved external symbol __imp_THFloatTensor_fill", i, 0);
    matcher.finish(true);
    const QVector<Finding> findings = matcher.findings();
    QCOMPARE(findings.value(0).rule, QStringLiteral("missing-link-library"));
    QCOMPARE(findings.value(0).line, qint64(1));
    QCOMPARE(findings.value(0).occurrences, qint64(100'000));
}

// Both signatures belong to one rule; the weak one comes first, and often.
void FindingsTest::warningsLeaveRoomForErrors()
{
    FailureMatcher matcher(m_rules);
    qint64 number = 0;
    for (int i = 0; i < 20; ++i)
        matcher.addLine("fatal: not a git repository (or any of the parent directories): .git", ++number, 0);
    matcher.addLine("CMake Error at cmake/Dependencies.cmake:9 (add_subdirectory):", ++number, 0);
    matcher.addLine(
        "  The source directory /src/third_party/fmt does not contain a CMakeLists.txt", ++number, 0);
    matcher.addLine("  file.", ++number, 0);
    matcher.addLine("", ++number, 0);
    matcher.addLine("-- next", ++number, 0);
    const Finding running = matcher.findings().value(0);
    matcher.finish(true);
    const Finding ended = matcher.findings().value(0);
    for (const Finding& finding : { running, ended }) {
        QCOMPARE(finding.rule, QStringLiteral("missing-submodules"));
        QVERIFY(finding.root);
        QVERIFY2(finding.evidence.contains(QStringLiteral("does not contain")), qPrintable(finding.evidence));
        QCOMPARE(finding.confidence, Confidence::High);
    }
}

void FindingsTest::hugeLinesAreCut()
{
    const QByteArray huge(100 * 1024 * 1024, 'x');
    const DiagnosisReport report
        = diagnoseText(huge + "\nnvcc fatal   : Unsupported gpu architecture 'compute_89'\n");
    QCOMPARE(report.lines, qint64(2));
    QCOMPARE(report.findings.value(0).line, qint64(2));
    QCOMPARE(report.findings.value(0).byteOffset, qint64(huge.size() + 1));
}

// Windows line ends and torn bytes do not shift offsets.
void FindingsTest::offsetsPointToTheLine()
{
    const QByteArray log = "first\r\n\xff\xfe\xe2 second\r\nLINK : fatal error LNK1102: out of memory\r\n";
    const DiagnosisReport report = diagnoseText("x" + log);
    QCOMPARE(report.findings.size(), 1);
    QVERIFY(("x" + log).mid(report.findings[0].byteOffset).startsWith("LINK : "));
}

void FindingsTest::brokenPacksNameTheMember_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QString>("named");
    const QByteArray good
        = R"json({"schema":1,"pack":"p","rules":[{"id":"r","title":"t","group":"g","explanation":"e.",
        "signatures":[{"literals":["boom"],"expression":"boom (?<subject>x)"}],"fixes":[]}]})json";
    const auto changed
        = [good](const QByteArray& from, const QByteArray& to) { return QByteArray(good).replace(from, to); };
    QTest::newRow("good") << good << QString();
    QTest::newRow("schema") << changed("\"schema\":1", "\"schema\":2")
                            << QStringLiteral("line 1, schema: must be 1");
    QTest::newRow("no pack") << changed("\"pack\"", "\"x-pack\"") << QStringLiteral("\"pack\" is missing");
    QTest::newRow("no id") << changed("\"id\"", "\"x-id\"") << QStringLiteral("rules[0]: \"id\" is missing");
    QTest::newRow("unknown member") << changed("\"group\"", "\"gruop\"")
                                    << QStringLiteral("line 1, rules[0].gruop: is not a member");
    QTest::newRow("unknown member of a signature") << changed("\"expression\"",
        "\"regex\"") << QStringLiteral("line 2, rules[0].signatures[0].regex: is not a member");
    QTest::newRow("title is a number")
        << changed("\"t\"", "7") << QStringLiteral("rules[0].title: must be a string");
    QTest::newRow("no literals") << changed("\"literals\":[\"boom\"]", "\"strength\":\"weak\"")
                                 << QStringLiteral("rules[0].signatures[0].literals: is missing");
    QTest::newRow("short literal") << changed("[\"boom\"]", "[\"b\"]") << QStringLiteral("at least 3 bytes");
    QTest::newRow("bad expression") << changed("(?<subject>x)",
        "(x") << QStringLiteral("line 2, rules[0].signatures[0].expression: is not valid at character");
    QTest::newRow("bad strength") << changed("\"expression\"", "\"strength\":\"huge\",\"expression\"")
                                  << QStringLiteral("rules[0].signatures[0].strength: is \"huge\"");
    QTest::newRow("bad role") << changed("\"expression\"", "\"role\":\"boss\",\"expression\"")
                              << QStringLiteral("rules[0].signatures[0].role: is \"boss\"");
    QTest::newRow("unknown words") << changed("boom (", "%{nowhere} (")
                                   << QStringLiteral("no list of words is named \"nowhere\"");
    QTest::newRow("fix without action")
        << changed("\"fixes\":[]", "\"fixes\":[{\"id\":\"f\",\"kind\":\"clean\",\"title\":\"x\"}]")
        << QStringLiteral("\"action\" is missing");
    QTest::newRow("rules is a word") << QByteArray(R"({"schema":1,"pack":"p","rules":"x"})")
                                     << QStringLiteral("rules: must be a list");
    QTest::newRow("a list") << QByteArray("[]") << QStringLiteral("an object is needed");
    QTest::newRow("torn") << good.left(40) << QStringLiteral("line 1: ");
    QTest::newRow("twice") << changed("\"group\":\"g\"", "\"group\":\"g\",\"group\":\"h\"")
                           << QStringLiteral("rules[0].group: is there twice");
}

void FindingsTest::brokenPacksNameTheMember()
{
    QFETCH(QByteArray, json);
    QFETCH(QString, named);
    const RulePackReading reading = readRulePack(json, QStringLiteral("my.json"));
    const QString problems = reading.problems.join(QLatin1Char('\n'));
    QCOMPARE(problems.isEmpty(), named.isEmpty());
    QVERIFY2(problems.contains(named), qPrintable(problems));
    for (const QString& problem : reading.problems)
        QVERIFY2(problem.startsWith(QLatin1String("my.json")), qPrintable(problem));
}

// One mistake takes one rule away, not its neighbours.
void FindingsTest::aBrokenRuleLeavesTheOthers()
{
    const QByteArray json = R"json({"schema":1,"pack":"p","rules":[
        {"id":"bad","title":"t","group":"g","explanation":"e.","signatures":[{"literals":["boom"],"expression":"("}]},
        {"id":"fine","title":"t","group":"g","explanation":"e.","signatures":[{"literals":["boom"]}]}]})json";
    const RulePackReading reading = readRulePack(json, QStringLiteral("my.json"));
    QCOMPARE(reading.problems.size(), 1);
    QVERIFY2(reading.problems[0].startsWith(QLatin1String("my.json, line 2, rules[0]")),
        qPrintable(reading.problems[0]));
    QCOMPARE(reading.pack.rules.size(), 1);
    QCOMPARE(reading.pack.rules[0].id, QStringLiteral("fine"));
}

void FindingsTest::aBrokenUserPackHidesNothing()
{
    QTemporaryDir home;
    const QByteArray before = qgetenv("TORCHMASON_HOME");
    qputenv("TORCHMASON_HOME", home.path().toUtf8());
    const QDir folder(home.path());
    QVERIFY(folder.mkpath(QStringLiteral("config/rules")));
    const auto put = [&](const QString& name, const QByteArray& text) {
        QFile file(folder.filePath(QStringLiteral("config/rules/") + name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
    };
    put(QStringLiteral("broken.json"), "{ \"schema\": 1,");
    put(QStringLiteral("mine.json"),
        R"({"schema":1,"pack":"mine","rules":[{"id":"my-proxy","title":"t","group":"g",
        "explanation":"e.","signatures":[{"literals":["proxy said no"]}]},{"id":"disk-full","title":"t","group":"g",
        "explanation":"e.","signatures":[{"literals":["zzz"]}]},{"id":"lost","title":"t","group":"g","explanation":"e.",
        "signatures":[{"literals":["yyy"],"when":["no-such-marker"]}]}]})");
    const auto rules = loadRules();
    qputenv("TORCHMASON_HOME", before);
    QCOMPARE(rules->problems().size(), 3); // broken.json, disk-full is there already, no-such-marker
    QVERIFY(rules->problems().join(QLatin1Char('\n')).contains(QStringLiteral("broken.json")));
    QVERIFY(rules->rule(QStringLiteral("disk-full"))->title != QStringLiteral("t"));
    QByteArray log = "the proxy said no\n";
    QBuffer buffer(&log);
    buffer.open(QIODevice::ReadOnly);
    const auto report = diagnose(buffer, rules);
    QCOMPARE(report->findings.value(0).rule, QStringLiteral("my-proxy"));
    QVERIFY(report->findings.value(0).root);
}

// Progress that writes over itself hides nothing, as it does not while a build runs.
void FindingsTest::overwrittenLinesAreRead()
{
    const DiagnosisReport report = diagnoseText("[1/2] a\nreceiving 10%\rnvcc fatal   : Unsupported gpu "
                                                "architecture 'compute_35'\rreceiving 90%\nend",
        StageOutcome::Failed);
    QCOMPARE(report.findings.size(), 1);
    QCOMPARE(report.findings.first().line, 2);
    QCOMPARE(report.findings.first().byteOffset, 22);
    QCOMPARE(report.lines, 3);
}

void FindingsTest::theHostDecides_data()
{
    QTest::addColumn<QByteArray>("log");
    QTest::addColumn<QString>("hostCuda");
    QTest::addColumn<QString>("firstFix");
    QTest::addColumn<QString>("said");
    const QByteArray fatal = "nvcc fatal   : Unsupported gpu architecture 'compute_%'\n";
    const auto with = [&](const char* arch) { return QByteArray(fatal).replace("%", arch); };
    QTest::newRow("nobody knows") << with("89") << QString() << QStringLiteral("newer-card")
                                  << QStringLiteral("tell which.");
    QTest::newRow("new card, host") << with("120") << QStringLiteral("12.4.131")
                                    << QStringLiteral("newer-card")
                                    << QStringLiteral("does not know 12.0 yet");
    QTest::newRow("old card, host") << with("35") << QStringLiteral("12.4.131")
                                    << QStringLiteral("older-card") << QStringLiteral("has dropped 3.5");
    QTest::newRow("another nvcc") << with("89") << QStringLiteral("12.4.131") << QStringLiteral("newer-card")
                                  << QStringLiteral("another nvcc");
    QTest::newRow("the log knows better")
        << with("35") + "Cuda compilation tools, release 12.8, V12.8.93\n"
        << QStringLiteral("11.4.4") << QStringLiteral("older-card") << QStringLiteral("has dropped 3.5");
}

void FindingsTest::theHostDecides()
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

void FindingsTest::theSummaryDecidesAboutC10d_data()
{
    QTest::addColumn<QByteArray>("summary");
    QTest::addColumn<QString>("firstFix");
    QTest::addColumn<QString>("said");
    QTest::newRow("off") << QByteArray("--   USE_DISTRIBUTED       : OFF\n") << QStringLiteral("clean-build")
                         << QStringLiteral("distributed is switched off");
    QTest::newRow("on") << QByteArray("--   USE_DISTRIBUTED       : 1\n--     USE_GLOO              : OFF\n")
                        << QStringLiteral("whole-distributed")
                        << QStringLiteral("distributed is switched on");
    QTest::newRow("not told") << QByteArray() << QStringLiteral("clean-build")
                              << QStringLiteral("does not say which");
}

void FindingsTest::theSummaryDecidesAboutC10d()
{
    QFETCH(QByteArray, summary);
    QFETCH(QString, firstFix);
    QFETCH(QString, said);
    DiagnosisReport report = diagnoseText(summary
        + "-- Build files have been written to: C:/b\n[1/2] Linking\nFAILED: bin/torch_cpu.dll\n"
          "a.obj : error LNK2019: unresolved external symbol \"public: virtual bool __cdecl "
          "c10d::Work::isCompleted(void)\" (?isCompleted@Work@c10d@@UEAA_NXZ) referenced in function f\n");
    decideFindings(report.findings, decidingFacts(report.facts, nullptr));
    QCOMPARE(report.findings.value(0).rule, QStringLiteral("c10d-unresolved-symbol"));
    QCOMPARE(report.findings[0].fixes.value(0).id, firstFix);
    QVERIFY2(report.findings[0].explanation.contains(said), qPrintable(report.findings[0].explanation));
}

void FindingsTest::theFolderDecidesAboutC10d_data()
{
    QTest::addColumn<QByteArray>("cache");
    QTest::addColumn<QStringList>("outputs");
    QTest::addColumn<QString>("asked");
    QTest::addColumn<QString>("firstFix");
    QTest::addColumn<QString>("said");
    const QString clean = QStringLiteral("clean-build");
    const QString whole = QStringLiteral("whole-distributed");
    const QStringList old { QStringLiteral("caffe2/x.dir/torch/csrc/distributed/c10d/Work.cpp.o") };
    QTest::newRow("off, with old objects") << QByteArray("USE_DISTRIBUTED:BOOL=OFF\n") << old << QString()
                                           << clean << QStringLiteral("still holds what was compiled");
    QTest::newRow("off, nothing old") << QByteArray("USE_DISTRIBUTED:BOOL=OFF\n") << QStringList() << "OFF"
                                      << clean << QStringLiteral("Here distributed is switched off, so");
    QTest::newRow("asked for and off") << QByteArray("USE_DISTRIBUTED:BOOL=OFF\n") << old << "ON" << whole
                                       << QStringLiteral("CMake switched it off");
    QTest::newRow("half on") << QByteArray(
        "USE_DISTRIBUTED:BOOL=ON\nUSE_GLOO:BOOL=OFF\nUSE_NCCL:BOOL=0\nUSE_MPI:BOOL=NO\n")
                             << QStringList() << "ON" << whole
                             << QStringLiteral("without Gloo, NCCL and MPI");
    QTest::newRow("really on") << QByteArray("USE_DISTRIBUTED:BOOL=ON\nUSE_GLOO:BOOL=ON\n") << QStringList()
                               << "ON" << clean << QStringLiteral("with a backend");
    QTest::newRow("asked for, not configured here") << QByteArray() << QStringList() << "OFF" << clean
                                                    << QStringLiteral("Here distributed is switched off");
}

void FindingsTest::theFolderDecidesAboutC10d()
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
    state.folder = QStringLiteral("/b");
    state.cache = CMakeCache::parse(cache);
    state.outputs = outputs;
    Configuration configuration;
    if (!asked.isEmpty())
        configuration.setFlag({ QStringLiteral("USE_DISTRIBUTED"), asked, {} });
    DecidingFacts facts = decidingFacts(report.facts, nullptr);
    addConfiguration(facts, configuration);
    addBuildFolder(facts, state);
    decideFindings(report.findings, facts);
    const Finding& finding = report.findings[0];
    QCOMPARE(finding.rule, QStringLiteral("c10d-unresolved-symbol"));
    QCOMPARE(finding.fixes.value(0).id, firstFix);
    QVERIFY2(finding.explanation.contains(said), qPrintable(finding.explanation));
    QVERIFY(finding.candidates.isEmpty());
}

void FindingsTest::memoryDecidesAboutKilledCompilers_data()
{
    QTest::addColumn<QByteArray>("message");
    QTest::addColumn<int>("left"); // percent; -1: no samples
    QTest::addColumn<QString>("firstFix");
    QTest::addColumn<QString>("said"); // empty: nothing of memory
    const QByteArray killed = "c++: fatal error: Killed signal terminated program cc1plus\n";
    const QByteArray crashed = "a.cpp:1:1: internal compiler error: Segmentation fault\n";
    QTest::newRow("killed, full") << killed << 2 << "gate" << QStringLiteral("memory was full");
    QTest::newRow("killed, free") << killed << 60 << "gate" << QStringLiteral("a limit of a container");
    QTest::newRow("killed, between") << killed << 15 << "gate" << QString();
    QTest::newRow("crashed, full") << crashed << 3 << "repeat" << QStringLiteral("memory was full");
    QTest::newRow("crashed, free") << crashed << 60 << "other-compiler"
                                   << QStringLiteral("a mistake of the compiler");
    QTest::newRow("nobody knows") << crashed << -1 << "repeat" << QString();
}

void FindingsTest::memoryDecidesAboutKilledCompilers()
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
    const bool speaks = finding.explanation.contains(QLatin1String("n the minute before"));
    QCOMPARE(speaks, !said.isEmpty());
    QVERIFY2(finding.explanation.contains(said), qPrintable(finding.explanation));
}

void FindingsTest::jsonGoesThereAndBack()
{
    const DiagnosisReport report
        = diagnoseText("FAILED: a.o\nc++: fatal error: Killed signal terminated program cc1plus\n");
    const Json json = toJson(report.findings.value(0));
    const auto back = findingFromJson(json, QStringLiteral("findings.json"));
    QVERIFY(back);
    QCOMPARE(compactJson(toJson(*back)), compactJson(json));
    Json broken = json;
    broken["confidence"] = "certain";
    QVERIFY(!findingFromJson(broken, QStringLiteral("findings.json")));
    // What a later version can do is kept as it is.
    Json later = json;
    later["fixes"][0]["kind"] = "magic";
    QVERIFY(findingFromJson(later, QStringLiteral("findings.json")));
    broken = json;
    broken["fixes"][0]["on"] = "beos";
    QVERIFY(!findingFromJson(broken, QStringLiteral("findings.json")));
    const Json document = toJson(report);
    QCOMPARE(document["schema"].get<int>(), 1);
    QCOMPARE(document["findings"].size(), size_t(1));
}

QTEST_GUILESS_MAIN(FindingsTest)
#include "FindingsTest.moc"
