// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/FailedSteps.h"

#include <QTest>

using namespace torchmason;

class FailedStepsTest : public QObject {
    Q_OBJECT

private:
    static constexpr qint64 startedAt = 1'700'000'000'000;

    static EdgeRecord step(qint64 end, bool failed)
    {
        EdgeRecord edge;
        edge.output = QStringLiteral("o%1.o").arg(end);
        edge.end = end;
        edge.failed = failed;
        return edge;
    }
    static AttemptEvent event(const char* type, qint64 elapsed, const char* stage = "compile")
    {
        return { startedAt + elapsed, QLatin1String(type), QLatin1String(stage), Json::object() };
    }

private slots:
    void whatFailedIsCounted()
    {
        FailedSteps failed;
        QCOMPARE(failed.count(), 0);
        failed.addEvents({ event("command-started", 1000) }, startedAt);
        failed.addSteps({ step(2000, false), step(3000, true), step(4000, true) });
        QCOMPARE(failed.count(), 2);
        QCOMPARE(failed.first()->output, "o3000.o");
        QCOMPARE(stepsDone(3, failed.count()), 1); // of those that ninja counts
        AttemptRecord record;
        QVERIFY(!stepsDone(record));
        record.edgesDone = 3;
        QCOMPARE(stepsDone(record), std::optional<qint64>(3));
        record.edgesFailed = 2;
        QCOMPARE(stepsDone(record), std::optional<qint64>(1));
    }

    void aCommandThatIsTriedAgainHasFailedNothing()
    {
        FailedSteps failed;
        failed.addEvents({ event("command-started", 1000) }, startedAt);
        failed.addSteps({ step(3000, true) });
        failed.addEvents({ event("command-started", 5000) }, startedAt);
        QCOMPARE(failed.count(), 0);
        QVERIFY(!failed.first());
        failed.addSteps({ step(6000, true) });
        QCOMPARE(failed.count(), 1);
        QCOMPARE(failed.first()->output, "o6000.o");
    }

    void anotherStageForgivesNothing()
    {
        FailedSteps failed;
        failed.addEvents({ event("command-started", 1000) }, startedAt);
        failed.addSteps({ step(3000, true) });
        for (const char* stage : { "fetch", "environment", "verify", "" })
            failed.addEvents({ event("command-started", 5000, stage) }, startedAt);
        QCOMPARE(failed.count(), 1);
        failed.addEvents({ event("command-started", 6000, "wheel") }, startedAt); // runs ninja, too
        QCOMPARE(failed.count(), 0);
    }

    void whatIsStoppedHasNotFailed()
    {
        FailedSteps failed;
        failed.addSteps({ step(3000, true) });
        failed.addEvents({ event("stop-requested", 4000) }, startedAt);
        failed.addSteps({ step(4500, true) });
        QCOMPARE(failed.count(), 1);
    }
};

QTEST_GUILESS_MAIN(FailedStepsTest)
#include "FailedStepsTest.moc"
