// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fixes/FixApplication.h"
#include "tests/support/Rows.h"
#include "tests/support/SetVariable.h"

#include "core/config/BuildChoice.h"
#include "core/fixes/RequestSteps.h"

#include <QTest>

using namespace torchmason;

namespace {

Fix fix(const QString& kind, const Json& action)
{
    Fix made;
    made.id = "it";
    made.kind = kind;
    made.title = "Do it";
    made.detail = "It helps.";
    made.action = action;
    return made;
}

BuildRequest requestFrom(const QString& stage)
{
    BuildRequest request;
    request.fromStage = stage;
    request.jobs = 5;
    request.configuration.setFlag({ "USE_A", "ON", {}, ValueOrigin::User });
    return request;
}

}

class FixApplicationTest : public QObject {
    Q_OBJECT

private slots:
    void flagsActFromConfigureOn();
    void wordsAreAppended();
    void aFlagCountsBesideItsVariable();
    void wordsAreAppendedToTheVariable();
    void variablesAndTheGate();
    void whatIsSoAlreadyIsNoFix_data();
    void whatIsSoAlreadyIsNoFix();
    void acceptedIsWhatWasSeen();
    void cleaningKeepsTheSource();
    void jobsAreHalved();
    void stepsChangeARequest();
    void theResultFollowsTheRelease();
    void maxJobsIsTheNumberOfJobs();
    void theBuildKeepsItsPython();
    void aToolkitIsChosenWithAllItsNames();
    void aToolkitInUsrMovesNothing();
    void packagesGetAnEnvironment();
    void architecturesAreTakenOut_data();
    void architecturesAreTakenOut();
    void onlyWhatWasFetchedIsFetchedAgain();
    void whatCannotBeDoneSaysSo_data();
    void whatCannotBeDoneSaysSo();
};

void FixApplicationTest::flagsActFromConfigureOn()
{
    BuildRequest request = requestFrom("compile");
    QVERIFY(applyFix(fix("set-flag", { { "name", "USE_B" }, { "value", "OFF" } }), request));
    QCOMPARE(request.configuration.flagValue("USE_B"), "OFF");
    QCOMPARE(request.configuration.flag("USE_B")->origin, ValueOrigin::Fix);
    QCOMPARE(request.fromStage, "configure");
    // An attempt that fetches first goes on doing so.
    request = requestFrom({});
    QVERIFY(applyFix(fix("unset-flag", { { "name", "USE_A" } }), request));
    QVERIFY(!request.configuration.flag("USE_A"));
    QCOMPARE(request.configuration.unsetFlags, QStringList { "USE_A" });
    QCOMPARE(request.fromStage, QString());
}

void FixApplicationTest::wordsAreAppended()
{
    const QString name = "CMAKE_CUDA_FLAGS";
    const Fix append
        = fix("append-flag", { { "name", "CMAKE_CUDA_FLAGS" }, { "value", "-allow-unsupported-compiler" } });
    BuildRequest request = requestFrom("compile");
    QVERIFY(applyFix(append, request));
    QCOMPARE(request.configuration.flagValue(name), "-allow-unsupported-compiler");
    QCOMPARE(request.fromStage, "configure");
    request = requestFrom({});
    request.configuration.setFlag({ name, "-Xfatbin -compress-all", {}, ValueOrigin::Profile });
    QVERIFY(applyFix(append, request));
    QCOMPARE(request.configuration.flagValue(name), "-Xfatbin -compress-all -allow-unsupported-compiler");
}

// PyTorch 2.14 takes the variable over the flag.
void FixApplicationTest::aFlagCountsBesideItsVariable()
{
    const QString name = "USE_CUDA";
    const Fix off = fix("set-flag", { { "name", "USE_CUDA" }, { "value", "OFF" } });
    HostFacts facts;
    facts.platform = hostPlatform();
    const auto valueIn = [&](const BuildRequest& request) {
        const Profile profile;
        return chooseBuild(facts, profile, request).value(name).value;
    };
    BuildRequest request = requestFrom("compile");
    request.source.version = "2.14.0";
    request.configuration.setFlag({ name, "OFF", {}, ValueOrigin::User });
    BuildRequest given = request;
    given.configuration.setEnvironment({ name, "1", ValueOrigin::User });
    QCOMPARE(valueIn(given), "1");
    QVERIFY(applyFix(off, given));
    QCOMPARE(valueIn(given), "OFF");
    QCOMPARE(given.fromStage, "configure");
    const SetVariable inherited(name, "1");
    QCOMPARE(valueIn(request), "1");
    QVERIFY(applyFix(off, request));
    QCOMPARE(valueIn(request), "OFF");
    BuildRequest older = requestFrom("compile"); // where the flag counts
    older.source.version = "2.6.0";
    QVERIFY(applyFix(off, older));
    QVERIFY(!older.configuration.variable(name));
}

