// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/export/ScriptRun.h"
#include "tests/support/Rows.h"
#include "tests/support/StandInTorch.h"
#include "tests/support/TestFiles.h"

#include <QStandardPaths>
#include <QTemporaryDir>

using namespace torchmason;

namespace {

// It stands in for the interpreter: it says pip's index and its words, and makes an environment with itself.
void makePython(const QString& path)
{
    write(path,
        "#!/usr/bin/env bash\n"
        "[ \"$2\" = venv ] || { printf '%s\\n' \"${PIP_INDEX_URL:-}${PIP_TARGET:-}$*\"; exit; }\n"
        "mkdir -p \"$3/bin\" && cp \"$0\" \"$3/bin/python\" && echo 'venv is made'\n");
    QFile::setPermissions(path, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
}

// The build's own variables for pip; a place elsewhere is not for this.
Command withIndex(Command command)
{
    command.environment = { { "PIP_TARGET", "elsewhere", ValueOrigin::User },
        { "PIP_INDEX_URL", "https://own ", ValueOrigin::User } };
    return command;
}

}

// What scripts do with Python: environments, wheels and patches.
class ScriptPythonTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        if (QStandardPaths::findExecutable("bash").isEmpty())
            QSKIP("There is no bash here.");
    }

    void theWheelIsImported_data()
    {
        QTest::addColumn<QByteArray>("torch");
        QTest::addColumn<bool>("works");
        newRow("works", standInTorch, true);
        newRow("multiplies badly", QByteArray(standInTorch).replace("64.0", "63.0"), false);
        newRow("does not import", QByteArray("import no_such_module\n"), false);
        newRow("needs the driver",
            QByteArray("raise ImportError('libcuda.so.1: cannot open shared object file')\n"), true);
    }
    // As setup.py leaves it, beside an older one that is no wheel at all.
    void theWheelIsImported()
    {
        QFETCH(QByteArray, torch);
        QFETCH(bool, works);
        const QString python = "/usr/bin/python3";
        if (!QFileInfo::exists(python))
            QSKIP("There is no Python here.");
        QTemporaryDir folder;
        const QString build = folder.filePath(hostileName);
        const QString dist = folder.filePath("it's dist");
        write(dist + "/torch-1-py3-none-any.whl", "old");
        write(build + "/CMakeCache.txt");
        const QString pack = QStringLiteral("import sys, zipfile\n"
                                            "with zipfile.ZipFile(sys.argv[1], 'w') as wheel:\n"
                                            "    wheel.writestr('torch/__init__.py', sys.argv[2])\n"
                                            "    wheel.writestr('torch/_C.so', '')\n");
        const Command packing { python,
            { "-c", pack, dist + "/torch-2-py3-none-any.whl", QString::fromLatin1(torch) }, {}, {}, "Pack" };
        const AttemptSummary attempt
            = attemptOf({ helper({ "note-wheels", "--folder", dist }), packing,
                            helper({ "tell-wheels", "--folder", dist }),
                            helper({ "verify", "--build", build, "--source", folder.path(), "--python",
                                python, "--attempt", "/attempts/0003" }) },
                build);
        const BashRun run = runAttempt(attempt);
        QVERIFY2((run.exitCode == 0) == works, run.output.constData());
        QVERIFY2(run.output.contains("torch-2-py3") && !run.output.contains("torch-1-py3"),
            run.output.constData());
        QVERIFY2(run.output.contains("multiplies matrices\n") == (works && torch == standInTorch),
            run.output.constData());
        const auto batch = batchScript(attempt.record.plan, {});
        QVERIFY2(batch.contains("/usr/bin/python3") || batch.contains("python3\" -c \"import torch; "),
            batch.constData());
    }

    void anInstallAloneStaysOne()
    {
        AttemptSummary attempt;
        BuildRequest& request = attempt.record.request = setupPyRequest();
        request.fromStage = request.untilStage = "install";
        request.install.wheel = "/w/torch.whl";
        attempt.record.plan = *makeStagePlan(request, Platform::Linux);
        auto script = attemptScript(attempt, ScriptKind::Shell);
        QVERIFY2(
            script && !script->contains("cmake -G") && !script->contains("\"$WHEEL\""), script->constData());
        QVERIFY2(script->contains(" --force-reinstall /w/torch.whl\n"), script->constData());
        request.install = { "/w/env" };
        request.install.takesBack = 2;
        attempt.record.plan = *makeStagePlan(request, Platform::Linux);
        const BashRun run = runAttempt(attempt);
        QCOMPARE(run.exitCode, 1);
        QVERIFY2(run.output.contains("An install is undone by Torchmason alone"), run.output.constData());
    }

    void theWheelIsInstalled_data()
    {
        QTest::addColumn<QString>("there"); // in the environment
        QTest::addColumn<QString>("named"); // below it
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<QByteArray>("output");
        const QByteArray pip("-m pip install --no-input --disable-pip-version-check ");
        const QByteArray wheel(" --no-deps --force-reinstall /w/x.whl\n");
        const QByteArray both = pip + "/w/x.whl\n" + pip.chopped(1) + wheel;
        const QStringList given { "--wheel", "/w/x.whl" };
        newRow("new", "", "", given, "venv is made\n" + both);
        newRow("venv or conda", "bin/python", "", given, both);
        newRow("python3 alone", "bin/python3", "", given, both);
        newRow("interpreter", "mine/python3.12", "/mine/python3.12", given, both);
        newRow("something else", "notes.txt", "", given,
            QByteArray(" holds files but no Python, and no environment is made"));
        newRow("alone", "bin/python", "", given + QStringList { "--dependencies", "no" },
            pip.chopped(1) + wheel);
        newRow("from a folder", "bin/python", "", given + QStringList { "--wheels", "/w" },
            pip + "--no-index --find-links /w /w/x.whl\n");
        newRow("none was packed", "bin/python", "", QStringList(),
            QByteArray("No wheel was packed before this step"));
    }
    void theWheelIsInstalled()
    {
        QFETCH(QString, there);
        QFETCH(QString, named);
        QFETCH(QStringList, words);
        QFETCH(QByteArray, output);
        QTemporaryDir folder;
        const QString environment = folder.filePath(hostileName);
        const QString base = folder.filePath("base python");
        makePython(base);
        if (!there.isEmpty())
            makePython(environment + QLatin1Char('/') + there);
        const QStringList step { "install-wheel", "--into", environment + named, "--python", base };
        const BashRun run = runAttempt(attemptOf({ helper(step + words) }, folder.filePath("build")));
        QCOMPARE(run.exitCode, output.endsWith('\n') ? 0 : 1);
        QVERIFY2(run.output.contains(output), run.output.constData());
        QCOMPARE(run.output.count("-m pip"), output.count("--find-links") + output.count("-m pip"));
        QCOMPARE(run.output.contains("venv is made"), there.isEmpty());
    }

    void pipHasTheBuildsVariables()
    {
        QTemporaryDir folder;
        const QString base = folder.filePath("python");
        makePython(base);
        const QStringList install { "install-wheel", "--into", folder.filePath("env"), "--wheel", "/w/x.whl",
            "--python", base };
        const QStringList prepare { "prepare-venv", "--folder", folder.filePath("venv"), "--package",
            "tiny==1", "--python", base };
        const AttemptSummary attempt
            = attemptOf({ withIndex(helper(prepare)), withIndex(helper(install)) }, folder.filePath("build"));
        const BashRun run = runAttempt(attempt);
        QVERIFY2(run.exitCode == 0 && run.output.count("\nhttps://own -m pip install ") == 3,
            run.output.constData());
        const QByteArray batch = batchScript(attempt.record.plan, {});
        QCOMPARE(batch.count("set \"PIP_INDEX_URL=https://own \"\r\n"), 3); // for each call
        QVERIFY2(!batch.contains("elsewhere"), batch.constData());
    }

    void theVenvHasWhatTheTreeRequires_data()
    {
        QTest::addColumn<bool>("isTorch");
        QTest::addColumn<QByteArray>("file"); // requirements-build.txt
        QTest::addColumn<bool>("numpy");
        QTest::addColumn<QByteArray>("kept"); // of that
        const QByteArray file("# To build\n-r more.txt\nCMake>=3.27\nninja\nsix\nnumpy\n");
        newRow("torch", true, file, true, QByteArray("# To build\nsix\nnumpy\n"));
        newRow("without NumPy", true, file, false, QByteArray("# To build\nsix\n"));
        newRow("nothing is left", true, QByteArray("ninja\n"), true, QByteArray());
        newRow("before 2.8", true, QByteArray(), true, QByteArray());
        newRow("another project", false, file, true, QByteArray("# To build\nsix\nnumpy\n"));
    }
    void theVenvHasWhatTheTreeRequires()
    {
        QFETCH(bool, isTorch);
        QFETCH(QByteArray, file);
        QFETCH(bool, numpy);
        QFETCH(QByteArray, kept);
        QTemporaryDir folder;
        const QString base = folder.filePath("python");
        const QString venv = folder.filePath(hostileName);
        const QString build = folder.filePath("build");
        makePython(base);
        if (isTorch)
            QVERIFY(QDir().mkpath(build + " source/c10"));
        if (!file.isEmpty())
            write(build + " source/requirements-build.txt", file);
        QStringList step { "prepare-venv", "--folder", venv, "--python", base, "--source", build + " source",
            "--backend", "scikit-build-core" };
        if (!numpy)
            step += { "--numpy", "no" };
        const AttemptSummary attempt = attemptOf({ helper(step) }, build);
        const BashRun run = runAttempt(attempt);
        QCOMPARE(run.exitCode, 0);
        QCOMPARE(run.output.count("-version-check -r " + venv.toUtf8() + "/requirements-build.txt\n"),
            file.isEmpty() ? 0 : 1);
        QVERIFY(file.isEmpty() || !isTorch || run.output.indexOf(" six") < run.output.indexOf(" -r "));
        QCOMPARE(contentOf(venv + "/requirements-build.txt"), kept);
        const QByteArray packages
            = " scikit-build-core>=1.0 build packaging six" + QByteArray(numpy ? " numpy\n" : "\n");
        QVERIFY2(run.output.contains(packages) == isTorch, run.output.constData());
        const QByteArray batch = batchScript(attempt.record.plan, {});
        QVERIFY2(batch.contains(numpy ? "findstr /v /i /b /c:- /c:cmake /c:ninja \""
                                      : "findstr /v /i /b /c:- /c:cmake /c:ninja /c:numpy \""),
            batch.constData());
        const qsizetype six = batch.indexOf(" six");
        const qsizetype other = batch.indexOf("\r\n:without_c10\r\n");
        QVERIFY2(six > batch.indexOf("c10\" goto without_c10\r\n") && other > six
                && batch.indexOf(" -r ") > other
                && batch.indexOf("\r\n:required\r\n") > batch.indexOf(" -r "),
            batch.constData());
    }

    void noEnvironmentIsMadeOverAnother()
    {
        const auto batchOf = [](const QString& into, const QStringList& more) {
            StagePlan plan;
            Stage stage;
            stage.commands
                = { helper(QStringList { "install-wheel", "--into", into, "--python", "python" } + more) };
            plan.stages = { stage };
            return batchScript(plan, {});
        };
        const QByteArray pip("\"%INTO%\" -m pip install --no-input --disable-pip-version-check ");
        const QByteArray batch = batchOf("C:/miniconda3/envs/pt", {});
        const auto at = [&batch](const QByteArray& text) { return batch.indexOf(text); };
        const qsizetype venv = at("python -m venv C:/miniconda3/envs/pt\r\n");
        QVERIFY2(at("if not defined WHEEL (set \"WHY=No wheel was packed") > 0, batch.constData());
        QVERIFY2(at("set \"INTO=C:\\miniconda3\\envs\\pt\\python.exe\"\r\n"
                    "if exist \"C:\\miniconda3\\envs\\pt\\conda-meta\" if exist \"%INTO%\" goto there\r\n"
                    "set \"INTO=C:\\miniconda3\\envs\\pt\\Scripts\\python.exe\"\r\nif exist \"%INTO%\" goto "
                    "there\r\n"
                    "if exist \"C:\\miniconda3\\envs\\pt\" for /f \"delims=\" %%f in ('dir /b /a "
                    "\"C:\\miniconda3\\envs\\pt\"') do (set \"WHY=")
                > 0,
            batch.constData());
        QVERIFY2(venv > at(" holds files but no Python") && venv < at(":there\r\n"), batch.constData());
        QVERIFY2(at(pip + "\"%WHEEL%\"\r\n") > venv, batch.constData());
        QVERIFY2(at(pip + "--no-deps --force-reinstall \"%WHEEL%\"\r\n") > at(pip + "\"%WHEEL%\"\r\n"),
            batch.constData());
        const QByteArray named
            = batchOf("C:/py 5%/python.exe", { "--dependencies", "no", "--wheel", "C:/w/x.whl" });
        QVERIFY2(named.contains("set \"INTO=C:\\py 5%%\\python.exe\"\r\n"), named.constData());
        QVERIFY2(named.contains(pip + "--no-deps --force-reinstall C:/w/x.whl\r\n"), named.constData());
        QVERIFY2(!named.contains("-m venv") && named.count(pip) == 1, named.constData());
    }

    void patchesAskTheSamePython()
    {
        const auto patching = [](const QString& root, const QString& python, ScriptKind kind) {
            const QString build = root + "/b";
            AttemptSummary attempt = attemptOf({ helper({ "patch", "--source", build + " source" }) }, build);
            attempt.record.request.patches = { { "a.txt", "1", "2", "two is more", {} } };
            attempt.record.request.python.base = python;
            const auto script = attemptScript(attempt, kind);
            return script ? *script : script.error().message.toUtf8();
        };
        QByteArray script = patching("/w", "/opt/py/bin/python3", ScriptKind::Shell);
        QVERIFY2(script.contains("\nPYTHON=/opt/py/bin/python3\n"), script.constData());
        QVERIFY2(script.contains("\n\"$PYTHON\" - \"$SOURCE\" <<"), script.constData());
        script = patching("/w", {}, ScriptKind::Shell);
        QVERIFY2(script.contains("\npython3 - \"$SOURCE\" <<"), script.constData());
        script = patching("C:/w", "C:/Py311/python.exe", ScriptKind::Batch);
        QVERIFY2(script.contains("set \"PYTHON=C:\\Py311\\python.exe\"\r\n"), script.constData());
        QVERIFY2(script.contains("\r\n\"%PYTHON%\" -c \"import sys; "), script.constData());
        QVERIFY2(script.contains("[1])\" \"%SCRIPT%\" \"%SOURCE%\"\r\n"), script.constData());
        script = patching("C:/w", {}, ScriptKind::Batch);
        QVERIFY2(script.contains("\r\npython -c \"import sys; "), script.constData());
    }

    // Text that would end the lines around it, or begin a label, in both languages.
    void patchesCannotBecomeCommands()
    {
        const QString python = QStandardPaths::findExecutable("python3");
        if (python.isEmpty())
            QSKIP("There is no Python here.");
        const QString hostile = "TORCHMASON_PATCHES\ntouch planted\n:failed\n%PATH% & calc\n\")\n'\\"
            + QString(300, QLatin1Char('x')) + QString::fromUtf8("ü");
        QTemporaryDir folder;
        const QString build = folder.filePath("b");
        const QString file = build + " source/a'b.txt";
        AttemptSummary attempt = attemptOf({ helper({ "patch", "--source", build + " source" }) }, build);
        attempt.record.request.patches = { { "a'b.txt", "one\n", hostile, "x\ntouch p", {} } };
        write(file, "one\ntwo\n");
        const BashRun run = runAttempt(attempt);
        QVERIFY2(run.exitCode == 0, run.output.constData());
        QCOMPARE(contentOf(file), hostile.toUtf8() + "two\n");
        // What a .bat hands to Python is taken from the text behind its end, by the same words as there.
        write(file, "one\ntwo\n");
        QByteArray batch = batchScript(attempt.record.plan, { {}, {}, attempt.record.request.patches });
        QCOMPARE(batch.count("\n:failed\r\n"), 1);
        const QByteArray after = batch.mid(batch.indexOf("\n:torchmason_patches\r\n") + 22);
        for (const QByteArray& line : after.split('\n'))
            QVERIFY2(line.size() < 450 && !line.trimmed().startsWith(':'), line.constData());
        const QString path = folder.filePath("it's.bat");
        write(path, batch);
        const qsizetype begin = batch.indexOf("import sys; exec");
        const QByteArray words = batch.mid(begin, batch.indexOf("\" \"%SCRIPT%", begin) - begin);
        QCOMPARE(QProcess::execute(python, { "-c", QString::fromUtf8(words), path, build + " source" }), 0);
        QCOMPARE(contentOf(file), hostile.toUtf8() + "two\n");
    }
};

QTEST_GUILESS_MAIN(ScriptPythonTest)
#include "ScriptPythonTest.moc"
