// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/stages/PlannedStages.h"
#include "tests/support/Rows.h"

#include <QTest>

using namespace torchmason;

using Change = void (*)(BuildRequest&);

namespace {

QStringList skippedIn(const StagePlan& plan)
{
    QStringList ids;
    for (const Stage& stage : plan.stages) {
        if (stage.skipped)
            ids << stage.id;
    }
    return ids;
}

}

// Which stages a request has, which of them run, and which requests have none.
class StageChoiceTest : public QObject {
    Q_OBJECT

private slots:
    void startsNoLaterThanAStage()
    {
        BuildRequest request = plainRequest();
        startNoLaterThan(StageKind::Configure, request);
        QCOMPARE(request.fromStage, QString());
        request.fromStage = "verify";
        request.acceptConfiguration = true;
        configureAgain(request);
        QVERIFY(beginsAt(request, StageKind::Configure) && !request.acceptConfiguration);
        startNoLaterThan(StageKind::Compile, request);
        QVERIFY(beginsAt(request, StageKind::Configure));
        startNoLaterThan(StageKind::Fetch, request);
        QCOMPARE(request.fromStage, QString());
    }

    void stagesRunBetweenBeginningAndEnd()
    {
        BuildRequest request = plainRequest();
        QVERIFY(runsStage(request, StageKind::Fetch) && runsStage(request, StageKind::Verify));
        request.fromStage = "patch";
        request.untilStage = "compile";
        request.skippedStages = QStringList { "configure" };
        for (const StageKind kind : { StageKind::Patch, StageKind::Environment, StageKind::Compile })
            QVERIFY2(runsStage(request, kind), qPrintable(stageKindId(kind)));
        for (const StageKind kind : { StageKind::Fetch, StageKind::Configure, StageKind::Wheel })
            QVERIFY2(!runsStage(request, kind), qPrintable(stageKindId(kind)));
    }

    void stagesComeInReadingOrder()
    {
        const auto plan = makeStagePlan(plainRequest(), Platform::Linux);
        QVERIFY(plan.ok());
        QStringList ids;
        for (const Stage& stage : plan->stages)
            ids << stage.id;
        QCOMPARE(ids, QStringList({ "fetch", "clean", "configure", "compile", "install", "verify" }));
        QCOMPARE(skippedIn(*plan), QStringList({ "clean", "install" }));
        QVERIFY(stageOf(*plan, "clean")->skipReason.contains("not asked for"));
    }

    void rangesSkipWithReasons_data()
    {
        QTest::addColumn<QString>("from");
        QTest::addColumn<QString>("until");
        QTest::addColumn<QStringList>("left");
        QTest::addColumn<bool>("clean");
        QTest::addColumn<QStringList>("skipped");
        const QStringList none;
        newRow("all", "", "", none, false, QStringList({ "clean", "install" }));
        newRow("from compile", "compile", "", none, false,
            QStringList({ "fetch", "clean", "configure", "install" }));
        newRow("until configure", "", "configure", none, false,
            QStringList({ "clean", "compile", "install", "verify" }));
        newRow("one stage", "verify", "verify", none, false,
            QStringList({ "fetch", "clean", "configure", "compile", "install" }));
        newRow("left out", "", "", QStringList({ "verify" }), false,
            QStringList({ "clean", "install", "verify" }));
        newRow("clean asked", "", "", none, true, QStringList({ "install" }));
        newRow("from clean is asking", "clean", "", none, false, QStringList({ "fetch", "install" }));
        newRow(
            "clean, then from configure", "configure", "", none, true, QStringList({ "fetch", "install" }));
        newRow("clean only", "clean", "clean", none, true,
            QStringList({ "fetch", "configure", "compile", "install", "verify" }));
    }
    void rangesSkipWithReasons()
    {
        QFETCH(QString, from);
        QFETCH(QString, until);
        QFETCH(QStringList, left);
        QFETCH(bool, clean);
        BuildRequest request = plainRequest();
        request.fromStage = from;
        request.untilStage = until;
        request.skippedStages = left;
        request.clean = clean;
        const auto plan = makeStagePlan(request, Platform::Linux);
        QVERIFY2(plan.ok(), plan.ok() ? "" : qPrintable(plan.error().message));
        QTEST(skippedIn(*plan), "skipped");
        for (const Stage& stage : plan->stages)
            QCOMPARE(stage.skipReason.isEmpty(), !stage.skipped);
    }

