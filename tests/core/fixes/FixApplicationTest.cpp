// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fixes/FixApplication.h"

#include "core/fixes/RequestSteps.h"

#include <QTest>

using namespace torchmason;

namespace {

Fix fix(const QString& kind, const Json& action)
{
    Fix made;
    made.id = QStringLiteral("it");
    made.kind = kind;
    made.title = QStringLiteral("Do it");
    made.detail = QStringLiteral("It helps.");
    made.action = action;
    return made;
}

BuildRequest requestFrom(const QString& stage)
{
    BuildRequest request;
    request.fromStage = stage;
    request.jobs = 5;
    request.configuration.setFlag({ QStringLiteral("USE_A"), QStringLiteral("ON"), {}, ValueOrigin::User });
    return request;
}

}

class FixApplicationTest : public QObject {
    Q_OBJECT

private slots:
    void flagsActFromConfigureOn();
    void wordsAreAppended();
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
    BuildRequest request = requestFrom(QStringLiteral("compile"));
    QVERIFY(applyFix(fix(QStringLiteral("set-flag"), { { "name", "USE_B" }, { "value", "OFF" } }), request));
    QCOMPARE(request.configuration.flagValue(QStringLiteral("USE_B")), QStringLiteral("OFF"));
    QCOMPARE(request.configuration.flag(QStringLiteral("USE_B"))->origin, ValueOrigin::Fix);
    QCOMPARE(request.fromStage, QStringLiteral("configure"));
    // An attempt that fetches first goes on doing so.
    request = requestFrom({});
    QVERIFY(applyFix(fix(QStringLiteral("unset-flag"), { { "name", "USE_A" } }), request));
    QVERIFY(!request.configuration.flag(QStringLiteral("USE_A")));
    QCOMPARE(request.configuration.unsetFlags, QStringList { QStringLiteral("USE_A") });
    QCOMPARE(request.fromStage, QString());
}

void FixApplicationTest::wordsAreAppended()
{
    const QString name = QStringLiteral("CMAKE_CUDA_FLAGS");
    const Fix append = fix(QStringLiteral("append-flag"),
        { { "name", "CMAKE_CUDA_FLAGS" }, { "value", "-allow-unsupported-compiler" } });
    BuildRequest request = requestFrom(QStringLiteral("compile"));
    QVERIFY(applyFix(append, request));
    QCOMPARE(request.configuration.flagValue(name), QStringLiteral("-allow-unsupported-compiler"));
    QCOMPARE(request.fromStage, QStringLiteral("configure"));
    request = requestFrom({});
    request.configuration.setFlag(
        { name, QStringLiteral("-Xfatbin -compress-all"), {}, ValueOrigin::Profile });
    QVERIFY(applyFix(append, request));
    QCOMPARE(request.configuration.flagValue(name),
        QStringLiteral("-Xfatbin -compress-all -allow-unsupported-compiler"));
}

void FixApplicationTest::variablesAndTheGate()
{
    BuildRequest request = requestFrom(QStringLiteral("compile"));
    const Fix variable
        = fix(QStringLiteral("set-environment"), { { "name", "libuv_ROOT" }, { "value", "C:/libuv" } });
    QVERIFY(applyFix(variable, request));
    QCOMPARE(request.configuration.environment.last().name, QStringLiteral("libuv_ROOT"));
    QCOMPARE(request.configuration.environment.last().value, std::optional(QStringLiteral("C:/libuv")));
    QCOMPARE(request.fromStage, QStringLiteral("configure"));
    request = requestFrom(QStringLiteral("compile"));
    request.gate = GateUse::Off;
    QVERIFY(applyFix(fix(QStringLiteral("gate"), Json::object()), request));
    QVERIFY(request.gate == GateUse::On);
    QCOMPARE(request.fromStage, QStringLiteral("configure"));
    // It was wished for, and the folder held objects without it.
    request.gate = GateUse::WhereFree;
    request.gateLeftOut = true;
    QVERIFY(applyFix(fix(QStringLiteral("gate"), Json::object()), request));
    QVERIFY(request.gate == GateUse::On);
}

