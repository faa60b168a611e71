// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/GitRevision.h"
#include "tests/support/Rows.h"

#include <QTest>

using namespace torchmason;

// What somebody may have meant who asks for a tag that is not there.
class NearRevisionsTest : public QObject {
    Q_OBJECT

private slots:
    void namesThatComeNear_data();
    void namesThatComeNear();
    void pyTorchsOwnTags_data();
    void pyTorchsOwnTags();
};

void NearRevisionsTest::namesThatComeNear_data()
{
    QTest::addColumn<QString>("asked");
    QTest::addColumn<QStringList>("expected");
    newRow("without its v", "2.14.1", QStringList { "v2.14.1", "v2.14.0" });
    newRow("capital", "V2.14.0", QStringList { "v2.14.0", "v2.14.1" });
    newRow("two numbers", "v2.14", QStringList { "v2.14.0", "v2.14.1" });
    newRow("never released", "v2.14.9", QStringList { "v2.14.1", "v2.14.0" });
    newRow("no such line", "v3.0.0", QStringList());
    newRow("a letter", "maim", QStringList { "main" });
    newRow("a branch", "release/2.15", QStringList { "release/2.14" });
    newRow("nothing like it", "banana", QStringList());
}

void NearRevisionsTest::namesThatComeNear()
{
    QFETCH(QString, asked);
    const QStringList names { "main", "release/2.14", "v2.14.1-rc2", "v2.9.1", "v2.14.0", "v2.10.0",
        "v2.14.1" };
    QTEST(nearRevisions(asked, names), "expected");
}

void NearRevisionsTest::pyTorchsOwnTags_data()
{
    QTest::addColumn<QString>("url");
    QTest::addColumn<QString>("asked");
    QTest::addColumn<QString>("meant"); // empty: nothing is known against it
    const QString torch = "https://github.com/pytorch/pytorch.git";
    newRow("without its v", torch, "2.14.1", "v2.14.1");
    newRow("two numbers", "git@github.com:pytorch/pytorch", "v2.6", "v2.6.0");
    newRow("newer than this program", torch, "v9.3.1", "");
    newRow("a candidate", torch, "v9.3.1-rc4", "");
    newRow("a branch", torch, "viable/strict", "");
    newRow("a commit", torch, "0123456789abcdef0123456789abcdef01234567", "");
    newRow("another repository", "https://github.com/ROCm/pytorch", "2.6.0", "");
}

void NearRevisionsTest::pyTorchsOwnTags()
{
    QFETCH(QString, url);
    QFETCH(QString, asked);
    QFETCH(QString, meant);
    const RevisionProblem problem = revisionProblem(url, asked, QStringLiteral("no-git"));
    QCOMPARE(problem.meant.value(0), meant);
    QVERIFY(!problem.isSure);
    QCOMPARE(problem.sentence.contains(asked) && problem.sentence.contains(meant), !meant.isEmpty());
}

QTEST_GUILESS_MAIN(NearRevisionsTest)
#include "NearRevisionsTest.moc"
