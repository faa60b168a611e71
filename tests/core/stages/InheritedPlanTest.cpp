// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/InheritedOptions.h"
#include "core/export/BuildScript.h"
#include "core/stages/GateLaunchers.h"
#include "tests/core/stages/PlannedStages.h"
#include "tests/support/Rows.h"
#include "tests/support/SetVariable.h"

#include <QTest>

#include <algorithm>

using namespace torchmason;

namespace {

BuildRequest cudaRequest()
{
    BuildRequest request;
    request.source = { SourceKind::Git, "https://github.com/pytorch/pytorch.git", "v2.14.0", {}, "2.14.0" };
    request.sourceFolder = "/src/pytorch";
    request.buildFolder = "/src/pytorch/build";
    request.backend = "scikit-build-core";
    for (const auto& [name, value] : { std::pair("USE_CUDA", "ON"), std::pair("TORCH_CUDA_ARCH_LIST", "8.6"),
             std::pair("CUDA_TOOLKIT_ROOT_DIR", "/usr/local/cuda") })
        request.configuration.setFlag({ name, value, {}, ValueOrigin::User });
    return request;
}

StagePlan planned(const QVector<EnvironmentValue>& inherited)
{
    const auto plan = makeStagePlan(cudaRequest(), Platform::Linux, inherited);
    return plan.ok() ? *plan : StagePlan();
}

bool verifiesCards(const StagePlan& plan)
{
    return stageOf(plan, StageKind::Verify)->commands.first().arguments.contains("--arch");
}

bool fetchesNccl(const StagePlan& plan)
{
    const auto& commands = stageOf(plan, StageKind::Fetch)->commands;
    return std::any_of(commands.begin(), commands.end(),
        [](const Command& command) { return command.arguments.contains("fetch-nccl"); });
}

QString cudaHome(const StagePlan& plan)
{
    return valueIn(stageOf(plan, StageKind::Compile)->commands.first().environment, "CUDA_HOME");
}

const QString launcherVariable = QStringLiteral("CMAKE_CXX_COMPILER_LAUNCHER");

// What CMake is told, in the words of the last argument that says so; empty: nothing.
QString configuredLauncher(const StagePlan& plan)
{
    QString found;
    for (const Command& command : stageOf(plan, StageKind::Configure)->commands) {
        for (const QString& argument : command.arguments) {
            if (argument.startsWith("-D" + launcherVariable))
                found = argument.section(u'=', 1);
        }
    }
    return found;
}

// The first command of that argument.
Command commandWith(const StagePlan& plan, StageKind kind, const QString& argument)
{
    for (const Command& command : stageOf(plan, kind)->commands) {
        if (command.arguments.contains(argument))
            return command;
    }
    return {};
}

}

// What the environment that this program was started in makes of a plan.
class InheritedPlanTest : public QObject {
    Q_OBJECT

private slots:
    void whatIsLeftOutIsNotPlannedFor()
    {
        const StagePlan plain = planned({});
        QVERIFY(!plain.stages.isEmpty());
        QVERIFY(verifiesCards(plain) && fetchesNccl(plain));
        QCOMPARE(cudaHome(plain), "/usr/local/cuda");
        const StagePlan without = planned({ { "USE_CUDA", QString("0"), ValueOrigin::Environment } });
        QVERIFY(!verifiesCards(without) && !fetchesNccl(without));
        QCOMPARE(cudaHome(without), "(not there)");
        QVERIFY(!fetchesNccl(planned({ { "USE_NCCL", QString("0"), ValueOrigin::Environment } })));
        const StagePlan noPython = planned({ { "BUILD_PYTHON", QString("0"), ValueOrigin::Environment } });
        QVERIFY(!stageOf(plain, StageKind::Wheel)->skipped);
        QVERIFY(stageOf(noPython, StageKind::Wheel)->skipped);
    }

    // Of an attempt of the past nothing of today's environment is planned, and flags go on as they are.
    void onlyWhatIsGivenCounts()
    {
        const SetVariable variable("USE_CUDA", QString("0"));
        QVERIFY(verifiesCards(planned({})));
        const auto inherited = inheritedOptions(cudaRequest());
        QVERIFY(!verifiesCards(planned(inherited)));
        const StagePlan plan = planned(inherited);
        const auto& commands = stageOf(plan, StageKind::Configure)->commands;
        QVERIFY(std::any_of(commands.begin(), commands.end(),
            [](const Command& command) { return command.arguments.contains("-DUSE_CUDA=ON"); }));
    }

