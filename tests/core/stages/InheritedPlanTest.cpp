// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/InheritedOptions.h"
#include "tests/core/stages/PlannedStages.h"
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
        const auto& commands = stageOf(planned(inherited), StageKind::Configure)->commands;
        QVERIFY(std::any_of(commands.begin(), commands.end(),
            [](const Command& command) { return command.arguments.contains("-DUSE_CUDA=ON"); }));
    }
};

QTEST_GUILESS_MAIN(InheritedPlanTest)
#include "InheritedPlanTest.moc"
