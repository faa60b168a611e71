// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/patch/PatchJournal.h"
#include "core/stages/GitMend.h"
#include "core/stages/GitTree.h"
#include "core/stages/SourceRows.h"
#include "tests/core/stages/GitFixture.h"
#include "tests/core/stages/StageRun.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>

using namespace torchmason;

// Trees of git that are there already: whose they are, and what a fetch mends, keeps and refuses.
class GitTreesTest : public QObject, private GitFixture {
    Q_OBJECT

private slots:
    void init() { setUp(); }
    void gitKeepsTheUsersOwnFiles();
    void aTreeOfTheUserKeepsItsSettings();
    void aTreeOfSomethingElseIsRefused_data();
    void aTreeOfSomethingElseIsRefused();
    void ownTreesFollowTheProfile();
    void addressesOfOneRepository_data();
    void addressesOfOneRepository();
    void patchesGoBeforeAnotherRevisionComes();
    void patchesThatAreTakenBackGo();
    void theyGoFromATreeOfTheUser_data();
    void theyGoFromATreeOfTheUser();
    void brokenClonesAreMadeAgain();
    void onlyBrokenClonesAreRemoved_data();
    void onlyBrokenClonesAreRemoved();
    void staleLocksAreRemoved_data();
    void staleLocksAreRemoved();
    void gitSettingsOfTheUserStay();
    void gitIsNeverWaitedForAnAnswer();
};

