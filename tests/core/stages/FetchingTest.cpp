// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/patch/PatchJournal.h"
#include "core/stages/GitMend.h"
#include "core/stages/GitTree.h"
#include "core/stages/SourceCheck.h"
#include "core/stages/SourceRows.h"
#include "core/stages/StagePlan.h"
#include "core/stages/SubmoduleCheck.h"
#include "tests/core/stages/StageRun.h"
#include "tests/support/TestFiles.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using namespace torchmason;

class FetchingTest : public QObject {
    Q_OBJECT

private slots:
    void init();
    void gitFetchesNestedSubmodules();
    void gitGoesOnWithATreeThatIsThere();
    void nestedSubmodulesMayMove();
    void gitKeepsTheUsersOwnFiles();
    void aTreeOfTheUserKeepsItsSettings();
    void aTreeOfSomethingElseIsRefused_data();
    void aTreeOfSomethingElseIsRefused();
    void ownTreesFollowTheProfile();
    void treesOfEarlierVersionsAreOwn();
    void addressesOfOneRepository_data();
    void addressesOfOneRepository();
    void patchesGoBeforeAnotherRevisionComes();
    void commitsAreFetchedToo();
    void brokenClonesAreMadeAgain();
    void onlyBrokenClonesAreRemoved_data();
    void onlyBrokenClonesAreRemoved();
    void staleLocksAreRemoved_data();
    void staleLocksAreRemoved();
    void missingSubmodulesAreNamed();
    void unknownTagFails();
    void submoduleStatusForms_data();
    void submoduleStatusForms();
    void existingTreesAreChecked();
    void fetchingGetsTheEnvironment_data();
    void fetchingGetsTheEnvironment();
    void gitSettingsOfTheUserStay();

private:
    QString path(const QString& name) const { return m_folder->filePath(name); }
    void git(const QString& folder, const QStringList& arguments);
    void makeRepository(const QString& name, const QStringList& submodules);
    Stage fetchStage(const QString& url, const QString& tag, const QString& folder) const;

    std::unique_ptr<QTemporaryDir> m_folder;
};

void FetchingTest::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
}

void FetchingTest::git(const QString& folder, const QStringList& arguments)
{
    QProcess process;
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start("git",
        QStringList { "-C", folder, "-c", "user.name=T", "-c", "user.email=t@example.org", "-c",
            "protocol.file.allow=always", "-c", "init.defaultBranch=main" }
            + arguments);
    QVERIFY(process.waitForFinished(60000));
    QVERIFY2(process.exitCode() == 0, process.readAll().constData());
}

void FetchingTest::makeRepository(const QString& name, const QStringList& submodules)
{
    const QString folder = path(name);
    write(folder + "/CMakeLists.txt", "project(" + name.toUtf8() + ")\n");
    git(folder, { "init", "-q" });
    for (const QString& submodule : submodules)
        git(folder, { "submodule", "add", "-q", "file://" + path(submodule), "third_party/" + submodule });
    git(folder, { "add", "-A" });
    git(folder, { "commit", "-qm", "one" });
    git(folder, { "tag", "v1" });
}

Stage FetchingTest::fetchStage(const QString& url, const QString& tag, const QString& folder) const
{
    BuildRequest request;
    request.source = { SourceKind::Git, url, tag, {}, {} };
    request.sourceFolder = folder;
    request.buildFolder = path("build");
    const auto plan = makeStagePlan(request, hostPlatform());
    return plan ? plan->stages.first() : Stage();
}

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

void FetchingTest::gitKeepsTheUsersOwnFiles()
{
    if (QStandardPaths::findExecutable("git").isEmpty())
        QSKIP("git is not installed.");
    makeRepository("top", {});
    write(path("mine/letter.txt"), "dear");
    const Outcome outcome = runStage(fetchStage("file://" + path("top"), "v1", path("mine")));
    QVERIFY(outcome.exitCode != 0);
    QVERIFY2(outcome.output.contains("is no git tree") && outcome.output.contains("--skip fetch"),
        qPrintable(outcome.output));
    QVERIFY(!QFileInfo::exists(path("mine/.git")));
    BuildRequest request;
    request.source = { SourceKind::Git, "file://" + path("top"), "v1", {}, {} };
    request.sourceFolder = path("mine");
    QCOMPARE(sourceFolderRows(request).value(0).state, CheckState::Fail);
    request.source = { SourceKind::DebianSource, {}, {}, "pytorch", {} };
    QCOMPARE(sourceFolderRows(request).value(0).state, CheckState::Fail);
    write(path("mine/debian/changelog"), "pytorch (2.6.0-1) unstable; urgency=low\n");
    QCOMPARE(sourceFolderRows(request).size(), 0);
}