void FixApplicationTest::wordsAreAppendedToTheVariable()
{
    const QString name = "CMAKE_CUDA_FLAGS";
    const Fix append = fix("append-flag", { { "name", "CMAKE_CUDA_FLAGS" }, { "value", "-lineinfo" } });
    BuildRequest request = requestFrom("compile");
    request.source.version = "2.14.0";
    request.configuration.setFlag({ name, "-O1", {}, ValueOrigin::Profile });
    request.configuration.setEnvironment({ name, "-O2", ValueOrigin::User });
    QVERIFY(applyFix(append, request));
    QCOMPARE(request.configuration.flagValue(name), "-O2 -lineinfo");
    QCOMPARE(request.configuration.variable(name)->value, std::optional<QString>());
}

void FixApplicationTest::variablesAndTheGate()
{
    BuildRequest request = requestFrom("compile");
    const Fix variable = fix("set-environment", { { "name", "libuv_ROOT" }, { "value", "C:/libuv" } });
    QVERIFY(applyFix(variable, request));
    QCOMPARE(request.configuration.environment.last().name, "libuv_ROOT");
    QCOMPARE(request.configuration.environment.last().value, std::optional<QString>("C:/libuv"));
    QCOMPARE(request.fromStage, "configure");
    request = requestFrom("compile");
    request.gate = GateUse::Off;
    QVERIFY(applyFix(fix("gate", Json::object()), request));
    QVERIFY(request.gate == GateUse::On);
    QCOMPARE(request.fromStage, "configure");
    // It was wished for, and the folder held objects without it.
    request.gate = GateUse::WhereFree;
    request.gateLeftOut = true;
    QVERIFY(applyFix(fix("gate", Json::object()), request));
    QVERIFY(request.gate == GateUse::On);
}

void FixApplicationTest::whatIsSoAlreadyIsNoFix_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QByteArray>("action");
    newRow("flag", "set-flag", QByteArray(R"({"name":"USE_S","value":"OFF"})"));
    newRow("word", "append-flag", QByteArray(R"({"name":"W","value":"-b"})"));
    newRow("variable", "set-environment", QByteArray(R"({"name":"E","value":"1"})"));
    newRow("gate", "gate", QByteArray("{}"));
    newRow("variable that nobody set", "unset-environment", QByteArray(R"({"name":"TORCHMASON_NO"})"));
    newRow("one job", "jobs", QByteArray(R"({"change":"halve"})"));
}

void FixApplicationTest::whatIsSoAlreadyIsNoFix()
{
    QFETCH(QString, kind);
    QFETCH(QByteArray, action);
    BuildRequest request = requestFrom("compile");
    request.configuration.setFlag({ "USE_S", "OFF", {} });
    request.configuration.setFlag({ "W", "-a -b", {} });
    request.configuration.setEnvironment({ "E", "1", ValueOrigin::User });
    request.gate = GateUse::WhereFree;
    request.jobs = 1;
    const Json before = toJson(request);
    QVERIFY(!applyFix(fix(kind, *parseJson(action, "t")), request));
    QVERIFY(toJson(request) == before);
}

// Whoever accepted that one part is missing has not accepted that others will be.
void FixApplicationTest::acceptedIsWhatWasSeen()
{
    BuildRequest request = requestFrom("configure");
    QVERIFY(applyFix(fix("accept-configuration", Json::object()), request));
    QVERIFY(request.acceptConfiguration);
    QCOMPARE(request.fromStage, "compile");
    BuildRequest other = request;
    QVERIFY(applyFix(fix("jobs", { { "change", "halve" } }), other));
    QVERIFY(other.acceptConfiguration);
    QVERIFY(applyFix(fix("set-flag", { { "name", "USE_B" }, { "value", "ON" } }), other));
    QVERIFY(!other.acceptConfiguration);
    QVERIFY(applyFix(fix("unset-flag", { { "name", "USE_A" } }), request));
    QVERIFY(!request.acceptConfiguration);
}