void FixApplicationTest::whatIsSoAlreadyIsNoFix_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QByteArray>("action");
    QTest::newRow("flag") << "set-flag" << QByteArray(R"({"name":"USE_S","value":"OFF"})");
    QTest::newRow("word") << "append-flag" << QByteArray(R"({"name":"W","value":"-b"})");
    QTest::newRow("variable") << "set-environment" << QByteArray(R"({"name":"E","value":"1"})");
    QTest::newRow("gate") << "gate" << QByteArray("{}");
    QTest::newRow("variable that nobody set")
        << "unset-environment" << QByteArray(R"({"name":"TORCHMASON_NO"})");
    QTest::newRow("one job") << "jobs" << QByteArray(R"({"change":"halve"})");
}

void FixApplicationTest::whatIsSoAlreadyIsNoFix()
{
    QFETCH(QString, kind);
    QFETCH(QByteArray, action);
    BuildRequest request = requestFrom(QStringLiteral("compile"));
    request.configuration.setFlag({ QStringLiteral("USE_S"), QStringLiteral("OFF"), {} });
    request.configuration.setFlag({ QStringLiteral("W"), QStringLiteral("-a -b"), {} });
    request.configuration.setEnvironment({ QStringLiteral("E"), QStringLiteral("1"), ValueOrigin::User });
    request.gate = GateUse::WhereFree;
    request.jobs = 1;
    const Json before = toJson(request);
    QVERIFY(!applyFix(fix(kind, *parseJson(action, QStringLiteral("t"))), request));
    QVERIFY(toJson(request) == before);
}

// Whoever accepted that one part is missing has not accepted that others will be.
void FixApplicationTest::acceptedIsWhatWasSeen()
{
    BuildRequest request = requestFrom(QStringLiteral("configure"));
    QVERIFY(applyFix(fix(QStringLiteral("accept-configuration"), Json::object()), request));
    QVERIFY(request.acceptConfiguration);
    QCOMPARE(request.fromStage, QStringLiteral("compile"));
    BuildRequest other = request;
    QVERIFY(applyFix(fix(QStringLiteral("jobs"), { { "change", "halve" } }), other));
    QVERIFY(other.acceptConfiguration);
    QVERIFY(applyFix(fix(QStringLiteral("set-flag"), { { "name", "USE_B" }, { "value", "ON" } }), other));
    QVERIFY(!other.acceptConfiguration);
    QVERIFY(applyFix(fix(QStringLiteral("unset-flag"), { { "name", "USE_A" } }), request));
    QVERIFY(!request.acceptConfiguration);
}

void FixApplicationTest::cleaningKeepsTheSource()
{
    BuildRequest request = requestFrom(QStringLiteral("compile"));
    QVERIFY(applyFix(fix(QStringLiteral("clean"), { { "level", "build" } }), request));
    QVERIFY(request.clean);
    QCOMPARE(request.fromStage, QStringLiteral("configure")); // not from fetch
    request = requestFrom({});
    QVERIFY(applyFix(fix(QStringLiteral("clean"), { { "level", "build" } }), request));
    QCOMPARE(request.fromStage, QString());
}

