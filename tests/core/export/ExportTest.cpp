// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/MarkdownReport.h"
#include "core/export/PatchProgram.h"
#include "core/export/ScriptExport.h"
#include "tests/core/export/BashRun.h"
#include "tests/support/Rows.h"
#include "tests/support/TestFiles.h"

#include <QTemporaryDir>
#include <QTest>

using namespace torchmason;

namespace {

const QString runner = "/opt/torchmason-runner";

Command commandOf(const QString& program, const QStringList& arguments = {})
{
    return { program, arguments, {}, {}, {} };
}

void writeProgram(const QString& path, const QString& text)
{
    write(path, "#!/bin/sh\n" + text.toUtf8());
    QVERIFY(QFile::setPermissions(path, QFile::permissions(path) | QFile::ExeOwner | QFile::ExeUser));
}

StagePlan planOf(const Command& command)
{
    Stage stage;
    stage.id = "configure";
    stage.title = "Configure $(touch planted)";
    stage.commands = { command };
    StagePlan plan;
    plan.stages = { stage };
    return plan;
}

}

class ExportTest : public QObject {
    Q_OBJECT

private slots:
    void argumentsReachTheProgramUnchanged()
    {
        QTemporaryDir folder;
        const QStringList hostile { "$(touch planted)", "it's `id`", "a b", "-DX=\"1;2\"" };
        Command command = commandOf("printf", QStringList { "%s\\n" } + hostile);
        command.workingFolder = folder.path();
        const QByteArray there = "cd '" + folder.path().toUtf8() + "'\n";
        const BashRun run = runInBash(there + shellScript(planOf(command), { "x", {} }));
        if (!run.started)
            QSKIP("there is no bash here");
        QCOMPARE(run.exitCode, 0);
        QVERIFY2(run.output.endsWith(hostile.join('\n').toUtf8() + '\n'), run.output.constData());
        QVERIFY(!QFile::exists(folder.filePath("planted")));
    }

    void cleaningSparesWhatIsNoBuildFolder()
    {
        QTemporaryDir folder;
        write(folder.filePath("precious"));
        Command command = commandOf(runner, { "clean", "--build", folder.path() });
        const BashRun run = runInBash(shellScript(planOf(command), {}));
        if (!run.started)
            QSKIP("there is no bash here");
        QCOMPARE(run.exitCode, 1);
        QVERIFY(QFile::exists(folder.filePath("precious")));
    }

    // A clean that did nothing must not go unnoticed: what is built then is not what was asked for.
    void batchFilesStopWhereCleaningFails()
    {
        Command command = commandOf("C:/Torchmason/torchmason-runner.exe", { "clean", "--build", "C:/b 1" });
        const QByteArray text = batchScript(planOf(command), {});
        const QByteArray inside = "\"C:\\b 1\\CMakeCache.txt\"";
        const qsizetype refusal = text.indexOf(
            "if exist \"C:\\b 1\" if not exist " + inside + " (set \"WHY=C:\\b 1 is not a build");
        const qsizetype removal = text.indexOf("if exist \"C:\\b 1\" rmdir /s /q \"C:\\b 1\"\r\n");
        const qsizetype look = text.indexOf("if exist \"C:\\b 1\" goto failed\r\n", removal);
        QVERIFY2(0 < refusal && refusal < removal && removal < look, text.constData());
    }

    void foldersThatCannotBeEnteredStopBatchFiles()
    {
        Command command = commandOf("cmake.exe");
        command.workingFolder = "//server/share/b\" & calc & \"";
        const QByteArray text = batchScript(planOf(command), {});
        QVERIFY2(text.contains(
                     "cd /d \"\\\\server\\share\\b & calc & \"\r\nif not %errorlevel%==0 goto failed\r\n"),
            text.constData());
    }

    void scriptsOfOthersSaySo()
    {
        Command command = commandOf("true");
        const QByteArray warning = foreignScriptWarning().toUtf8();
        for (const bool isForeign : { false, true }) {
            const ScriptTitle title { "Tour", "2", {}, isForeign };
            QCOMPARE(shellScript(planOf(command), title).contains("\n# " + warning), isForeign);
            QCOMPARE(batchScript(planOf(command), title).contains("\nrem -- " + warning), isForeign);
        }
    }