void FixApplicationTest::cleaningKeepsTheSource()
{
    BuildRequest request = requestFrom("compile");
    QVERIFY(applyFix(fix("clean", { { "level", "build" } }), request));
    QVERIFY(request.clean);
    QCOMPARE(request.fromStage, "configure"); // not from fetch
    request = requestFrom({});
    QVERIFY(applyFix(fix("clean", { { "level", "build" } }), request));
    QCOMPARE(request.fromStage, QString());
}

void FixApplicationTest::jobsAreHalved()
{
    BuildRequest request = requestFrom("compile");
    const Fix halve = fix("jobs", { { "change", "halve" } });
    QVERIFY(applyFix(halve, request));
    QCOMPARE(request.jobs.value(), 2);
    QCOMPARE(request.fromStage, "compile");
    QVERIFY(applyFix(halve, request));
    QCOMPARE(request.jobs.value(), 1);
    QVERIFY(!applyFix(halve, request)); // never none
    QCOMPARE(request.jobs.value(), 1);
    // Without the gate another number counts: that is the one that was too large.
    request.jobs = 32;
    request.jobsWithoutGate = 8;
    request.gate = GateUse::WhereFree;
    request.gateLeftOut = true;
    QVERIFY(applyFix(halve, request));
    QCOMPARE(request.jobsAtOnce(), std::optional(4));
    QCOMPARE(request.jobs.value(), 32);
}

void FixApplicationTest::stepsChangeARequest()
{
    BuildRequest request = requestFrom("compile");
    request.source = { SourceKind::Git, {}, "v2.6.0", {}, "2.6.0" };
    request.configuration.setEnvironment({ "CUB_HOME", "/cub" });
    const Json steps { { "steps",
        { { { "kind", "set-flag" }, { "name", "USE_B" }, { "value", "1" } },
            { { "kind", "unset-environment" }, { "name", "CUB_HOME" } },
            { { "kind", "release" }, { "value", "v2.7.1" } }, { { "kind", "jobs" }, { "value", "3" } } } } };
    QVERIFY(applyFix(fix("change", steps), request));
    QCOMPARE(request.configuration.flag("USE_B")->origin, ValueOrigin::Fix);
    QVERIFY(!request.configuration.environment.last().value.has_value());
    QCOMPARE(request.source.tag, "v2.7.1");
    QCOMPARE(request.source.version, QString());
    QCOMPARE(request.jobs, std::optional(3));
    QCOMPARE(request.fromStage, QString()); // from fetch on
    // Not even the first step of what cannot be done as a whole.
    BuildRequest other = requestFrom("compile");
    const Json before = toJson(other);
    const Json half { { "steps",
        { { { "kind", "set-flag" }, { "name", "USE_B" }, { "value", "1" } },
            { { "kind", "install" }, { "name", "cuda" }, { "value", "12.8" } } } } };
    QVERIFY(!applyFix(fix("change", half), other));
    QVERIFY(toJson(other) == before);
}

// PyTorch packs its wheel in another way from 2.14 on.
void FixApplicationTest::theResultFollowsTheRelease()
{
    BuildRequest request = requestFrom("compile");
    request.source = { SourceKind::Git, {}, "v2.13.0", {}, "2.13.0" };
    const auto backendAfter = [&request](const char* tag) {
        const auto done = applyStep({ StepKind::Release, {}, QLatin1String(tag) }, request);
        return done ? request.backend : done.error().message;
    };
    QCOMPARE(backendAfter("v2.14.1"), "cmake"); // libraries stay libraries
    request.backend = "scikit-build-core";
    QCOMPARE(backendAfter("v2.13.0"), "setup.py");
    QCOMPARE(backendAfter("v2.14.1"), "scikit-build-core");
    QCOMPARE(backendAfter("main"), "scikit-build-core"); // what it needs is not known yet
}

void FixApplicationTest::maxJobsIsTheNumberOfJobs()
{
    BuildRequest request = requestFrom({});
    request.jobsWithoutGate = 3;
    const auto set = [&request](const char* value) {
        return applyStep({ StepKind::SetEnvironment, "MAX_JOBS", QLatin1String(value) }, request).ok();
    };
    QVERIFY(set("4"));
    QCOMPARE(request.jobs, std::optional(4));
    QCOMPARE(request.jobsWithoutGate, std::optional<int>());
    QVERIFY(set("many"));
    QCOMPARE(request.jobs, std::optional(4));
}

