// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/patch/PatchPlan.h"
#include "core/profile/ProfileCatalogue.h"
#include "tests/support/TestFiles.h"

#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using namespace torchmason;

namespace {

SourcePatch replacement(const QString& file, const QString& find, const QString& replace)
{
    return { file, find, replace, QStringLiteral("because"), {} };
}

SourcePatch diffPatch(const QByteArray& diff)
{
    return { {}, {}, {}, QStringLiteral("because"), diff };
}

QByteArray numbered(int lines, const QByteArray& end = "\n")
{
    QByteArray text;
    for (int line = 1; line <= lines; ++line)
        text += "line " + QByteArray::number(line) + end;
    return text;
}

bool hasGit()
{
    return !QStandardPaths::findExecutable("git").isEmpty();
}

QString problemOf(const Result<PatchPlan>& plan)
{
    return plan ? QString() : plan.error().message;
}

}

class PatchingTest : public QObject {
    Q_OBJECT

private slots:
    void init();
    void replacements_data();
    void replacements();
    void whatIsNotThereIsNotApplied();
    void hunks_data();
    void hunks();
    void whatChangesIsUndone_data();
    void whatChangesIsUndone();
    void laterChangesMayAlterEarlierOnes();
    void filesComeAndGo();
    void newFilesKeepTheirMark();
    void filesThatAreGoneAreNamed();
    void settingsOfGitChangeNothing();
    void brokenDiffsAreSentences_data();
    void brokenDiffsAreSentences();
    void nothingLeadsOutOfTheTree_data();
    void nothingLeadsOutOfTheTree();
    void linksAreNotFollowed();
    void writtenDiffsAreAppliedByGit_data();
    void writtenDiffsAreAppliedByGit();
    void gitsDiffsAreAppliedByUs();
    void keplerPatchesFit();
    void keplerPatchesFitTheRealTree();

private:
    QString path(const QString& name) const { return m_folder->filePath(name); }
    QByteArray patched(const QString& file, const QVector<SourcePatch>& patches, QString& problem) const;

    std::unique_ptr<QTemporaryDir> m_folder;
};

void PatchingTest::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
}

// The file after the patches; as it was where they change nothing.
QByteArray PatchingTest::patched(
    const QString& file, const QVector<SourcePatch>& patches, QString& problem) const
{
    const auto plan = planPatches(m_folder->path(), patches);
    problem = problemOf(plan);
    if (!plan || plan->files.isEmpty())
        return contentOf(path(file));
    return plan->files.first().after.value_or(QByteArray());
}

void PatchingTest::replacements_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QString>("find");
    QTest::addColumn<QString>("replace");
    QTest::addColumn<QByteArray>("after");
    QTest::addColumn<QString>("problem");
    const auto row
        = [](const char* name, QByteArray before, QString find, QString replace, QByteArray after,
              QString problem = {}) { QTest::newRow(name) << before << find << replace << after << problem; };
    row("plain", "a\nb\nc\n", "b", "x", "a\nx\nc\n");
    row("done already", "a\nx\nc\n", "b", "x", "a\nx\nc\n");
    row("the new text holds the old one", "import a\n", "import a", "import a, b", "import a, b\n");
    row("and is there already", "import a, b\n", "import a", "import a, b", "import a, b\n");
    row("two places", "b\nb\n", "b", "x", "b\nb\n", "lines 1, 2");
    row("nowhere", "a\n", "b\n", "x", "a\n", "\"b\" is expected but stands on none of its 1 lines");
    row("taken away", "a\nb\n", "b\n", "", "a\n");
    row("taken away already", "a\n", "b\n", "", "a\n");
    row("the result stands there twice", "x\nc\nx\n", "b", "x", "x\nc\nx\n"); // as after the first build
    row("windows lines", "a\r\nb\r\nc\r\n", "a\nb", "a\nx\nb", "a\r\nx\r\nb\r\nc\r\n");
    row("windows lines in the patch", "a\nb\n", "a\r\nb", "x\r\ny", "x\ny\n");
    row("no line break at the end", "a\nb", "b", "x", "a\nx");
    row("byte order mark",
        "\xEF\xBB\xBF"
        "a\n",
        "a", "x",
        "\xEF\xBB\xBF"
        "x\n");
    row("torn UTF-8 and GBK stay", "\xC4\xE3 a \xE4\xBD\n", "a", "x", "\xC4\xE3 x \xE4\xBD\n");
    row("zero bytes stay", QByteArray("\0a\0", 3), "a", "x", QByteArray("\0x\0", 3));
    row("empty file", "", "a", "x", "", "none of its 0 lines");
}

