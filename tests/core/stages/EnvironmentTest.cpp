// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/RequestMaker.h"
#include "core/profile/ProfileCatalogue.h"
#include "tests/core/stages/PlannedStages.h"
#include "tests/core/stages/StageRun.h"
#include "tests/support/TestFiles.h"
#include "tests/support/TinyWheel.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace torchmason;

namespace {

const QString python = "/usr/bin/python3";

}

class EnvironmentTest : public QObject {
    Q_OBJECT

private:
    QString path(const QString& name) const { return m_folder->filePath(name); }
    BuildRequest request() const;
    Outcome prepare(const QStringList& packages, const QString& base = python);
    // Of tinymod in the environment.
    QByteArray version() const;

    std::unique_ptr<QTemporaryDir> m_folder;

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void packagesAreInstalledOnce()
    {
        if (!canMakeVenv() || !makeTinyWheel(path("wheels"), "1.0") || !makeTinyWheel(path("wheels"), "2.0"))
            QSKIP("There is no Python with the module venv.");
        Outcome outcome = prepare({ "tinymod==1.0" });
        QVERIFY2(outcome.exitCode == 0, qPrintable(outcome.output));
        QVERIFY2(outcome.output.contains("--no-index --find-links"), qPrintable(outcome.output));
        QCOMPARE(version(), QByteArray("1.0"));

        outcome = prepare({ "tinymod==1.0" });
        QVERIFY2(outcome.output.contains("is there already"), qPrintable(outcome.output));
        QVERIFY(!outcome.output.contains("pip"));

        outcome = prepare({ "tinymod==2.0" });
        QVERIFY2(outcome.exitCode == 0 && !outcome.output.contains("-m venv"), qPrintable(outcome.output));
        QCOMPARE(version(), QByteArray("2.0"));

        // Somebody's pip in between.
        QCOMPARE(QProcess::execute(path("build-venv/bin/python"),
                     { "-m", "pip", "install", "-q", "--no-index", "--find-links", path("wheels"),
                         "tinymod==1.0" }),
            0);
        outcome = prepare({ "tinymod==2.0" });
        QVERIFY2(outcome.exitCode == 0 && outcome.output.contains("-m pip"), qPrintable(outcome.output));
        outcome = prepare({ "tinymod==2.0" });
        QVERIFY2(outcome.output.contains("is there already"), qPrintable(outcome.output));

        // What was begun and did not come to its end is made anew, also in a shell where it is activated, so
        // that its own Python is the one to make it with.
        QVERIFY(QFile::remove(path("build-venv/torchmason-pins.json")));
        write(path("build-venv/left over"), "x");
        outcome = prepare({ "tinymod==2.0" }, path("build-venv/bin/python"));
        QVERIFY2(outcome.exitCode == 0 && outcome.output.contains("-m venv"), qPrintable(outcome.output));
        QVERIFY(!QFileInfo::exists(path("build-venv/left over")));
        QCOMPARE(version(), QByteArray("2.0"));
        outcome = prepare({ "tinymod==2.0" });
        QVERIFY2(
            outcome.output.contains("is there already"), qPrintable(outcome.output)); // the same interpreter
    }

    void theTreeSaysWhatItRequires()
    {
        if (!canMakeVenv() || !makeTinyWheel(path("wheels"), "1.0") || !makeTinyWheel(path("wheels"), "2.0"))
            QSKIP("There is no Python with the module venv.");
        write(path("source/requirements-build.txt"), "# none but this\ntinymod<2\n");
        Outcome outcome = prepare({});
        QVERIFY2(outcome.exitCode == 0, qPrintable(outcome.output));
        QCOMPARE(version(), QByteArray("1.0"));
        outcome = prepare({});
        QVERIFY2(outcome.output.contains("is there already"), qPrintable(outcome.output));
        // What the user pins goes over it.
        QCOMPARE(prepare({ "tinymod==2.0" }).exitCode, 0);
        QCOMPARE(version(), QByteArray("2.0"));
        // A tree that requires more makes it anew.
        write(path("source/requirements-build.txt"), "tinymod<2\nnosuchpackage\n");
        outcome = prepare({});
        QVERIFY(outcome.exitCode != 0);
        QVERIFY2(outcome.output.contains("pip could not install tinymod<2, nosuchpackage"),
            qPrintable(outcome.output));
    }