// Without the flag CMake would take one that it finds by itself, and the other stages this one.
void FixApplicationTest::theBuildKeepsItsPython()
{
    BuildRequest request = requestFrom("compile");
    request.python.base = "/py/python3";
    const QString name = "Python_EXECUTABLE";
    const QString other = "PYTHON_EXECUTABLE";
    request.configuration.setFlag({ name, request.python.base, {}, ValueOrigin::Environment });
    request.configuration.setFlag({ other, request.python.base, {}, ValueOrigin::Profile });
    QVERIFY(!applyFix(fix("unset-flag", { { "name", "Python_EXECUTABLE" } }), request));
    QVERIFY(applyFix(fix("unset-flag", { { "name", "PYTHON_EXECUTABLE" } }), request));
    QCOMPARE(request.configuration.flagValue(name), request.python.base);
    QVERIFY(!request.configuration.flag(other));
}

void FixApplicationTest::aToolkitIsChosenWithAllItsNames()
{
    BuildRequest request = requestFrom("compile");
    Configuration& configuration = request.configuration;
    configuration.setFlag({ "CUDA_TOOLKIT_ROOT_DIR", "/opt/cuda-12.3", {} });
    configuration.setFlag({ "CUDNN_ROOT", "/opt/cuda-12.3/cudnn", {} });
    configuration.setFlag({ "OTHER", "/opt/cuda-12.30/x", {} });
    EnvironmentValue path { "PATH", "/opt/cuda-12.3/bin" };
    path.inFront = true;
    configuration.setEnvironment(path);
    QVERIFY(applyFix(fix("change",
                         { { "steps",
                             { { { "kind", "choose" }, { "name", "nvcc" },
                                 { "value", "/usr/local/cuda-12.8/bin/nvcc" } } } } }),
        request));
    const auto flag = [&](const char* name) { return configuration.flagValue(QLatin1String(name)); };
    QCOMPARE(flag("CMAKE_CUDA_COMPILER"), "/usr/local/cuda-12.8/bin/nvcc");
    QCOMPARE(flag("CUDA_TOOLKIT_ROOT_DIR"), "/usr/local/cuda-12.8");
    QCOMPARE(flag("CUDNN_ROOT"), "/usr/local/cuda-12.8/cudnn");
    QCOMPARE(flag("OTHER"), "/opt/cuda-12.30/x");
    const EnvironmentValue& first = configuration.environment.first();
    QCOMPARE(first.value, std::optional<QString>("/usr/local/cuda-12.8/bin"));
    QVERIFY(first.inFront);
    QCOMPARE(request.fromStage, "configure");
}

// nvcc of a distribution lies in /usr, as everything else does.
void FixApplicationTest::aToolkitInUsrMovesNothing()
{
    BuildRequest request = requestFrom({});
    Configuration& configuration = request.configuration;
    configuration.setFlag({ "CMAKE_CUDA_COMPILER", "/usr/bin/nvcc", {} });
    configuration.setFlag({ "CMAKE_CXX_COMPILER", "/usr/bin/g++-12", {} });
    configuration.setFlag({ "CMAKE_INSTALL_PREFIX", "/usr/local", {} });
    QVERIFY(applyStep({ StepKind::Choose, "nvcc", "/usr/local/cuda/bin/nvcc" }, request));
    QCOMPARE(configuration.flagValue("CMAKE_CXX_COMPILER"), "/usr/bin/g++-12");
    QCOMPARE(configuration.flagValue("CMAKE_INSTALL_PREFIX"), "/usr/local");
    QCOMPARE(configuration.flagValue("CMAKE_CUDA_COMPILER"), "/usr/local/cuda/bin/nvcc");
    // Windows' separators and letters.
    BuildRequest windows = requestFrom({});
    windows.configuration.setFlag({ "CUDA_TOOLKIT_ROOT_DIR", "C:\\CUDA\\v12.3", {} });
    windows.configuration.setFlag({ "CUDNN_ROOT", "c:/cuda/V12.3/cudnn", {} });
    QVERIFY(applyStep({ StepKind::Choose, "nvcc", "C:/CUDA/v12.8/bin/nvcc.exe" }, windows));
    QCOMPARE(windows.configuration.flagValue("CUDNN_ROOT"), "C:/CUDA/v12.8/cudnn");
}

