// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/ProfileCatalogue.h"
#include "tests/core/patch/Patches.h"

#include <QTest>

using namespace torchmason;

class PatchingTest : public QObject, private PatchedTree {
    Q_OBJECT

private slots:
    void init() { setUp(); }

    void replacements_data()
    {
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<QString>("find");
        QTest::addColumn<QString>("replace");
        QTest::addColumn<QByteArray>("after");
        QTest::addColumn<QString>("problem");
        const auto row = [](const char* name, QByteArray before, QString find, QString replace,
                             QByteArray after, QString problem = {}) {
            QTest::newRow(name) << before << find << replace << after << problem;
        };
        row("plain", "a\nb\nc\n", "b", "x", "a\nx\nc\n");
        row("done already", "a\nx\nc\n", "b", "x", "a\nx\nc\n");
        row("the new text holds the old one", "import a\n", "import a", "import a, b", "import a, b\n");
        row("and is there already", "import a, b\n", "import a", "import a, b", "import a, b\n");
        row("two places", "b\nb\n", "b", "x", "b\nb\n", "lines 1, 2");
        row("many places", "b\nb\nb\nb\nb\nb\n", "b", "x", "b\nb\nb\nb\nb\nb\n", "lines 1, 2, 3, 4, 5, 6)");
        row("nowhere", "a\n", "b\n", "x", "a\n", "\"b\" is expected but is on none of its 1 lines");
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
    void replacements()
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

    void whatIsNotThereIsNotApplied()
    {
        if (!hasGit())
            QSKIP("git is not installed.");
        write(path("f"), "another version\n");
        const QByteArray diff = "--- a/gone\n+++ /dev/null\n@@ -1 +0,0 @@\n-bye\n";
        const auto plan = planOf({ replacement("f", "b\n", ""), diffPatch(diff) });
        QVERIFY2(plan.ok(), qPrintable(problemOf(plan)));
        QCOMPARE(plan->steps[0].state, PatchState::NothingToTakeAway);
        QCOMPARE(plan->steps[1].state, PatchState::NothingToTakeAway);
        write(path("f"), "x\n");
        const auto done = planOf({ replacement("f", "b", "x") });
        QVERIFY(done.ok());
        QCOMPARE(done->steps[0].state, PatchState::Already);
    }

    // Each change alone finds neither its text nor its result.
    void laterChangesMayAlterEarlierOnes()
    {
        const QVector<SourcePatch> patches { replacement("f", "one", "two"),
            replacement("f", "two", "three") };
        write(path("f"), "one\n");
        QString problem;
        QCOMPARE(patched("f", patches, problem), QByteArray("three\n"));
        write(path("f"), "three\n");
        const auto plan = planOf(patches);
        QVERIFY2(plan.ok(), qPrintable(problemOf(plan)));
        QVERIFY(plan->files.isEmpty());
        QCOMPARE(plan->steps[0].state, PatchState::Already);
        QCOMPARE(plan->steps[1].state, PatchState::Already);
    }

    void nothingLeadsOutOfTheTree_data()
    {
        QTest::addColumn<QString>("file");
        for (const char* file : { "../f", "a/../../f", "/etc/hosts", "C:/f", "a\\..\\..\\f", "", "a//b",
                 "./f", ".git/hooks/post-checkout", "third_party/x/.GIT/config", "f:stream", ".git./config",
                 "third_party/x/.git /config", "GIT~1/config", "a/.. /f", "a/.../f" })
            QTest::newRow(file) << QString(file);
    }
    void nothingLeadsOutOfTheTree()
    {
        QFETCH(QString, file);
        const QString said = problemOf(planPatches(path("tree"), { replacement(file, "a", "b") }));
        QVERIFY2(said.contains("not the path of a file inside"), qPrintable(said));
        const QByteArray diff = "--- /dev/null\n+++ b/" + file.toUtf8() + "\n@@ -0,0 +1 @@\n+x\n";
        const auto plan = planPatches(path("tree"), { diffPatch(diff) });
        if (plan) // git passes over doubled slashes, so that these stay inside
            QVERIFY2(file == "a//b" || file == "/etc/hosts", qPrintable(plan->files.first().file));
    }

    void linksAreNotFollowed()
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

    void keplerPatchesFit()
    {
        QVERIFY(QDir().mkpath(path("tools")));
        QVERIFY(QFile::copy(
            TORCHMASON_FIXTURES "/patch/build_pytorch_libs-1.12.py", path("tools/build_pytorch_libs.py")));
        const Profile profile = *loadProfiles().profile("kepler-cuda114-windows");
        const auto plan = planOf(profile.patches);
        QVERIFY2(plan.ok(), qPrintable(problemOf(plan)));
        QCOMPARE(plan->files.size(), 1);
        const QByteArray after = plan->files.first().after.value();
        QVERIFY(
            after.contains("from setuptools._distutils import _msvccompiler as distutils_msvccompiler\n"));
        QVERIFY(after.contains("= distutils_msvccompiler._get_vc_env(vc_arch)\n"));
        QVERIFY(!after.contains("distutils._msvccompiler"));
        if (!hasGit())
            QSKIP("git is not installed.");
        QCOMPARE(diffOf(*plan)->count("\n+"), 2 + 1);
    }

    // The tree whose version the profile is next to that can be had from a Debian mirror.
    void keplerPatchesFitTheRealTree()
    {
        const QString tree = qEnvironmentVariable("TORCHMASON_PYTORCH_113");
        if (!QFileInfo::exists(tree + "/tools/build_pytorch_libs.py"))
            QSKIP("TORCHMASON_PYTORCH_113 names no PyTorch 1.12 or 1.13 source tree.");
        const Profile profile = *loadProfiles().profile("kepler-cuda114-windows");
        const auto plan = planPatches(tree, profile.patches);
        QVERIFY2(plan.ok(), qPrintable(problemOf(plan)));
        QCOMPARE(plan->steps.size(), profile.patches.size());
    }
};

QTEST_GUILESS_MAIN(PatchingTest)
#include "PatchingTest.moc"