    // The user has installed the wheel into the build's own environment.
    void anInstalledTorchIsKept()
    {
        if (!canMakeVenv() || !makeWheel(path("wheels"), "torch", "2.6.0", "pass\n"))
            QSKIP("There is no Python with the module venv.");
        QCOMPARE(prepare({}).exitCode, 0);
        for (const char* kept : { "build-venv.old", "build-venv.old-2" }) {
            QCOMPARE(
                QProcess::execute(path("build-venv/bin/python"),
                    { "-m", "pip", "install", "-q", "--no-index", "--find-links", path("wheels"), "torch" }),
                0);
            Outcome outcome = prepare({});
            QVERIFY2(outcome.output.contains("is there already"), qPrintable(outcome.output));
            // Another Python has come under that name.
            const QByteArray pins = contentOf(path("build-venv/torchmason-pins.json"));
            write(path("build-venv/torchmason-pins.json"),
                QByteArray(pins).replace("\"interpreter\": \"", "\"interpreter\": \"2."));
            outcome = prepare({});
            QVERIFY2(outcome.exitCode == 0 && outcome.output.contains("so it is kept as " + path(kept) + ";"),
                qPrintable(outcome.output));
            QCOMPARE(QProcess::execute(path(kept) + "/bin/python", { "-c", "import torch" }), 0);
            QVERIFY(QProcess::execute(path("build-venv/bin/python"), { "-c", "import torch" }) != 0);
        }
    }

    void whatIsNotOursIsLeftAlone()
    {
        write(path("build-venv/letter.txt"), "dear");
        Outcome outcome = prepare({});
        QVERIFY(outcome.exitCode != 0);
        QVERIFY2(outcome.output.contains("was not made by Torchmason"), qPrintable(outcome.output));
        QCOMPARE(contentOf(path("build-venv/letter.txt")), QByteArray("dear"));

        QVERIFY(QDir().rename(path("build-venv"), path("mine")));
        QVERIFY(QFile::link(path("mine"), path("build-venv")));
        write(path("mine/.torchmason-venv"), "forged");
        outcome = prepare({});
        QVERIFY(outcome.exitCode != 0 && outcome.output.contains("is a link"));
        QCOMPARE(contentOf(path("mine/letter.txt")), QByteArray("dear"));
    }

    void onlyPinsReachPip_data()
    {
        QTest::addColumn<QString>("package");
        QTest::addColumn<bool>("isPinned");
        for (const char* good : { "numpy==1.21.6", "PyYAML==6.0.1", "a[b,c]==1.0.post1", "x==1!2.0+local" })
            QTest::newRow(good) << QString(good) << true;
        for (const char* bad : { "numpy", "numpy>=1", "--index-url==x", "-r==x", "a==", "a== 1", "a==1;b",
                 "a@http://x", "./a==1", "", "a==1 b==2", "a==1\n-r x", "a==1\n" })
            QTest::newRow(bad) << QString(bad) << false;
    }
    void onlyPinsReachPip()
    {
        QFETCH(QString, package);
        QTEST(isPinnedPackage(package), "isPinned");
    }

    void missingPackagesFail()
    {
        if (!canMakeVenv())
            QSKIP("There is no Python with the module venv.");
        QVERIFY(QDir().mkpath(path("wheels")));
        const Outcome outcome = prepare({ "tinymod==1.0" });
        QVERIFY(outcome.exitCode != 0);
        QVERIFY2(outcome.output.contains("pip could not install tinymod==1.0"), qPrintable(outcome.output));
        // It is read in the log, and on a card without its lines.
        QVERIFY2(outcome.output.contains("in the log say why"), qPrintable(outcome.output));
        QVERIFY(contentOf(path("build-venv/torchmason-pins.json")).contains("\"complete\": false"));

        // The environment itself is not made again for that.
        QVERIFY(makeTinyWheel(path("wheels"), "1.0"));
        const Outcome again = prepare({ "tinymod==1.0" });
        QVERIFY2(again.exitCode == 0 && !again.output.contains("-m venv"), qPrintable(again.output));
    }

