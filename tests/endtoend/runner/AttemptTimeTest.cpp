// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/endtoend/runner/PlayedAttempt.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

using namespace torchmason;

class AttemptTimeTest : public QObject {
    Q_OBJECT

private slots:
    void theTimeEndsWithTheLastStage_data()
    {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<int>("state");
        QTest::newRow("good") << QStringList { "flood", "50000", "sleep", "0.3" }
                              << int(AttemptState::Succeeded);
        QTest::newRow("failed") << QStringList { "flood", "50000", "sleep", "0.3", "exit", "1" }
                                << int(AttemptState::Failed);
        QTest::newRow("stopped") << QStringList { "print", "ready", "sleep", "600" }
                                 << int(AttemptState::Stopped);
    }
    // Its log is read to the end after that, and whoever was left behind is looked for.
    void theTimeEndsWithTheLastStage()
    {
        QFETCH(QStringList, words);
        QFETCH(int, state);
        const QTemporaryDir root;
        Attempt attempt(root.path(), { compiling(words) });
        if (state == int(AttemptState::Stopped)) {
            QVERIFY(attempt.startAndSay("ready"));
            QVERIFY(attempt.terminate());
        } else {
            QVERIFY(attempt.runToEnd());
        }
        const AttemptRecord record = attempt.record();
        QCOMPARE(int(record.state), state);
        const auto stage = record.stages[0].duration;
        QVERIFY(record.duration && stage && record.startedAt && record.endedAt);
        QVERIFY(*record.duration >= *stage);
        const qint64 after = *record.endedAt - *record.startedAt - record.duration->count();
        QVERIFY2(after >= 20, qPrintable(QString::number(after)));
    }
};

QTEST_GUILESS_MAIN(AttemptTimeTest)
#include "AttemptTimeTest.moc"
