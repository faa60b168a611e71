// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/GitTree.h"
#include "tests/core/stages/GitFixture.h"
#include "tests/core/stages/StageRun.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>

using namespace torchmason;

// A source tree that is fetched, and what it must hold.
class FetchingTest : public QObject, private GitFixture {
    Q_OBJECT

private slots:
    void init() { setUp(); }
    void gitFetchesNestedSubmodules();
    void gitGoesOnWithATreeThatIsThere();
    void nestedSubmodulesMayMove();
    void commitsAreFetchedToo();
    void missingSubmodulesAreNamed();
    void manyMissingSubmodulesAreAllPrinted();
    void unknownTagFails();
    void submoduleStatusForms_data();
    void submoduleStatusForms();
    void existingTreesAreChecked();
    void fetchingGetsTheEnvironment_data();
    void fetchingGetsTheEnvironment();
};

void FetchingTest::gitFetchesNestedSubmodules()
{
    if (QStandardPaths::findExecutable("git").isEmpty())
        QSKIP("git is not installed.");
    makeRepository("inner", {});
    makeRepository("middle", { "inner" });
    makeRepository("top", { "middle" });
    const QString tree = path("a tree");
    const Outcome outcome = runStage(fetchStage("file://" + path("top"), "v1", tree));
    QVERIFY2(outcome.exitCode == 0, qPrintable(outcome.failed + ": " + outcome.output));
    QVERIFY(QFileInfo::exists(tree + "/third_party/middle/third_party/inner/CMakeLists.txt"));
    QVERIFY2(outcome.output.contains("All 2 submodules"), qPrintable(outcome.output));
}

void FetchingTest::gitGoesOnWithATreeThatIsThere()
{
    if (QStandardPaths::findExecutable("git").isEmpty())
        QSKIP("git is not installed.");
    makeRepository("inner", {});
    makeRepository("top", { "inner" });
    const QString tree = path("tree");
    QCOMPARE(runStage(fetchStage("file://" + path("top"), "v1", tree)).exitCode, 0);

    // Upstream moves its submodule to another address and commit, and tags again.
    makeRepository("moved", {});
    write(path("moved/new.txt"), "new");
    git(path("moved"), { "add", "-A" });
    git(path("moved"), { "commit", "-qm", "two" });
    git(path("top"), { "submodule", "set-url", "third_party/inner", "file://" + path("moved") });
    git(path("top") + "/third_party/inner", { "fetch", "-q", "origin" });
    git(path("top") + "/third_party/inner", { "checkout", "-q", "origin/HEAD" });
    git(path("top"), { "commit", "-qam", "two" });
    git(path("top"), { "tag", "v2" });
    // And an interrupted fetch has left nothing but git's link file of the submodule.
    QFile::remove(tree + "/third_party/inner/CMakeLists.txt");

    const Outcome outcome = runStage(fetchStage("file://" + path("top"), "v2", tree));
    QVERIFY2(outcome.exitCode == 0, qPrintable(outcome.failed + ": " + outcome.output));
    QCOMPARE(contentOf(tree + "/third_party/inner/new.txt"), QByteArray("new"));
}

// The old place is gone, so only the new address of the inner one helps.
void FetchingTest::nestedSubmodulesMayMove()
{
    if (QStandardPaths::findExecutable("git").isEmpty())
        QSKIP("git is not installed.");
    makeRepository("inner", {});
    makeRepository("middle", { "inner" });
    makeRepository("top", { "middle" });
    const QString tree = path("tree");
    QCOMPARE(runStage(fetchStage("file://" + path("top"), "v1", tree)).exitCode, 0);

    QVERIFY(QDir().rename(path("inner"), path("moved")));
    write(path("moved/new.txt"), "new");
    git(path("moved"), { "add", "-A" });
    git(path("moved"), { "commit", "-qm", "two" });
    const QString inner = path("middle") + "/third_party/inner";
    git(path("middle"), { "submodule", "set-url", "third_party/inner", "file://" + path("moved") });
    git(inner, { "fetch", "-q", "origin" });
    git(inner, { "checkout", "-q", "origin/HEAD" });
    git(path("middle"), { "commit", "-qam", "two" });
    const QString middle = path("top") + "/third_party/middle";
    git(middle, { "fetch", "-q", "--no-recurse-submodules", "origin" });
    git(middle, { "checkout", "-q", "origin/HEAD" });
    git(path("top"), { "commit", "-qam", "two" });
    git(path("top"), { "tag", "v2" });

    const Outcome outcome = runStage(fetchStage("file://" + path("top"), "v2", tree));
    QVERIFY2(outcome.exitCode == 0, qPrintable(outcome.failed + ": " + outcome.output));
    QCOMPARE(contentOf(tree + "/third_party/middle/third_party/inner/new.txt"), QByteArray("new"));
}