    void pipTakesFromAndPutsWhereItIsTold()
    {
        if (!canMakeVenv() || !makeTinyWheel(path("wheels"), "1.0") || !makeTinyWheel(path("other"), "2.0"))
            QSKIP("There is no Python with the module venv.");
        write(path("pip.conf"), "[install]\nfind-links = " + QFile::encodeName(path("other")) + '\n');
        const QMap<QByteArray, QString> variables { { "PIP_USER", "1" }, { "PIP_TARGET", path("elsewhere") },
            { "PIP_PREFIX", path("elsewhere") }, { "PIP_FIND_LINKS", path("other") },
            { "PIP_CONFIG_FILE", path("pip.conf") } };
        QMap<QByteArray, QByteArray> before;
        for (auto variable = variables.begin(); variable != variables.end(); ++variable) {
            if (qEnvironmentVariableIsSet(variable.key().constData()))
                before.insert(variable.key(), qgetenv(variable.key().constData()));
            qputenv(variable.key().constData(), QFile::encodeName(variable.value()));
        }
        const Outcome there = prepare({ "tinymod==1.0" });
        const Outcome elsewhere = prepare({ "tinymod==2.0" });
        for (const QByteArray& name : variables.keys())
            before.contains(name) ? qputenv(name.constData(), before[name]) : qunsetenv(name.constData());
        QVERIFY2(there.exitCode == 0, qPrintable(there.output));
        QVERIFY2(elsewhere.exitCode != 0, qPrintable(elsewhere.output)); // from the folder of wheels alone
        QVERIFY(!QFileInfo::exists(path("elsewhere")));
        QCOMPARE(QProcess::execute(path("build-venv/bin/python"), { "-c", "import tinymod" }), 0);
    }

    void plansWithoutNeedHaveNoStage()
    {
        BuildRequest plain = request();
        plain.vcvars = "C:/VS/VC/Auxiliary/Build/vcvars64.bat"; // there is no cmd.exe on Linux
        QVERIFY(!stageOf(*makeStagePlan(plain, hostPlatform()), StageKind::Environment));
        plain.python = { "venv", python, {}, {} };
        QVERIFY(makeStagePlan(plain, hostPlatform()).error().message.contains("absolute"));
        plain.python.folder = path("build/venv");
        QVERIFY(makeStagePlan(plain, hostPlatform()).error().message.contains("lies in the build folder"));
    }

    void theVenvIsForAllThatBuilds()
    {
        BuildRequest wanted = request();
        wanted.configuration.environment = { { "PATH", QString("/mine"), ValueOrigin::User } };
        wanted.python = { path("build-venv"), python, { "tinymod==1.0" }, {} };
        const auto plan = makeStagePlan(wanted, Platform::Linux);
        for (const StageKind kind : { StageKind::Configure, StageKind::Compile, StageKind::Verify }) {
            const Stage* stage = stageOf(*plan, kind);
            QVERIFY(stage->after.contains("environment"));
            // Our own checks around CMake need none.
            const auto builds = std::find_if(stage->commands.begin(), stage->commands.end(),
                [](const Command& command) { return !command.environment.isEmpty(); });
            QVERIFY(builds != stage->commands.end());
            QCOMPARE(valueIn(builds->environment, "PATH"), path("build-venv/bin") + ":/mine");
            QCOMPARE(valueIn(builds->environment, "VIRTUAL_ENV"), path("build-venv"));
        }
        QVERIFY(stageOf(*plan, StageKind::Verify)
                    ->commands.first()
                    .arguments.contains(path("build-venv/bin/python")));
        // The tree says what the environment holds.
        QCOMPARE(stageOf(*plan, StageKind::Environment)->after, QStringList("fetch"));
    }

