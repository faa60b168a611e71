// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/InstallPlace.h"
#include "core/stages/InstallUndo.h"
#include "core/stages/PythonCheck.h"
#include "core/stages/VirtualEnvironment.h"
#include "tests/core/stages/TorchInstalls.h"
#include "tests/support/CondaFolder.h"

#include <QScopeGuard>
#include <QTest>

using namespace torchmason;

// Wheels of a stand-in for torch, installed by the real pip into real environments.
class WheelInstallTest : public QObject, private TorchInstalls {
    Q_OBJECT

private slots:
    void init() { setUp(); }

    void initTestCase()
    {
        if (!canMakeVenv())
            QSKIP("There is no Python with the module venv.");
    }

    void aNewEnvironmentIsMade()
    {
        const auto installed = install(torch("2.6.0"), path("an env"));
        QVERIFY2(installed, installed ? "" : qPrintable(installed.error().message));
        QVERIFY2(
            installed->endsWith(" is installed into " + path("an env/bin/python") + ". torch 2.6.0 works."),
            qPrintable(*installed));
        const InstallPlace place = lookAtInstallPlace(path("an env"));
        QCOMPARE(place.kind, QStringLiteral("venv"));
        QCOMPARE(place.torchThere, QStringLiteral("2.6.0"));
        QVERIFY(place.refusal.isEmpty());
        QVERIFY2(printed().contains("-y torch"), qPrintable(printed()));
    }

    // As a kill leaves it before pip has come into it.
    void aHalfMadeEnvironmentIsMadeAnew()
    {
        QCOMPARE(QProcess::execute(systemPython, { "-m", "venv", "--without-pip", path("env") }), 0);
        QVERIFY(writeMark(path("env"), halfMadeMark).ok());
        write(path("env/left"), "x");
        QCOMPARE(lookAtInstallPlace(path("env")).kind, QStringLiteral("new"));
        const auto installed = install(torch("2.6.0"), path("env"));
        QVERIFY2(installed, installed ? "" : qPrintable(installed.error().message));
        QVERIFY(!QFileInfo::exists(path("env/left")));
        QVERIFY(!hasMark(path("env"), halfMadeMark));
        QCOMPARE(readInstallNote(path("install.json"))->madeFolder, path("env"));
    }

    void whatIsThereIsReplacedAndTold()
    {
        QVERIFY(install(torch("2.5.0"), path("env")));
        m_printed.clear();
        const auto installed = install(torch("2.6.0"), path("env"));
        QVERIFY2(installed, installed ? "" : qPrintable(installed.error().message));
        const QString said = printed();
        QVERIFY2(said.contains("has torch 2.5.0, which is replaced"), qPrintable(said));
        QVERIFY2(said.contains("--force-reinstall 'torch @ file://")
                && said.contains("torch-2.5.0-py3-none-any.whl"),
            qPrintable(said));
        QCOMPARE(lookAtInstallPlace(path("env")).torchThere, QStringLiteral("2.6.0"));
        // The same version, built anew, is another wheel.
        QVERIFY(install(torch("2.6.0", {}, "again = True\n"), path("env")));
        QCOMPARE(QProcess::execute(path("env/bin/python"), { "-c", "import torch; torch.again" }), 0);
    }

    void requirementsComeFirst()
    {
        QVERIFY(install(torch("2.5.0"), path("env")));
        QVERIFY(QDir().mkpath(path("packages")));
        const QString wheel = torch("2.6.0", { "tinymod>=2" }, "import tinymod\n");
        const auto refused = install(wheel, path("env"));
        QVERIFY(!refused);
        QVERIFY2(
            refused.error().message.contains("nothing was replaced"), qPrintable(refused.error().message));
        QCOMPARE(lookAtInstallPlace(path("env")).torchThere, QStringLiteral("2.5.0"));
        QVERIFY(makeTinyWheel(path("packages"), "2.1"));
        const auto installed = install(wheel, path("env"));
        QVERIFY2(installed, installed ? "" : qPrintable(installed.error().message));
        QVERIFY2(printed().contains("-y tinymod"), qPrintable(printed()));
    }

    void withoutRequirements()
    {
        const auto installed = install(torch("2.6.0", { "tinymod>=2" }), path("env"), false);
        QVERIFY2(installed, installed ? "" : qPrintable(installed.error().message));
    }

