// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attempt/StageInputs.h"
#include "core/detect/HostFacts.h"
#include "core/store/AttemptWriter.h"
#include "tests/support/TestFiles.h"

#include <QDateTime>
#include <QTemporaryDir>

using namespace torchmason;

class StageInputsTest : public QObject {
    Q_OBJECT

private slots:
    void treeIsKnown_data();
    void treeIsKnown();
    void changesAreTold_data();
    void changesAreTold();
    void continuingBeginsWhereInputsChanged();
    void continuingNeedsWhatConfiguringMade();
};

namespace {

using Inputs = QMap<QString, QString>;

StageResult stageNamed(const char* id)
{
    StageResult stage;
    stage.id = QLatin1String(id);
    return stage;
}

BuildRequest requestIn(const QString& root)
{
    HostFacts facts;
    facts.tools
        = { { QStringLiteral("cmake"), QStringLiteral("/usr/bin/cmake"), QStringLiteral("3.25.1"), {} } };
    BuildRequest request;
    request.sourceFolder = root + QStringLiteral("/source");
    request.buildFolder = root + QStringLiteral("/build");
    request.hostFacts = toJson(facts);
    return request;
}

}

void StageInputsTest::treeIsKnown_data()
{
    QTest::addColumn<QStringList>("files"); // name, content...
    QTest::addColumn<QString>("source");
    const QString commit = QStringLiteral("1234567890123456789012345678901234567890");
    QTest::newRow("commit") << QStringList { ".git/HEAD", commit + '\n' } << commit;
    QTest::newRow("branch") << QStringList { ".git/HEAD", "ref: refs/heads/main\n", ".git/refs/heads/main",
        commit + '\n' } << commit;
    QTest::newRow("packed") << QStringList { ".git/HEAD", "ref: refs/heads/main\n", ".git/packed-refs",
        "# pack-refs\nffff refs/heads/other/refs/heads/main2\n" + commit + " refs/heads/main\n" }
                            << commit;
    QTest::newRow("worktree") << QStringList { ".git", "gitdir: ../main/.git/worktrees/source\n",
        "../main/.git/worktrees/source/HEAD", "ref: refs/heads/other\n",
        "../main/.git/worktrees/source/commondir", "../..\n", "../main/.git/refs/heads/other", commit + '\n',
        "version.txt", "1\n" } << commit;
    QTest::newRow("worktree of a commit") << QStringList { ".git", "gitdir: ../main/.git/worktrees/source\n",
        "../main/.git/worktrees/source/HEAD", commit + '\n', "../main/.git/worktrees/source/commondir",
        "../..\n" } << commit;
    QTest::newRow("worktree whose repository is gone")
        << QStringList { ".git", "gitdir: ../gone/.git/worktrees/source\n", "version.txt", "1\n" } << "1";
    QTest::newRow("submodule") << QStringList { ".git", "gitdir: ../.git/modules/source\n",
        "../.git/modules/source/HEAD", "ref: refs/heads/main\n", "../.git/modules/source/packed-refs",
        commit + " refs/heads/main\n" }
                               << commit;
    QTest::newRow("release") << QStringList { "version.txt", "2.6.0a0\n" } << "2.6.0a0";
    QTest::newRow("Debian") << QStringList { "version.txt", "2.6.0a0\n", "debian/changelog",
        "pytorch (2.6.0+dfsg-7) unstable; urgency=medium\n\n  * x\n" }
                            << "2.6.0a0 pytorch (2.6.0+dfsg-7) unstable; urgency=medium";
    QTest::newRow("nothing") << QStringList {} << "";
}

void StageInputsTest::treeIsKnown()
{
    QFETCH(QStringList, files);
    QTemporaryDir root;
    const BuildRequest request = requestIn(root.path());
    for (qsizetype at = 0; at + 1 < files.size(); at += 2)
        write(request.sourceFolder + '/' + files[at], files[at + 1].toUtf8());
    const Inputs inputs = stageInputs(request);
    QTEST(inputs.value("source"), "source");
    QCOMPARE(inputs.value("cmake"), QString("3.25.1"));
}

void StageInputsTest::changesAreTold_data()
{
    QTest::addColumn<Inputs>("before");
    QTest::addColumn<Inputs>("now");
    QTest::addColumn<QStringList>("changes");
    QTest::newRow("same") << Inputs { { "cmake", "3.25" } } << Inputs { { "cmake", "3.25" } }
                          << QStringList();
    QTest::newRow("newer") << Inputs { { "cmake", "3.25" } } << Inputs { { "cmake", "4.0" } }
                           << QStringList { "cmake is 4.0 now and was 3.25" };
    QTest::newRow("not known now") << Inputs { { "cmake", "3.25" } } << Inputs {} << QStringList();
    QTest::newRow("not known then") << Inputs {} << Inputs { { "cmake", "3.25" } } << QStringList();
}

void StageInputsTest::changesAreTold()
{
    QFETCH(Inputs, before);
    QFETCH(Inputs, now);
    QTEST(changedInputs(before, now), "changes");
}

void StageInputsTest::continuingBeginsWhereInputsChanged()
{
    QTemporaryDir root;
    AttemptRecord record;
    record.request = requestIn(root.path());
    write(record.request.sourceFolder + "/version.txt", "2.6.0\n");
    record.stages = { stageNamed("configure"), stageNamed("compile") };
    record.stages[0].state = StageState::Succeeded;
    record.stages[0].inputs = stageInputs(record.request);
    BuildRequest request = record.request;
    request.fromStage = "compile";
    write(request.buildFolder + "/CMakeCache.txt");
    QCOMPARE(startWhereInputsChanged(record, request), QStringList());
    QCOMPARE(request.fromStage, QString("compile"));
    write(record.request.sourceFolder + "/version.txt", "2.6.1\n");
    QCOMPARE(startWhereInputsChanged(record, request).size(), 1);
    QCOMPARE(request.fromStage, QString("configure"));
}

// Without it ninja has no rules, or runs CMake for ever.
void StageInputsTest::continuingNeedsWhatConfiguringMade()
{
    QTemporaryDir root;
    AttemptRecord record;
    record.request = requestIn(root.path());
    BuildRequest request = record.request;
    request.fromStage = "compile";
    const QStringList changes = startWhereInputsChanged(record, request);
    QVERIFY2(changes.size() == 1 && changes.first().contains("CMakeCache.txt is not there"),
        qPrintable(changes.join(' ')));
    QCOMPARE(request.fromStage, QString("configure"));

    request.fromStage = QString();
    QCOMPARE(startWhereInputsChanged(record, request), QStringList()); // it configures anyway
    request.untilStage = "fetch";
    QCOMPARE(startWhereInputsChanged(record, request), QStringList());
    request.untilStage = QString();
    request.fromStage = "compile"; // wished for by hand
    QVERIFY(startWhereNothingIsConfigured(request).contains("CMakeCache.txt is not there"));
    QCOMPARE(request.fromStage, QString("configure"));
    request.fromStage = "install";
    request.install.environment = root.path() + "/env";
    QCOMPARE(startWhereInputsChanged(record, request), QStringList()); // a wheel needs no build folder
}

QTEST_GUILESS_MAIN(StageInputsTest)
#include "StageInputsTest.moc"
