// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/endtoend/cli/AskedCli.h"
#include "tests/support/TestFiles.h"
#include "tests/ui/support/FakeAttempt.h"

using namespace torchmason;

// What torchmason-cli says of an attempt that nobody builds.
class AttachTest : public QObject, AskedCli {
    Q_OBJECT

private slots:
    void theFiguresGoWithTheirStage();
    void messagesAreCounted();
    void aDamagedAttemptIsASentence();
};

// All events come in one batch here, so that the figures are known when another stage is at work already.
void AttachTest::theFiguresGoWithTheirStage()
{
    FakeAttempt attempt(AttemptStore(home(QStringLiteral("data/attempts"))), QStringLiteral("Tour"), 3);
    attempt.startStage(QStringLiteral("compile"));
    attempt.addProgress(50, 100, 3);
    attempt.endStage(QStringLiteral("compile"), StageState::Succeeded, 20);
    attempt.startStage(QStringLiteral("verify"));
    attempt.end(AttemptState::Stopped, 25);
    const Answer watched = ask({ "attempts", "attach", "1" });
    const QByteArray& said = watched.output;
    QVERIFY(watched.code >= 0);
    QVERIFY2(said.contains("[Compile] succeeded after 20 s") && said.contains("[Verify] started"),
        said.constData());
    QVERIFY2(!said.contains("50/100"), said.constData());
}

void AttachTest::messagesAreCounted()
{
    m_home = QStringLiteral("counted");
    FakeAttempt attempt(AttemptStore(home(QStringLiteral("data/attempts"))), QStringLiteral("Tour"), 3);
    attempt.startStage(QStringLiteral("configure"));
    attempt.addMessages(QStringLiteral("configure"), 0, 2);
    attempt.endStage(QStringLiteral("configure"), StageState::Succeeded, 5);
    attempt.startStage(QStringLiteral("compile"));
    attempt.addMessages(QStringLiteral("compile"), 0, 4);
    attempt.addMessages(QStringLiteral("compile"), 1, 10); // all of this stage until now
    attempt.addProgress(50, 100, 3);
    attempt.end(AttemptState::Stopped, 25);
    const Answer watched = ask({ "attempts", "attach", "1" });
    QVERIFY2(watched.output.contains("[Compile] 50/100 (50 %), 3 running, 1 error, 12 warnings"),
        watched.output.constData());
}

void AttachTest::aDamagedAttemptIsASentence()
{
    FakeAttempt attempt(AttemptStore(home(QStringLiteral("data/attempts"))), QStringLiteral("Tour"), 3);
    attempt.startStage(QStringLiteral("compile"));
    torchmason::write(attempt.folder() + "/attempt.json", "{\"schema\":");
    const Answer watched = ask({ "attempts", "attach", QString::number(attempt.record().number) });
    QCOMPARE(watched.code, 1);
    QVERIFY2(watched.trouble.contains("attempt.json"), watched.trouble.constData());
}

QTEST_GUILESS_MAIN(AttachTest)
#include "AttachTest.moc"
