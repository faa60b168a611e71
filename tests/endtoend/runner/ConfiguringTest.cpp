// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fixes/FixApplication.h"
#include "tests/endtoend/runner/RealAttempt.h"

#include <QStandardPaths>
#include <QTemporaryDir>

using namespace torchmason;

// Real runner, real CMake, and a project that switches its parts off as PyTorch does.
class ConfiguringTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void silentDowngradeStopsTheBuild_data();
    void silentDowngradeStopsTheBuild();
    void acceptedItGoesOnWithoutConfiguring();
    void switchedOffItIsAskedNoMore();
    void otherDifferencesAreToldOnly();
    void newFlagsOfTheEnvironmentAreNotIgnored();
    void wrongGeneratorIsToldBeforeCMakeIs();

private:
    BuildRequest request(const QVector<FlagValue>& flags) const;
    RealAttempt run(const BuildRequest& request) const
    {
        return runRequest(request, AttemptStore(m_root->path() + QStringLiteral("/attempts")));
    }

    std::unique_ptr<QTemporaryDir> m_root;
};

namespace {

const QByteArray project
    = "cmake_minimum_required(VERSION 3.18)\n"
      "project(small LANGUAGES NONE)\n"
      "option(USE_CUDA \"CUDA\" ON)\n"
      "option(USE_MPI \"MPI\" ON)\n"
      "option(USE_FAKELOWP \"\" ON)\n"
      "if(USE_CUDA)\n"
      "  message(STATUS \"Could NOT find CUDA (missing: CUDA_INCLUDE_DIRS)\")\n"
      "  message(WARNING \"Not compiling with CUDA.  Suppress this warning with -DUSE_CUDA=OFF.\")\n"
      "  set(USE_CUDA OFF CACHE BOOL \"CUDA\" FORCE)\n" // as caffe2_update_option does
      "endif()\n"
      "if(USE_MPI)\n"
      "  message(WARNING \"Not compiling with MPI. Suppress this warning with -DUSE_MPI=OFF\")\n"
      "  set(USE_MPI OFF)\n" // hidden from the cache
      "endif()\n"
      "set(USE_DISTRIBUTED ON)\n"
      "set(USE_FAKELOWP OFF)\n"
      "message(STATUS \"******** Summary ********\")\n"
      "foreach(name USE_CUDA USE_DISTRIBUTED USE_MPI USE_FAKELOWP)\n"
      "  message(STATUS \"  ${name} : ${${name}}\")\n"
      "endforeach()\n"
      "add_custom_target(small ALL COMMAND ${CMAKE_COMMAND} -E touch small.txt)\n";

FlagValue flag(const char* name, const char* value)
{
    return { QLatin1String(name), QLatin1String(value), QStringLiteral("BOOL"), ValueOrigin::User };
}

}

void ConfiguringTest::initTestCase()
{
    for (const char* tool : { "cmake", "ninja" }) {
        if (QStandardPaths::findExecutable(QLatin1String(tool)).isEmpty())
            QSKIP("CMake or Ninja is not on this machine.");
    }
}

void ConfiguringTest::init()
{
    m_root = std::make_unique<QTemporaryDir>();
    write(m_root->filePath(QStringLiteral("source/CMakeLists.txt")), project);
}

BuildRequest ConfiguringTest::request(const QVector<FlagValue>& flags) const
{
    BuildRequest request;
    request.sourceFolder = m_root->filePath(QStringLiteral("source"));
    request.buildFolder = m_root->filePath(QStringLiteral("build"));
    request.untilStage = QStringLiteral("compile");
    for (const FlagValue& value : flags)
        request.configuration.setFlag(value);
    return request;
}

void ConfiguringTest::silentDowngradeStopsTheBuild_data()
{
    QTest::addColumn<QByteArray>("asked");
    QTest::addColumn<QByteArray>("other");
    QTest::newRow("CUDA") << QByteArray("USE_CUDA") << QByteArray("USE_MPI");
    QTest::newRow("MPI, which the cache does not tell") << QByteArray("USE_MPI") << QByteArray("USE_CUDA");
}

void ConfiguringTest::silentDowngradeStopsTheBuild()
{
    QFETCH(QByteArray, asked);
    QFETCH(QByteArray, other);
    const RealAttempt attempt
        = run(request({ flag(asked.constData(), "ON"), flag(other.constData(), "OFF") }));
    QCOMPARE(attempt.record.state, AttemptState::Failed);
    QCOMPARE(attempt.stage("configure").state, StageState::Failed);
    QCOMPARE(attempt.stage("compile").state, StageState::Waiting);
    const QString sentence = attempt.stage("configure").error;
    QVERIFY2(sentence.startsWith(QString::fromUtf8(asked) + QStringLiteral(" was asked to be ON")),
        qPrintable(sentence));
    QVERIFY2(sentence.contains(QStringLiteral("Not compiling with")), qPrintable(sentence));
    QCOMPARE(attempt.record.error, sentence);
    QCOMPARE(attempt.findings.value(0).rule, QStringLiteral("part-switched-off"));
    QVERIFY(attempt.findings.first().root);
    QCOMPARE(attempt.findings.first().subject, QString::fromUtf8(asked));
}

