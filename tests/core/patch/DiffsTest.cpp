// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/patch/Patches.h"

#include <QProcess>
#include <QTest>

using namespace torchmason;

namespace {

QByteArray numbered(int lines, const QByteArray& end = "\n")
{
    QByteArray text;
    for (int line = 1; line <= lines; ++line)
        text += "line " + QByteArray::number(line) + end;
    return text;
}

}

// Patches that are diffs: git applies them.
class DiffsTest : public QObject, private PatchedTree {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        if (!hasGit())
            QSKIP("git is not installed.");
    }
    void init() { setUp(); }

    void hunks_data()
    {
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<QByteArray>("diff");
        QTest::addColumn<QByteArray>("after");
        QTest::addColumn<QString>("problem");
        const auto row = [](const char* name, QByteArray before, QByteArray hunk, QByteArray after,
                             QString problem = {}) {
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
        row("byte order mark in the diff", numbered(3),
            "@@ -1,2 +1,3 @@\n \xEF\xBB\xBFline 1\n+new\n line 2\n",
            numbered(3).replace("line 2", "new\nline 2"));
        row("added at the end", "a\n", "@@ -1 +1,2 @@\n a\n+b\n", "a\nb\n");
        row("added at the end already", "a\nb\n", "@@ -1 +1,2 @@\n a\n+b\n", "a\nb\n");
        row("a second of the same", "a\nb\n", "@@ -1,2 +1,3 @@\n a\n b\n+b\n", "a\nb\nb\n");
        row("one of two of the same goes", "a\nb\nb\n", "@@ -1,3 +1,2 @@\n a\n b\n-b\n", "a\nb\n");
        row("open end of which the diff says nothing", "a\nb", "@@ -1,2 +1,2 @@\n a\n-b\n+x\n", "a\nb",
            "patch failed: f:1");
        row("mixed ends stay", "a\r\nb\nc\nd\ne\r\n", "@@ -2,3 +2,3 @@\n b\n-c\n+x\n d\n",
            "a\r\nb\nx\nd\ne\r\n");
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
    void hunks()
    {
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

    void whatChangesIsUndone_data() { hunks_data(); }
    void whatChangesIsUndone()
    {
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

    void filesComeAndGo()
    {
        write(path("old.txt"), "a\nb\n");
        const QByteArray diff
            = "diff --git a/new/run.sh b/new/run.sh\nnew file mode 100755\nindex 000..111\n"
              "--- /dev/null\n+++ b/new/run.sh\n@@ -0,0 +1,2 @@\n+one\n+two\n"
              "\\ No newline at end of file\n"
              "diff --git a/old.txt b/old.txt\ndeleted file mode 100644\n--- a/old.txt\n"
              "+++ /dev/null\n@@ -1,2 +0,0 @@\n-a\n-b\n"
              "diff --git a/empty b/empty\nnew file mode 100644\nindex 000..000\n-- \n2.39\n";
        const auto plan = planOf({ diffPatch(diff) });
        QVERIFY2(plan.ok(), qPrintable(problemOf(plan)));
        QCOMPARE(plan->files.size(), 3);
        QCOMPARE(plan->files[0].after.value(), QByteArray("one\ntwo"));
        QVERIFY(plan->files[0].executable && !plan->files[0].before);
        QVERIFY(!plan->files[1].after);
        QCOMPARE(plan->files[2].after.value(), QByteArray());

        write(path("new/run.sh"), "one\ntwo");
        write(path("empty"), "");
        QFile::remove(path("old.txt"));
        const auto again = planOf({ diffPatch(diff) });
        QVERIFY2(again.ok(), qPrintable(problemOf(again)));
        QVERIFY(again->files.isEmpty());

        write(path("new/run.sh"), "something else");
        QVERIFY(problemOf(planOf({ diffPatch(diff) })).contains("already exists"));
        write(path("new/run.sh"), "one\ntwo");
        write(path("old.txt"), "a\nb\nc\n");
        QVERIFY(problemOf(planOf({ diffPatch(diff) })).contains("patch failed: old.txt:1"));
    }

    void filesThatAreGoneAreNamed()
    {
        const QString problem = problemOf(planOf({ diffPatch("--- a/f\n+++ b/f\n@@ -1 +1 @@\n-a\n+b\n") }));
        QVERIFY2(problem.contains("the source tree has no such file"), qPrintable(problem));
    }

    void settingsOfGitChangeNothing()
    {
        write(path("settings/git/attributes"), "* text eol=crlf\n");
        write(path("settings/git/config"),
            "[diff]\n\tsuppressBlankEmpty = true\n[apply]\n\twhitespace = fix\n");
        write(path("f"), "a\n\nb\n");
        qputenv("XDG_CONFIG_HOME", path("settings").toUtf8());
        qputenv("GIT_DIFF_OPTS", "-u0");
        qputenv("GIT_TRACE", "1");
        const auto plan = planOf({ diffPatch("--- a/f\n+++ b/f\n@@ -1,3 +1,3 @@\n a\n \n-b\n+c \n") });
        const auto diff = plan ? diffOf(*plan) : plan.error();
        const QString problem
            = problemOf(planOf({ diffPatch("--- a/f\n+++ b/f\n@@ -1 +1 @@\n-other\n+b\n") }));
        for (const char* name : { "XDG_CONFIG_HOME", "GIT_DIFF_OPTS", "GIT_TRACE" })
            qunsetenv(name);
        QVERIFY2(plan.ok(), qPrintable(problemOf(plan)));
        QCOMPARE(plan->files[0].after.value(), QByteArray("a\n\nc \n"));
        QVERIFY(diff.ok());
        QVERIFY2(diff->endsWith("@@ -1,3 +1,3 @@\n a\n \n-b\n+c \n"), diff->constData());
        QVERIFY2(problem.contains("patch failed: f:1"), qPrintable(problem));
    }

    void newFilesKeepTheirMark()
    {
        const QByteArray diff = "--- /dev/null\n+++ b/new.cs\n@@ -0,0 +1,2 @@\n+\xEF\xBB\xBFone\n+two\n";
        const auto plan = planOf({ diffPatch(diff) });
        QVERIFY2(plan.ok(), qPrintable(problemOf(plan)));
        QCOMPARE(plan->files[0].after.value(), QByteArray("\xEF\xBB\xBFone\ntwo\n"));
        write(path("new.cs"), plan->files[0].after.value());
        const auto again = planOf({ diffPatch(diff) });
        QVERIFY(again.ok() && again->files.isEmpty());
    }

    void brokenDiffsAreSentences_data()
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
        QTest::newRow("a link is made")
            << QByteArray("diff --git a/f b/f\nnew file mode 120000\n--- /dev/null\n"
                          "+++ b/f\n@@ -0,0 +1 @@\n+g\n")
            << "mode 120000";
        QTest::newRow("a link leads elsewhere")
            << QByteArray("diff --git a/f b/f\nindex 1..2 120000\n--- a/f\n+++ b/f\n@@ -1 +1 @@\n-a\n+b\n")
            << "wrong type";
        QTest::newRow("a submodule") << QByteArray("diff --git a/f b/f\nnew file mode 160000\n--- /dev/null\n"
                                                   "+++ b/f\n@@ -0,0 +1 @@\n+Subproject commit 1\n")
                                     << "mode 160000";
        QTest::newRow("a mode alone")
            << QByteArray("diff --git a/f b/f\nold mode 100644\nnew mode 100755\n") << "mode change";
        QTest::newRow("a mode and a change") << QByteArray(
            "diff --git a/f b/f\nold mode 100644\nnew mode 100755\n--- a/f\n+++ b/f\n"
            "@@ -1 +1 @@\n-a\n+b\n") << "mode change";
        QTest::newRow("binary") << QByteArray("diff --git a/f b/f\nGIT binary patch\n") << "No valid patches";
    }
    void brokenDiffsAreSentences()
    {
        QFETCH(QByteArray, diff);
        QFETCH(QString, problem);
        write(path("f"), "a\n");
        const QString said = problemOf(planOf({ diffPatch(diff) }));
        QVERIFY2(said.contains(problem), qPrintable(said));
        QVERIFY2(said.contains("because") || said.contains(path("f")), qPrintable(said));
    }

    void writtenDiffsAreAppliedByGit_data()
    {
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<QByteArray>("after");
        QTest::newRow("one line") << numbered(30) << numbered(30).replace("line 15\n", "x\n");
        QTest::newRow("first and last")
            << numbered(30) << "x\n" + numbered(30).mid(7).replace("line 30\n", "y\nz\n");
        QTest::newRow("near each other")
            << numbered(30) << numbered(30).replace("line 10\n", "").replace("line 16\n", "x\n");
        QTest::newRow("far from each other")
            << numbered(30) << numbered(30).replace("line 10\n", "").replace("line 18\n", "x\n");
        QTest::newRow("open end") << QByteArray("a\nb") << QByteArray("a\nc");
        QTest::newRow("end closed") << QByteArray("a\nb") << QByteArray("a\nb\n");
        QTest::newRow("windows lines") << numbered(9, "\r\n") << numbered(9, "\r\n").replace("line 5", "x");
        QTest::newRow("all new") << numbered(9) << QByteArray("a\nb\n");
    }
    void writtenDiffsAreAppliedByGit()
    {
        QFETCH(QByteArray, before);
        QFETCH(QByteArray, after);
        const auto diff = diffBetween({ { "f", before, after } });
        QVERIFY2(diff.ok(), diff ? "" : qPrintable(diff.error().message));
        QVERIFY2(diff->contains("--- a/f\n+++ b/f\n"), diff->constData());
        const auto applied = applyDiff(*diff, "f", before, DiffWay::Forward);
        QVERIFY2(applied.ok(), applied ? "" : qPrintable(applied.error().message + *diff));
        QCOMPARE(applied->content.value(), after);
    }

    void gitsDiffsAreAppliedByUs()
    {
        write(path("old/f"), numbered(60));
        write(path("old/\u6587.txt"), "a\nb\n");
        write(path("new/f"), numbered(60).replace("line 7\n", "").replace("line 50\n", "x\ny\n"));
        write(path("new/\u6587.txt"), "a\nc\n");
        write(path("new/more"), "new\n");
        QProcess git;
        git.setWorkingDirectory(m_folder->path());
        git.start("git",
            { "diff", "--no-index", "--no-renames", "--src-prefix=a/", "--dst-prefix=b/", "old", "new" });
        QVERIFY(git.waitForFinished());
        QByteArray diff = git.readAllStandardOutput();
        diff.replace("a/old/", "a/").replace("b/new/", "b/").replace("b/old/", "b/").replace("a/new/", "a/");
        const auto plan = planPatches(path("old"), { diffPatch(diff) });
        QVERIFY2(plan.ok(), qPrintable(problemOf(plan) + diff));
        QCOMPARE(plan->files.size(), 3);
        for (const PatchedFile& file : plan->files)
            QCOMPARE(file.after.value(), contentOf(path("new/" + file.file)));
    }
};

QTEST_GUILESS_MAIN(DiffsTest)
#include "DiffsTest.moc"