void FetchingTest::commitsAreFetchedToo()
{
    if (QStandardPaths::findExecutable("git").isEmpty())
        QSKIP("git is not installed.");
    makeRepository("top", {});
    const QString commit = contentOf(path("top/.git/refs/heads/main")).trimmed();
    const Outcome outcome = runStage(fetchStage("file://" + path("top"), commit, path("tree")));
    QVERIFY2(outcome.exitCode == 0, qPrintable(outcome.failed + ": " + outcome.output));
    QVERIFY(QFileInfo::exists(path("tree/CMakeLists.txt")));
}

void FetchingTest::missingSubmodulesAreNamed()
{
    if (QStandardPaths::findExecutable("git").isEmpty())
        QSKIP("git is not installed.");
    makeRepository("inner", {});
    makeRepository("middle", { "inner" });
    makeRepository("top", { "middle" });
    const QString tree = path("tree");
    QCOMPARE(runStage(fetchStage("file://" + path("top"), "v1", tree)).exitCode, 0);
    QVERIFY(verifySubmodules(tree, "git").ok());

    // Emptied by hand: git itself finds nothing wrong with that.
    QFile::remove(tree + "/third_party/middle/third_party/inner/CMakeLists.txt");
    auto verdict = verifySubmodules(tree, "git");
    QVERIFY(!verdict.ok());
    QVERIFY2(verdict.error().message.contains("third_party/middle/third_party/inner is empty"),
        qPrintable(verdict.error().message));

    git(tree + "/third_party/middle", { "submodule", "deinit", "-q", "-f", "third_party/inner" });
    verdict = verifySubmodules(tree, "git");
    QVERIFY(!verdict.ok());
    QVERIFY2(verdict.error().message.contains("third_party/middle/third_party/inner is not there"),
        qPrintable(verdict.error().message));

    git(tree + "/third_party/middle", { "commit", "-q", "--allow-empty", "-m", "another" });
    verdict = verifySubmodules(tree, "git");
    QVERIFY(!verdict.ok() && verdict.error().message.contains("third_party/middle is at another commit"));
}

// The error is one sentence; the log of the stage has them all.
void FetchingTest::manyMissingSubmodulesAreAllPrinted()
{
    QStringList problems;
    for (int i = 1; i <= 9; ++i)
        problems << QStringLiteral("third_party/m%1 is not there").arg(i);
    QStringList printed;
    const auto print = [&printed](const QString& line) { printed << line; };
    const QString error = incompleteSubmodules("/src", problems, print).message;
    QCOMPARE(printed, problems);
    QVERIFY2(
        error.contains("m8 is not there; and 1 more (the log of this stage names all)"), qPrintable(error));
    printed.clear();
    QVERIFY(!incompleteSubmodules("/src", problems.mid(0, 8), print).message.contains(" more"));
    QVERIFY(printed.isEmpty());
}

void FetchingTest::unknownTagFails()
{
    if (QStandardPaths::findExecutable("git").isEmpty())
        QSKIP("git is not installed.");
    makeRepository("top", {});
    const Outcome outcome = runStage(fetchStage("file://" + path("top"), "v99", path("tree")));
    QVERIFY(outcome.exitCode != 0);
    QCOMPARE(outcome.failed, QString("Fetch v99"));
}

