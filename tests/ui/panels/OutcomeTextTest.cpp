// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/OutcomeText.h"

#include "core/findings/FailureMatcher.h"
#include "core/findings/RuleSet.h"
#include "tests/support/Rows.h"
#include "ui/text/WindowWords.h"

#include <QTest>

using namespace torchmason;
using namespace std::chrono_literals;

namespace {

AttemptRecord recordOf(AttemptState state)
{
    AttemptRecord record;
    record.number = 12;
    record.state = state;
    return record;
}

AttemptRecord installOf(AttemptState state)
{
    AttemptRecord record = recordOf(state);
    record.request.install.environment = "/env";
    record.request.fromStage = "install";
    return record;
}

AttemptRecord takingBack(AttemptState state)
{
    AttemptRecord record = installOf(state);
    record.request.install.takesBack = 11;
    return record;
}

void addStage(AttemptRecord& record, const char* id, StageState state)
{
    StageResult stage;
    stage.id = id;
    stage.state = state;
    record.stages.append(stage);
}

}

// The words of a card, without the card.
class OutcomeTextTest : public QObject {
    Q_OBJECT

private slots:
    void titles_data()
    {
        QTest::addColumn<AttemptRecord>("record");
        QTest::addColumn<QString>("title");
        AttemptRecord configured = recordOf(AttemptState::Succeeded);
        configured.imported = ImportNote { 1, 0, {}, {}, "build.log" };
        addStage(configured, "configure", StageState::Succeeded);
        newRow("a log of configuring alone", configured, "Configuring is complete");
        AttemptRecord compiled = configured;
        addStage(compiled, "compile", StageState::Succeeded);
        newRow("a log of a build", compiled, "The build is complete after 1 min 5 s");
        newRow("cut off", recordOf(AttemptState::Interrupted), "The build was interrupted");
        newRow("stopped", recordOf(AttemptState::Stopped), "The build was stopped");
        newRow("failed", recordOf(AttemptState::Failed), "The build failed, and no known cause fits");
        newRow("install cut off", installOf(AttemptState::Interrupted), "The install was interrupted");
        newRow("install stopped", installOf(AttemptState::Stopped), "The install was stopped");
        newRow("install failed", installOf(AttemptState::Failed), "The wheel could not be installed");
        newRow("not taken back", takingBack(AttemptState::Failed), "The install could not be undone");
        newRow("installed", installOf(AttemptState::Succeeded), "The wheel is installed after 1 min 5 s");
        newRow("taken back", takingBack(AttemptState::Succeeded), "The install was undone after 1 min 5 s");
        AttemptRecord built = recordOf(AttemptState::Succeeded);
        built.request.untilStage = "compile";
        newRow("built", built, "The build is complete after 1 min 5 s");
    }
    void titles()
    {
        QFETCH(AttemptRecord, record);
        record.duration = 65s;
        QTEST(record.state == AttemptState::Succeeded ? successTitle(record) : endTitle(record), "title");
    }

    void stepsAreCountedWhereTheyCanGoOn()
    {
        AttemptRecord record = recordOf(AttemptState::Stopped);
        record.edgesDone = 30;
        record.edgesTotal = 50;
        const QString alone = endText(record, {});
        QVERIFY2(alone.endsWith("with Configure. 30 of 50 steps are done."), qPrintable(alone));
        const QString all = endText(record, { 100, 50 });
        QVERIFY2(all.endsWith("with Configure. 80 of 100 steps are done."), qPrintable(all));
        record.state = AttemptState::Interrupted;
        record.error = "It was ended from outside, or the machine went down.";
        QCOMPARE(endText(record, {}), record.error + u'\n' + alone);
        record.state = AttemptState::Failed;
        record.error = "Ninja ended with exit code 1.";
        QCOMPARE(endText(record, {}), record.error);
        record.state = AttemptState::Stopped;
        record.error.clear();
        record.imported = ImportNote {};
        QCOMPARE(endText(record, {}), "It ran on another machine; its log is here.");
    }

    // Where to put a command of the command line, docs/rules.md says.
    void theCommandLinesWordsAreLeftOut()
    {
        AttemptRecord record = recordOf(AttemptState::Failed);
        record.error
            = "The disk is full (/b). Then trying again (attempts retry N --use python=PATH) goes on.";
        QCOMPARE(endText(record, {}), "The disk is full (/b). Then trying again goes on.");
        QCOMPARE(inWindowWords("Take ccache (--cache ccache)."), "Take ccache.");
        QCOMPARE(inWindowWords("Use git clone with all tags (no --depth)."),
            "Use git clone with all tags (no --depth).");
        int speaking = 0;
        const auto rules = loadRules();
        for (const Rule& rule : rules->rules()) {
            QStringList texts { rule.explanation };
            for (const Fix& fix : rule.fixes)
                texts << fix.title << fix.detail;
            for (const QString& text : std::as_const(texts)) {
                speaking += text.contains("attempts retry");
                QVERIFY2(!inWindowWords(text).contains("attempts retry"), qPrintable(text));
            }
        }
        QVERIFY(speaking > 5);
    }

    void goesOnWithTheFirstStageThatDidNotEndWell()
    {
        AttemptRecord record = recordOf(AttemptState::Stopped);
        addStage(record, "fetch", StageState::Succeeded);
        addStage(record, "patch", StageState::Skipped);
        QCOMPARE(continueText(record), "Continue attempt 12");
        addStage(record, "compile", StageState::Stopped);
        addStage(record, "verify", StageState::Waiting);
        QCOMPARE(continueText(record), "Continue attempt 12 at Compile");
    }

