// SPDX-License-Identifier: GPL-3.0-or-later
// An attempt goes from one machine to another by the command line: two home folders are the two machines.
#include "tests/core/export/RawBundle.h"
#include "tests/endtoend/cli/AskedCli.h"
#include "tests/support/TestFiles.h"
#include "tests/ui/support/FakeAttempt.h"

#include <QStandardPaths>

using namespace torchmason;

class BundleCliTest : public QObject, AskedCli {
    Q_OBJECT

private slots:
    void init();
    void aBundleBecomesAnAttempt();
    void itIsTakenOnce();
    void nothingIsDoneToIt_data();
    void nothingIsDoneToIt();
    void anOutputIsWhatAFileIs();
    void aFileThatIsThereStays();
    void wrongUseIsOneSentence_data();
    void wrongUseIsOneSentence();
    void whatIsNoBundleIsToldSo();
    void stepsAreMasked();
    void textOfOthersIsHarmless();
    void aLogIsHarmlessInATerminal();
    void whatIsFoundInALogIsHarmless();

private:
    Answer ask(const char* machine, const QStringList& words);
    Json json(const char* machine, const QStringList& words) { return AskedCli::json(ask(machine, words)); }
    void exportIt();
    QString bundle() const { return path(QStringLiteral("attempt-0001.torchmason")); }

    std::unique_ptr<FakeAttempt> m_attempt;
};

void BundleCliTest::init()
{
    makeFolder();
    m_variables = { { "HOME", "/home/annalind" }, { "USER", "annalind" } };
    const AttemptStore store(path(QStringLiteral("there/data/attempts")));
    m_attempt = std::make_unique<FakeAttempt>(store, QStringLiteral("Tour of annalind"), 3);
    m_attempt->record().id = QStringLiteral("of-another-machine");
    m_attempt->startStage(QStringLiteral("compile"));
    m_attempt->addLog(QStringLiteral("compile"), "/home/annalind/x.cpp:1:2: error: y\n");
    m_attempt->addFindings({ FakeAttempt::missingWork(1) });
    m_attempt->endStage(QStringLiteral("compile"), StageState::Failed, 20, 1);
    m_attempt->end(AttemptState::Failed, 25);
}

AskedCli::Answer BundleCliTest::ask(const char* machine, const QStringList& words)
{
    m_home = QLatin1String(machine);
    return AskedCli::ask(words);
}

void BundleCliTest::exportIt()
{
    const Answer answer = ask("there", { "attempts", "export", "1", "--format", "bundle" });
    QVERIFY2(answer.code == 0, answer.trouble.constData());
    QCOMPARE(answer.output, QByteArray("Written: attempt-0001.torchmason\n"));
}

void BundleCliTest::aBundleBecomesAnAttempt()
{
    exportIt();
    const Json imported = json("here", { "attempts", "import", bundle(), "--json" });
    QCOMPARE(imported.value("number", 0), 1);
    QCOMPARE(imported.value("already", true), false);
    QVERIFY(QFileInfo(QString::fromStdString(imported.value("folder", ""))).isDir());
    const Json rows = json("here", { "attempts", "list", "--json" })["attempts"];
    QCOMPARE(rows.size(), size_t(1));
    QCOMPARE(rows[0].value("state", ""), std::string("failed"));
    QCOMPARE(rows[0].value("imported", false), true);
    const QByteArray listed = ask("here", { "attempts", "list" }).output;
    QVERIFY(listed.contains("fake (from another machine)"));
    QVERIFY2(listed.contains("Duration"), listed.constData()); // as the window calls it
    const QByteArray shown = ask("here", { "attempts", "show", "1" }).output;
    QVERIFY2(shown.contains("attempt 1 of another machine"), shown.constData());
    QVERIFY2(shown.contains("\n  duration "), shown.constData());
    QVERIFY2(shown.contains("c10d::Work") && !shown.contains("annalind"), shown.constData());
    const QByteArray before("/home/annalind/x.cpp:1:2: error: y\n");
    const QByteArray log = ask("here", { "attempts", "log", "1" }).output;
    QVERIFY2(log.endsWith("x/x.cpp:1:2: error: y\n") && !log.contains("annalind"), log.constData());
    QCOMPARE(log.size(), before.size());
    QCOMPARE(ask("here", { "attempts", "attach", "1" }).code, 1);
    QVERIFY(ask("here", { "attempts", "export", "1", "--format", "md" })
                .output.startsWith("# Attempt 1: failed"));
}

