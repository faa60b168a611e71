// SPDX-License-Identifier: GPL-3.0-or-later
// An attempt goes from one machine to another by the command line: two home folders are the two machines.
#include "tests/endtoend/cli/AskedCli.h"
#include "tests/support/TestFiles.h"
#include "tests/ui/support/FakeAttempt.h"

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
    QVERIFY(ask("here", { "attempts", "list" }).output.contains("fake (imported)"));
    const QByteArray shown = ask("here", { "attempts", "show", "1" }).output;
    QVERIFY2(shown.contains("attempt 1 of another machine"), shown.constData());
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
    QVERIFY2(answer.trouble.contains("attempt 1 was imported") && answer.trouble.count('\n') == 1,
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
    QVERIFY2(answer.trouble.contains("is there already"), answer.trouble.constData());
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
    QVERIFY2(answer.trouble.contains("is no bundle of Torchmason") && answer.trouble.count('\n') == 1,
        answer.trouble.constData());
    QCOMPARE(ask("here", { "attempts", "import", "nowhere.torchmason" }).code, 1);
    QVERIFY(json("here", { "attempts", "list", "--json" })["attempts"].empty());
}

QTEST_GUILESS_MAIN(BundleCliTest)
#include "BundleCliTest.moc"
