// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attempt/RunnerClient.h"

#include <QMap>
#include <QTest>

using namespace torchmason;

namespace {

using States = QMap<QString, StageState>;

// An attempt as its runner left it. Stages that `states` does not name ended well.
AttemptRecord recordOf(const QString& from, bool clean, const std::optional<States>& states)
{
    AttemptRecord record;
    record.number = 7;
    record.request.sourceFolder = QStringLiteral("/src");
    record.request.buildFolder = QStringLiteral("/build");
    record.request.fromStage = from;
    record.request.clean = clean;
    const auto plan = makeStagePlan(record.request, Platform::Linux);
    if (!plan || !states) // it never began
        return record;
    record.plan = *plan;
    for (const Stage& stage : record.plan.stages) {
        StageResult result;
        result.id = stage.id;
        result.state = stage.skipped ? StageState::Skipped : states->value(stage.id, StageState::Succeeded);
        record.stages << result;
    }
    return record;
}

}

// What `attempts retry` and the window's button begin with.
class ContinuingTest : public QObject {
    Q_OBJECT

private slots:
    void beginsWhereItDidNotEndWell_data();
    void beginsWhereItDidNotEndWell();
    void cleaningGoesWithConfiguring();
};

void ContinuingTest::beginsWhereItDidNotEndWell_data()
{
    QTest::addColumn<QString>("from");
    QTest::addColumn<bool>("clean");
    QTest::addColumn<std::optional<States>>("states");
    QTest::addColumn<QString>("begins");
    QTest::addColumn<bool>("cleans");
    const auto row = [](const char* name, const char* from, bool clean, const std::optional<States>& states,
                         const char* begins, bool cleans) {
        QTest::newRow(name) << QString(from) << clean << states << QString(begins) << cleans;
    };
    const auto failed = [](const char* stage, StageState before = StageState::Succeeded) {
        States states { { "clean", before }, { "configure", StageState::Waiting },
            { "compile", StageState::Waiting }, { "verify", StageState::Waiting } };
        states[stage] = StageState::Failed;
        return std::optional(states);
    };
    row("never began", "compile", false, std::nullopt, "compile", false);
    row("never began, with cleaning", "", true, std::nullopt, "", true);
    row("ended well", "compile", false, States(), "compile", false);
    row("compiling failed", "", false, failed("compile"), "configure", false);
    row("configuring failed after cleaning", "", true, failed("configure"), "configure", false);
    row("cleaning failed", "", true, failed("clean"), "clean", true);
    row("fetching failed", "", false, failed("fetch"), "", false);
    row("fetching failed while cleaning waited", "", true, failed("fetch", StageState::Waiting), "", true);
    row("fetching failed after cleaning", "", true, failed("fetch"), "", false);
}

void ContinuingTest::beginsWhereItDidNotEndWell()
{
    QFETCH(QString, from);
    QFETCH(bool, clean);
    QFETCH(std::optional<States>, states);
    const AttemptRecord record = recordOf(from, clean, states);
    const BuildRequest request = requestToContinue(record);
    QTEST(request.fromStage, "begins");
    QTEST(request.clean, "cleans");
    QCOMPARE(request.continuesAttempt, std::optional(7));
    QVERIFY(makeStagePlan(request, Platform::Linux).ok());
}

// `attempts retry --clean` of an attempt that failed later.
void ContinuingTest::cleaningGoesWithConfiguring()
{
    const States states { { "compile", StageState::Failed }, { "verify", StageState::Waiting } };
    BuildRequest request = requestToContinue(recordOf({}, false, states));
    QCOMPARE(request.fromStage, QStringLiteral("compile"));
    request.clean = true;
    QVERIFY(!makeStagePlan(request, Platform::Linux).ok());
    startNoLaterThan(StageKind::Configure, request);
    QVERIFY(makeStagePlan(request, Platform::Linux).ok());
}

QTEST_GUILESS_MAIN(ContinuingTest)
#include "ContinuingTest.moc"