// A program that reads its input until the end, as git does for fd::0 and for a password.
void GitTreesTest::gitIsNeverWaitedForAnAnswer()
{
    write(path("git"), "#!/bin/sh\ncat >/dev/null\necho \"prompt=$GIT_TERMINAL_PROMPT\"\n");
    QVERIFY(QFile::setPermissions(path("git"), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    const GitAnswer answer = askGit(path("git"), path("."), { "ls-remote" });
    QVERIFY(answer.isGood);
    QCOMPARE(answer.text, "prompt=0");
}

void GitTreesTest::gitKeepsTheUsersOwnFiles()
{
    if (QStandardPaths::findExecutable("git").isEmpty())
        QSKIP("git is not installed.");
    makeRepository("top", {});
    write(path("mine/letter.txt"), "dear");
    const Outcome outcome = runStage(fetchStage("file://" + path("top"), "v1", path("mine")));
    QVERIFY(outcome.exitCode != 0);
    QVERIFY2(outcome.output.contains("is not a git tree") && outcome.output.contains("--skip fetch"),
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
void GitTreesTest::aTreeOfTheUserKeepsItsSettings()
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

void GitTreesTest::aTreeOfSomethingElseIsRefused_data()
{
    QTest::addColumn<QString>("origin");
    QTest::addColumn<bool>("hasCommit");
    QTest::addColumn<QString>("said");
    QTest::newRow("another origin") << "fork" << false << "is a clone of";
    QTest::newRow("a commit of the user's own") << "top" << true << "a commit which no remote has";
}

void GitTreesTest::aTreeOfSomethingElseIsRefused()
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

void GitTreesTest::ownTreesFollowTheProfile()
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

void GitTreesTest::addressesOfOneRepository_data()
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

void GitTreesTest::addressesOfOneRepository()
{
    QFETCH(QString, left);
    QFETCH(QString, right);
    QTEST(isSameRepository(left, right), "isSame");
}

void GitTreesTest::patchesGoBeforeAnotherRevisionComes()
{
    if (QStandardPaths::findExecutable("git").isEmpty())
        QSKIP("git is not installed.");
    makeRepository("top", {});
    write(path("top/CMakeLists.txt"), "project(two)\n");
    git(path("top"), { "commit", "-qam", "two" });
    git(path("top"), { "tag", "v2" });
    const QString file = path("tree/CMakeLists.txt");
    QVector<SourcePatch> wished;
    const auto fetch = [&](const QString& tag) {
        BuildRequest request;
        request.source = { SourceKind::Git, "file://" + path("top"), tag, {}, {} };
        request.sourceFolder = path("tree");
        request.buildFolder = path("build");
        request.patches = wished;
        return runStage(firstStage(request));
    };
    QCOMPARE(fetch("v1").exitCode, 0);
    QVERIFY(QDir().mkpath(path("attempts/0001")));
    const QVector<SourcePatch> patches { { "CMakeLists.txt", "project(top)", "project(patched)", "x", {} } };
    QVERIFY(applyPatches(path("tree"), patches, path("attempts/0001"), [](const QString&) {}).ok());
    wished = patches;
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

// Of what two attempts patched at one revision, the second build has some patches no more.
void GitTreesTest::patchesThatAreTakenBackGo()
{
    if (QStandardPaths::findExecutable("git").isEmpty())
        QSKIP("git is not installed.");
    write(path("top/a.txt"), "one\ntwo\n");
    makeRepository("inner", {});
    makeRepository("top", { "inner" });
    const QString tree = path("tree");
    BuildRequest request;
    request.source = { SourceKind::Git, "file://" + path("top"), "v1", {}, {} };
    request.sourceFolder = tree;
    request.buildFolder = path("build");
    QCOMPARE(runStage(firstStage(request)).exitCode, 0);

    const QString inner = "third_party/inner/CMakeLists.txt";
    const SourcePatch stays { "a.txt", "one", "1", "x", {} };
    const SourcePatch top { "CMakeLists.txt", "project(top)", "project(patched)", "x", {} };
    const QVector<SourcePatch> all { stays, { "a.txt", "two", "2", "x", {} }, top,
        { inner, "project(inner)", "project(patched)", "x", {} } };
    const auto patch = [&](const QVector<SourcePatch>& patches, const QString& attempt) {
        return QDir().mkpath(path(attempt))
            && applyPatches(tree, patches, path(attempt), [](const QString&) {}).ok();
    };
    QVERIFY(patch({ stays }, "attempts/0001"));
    QVERIFY(patch(all, "attempts/0003"));
    const auto time = [&] { return QFileInfo(tree + "/a.txt").lastModified().toSecsSinceEpoch(); };
    QFile file(tree + "/a.txt");
    QVERIFY(file.open(QIODevice::ReadWrite));
    QVERIFY(file.setFileTime(QDateTime::fromSecsSinceEpoch(1000000000), QFileDevice::FileModificationTime));
    file.close();

    request.patches = all.mid(0, 2);
    const Outcome outcome = runStage(firstStage(request));
    QVERIFY2(outcome.exitCode == 0, qPrintable(outcome.failed + ": " + outcome.output));
    QCOMPARE(contentOf(tree + "/CMakeLists.txt"), QByteArray("project(top)\n"));
    QCOMPARE(contentOf(tree + '/' + inner), QByteArray("project(inner)\n"));
    QCOMPARE(contentOf(tree + "/a.txt"), QByteArray("1\n2\n"));
    QCOMPARE(time(), qint64(1000000000)); // nothing is compiled anew

    // What the user changed on top is kept.
    QVERIFY(patch({ top }, "attempts/0004"));
    write(tree + "/CMakeLists.txt", "project(patched) # mine\n");
    QCOMPARE(runStage(firstStage(request)).exitCode, 0);
    QCOMPARE(contentOf(tree + "/CMakeLists.txt"), QByteArray("project(patched) # mine\n"));

    // One of two patches of a file: all of it is put back, and the patch stage makes the other again.
    request.patches = { stays };
    QCOMPARE(runStage(firstStage(request)).exitCode, 0);
    QCOMPARE(contentOf(tree + "/a.txt"), QByteArray("one\ntwo\n"));
}

void GitTreesTest::theyGoFromATreeOfTheUser_data()
{
    QTest::addColumn<QString>("repository");
    QTest::newRow("git") << "around/tree";
    QTest::newRow("a repository around it") << "around";
    QTest::newRow("no git") << QString();
}

// Nothing is fetched there; what the user committed or changed is the user's.
void GitTreesTest::theyGoFromATreeOfTheUser()
{
    QFETCH(QString, repository);
    if (!repository.isEmpty() && QStandardPaths::findExecutable("git").isEmpty())
        QSKIP("git is not installed.");
    const QString tree = path("around/tree");
    const auto of = [&tree](const char* name) { return tree + '/' + name; };
    const QStringList names { "stays.txt", "goes.txt", "changed.txt", "committed.txt" };
    for (const QString& name : names)
        write(tree + '/' + name, "old\n");
    write(of("CMakeLists.txt"), "project(tree)\n");
    if (!repository.isEmpty())
        makeRepository(repository, {});
    QVector<SourcePatch> patches;
    for (const QString& name : names)
        patches.append({ name, "old", "new", "x", {} });
    QVERIFY(QDir().mkpath(path("attempts/0001")));
    QVERIFY(applyPatches(tree, patches, path("attempts/0001"), [](const QString&) {}).ok());
    write(of("changed.txt"), "new and mine\n");
    if (!repository.isEmpty())
        git(tree, { "commit", "-qm", "mine", "committed.txt" });

    BuildRequest request;
    request.source.kind = SourceKind::ExistingTree;
    request.sourceFolder = tree;
    request.buildFolder = path("build");
    request.patches = patches.mid(0, 1);
    request.skippedStages = QStringList { "patch" }; // they could not be made again
    QCOMPARE(runStage(firstStage(request)).exitCode, 0);
    QCOMPARE(contentOf(of("goes.txt")), QByteArray("new\n"));
    request.skippedStages.clear();
    const Outcome outcome = runStage(firstStage(request));
    QVERIFY2(outcome.exitCode == 0, qPrintable(outcome.failed + ": " + outcome.output));
    QCOMPARE(contentOf(of("stays.txt")), QByteArray("new\n"));
    QCOMPARE(contentOf(of("goes.txt")), QByteArray("old\n"));
    QCOMPARE(contentOf(of("changed.txt")), QByteArray("new and mine\n"));
    QCOMPARE(contentOf(of("committed.txt")), QByteArray(repository.isEmpty() ? "old\n" : "new\n"));
}

// As a git leaves it that is killed while it clones: in the tree, and in a submodule.
void GitTreesTest::brokenClonesAreMadeAgain()
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

void GitTreesTest::onlyBrokenClonesAreRemoved_data()
{
    QTest::addColumn<QString>("what");
    for (const char* what : { "a file beside it", "a branch", "a whole clone without its folder", "a link",
             "a name that leads out", "a detached commit" })
        QTest::newRow(what) << QString(what);
}

void GitTreesTest::onlyBrokenClonesAreRemoved()
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

void GitTreesTest::staleLocksAreRemoved_data()
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

void GitTreesTest::staleLocksAreRemoved()
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

void GitTreesTest::gitSettingsOfTheUserStay()
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

QTEST_GUILESS_MAIN(GitTreesTest)
#include "GitTreesTest.moc"