void PatchingTest::replacements()
{
    QFETCH(QByteArray, before);
    QFETCH(QString, find);
    QFETCH(QString, replace);
    QFETCH(QString, problem);
    write(path("f"), before);
    QString said;
    const QByteArray after = patched("f", { replacement("f", find, replace) }, said);
    QTEST(after, "after");
    QCOMPARE(said.isEmpty(), problem.isEmpty());
    QVERIFY2(said.contains(problem), qPrintable(said));
    if (!said.isEmpty())
        QVERIFY2(said.contains(path("f")) && said.contains("Nothing was changed"), qPrintable(said));
    // A second time changes nothing more.
    write(path("f"), after);
    if (said.isEmpty())
        QCOMPARE(patched("f", { replacement("f", find, replace) }, said), after);
}

void PatchingTest::whatIsNotThereIsNotApplied()
{
    if (!hasGit())
        QSKIP("git is not installed.");
    write(path("f"), "another version\n");
    const QByteArray diff = "--- a/gone\n+++ /dev/null\n@@ -1 +0,0 @@\n-bye\n";
    const auto plan = planPatches(m_folder->path(), { replacement("f", "b\n", ""), diffPatch(diff) });
    QVERIFY2(plan.ok(), qPrintable(problemOf(plan)));
    QCOMPARE(plan->steps[0].state, PatchState::NothingToTakeAway);
    QCOMPARE(plan->steps[1].state, PatchState::NothingToTakeAway);
    write(path("f"), "x\n");
    const auto done = planPatches(m_folder->path(), { replacement("f", "b", "x") });
    QVERIFY(done.ok());
    QCOMPARE(done->steps[0].state, PatchState::Already);
}

void PatchingTest::hunks_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("diff");
    QTest::addColumn<QByteArray>("after");
    QTest::addColumn<QString>("problem");
    const auto row
        = [](const char* name, QByteArray before, QByteArray hunk, QByteArray after, QString problem = {}) {
              QTest::newRow(name) << before << "--- a/f\n+++ b/f\n" + hunk << after << problem;
          };
    const QByteArray five = "@@ -4,3 +4,3 @@ def f():\n line 4\n-line 5\n+LINE FIVE\n line 6\n";
    QByteArray fiveChanged = numbered(9);
    fiveChanged.replace("line 5", "LINE FIVE");
    row("where it says", numbered(9), five, fiveChanged);
    row("there already", fiveChanged, five, fiveChanged);
    row("further down", "new\nnew\n" + numbered(9), five, "new\nnew\n" + fiveChanged);
    row("further up", numbered(9).mid(14), five, fiveChanged.mid(14));
    row("a line around it differs", numbered(9).replace("line 6", "line six"), five,
        numbered(9).replace("line 6", "line six"), "patch failed: f:4");
    row("too short", numbered(3), five, numbered(3), "patch failed: f:4");
    row("windows lines", numbered(9, "\r\n"), five, QByteArray(fiveChanged).replace("\n", "\r\n"));
    row("a diff with windows lines", numbered(9), QByteArray(five).replace("\n", "\r\n"), fiveChanged);
    row("byte order mark", "\xEF\xBB\xBF" + numbered(9), five, "\xEF\xBB\xBF" + fiveChanged);
    row("byte order mark before the line", "\xEF\xBB\xBF" + numbered(3),
        "@@ -1,2 +1,2 @@\n-line 1\n+LINE ONE\n line 2\n",
        "\xEF\xBB\xBF" + numbered(3).replace("line 1", "LINE ONE"));
    row("byte order mark in the diff", numbered(3), "@@ -1,2 +1,3 @@\n \xEF\xBB\xBFline 1\n+new\n line 2\n",
        numbered(3).replace("line 2", "new\nline 2"));
    row("added at the end", "a\n", "@@ -1 +1,2 @@\n a\n+b\n", "a\nb\n");
    row("added at the end already", "a\nb\n", "@@ -1 +1,2 @@\n a\n+b\n", "a\nb\n");
    row("a second of the same", "a\nb\n", "@@ -1,2 +1,3 @@\n a\n b\n+b\n", "a\nb\nb\n");
    row("one of two of the same goes", "a\nb\nb\n", "@@ -1,3 +1,2 @@\n a\n b\n-b\n", "a\nb\n");
    row("open end of which the diff says nothing", "a\nb", "@@ -1,2 +1,2 @@\n a\n-b\n+x\n", "a\nb",
        "patch failed: f:1");
    row("mixed ends stay", "a\r\nb\nc\nd\ne\r\n", "@@ -2,3 +2,3 @@\n b\n-c\n+x\n d\n", "a\r\nb\nx\nd\ne\r\n");
    row("end is closed", "a\nb", "@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+b\n", "a\nb\n");
    row("end is closed already", "a\nb\n", "@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+b\n",
        "a\nb\n");
    row("end is opened", "a\nb\n", "@@ -1,2 +1,2 @@\n a\n-b\n+b\n\\ No newline at end of file\n", "a\nb");
    row("empty line without its space", "a\n\nb\n", "@@ -1,3 +1,3 @@\n a\n\n-b\n+c\n", "a\n\nc\n");
    row("two places, moved by the same", "x\n" + numbered(20),
        "@@ -2,2 +2,3 @@\n line 2\n+new\n line 3\n@@ -15,3 +16,2 @@\n line 15\n-line 16\n line 17\n",
        "x\nline 1\nline 2\nnew\n" + numbered(20).mid(14).replace("line 16\n", ""));
    row("one of two places is not there", numbered(20),
        "@@ -2,2 +2,3 @@\n line 2\n+new\n line 3\n@@ -15,3 +16,2 @@\n line 15\n-line sixteen\n line 17\n",
        numbered(20), "patch failed: f:15");
}