void BundleCliTest::itIsTakenOnce()
{
    exportIt();
    QCOMPARE(ask("here", { "attempts", "import", bundle() }).code, 0);
    const Json again = json("here", { "attempts", "import", bundle(), "--json" });
    QCOMPARE(again.value("number", 0), 1);
    QCOMPARE(again.value("already", false), true);
    const Answer words = ask("here", { "attempts", "import", "attempt-0001.torchmason" });
    QCOMPARE(words.code, 0);
    QCOMPARE(words.output, QByteArray("attempt-0001.torchmason is attempt 1 already.\n"));
    const Answer own = ask("there", { "attempts", "import", bundle() });
    QVERIFY(own.output.endsWith("is attempt 1 already.\n"));
}

void BundleCliTest::nothingIsDoneToIt_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::newRow("retry") << QStringList { "retry", "1" };
    QTest::newRow("retry with a fix") << QStringList { "retry", "1", "--apply", "clean" };
    QTest::newRow("stop") << QStringList { "stop", "1" };
    QTest::newRow("limits") << QStringList { "limits", "1", "--jobs", "2" };
    QTest::newRow("unpatch") << QStringList { "unpatch", "1" };
}

void BundleCliTest::nothingIsDoneToIt()
{
    QFETCH(QStringList, words);
    exportIt();
    QCOMPARE(ask("here", { "attempts", "import", bundle() }).code, 0);
    const Answer answer = ask("here", QStringList { "attempts" } + words);
    QCOMPARE(answer.code, 1);
    QVERIFY2(answer.trouble.contains("Attempt 1 was imported") && answer.trouble.count('\n') == 1,
        answer.trouble.constData());
}

void BundleCliTest::anOutputIsWhatAFileIs()
{
    const Answer answer = ask("there", { "attempts", "export", "1", "--format", "bundle", "--output", "-" });
    QCOMPARE(answer.code, 0);
    QVERIFY(answer.output.startsWith("\x1f\x8b"));
    const QString taken = path(QStringLiteral("b.torchmason"));
    write(taken, answer.output);
    QCOMPARE(json("here", { "attempts", "import", taken, "--json" }).value("number", 0), 1);
}

void BundleCliTest::aFileThatIsThereStays()
{
    write(bundle(), "mine");
    const Answer answer = ask("there", { "attempts", "export", "1", "--format", "bundle" });
    QCOMPARE(answer.code, 1);
    QVERIFY2(answer.trouble.contains("exists already"), answer.trouble.constData());
    QCOMPARE(contentOf(bundle()), QByteArray("mine"));
    QCOMPARE(ask("there",
                 { "attempts", "export", "1", "--format", "bundle", "--output", bundle(), "--keep-names" })
                 .code,
        0);
    QVERIFY(contentOf(bundle()).size() > 100);
}

void BundleCliTest::wrongUseIsOneSentence_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::newRow("no file") << QStringList { "import" };
    QTest::newRow("two files") << QStringList { "import", "a", "b" };
    QTest::newRow("names in a report") << QStringList { "export", "1", "--format", "md", "--keep-names" };
}

void BundleCliTest::wrongUseIsOneSentence()
{
    QFETCH(QStringList, words);
    const Answer answer = ask("there", QStringList { "attempts" } + words);
    QCOMPARE(answer.code, 2);
    QVERIFY2(answer.trouble.startsWith("torchmason-cli: "), answer.trouble.constData());
}

