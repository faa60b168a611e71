// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attempt/InstallRequest.h"
#include "core/config/TreeBackend.h"
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

private:
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

void WheelTest::wheelIsPackedFromWhatWasBuilt()
{
    QTemporaryDir root;
    const QString source = root.filePath(QStringLiteral("my tree"));
    writeWheelTree(source);
    BuildRequest request;
    request.sourceFolder = source;
    request.buildFolder = source + QStringLiteral("/build");
    request.backend = settledBackend(QStringLiteral("wheel"), source);
    request.jobs = 2;
    QCOMPARE(request.backend, QStringLiteral("setup.py"));
    request.configuration.setFlag(
        { QStringLiteral("Python_EXECUTABLE"), m_python, QStringLiteral("FILEPATH"), ValueOrigin::User });
    // One that is no zip file, of a machine whose clock is ahead: nobody's business.
    const QString old = source + QStringLiteral("/dist/torch-2.5.0-py3-none-any.whl");
    write(old, "old");
    QFile file(old);
    QVERIFY(file.open(QIODevice::ReadWrite));
    QVERIFY(file.setFileTime(QDateTime::currentDateTime().addDays(1), QFileDevice::FileModificationTime));
    file.close();
    const AttemptStore store(root.filePath(QStringLiteral("attempts")));
    RealAttempt attempt = runRequest(request, store);
    QVERIFY2(attempt.record.state == AttemptState::Succeeded,
        (attempt.record.error.toUtf8() + attempt.log("wheel") + attempt.log("verify")).constData());
    QCOMPARE(attempt.record.wheels.size(), 1);
    const WheelRecord wheel = attempt.record.wheels.first();
    QCOMPARE(QFileInfo(wheel.path).path(), source + QStringLiteral("/dist"));
    QCOMPARE(wheel.size, Bytes(QFileInfo(wheel.path).size()));
    QVERIFY(wheel.archs && wheel.archs->isEmpty()); // it was looked at, and has no code for cards
    QCOMPARE(wheel.sha256.toLatin1(),
        QCryptographicHash::hash(contentOf(wheel.path), QCryptographicHash::Sha256).toHex());
    // Configured and compiled by the stages before it: the front end had only to install and to pack.
    QVERIFY(!QFileInfo::exists(source + QStringLiteral("/configured-again")));
    QVERIFY2(!attempt.log("wheel").contains("Building C object"), attempt.log("wheel").constData());
    QVERIFY(attempt.log("compile").contains("Building C object"));
    QVERIFY2(attempt.log("verify").contains("torch 2.6.0 from"), attempt.log("verify").constData());
    QVERIFY(!attempt.log("verify").contains((source + QStringLiteral("/torch/__init__")).toUtf8()));

    request.fromStage = QStringLiteral("verify");
    attempt = runRequest(request, store);
    QVERIFY2(attempt.log("verify").contains("looking into " + wheel.path.toUtf8()),
        attempt.log("verify").constData());
    QCOMPARE(attempt.record.wheels.size(), 1); // that of the attempt before

    const InstallTarget target { root.filePath(QStringLiteral("an env")), false };
    auto install = requestToInstall(attempt.record, target);
    QVERIFY2(install, install ? "" : qPrintable(install.error().message));
    attempt = runRequest(*install, store);
    QVERIFY2(attempt.record.state == AttemptState::Succeeded,
        (attempt.record.error.toUtf8() + attempt.log("install")).constData());
    QVERIFY2(attempt.log("install").contains("To take it back:"), attempt.log("install").constData());
    QVERIFY(attempt.stage("compile").state == StageState::Skipped);
    QCOMPARE(QProcess::execute(target.environment + QStringLiteral("/bin/python"),
                 { QStringLiteral("-c"), QStringLiteral("import torch") }),
        0);

    QVERIFY(QFile::remove(source + QStringLiteral("/torch/_C.so")));
    request.fromStage = QStringLiteral("compile");
    request.skippedStages = QStringList { QStringLiteral("wheel") };
    attempt = runRequest(request, store);
    QVERIFY2(attempt.record.state == AttemptState::Succeeded, qPrintable(attempt.record.error));
    QVERIFY(!attempt.log("verify").contains("looking into"));
    QVERIFY2(attempt.log("verify").contains("No wheel of this build"), attempt.log("verify").constData());
}

QTEST_GUILESS_MAIN(WheelTest)
#include "WheelTest.moc"
