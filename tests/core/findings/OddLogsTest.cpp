// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/AppPaths.h"
#include "tests/core/findings/LogsOfTests.h"
#include "tests/support/TestFiles.h"

#include <QBuffer>
#include <QDir>
#include <QTemporaryDir>
#include <QTest>

using namespace torchmason;

namespace {

// Delivers byte by byte.
class SlowPipe : public QIODevice {
public:
    explicit SlowPipe(QByteArray bytes)
        : m_bytes(std::move(bytes))
    {
    }
    bool isSequential() const override { return true; }

protected:
    qint64 readData(char* data, qint64 most) override
    {
        if (m_at == m_bytes.size() || most < 1)
            return 0;
        *data = m_bytes[m_at++];
        return 1;
    }
    qint64 writeData(const char*, qint64) override { return -1; }

private:
    QByteArray m_bytes;
    qsizetype m_at = 0;
};

}

// Logs of odd bytes: endless lines, marks and breaks of all kinds, none of a log at all. What they say is
// found all the same, where it stands, and in time.
class OddLogsTest : public QObject, private LogsOfTests {
    Q_OBJECT

private slots:
    void initTestCase() { readRules(); }
    void hugeLinesAreCut();
    void linesThatTakeTooLongAreTold();
    void aTextThatIsNoLogIsTold();
    void blanksTakeNoTime();
    void evidenceOfALongLineIsAroundItsCause();
    void offsetsPointToTheLine();
    void overwrittenLinesAreRead();
    void aPipeMayBeSlow_data();
    void aPipeMayBeSlow();
    void theFuzzersCorpusIsRead();
};

void OddLogsTest::hugeLinesAreCut()
{
    const QByteArray huge(100 * 1024 * 1024, 'x');
    const DiagnosisReport report
        = diagnoseText(huge + "\nnvcc fatal   : Unsupported gpu architecture 'compute_89'\n");
    QCOMPARE(report.lines, qint64(2));
    QCOMPARE(report.findings.value(0).line, qint64(2));
    QCOMPARE(report.findings.value(0).byteOffset, qint64(huge.size() + 1));
}

// A rule of the user's that would run for ever gives up, and the others go on.
void OddLogsTest::linesThatTakeTooLongAreTold()
{
    QTemporaryDir home;
    const QByteArray before = qgetenv("TORCHMASON_HOME");
    qputenv("TORCHMASON_HOME", home.path().toUtf8());
    write(AppPaths::userRulesFolder() + QStringLiteral("/mine.json"),
        R"json({"schema":1,"pack":"mine","rules":[{"id":"endless","title":"t","group":"g","explanation":"e.",
        "signatures":[{"literals":["endless"],"expression":"endless (?:a+)+$"}],"fixes":[]}]})json");
    const std::shared_ptr<const RuleSet> rules = loadRules();
    qputenv("TORCHMASON_HOME", before);
    QCOMPARE(rules->problems(), QStringList());
    QByteArray log = "first\n";
    for (int line = 0; line < 20; ++line)
        log += "endless " + QByteArray(4000, 'a') + "!\n";
    log += "endless aaa\nLINK : fatal error LNK1102: out of memory\n";
    QBuffer buffer(&log);
    buffer.open(QIODevice::ReadOnly);
    const auto report = diagnose(buffer, rules);
    QVERIFY(report);
    QVERIFY2(report->problem.contains(QStringLiteral("from line 2 on"))
            && report->problem.contains(QStringLiteral("endless")),
        qPrintable(report->problem));
    QCOMPARE(report->findings.size(), 1);
    QCOMPARE(report->findings[0].line, qint64(23));
}

