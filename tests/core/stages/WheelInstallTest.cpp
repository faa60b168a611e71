// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/WheelInstall.h"
#include "core/detect/HostFacts.h"
#include "core/stages/InstallPlace.h"
#include "core/stages/InstallUndo.h"
#include "core/stages/VirtualEnvironment.h"
#include "tests/support/CondaFolder.h"
#include "tests/support/Rows.h"
#include "tests/support/StandInTorch.h"
#include "tests/support/TestFiles.h"
#include "tests/support/TinyWheel.h"

#include <QScopeGuard>
#include <QTemporaryDir>
#include <QTest>

using namespace torchmason;

namespace {

const QString systemPython = QStringLiteral("/usr/bin/python3");

}

// Wheels of a stand-in for torch, installed by the real pip into real environments.
class WheelInstallTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void aNewEnvironmentIsMade();
    void aHalfMadeEnvironmentIsMadeAnew();
    void whatIsThereIsReplacedAndTold();
    void requirementsComeFirst();
    void withoutRequirements();
    void otherFoldersSatisfyNothing();
    void aTorchOfElsewhereIsNotTheInstalledOne();
    void aWheelThatDoesNotImportFails();
    void placesAreTold();
    void noEnvironmentIsMadeInsideAnother();
    void theSystemsPythonIsRefused();
    void otherVersionsOfPythonAreRefused();
    void tags_data();
    void tags();
    void wheelsFitAPython_data();
    void wheelsFitAPython();
    void conditionsAreWeighed();
    void condaEnvironments();
    void aTorchOfCondaIsNotPromised();
    void anEnvironmentWithoutPipIsRefused();
    void interpretersAtTheRootAreFound();
    void theCheckSaysWhatIsRefused();
    void theCheckLooksForTheWheels();
    void theCheckComparesVersionsOfPython();

private:
    QString path(const QString& name) const { return m_folder->filePath(name); }
    QString torch(const QString& version, const QStringList& requirements = {}, const QString& more = {});
    Result<QString> install(const QString& wheel, const QString& environment, bool dependencies = true);

    std::unique_ptr<QTemporaryDir> m_folder;
    QStringList m_printed;
};

void WheelInstallTest::initTestCase()
{
    if (!canMakeVenv())
        QSKIP("There is no Python with the module venv.");
}

void WheelInstallTest::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_printed.clear();
}

QString WheelInstallTest::torch(const QString& version, const QStringList& requirements, const QString& more)
{
    makeWheel(path("dist"), "torch", version,
        QString::fromUtf8(standInTorch).replace("2.6.0", version) + more, requirements);
    return path("dist/torch-" + version + "-py3-none-any.whl");
}

Result<QString> WheelInstallTest::install(const QString& wheel, const QString& environment, bool dependencies)
{
    return installWheels(
        { { wheel }, environment, systemPython, dependencies, path("packages"), path("install.json") },
        [this](const QString& line) { m_printed << line; });
}

void WheelInstallTest::aNewEnvironmentIsMade()
{
    const auto installed = install(torch("2.6.0"), path("an env"));
    QVERIFY2(installed, installed ? "" : qPrintable(installed.error().message));
    QVERIFY2(installed->contains("imports"), qPrintable(*installed));
    const InstallPlace place = lookAtInstallPlace(path("an env"));
    QCOMPARE(place.kind, QStringLiteral("venv"));
    QCOMPARE(place.torchThere, QStringLiteral("2.6.0"));
    QVERIFY(place.refusal.isEmpty());
    QVERIFY2(m_printed.join('\n').contains("-y torch"), qPrintable(m_printed.join('\n')));
}

// As a kill leaves it before pip has come into it.
void WheelInstallTest::aHalfMadeEnvironmentIsMadeAnew()
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

void WheelInstallTest::whatIsThereIsReplacedAndTold()
{
    QVERIFY(install(torch("2.5.0"), path("env")));
    m_printed.clear();
    const auto installed = install(torch("2.6.0"), path("env"));
    QVERIFY2(installed, installed ? "" : qPrintable(installed.error().message));
    const QString printed = m_printed.join('\n');
    QVERIFY2(printed.contains("has torch 2.5.0, which is replaced"), qPrintable(printed));
    QVERIFY2(printed.contains("--force-reinstall 'torch @ file://")
            && printed.contains("torch-2.5.0-py3-none-any.whl"),
        qPrintable(printed));
    QCOMPARE(lookAtInstallPlace(path("env")).torchThere, QStringLiteral("2.6.0"));
    // The same version, built anew, is another wheel.
    QVERIFY(install(torch("2.6.0", {}, "again = True\n"), path("env")));
    QCOMPARE(QProcess::execute(path("env/bin/python"), { "-c", "import torch; torch.again" }), 0);
}

