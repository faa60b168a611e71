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
};

namespace {

BuildRequest request()
{
    BuildRequest made;
    made.sourceFolder = QStringLiteral("/s");
    made.buildFolder = QStringLiteral("/b");
    made.configuration.setFlag({ QStringLiteral("USE_A"), QStringLiteral("ON"), {} });
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
    other.answers.append({ 7, QStringLiteral("r"), {}, QStringLiteral("f") });
    QCOMPARE(lines(request(), other), QStringList());
}

void RequestDifferenceTest::everythingIsNamed()
{
    BuildRequest after = request();
    after.configuration.setFlag({ QStringLiteral("USE_A"), QStringLiteral("OFF"), {} });
    after.configuration.setEnvironment({ QStringLiteral("CUDA_HOME"), QStringLiteral("/cuda") });
    after.jobs = 2;
    after.gate = GateUse::On;
    after.clean = true;
    after.fromStage = QStringLiteral("configure");
    after.untilStage = QStringLiteral("wheel");
    after.backend = QStringLiteral("setup.py");
    after.install.environment = QStringLiteral("/env");
    after.python.wheels = QStringLiteral("/wheels");
    const QStringList expected { QStringLiteral("USE_A becomes OFF (it is ON now)"),
        QStringLiteral("Environment CUDA_HOME becomes /cuda (it is not set now)"),
        QStringLiteral("begins at configure instead of fetch"),
        QStringLiteral("cleans the whole build folder first"),
        QStringLiteral("ends after wheel instead of the last stage"),
        QStringLiteral("Folder of Python packages becomes /wheels (it is not set now)"),
        QStringLiteral("Result becomes a wheel (it is libraries only now)"),
        QStringLiteral("The memory gate becomes on (it is off now)"),
        QStringLiteral("The number of jobs becomes 2 (it is 4 now)"),
        QStringLiteral("The wheel is installed into becomes /env (it is not set now)") };
    QCOMPARE(lines(request(), after), expected);
}

void RequestDifferenceTest::whatIsNotSetIsSaid()
{
    BuildRequest after = request();
    after.configuration.unsetFlag(QStringLiteral("USE_A"));
    QCOMPARE(lines(request(), after),
        QStringList { QStringLiteral("USE_A is taken out of CMake's cache (it is ON now)") });
    after = request();
    after.configuration.removeFlag(QStringLiteral("USE_A"));
    QCOMPARE(
        lines(request(), after), QStringList { QStringLiteral("USE_A is no longer set (it is ON now)") });
    after = request();
    after.configuration.setEnvironment({ QStringLiteral("CUB_HOME"), std::nullopt });
    QCOMPARE(lines(request(), after),
        QStringList { QStringLiteral("Environment CUB_HOME is taken out (it is not set now)") });
}

QTEST_GUILESS_MAIN(RequestDifferenceTest)
#include "RequestDifferenceTest.moc"