    void aBuildThatBeginsLaterHasItsEnvironment()
    {
        BuildRequest wanted = request();
        wanted.python = { path("build-venv"), python, {}, {} };
        wanted.fromStage = "compile";
        auto plan = makeStagePlan(wanted, Platform::Linux);
        QVERIFY(stageOf(*plan, StageKind::Configure)->skipped);
        QVERIFY(!stageOf(*plan, StageKind::Environment)->skipped);
        QVERIFY(stageOf(*plan, StageKind::Compile)->after.contains("environment"));
        wanted.fromStage.clear();
        wanted.skippedStages = QStringList { "environment" };
        plan = makeStagePlan(wanted, Platform::Linux);
        QVERIFY(stageOf(*plan, StageKind::Environment)->skipped);
    }

    void profilesAskForIt()
    {
        const Profile profile = *loadProfiles().profile("kepler-cuda114-windows");
        HostFacts facts;
        facts.platform = Platform::Windows;
        facts.osName = "Windows 10";
        facts.pythons = { { "C:/Python39/python.exe", "3.9.13", "system", {}, true, {} } };
        facts.compilers = { { "msvc",
            "C:/Program Files (x86)/Microsoft Visual "
            "Studio/2019/Community/VC/Tools/MSVC/14.29.30133/bin/Hostx64/x64/cl.exe",
            "19.29.30133", "Visual Studio Community 2019", true, {} } };
        RequestWishes wishes;
        wishes.buildFolder = "C:/b";
        wishes.packages = QStringList { "pyyaml==6.0.2", "ninja==1.11.1" };
        BuildRequest made = draftRequest(profile, facts, wishes).request;
        QCOMPARE(made.python.folder, QString("C:/b-venv"));
        QCOMPARE(made.python.base, QString("C:/Python39/python.exe"));
        QVERIFY(
            made.python.packages.contains("pyyaml==6.0.2") && made.python.packages.contains("ninja==1.11.1"));
        QVERIFY(made.python.packages.contains("numpy==1.21.6")
            && !made.python.packages.contains("PyYAML==6.0.1"));
        QCOMPARE(made.configuration.flagValue("Python_EXECUTABLE"), QString("C:/b-venv/Scripts/python.exe"));
        QCOMPARE(made.vcvars,
            QString("C:/Program Files (x86)/Microsoft Visual "
                    "Studio/2019/Community/VC/Auxiliary/Build/vcvars64.bat"));
        const auto again = buildRequestFromJson(toJson(made), "request.json");
        QVERIFY(again.ok() && again->python == made.python && again->vcvars == made.vcvars
            && again->patches == made.patches);
        wishes.venv = false;
        made = draftRequest(profile, facts, wishes).request;
        QVERIFY(!made.python.isWanted());
        QCOMPARE(made.configuration.flagValue("Python_EXECUTABLE"), QString("C:/Python39/python.exe"));
    }
};

BuildRequest EnvironmentTest::request() const
{
    BuildRequest request;
    request.sourceFolder = path("source");
    request.buildFolder = path("build");
    return request;
}

Outcome EnvironmentTest::prepare(const QStringList& packages, const QString& base)
{
    BuildRequest wanted = request();
    wanted.python = { path("build-venv"), base, packages, path("wheels") };
    const auto plan = makeStagePlan(wanted, hostPlatform());
    if (!plan)
        return { -1, plan.error().message, {} };
    return runStage(*stageOf(*plan, StageKind::Environment));
}

QByteArray EnvironmentTest::version() const
{
    QProcess process;
    process.start(path("build-venv/bin/python"), { "-c", "import tinymod; print(tinymod.version)" });
    process.waitForFinished(-1);
    return process.readAllStandardOutput().trimmed();
}

QTEST_GUILESS_MAIN(EnvironmentTest)
#include "EnvironmentTest.moc"
