// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attempt/InstallRequest.h"
#include "core/export/BuildScript.h"
#include "core/request/TreeBackend.h"
#include "tests/endtoend/runner/RealAttempt.h"
#include "tests/support/WheelTree.h"

#include <QCryptographicHash>
#include <QDateTime>
#include <QStandardPaths>
#include <QTemporaryDir>

using namespace torchmason;

// A small tree whose setup.py drives CMake as PyTorch's does up to 2.13, built by the real runner.
class WheelTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void wheelIsPackedFromWhatWasBuilt();
    void theScriptDoesTheSame();

private:
    BuildRequest makeTree(const QString& source) const;

    QString m_python;
};

void WheelTest::initTestCase()
{
    for (const char* tool : { "cmake", "ninja", "cc" }) {
        if (QStandardPaths::findExecutable(QLatin1String(tool)).isEmpty())
            QSKIP("CMake, Ninja or a C compiler is not on this machine.");
    }
    m_python = pythonThatPacks();
    if (m_python.isEmpty())
        QSKIP("No Python here has setuptools and wheel (python3-setuptools, python3-wheel).");
}

BuildRequest WheelTest::makeTree(const QString& source) const
{
    writeWheelTree(source);
    BuildRequest request;
    request.sourceFolder = source;
    request.buildFolder = source + "/build";
    request.backend = settledBackend("wheel", source);
    request.jobs = 2;
    request.configuration.setFlag({ "Python_EXECUTABLE", m_python, "FILEPATH", ValueOrigin::User });
    return request;
}

void WheelTest::wheelIsPackedFromWhatWasBuilt()
{
    QTemporaryDir root;
    const QString source = root.filePath("my tree");
    BuildRequest request = makeTree(source);
    QCOMPARE(request.backend, "setup.py");
    // One that is no zip file, of a machine whose clock is ahead: nobody's business.
    const QString old = source + "/dist/torch-2.5.0-py3-none-any.whl";
    write(old, "old");
    QFile file(old);
    QVERIFY(file.open(QIODevice::ReadWrite));
    QVERIFY(file.setFileTime(QDateTime::currentDateTime().addDays(1), QFileDevice::FileModificationTime));
    file.close();
    const AttemptStore store(root.filePath("attempts"));
    RealAttempt attempt = runRequest(request, store);
    QVERIFY2(attempt.record.state == AttemptState::Succeeded,
        (attempt.record.error.toUtf8() + attempt.log("wheel") + attempt.log("verify")).constData());
    QCOMPARE(attempt.record.wheels.size(), 1);
    const WheelRecord wheel = attempt.record.wheels.first();
    QCOMPARE(QFileInfo(wheel.path).path(), source + "/dist");
    QCOMPARE(wheel.size, Bytes(QFileInfo(wheel.path).size()));
    QVERIFY(wheel.archs && wheel.archs->isEmpty()); // it was looked at, and has no code for cards
    QCOMPARE(wheel.sha256.toLatin1(),
        QCryptographicHash::hash(contentOf(wheel.path), QCryptographicHash::Sha256).toHex());
    // Configured and compiled by the stages before it: the front end had only to install and to pack.
    QVERIFY(!QFileInfo::exists(source + "/configured-again"));
    QVERIFY2(!attempt.log("wheel").contains("Building C object"), attempt.log("wheel").constData());
    QVERIFY(attempt.log("compile").contains("Building C object"));
    QVERIFY2(attempt.log("verify").contains("torch 2.6.0 from"), attempt.log("verify").constData());
    QVERIFY(!attempt.log("verify").contains((source + "/torch/__init__").toUtf8()));

    request.fromStage = "verify";
    attempt = runRequest(request, store);
    QVERIFY2(attempt.log("verify").contains("looking into " + wheel.path.toUtf8()),
        attempt.log("verify").constData());
    QCOMPARE(attempt.record.wheels.size(), 1); // that of the attempt before

    const InstallTarget target { root.filePath("an env"), false };
    auto install = requestToInstall(attempt.record, target);
    QVERIFY2(install, install ? "" : qPrintable(install.error().message));
    attempt = runRequest(*install, store);
    QVERIFY2(attempt.record.state == AttemptState::Succeeded,
        (attempt.record.error.toUtf8() + attempt.log("install")).constData());
    QVERIFY2(attempt.log("install").contains("To undo it:"), attempt.log("install").constData());
    QVERIFY(attempt.stage("compile").state == StageState::Skipped);
    QCOMPARE(QProcess::execute(target.environment + "/bin/python", { "-c", "import torch" }), 0);

    // Another build may pack there while an install waits its turn.
    const QByteArray packed = contentOf(wheel.path);
    write(wheel.path, packed.chopped(1) + char(~packed.back()));
    attempt = runRequest(*install, store);
    QVERIFY(attempt.record.state == AttemptState::Failed);
    QVERIFY2(attempt.log("install").contains("is not the wheel of attempt 2 any more"),
        attempt.log("install").constData());
    write(wheel.path, packed);

    QVERIFY(QFile::remove(source + "/torch/_C.so"));
    request.fromStage = "compile";
    request.skippedStages = QStringList { "wheel" };
    attempt = runRequest(request, store);
    QVERIFY2(attempt.record.state == AttemptState::Succeeded, qPrintable(attempt.record.error));
    QVERIFY(!attempt.log("verify").contains("looking into"));
    QVERIFY2(attempt.log("verify").contains("No wheel of this build"), attempt.log("verify").constData());
}

// By hand, in a tree that nothing was built in yet. (Quotes and % in its name are too much for setuptools.)
void WheelTest::theScriptDoesTheSame()
{
    QTemporaryDir root;
    const QString source = root.filePath("mine & yours! ü (2)");
    BuildRequest request = makeTree(source);
    request.clean = true;
    request.cleanLevel = "cache";
    AttemptSummary attempt;
    const RealAttempt real = runRequest(request, AttemptStore(root.filePath("attempts")));
    QVERIFY2(real.record.state == AttemptState::Succeeded, qPrintable(real.record.error));
    attempt.folder = real.folder;
    attempt.record = real.record;
    const auto script = attemptScript(attempt, ScriptKind::Shell);
    QVERIFY(script.ok());
    for (const char* made : { "/build", "/dist", "/torch.egg-info" })
        QVERIFY(QDir(source + QLatin1String(made)).removeRecursively());
    QProcess bash;
    bash.setProcessChannelMode(QProcess::MergedChannels);
    bash.start("bash", QStringList());
    bash.write(*script);
    bash.closeWriteChannel();
    QVERIFY(bash.waitForFinished(600'000));
    const QByteArray said = bash.readAll();
    QVERIFY2(bash.exitCode() == 0, said.constData());
    QVERIFY2(said.contains("Building C object") && said.contains("torch 2.6.0 multiplies matrices"),
        said.constData());
    QCOMPARE(QDir(source + "/dist").entryList({ "*.whl" }).size(), 1);
    QVERIFY(!QFileInfo::exists(source + "/configured-again"));
}

QTEST_GUILESS_MAIN(WheelTest)
#include "WheelTest.moc"