void PatchingTest::hunks()
{
    if (!hasGit())
        QSKIP("git is not installed.");
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, diff);
    QFETCH(QString, problem);
    write(path("f"), before);
    QString said;
    const QByteArray after = patched("f", { diffPatch(diff) }, said);
    QTEST(after, "after");
    QCOMPARE(said.isEmpty(), problem.isEmpty());
    QVERIFY2(said.contains(problem), qPrintable(said));
    write(path("f"), after);
    if (said.isEmpty())
        QCOMPARE(patched("f", { diffPatch(diff) }, said), after);
}

void PatchingTest::whatChangesIsUndone_data()
{
    hunks_data();
}

void PatchingTest::whatChangesIsUndone()
{
    if (!hasGit())
        QSKIP("git is not installed.");
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, diff);
    QFETCH(QByteArray, after);
    QFETCH(QString, problem);
    if (!problem.isEmpty() || before == after)
        return;
    const auto back = applyDiff(diff, "f", after, DiffWay::Back);
    QVERIFY2(back.ok(), back ? "" : qPrintable(back.error().message));
    QCOMPARE(back->content.value_or("(not there)"), before);
}

// Each change alone finds neither its text nor its result.
void PatchingTest::laterChangesMayAlterEarlierOnes()
{
    const QVector<SourcePatch> patches { replacement("f", "one", "two"), replacement("f", "two", "three") };
    write(path("f"), "one\n");
    QString problem;
    QCOMPARE(patched("f", patches, problem), QByteArray("three\n"));
    write(path("f"), "three\n");
    const auto plan = planPatches(m_folder->path(), patches);
    QVERIFY2(plan.ok(), qPrintable(problemOf(plan)));
    QVERIFY(plan->files.isEmpty());
    QCOMPARE(plan->steps[0].state, PatchState::Already);
    QCOMPARE(plan->steps[1].state, PatchState::Already);
}

void PatchingTest::filesComeAndGo()
{
    if (!hasGit())
        QSKIP("git is not installed.");
    write(path("old.txt"), "a\nb\n");
    const QByteArray diff = "diff --git a/new/run.sh b/new/run.sh\nnew file mode 100755\nindex 000..111\n"
                            "--- /dev/null\n+++ b/new/run.sh\n@@ -0,0 +1,2 @@\n+one\n+two\n"
                            "\\ No newline at end of file\n"
                            "diff --git a/old.txt b/old.txt\ndeleted file mode 100644\n--- a/old.txt\n"
                            "+++ /dev/null\n@@ -1,2 +0,0 @@\n-a\n-b\n"
                            "diff --git a/empty b/empty\nnew file mode 100644\nindex 000..000\n-- \n2.39\n";
    const auto plan = planPatches(m_folder->path(), { diffPatch(diff) });
    QVERIFY2(plan.ok(), qPrintable(problemOf(plan)));
    QCOMPARE(plan->files.size(), 3);
    QCOMPARE(plan->files[0].after.value(), QByteArray("one\ntwo"));
    QVERIFY(plan->files[0].executable && !plan->files[0].before);
    QVERIFY(!plan->files[1].after);
    QCOMPARE(plan->files[2].after.value(), QByteArray());

    write(path("new/run.sh"), "one\ntwo");
    write(path("empty"), "");
    QFile::remove(path("old.txt"));
    const auto again = planPatches(m_folder->path(), { diffPatch(diff) });
    QVERIFY2(again.ok(), qPrintable(problemOf(again)));
    QVERIFY(again->files.isEmpty());

    write(path("new/run.sh"), "something else");
    QVERIFY(problemOf(planPatches(m_folder->path(), { diffPatch(diff) })).contains("already exists"));
    write(path("new/run.sh"), "one\ntwo");
    write(path("old.txt"), "a\nb\nc\n");
    QVERIFY(
        problemOf(planPatches(m_folder->path(), { diffPatch(diff) })).contains("patch failed: old.txt:1"));
}

