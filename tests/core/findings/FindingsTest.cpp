// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/findings/LogsOfTests.h"

#include <QDir>
#include <QFile>
#include <QTest>

using namespace torchmason;

class FindingsTest : public QObject, private LogsOfTests {
    Q_OBJECT

private slots:
    void initTestCase() { readRules(); }
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
    void whatProvesNothingIsNotCounted();
    void aSignatureMayBeLessSure();
    void warningsLeaveRoomForErrors();
    void jsonGoesThereAndBack();
};

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

void FindingsTest::whatProvesNothingIsNotCounted()
{
    FailureMatcher matcher(m_rules);
    for (int i = 1; i <= 20; ++i)
        matcher.addLine("a.obj : error LNK2001: unresolved external symbol __imp_THFloatTensor_fill", i, 0);
    for (int i = 21; i <= 40; ++i)
        matcher.addLine("a.obj : warning LNK2001: unresolved external symbol __imp_THFloatTensor_fill", i, 0);
    matcher.finish(true);
    const QVector<Finding> findings = matcher.findings();
    QCOMPARE(findings.value(0).rule, QStringLiteral("missing-link-library"));
    QCOMPARE(findings.value(0).occurrences, qint64(20));
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

void FindingsTest::aSignatureMayBeLessSure()
{
    const DiagnosisReport compiler
        = diagnoseText("nvcc fatal   : Unsupported gpu architecture 'compute_89'\n");
    const DiagnosisReport assembler
        = diagnoseText("ptxas fatal   : Value 'sm_121' is not defined for option 'gpu-name'\n");
    QCOMPARE(assembler.findings.value(0).rule, compiler.findings.value(0).rule);
    QCOMPARE(compiler.findings.value(0).confidence, Confidence::High);
    QCOMPARE(assembler.findings.value(0).confidence, Confidence::Medium);
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