void OddLogsTest::aTextThatIsNoLogIsTold()
{
    const QByteArray letter = "Dear all,\n\nthe error was mine: nothing was found in [1/2] of the cases.\n";
    QVERIFY(!diagnoseText(letter, StageOutcome::Unknown).knowsLines);
    QVERIFY(!diagnoseText({}, StageOutcome::Unknown).knowsLines);
    QVERIFY(
        diagnoseText({}, StageOutcome::Unknown).isText && diagnoseText(letter, StageOutcome::Unknown).isText);
    QVERIFY(!diagnoseText(QByteArray("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 16), StageOutcome::Unknown).isText);
    for (const char* line : { "-- Configuring done", "[1/2] Building CXX object a.o",
             "Collecting numpy==1.26.4", "LINK : fatal error LNK1102: out of memory" })
        QVERIFY2(diagnoseText(letter + line + "\n", StageOutcome::Unknown).knowsLines, line);
}

// Each of these took some seconds, so that the test's own limit of time ends it.
void OddLogsTest::blanksTakeNoTime()
{
    const auto logOf = [](const QByteArray& word) {
        QByteArray log;
        for (const char* filling : { " ", "a", "1", ": ", "a ", "a:", "(", "/", "cc" }) {
            const QByteArray filled = QByteArray(filling).repeated(20000 / qsizetype(qstrlen(filling)));
            log += word + filled + '\n' + filled + word + '\n' + filled + word + filled + '\n';
        }
        return log;
    };
    for (const char* word : { "error: ", "warning: ", "nvcc error ", "" })
        QCOMPARE(diagnoseText(logOf(word).repeated(4)).problem, QString());
    QCOMPARE(diagnoseText(logOf("a.obj : error LNK2019 ").repeated(4)).lines, qint64(4 * 27));
}

// CMake joins the words of a whole compiler run into one message.
void OddLogsTest::evidenceOfALongLineIsAroundItsCause()
{
    const QByteArray words = QByteArray("-D__CUDACC__ ").repeated(300);
    const DiagnosisReport report = diagnoseText("CMake Error: The output was: " + words
        + "/usr/include/crt/host_config.h:143:2: error: #error -- unsupported GNU version! gcc versions "
          "later "
          "than 13 are not supported! "
        + words + "\n");
    QCOMPARE(report.findings.size(), 1);
    const QString evidence = report.findings[0].evidence;
    QVERIFY2(evidence.contains(QStringLiteral("unsupported GNU version")), qPrintable(evidence));
    QVERIFY2(evidence.size() < 700, qPrintable(evidence));
    QVERIFY(evidence.startsWith(QStringLiteral("...")) && evidence.endsWith(QStringLiteral("...")));
}

// Windows line ends and torn bytes do not shift offsets.
void OddLogsTest::offsetsPointToTheLine()
{
    const QByteArray log = "first\r\n\xff\xfe\xe2 second\r\nLINK : fatal error LNK1102: out of memory\r\n";
    const DiagnosisReport report = diagnoseText("x" + log);
    QCOMPARE(report.findings.size(), 1);
    QVERIFY(("x" + log).mid(report.findings[0].byteOffset).startsWith("LINK : "));
}

// Progress that writes over itself hides nothing, as it does not while a build runs.
void OddLogsTest::overwrittenLinesAreRead()
{
    const DiagnosisReport report = diagnoseText("[1/2] a\nreceiving 10%\rnvcc fatal   : Unsupported gpu "
                                                "architecture 'compute_35'\rreceiving 90%\nend",
        StageOutcome::Failed);
    QCOMPARE(report.findings.size(), 1);
    QCOMPARE(report.findings.first().line, 2);
    QCOMPARE(report.findings.first().byteOffset, 22);
    QCOMPARE(report.lines, 3);
}

void OddLogsTest::aPipeMayBeSlow_data()
{
    QTest::addColumn<QByteArray>("log");
    QTest::addColumn<QString>("encoding");
    const QByteArray text = "ninja: fatal: unknown target 'x'\nninja: error: loading 'build.ninja': gone\n";
    QByteArray wide("\xff\xfe");
    for (const char c : text)
        wide.append(c).append('\0');
    QTest::newRow("no mark") << text << "UTF-8";
    QTest::newRow("mark of UTF-8") << "\xef\xbb\xbf" + text << "UTF-8";
    QTest::newRow("mark of UTF-16") << wide << "UTF-16LE";
    QTest::newRow("UTF-16 without a mark") << wide.sliced(2) << "UTF-16LE";
}

void OddLogsTest::aPipeMayBeSlow()
{
    QFETCH(const QByteArray, log);
    SlowPipe pipe(log);
    pipe.open(QIODevice::ReadOnly | QIODevice::Unbuffered);
    const DiagnosisReport report = diagnose(pipe, m_rules).value();
    QTEST(report.encoding, "encoding");
    QCOMPARE(report.bytes, log.size());
    QCOMPARE(report.lines, 2);
    QVERIFY(!report.findings.isEmpty());
    QCOMPARE(report.findings.first().rule, diagnoseText(log).findings.first().rule);
    QCOMPARE(report.findings.first().line, 1);
    QVERIFY(report.findings.first().evidence.startsWith("ninja: fatal")); // and not with the mark
}

// What the fuzzers kept: odd bytes that once reached something new.
void OddLogsTest::theFuzzersCorpusIsRead()
{
    const QDir corpus(QStringLiteral(TORCHMASON_SOURCE "/tests/fuzz/corpus"));
    const QStringList names = corpus.entryList(QDir::Files);
    QVERIFY(names.size() > 20);
    for (const QString& name : names) {
        QFile file(corpus.filePath(name));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray log = file.readAll().mid(2);
        const DiagnosisReport report = diagnoseText(log);
        QCOMPARE(report.bytes, log.size());
        for (const Finding& finding : report.findings)
            QVERIFY2(finding.line >= 1 && finding.line <= report.lines + 1, qPrintable(name));
    }
}

QTEST_GUILESS_MAIN(OddLogsTest)
#include "OddLogsTest.moc"