void ConfiguringTest::acceptedItGoesOnWithoutConfiguring()
{
    const RealAttempt first = run(request({ flag("USE_CUDA", "ON"), flag("USE_MPI", "OFF") }));
    BuildRequest again = requestToContinue(first.record);
    const auto& fixes = first.findings.value(0).fixes;
    const auto accepting = std::find_if(fixes.begin(), fixes.end(),
        [](const Fix& fix) { return fix.kind == QLatin1String("accept-configuration"); });
    QVERIFY(accepting != fixes.end());
    QVERIFY(applyFix(*accepting, again));
    const RealAttempt second = run(again);
    QCOMPARE(second.record.state, AttemptState::Succeeded);
    QCOMPARE(second.stage("configure").state, StageState::Skipped);
    QVERIFY(QFileInfo::exists(m_root->filePath(QStringLiteral("build/small.txt"))));

    // Configuring once more does not ask again.
    again.fromStage = QStringLiteral("configure");
    const RealAttempt third = run(again);
    QCOMPARE(third.record.state, AttemptState::Succeeded);
    QVERIFY2(
        third.log("configure").contains("Accepted, though: USE_CUDA"), third.log("configure").constData());
}

void ConfiguringTest::switchedOffItIsAskedNoMore()
{
    const RealAttempt first = run(request({ flag("USE_CUDA", "ON"), flag("USE_MPI", "OFF") }));
    BuildRequest again = requestToContinue(first.record);
    const Fix fix = first.findings.value(0).fixes.value(1);
    QCOMPARE(fix.kind, QStringLiteral("set-flag"));
    QVERIFY(applyFix(fix, again));
    QCOMPARE(run(again).record.state, AttemptState::Succeeded);
}

void ConfiguringTest::otherDifferencesAreToldOnly()
{
    const RealAttempt attempt = run(request({ flag("USE_CUDA", "0"), flag("USE_MPI", "no"),
        flag("USE_FAKELOWP", "ON"), flag("NO_SUCH_FLAG", "1"), flag("USE_DISTRIBUTED", "TRUE") }));
    QCOMPARE(attempt.record.state, AttemptState::Succeeded);
    const QByteArray log = attempt.log("configure");
    QVERIFY2(log.contains("USE_FAKELOWP was asked to be ON and is OFF now"), log.constData());
    QVERIFY2(log.contains("This source does not use NO_SUCH_FLAG"), log.constData());
    QVERIFY2(!log.contains("USE_DISTRIBUTED was asked"), log.constData());
    QVERIFY2(log.contains("One flag differs from what was asked for"), log.constData());
    QCOMPARE(attempt.findings.size(), 0);
    const QByteArray events = contentOf(AttemptFiles::events(attempt.folder));
    QVERIFY2(events.count("\"warning\"") == 1, events.constData());
    QVERIFY2(events.contains("\"USE_FAKELOWP was asked to be ON and is OFF now."), events.constData());
}

// CMake reads it once and never tells.
void ConfiguringTest::newFlagsOfTheEnvironmentAreNotIgnored()
{
    const QVector<FlagValue> off { flag("USE_CUDA", "OFF"), flag("USE_MPI", "OFF") };
    BuildRequest asked = request(off + QVector<FlagValue> { flag("CMAKE_CXX_FLAGS", "-O1") });
    QCOMPARE(run(asked).record.state, AttemptState::Succeeded);
    asked = request(off);
    asked.configuration.setEnvironment(
        { QStringLiteral("CXXFLAGS"), QStringLiteral("-O3"), ValueOrigin::User });
    const RealAttempt refused = run(asked);
    QCOMPARE(refused.record.state, AttemptState::Failed);
    QVERIFY2(refused.record.error.contains(QStringLiteral("would not look at CXXFLAGS=-O3 again")),
        qPrintable(refused.record.error));
    QCOMPARE(refused.findings.value(0).rule, QStringLiteral("build-folder-cache-stale"));
}

// And the finding's fix is enough.
void ConfiguringTest::wrongGeneratorIsToldBeforeCMakeIs()
{
    BuildRequest asked = request({ flag("USE_CUDA", "OFF"), flag("USE_MPI", "OFF") });
    QCOMPARE(run(asked).record.state, AttemptState::Succeeded);
    asked.generator = QStringLiteral("Unix Makefiles");
    const RealAttempt refused = run(asked);
    QCOMPARE(refused.record.state, AttemptState::Failed);
    QVERIFY2(refused.record.error.contains(QStringLiteral("configured for Ninja")),
        qPrintable(refused.record.error));
    QVERIFY(!refused.log("configure").contains("CMake Error"));
    QCOMPARE(refused.findings.value(0).rule, QStringLiteral("build-folder-cache-stale"));
    BuildRequest again = requestToContinue(refused.record);
    QVERIFY(applyFix(refused.findings.first().fixes.value(0), again));
    again.generator = QStringLiteral("Ninja"); // make is not on every machine
    const RealAttempt cleaned = run(again);
    QCOMPARE(cleaned.record.state, AttemptState::Succeeded);
    QCOMPARE(cleaned.stage("clean").state, StageState::Succeeded);
    QVERIFY(QFileInfo::exists(m_root->filePath(QStringLiteral("build/small.txt"))));
}

QTEST_GUILESS_MAIN(ConfiguringTest)
#include "ConfiguringTest.moc"