    void batchFilesKeepPercentSigns()
    {
        Command command = commandOf("C:/Program Files/CMake/bin/cmake.exe", { "-DX=100%PATH%" });
        command.environment = { { "NINJA_STATUS", "[%f/%t] ", ValueOrigin::Default } };
        const QByteArray script = batchScript(planOf(command), {});
        QVERIFY(script.contains("set \"NINJA_STATUS=[%%f/%%t] \"\r\n"));
        QVERIFY2(script.contains("100%%PATH%%"), script.constData());
        QCOMPARE(script.count('\n'), script.count("\r\n"));
    }

    // A program that crashed has a negative exit code, which "if errorlevel 1" takes for a good one.
    void batchFilesStopAtCrashes()
    {
        Command command = commandOf("cmake.exe");
        const QByteArray script = batchScript(planOf(command), {});
        QVERIFY2(
            script.contains("\r\ncmake.exe\r\nif not %errorlevel%==0 goto failed\r\n"), script.constData());
        QVERIFY(!script.contains("if errorlevel"));
    }

    void batchFilesRefuseAnotherPrompt()
    {
        Command command = commandOf("C:/Torchmason/torchmason-runner.exe",
            { "capture-vcvars", "--script", "C:/VS (x86)/2019/VC/Auxiliary/Build/vcvars64.bat" });
        const QByteArray script = batchScript(planOf(command), {});
        const qsizetype call = script.indexOf(
            "if not defined VSCMD_VER call \"C:\\VS (x86)\\2019\\VC\\Auxiliary\\Build\\vcvars64.bat\"");
        const qsizetype processor
            = script.indexOf("if defined VSCMD_VER if /i not \"%VSCMD_ARG_TGT_ARCH%\"==\"x64\" (set \"WHY=");
        const qsizetype studio = script.indexOf(
            "if defined VSCMD_VER if /i not \"%VSINSTALLDIR%\"==\"C:\\VS (x86)\\2019\\\" (set \"WHY=");
        QVERIFY2(0 < processor && processor < studio && studio < call, script.constData());
    }

    void batchFilesKeepQuotesInValues_data()
    {
        QTest::addColumn<QString>("value");
        QTest::addColumn<QByteArray>("line");
        newRow("plain", "a b & c", QByteArray("set \"V=a b & c\""));
        newRow("a quote and a command", "a\"b & calc", QByteArray("set V=a^\"b ^& calc"));
        newRow(
            "a quoted path", "/I\"C:\\P (x86)\" %X% ^", QByteArray("set V=/I^\"C:\\P ^(x86^)^\" %%X%% ^^"));
    }
    void batchFilesKeepQuotesInValues()
    {
        QFETCH(QString, value);
        QFETCH(QByteArray, line);
        Command command = commandOf("cmake.exe");
        command.environment = { { "V", value, ValueOrigin::User } };
        const QByteArray script = batchScript(planOf(command), {});
        QVERIFY2(script.contains("\r\n" + line + "\r\n"), script.constData());
    }

    // A title may come out of somebody's profile, a purpose may name a tag.
    void commentsCannotBecomeCommands()
    {
        Command command = commandOf("true");
        command.purpose = "&calc\ntouch planted";
        const ScriptTitle title { "x\ntouch planted", {} };
        QVERIFY(!shellScript(planOf(command), title).contains("\ntouch"));
        const QByteArray batch = batchScript(planOf(command), title);
        QVERIFY(!batch.contains("\ntouch"));
        QVERIFY2(batch.contains("\r\nset \"STEP=Configure $(touch planted): &calc touch planted\"\r\n"),
            batch.constData());
    }

