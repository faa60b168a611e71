// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/RequestMaker.h"
#include "core/process/ChildEnvironment.h"
#include "core/profile/ProfileCatalogue.h"
#include "core/stages/EnvironmentCapture.h"
#include "tests/core/stages/StageRun.h"
#include "tests/support/TestFiles.h"
#include "tests/support/TinyWheel.h"

#include <QScopeGuard>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace torchmason;

namespace {

const QString python = "/usr/bin/python3";

QString valueIn(const QVector<EnvironmentValue>& environment, const QString& name)
{
    for (const EnvironmentValue& value : environment) {
        if (value.name == name)
            return (value.inFront ? "+" : "") + value.value.value_or("(unset)");
    }
    return "(not there)";
}

const Stage* stageOf(const StagePlan& plan, StageKind kind)
{
    for (const Stage& stage : plan.stages) {
        if (stage.kind == kind)
            return &stage;
    }
    return nullptr;
}

}

class EnvironmentTest : public QObject {
    Q_OBJECT

private slots:
    void init();
    void packagesAreInstalledOnce();
    void theTreeSaysWhatItRequires();
    void anInstalledTorchIsKept();
    void whatIsNotOursIsLeftAlone();
    void onlyPinsReachPip_data();
    void onlyPinsReachPip();
    void missingPackagesFail();
    void pipTakesFromAndPutsWhereItIsTold();
    void plansWithoutNeedHaveNoStage();
    void theVenvIsForAllThatBuilds();
    void aBuildThatBeginsLaterHasItsEnvironment();
    void cudaIsNamedToEverybody();
    void toolsBesidePathAreFound();
    void whatStandsInFrontStaysInFront();
    void profilesAskForIt();
    void setOutput_data();
    void setOutput();
    void differences_data();
    void differences();
    void vcvarsPaths_data();
    void vcvarsPaths();
    void promptsAreTold_data();
    void promptsAreTold();
    void anotherPromptIsRefused();
    void vcvarsIsCaptured();
    void brokenVcvarsAreSentences_data();
    void brokenVcvarsAreSentences();

private:
    QString path(const QString& name) const { return m_folder->filePath(name); }
    BuildRequest request() const;
    Outcome prepare(const QStringList& packages, const QString& base = python);

    std::unique_ptr<QTemporaryDir> m_folder;
};

void EnvironmentTest::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
}

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

void EnvironmentTest::packagesAreInstalledOnce()
{
    if (!canMakeVenv() || !makeTinyWheel(path("wheels"), "1.0") || !makeTinyWheel(path("wheels"), "2.0"))
        QSKIP("There is no Python with the module venv.");
    const auto version = [this] {
        QProcess process;
        process.start(path("build-venv/bin/python"), { "-c", "import tinymod; print(tinymod.version)" });
        process.waitForFinished(-1);
        return process.readAllStandardOutput().trimmed();
    };
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
    QCOMPARE(
        QProcess::execute(path("build-venv/bin/python"),
            { "-m", "pip", "install", "-q", "--no-index", "--find-links", path("wheels"), "tinymod==1.0" }),
        0);
    outcome = prepare({ "tinymod==2.0" });
    QVERIFY2(outcome.exitCode == 0 && outcome.output.contains("-m pip"), qPrintable(outcome.output));
    outcome = prepare({ "tinymod==2.0" });
    QVERIFY2(outcome.output.contains("is there already"), qPrintable(outcome.output));

    // What was begun and did not come to its end is made anew, also in a shell where it is activated, so that
    // its own Python is the one to make it with.
    QVERIFY(QFile::remove(path("build-venv/torchmason-pins.json")));
    write(path("build-venv/left over"), "x");
    outcome = prepare({ "tinymod==2.0" }, path("build-venv/bin/python"));
    QVERIFY2(outcome.exitCode == 0 && outcome.output.contains("-m venv"), qPrintable(outcome.output));
    QVERIFY(!QFileInfo::exists(path("build-venv/left over")));
    QCOMPARE(version(), QByteArray("2.0"));
    outcome = prepare({ "tinymod==2.0" });
    QVERIFY2(outcome.output.contains("is there already"), qPrintable(outcome.output)); // the same interpreter
}

