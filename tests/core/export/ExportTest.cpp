// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/AttemptComparison.h"
#include "core/export/MarkdownReport.h"
#include "core/export/ScriptExport.h"

#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using namespace torchmason;

namespace {

Stage stageOf(const Command& command)
{
    Stage stage;
    stage.id = QStringLiteral("configure");
    stage.title = QStringLiteral("Configure $(touch planted)");
    stage.commands = { command };
    return stage;
}

StagePlan planOf(const Command& command)
{
    StagePlan plan;
    plan.stages = { stageOf(command) };
    return plan;
}

}

class ExportTest : public QObject {
    Q_OBJECT

private slots:
    void argumentsReachTheProgramUnchanged();
    void cleaningSparesWhatIsNoBuildFolder();
    void batchFilesKeepPercentSigns();
    void leftOutStagesAreComments();
    void evidenceCannotBreakOutOfItsBlock();
    void onlyDifferencesAreNamed();
};

void ExportTest::argumentsReachTheProgramUnchanged()
{
    const QString bash = QStandardPaths::findExecutable(QStringLiteral("bash"));
    if (bash.isEmpty())
        QSKIP("there is no bash here");
    QTemporaryDir folder;
    const QStringList hostile { QStringLiteral("$(touch planted)"), QStringLiteral("it's `id`"), QStringLiteral("a b"), QStringLiteral("-DX=\"1;2\"") };
    Command command;
    command.program = QStringLiteral("printf");
    command.arguments = QStringList { QStringLiteral("%s\\n") } + hostile;
    command.workingFolder = folder.path();
    QProcess process;
    process.setWorkingDirectory(folder.path());
    process.start(bash, {});
    process.write(shellScript(planOf(command), { QStringLiteral("x"), {} }));
    process.closeWriteChannel();
    QVERIFY(process.waitForFinished());
    const QString output = QString::fromUtf8(process.readAllStandardOutput());
    QCOMPARE(process.exitCode(), 0);
    QVERIFY2(output.endsWith(hostile.join(QLatin1Char('\n')) + QLatin1Char('\n')), qPrintable(output));
    QVERIFY(!QFile::exists(folder.filePath(QStringLiteral("planted"))));
}

void ExportTest::cleaningSparesWhatIsNoBuildFolder()
{
    const QString bash = QStandardPaths::findExecutable(QStringLiteral("bash"));
    if (bash.isEmpty())
        QSKIP("there is no bash here");
    QTemporaryDir folder;
    QFile precious(folder.filePath(QStringLiteral("precious")));
    QVERIFY(precious.open(QIODevice::WriteOnly));
    Command command;
    command.program = QStringLiteral("/opt/torchmason-runner");
    command.arguments = { QStringLiteral("clean"), QStringLiteral("--build"), folder.path() };
    QProcess process;
    process.start(bash, {});
    process.write(shellScript(planOf(command), {}));
    process.closeWriteChannel();
    QVERIFY(process.waitForFinished());
    QCOMPARE(process.exitCode(), 1);
    QVERIFY(precious.exists());
}

void ExportTest::batchFilesKeepPercentSigns()
{
    Command command;
    command.program = QStringLiteral("C:/Program Files/CMake/bin/cmake.exe");
    command.arguments = { QStringLiteral("-DX=100%PATH%") };
    command.environment = { { QStringLiteral("NINJA_STATUS"), QStringLiteral("[%f/%t] "), ValueOrigin::Default } };
    const QByteArray script = batchScript(planOf(command), {});
    QVERIFY(script.contains("set \"NINJA_STATUS=[%%f/%%t] \"\r\n"));
    QVERIFY2(script.contains("100%%PATH%%"), script.constData());
    QCOMPARE(script.count('\n'), script.count("\r\n"));
    QVERIFY(script.contains("if errorlevel 1 goto failed"));
}

void ExportTest::leftOutStagesAreComments()
{
    Command command;
    command.program = QStringLiteral("never-run");
    StagePlan plan = planOf(command);
    plan.stages.first().skipped = true;
    plan.stages.first().skipReason = QStringLiteral("before --from compile");
    for (const QByteArray& script : { shellScript(plan, {}), batchScript(plan, {}) }) {
        QVERIFY(!script.contains("never-run"));
        QVERIFY(script.contains("before --from compile"));
    }
}

void ExportTest::evidenceCannotBreakOutOfItsBlock()
{
    Finding finding;
    finding.root = true;
    finding.title = QStringLiteral("A cause");
    finding.evidence = QStringLiteral("```\n# not a heading");
    const QString report = markdownReport(AttemptRecord {}, { finding });
    QVERIFY(report.contains(QStringLiteral("````\n```\n# not a heading\n````")));
}

void ExportTest::onlyDifferencesAreNamed()
{
    AttemptRecord left;
    left.request.configuration.setFlag({ QStringLiteral("USE_CUDA"), QStringLiteral("ON"), {}, ValueOrigin::User });
    left.request.configuration.setFlag({ QStringLiteral("SAME"), QStringLiteral("1"), {}, ValueOrigin::User });
    AttemptRecord right = left;
    QVERIFY(compareRecords(left, right).isEmpty());
    right.request.configuration.setFlag({ QStringLiteral("USE_CUDA"), QStringLiteral("OFF"), {}, ValueOrigin::User });
    right.request.configuration.setFlag({ QStringLiteral("NEW"), QStringLiteral("x"), {}, ValueOrigin::User });
    const QVector<AttemptDifference> differences = compareRecords(left, right);
    QCOMPARE(differences.size(), 2);
    QCOMPARE(differences.at(0).name, QStringLiteral("USE_CUDA"));
    QCOMPARE(differences.at(0).right, QStringLiteral("OFF"));
    QVERIFY(differences.at(1).left.isEmpty());
}

QTEST_GUILESS_MAIN(ExportTest)
#include "ExportTest.moc"