void PatchingTest::filesThatAreGoneAreNamed()
{
    if (!hasGit())
        QSKIP("git is not installed.");
    const QString problem
        = problemOf(planPatches(m_folder->path(), { diffPatch("--- a/f\n+++ b/f\n@@ -1 +1 @@\n-a\n+b\n") }));
    QVERIFY2(problem.contains("the source tree has no such file"), qPrintable(problem));
}

void PatchingTest::settingsOfGitChangeNothing()
{
    if (!hasGit())
        QSKIP("git is not installed.");
    write(path("settings/git/attributes"), "* text eol=crlf\n");
    write(path("settings/git/config"), "[diff]\n\tsuppressBlankEmpty = true\n[apply]\n\twhitespace = fix\n");
    write(path("f"), "a\n\nb\n");
    qputenv("XDG_CONFIG_HOME", path("settings").toUtf8());
    qputenv("GIT_DIFF_OPTS", "-u0");
    qputenv("GIT_TRACE", "1");
    const auto plan
        = planPatches(m_folder->path(), { diffPatch("--- a/f\n+++ b/f\n@@ -1,3 +1,3 @@\n a\n \n-b\n+c \n") });
    const auto diff = plan ? diffOf(*plan) : plan.error();
    const QString problem = problemOf(
        planPatches(m_folder->path(), { diffPatch("--- a/f\n+++ b/f\n@@ -1 +1 @@\n-other\n+b\n") }));
    for (const char* name : { "XDG_CONFIG_HOME", "GIT_DIFF_OPTS", "GIT_TRACE" })
        qunsetenv(name);
    QVERIFY2(plan.ok(), qPrintable(problemOf(plan)));
    QCOMPARE(plan->files[0].after.value(), QByteArray("a\n\nc \n"));
    QVERIFY(diff.ok());
    QVERIFY2(diff->endsWith("@@ -1,3 +1,3 @@\n a\n \n-b\n+c \n"), diff->constData());
    QVERIFY2(problem.contains("patch failed: f:1"), qPrintable(problem));
}

void PatchingTest::newFilesKeepTheirMark()
{
    if (!hasGit())
        QSKIP("git is not installed.");
    const QByteArray diff = "--- /dev/null\n+++ b/new.cs\n@@ -0,0 +1,2 @@\n+\xEF\xBB\xBFone\n+two\n";
    const auto plan = planPatches(m_folder->path(), { diffPatch(diff) });
    QVERIFY2(plan.ok(), qPrintable(problemOf(plan)));
    QCOMPARE(plan->files[0].after.value(), QByteArray("\xEF\xBB\xBFone\ntwo\n"));
    write(path("new.cs"), plan->files[0].after.value());
    const auto again = planPatches(m_folder->path(), { diffPatch(diff) });
    QVERIFY(again.ok() && again->files.isEmpty());
}