    // A plan that has not run yet comes with the real values.
    void secretsStayHere()
    {
        Command command = commandOf("git", { "fetch", "https://me:hunter2@git.example.org/x" });
        command.environment = { { "HF_TOKEN", "hunter2", ValueOrigin::User },
            { "https_proxy", "http://me:hunter2@proxy:3128", ValueOrigin::User },
            { "KEPT", "yes", ValueOrigin::User } };
        AttemptRecord record;
        record.plan = planOf(command);
        record.error = "cannot reach https://me:hunter2@git.example.org/x";
        record.request.configuration.environment = command.environment;
        Finding finding;
        finding.root = true;
        finding.evidence = record.error + " MY_TOKEN=hunter2 -DX_TOKEN=hunter2";
        const QByteArray shell = shellScript(record.plan, {});
        const QByteArray batch = batchScript(record.plan, {});
        for (const QByteArray& text :
            { shell, batch, markdownReport({ 0, {}, record, {} }, { finding }).toUtf8() }) {
            QVERIFY2(!text.contains("hunter2"), text.constData());
            QVERIFY2(text.contains("HF_TOKEN"), text.constData());
            QVERIFY(text.contains("KEPT"));
        }
        // Setting the mask would hide the value that the user has set.
        QVERIFY2(!shell.contains("HF_TOKEN=") && !shell.contains("https_proxy="), shell.constData());
        QVERIFY2(!batch.contains("HF_TOKEN=") && !batch.contains("https_proxy="), batch.constData());
    }

    void submodulesStopTheScript_data()
    {
        QTest::addColumn<QString>("status");
        QTest::addColumn<int>("gitCode");
        QTest::addColumn<bool>("goesOn");
        newRow("all there", " 4a1b2c3d third_party/fmt (9.1.0)", 0, true);
        newRow("none at all", QString(), 0, true);
        newRow("one missing", "-4a1b2c3d third_party/fmt", 0, false);
        newRow("one moved", " 1a1b2c3d a (1)\n+4a1b2c3d third_party/fmt (9.1.0)", 0, false);
        newRow("git fails", QString(), 128, false);
    }
    void submodulesStopTheScript()
    {
        QFETCH(QString, status);
        QFETCH(int, gitCode);
        QFETCH(bool, goesOn);
        QTemporaryDir folder;
        const QString git = folder.filePath("git");
        writeProgram(git,
            QString("[ \"$GIT_X\" = '1 2' ] || exit 9\nprintf '%s\\n' '%1'\nexit %2\n")
                .replace("%1", status)
                .replace("%2", QString::number(gitCode)));
        Command check = commandOf(runner, { "verify-submodules", "--source", folder.path(), "--git", git });
        check.environment = { { "GIT_X", "1 2", ValueOrigin::Default } };
        Command next = commandOf("echo", { "went-on" });
        StagePlan plan = planOf(check);
        plan.stages.first().commands << next;
        const BashRun run = runInBash(shellScript(plan, {}));
        if (!run.started)
            QSKIP("there is no bash here");
        QCOMPARE(run.output.contains("went-on"), goesOn);
        QCOMPARE(run.exitCode == 0, goesOn);
    }