void BundleCliTest::whatIsNoBundleIsToldSo()
{
    write(bundle(), "[1/2] a log\n");
    const Answer answer = ask("here", { "attempts", "import", bundle() });
    QCOMPARE(answer.code, 1);
    QVERIFY2(answer.trouble.contains("is not a bundle of Torchmason") && answer.trouble.count('\n') == 1,
        answer.trouble.constData());
    QCOMPARE(ask("here", { "attempts", "import", "nowhere.torchmason" }).code, 1);
    QVERIFY(json("here", { "attempts", "list", "--json" })["attempts"].empty());
}

void BundleCliTest::stepsAreMasked()
{
    m_attempt->add(EdgeRecord {
        "/home/annalind/b/a.cpp.o?https://annalind:hunter22@host.example/", "C++", 1, 9, false, {} });
    for (const char* format : { "trace", "csv" }) {
        const QByteArray masked = ask("there", { "attempts", "export", "1", "--format", format }).output;
        QVERIFY2(masked.contains("a.cpp.o"), masked.constData());
        QVERIFY2(!masked.contains("annalind") && !masked.contains("hunter22"), masked.constData());
        const QByteArray kept
            = ask("there", { "attempts", "export", "1", "--format", format, "--keep-names" }).output;
        QVERIFY2(kept.contains("/home/annalind/b") && !kept.contains("hunter22"), kept.constData());
    }
}

