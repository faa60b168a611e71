// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/panels/OneAttempt.h"
#include "tests/ui/panels/Progress.h"
#include "ui/panels/AttemptActivity.h"
#include "ui/panels/AttemptText.h"

#include <QTest>

using namespace torchmason;
using namespace std::chrono_literals;

// What is said of an attempt that runs.
class AttemptWordsTest : public QObject, private OneAttempt {
    Q_OBJECT

private slots:
    void init() { makeAttempt(); }

    void remaining_data()
    {
        QTest::addColumn<BuildProgress>("progress");
        QTest::addColumn<qint64>("age");
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("overdue");
        const auto row = [](const char* name, BuildProgress progress, Milliseconds age, const char* text,
                             bool overdue) {
            QTest::newRow(name) << progress << qint64(age.count()) << QString::fromUtf8(text) << overdue;
        };
        row("just told", progressOf(3, 110min, 140min), 0s, "1 h 50 min to 2 h 20 min", false);
        row("runs down", progressOf(3, 110min, 140min), 20min, "1 h 30 min to 2 h", false);
        row("low end reached", progressOf(3, 2min, 5min), 3min, "up to 2 min", false);
        row("never below zero", progressOf(3, 2min, 5min), 9min, "", true);
        row("just run out", progressOf(3, 2min, 5min), 5min, "", true);
        row("nothing known", progressOf(3, {}, {}), 5min, "", false);
        row("all done", progressOf(100, 0s, 0s), 5min, "", false);
        row("small steps", progressOf(3, 12s, 34s), 0s, "20 s to 40 s", false);
    }
    void remaining()
    {
        QFETCH(BuildProgress, progress);
        QFETCH(qint64, age);
        QFETCH(QString, text);
        QFETCH(bool, overdue);
        QCOMPARE(remainingText(progress, Milliseconds(age)), text);
        QCOMPARE(isOverdue(progress, Milliseconds(age)), overdue);
    }

    // The time left stands still where the elapsed time does.
    void whatWasToldGetsNoOlderWithoutSamples()
    {
        AttemptActivity activity;
        activity.setRecord(m_attempt->record(), true);
        QCOMPARE(activity.sinceTold(400'000), 0s);
        activity.setProgress({ progressOf(62, 110min, 140min), "compile", 100'000 });
        QCOMPARE(activity.sinceTold(400'000), 300s);
        Sample sample;
        sample.time = 160'000;
        sample.elapsed = 60'000;
        activity.addSamples({ sample });
        QCOMPARE(activity.sinceTold(162'000), 62s);
        QCOMPARE(activity.sinceTold(400'000), 65s);
        QCOMPARE(activity.ran(400'000), 65s);
        QCOMPARE(activity.sinceTold(0), 0s); // a clock that was set back
    }

    void theSearchForACauseIsNoWork()
    {
        AttemptActivity activity;
        activity.setRecord(m_attempt->record(), true);
        QVERIFY(activity.isAtWork()); // it begins
        m_attempt->startStage("compile");
        activity.setRecord(m_attempt->record(), true);
        QVERIFY(activity.isAtWork());
        activity.addEvents({ { 0, "command-ended", "compile", {} } });
        QVERIFY(!activity.isAtWork());
        activity.addEvents({ { 0, "command-started", "compile", {} } });
        QVERIFY(activity.isAtWork());
    }

    void failedStepsOfALogAreCounted()
    {
        AttemptActivity activity;
        AttemptRecord record = m_attempt->record();
        record.edgesDone = record.edgesTotal = 4;
        activity.setRecord(record, false);
        QCOMPARE(activity.failed(), 0);
        record.edgesFailed = 2;
        activity.setRecord(record, false);
        QCOMPARE(activity.failed(), 2);
        QCOMPARE(activity.done(), 2);
        m_attempt->startStage("compile");
        record = m_attempt->record();
        record.edgesFailed = 2;
        activity.setRecord(record, true);
        QVERIFY(!activity.isFailing()); // which step failed is told then
    }

    void theActivityInWords()
    {
        AttemptActivity activity;
        m_attempt->startStage(QStringLiteral("compile"));
        activity.setRecord(m_attempt->record(), true);
        QCOMPARE(activity.words(), QStringLiteral("Compiling"));
        activity.setProgress({ progressOf(30, 2min, 5min), QStringLiteral("compile"), 0 });
        QCOMPARE(activity.words(), QStringLiteral("Compiling 30 %"));
        activity.setProgress({ progressOf(7, {}, {}), QStringLiteral("wheel"), 0 }); // not the build's
        QCOMPARE(activity.words(), QStringLiteral("Compiling 30 %"));
        m_attempt->endStage(QStringLiteral("compile"), StageState::Succeeded, 20);
        m_attempt->startStage(QStringLiteral("verify"));
        activity.setRecord(m_attempt->record(), true);
        QCOMPARE(activity.words(), QStringLiteral("Verifying"));
        QCOMPARE(activity.percent(), -1);
        QCOMPARE(activity.done(), 30);
        AttemptRecord over = m_attempt->record();
        for (StageResult& stage : over.stages)
            stage.state = StageState::Succeeded;
        activity.setRecord(over, true);
        QCOMPARE(activity.words(), QStringLiteral("Finishing"));
        m_attempt->endStage(QStringLiteral("verify"), StageState::Failed, 2, 1);
        m_attempt->end(AttemptState::Failed, 30);
        activity.setRecord(m_attempt->record(), false);
        QCOMPARE(activity.words(), QStringLiteral("Verify failed"));
    }
};

QTEST_MAIN(AttemptWordsTest)
#include "AttemptWordsTest.moc"