    void noLauncherGoesRoundTheGate_data()
    {
        QTest::addColumn<QString>("release");
        QTest::addColumn<bool>("gate");
        QTest::addColumn<QString>("flag"); // empty: none
        QTest::addColumn<QString>("told"); // to CMake; G: the gate
        QTest::addColumn<QString>("variable"); // what the build sees of it
        newRow("gate", "2.14.0", true, "", "G;/in/sccache", "(unset)");
        newRow("gate, with a flag", "2.14.0", true, "/my/sccache", "G;/my/sccache", "(unset)");
        newRow("gate, release not known", "", true, "", "G;/in/sccache", "(unset)");
        newRow("gate, the flag counts anyway", "2.6.0", true, "", "G;/in/sccache", "(not there)");
        newRow("a flag", "2.14.0", false, "/my/sccache", "/my/sccache", "(unset)");
        newRow("neither", "2.14.0", false, "", "", "(not there)");
    }
    void noLauncherGoesRoundTheGate()
    {
        QFETCH(const QString, release);
        QFETCH(const bool, gate);
        QFETCH(const QString, flag);
        QFETCH(QString, told);
        told.replace(u'G', gateProgram(Platform::Linux));
        const SetVariable variable(launcherVariable, QString("/in/sccache"));
        BuildRequest request = cudaRequest();
        request.source.version = release;
        request.source.tag = release.isEmpty() ? QString("main") : release;
        request.gate = gate ? GateUse::On : GateUse::Off;
        if (!flag.isEmpty())
            request.configuration.setFlag({ launcherVariable, flag, {}, ValueOrigin::User });
        const auto plan = makeStagePlan(request, Platform::Linux, inheritedOptions(request));
        QVERIFY(plan.ok());
        QCOMPARE(configuredLauncher(*plan), told);
        const Command pack = commandWith(*plan, StageKind::Wheel, "--wheel"); // it configures once more
        for (const Command& command : { commandWith(*plan, StageKind::Configure, "-G"),
                 stageOf(*plan, StageKind::Compile)->commands.first(), pack })
            QTEST(valueIn(command.environment, launcherVariable), "variable");
        const QString definition = "-D" + launcherVariable + u'=';
        const QString arguments = valueIn(pack.environment, "CMAKE_ARGS");
        QCOMPARE(
            arguments.lastIndexOf(definition), told.isEmpty() ? -1 : arguments.indexOf(definition + told));
    }

    // The catalogue of options does not have it.
    void aLinkerLauncherStandsBehindTheGate()
    {
        const QString name = QStringLiteral("CMAKE_CXX_LINKER_LAUNCHER");
        const SetVariable variable(name, QString("/in/timed"));
        BuildRequest request = cudaRequest();
        request.gate = GateUse::On;
        const auto plan = makeStagePlan(request, Platform::Linux, inheritedOptions(request));
        QVERIFY(plan.ok());
        const Command configure = commandWith(*plan, StageKind::Configure, "-G");
        const bool isChained = std::any_of(
            configure.arguments.begin(), configure.arguments.end(), [&name](const QString& argument) {
                return argument.startsWith("-D" + name)
                    && argument.endsWith(u'=' + gateProgram(Platform::Linux) + ";/in/timed");
            });
        QVERIFY2(isChained, qPrintable(configure.arguments.join(u' ')));
        QCOMPARE(valueIn(configure.environment, name), QStringLiteral("(unset)"));
    }

    void anInheritedCacheIsKnown()
    {
        const SetVariable variable(launcherVariable, QString("/in/sccache"));
        const BuildRequest request = cudaRequest();
        QCOMPARE(compilerCache(request, takenConfiguration(request), Platform::Linux).sccache, "/in/sccache");
        QVERIFY(!compilerCache(request, request.configuration, Platform::Linux).isCache()); // of the past
    }

    // Whoever runs it may have set the variable.
    void aScriptUnsetsLaunchers()
    {
        BuildRequest request = cudaRequest();
        const QByteArray unset = "-u " + launcherVariable.toUtf8();
        const auto script = [&] { return *buildScript(request, {}, ScriptKind::Shell); };
        QVERIFY(!script().contains(unset));
        request.configuration.setFlag({ launcherVariable, "/my/sccache", {}, ValueOrigin::User });
        QVERIFY2(script().contains(unset), script().constData());
    }
};

QTEST_GUILESS_MAIN(InheritedPlanTest)
#include "InheritedPlanTest.moc"