    // What a shell's PYTHONPATH holds is not there for whoever uses the environment.
    void otherFoldersSatisfyNothing()
    {
        QVERIFY(makeTinyWheel(path("packages"), "2.1"));
        QVERIFY(install(torch("2.5.0"), path("env")));
        const QString python = path("env/bin/python");
        QCOMPARE(QProcess::execute(python,
                     { "-m", "pip", "-q", "install", "--no-index", "--find-links", path("packages"),
                         "--target", path("side"), "tinymod" }),
            0);
        QVERIFY(QFileInfo::exists(path("side/tinymod")));
        qputenv("PYTHONPATH", QFile::encodeName(path("side")));
        const auto back = qScopeGuard([] { qunsetenv("PYTHONPATH"); });
        const auto installed = install(torch("2.6.0", { "tinymod>=2" }, "import tinymod\n"), path("env"));
        QVERIFY2(installed, installed ? "" : qPrintable(installed.error().message));
        QCOMPARE(packagesIn(python)->value("tinymod").version, QString("2.1"));
        // Nor does the import find it there.
        QVERIFY(!install(torch("2.7.0", { "tinymod>=2" }, "import tinymod\n"), path("env2"), false));
    }

    void aTorchOfElsewhereIsNotTheInstalledOne()
    {
        QVERIFY(install(torch("2.5.0"), path("env")));
        write(path("side/torch/__init__.py"), standInTorch);
        write(path("env/lib/" + pythonFolder() + "/site-packages/side.pth"),
            "import sys; sys.path.insert(0, '" + QFile::encodeName(path("side")) + "')\n");
        const auto installed = install(torch("2.6.0"), path("env"));
        QVERIFY(!installed);
        QVERIFY2(installed.error().message.contains("imports torch from " + path("side/torch")),
            qPrintable(installed.error().message));
    }

    void aWheelThatDoesNotImportFails()
    {
        const auto installed
            = install(torch("2.6.0", {}, "raise ImportError('libgone.so: cannot open')\n"), path("env"));
        QVERIFY(!installed);
        QVERIFY2(installed.error().message.contains("libgone.so"), qPrintable(installed.error().message));
        QVERIFY2(installed.error().message.contains(".whl is installed, but does not work there. "),
            qPrintable(installed.error().message));
        QVERIFY2(printed().contains("To undo it"), qPrintable(printed()));
        const auto gone = install(path("dist/torch-9.whl"), path("env"));
        QVERIFY(!gone);
        QVERIFY2(gone.error().message.contains("is not there any more"), qPrintable(gone.error().message));
    }

    void anotherPackageNeedsNoTorch()
    {
        QVERIFY(makeTinyWheel(path("dist"), "1.5"));
        const QString wheel = path("dist/tinymod-1.5-py3-none-any.whl");
        const auto alone = install(wheel, path("env"));
        QVERIFY2(alone, alone ? "" : qPrintable(alone.error().message));
        QVERIFY2(
            alone->contains("is installed into") && alone->endsWith("has no torch, so none was imported."),
            qPrintable(*alone));
        QCOMPARE(m_printed.filter("Warning: ").size(), 1);
        const auto wanted = checkPythonPackage({ path("env/bin/python"), {} }, [](const QString&) {});
        QVERIFY(!wanted);
        QVERIFY2(
            wanted.error().message.contains("No module named 'torch'"), qPrintable(wanted.error().message));
        QVERIFY(install(torch("2.6.0"), path("env")));
        const auto beside = install(wheel, path("env"));
        QVERIFY2(beside && beside->endsWith("torch 2.6.0 works."), qPrintable(printed()));
    }

    void conditionsAreWeighed()
    {
        const QString wheel = torch("2.6.0",
            { "tinymod==1.0 ; python_version < '3'", "nosuchpackage==4.2", "opt ; extra == 'optional'",
                "pip" });
        QVERIFY(!QStringLiteral("pip").isEmpty());
        PythonEnvironment venv { path("env"), systemPython, {}, {} };
        QCOMPARE(QProcess::execute(systemPython, venvArguments(venv)), 0);
        const QString python = venv.interpreter(hostPlatform());
        const auto all = wheelRequirements(python, wheel, false);
        QVERIFY2(all, all ? "" : qPrintable(all.error().message));
        QCOMPARE(*all, (QStringList { "nosuchpackage==4.2", "pip" }));
        QCOMPARE(*wheelRequirements(python, wheel, true), QStringList { "nosuchpackage==4.2" });
        QVERIFY(!wheelRequirements(python, path("gone.whl"), true));
    }