void PatchingTest::brokenDiffsAreSentences_data()
{
    QTest::addColumn<QByteArray>("diff");
    QTest::addColumn<QString>("problem");
    QTest::newRow("no diff") << QByteArray("hello\n") << "No valid patches";
    QTest::newRow("cut off") << QByteArray("--- a/f\n+++ b/f\n@@ -1,2 +1,2 @@\n a\n")
                             << "corrupt patch at line";
    QTest::newRow("no place") << QByteArray("--- a/f\n+++ b/f\n a\n") << "No valid patches";
    QTest::newRow("odd place") << QByteArray("--- a/f\n+++ b/f\n@@ -x +1 @@\n a\n")
                               << "corrupt patch at line";
    QTest::newRow("odd line") << QByteArray("--- a/f\n+++ b/f\n@@ -1,2 +1,2 @@\n a\nb\n")
                              << "corrupt patch at line";
    QTest::newRow("corrupt patch at line")
        << QByteArray("--- a/f\n+++ b/f\n@@ -1,1 +1,2 @@\n a\n b\n") << "corrupt patch at line";
    QTest::newRow("renamed") << QByteArray("diff --git a/f b/g\nsimilarity index 90%\nrename from f\n"
                                           "rename to g\n")
                             << "rename f => g";
    QTest::newRow("a link is made") << QByteArray("diff --git a/f b/f\nnew file mode 120000\n--- /dev/null\n"
                                                  "+++ b/f\n@@ -0,0 +1 @@\n+g\n")
                                    << "mode 120000";
    QTest::newRow("a link leads elsewhere")
        << QByteArray("diff --git a/f b/f\nindex 1..2 120000\n--- a/f\n+++ b/f\n@@ -1 +1 @@\n-a\n+b\n")
        << "wrong type";
    QTest::newRow("a submodule") << QByteArray("diff --git a/f b/f\nnew file mode 160000\n--- /dev/null\n"
                                               "+++ b/f\n@@ -0,0 +1 @@\n+Subproject commit 1\n")
                                 << "mode 160000";
    QTest::newRow("a mode alone") << QByteArray("diff --git a/f b/f\nold mode 100644\nnew mode 100755\n")
                                  << "mode change";
    QTest::newRow("a mode and a change") << QByteArray(
        "diff --git a/f b/f\nold mode 100644\nnew mode 100755\n--- a/f\n+++ b/f\n"
        "@@ -1 +1 @@\n-a\n+b\n") << "mode change";
    QTest::newRow("binary") << QByteArray("diff --git a/f b/f\nGIT binary patch\n") << "No valid patches";
}

void PatchingTest::brokenDiffsAreSentences()
{
    if (!hasGit())
        QSKIP("git is not installed.");
    QFETCH(QByteArray, diff);
    QFETCH(QString, problem);
    write(path("f"), "a\n");
    const QString said = problemOf(planPatches(m_folder->path(), { diffPatch(diff) }));
    QVERIFY2(said.contains(problem), qPrintable(said));
    QVERIFY2(said.contains("because") || said.contains(path("f")), qPrintable(said));
}

void PatchingTest::nothingLeadsOutOfTheTree_data()
{
    QTest::addColumn<QString>("file");
    for (const char* file : { "../f", "a/../../f", "/etc/hosts", "C:/f", "a\\..\\..\\f", "", "a//b", "./f",
             ".git/hooks/post-checkout", "third_party/x/.GIT/config", "f:stream" })
        QTest::newRow(file) << QString(file);
}

void PatchingTest::nothingLeadsOutOfTheTree()
{
    QFETCH(QString, file);
    const QString said = problemOf(planPatches(path("tree"), { replacement(file, "a", "b") }));
    QVERIFY2(said.contains("no path of a file inside"), qPrintable(said));
    const QByteArray diff = "--- /dev/null\n+++ b/" + file.toUtf8() + "\n@@ -0,0 +1 @@\n+x\n";
    const auto plan = planPatches(path("tree"), { diffPatch(diff) });
    if (plan) // git passes over doubled slashes, so that these stay inside
        QVERIFY2(file == "a//b" || file == "/etc/hosts", qPrintable(plan->files.first().file));
}

void PatchingTest::linksAreNotFollowed()
{
#ifdef Q_OS_WIN
    QSKIP("Links need rights that users of Windows do not have.");
#endif
    write(path("outside/f"), "a\n");
    QVERIFY(QDir().mkpath(path("tree")));
    QVERIFY(QFile::link(path("outside"), path("tree/folder")));
    QVERIFY(QFile::link(path("outside/f"), path("tree/f")));
    for (const char* file : { "folder/f", "f" }) {
        const QString said = problemOf(planPatches(path("tree"), { replacement(file, "a", "b") }));
        QVERIFY2(said.contains("is a link"), qPrintable(said));
    }
}

