// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/InstallPlace.h"
#include "core/detect/HostFacts.h"
#include "tests/core/stages/TorchInstalls.h"
#include "tests/support/Rows.h"

#include <QTest>

using namespace torchmason;

// Where a wheel can be installed, and which wheel fits there.
class InstallPlaceTest : public QObject, private TorchInstalls {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        if (!canMakeVenv())
            QSKIP("There is no Python with the module venv.");
    }
    void init() { setUp(); }

    void placesAreTold()
    {
        QCOMPARE(lookAtInstallPlace(path("new")).kind, QStringLiteral("new"));
        QVERIFY(QDir().mkpath(path("empty")));
        QCOMPARE(lookAtInstallPlace(path("empty")).kind, QStringLiteral("new"));
        write(path("other/file"), "x");
        QVERIFY(lookAtInstallPlace(path("other")).refusal.contains("holds no Python"));
        write(path("broken/bin/python"), "#!/bin/sh\necho hello\n");
        QVERIFY(QFile::setPermissions(path("broken/bin/python"), QFile::ReadOwner | QFile::ExeOwner));
        QVERIFY2(lookAtInstallPlace(path("broken")).refusal.contains("does not respond like a Python"),
            qPrintable(lookAtInstallPlace(path("broken")).refusal));
    }

    // Somebody means an interpreter that is not there.
    void noEnvironmentIsMadeInsideAnother()
    {
        write(path("env/pyvenv.cfg"));
        write(path("conda/conda-meta/history"));
        QVERIFY(QDir().mkpath(path("env/bin")));
        for (const char* inside :
            { "env/bin/python3.12", "env/Scripts/python.exe", "env/python", "conda/python.exe" }) {
            const InstallPlace place = lookAtInstallPlace(path(inside));
            QVERIFY2(place.refusal.contains("no new environment is made inside"),
                qPrintable(inside + place.refusal));
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

    void theSystemsPythonIsRefused()
    {
        const InstallPlace place = lookAtInstallPlace(systemPython);
        QCOMPARE(place.kind, QStringLiteral("system"));
        QVERIFY2(place.refusal.contains("system's own Python"), qPrintable(place.refusal));
        const auto installed = install(torch("2.6.0"), systemPython);
        QVERIFY(!installed);
        QCOMPARE(installed.error().message, place.refusal);
    }

    void otherVersionsOfPythonAreRefused()
    {
        QVERIFY(makeWheel(path("dist"), "torch", "2.6.0", standInTorch, {}, "cp39-cp39-linux_x86_64"));
        const auto installed = install(path("dist/torch-2.6.0-cp39-cp39-linux_x86_64.whl"), path("env"));
        QVERIFY(!installed);
        QVERIFY2(
            installed.error().message.contains("is for Python 3.9"), qPrintable(installed.error().message));
    }

    void tags_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("tag");
        newRow("torch", "/d/torch-2.6.0a0+gitunknown-cp311-cp311-linux_x86_64.whl", "cp311");
        newRow("free-threaded", "torch-2.9.0-cp313-cp313t-win_amd64.whl", "cp313t");
        newRow("any", "tinymod-1.0-py3-none-any.whl", "py3");
        newRow("no wheel", "torch.zip", "");
    }
    void tags()
    {
        QFETCH(const QString, file);
        QTEST(pythonTagOf(file), "tag");
    }

    void wheelsFitAPython_data()
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
    void wheelsFitAPython()
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

    void anEnvironmentWithoutPipIsRefused()
    {
        QCOMPARE(QProcess::execute(systemPython, { "-m", "venv", "--without-pip", path("env") }), 0);
        const InstallPlace place = lookAtInstallPlace(path("env"));
        QVERIFY2(place.refusal.contains("has no pip") && place.refusal.contains("-m ensurepip"),
            qPrintable(place.refusal));
    }

    // Windows: conda has its interpreter at the root.
    void interpretersAtTheRootAreFound()
    {
        write(path("env/python.exe"), "#!/bin/sh\necho hello\n");
        QVERIFY(QFile::setPermissions(path("env/python.exe"), QFile::ReadOwner | QFile::ExeOwner));
        QCOMPARE(lookAtInstallPlace(path("env")).interpreter, path("env/python.exe"));
    }

    void theCheckSaysWhatIsRefused()
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

    void theCheckLooksForTheWheels()
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

    void theCheckComparesVersionsOfPython()
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
        QVERIFY(
            rowsFor(place.version, place.tag + 't')[0].found.contains("will be for free-threaded Python"));
        const QVector<CheckRow> rows = rowsFor("3.6.1");
        QCOMPARE(rows.size(), 1);
        QVERIFY(rows[0].state == CheckState::Fail);
        QVERIFY2(rows[0].found.contains("will be for Python 3.6, which builds it (/opt/python)"),
            qPrintable(rows[0].found));
    }
};

QTEST_GUILESS_MAIN(InstallPlaceTest)
#include "InstallPlaceTest.moc"