void WheelInstallTest::requirementsComeFirst()
{
    QVERIFY(install(torch("2.5.0"), path("env")));
    QVERIFY(QDir().mkpath(path("packages")));
    const QString wheel = torch("2.6.0", { "tinymod>=2" }, "import tinymod\n");
    const auto refused = install(wheel, path("env"));
    QVERIFY(!refused);
    QVERIFY2(refused.error().message.contains("nothing was replaced"), qPrintable(refused.error().message));
    QCOMPARE(lookAtInstallPlace(path("env")).torchThere, QStringLiteral("2.5.0"));
    QVERIFY(makeTinyWheel(path("packages"), "2.1"));
    const auto installed = install(wheel, path("env"));
    QVERIFY2(installed, installed ? "" : qPrintable(installed.error().message));
    QVERIFY2(m_printed.join('\n').contains("-y tinymod"), qPrintable(m_printed.join('\n')));
}

void WheelInstallTest::withoutRequirements()
{
    const auto installed = install(torch("2.6.0", { "tinymod>=2" }), path("env"), false);
    QVERIFY2(installed, installed ? "" : qPrintable(installed.error().message));
}

// What a shell's PYTHONPATH holds is not there for whoever uses the environment.
void WheelInstallTest::otherFoldersSatisfyNothing()
{
    QVERIFY(makeTinyWheel(path("packages"), "2.1"));
    QVERIFY(install(torch("2.5.0"), path("env")));
    const QString python = path("env/bin/python");
    QCOMPARE(QProcess::execute(python,
                 { "-m", "pip", "-q", "install", "--no-index", "--find-links", path("packages"), "--target",
                     path("side"), "tinymod" }),
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

void WheelInstallTest::aTorchOfElsewhereIsNotTheInstalledOne()
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

void WheelInstallTest::aWheelThatDoesNotImportFails()
{
    const auto installed
        = install(torch("2.6.0", {}, "raise ImportError('libgone.so: cannot open')\n"), path("env"));
    QVERIFY(!installed);
    QVERIFY2(installed.error().message.contains("libgone.so"), qPrintable(installed.error().message));
    QVERIFY2(m_printed.join('\n').contains("To take it back"), qPrintable(m_printed.join('\n')));
    const auto gone = install(path("dist/torch-9.whl"), path("env"));
    QVERIFY(!gone);
    QVERIFY2(gone.error().message.contains("is not there any more"), qPrintable(gone.error().message));
}

void WheelInstallTest::placesAreTold()
{
    QCOMPARE(lookAtInstallPlace(path("new")).kind, QStringLiteral("new"));
    QVERIFY(QDir().mkpath(path("empty")));
    QCOMPARE(lookAtInstallPlace(path("empty")).kind, QStringLiteral("new"));
    write(path("other/file"), "x");
    QVERIFY(lookAtInstallPlace(path("other")).refusal.contains("holds no Python"));
    write(path("broken/bin/python"), "#!/bin/sh\necho hello\n");
    QVERIFY(QFile::setPermissions(path("broken/bin/python"), QFile::ReadOwner | QFile::ExeOwner));
    QVERIFY2(lookAtInstallPlace(path("broken")).refusal.contains("does not answer as a Python"),
        qPrintable(lookAtInstallPlace(path("broken")).refusal));
}

// Somebody means an interpreter that is not there.
void WheelInstallTest::noEnvironmentIsMadeInsideAnother()
{
    write(path("env/pyvenv.cfg"));
    write(path("conda/conda-meta/history"));
    QVERIFY(QDir().mkpath(path("env/bin")));
    for (const char* inside :
        { "env/bin/python3.12", "env/Scripts/python.exe", "env/python", "conda/python.exe" }) {
        const InstallPlace place = lookAtInstallPlace(path(inside));
        QVERIFY2(
            place.refusal.contains("no new environment is made inside"), qPrintable(inside + place.refusal));
    }
    for (const QString& link : { path("env/bin/python"), path("link") }) {
        QVERIFY(QFile::link(path("gone/python3.11"), link));
        const QString refusal = lookAtInstallPlace(link).refusal;
        QVERIFY2(refusal.contains("leads to " + path("gone/python3.11")), qPrintable(refusal));
    }
    const auto installed = install(torch("2.6.0"), path("env/bin/python3.12"));
    QVERIFY(!installed && !QFileInfo::exists(path("env/bin/python3.12")));
    QCOMPARE(lookAtInstallPlace(path("conda/envs/new")).refusal, QString());
    QCOMPARE(lookAtInstallPlace(path("home/bin/new")).refusal, QString());
}

void WheelInstallTest::theSystemsPythonIsRefused()
{
    const InstallPlace place = lookAtInstallPlace(systemPython);
    QCOMPARE(place.kind, QStringLiteral("system"));
    QVERIFY2(place.refusal.contains("system's own Python"), qPrintable(place.refusal));
    const auto installed = install(torch("2.6.0"), systemPython);
    QVERIFY(!installed);
    QCOMPARE(installed.error().message, place.refusal);
}

void WheelInstallTest::otherVersionsOfPythonAreRefused()
{
    QVERIFY(makeWheel(path("dist"), "torch", "2.6.0", standInTorch, {}, "cp39-cp39-linux_x86_64"));
    const auto installed = install(path("dist/torch-2.6.0-cp39-cp39-linux_x86_64.whl"), path("env"));
    QVERIFY(!installed);
    QVERIFY2(installed.error().message.contains("is for Python 3.9"), qPrintable(installed.error().message));
}

void WheelInstallTest::tags_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("tag");
    newRow("torch", "/d/torch-2.6.0a0+gitunknown-cp311-cp311-linux_x86_64.whl", "cp311");
    newRow("free-threaded", "torch-2.9.0-cp313-cp313t-win_amd64.whl", "cp313t");
    newRow("any", "tinymod-1.0-py3-none-any.whl", "py3");
    newRow("no wheel", "torch.zip", "");
}

void WheelInstallTest::tags()
{
    QFETCH(const QString, file);
    QTEST(pythonTagOf(file), "tag");
}

void WheelInstallTest::wheelsFitAPython_data()
{
    QTest::addColumn<QString>("place");
    QTest::addColumn<QString>("tags");
    QTest::addColumn<QString>("refusal");
    const auto row = [](const char* place, const char* tags, const char* refusal) {
        QTest::addRow("%s in %s", tags, place) << QString(place) << QString(tags) << QString(refusal);
    };
    row("cp313", "cp313-cp313", "");
    row("cp313t", "cp313-cp313t", "");
    row("cp313", "cp313-cp313t", "is for free-threaded Python 3.13, and /e/python is Python 3.x;");
    row("cp313t", "cp313-cp313", "is for Python 3.13, and /e/python is free-threaded Python 3.x;");
    row("cp310", "cp313-cp313", "is for Python 3.13, and");
    row("cp313", "cp39-abi3", "");
    row("cp39", "cp313-abi3", "is for Python 3.13, and");
    row("cp313t", "cp39-abi3", "is for Python 3.9, and /e/python is free-threaded");
    row("cp313t", "cp313-none", "");
    row("cp313t", "py3-none", "");
    row("", "cp313-cp313", ""); // not made yet
}

void WheelInstallTest::wheelsFitAPython()
{
    QFETCH(const QString, place);
    QFETCH(const QString, tags);
    QFETCH(const QString, refusal);
    InstallPlace there;
    there.interpreter = QStringLiteral("/e/python");
    there.version = QStringLiteral("3.x");
    there.tag = place;
    const QString said = refusalOfWheel(there, "/d/torch-2.9.0-" + tags + "-linux_x86_64.whl");
    QVERIFY2(refusal.isEmpty() ? said.isEmpty() : said.contains(refusal), qPrintable(said));
}

void WheelInstallTest::conditionsAreWeighed()
{
    const QString wheel = torch("2.6.0",
        { "tinymod==1.0 ; python_version < '3'", "nosuchpackage==4.2", "opt ; extra == 'optional'", "pip" });
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
void WheelInstallTest::condaEnvironments()
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
    // What keeps a shell's pip to virtual environments keeps nobody from a conda environment that is named.
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

void WheelInstallTest::aTorchOfCondaIsNotPromised()
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
    QVERIFY2(place.caution.contains("only conda brings that one back: " + line), qPrintable(place.caution));
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

void WheelInstallTest::anEnvironmentWithoutPipIsRefused()
{
    QCOMPARE(QProcess::execute(systemPython, { "-m", "venv", "--without-pip", path("env") }), 0);
    const InstallPlace place = lookAtInstallPlace(path("env"));
    QVERIFY2(place.refusal.contains("has no pip") && place.refusal.contains("-m ensurepip"),
        qPrintable(place.refusal));
}

// Windows: conda has its interpreter at the root.
void WheelInstallTest::interpretersAtTheRootAreFound()
{
    write(path("env/python.exe"), "#!/bin/sh\necho hello\n");
    QVERIFY(QFile::setPermissions(path("env/python.exe"), QFile::ReadOwner | QFile::ExeOwner));
    QCOMPARE(lookAtInstallPlace(path("env")).interpreter, path("env/python.exe"));
}

void WheelInstallTest::theCheckSaysWhatIsRefused()
{
    BuildRequest request;
    QVERIFY(installPlaceRows(request).isEmpty());
    request.install.environment = systemPython;
    QVector<CheckRow> rows = installPlaceRows(request);
    QCOMPARE(rows.size(), 1);
    QVERIFY(rows[0].state == CheckState::Fail);
    QVERIFY2(rows[0].found.contains("system's own Python"), qPrintable(rows[0].found));
    request.skippedStages = QStringList { "install" };
    QVERIFY(installPlaceRows(request).isEmpty());
    request.skippedStages.clear();
    request.install.environment = path("new");
    QVERIFY(installPlaceRows(request).isEmpty());
    QVERIFY(!QFileInfo::exists(path("new")));
}

void WheelInstallTest::theCheckLooksForTheWheels()
{
    BuildRequest request;
    request.python.wheels = path("typo");
    QVERIFY(wheelsFolderRows(request).isEmpty()); // pip is not asked
    request.install.environment = path("new");
    const QVector<CheckRow> rows = wheelsFolderRows(request);
    QCOMPARE(rows.size(), 1);
    QVERIFY(rows[0].state == CheckState::Fail);
    QVERIFY2(rows[0].found.startsWith("There is no folder " + path("typo")), qPrintable(rows[0].found));
    request.install.dependencies = false;
    QVERIFY(wheelsFolderRows(request).isEmpty());
    request.python.folder = path("venv");
    QCOMPARE(wheelsFolderRows(request).size(), 1);
    write(request.python.interpreter(hostPlatform())); // made already
    QVERIFY(wheelsFolderRows(request).isEmpty());
    request.install.dependencies = true;
    request.skippedStages = QStringList { "install" };
    QVERIFY(wheelsFolderRows(request).isEmpty());
    request.skippedStages.clear();
    QVERIFY(QDir().mkpath(path("typo")));
    QVERIFY(wheelsFolderRows(request).isEmpty());
}

void WheelInstallTest::theCheckComparesVersionsOfPython()
{
    QCOMPARE(QProcess::execute(systemPython, { "-m", "venv", path("env") }), 0);
    const InstallPlace place = lookAtInstallPlace(path("env"));
    QVERIFY2(place.tag.startsWith("cp3"), qPrintable(place.tag));
    const auto rowsFor = [&](const QString& version, const QString& tag = {}) {
        HostFacts facts;
        PythonFacts builder;
        builder.path = QStringLiteral("/opt/python");
        builder.version = version;
        builder.tag = tag;
        facts.pythons.append(builder);
        BuildRequest request;
        request.install.environment = path("env");
        request.python.base = builder.path;
        request.hostFacts = toJson(facts);
        return installPlaceRows(request);
    };
    QVERIFY(rowsFor(place.version).isEmpty());
    QVERIFY(rowsFor(place.version.section('.', 0, 1) + ".99").isEmpty());
    QVERIFY(rowsFor(place.version, place.tag).isEmpty());
    QVERIFY(rowsFor(place.version, place.tag + 't')[0].found.contains("will be for free-threaded Python"));
    const QVector<CheckRow> rows = rowsFor("3.6.1");
    QCOMPARE(rows.size(), 1);
    QVERIFY(rows[0].state == CheckState::Fail);
    QVERIFY2(rows[0].found.contains("will be for Python 3.6, which builds it (/opt/python)"),
        qPrintable(rows[0].found));
}

QTEST_GUILESS_MAIN(WheelInstallTest)
#include "WheelInstallTest.moc"