    // Runs what the plan for a Debian source package makes before it downloads: a stand-in for apt-get looks
    // whether its options point to what is there, and stops the script.
    void aptFindsWhatTheScriptMade_data()
    {
        QTest::addColumn<QString>("suite");
        QTest::addColumn<QString>("mirrors");
        QTest::addColumn<QStringList>("uris");
        const QString own = QStringLiteral(
            "http://deb.example.org/debian/ OWN main\nhttp://deb.example.org/debian/ OWN main\n"
            "http://deb.example.org/debian-security/ OWN-security main\n");
        newRow("own release", QString(), own + "https://apt.vendor.com/tools OWN main\n",
            QStringList { "http://deb.example.org/debian/ OWN",
                "http://deb.example.org/debian-security/ OWN-security" });
        newRow("another suite", "sid", own, QStringList { "http://deb.example.org/debian/ sid" });
        newRow("no mirror", QString(), "https://apt.vendor.com/tools OWN main\n", QStringList());
    }
    void aptFindsWhatTheScriptMade()
    {
        QFETCH(QString, suite);
        QFETCH(QString, mirrors);
        QFETCH(QStringList, uris);
        const QByteArray codename
            = runInBash(". /etc/os-release; printf %s \"${VERSION_CODENAME:-}\"").output;
        if (codename.isEmpty())
            QSKIP("this is no machine with bash and a named release");
        const QString own = QString::fromLatin1(codename);
        QTemporaryDir folder;
        writeProgram(folder.filePath("bin/apt-get"),
            QStringLiteral("if [ \"$1\" = indextargets ]; then printf '%s' '@'; exit 0; fi\n"
                           "for option; do case $option in\n"
                           "Dir::Etc::sourceparts=*) cat \"${option#*=}/torchmason.sources\" || exit 41 ;;\n"
                           "Dir::State=*) [ -d \"${option#*=}/lists/partial\" ] || exit 42 ;;\n"
                           "Dir::Cache=*) [ -d \"${option#*=}/archives/partial\" ] || exit 43 ;;\n"
                           "esac; done\nexit 77\n")
                .replace(QLatin1Char('@'), mirrors.replace("OWN", own)));
        BuildRequest request;
        request.source.kind = SourceKind::DebianSource;
        request.source.package = "pytorch";
        request.source.tag = suite;
        request.sourceFolder = folder.filePath("it's a tree");
        request.buildFolder = folder.filePath("build");
        const auto plan = makeStagePlan(request, Platform::Linux);
        QVERIFY2(plan.ok(), plan.ok() ? "" : qPrintable(plan.error().message));
        const QByteArray script = shellScript(*plan, {});
        QCOMPARE(runInBash(script, {}, { "-n" }).exitCode, 0);
        const BashRun run = runInBash(script, folder.filePath("bin"));
        QCOMPARE(run.exitCode, uris.isEmpty() ? 1 : 77);
        QStringList made;
        QString uri;
        for (const QString& line : QString::fromUtf8(run.output).split(QLatin1Char('\n'))) {
            if (line.startsWith("URIs: "))
                uri = line.mid(6);
            if (line.startsWith("Suites: "))
                made << uri + QLatin1Char(' ') + line.mid(8);
        }
        QCOMPARE(made, uris.replaceInStrings("OWN", own));
    }

    // git apply passes over files that are not below its place in the repository around the tree.
    void patchesReachATreeInsideOfARepository()
    {
        QTemporaryDir folder;
        const QString tree = folder.filePath("sources/tree");
        QVERIFY(QDir().mkpath(tree));
        const BashRun made = runInBash("git init -q '" + folder.path().toUtf8() + "' && printf 'a\n' > '"
            + tree.toUtf8() + "/f' && python3 -c pass");
        if (made.exitCode != 0)
            QSKIP("git and python3 are needed.");
        const SourcePatch patch { {}, {}, {}, "x", QByteArray("--- a/f\n+++ b/f\n@@ -1 +1 @@\n-a\n+b\n") };
        const QByteArray run
            = "python3 - '" + tree.toUtf8() + "' <<'END'\n" + patchProgram({ patch }) + "END\n";
        for (const char* said : { "", "a diff is applied already" }) {
            const BashRun patched = runInBash(run);
            QVERIFY2(patched.exitCode == 0, patched.output.constData());
            QVERIFY2(patched.output.contains(said), patched.output.constData());
            QCOMPARE(contentOf(tree + "/f"), QByteArray("b\n"));
        }
    }

    void leftOutStagesAreComments()
    {
        Command command = commandOf("never-run");
        StagePlan plan = planOf(command);
        plan.stages.first().skipped = true;
        plan.stages.first().skipReason = "before --from compile";
        for (const QByteArray& script : { shellScript(plan, {}), batchScript(plan, {}) }) {
            QVERIFY(!script.contains("never-run"));
            QVERIFY(script.contains("before --from compile"));
        }
    }

    void evidenceCannotBreakOutOfItsBlock()
    {
        Finding finding;
        finding.root = true;
        finding.title = "A cause";
        finding.evidence = "```\n# not a heading";
        finding.explanation = "Found in /home/annika/src and C:\\Users\\Annika\\x.";
        const QString report = markdownReport(AttemptSummary {}, { finding });
        QVERIFY2(!report.contains("annika", Qt::CaseInsensitive), qPrintable(report));
        QVERIFY(report.contains("````\n```\n# not a heading\n````"));
    }
};

QTEST_GUILESS_MAIN(ExportTest)
#include "ExportTest.moc"
