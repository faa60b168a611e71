// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/AppPaths.h"
#include "tests/ui/support/FakeAttempt.h"

#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

using namespace torchmason;

// What torchmason-cli says of an attempt that nobody builds.
class AttachTest : public QObject {
    Q_OBJECT

private slots:
    void theFiguresGoWithTheirStage();
};

// All events come in one batch here, so that the figures are known when another stage is at work already.
void AttachTest::theFiguresGoWithTheirStage()
{
    const QTemporaryDir home;
    qputenv("TORCHMASON_HOME", home.path().toUtf8());
    FakeAttempt attempt(AttemptStore(AppPaths::attemptsFolder()), QStringLiteral("Tour"), 3);
    attempt.startStage(QStringLiteral("compile"));
    attempt.addProgress(50, 100, 3);
    attempt.endStage(QStringLiteral("compile"), StageState::Succeeded, 20);
    attempt.startStage(QStringLiteral("verify"));
    attempt.end(AttemptState::Stopped, 25);
    QProcess watcher;
    watcher.start(QStringLiteral(TORCHMASON_BIN "/torchmason-cli"), { "attempts", "attach", "1" });
    QVERIFY(watcher.waitForFinished(60'000));
    const QByteArray said = watcher.readAllStandardOutput();
    QVERIFY2(said.contains("[Compile] succeeded after 20 s") && said.contains("[Verify] started"),
        said.constData());
    QVERIFY2(!said.contains("50/100"), said.constData());
}

QTEST_GUILESS_MAIN(AttachTest)
#include "AttachTest.moc"