    // What an environment made by conda is: an installation of its own, with conda-meta in it.
    void condaEnvironments()
    {
        const QString conda = path("conda env");
        if (!makeCondaFolder(conda))
            QSKIP("This Python does not run from a folder of its own.");
        const InstallPlace without = lookAtInstallPlace(conda);
        QCOMPARE(without.kind, QStringLiteral("conda"));
        QVERIFY2(without.refusal.contains("has no pip") && without.refusal.contains("conda install -p"),
            qPrintable(without.refusal));
        QVERIFY(putPip(conda));
        const InstallPlace with = lookAtInstallPlace(conda);
        QCOMPARE(with.refusal + with.caution, QString());
        // What keeps a shell's pip to virtual environments keeps nobody from a conda environment that is
        // named.
        qputenv("PIP_REQUIRE_VIRTUALENV", "1");
        const auto installed = install(torch("2.6.0"), conda);
        qunsetenv("PIP_REQUIRE_VIRTUALENV");
        QVERIFY2(installed, installed ? "" : qPrintable(installed.error().message));
        QCOMPARE(lookAtInstallPlace(conda).torchThere, QStringLiteral("2.6.0"));
        const auto undone = takeInstallBack(path("install.json"), {}, [](const QString&) {});
        QVERIFY2(undone, undone ? "" : qPrintable(undone.error().message));
        QCOMPARE(lookAtInstallPlace(conda).torchThere, QString());
        // conda-build and conda-libmamba-solver are packages like others; conda is in base alone.
        write(conda + "/conda-meta/conda-build-24.1.0-py311.json", "{}");
        QVERIFY(lookAtInstallPlace(conda).caution.isEmpty());
        write(conda + "/conda-meta/conda-24.1.0-py311.json", "{}");
        QVERIFY2(lookAtInstallPlace(conda).caution.contains("base environment"),
            qPrintable(lookAtInstallPlace(conda).caution));
        QVERIFY(lookAtInstallPlace(conda).refusal.isEmpty());
        write(conda + "/lib/" + pythonFolder() + "/EXTERNALLY-MANAGED", "[externally-managed]\n");
        QVERIFY2(lookAtInstallPlace(conda).refusal.contains("EXTERNALLY-MANAGED"),
            qPrintable(lookAtInstallPlace(conda).refusal));
    }

    void aTorchOfCondaIsNotPromised()
    {
        const QString conda = path("conda");
        if (!makeCondaFolder(conda))
            QSKIP("This Python does not run from a folder of its own.");
        QVERIFY(putPip(conda));
        QVERIFY(install(torch("2.5.1"), conda));
        // As conda leaves it; packages of conda-forge name a file that they were packed from, too.
        QCOMPARE(QProcess::execute(conda + "/bin/python",
                     { "-c",
                         "from importlib import metadata\n"
                         "(metadata.distribution('torch')._path / 'INSTALLER').write_text('conda\\n')" }),
            0);
        const QString line = "conda install -p " + conda + " --force-reinstall pytorch=2.5.1";
        const InstallPlace place = lookAtInstallPlace(conda);
        QCOMPARE(place.refusal, QString());
        QVERIFY2(
            place.caution.contains("only conda brings that one back: " + line), qPrintable(place.caution));
        const auto installed = install(torch("2.6.0"), conda);
        QVERIFY2(installed, installed ? "" : qPrintable(installed.error().message));
        QVERIFY(m_printed.contains(place.caution));
        QCOMPARE(lookAtInstallPlace(conda).caution, QString()); // pip's own
        const InstallUndo undo = lookAtInstallUndo(path("install.json"));
        QCOMPARE(undo.refusal, QString());
        QCOMPARE(undo.gone, QStringList { "torch" });
        QVERIFY2(undo.effects.value(0).endsWith(line), qPrintable(undo.effects.join('\n')));
        QVERIFY(takeInstallBack(path("install.json"), {}, [](const QString&) {}));
        QCOMPARE(lookAtInstallPlace(conda).torchThere, QString());
    }
};

QTEST_GUILESS_MAIN(WheelInstallTest)
#include "WheelInstallTest.moc"