void FetchingTest::submoduleStatusForms_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<int>("count");
    QTest::addColumn<QString>("problem");
    const QByteArray sha(40, 'a');
    QTest::newRow("good") << " " + sha + " third_party/fmt (9.1.0)" << 1 << "";
    QTest::newRow("missing") << "-" + sha + " third_party/fmt" << 1 << "third_party/fmt is not there";
    QTest::newRow("space and brackets in the name")
        << "-" + sha + " third party/a (b)" << 1 << "third party/a is not there";
    QTest::newRow("moved") << "+" + sha + " third_party/fmt (9.1.0-3-gabc)" << 1
                           << "third_party/fmt is at another commit than the tree records";
    QTest::newRow("conflict") << "U" + sha + " x" << 1 << "x has merge conflicts";
    QTest::newRow("carriage return") << "+" + sha + " x (v1)\r" << 1
                                     << "x is at another commit than the tree records";
    QTest::newRow("a message") << QByteArray("warning: something else") << 0 << "";
    QTest::newRow("nothing") << QByteArray() << 0 << "";
}

void FetchingTest::submoduleStatusForms()
{
    QFETCH(QByteArray, line);
    QFETCH(int, count);
    QFETCH(QString, problem);
    const SubmoduleState state = parseSubmoduleStatus(line + "\n");
    QCOMPARE(state.count, count);
    QCOMPARE(state.problems.value(0), problem);
    for (const QString& path : state.there)
        QVERIFY2(!path.contains('\r') && !path.contains("(v"), qPrintable(path));
}

void FetchingTest::existingTreesAreChecked()
{
    QVERIFY(!checkSourceTree(path("missing")).ok());
    QVERIFY(QDir().mkpath(path("tree")));
    QVERIFY(checkSourceTree(path("tree")).error().message.contains("CMakeLists.txt"));
    write(path("tree/CMakeLists.txt"), "project(x)");
    write(path("tree/version.txt"), "2.6.0a0\n");
    QVERIFY(checkSourceTree(path("tree"))->contains("2.6.0a0"));
}

void FetchingTest::fetchingGetsTheEnvironment_data()
{
    QTest::addColumn<SourceSpec>("source");
    QTest::addColumn<QString>("program");
    QTest::newRow("git") << SourceSpec { SourceKind::Git, "https://x/y", "v1", {}, {} } << "git";
    QTest::newRow("debian") << SourceSpec { SourceKind::DebianSource, {}, {}, "hello", {} } << "apt-get";
}

void FetchingTest::fetchingGetsTheEnvironment()
{
    QFETCH(SourceSpec, source);
    QFETCH(QString, program);
    BuildRequest request;
    request.source = source;
    request.sourceFolder = path("tree");
    request.buildFolder = path("build");
    request.configuration.environment = { { "https_proxy", QString("http://proxy:3128"), ValueOrigin::User },
        { "no_proxy", std::nullopt, ValueOrigin::User },
        { "GIT_TERMINAL_PROMPT", QString("1"), ValueOrigin::User },
        { "UNUSED", QString("1"), ValueOrigin::Default } };
    int count = 0;
    const auto plan = makeStagePlan(request, hostPlatform());
    for (const Command& command : plan->stages.first().commands) {
        if (command.program != program && !command.arguments.contains("verify-submodules"))
            continue;
        ++count;
        QStringList names;
        for (const EnvironmentValue& value : command.environment) {
            names << value.name;
            if (value.name == "https_proxy")
                QCOMPARE(value.value, std::optional<QString>("http://proxy:3128"));
            if (value.name == "no_proxy")
                QVERIFY(!value.value);
            if (value.name == "GIT_TERMINAL_PROMPT" && program == "git")
                QCOMPARE(value.value, std::optional<QString>("0"));
        }
        QVERIFY2(names.contains("https_proxy") && names.contains("no_proxy"), qPrintable(command.purpose));
        QVERIFY(!names.contains("UNUSED"));
        QCOMPARE(names.removeDuplicates(), 0);
    }
    QCOMPARE(count, program == "git" ? 7 : 2);
}

QTEST_GUILESS_MAIN(FetchingTest)
#include "FetchingTest.moc"
