// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fixes/RequestDifference.h"

#include <QTest>

using namespace torchmason;

class RequestDifferenceTest : public QObject {
    Q_OBJECT

private slots:
    void sameIsNothing();
    void everythingIsNamed();
    void whatIsNotSetIsSaid();
    void aSuiteIsNoGitTag();
};

namespace {

BuildRequest request()
{
    BuildRequest made;
    made.sourceFolder = "/s";
    made.buildFolder = "/b";
    made.configuration.setFlag({ "USE_A", "ON", {} });
    made.jobs = 4;
    return made;
}

QStringList lines(const BuildRequest& before, const BuildRequest& after)
{
    QStringList all;
    for (const RequestDifference& difference : requestDifferences(before, after))
        all << differenceText(difference);
    return all;
}

}

void RequestDifferenceTest::sameIsNothing()
{
    BuildRequest other = request();
    other.continuesAttempt = 7;
    other.hostFacts = { { "x", 1 } };
    other.answers.append({ 7, "r", {}, "f" });
    QCOMPARE(lines(request(), other), QStringList());
}

void RequestDifferenceTest::everythingIsNamed()
{
    BuildRequest after = request();
    after.configuration.setFlag({ "USE_A", "OFF", {} });
    after.configuration.setEnvironment({ "CUDA_HOME", "/cuda" });
    after.jobs = 2;
    after.gate = GateUse::On;
    after.clean = true;
    after.fromStage = "configure";
    after.untilStage = "wheel";
    after.backend = "setup.py";
    after.install.environment = "/env";
    after.python.wheels = "/wheels";
    const QStringList expected { "USE_A becomes OFF (it is ON now)",
        "Environment CUDA_HOME becomes /cuda (it is not set now)", "it begins at configure instead of fetch",
        "it cleans the whole build folder first", "it ends after wheel instead of the last stage",
        "Folder of Python packages becomes /wheels (it is not set now)",
        "Memory gate becomes on (it is off now)", "Number of jobs becomes 2 (it is 4 now)",
        "Result becomes a wheel (it is libraries only now)",
        "Wheel installed into becomes /env (it is not set now)" };
    QCOMPARE(lines(request(), after), expected);
}

void RequestDifferenceTest::whatIsNotSetIsSaid()
{
    BuildRequest after = request();
    after.configuration.unsetFlag("USE_A");
    QCOMPARE(lines(request(), after), QStringList { "USE_A is removed from CMake's cache (it is ON now)" });
    after = request();
    after.configuration.removeFlag("USE_A");
    QCOMPARE(lines(request(), after), QStringList { "USE_A is no longer set (it is ON now)" });
    // MAX_JOBS is the number of jobs: told once, unless the build takes another one.
    after = request();
    after.configuration.setEnvironment({ "MAX_JOBS", "2" });
    after.jobs = 2;
    QCOMPARE(lines(request(), after), QStringList { "Number of jobs becomes 2 (it is 4 now)" });
    after.jobs = 3;
    QCOMPARE(lines(request(), after).size(), 2);
    after = request();
    after.configuration.setEnvironment({ "CUB_HOME", std::nullopt });
    QCOMPARE(lines(request(), after), QStringList { "Environment CUB_HOME is removed (it is not set now)" });
}

void RequestDifferenceTest::aSuiteIsNoGitTag()
{
    BuildRequest before = request();
    before.source.kind = SourceKind::DebianSource;
    BuildRequest after = before;
    after.source.tag = "trixie";
    const QStringList expected { "Debian suite becomes trixie (it is not set now)" };
    QCOMPARE(lines(before, after), expected);
}

QTEST_GUILESS_MAIN(RequestDifferenceTest)
#include "RequestDifferenceTest.moc"