    void comparisons_data()
    {
        QTest::addColumn<EarlierSuccess>("earlier");
        QTest::addColumn<QString>("text");
        newRow("faster", EarlierSuccess { 9, -12min, 62min, false, {} },
            "12 min faster than attempt 9, which took 1 h 2 min.");
        newRow("each of them rounded", EarlierSuccess { 9, -16200ms, 39600ms, false, {} },
            "17 s faster than attempt 9, which took 40 s."); // 23.4 s are shown as 23 s
        newRow("slower", EarlierSuccess { 9, 12min, 62min, false, {} },
            "12 min slower than attempt 9, which took 1 h 2 min.");
        newRow("one fetched", EarlierSuccess { 9, 12min, 62min, false, {}, true },
            "12 min slower than attempt 9, which took 1 h 2 min without fetching.");
        newRow("the earlier one continued others", EarlierSuccess { 9, 12min, 62min, false, {}, false, true },
            "12 min slower than attempt 9, which took 1 h 2 min with those it continued.");
        newRow("within a twentieth", EarlierSuccess { 9, -3min, 62min, false, {} },
            "As fast as attempt 9, which took 1 h 2 min.");
        newRow("of a chain", EarlierSuccess { 9, 12min, 62min, true, {} },
            "With the attempts it continued: 12 min slower than attempt 9, which took 1 h 2 min.");
        newRow("with other settings", EarlierSuccess { 9, 0s, 62min, false, { "USE_CUDA", "USE_MKL" } },
            "As fast as attempt 9, which took 1 h 2 min; it had other settings: USE_CUDA, "
            "USE_MKL.");
    }
    void comparisons()
    {
        QFETCH(EarlierSuccess, earlier);
        QFETCH(QString, text);
        QCOMPARE(comparisonText({ {}, earlier, { "torch imports" } }), "torch imports\n" + text);
        QCOMPARE(comparisonText({}), QString());
    }

    void whereTheTimeWent()
    {
        AttemptRecord record = recordOf(AttemptState::Succeeded);
        QVERIFY(timesText(record, {}).isEmpty());
        const QVector<TimePart> parts { { "compile", "bricks", 3, 70s, 70 },
            { "configure", {}, 0, 500ms, 0 } };
        QCOMPARE(timesText(record, parts),
            "Where the time went:\nCompile of bricks: about 1 min 10 s, 70 %\nConfigure: 0.5 s, under 1 %");
        record.duration = 100s;
        QCOMPARE(timesText(record, parts),
            "Where the time went, of 1 min 40 s in all:\nCompile of bricks: about 1 min 10 s, 70 "
            "%\nConfigure: 0.5 s, under 1 %\nEverything else: 30 s, 30 %");
        record.duration = 10s;
        const QVector<TimePart> rounded { { "compile", {}, 0, 6650ms, 67 }, { "configure", {}, 0, 950ms, 10 },
            { "verify", {}, 0, 400ms, 4 } };
        QVERIFY(timesText(record, rounded).endsWith("Everything else: 2 s, 19 %")); // 100 in all
    }

    void whatIsGoneIsCounted()
    {
        AttemptRecord record = recordOf(AttemptState::Succeeded);
        record.request.untilStage = "compile";
        record.products = QStringList { "/b/libc10.so", "/b/libtorch.so" };
        QVERIFY(!successText(record, 0).contains("no longer there"));
        QVERIFY(successText(record, 1).contains("1 of 2 files are no longer there"));
        QVERIFY(successText(record, 2).contains("The files of this build are no longer there"));
        record.wheels.append(WheelRecord());
        QVERIFY(productsOf(record).isEmpty());
    }

    void anUnknownTimeIsNotNamed()
    {
        AttemptRecord record = recordOf(AttemptState::Succeeded);
        record.request.untilStage = "compile";
        QCOMPARE(successTitle(record), "The build is complete");
    }

    void whatMayHaveBroughtSomethingCanBeTakenBack_data()
    {
        QTest::addColumn<AttemptState>("state");
        QTest::addColumn<StageState>("stage");
        QTest::addColumn<bool>("can");
        newRow("went well", AttemptState::Succeeded, StageState::Succeeded, true);
        newRow("failed", AttemptState::Failed, StageState::Failed, true);
        newRow("stopped", AttemptState::Stopped, StageState::Stopped, true);
        newRow("runs", AttemptState::Running, StageState::Running, false);
        newRow("its runner died", AttemptState::Interrupted, StageState::Running, true);
        newRow("never begun", AttemptState::Failed, StageState::Waiting, false);
    }
    void whatMayHaveBroughtSomethingCanBeTakenBack()
    {
        QFETCH(AttemptState, state);
        QFETCH(StageState, stage);
        AttemptRecord record = installOf(state);
        addStage(record, "install", stage);
        QTEST(canBeTakenBack(record), "can");
        record.request.install.takesBack = 11;
        QVERIFY(!canBeTakenBack(record));
        record.request.install.takesBack = 0;
        record.imported = ImportNote {}; // that environment is elsewhere
        QVERIFY(!canBeTakenBack(record));
    }

    void aLibraryIsPutWhereCMakeFindsIt()
    {
        AttemptRecord record = recordOf(AttemptState::Succeeded);
        record.products = QStringList { "/no/such/libtorch.so", "/no/such/program" };
        QVERIFY(useCommand(record).isEmpty()); // neither is a program that is there
        record.request.configuration.setFlag({ "CMAKE_INSTALL_PREFIX", "/made", {}, ValueOrigin::User });
        const QString command = useCommand(record);
        QVERIFY2(command.startsWith("cmake -DCMAKE_PREFIX_PATH=") && command.endsWith("made ..."),
            qPrintable(command));
    }
};

QTEST_GUILESS_MAIN(OutcomeTextTest)
#include "OutcomeTextTest.moc"
