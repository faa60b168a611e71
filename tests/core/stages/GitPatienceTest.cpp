// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/GitTree.h"
#include "tests/core/stages/GitFixture.h"

#include <QElapsedTimer>

#include <csignal>

using namespace torchmason;

// A git that hangs: on a disk of the network, in a program that it starts.
class GitPatienceTest : public QObject, private GitFixture {
    Q_OBJECT

private slots:
    void init() { setUp(); }

    void whatHangsIsEndedWithItsChildren()
    {
        plant("sleep 600 &\necho $! >\"${0%/*}/child\"\nwait\n");
        QElapsedTimer clock;
        clock.start();
        const GitAnswer answer = askGit(path("git"), path("."), { "status" }, Milliseconds(3000));
        QVERIFY(clock.elapsed() < 60'000);
        QVERIFY(!answer.isGood && answer.text.isEmpty());
        QVERIFY2(
            answer.late.contains(path(".")) && answer.late.contains("3 seconds"), qPrintable(answer.late));
        const pid_t child = pid_t(contentOf(path("child")).trimmed().toInt());
        QVERIFY(child > 1);
        QTRY_VERIFY(hasEnded(child));
    }

    void whatAnswersIsNotLate()
    {
        plant("echo yes\n");
        const GitAnswer answer = askGit(path("git"), path("."), { "status" });
        QVERIFY(answer.isGood && answer.late.isEmpty());
        QCOMPARE(answer.text, "yes");
    }

    // Each question of the look at a user's own tree: what is unknown is not taken for "nothing to lose".
    void aTreeOfWhichGitSaysNothingIsLeftAlone_data()
    {
        QTest::addColumn<QByteArray>("question");
        for (const char* question : { "rev-parse", "config", "rev-list" })
            QTest::newRow(question) << QByteArray(question);
    }
    void aTreeOfWhichGitSaysNothingIsLeftAlone()
    {
        QFETCH(QByteArray, question);
        QVERIFY(QDir().mkpath(path("mine/.git")));
        plant("case $3 in " + question + ") exec sleep 600;; rev-list) echo 0;; esac\n");
        const auto checked = checkGitTree(path("mine"), "https://example.org/x", path("git"));
        QVERIFY(!checked.ok());
        QVERIFY2(checked.error().message.contains("10 seconds"), qPrintable(checked.error().message));
    }

private:
    void plant(const QByteArray& script)
    {
        write(path("git"), "#!/bin/sh\n" + script);
        QVERIFY(QFile::setPermissions(path("git"), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    }
    // Also where nobody has taken its end yet, as in a container without an init.
    static bool hasEnded(pid_t pid)
    {
        return ::kill(pid, 0) != 0 || contentOf(QStringLiteral("/proc/%1/stat").arg(pid)).contains(") Z ");
    }
};

QTEST_GUILESS_MAIN(GitPatienceTest)
#include "GitPatienceTest.moc"