void EnvironmentTest::theTreeSaysWhatItRequires()
{
    if (!canMakeVenv() || !makeTinyWheel(path("wheels"), "1.0") || !makeTinyWheel(path("wheels"), "2.0"))
        QSKIP("There is no Python with the module venv.");
    write(path("source/requirements-build.txt"), "# none but this\ntinymod<2\n");
    Outcome outcome = prepare({});
    QVERIFY2(outcome.exitCode == 0, qPrintable(outcome.output));
    const auto version = [this] {
        QProcess process;
        process.start(path("build-venv/bin/python"), { "-c", "import tinymod; print(tinymod.version)" });
        process.waitForFinished(-1);
        return process.readAllStandardOutput().trimmed();
    };
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
void EnvironmentTest::anInstalledTorchIsKept()
{
    if (!canMakeVenv() || !makeWheel(path("wheels"), "torch", "2.6.0", "pass\n"))
        QSKIP("There is no Python with the module venv.");
    QCOMPARE(prepare({}).exitCode, 0);
    for (const char* kept : { "build-venv.old", "build-venv.old-2" }) {
        QCOMPARE(QProcess::execute(path("build-venv/bin/python"),
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

void EnvironmentTest::whatIsNotOursIsLeftAlone()
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

void EnvironmentTest::onlyPinsReachPip_data()
{
    QTest::addColumn<QString>("package");
    QTest::addColumn<bool>("isPinned");
    for (const char* good : { "numpy==1.21.6", "PyYAML==6.0.1", "a[b,c]==1.0.post1", "x==1!2.0+local" })
        QTest::newRow(good) << QString(good) << true;
    for (const char* bad : { "numpy", "numpy>=1", "--index-url==x", "-r==x", "a==", "a== 1", "a==1;b",
             "a@http://x", "./a==1", "", "a==1 b==2", "a==1\n-r x" })
        QTest::newRow(bad) << QString(bad) << false;
}

void EnvironmentTest::onlyPinsReachPip()
{
    QFETCH(QString, package);
    QTEST(isPinnedPackage(package), "isPinned");
}

void EnvironmentTest::missingPackagesFail()
{
    if (!canMakeVenv())
        QSKIP("There is no Python with the module venv.");
    QVERIFY(QDir().mkpath(path("wheels")));
    const Outcome outcome = prepare({ "tinymod==1.0" });
    QVERIFY(outcome.exitCode != 0);
    QVERIFY2(outcome.output.contains("pip could not install tinymod==1.0"), qPrintable(outcome.output));
    QVERIFY2(!outcome.output.contains("above"), qPrintable(outcome.output));
    QVERIFY(contentOf(path("build-venv/torchmason-pins.json")).contains("\"complete\": false"));

    // The environment itself is not made again for that.
    QVERIFY(makeTinyWheel(path("wheels"), "1.0"));
    const Outcome again = prepare({ "tinymod==1.0" });
    QVERIFY2(again.exitCode == 0 && !again.output.contains("-m venv"), qPrintable(again.output));
}

void EnvironmentTest::pipTakesFromAndPutsWhereItIsTold()
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

void EnvironmentTest::plansWithoutNeedHaveNoStage()
{
    BuildRequest plain = request();
    plain.vcvars = "C:/VS/VC/Auxiliary/Build/vcvars64.bat"; // there is no cmd.exe on Linux
    QVERIFY(!stageOf(*makeStagePlan(plain, hostPlatform()), StageKind::Environment));
    plain.python = { "venv", python, {}, {} };
    QVERIFY(makeStagePlan(plain, hostPlatform()).error().message.contains("absolute"));
    plain.python.folder = path("build/venv");
    QVERIFY(makeStagePlan(plain, hostPlatform()).error().message.contains("lies in the build folder"));
}

void EnvironmentTest::theVenvIsForAllThatBuilds()
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

void EnvironmentTest::aBuildThatBeginsLaterHasItsEnvironment()
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

void EnvironmentTest::cudaIsNamedToEverybody()
{
    BuildRequest wanted = request();
    wanted.configuration.flags = { { "USE_CUDA", "ON", "BOOL", ValueOrigin::Profile },
        { "CUDA_TOOLKIT_ROOT_DIR", "C:/CUDA/v11.4", "PATH", ValueOrigin::Profile } };
    wanted.sourceFolder = "C:/s";
    wanted.buildFolder = "C:/b";
    wanted.vcvars = "C:/VS/VC/Auxiliary/Build/vcvars64.bat";
    const auto environmentOf = [&] {
        return stageOf(*makeStagePlan(wanted, Platform::Windows), StageKind::Compile)
            ->commands.first()
            .environment;
    };
    QCOMPARE(valueIn(environmentOf(), "CUDA_HOME"), QString("C:\\CUDA\\v11.4"));
    QCOMPARE(valueIn(environmentOf(), "CUDACXX"), QString("C:/CUDA/v11.4/bin/nvcc.exe"));
    QCOMPARE(valueIn(environmentOf(), "PATH"), QString("+C:\\CUDA\\v11.4\\bin"));
    QCOMPARE(valueIn(environmentOf(), "DISTUTILS_USE_SDK"), QString("1"));
    wanted.configuration.setEnvironment({ "cuda_home", QString("D:/mine"), ValueOrigin::User });
    QCOMPARE(valueIn(environmentOf(), "CUDA_HOME"), QString("(not there)")); // the user's own counts
    wanted.configuration.setFlag({ "USE_CUDA", "OFF", {}, ValueOrigin::User });
    QCOMPARE(valueIn(environmentOf(), "CUDACXX"), QString("(not there)"));
}

// setup.py looks for cmake and ninja on PATH only.
void EnvironmentTest::toolsBesidePathAreFound()
{
    BuildRequest wanted = request();
    wanted.hostFacts = Json::parse(R"({"tools":[{"name":"cmake","path":"/opt/cmake 4/bin/cmake"},
        {"name":"ninja","path":"/opt/cmake 4/bin/ninja"}]})");
    const auto pathOf = [&] {
        return valueIn(stageOf(*makeStagePlan(wanted, Platform::Linux), StageKind::Compile)
                           ->commands.first()
                           .environment,
            "PATH");
    };
    const QByteArray before = qgetenv("PATH");
    const auto putBack = qScopeGuard([&before] { qputenv("PATH", before); });
    qputenv("PATH", path("nothing").toUtf8());
    QCOMPARE(pathOf(), QString("+/opt/cmake 4/bin"));
    write(path("nothing/cmake"), "");
    write(path("nothing/ninja"), "");
    for (const char* name : { "nothing/cmake", "nothing/ninja" })
        QVERIFY(QFile::setPermissions(path(name), QFile::ReadOwner | QFile::ExeOwner));
    QCOMPARE(pathOf(), QString("(not there)")); // who is on PATH keeps its turn
}

void EnvironmentTest::whatStandsInFrontStaysInFront()
{
    QProcessEnvironment base;
    base.insert("PATH", "/usr/bin");
    const QVector<EnvironmentValue> difference { { "PATH", QString("/vs"), ValueOrigin::Environment, true },
        { "PATH", QString("/venv/bin:/cuda/bin"), ValueOrigin::Environment, true },
        { "LIB", QString("/x"), ValueOrigin::Environment, true } };
    const QProcessEnvironment child = childEnvironment(base, difference);
    QCOMPARE(child.value("PATH"), QString("/venv/bin:/cuda/bin:/vs:/usr/bin"));
    QCOMPARE(child.value("LIB"), QString("/x"));

    Command command { "sh", { "-c", "printf %s \"$PATH\"" }, {},
        { { "PATH", QString("/a b"), ValueOrigin::Environment, true } }, {} };
    const QString text = commandText(command, Platform::Linux);
    QProcess shell;
    shell.start("sh", { "-c", text });
    QVERIFY(shell.waitForFinished());
    QCOMPARE(shell.readAllStandardOutput(), "/a b:" + qgetenv("PATH"));
    QVERIFY2(commandText(command, Platform::Windows).contains("PATH=/a b;%PATH%"),
        qPrintable(commandText(command, Platform::Windows)));
}

void EnvironmentTest::profilesAskForIt()
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
    QVERIFY(made.python.packages.contains("pyyaml==6.0.2") && made.python.packages.contains("ninja==1.11.1"));
    QVERIFY(
        made.python.packages.contains("numpy==1.21.6") && !made.python.packages.contains("PyYAML==6.0.1"));
    QCOMPARE(made.configuration.flagValue("Python_EXECUTABLE"), QString("C:/b-venv/Scripts/python.exe"));
    QCOMPARE(made.vcvars,
        QString(
            "C:/Program Files (x86)/Microsoft Visual Studio/2019/Community/VC/Auxiliary/Build/vcvars64.bat"));
    const auto again = buildRequestFromJson(toJson(made), "request.json");
    QVERIFY(again.ok() && again->python == made.python && again->vcvars == made.vcvars
        && again->patches == made.patches);
    wishes.venv = false;
    made = draftRequest(profile, facts, wishes).request;
    QVERIFY(!made.python.isWanted());
    QCOMPARE(made.configuration.flagValue("Python_EXECUTABLE"), QString("C:/Python39/python.exe"));
}

void EnvironmentTest::setOutput_data()
{
    QTest::addColumn<QByteArray>("output");
    QTest::addColumn<EnvironmentMap>("map");
    const EnvironmentMap two { { "Path", "C:\\a;C:\\b" }, { "X", "1=2" } };
    const QString text
        = "[vcvarsall.bat] Environment initialized\r\nPath=C:\\a;C:\\b\r\nX=1=2\r\n=C:=C:\\x\r\n";
    QTest::newRow("bytes") << text.toLatin1() << two;
    QTest::newRow("UTF-16") << QByteArray(reinterpret_cast<const char*>(text.utf16()), text.size() * 2)
                            << two;
    QTest::newRow("an empty value") << QByteArray("A=\r\n") << EnvironmentMap { { "A", "" } };
    QTest::newRow("words with an equals sign")
        << QByteArray("this = that\r\nno assignment\r\n\r\n") << EnvironmentMap();
    QTest::newRow("nothing") << QByteArray() << EnvironmentMap();
    QTest::newRow("odd bytes") << QByteArray("A=\xff\xfe\r\nB=1\r\n") << EnvironmentMap();
}

void EnvironmentTest::setOutput()
{
    QFETCH(QByteArray, output);
    QFETCH(EnvironmentMap, map);
    const EnvironmentMap parsed = parseSetOutput(output);
    if (QByteArray(QTest::currentDataTag()) == "odd bytes")
        QCOMPARE(parsed.value("B"), QString("1")); // and no crash
    else
        QCOMPARE(parsed, map);
}

void EnvironmentTest::differences_data()
{
    QTest::addColumn<EnvironmentMap>("before");
    QTest::addColumn<EnvironmentMap>("after");
    QTest::addColumn<QStringList>("told");
    const auto row = [](const char* name, EnvironmentMap before, EnvironmentMap after, QStringList told) {
        QTest::newRow(name) << before << after << told;
    };
    row("nothing", { { "A", "1" } }, { { "A", "1" } }, {});
    row("new", {}, { { "INCLUDE", "C:\\vc" } }, { "INCLUDE=C:\\vc" });
    row("grown at the front", { { "Path", "C:\\w" } }, { { "PATH", "C:\\vc;C:\\w" } }, { "PATH=+C:\\vc" });
    row("grown at the end", { { "Path", "C:\\w" } }, { { "Path", "C:\\w;C:\\vc" } }, { "Path=C:\\w;C:\\vc" });
    row("ends alike by chance", { { "Path", "w" } }, { { "Path", "C:\\xw" } }, { "Path=C:\\xw" });
    row("gone", { { "A", "1" } }, {}, { "A=(unset)" });
    row("other case, same value", { { "Path", "x" } }, { { "PATH", "x" } }, {});
    row("cmd.exe's own", { { "SHLVL", "1" } }, { { "PROMPT", "$P" }, { "SHLVL", "2" } }, {});
    row("passwords in addresses are not kept", {}, { { "MIRROR", "https://me:pw@h" } }, {});
    row("secrets are not kept", { { "OLD_TOKEN", "a" } }, { { "GITHUB_TOKEN", "b" } }, {});
}

void EnvironmentTest::differences()
{
    QFETCH(EnvironmentMap, before);
    QFETCH(EnvironmentMap, after);
    QStringList told;
    for (const EnvironmentValue& value : environmentDifference(before, after))
        told << value.name + '=' + valueIn({ value }, value.name);
    QTEST(told, "told");
}

void EnvironmentTest::vcvarsPaths_data()
{
    QTest::addColumn<QString>("folder");
    QTest::addColumn<bool>("isGood");
    QTest::newRow("usual") << "Program Files (x86)/Microsoft Visual Studio/2019" << true;
    QTest::newRow("accents") << QString::fromUtf8("Zur\xc3\xbc"
                                                  "ck")
                             << true;
    for (const char* odd : { "a&calc", "a\"b", "a%PATH%", "a^b", "a|b", "a!b", "a>b", "a\nb" })
        QTest::newRow(odd) << QString(odd) << false;
}

void EnvironmentTest::vcvarsPaths()
{
    QFETCH(QString, folder);
    const QString script = path(folder + "/VC/Auxiliary/Build/vcvars64.bat");
    write(script, "rem");
    QTEST(checkVcvarsPath(script).ok(), "isGood");
}

void EnvironmentTest::promptsAreTold_data()
{
    QTest::addColumn<EnvironmentMap>("own");
    QTest::addColumn<QString>("told"); // "yes", "no", or a part of the refusal
    const QString folder = "C:\\Program Files (x86)\\Microsoft Visual Studio\\2019\\Community";
    const auto prompt = [](const QString& target, const QString& studio) {
        return EnvironmentMap { { "VSCMD_VER", "16.11.5" }, { "VSCMD_ARG_TGT_ARCH", target },
            { "VSINSTALLDIR", studio } };
    };
    QTest::newRow("none") << EnvironmentMap { { "VSINSTALLDIR", folder } } << "no";
    QTest::newRow("that one") << prompt("x64", folder + '\\') << "yes";
    QTest::newRow("in other letters") << prompt("X64", folder.toUpper()) << "yes";
    QTest::newRow("32 bits") << prompt("x86", folder + '\\') << "developer prompt for x86 of";
    QTest::newRow("ARM") << prompt("arm64", folder + '\\') << "prompt for arm64";
    QTest::newRow("another Visual Studio")
        << prompt("x64", "C:\\Program Files\\Microsoft Visual Studio\\2022\\Community\\")
        << "2022/Community, and the build needs x64 of C:/Program Files (x86)/Microsoft Visual Studio/2019";
    QTest::newRow("another edition") << prompt("x64", folder + "2\\") << "Community2, and";
    QTest::newRow("says nothing") << EnvironmentMap { { "VSCMD_VER", "16" } } << "an unknown processor";
}

void EnvironmentTest::promptsAreTold()
{
    QFETCH(EnvironmentMap, own);
    QFETCH(QString, told);
    const auto verdict = isItsPrompt(
        own, "C:/Program Files (x86)/Microsoft Visual Studio/2019/Community/VC/Auxiliary/Build/vcvars64.bat");
    const QString said = verdict ? (*verdict ? "yes" : "no") : verdict.error().message;
    QVERIFY2(verdict ? said == told : said.contains(told), qPrintable(said));
}

void EnvironmentTest::anotherPromptIsRefused()
{
    const QString script = path("2019/VC/Auxiliary/Build/vcvars64.bat");
    write(script, "#!/bin/sh\nINCLUDE=a LIB=b exec env\n");
    QFile::setPermissions(script, QFileDevice::ReadOwner | QFileDevice::ExeOwner);
    qputenv("VSCMD_VER", "17.1");
    const auto refused = captureVcvars(script, m_folder->path());
    qputenv("VSCMD_ARG_TGT_ARCH", "x64");
    qputenv("VSINSTALLDIR", QFile::encodeName(path("2019")) + '/');
    const auto taken = captureVcvars(script, m_folder->path());
    for (const char* name : { "VSCMD_VER", "VSCMD_ARG_TGT_ARCH", "VSINSTALLDIR" })
        qunsetenv(name);
    QVERIFY(!refused.ok());
    QVERIFY2(taken.ok() && taken->contains("developer prompt already"),
        taken ? "" : qPrintable(taken.error().message));
}

void EnvironmentTest::vcvarsIsCaptured()
{
    const QString script = path("vcvars64.bat");
    write(script,
        "#!/bin/sh\necho noise\nexport INCLUDE='C:\\vc include' LIB=x PATH=\"/vs;$PATH\" "
        "SECRET_TOKEN=t\nenv\n");
    QFile::setPermissions(script, QFileDevice::ReadOwner | QFileDevice::ExeOwner);
    const auto done = captureVcvars(script, m_folder->path());
    QVERIFY2(done.ok(), done ? "" : qPrintable(done.error().message));
    const auto kept = capturedEnvironment(m_folder->path());
    QVERIFY(kept.ok());
    QCOMPARE(valueIn(*kept, "INCLUDE"), QString("C:\\vc include"));
    QCOMPARE(valueIn(*kept, "PATH"), QString("+/vs"));
    QCOMPARE(valueIn(*kept, "HOME"), QString("(not there)"));
    QVERIFY(!contentOf(path("environment.json")).contains("SECRET"));
    // What is missing is empty, what is broken is said.
    QVERIFY(capturedEnvironment(path("nowhere"))->isEmpty());
    write(path("environment.json"), "{}");
    QVERIFY(!capturedEnvironment(m_folder->path()).ok());
}

void EnvironmentTest::brokenVcvarsAreSentences_data()
{
    QTest::addColumn<QByteArray>("script");
    QTest::addColumn<QString>("said");
    QTest::newRow("fails") << QByteArray("exit 3") << "ended with exit code 3";
    QTest::newRow("sets nothing up") << QByteArray("env") << "INCLUDE and LIB are missing";
    QTest::newRow("is not there") << QByteArray() << "is not there";
}

void EnvironmentTest::brokenVcvarsAreSentences()
{
    QFETCH(QByteArray, script);
    QFETCH(QString, said);
    const QString file = path("vcvars64.bat");
    if (!script.isEmpty())
        write(file, "#!/bin/sh\n" + script + "\n");
    QFile::setPermissions(file, QFileDevice::ReadOwner | QFileDevice::ExeOwner);
    const auto done = captureVcvars(file, m_folder->path());
    QVERIFY(!done.ok());
    QVERIFY2(done.error().message.contains(said), qPrintable(done.error().message));
    QVERIFY(!QFileInfo::exists(path("environment.json")));
}

QTEST_GUILESS_MAIN(EnvironmentTest)
#include "EnvironmentTest.moc"