// A clone with two refspecs, on a branch without commits of its own.
void FetchingTest::aTreeOfTheUserKeepsItsSettings()
{
    if (QStandardPaths::findExecutable("git").isEmpty())
        QSKIP("git is not installed.");
    makeRepository("inner", {});
    makeRepository("top", { "inner" });
    git(m_folder->path(), { "clone", "-q", "file://" + path("top"), "mine" });
    git(path("mine"), { "config", "--add", "remote.origin.fetch", "+refs/pull/*/head:refs/remotes/pr/*" });
    git(path("mine"), { "checkout", "-q", "-b", "work" });
    const QByteArray before = contentOf(path("mine/.git/config"));
    BuildRequest request;
    request.source = { SourceKind::Git, path("top"), "v1", {}, {} };
    request.sourceFolder = path("mine");
    QVector<CheckRow> rows = sourceFolderRows(request);
    QCOMPARE(rows.size(), 1);
    QCOMPARE(rows.first().state, CheckState::Warning);
    QVERIFY2(rows.first().found.contains("branch work"), qPrintable(rows.first().found));

    const Outcome outcome = runStage(fetchStage("file://" + path("top"), "v1", path("mine")));
    QVERIFY2(outcome.exitCode == 0, qPrintable(outcome.failed + ": " + outcome.output));
    QVERIFY(contentOf(path("mine/.git/config")).startsWith(before)); // submodules come after it
    QVERIFY(!isOwnGitTree(path("mine")));
    QVERIFY(QFileInfo::exists(path("mine/third_party/inner/CMakeLists.txt")));
    // And once more, though the commit that is checked out is on no branch of the remote.
    git(path("top"), { "checkout", "-q", "--detach" });
    git(path("top"), { "commit", "-q", "--allow-empty", "-m", "two" });
    git(path("top"), { "tag", "v2" });
    QCOMPARE(runStage(fetchStage("file://" + path("top"), "v2", path("mine"))).exitCode, 0);
    git(path("mine"), { "fetch", "-q", path("top"), "v1" });
    QCOMPARE(runStage(fetchStage("file://" + path("top"), "v1", path("mine"))).exitCode, 0);
    QCOMPARE(sourceFolderRows(request).size(), 0);
}

void FetchingTest::aTreeOfSomethingElseIsRefused_data()
{
    QTest::addColumn<QString>("origin");
    QTest::addColumn<bool>("hasCommit");
    QTest::addColumn<QString>("said");
    QTest::newRow("another origin") << "fork" << false << "is a clone of";
    QTest::newRow("a commit of the user's own") << "top" << true << "a commit on no remote";
}

void FetchingTest::aTreeOfSomethingElseIsRefused()
{
    if (QStandardPaths::findExecutable("git").isEmpty())
        QSKIP("git is not installed.");
    QFETCH(QString, origin);
    QFETCH(bool, hasCommit);
    QFETCH(QString, said);
    makeRepository("top", {});
    makeRepository("fork", {});
    git(m_folder->path(), { "clone", "-q", "file://" + path(origin), "mine" });
    if (hasCommit) {
        write(path("mine/mine.txt"), "work");
        git(path("mine"), { "add", "-A" });
        git(path("mine"), { "commit", "-qm", "mine" });
    }
    const QByteArray head = contentOf(path("mine/.git/HEAD"));
    const QByteArray before = contentOf(path("mine/.git/config"));
    const Outcome outcome = runStage(fetchStage("file://" + path("top"), "v1", path("mine")));
    QVERIFY(outcome.exitCode != 0);
    QVERIFY2(
        outcome.output.contains(said) && outcome.output.contains("--skip fetch"), qPrintable(outcome.output));
    QCOMPARE(contentOf(path("mine/.git/HEAD")), head);
    QCOMPARE(contentOf(path("mine/.git/config")), before);
    BuildRequest request;
    request.source = { SourceKind::Git, "file://" + path("top"), "v1", {}, {} };
    request.sourceFolder = path("mine");
    QCOMPARE(sourceFolderRows(request).value(0).state, CheckState::Fail);
    request.skippedStages = QStringList { "fetch" };
    QCOMPARE(sourceFolderRows(request).size(), 0);
}