void FixApplicationTest::jobsAreHalved()
{
    BuildRequest request = requestFrom(QStringLiteral("compile"));
    const Fix halve = fix(QStringLiteral("jobs"), { { "change", "halve" } });
    QVERIFY(applyFix(halve, request));
    QCOMPARE(request.jobs.value(), 2);
    QCOMPARE(request.fromStage, QStringLiteral("compile"));
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
    BuildRequest request = requestFrom(QStringLiteral("compile"));
    request.source = { SourceKind::Git, {}, QStringLiteral("v2.6.0"), {}, QStringLiteral("2.6.0") };
    request.configuration.setEnvironment({ QStringLiteral("CUB_HOME"), QStringLiteral("/cub") });
    const Json steps { { "steps",
        { { { "kind", "set-flag" }, { "name", "USE_B" }, { "value", "1" } },
            { { "kind", "unset-environment" }, { "name", "CUB_HOME" } },
            { { "kind", "release" }, { "value", "v2.7.1" } }, { { "kind", "jobs" }, { "value", "3" } } } } };
    QVERIFY(applyFix(fix(QStringLiteral("change"), steps), request));
    QCOMPARE(request.configuration.flag(QStringLiteral("USE_B"))->origin, ValueOrigin::Fix);
    QVERIFY(!request.configuration.environment.last().value.has_value());
    QCOMPARE(request.source.tag, QStringLiteral("v2.7.1"));
    QCOMPARE(request.source.version, QString());
    QCOMPARE(request.jobs, std::optional(3));
    QCOMPARE(request.fromStage, QString()); // from fetch on
    // Not even the first step of what cannot be done as a whole.
    BuildRequest other = requestFrom(QStringLiteral("compile"));
    const Json before = toJson(other);
    const Json half { { "steps",
        { { { "kind", "set-flag" }, { "name", "USE_B" }, { "value", "1" } },
            { { "kind", "install" }, { "name", "cuda" }, { "value", "12.8" } } } } };
    QVERIFY(!applyFix(fix(QStringLiteral("change"), half), other));
    QVERIFY(toJson(other) == before);
}

// PyTorch packs its wheel in another way from 2.14 on.
void FixApplicationTest::theResultFollowsTheRelease()
{
    BuildRequest request = requestFrom(QStringLiteral("compile"));
    request.source = { SourceKind::Git, {}, QStringLiteral("v2.13.0"), {}, QStringLiteral("2.13.0") };
    const auto backendAfter = [&request](const char* tag) {
        const auto done = applyStep({ StepKind::Release, {}, QLatin1String(tag) }, request);
        return done ? request.backend : done.error().message;
    };
    QCOMPARE(backendAfter("v2.14.1"), QStringLiteral("cmake")); // libraries stay libraries
    request.backend = QStringLiteral("scikit-build-core");
    QCOMPARE(backendAfter("v2.13.0"), QStringLiteral("setup.py"));
    QCOMPARE(backendAfter("v2.14.1"), QStringLiteral("scikit-build-core"));
    QCOMPARE(backendAfter("main"), QStringLiteral("scikit-build-core")); // what it needs is not known yet
}