    void impossibleRequestsAreRefused_data()
    {
        QTest::addColumn<Change>("change");
        QTest::addColumn<QString>("words");
        const auto row = [](const char* name, Change change, const char* words) {
            newRow(name, change, QString(words));
        };
        row(
            "unknown from", [](BuildRequest& r) { r.fromStage = "complie"; },
            "\"complie\"; the stages are fetch, clean, configure, compile, install, verify");
        row(
            "unknown skip", [](BuildRequest& r) { r.skippedStages = QStringList { "wheel" }; },
            "\"wheel\"; the stages are");
        row(
            "backwards", [](BuildRequest& r) { r.fromStage = "compile", r.untilStage = "fetch"; },
            "fetch comes first");
        row(
            "clean without configure", [](BuildRequest& r) { r.clean = true, r.fromStage = "compile"; },
            "configured again");
        row(
            "relative source", [](BuildRequest& r) { r.sourceFolder = "src"; }, "absolute");
        row(
            "no build folder", [](BuildRequest& r) { r.buildFolder.clear(); }, "absolute");
        row(
            "source inside build", [](BuildRequest& r) { r.buildFolder = "/src/"; },
            "lies in the build folder");
        row(
            "source is build", [](BuildRequest& r) { r.buildFolder = "/src/./pytorch/"; },
            "lies in the build folder");
        row(
            "flag with equals sign",
            [](BuildRequest& r) {
                r.configuration.setFlag({ "A=B", "1", {}, {} });
            },
            "A=B");
        row(
            "variable with a space",
            [](BuildRequest& r) {
                r.configuration.setEnvironment({ "A B", "1", {} });
            },
            "\"A B\"");
        row(
            "variable that is a command",
            [](BuildRequest& r) {
                r.configuration.setEnvironment({ "A;reboot;B", "1", {} });
            },
            "\"A;reboot;B\"");
        row(
            "target that is an option", [](BuildRequest& r) { r.targets = QStringList { "-t" }; }, "\"-t\"");
        row(
            "debian without package", [](BuildRequest& r) { r.source.kind = SourceKind::DebianSource; },
            "source package");
        row(
            "debian option",
            [](BuildRequest& r) {
                r.source = { SourceKind::DebianSource, {}, {}, "-oX", {} };
            },
            "\"-oX\"");
        row(
            "debian line break",
            [](BuildRequest& r) {
                r.source = { SourceKind::DebianSource, {}, {}, "hello\n", {} };
            },
            "not the name of a Debian source package");
        row(
            "suite with a line break",
            [](BuildRequest& r) {
                r.source = { SourceKind::DebianSource, {}, "trixie\n", "hello", {} };
            },
            "not the name of a Debian suite");
        row(
            "git without tag",
            [](BuildRequest& r) {
                r.source = { SourceKind::Git, "https://x/y", {}, {}, {} };
            },
            "tag");
    }
    void impossibleRequestsAreRefused()
    {
        QFETCH(Change, change);
        QFETCH(QString, words);
        BuildRequest request = plainRequest();
        change(request);
        const auto plan = makeStagePlan(request, Platform::Linux);
        QVERIFY(!plan.ok());
        QVERIFY2(plan.error().message.contains(words), qPrintable(plan.error().message));
    }

    void independentStagesMayOverlap()
    {
        BuildRequest request = plainRequest();
        QVERIFY(stageOf(*makeStagePlan(request, Platform::Linux), "clean")->after.isEmpty());
        request.buildFolder = "/src/pytorch/build";
        QCOMPARE(stageOf(*makeStagePlan(request, Platform::Linux), "clean")->after, QStringList { "fetch" });
        for (const char* before : { "fetch", "clean", "configure", "compile", "install" })
            QVERIFY(stageOf(*makeStagePlan(request, Platform::Linux), "verify")->after.contains(before));
        request.install.environment = "/opt/env"; // a wheel is looked at before it replaces another one
        request.backend = "setup.py";
        const auto plan = makeStagePlan(request, Platform::Linux);
        QVERIFY(stageOf(*plan, "install")->after.contains("verify"));
        QVERIFY(!stageOf(*plan, "verify")->after.contains("install"));
        const auto idsOf = [](const StagePlan& of) {
            QStringList ids;
            for (const Stage& stage : of.stages)
                ids << stage.id;
            return ids;
        };
        request.install = {};
        QCOMPARE(idsOf(*makeStagePlan(request, Platform::Linux)), idsOf(*plan)); // one order in the history
        request.backend = "wheel"; // the tree is not there yet
        request.configuration.setFlag({ "CMAKE_INSTALL_PREFIX", "/x", {}, ValueOrigin::User });
        request.fromStage = "install";
        request.untilStage = "verify";
        const auto copied = makeStagePlan(request, Platform::Linux);
        QVERIFY2(copied, copied ? "" : qPrintable(copied.error().message));
        QVERIFY(stageOf(*copied, "verify")->after.contains("install"));
        request = plainRequest();
        request.buildFolder = "/src/pytorch-build"; // begins with the same letters but is another folder
        QVERIFY(stageOf(*makeStagePlan(request, Platform::Linux), "clean")->after.isEmpty());
    }

    void figuresAreThoseOfTheStageThatCompiles()
    {
        BuildRequest request = plainRequest();
        request.configuration.setFlag({ "CMAKE_INSTALL_PREFIX", "/x", {}, ValueOrigin::User });
        StagePlan plan = makeStagePlan(request, Platform::Linux).value();
        QVERIFY(tellsOfTheBuild(plan, "compile"));
        QVERIFY(!tellsOfTheBuild(plan, "install"));
        request.fromStage = "install";
        plan = makeStagePlan(request, Platform::Linux).value();
        QVERIFY(tellsOfTheBuild(plan, "install"));
    }

    void gitNeverSeesAnOption()
    {
        BuildRequest request = plainRequest();
        for (const SourceSpec& source :
            { SourceSpec { SourceKind::Git, "--upload-pack=touch x", "v1", {}, {} },
                SourceSpec { SourceKind::Git, "https://x/y", "--orphan", {}, {} },
                SourceSpec { SourceKind::Git, "ext::sh -c x", "v1", {}, {} } }) {
            request.source = source;
            QVERIFY(!makeStagePlan(request, Platform::Linux).ok());
        }
    }
};

QTEST_GUILESS_MAIN(StageChoiceTest)
#include "StageChoiceTest.moc"