void FetchingTest::ownTreesFollowTheProfile()
{
    if (QStandardPaths::findExecutable("git").isEmpty())
        QSKIP("git is not installed.");
    makeRepository("top", {});
    QCOMPARE(runStage(fetchStage("file://" + path("top"), "v1", path("tree"))).exitCode, 0);
    QVERIFY(isOwnGitTree(path("tree")));
    QVERIFY(QDir().rename(path("top"), path("moved")));
    const Outcome outcome = runStage(fetchStage("file://" + path("moved"), "v1", path("tree")));
    QVERIFY2(outcome.exitCode == 0, qPrintable(outcome.failed + ": " + outcome.output));
    QVERIFY(contentOf(path("tree/.git/config")).contains("/moved"));
}

// Versions without marks left no name for what they had fetched, and a broken transfer empties FETCH_HEAD.
void FetchingTest::treesOfEarlierVersionsAreOwn()
{
    if (QStandardPaths::findExecutable("git").isEmpty())
        QSKIP("git is not installed.");
    makeRepository("top", {});
    const QString tree = path("tree");
    QVERIFY(QDir().mkpath(tree));
    git(tree, { "init", "-q" });
    git(tree, { "remote", "add", "origin", "file://" + path("fork") });
    git(tree, { "fetch", "-q", "--no-tags", "file://" + path("top"), "v1" });
    git(tree, { "checkout", "-q", "--detach", "FETCH_HEAD" });
    write(tree + "/.git/FETCH_HEAD", "");
    write(path("top/new.txt"), "two");
    git(path("top"), { "add", "-A" });
    git(path("top"), { "commit", "-qm", "two" });
    git(path("top"), { "tag", "v2" });
    const Outcome outcome = runStage(fetchStage("file://" + path("top"), "v2", tree));
    QVERIFY2(outcome.exitCode == 0, qPrintable(outcome.failed + ": " + outcome.output));
    QVERIFY(isOwnGitTree(tree));
    QCOMPARE(contentOf(tree + "/new.txt"), QByteArray("two"));

    // With a commit on top it is the user's.
    QVERIFY(QFile::remove(tree + "/.git/torchmason-repository"));
    write(tree + "/mine.txt", "work");
    git(tree, { "add", "-A" });
    git(tree, { "commit", "-qm", "mine" });
    QVERIFY(runStage(fetchStage("file://" + path("top"), "v1", tree)).exitCode != 0);
    QVERIFY(QFileInfo::exists(tree + "/mine.txt"));
}

void FetchingTest::addressesOfOneRepository_data()
{
    QTest::addColumn<QString>("left");
    QTest::addColumn<QString>("right");
    QTest::addColumn<bool>("isSame");
    const QString https = "https://github.com/pytorch/pytorch";
    QTest::newRow("with .git") << https << https + ".git" << true;
    QTest::newRow("by ssh") << https << "git@github.com:pytorch/pytorch.git" << true;
    QTest::newRow("by ssh, long") << https << "ssh://git@github.com/pytorch/pytorch/" << true;
    QTest::newRow("with a token") << https << "https://me:token@github.com/pytorch/pytorch" << true;
    QTest::newRow("a folder") << "/data/pytorch"
                              << "file:///data/pytorch/.git" << false;
    QTest::newRow("a folder as address") << "/data/pytorch"
                                         << "file:///data/pytorch" << true;
    QTest::newRow("a fork") << https << "https://github.com/me/pytorch" << false;
    QTest::newRow("another host") << https << "https://gitlab.com/pytorch/pytorch" << false;
}

void FetchingTest::addressesOfOneRepository()
{
    QFETCH(QString, left);
    QFETCH(QString, right);
    QTEST(isSameRepository(left, right), "isSame");
}