namespace {

// What a terminal, a browser or a spreadsheet would act upon.
const char evil[] = "<img src=x onerror=alert(1)>\x1b]0;t\x07\x1b[2J\x9b\u202E\u2066\r\n=cmd|'/c calc'!A1";

QByteArray hostileBundle()
{
    const Json text = evil + std::string(5'000, 'x');
    const auto line = [](const Json& json) { return compactJson(json) + '\n'; };
    const Json stage = { { "id", "compile" }, { "state", "failed" }, { "logFile", "logs/compile.log" } };
    const Json attempt = { { "schema", 1 }, { "number", 12 }, { "id", text }, { "state", "failed" },
        { "error", std::string(evil) + std::string(1'000'000, 'x') }, { "stages", { stage } },
        { "plan", { { "stages", Json::array() } } },
        { "request",
            { { "v", 1 }, { "source", { { "kind", "git" }, { "tag", text } } }, { "sourceFolder", text },
                { "buildFolder", text }, { "profileName", text }, { "profileId", text },
                { "configuration",
                    { { "flags", { { { "name", "USE_X" }, { "value", text }, { "origin", "user" } } } },
                        { "environment", Json::array() } } } } } };
    const Json finding = { { "rule", text }, { "title", text }, { "explanation", text }, { "evidence", text },
        { "subject", text }, { "stage", "compile" }, { "root", true },
        { "fixes", { { { "id", text }, { "title", text }, { "text", text } } } } };
    QByteArray edges;
    for (int i = 0; i < 3; ++i)
        edges += line({ { "output", "=cmd|'/c calc'!A1" + std::string(evil) + std::to_string(i) },
            { "language", evil }, { "start", i * 10 }, { "end", i * 10 + 9 } });
    return bundleOf({ { "attempt.json", compactJson(attempt) },
        { "findings.json", compactJson({ { "schema", 1 }, { "findings", { finding } } }) },
        { "edges.jsonl", edges },
        { "logs/compile.log", QByteArray("[1/2] Building a.o\n") + evil + "\nerror: " + evil + '\n' } });
}

// Empty, or what was found.
QByteArray harmIn(const QByteArray& said, bool isMarkup)
{
    for (const char byte : said) {
        if (uchar(byte) < ' ' && byte != '\n' && byte != '\t' && byte != '\r')
            return "control " + QByteArray::number(int(byte));
    }
    for (const QByteArray& turning : { QByteArray("\xe2\x80\xae"), QByteArray("\xe2\x81\xa6"),
             QByteArray("\xc2\x9b"), isMarkup ? QByteArray("<img") : QByteArray("\xc2\x9b") }) {
        if (const qsizetype at = said.indexOf(turning); at >= 0)
            return turning + " in " + said.mid(std::max<qsizetype>(0, at - 80), 160);
    }
    return {};
}

}

void BundleCliTest::textOfOthersIsHarmless()
{
    write(bundle(), hostileBundle());
    const Answer taken = ask("here", { "attempts", "import", bundle() });
    QVERIFY2(taken.code == 0, taken.trouble.constData());
    QCOMPARE(ask("here", { "attempts", "import", bundle() }).code, 0);
    const QVector<QStringList> questions { { "list" }, { "show", "1" }, { "log", "1" },
        { "search", "onerror" }, { "time", "1" }, { "patterns" }, { "report", "1" }, { "compare", "1", "1" },
        { "export", "1", "--format", "html" }, { "export", "1", "--format", "md" },
        { "export", "1", "--format", "trace" }, { "export", "1", "--format", "csv" },
        { "export", "1", "--format", "sh" }, { "export", "1", "--format", "bat" } };
    for (const QStringList& question : questions) {
        const Answer answer = ask("here", QStringList { "attempts" } + question);
        QVERIFY2(answer.code >= 0, qPrintable(question.join(u' ')));
        const bool isMarkup = question.contains("html") || question.contains("md");
        QString said = QString::fromUtf8(answer.output + answer.trouble);
        if (question.contains("md")) // code is no markup
            said.remove(QRegularExpression("^(```+)\\n.*?\\n\\1$|`[^`\\n]*`",
                QRegularExpression::DotMatchesEverythingOption | QRegularExpression::MultilineOption));
        const QByteArray harm = harmIn(said.toUtf8(), isMarkup);
        const bool isRaw = question.first() == "log"; // into a file, byte for byte
        QVERIFY2(isRaw || harm.isEmpty(), qPrintable(question.join(u' ') + ": " + QString::fromUtf8(harm)));
        if (question.contains("csv"))
            QVERIFY(!answer.output.contains("\n=") && answer.output.contains("'=cmd"));
    }
}

// bsdutils' `script` plays the terminal.
void BundleCliTest::aLogIsHarmlessInATerminal()
{
    const QString script = QStandardPaths::findExecutable(QStringLiteral("script"));
    if (script.isEmpty())
        QSKIP("There is no script program here, which plays the terminal.");
    write(bundle(), hostileBundle());
    QCOMPARE(ask("here", { "attempts", "import", bundle() }).code, 0);
    QProcess process;
    process.setProcessEnvironment(environment({ { "TERM", "xterm" } }));
    process.start(script,
        { "--quiet", "--return", "--command",
            QStringLiteral("'" TORCHMASON_BIN "/torchmason-cli' attempts log 1"), "/dev/null" });
    QVERIFY(process.waitForFinished(60'000));
    const QByteArray said = process.readAllStandardOutput();
    QVERIFY2(said.contains("Building a.o"), said.constData());
    const QByteArray harm = harmIn(said, false);
    QVERIFY2(harm.isEmpty(), harm.constData());
}

void BundleCliTest::whatIsFoundInALogIsHarmless()
{
    const QString file = path("evil.log");
    write(file,
        QByteArray("[1/2] Building CXX object a.o\n").repeated(100)
            + "FAILED: a.o\nb.cpp:3:1: error: no \x1b]0;t\x07\x1b[2J\xc2\x9b\xe2\x80\xae\xe2\x81\xa6 type\n"
              "ninja: build stopped: subcommand failed.\n");
    for (const QStringList& form : { QStringList(), QStringList { "--json" } }) {
        const Answer answer = ask("here", QStringList { "diagnose", file } + form);
        const QByteArray said = answer.output + answer.trouble;
        QVERIFY2(said.contains("b.cpp:3:1: error: no"), said.constData());
        const QByteArray harm = harmIn(said, false);
        QVERIFY2(harm.isEmpty(), harm.constData());
    }
}

QTEST_GUILESS_MAIN(BundleCliTest)
#include "BundleCliTest.moc"