void FixApplicationTest::packagesGetAnEnvironment()
{
    BuildRequest request = requestFrom("compile");
    request.buildFolder = "/b";
    request.configuration.setFlag({ "Python_EXECUTABLE", "/py/python3", {} });
    const Json steps { { "steps", { { { "kind", "package" }, { "value", "numpy==1.26.4" } } } } };
    QVERIFY(applyFix(fix("change", steps), request));
    QCOMPARE(request.python.folder, "/b-venv");
    QCOMPARE(request.python.base, "/py/python3");
    // What the tree requires comes with it, see core/stages/VirtualEnvironment.h.
    QCOMPARE(request.python.packages, QStringList { "numpy==1.26.4" });
    QCOMPARE(
        request.configuration.flagValue("Python_EXECUTABLE"), request.python.interpreter(hostPlatform()));
    QCOMPARE(request.fromStage, "configure");
    QVERIFY(!applyFix(fix("change", steps), request)); // it is there already
    // One that is there keeps what it has.
    BuildRequest own = requestFrom({});
    own.python = { "/venv", "python3", { "numpy==2.0.0" }, {} };
    QVERIFY(applyFix(fix("change", steps), own));
    QCOMPARE(own.python.packages, QStringList { "numpy==1.26.4" });
}

void FixApplicationTest::architecturesAreTakenOut_data()
{
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("arch");
    QTest::addColumn<QString>("after"); // empty: it cannot be done
    newRow("as nvcc says it", "8.6;8.9;12.0", "compute_89", "8.6;12.0");
    newRow("with its letter", "9.0;12.0a", "sm_120a", "9.0");
    newRow("as it is written", "3.5 8.6+PTX", "3.5", "8.6+PTX");
    newRow("with code", "7.0;7.5", "arch=compute_70,code=sm_70", "7.5");
    newRow("PTX goes with it", "7.5;8.6+PTX", "86", "7.5");
    newRow("the only one", "8.9", "compute_89", "");
    newRow("not there", "8.6;9.0", "compute_89", "");
    newRow("no architecture", "8.6;9.0", "native", "");
    newRow("automatic", "Auto", "compute_89", "");
}

void FixApplicationTest::architecturesAreTakenOut()
{
    QFETCH(QString, before);
    QFETCH(QString, arch);
    QFETCH(QString, after);
    const QString name = "TORCH_CUDA_ARCH_LIST";
    const Fix removal = fix("remove-arch", { { "arch", arch.toStdString() } });
    BuildRequest asFlag = requestFrom({});
    asFlag.configuration.setFlag({ name, before, {} });
    QCOMPARE(applyFix(removal, asFlag).ok(), !after.isEmpty());
    QCOMPARE(asFlag.configuration.flagValue(name), after.isEmpty() ? before : after);
    BuildRequest asVariable = requestFrom({});
    asVariable.configuration.setEnvironment({ name, before });
    QCOMPARE(applyFix(removal, asVariable).ok(), !after.isEmpty());
    QCOMPARE(
        asVariable.configuration.environment.last().value, std::optional(after.isEmpty() ? before : after));
    QVERIFY(useOf(removal, requestFrom({})) == FixUse::ByHand);
}

void FixApplicationTest::onlyWhatWasFetchedIsFetchedAgain()
{
    const Fix fetch = fix("fetch", Json::object());
    BuildRequest request = requestFrom("compile");
    request.source.kind = SourceKind::ExistingTree;
    QVERIFY(!applyFix(fetch, request));
    request.source.kind = SourceKind::Git;
    QVERIFY(applyFix(fetch, request));
    QCOMPARE(request.fromStage, QString());
    QVERIFY(useOf(fetch, request) == FixUse::Useless);
}

void FixApplicationTest::whatCannotBeDoneSaysSo_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("action");
    newRow("by hand", "text", "null");
    newRow("later version", "teleport", "{}");
    newRow("no name", "set-flag", "{\"value\":\"ON\"}");
    newRow("odd change", "jobs", "{\"change\":\"double\"}");
}

void FixApplicationTest::whatCannotBeDoneSaysSo()
{
    QFETCH(QString, kind);
    QFETCH(QString, action);
    BuildRequest request = requestFrom("compile");
    const auto applied = applyFix(fix(kind, Json::parse(action.toStdString())), request);
    QVERIFY(!applied);
    QVERIFY(!applied.error().message.isEmpty());
}

QTEST_GUILESS_MAIN(FixApplicationTest)
#include "FixApplicationTest.moc"