void FetchingTest::patchesGoBeforeAnotherRevisionComes()
{
    if (QStandardPaths::findExecutable("git").isEmpty())
        QSKIP("git is not installed.");
    makeRepository("top", {});
    write(path("top/CMakeLists.txt"), "project(two)\n");
    git(path("top"), { "commit", "-qam", "two" });
    git(path("top"), { "tag", "v2" });
    const QString file = path("tree/CMakeLists.txt");
    const auto fetch = [&](const QString& tag) {
        BuildRequest request;
        request.source = { SourceKind::Git, "file://" + path("top"), tag, {}, {} };
        request.sourceFolder = path("tree");
        request.buildFolder = path("build");
        auto plan = makeStagePlan(request, hostPlatform());
        fillAttemptFolder(*plan.operator->(), path("attempts/0002"));
        return runStage(plan->stages.first());
    };
    QCOMPARE(fetch("v1").exitCode, 0);
    QVERIFY(QDir().mkpath(path("attempts/0001")));
    const QVector<SourcePatch> patches { { "CMakeLists.txt", "project(top)", "project(patched)", "x", {} } };
    QVERIFY(applyPatches(path("tree"), patches, path("attempts/0001"), [](const QString&) {}).ok());
    QCOMPARE(fetch("v1").exitCode, 0);
    QCOMPARE(contentOf(file), QByteArray("project(patched)\n")); // nothing is compiled anew
    const Outcome outcome = fetch("v2");
    QVERIFY2(outcome.exitCode == 0, qPrintable(outcome.failed + ": " + outcome.output));
    QCOMPARE(contentOf(file), QByteArray("project(two)\n"));
    // What nobody recorded is in the way as before, and git says so.
    write(file, "project(mine)\n");
    const Outcome blocked = fetch("v1");
    QVERIFY2(blocked.output.contains("Your local changes"), qPrintable(blocked.output));
    QCOMPARE(contentOf(file), QByteArray("project(mine)\n"));
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

// As a git leaves it that is killed while it clones: in the tree, and in a submodule.
void FetchingTest::brokenClonesAreMadeAgain()
{
    if (QStandardPaths::findExecutable("git").isEmpty())
        QSKIP("git is not installed.");
    makeRepository("inner", {});
    makeRepository("middle", { "inner" });
    makeRepository("top", { "middle", "inner" });
    const QString tree = path("tree");
    const Stage stage = fetchStage("file://" + path("top"), "v1", tree);
    QCOMPARE(runStage(stage).exitCode, 0);
    const QStringList broken { "third_party/inner", "third_party/middle/third_party/inner" };
    for (const QString& submodule : broken) {
        const QString gitFolder = tree + "/.git/modules/"
            + QString(submodule).replace("middle/third_party", "middle/modules/third_party");
        QVERIFY(QDir(gitFolder).removeRecursively());
        QVERIFY(QDir(tree + '/' + submodule).removeRecursively());
        git(path("top"), { "init", "-q", "--separate-git-dir", gitFolder, tree + '/' + submodule });
    }
    const Outcome outcome = runStage(stage);
    QVERIFY2(outcome.exitCode == 0, qPrintable(outcome.failed + ": " + outcome.output));
    for (const QString& submodule : broken)
        QVERIFY2(QFileInfo::exists(tree + '/' + submodule + "/CMakeLists.txt"), qPrintable(submodule));
    QVERIFY2(outcome.output.contains("Removed what was left of 2"), qPrintable(outcome.output));
}

void FetchingTest::onlyBrokenClonesAreRemoved_data()
{
    QTest::addColumn<QString>("what");
    for (const char* what : { "a file beside it", "a branch", "a whole clone without its folder", "a link",
             "a name that leads out", "a detached commit" })
        QTest::newRow(what) << QString(what);
}

void FetchingTest::onlyBrokenClonesAreRemoved()
{
    if (QStandardPaths::findExecutable("git").isEmpty())
        QSKIP("git is not installed.");
    QFETCH(QString, what);
    const QString tree = path("tree");
    QString gitFolder = tree + "/.git/modules/x";
    git(m_folder->path(), { "init", "-q", "tree" });
    QByteArray gitmodules = "[submodule \"x\"]\n\tpath = x\n\turl = /nowhere\n";
    if (what == "a name that leads out")
        gitmodules.replace("\"x\"", "\"../../../elsewhere\"");
    write(tree + "/.gitmodules", gitmodules);
    QVERIFY(QDir().mkpath(tree + "/.git/modules"));
    if (what == "a link" || what == "a name that leads out")
        gitFolder = path("elsewhere");
    git(m_folder->path(), { "init", "-q", "--separate-git-dir", gitFolder, tree + "/x" });
    if (what == "a link")
        QVERIFY(QFile::link(gitFolder, tree + "/.git/modules/x"));
    if (what == "a file beside it")
        write(tree + "/x/mine.txt", "mine");
    if (what == "a detached commit")
        write(gitFolder + "/HEAD", QByteArray(40, 'a') + '\n');
    if (what == "a branch" || what == "a whole clone without its folder")
        git(tree + "/x", { "commit", "-q", "--allow-empty", "-m", "one" });
    if (what == "a branch")
        git(tree + "/x", { "symbolic-ref", "HEAD", "refs/heads/unborn" });
    if (what == "a whole clone without its folder")
        QVERIFY(QDir(tree + "/x").removeRecursively());
    const auto mended = mendSubmodules(tree, "git", [](const QString&) {});
    QVERIFY(QFileInfo::exists(gitFolder + "/config"));
    QVERIFY(!mended || mended->startsWith("No clone"));
}

void FetchingTest::staleLocksAreRemoved_data()
{
    QTest::addColumn<bool>("isOurs");
    QTest::addColumn<bool>("isOld");
    QTest::addColumn<bool>("works"); // a git, in the tree
    QTest::addColumn<bool>("goes");
    QTest::newRow("left by ours") << true << true << false << true;
    QTest::newRow("of this run") << true << false << false << false;
    QTest::newRow("in a tree of the user") << false << true << false << false;
    QTest::newRow("held by a git") << true << true << true << false;
}

void FetchingTest::staleLocksAreRemoved()
{
    if (QStandardPaths::findExecutable("git").isEmpty())
        QSKIP("git is not installed.");
    QFETCH(bool, isOurs);
    QFETCH(bool, isOld);
    QFETCH(bool, works);
    const QString tree = path("tree");
    git(m_folder->path(), { "init", "-q", "tree" });
    if (isOurs)
        QVERIFY(nameOrigin(tree, "https://example.org/x", "git").ok());
    write(path("elsewhere/index.lock"), "");
    QVERIFY(QFile::link(path("elsewhere"), tree + "/.git/link"));
    const QStringList locks { tree + "/.git/index.lock", tree + "/.git/modules/x/HEAD.lock",
        path("elsewhere/index.lock") };
    write(locks[0], "");
    write(locks[1], "");
    QProcess living; // waits for what never comes
    if (works)
        living.start("git", { "-C", tree, "hash-object", "--stdin" });
    QVERIFY(!works || living.waitForStarted());
    const QDateTime now = QDateTime::currentDateTime();
    QVERIFY(removeStaleLocks(tree, isOld ? now.addSecs(60) : now.addSecs(-60), [](const QString&) {}).ok());
    QTEST(!QFileInfo::exists(locks[0]), "goes");
    QTEST(!QFileInfo::exists(locks[1]), "goes");
    QVERIFY(QFileInfo::exists(locks[2]));
    living.closeWriteChannel();
    living.waitForFinished();
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
    const auto plan = makeStagePlan(request, Platform::Linux);
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
    QCOMPARE(count, program == "git" ? 8 : 2);
}

void FetchingTest::gitSettingsOfTheUserStay()
{
    BuildRequest request;
    request.source = { SourceKind::Git, "https://x/y", "v1", {}, {} };
    request.sourceFolder = path("tree");
    request.buildFolder = path("build");
    request.configuration.environment = { { "GIT_CONFIG_COUNT", QString("1"), ValueOrigin::User },
        { "GIT_CONFIG_KEY_0", QString("http.version"), ValueOrigin::User },
        { "GIT_CONFIG_VALUE_0", QString("HTTP/1.1"), ValueOrigin::User } };
    // Deep paths need a setting on Windows; messages are in English everywhere.
    for (const Platform platform : { Platform::Windows, Platform::Linux }) {
        BuildRequest there = request;
        if (platform == Platform::Windows)
            there.sourceFolder = there.buildFolder = "C:/tree";
        there.buildFolder += "-build";
        const auto plan = makeStagePlan(there, platform);
        QVERIFY(plan.ok());
        QStringList values;
        for (const EnvironmentValue& value : plan->stages.first().commands[3].environment)
            values << value.name + '=' + value.value.value_or("(unset)");
        QVERIFY(values.contains("LANGUAGE=en") && values.contains("LC_ALL=C.UTF-8"));
        QCOMPARE(values.contains("GIT_CONFIG_KEY_3=core.longpaths"), platform == Platform::Windows);
    }
    QMap<QString, QString> environment;
    const auto plan = makeStagePlan(request, Platform::Linux);
    for (const EnvironmentValue& value : plan->stages.first().commands[3].environment)
        environment.insert(value.name, value.value.value_or("(unset)"));
    QCOMPARE(environment.value("GIT_CONFIG_COUNT"), QString("3"));
    QCOMPARE(environment.value("GIT_CONFIG_KEY_0"), QString("http.version"));
    QCOMPARE(environment.value("GIT_CONFIG_VALUE_0"), QString("HTTP/1.1"));
    QCOMPARE(environment.value("GIT_CONFIG_KEY_1"), QString("safe.directory"));
    QCOMPARE(environment.value("GIT_CONFIG_VALUE_2"), QString("false"));
}

QTEST_GUILESS_MAIN(FetchingTest)
#include "FetchingTest.moc"