void FixApplicationTest::maxJobsIsTheNumberOfJobs()
{
    BuildRequest request = requestFrom({});
    request.jobsWithoutGate = 3;
    const auto set = [&request](const char* value) {
        return applyStep(
            { StepKind::SetEnvironment, QStringLiteral("MAX_JOBS"), QLatin1String(value) }, request)
            .ok();
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
    BuildRequest request = requestFrom(QStringLiteral("compile"));
    request.python.base = QStringLiteral("/py/python3");
    const QString name = QStringLiteral("Python_EXECUTABLE");
    const QString other = QStringLiteral("PYTHON_EXECUTABLE");
    request.configuration.setFlag({ name, request.python.base, {}, ValueOrigin::Environment });
    request.configuration.setFlag({ other, request.python.base, {}, ValueOrigin::Profile });
    QVERIFY(!applyFix(fix(QStringLiteral("unset-flag"), { { "name", "Python_EXECUTABLE" } }), request));
    QVERIFY(applyFix(fix(QStringLiteral("unset-flag"), { { "name", "PYTHON_EXECUTABLE" } }), request));
    QCOMPARE(request.configuration.flagValue(name), request.python.base);
    QVERIFY(!request.configuration.flag(other));
}

void FixApplicationTest::aToolkitIsChosenWithAllItsNames()
{
    BuildRequest request = requestFrom(QStringLiteral("compile"));
    Configuration& configuration = request.configuration;
    configuration.setFlag({ QStringLiteral("CUDA_TOOLKIT_ROOT_DIR"), QStringLiteral("/opt/cuda-12.3"), {} });
    configuration.setFlag({ QStringLiteral("CUDNN_ROOT"), QStringLiteral("/opt/cuda-12.3/cudnn"), {} });
    configuration.setFlag({ QStringLiteral("OTHER"), QStringLiteral("/opt/cuda-12.30/x"), {} });
    EnvironmentValue path { QStringLiteral("PATH"), QStringLiteral("/opt/cuda-12.3/bin") };
    path.inFront = true;
    configuration.setEnvironment(path);
    QVERIFY(applyFix(fix(QStringLiteral("change"),
                         { { "steps",
                             { { { "kind", "choose" }, { "name", "nvcc" },
                                 { "value", "/usr/local/cuda-12.8/bin/nvcc" } } } } }),
        request));
    const auto flag = [&](const char* name) { return configuration.flagValue(QLatin1String(name)); };
    QCOMPARE(flag("CMAKE_CUDA_COMPILER"), QStringLiteral("/usr/local/cuda-12.8/bin/nvcc"));
    QCOMPARE(flag("CUDA_TOOLKIT_ROOT_DIR"), QStringLiteral("/usr/local/cuda-12.8"));
    QCOMPARE(flag("CUDNN_ROOT"), QStringLiteral("/usr/local/cuda-12.8/cudnn"));
    QCOMPARE(flag("OTHER"), QStringLiteral("/opt/cuda-12.30/x"));
    const EnvironmentValue& first = configuration.environment.first();
    QCOMPARE(first.value, std::optional(QStringLiteral("/usr/local/cuda-12.8/bin")));
    QVERIFY(first.inFront);
    QCOMPARE(request.fromStage, QStringLiteral("configure"));
}

// nvcc of a distribution lies in /usr, as everything else does.
void FixApplicationTest::aToolkitInUsrMovesNothing()
{
    BuildRequest request = requestFrom({});
    Configuration& configuration = request.configuration;
    configuration.setFlag({ QStringLiteral("CMAKE_CUDA_COMPILER"), QStringLiteral("/usr/bin/nvcc"), {} });
    configuration.setFlag({ QStringLiteral("CMAKE_CXX_COMPILER"), QStringLiteral("/usr/bin/g++-12"), {} });
    configuration.setFlag({ QStringLiteral("CMAKE_INSTALL_PREFIX"), QStringLiteral("/usr/local"), {} });
    QVERIFY(applyStep(
        { StepKind::Choose, QStringLiteral("nvcc"), QStringLiteral("/usr/local/cuda/bin/nvcc") }, request));
    QCOMPARE(
        configuration.flagValue(QStringLiteral("CMAKE_CXX_COMPILER")), QStringLiteral("/usr/bin/g++-12"));
    QCOMPARE(configuration.flagValue(QStringLiteral("CMAKE_INSTALL_PREFIX")), QStringLiteral("/usr/local"));
    QCOMPARE(configuration.flagValue(QStringLiteral("CMAKE_CUDA_COMPILER")),
        QStringLiteral("/usr/local/cuda/bin/nvcc"));
    // Windows' separators and letters.
    BuildRequest windows = requestFrom({});
    windows.configuration.setFlag(
        { QStringLiteral("CUDA_TOOLKIT_ROOT_DIR"), QStringLiteral("C:\\CUDA\\v12.3"), {} });
    windows.configuration.setFlag(
        { QStringLiteral("CUDNN_ROOT"), QStringLiteral("c:/cuda/V12.3/cudnn"), {} });
    QVERIFY(applyStep(
        { StepKind::Choose, QStringLiteral("nvcc"), QStringLiteral("C:/CUDA/v12.8/bin/nvcc.exe") }, windows));
    QCOMPARE(
        windows.configuration.flagValue(QStringLiteral("CUDNN_ROOT")), QStringLiteral("C:/CUDA/v12.8/cudnn"));
}

void FixApplicationTest::packagesGetAnEnvironment()
{
    BuildRequest request = requestFrom(QStringLiteral("compile"));
    request.buildFolder = QStringLiteral("/b");
    request.configuration.setFlag({ QStringLiteral("Python_EXECUTABLE"), QStringLiteral("/py/python3"), {} });
    const Json steps { { "steps", { { { "kind", "package" }, { "value", "numpy==1.26.4" } } } } };
    QVERIFY(applyFix(fix(QStringLiteral("change"), steps), request));
    QCOMPARE(request.python.folder, QStringLiteral("/b-venv"));
    QCOMPARE(request.python.base, QStringLiteral("/py/python3"));
    // What the tree requires comes with it, see core/stages/VirtualEnvironment.h.
    QCOMPARE(request.python.packages, QStringList { QStringLiteral("numpy==1.26.4") });
    QCOMPARE(request.configuration.flagValue(QStringLiteral("Python_EXECUTABLE")),
        request.python.interpreter(hostPlatform()));
    QCOMPARE(request.fromStage, QStringLiteral("configure"));
    QVERIFY(!applyFix(fix(QStringLiteral("change"), steps), request)); // it is there already
    // One that is there keeps what it has.
    BuildRequest own = requestFrom({});
    own.python
        = { QStringLiteral("/venv"), QStringLiteral("python3"), { QStringLiteral("numpy==2.0.0") }, {} };
    QVERIFY(applyFix(fix(QStringLiteral("change"), steps), own));
    QCOMPARE(own.python.packages, QStringList { QStringLiteral("numpy==1.26.4") });
}

void FixApplicationTest::architecturesAreTakenOut_data()
{
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("arch");
    QTest::addColumn<QString>("after"); // empty: it cannot be done
    const auto row = [](const char* name, const char* before, const char* arch, const char* after) {
        QTest::newRow(name) << QString::fromLatin1(before) << QString::fromLatin1(arch)
                            << QString::fromLatin1(after);
    };
    row("as nvcc says it", "8.6;8.9;12.0", "compute_89", "8.6;12.0");
    row("with its letter", "9.0;12.0a", "sm_120a", "9.0");
    row("as it is written", "3.5 8.6+PTX", "3.5", "8.6+PTX");
    row("with code", "7.0;7.5", "arch=compute_70,code=sm_70", "7.5");
    row("PTX goes with it", "7.5;8.6+PTX", "86", "7.5");
    row("the only one", "8.9", "compute_89", "");
    row("not there", "8.6;9.0", "compute_89", "");
    row("no architecture", "8.6;9.0", "native", "");
    row("automatic", "Auto", "compute_89", "");
}

void FixApplicationTest::architecturesAreTakenOut()
{
    QFETCH(QString, before);
    QFETCH(QString, arch);
    QFETCH(QString, after);
    const QString name = QStringLiteral("TORCH_CUDA_ARCH_LIST");
    const Fix removal = fix(QStringLiteral("remove-arch"), { { "arch", arch.toStdString() } });
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
    const Fix fetch = fix(QStringLiteral("fetch"), Json::object());
    BuildRequest request = requestFrom(QStringLiteral("compile"));
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
    QTest::newRow("by hand") << QStringLiteral("text") << QStringLiteral("null");
    QTest::newRow("later version") << QStringLiteral("teleport") << QStringLiteral("{}");
    QTest::newRow("no name") << QStringLiteral("set-flag") << QStringLiteral("{\"value\":\"ON\"}");
    QTest::newRow("odd change") << QStringLiteral("jobs") << QStringLiteral("{\"change\":\"double\"}");
}

void FixApplicationTest::whatCannotBeDoneSaysSo()
{
    QFETCH(QString, kind);
    QFETCH(QString, action);
    BuildRequest request = requestFrom(QStringLiteral("compile"));
    const auto applied = applyFix(fix(kind, Json::parse(action.toStdString())), request);
    QVERIFY(!applied);
    QVERIFY(!applied.error().message.isEmpty());
}

QTEST_GUILESS_MAIN(FixApplicationTest)
#include "FixApplicationTest.moc"