void PatchingTest::writtenDiffsAreAppliedByGit_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after");
    QTest::newRow("one line") << numbered(30) << numbered(30).replace("line 15\n", "x\n");
    QTest::newRow("first and last") << numbered(30)
                                    << "x\n" + numbered(30).mid(7).replace("line 30\n", "y\nz\n");
    QTest::newRow("near each other") << numbered(30)
                                     << numbered(30).replace("line 10\n", "").replace("line 16\n", "x\n");
    QTest::newRow("far from each other")
        << numbered(30) << numbered(30).replace("line 10\n", "").replace("line 18\n", "x\n");
    QTest::newRow("open end") << QByteArray("a\nb") << QByteArray("a\nc");
    QTest::newRow("end closed") << QByteArray("a\nb") << QByteArray("a\nb\n");
    QTest::newRow("windows lines") << numbered(9, "\r\n") << numbered(9, "\r\n").replace("line 5", "x");
    QTest::newRow("all new") << numbered(9) << QByteArray("a\nb\n");
}

void PatchingTest::writtenDiffsAreAppliedByGit()
{
    if (!hasGit())
        QSKIP("git is not installed.");
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, after);
    const auto diff = diffBetween({ { "f", before, after } });
    QVERIFY2(diff.ok(), diff ? "" : qPrintable(diff.error().message));
    QVERIFY2(diff->contains("--- a/f\n+++ b/f\n"), diff->constData());
    const auto applied = applyDiff(*diff, "f", before, DiffWay::Forward);
    QVERIFY2(applied.ok(), applied ? "" : qPrintable(applied.error().message + *diff));
    QCOMPARE(applied->content.value(), after);
}

void PatchingTest::gitsDiffsAreAppliedByUs()
{
    if (!hasGit())
        QSKIP("git is not installed.");
    write(path("old/f"), numbered(60));
    write(path("old/\u6587.txt"), "a\nb\n");
    write(path("new/f"), numbered(60).replace("line 7\n", "").replace("line 50\n", "x\ny\n"));
    write(path("new/\u6587.txt"), "a\nc\n");
    write(path("new/more"), "new\n");
    QProcess git;
    git.setWorkingDirectory(m_folder->path());
    git.start(
        "git", { "diff", "--no-index", "--no-renames", "--src-prefix=a/", "--dst-prefix=b/", "old", "new" });
    QVERIFY(git.waitForFinished());
    QByteArray diff = git.readAllStandardOutput();
    diff.replace("a/old/", "a/").replace("b/new/", "b/").replace("b/old/", "b/").replace("a/new/", "a/");
    const auto plan = planPatches(path("old"), { diffPatch(diff) });
    QVERIFY2(plan.ok(), qPrintable(problemOf(plan) + diff));
    QCOMPARE(plan->files.size(), 3);
    for (const PatchedFile& file : plan->files)
        QCOMPARE(file.after.value(), contentOf(path("new/" + file.file)));
}

void PatchingTest::keplerPatchesFit()
{
    QVERIFY(QDir().mkpath(path("tools")));
    QVERIFY(QFile::copy(
        TORCHMASON_FIXTURES "/patch/build_pytorch_libs-1.12.py", path("tools/build_pytorch_libs.py")));
    const Profile profile = *loadProfiles().profile("kepler-cuda114-windows");
    const auto plan = planPatches(m_folder->path(), profile.patches);
    QVERIFY2(plan.ok(), qPrintable(problemOf(plan)));
    QCOMPARE(plan->files.size(), 1);
    const QByteArray after = plan->files.first().after.value();
    QVERIFY(after.contains("from setuptools._distutils import _msvccompiler as distutils_msvccompiler\n"));
    QVERIFY(after.contains("= distutils_msvccompiler._get_vc_env(vc_arch)\n"));
    QVERIFY(!after.contains("distutils._msvccompiler"));
    if (!hasGit())
        QSKIP("git is not installed.");
    QCOMPARE(diffOf(*plan)->count("\n+"), 2 + 1);
}

// The tree whose version the profile is next to that can be had from a Debian mirror.
void PatchingTest::keplerPatchesFitTheRealTree()
{
    const QString tree = qEnvironmentVariable("TORCHMASON_PYTORCH_113");
    if (!QFileInfo::exists(tree + "/tools/build_pytorch_libs.py"))
        QSKIP("TORCHMASON_PYTORCH_113 names no PyTorch 1.12 or 1.13 source tree.");
    const Profile profile = *loadProfiles().profile("kepler-cuda114-windows");
    const auto plan = planPatches(tree, profile.patches);
    QVERIFY2(plan.ok(), qPrintable(problemOf(plan)));
    QCOMPARE(plan->steps.size(), profile.patches.size());
}

QTEST_GUILESS_MAIN(PatchingTest)
#include "PatchingTest.moc"
