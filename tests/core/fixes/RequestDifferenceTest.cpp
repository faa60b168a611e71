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
    const QStringList expected { QStringLiteral("USE_A: ON, then OFF"),
        QStringLiteral("Environment CUDA_HOME: not set, then /cuda"),
        QStringLiteral("Begins at: fetch, then configure"),
        QStringLiteral("Clean first: nothing, then the whole build folder"),
        QStringLiteral("Jobs: 4, then 2"), QStringLiteral("Memory gate: off, then on") };
    QCOMPARE(lines(request(), after), expected);
}

void RequestDifferenceTest::whatIsNotSetIsSaid()
{
    BuildRequest after = request();
    after.configuration.unsetFlag(QStringLiteral("USE_A"));
    QCOMPARE(lines(request(), after),
        QStringList { QStringLiteral("USE_A: ON, then taken out of CMake's cache") });
    after = request();
    after.configuration.removeFlag(QStringLiteral("USE_A"));
    QCOMPARE(lines(request(), after), QStringList { QStringLiteral("USE_A: ON, then not set") });
    after = request();
    after.configuration.setEnvironment({ QStringLiteral("CUB_HOME"), std::nullopt });
    QCOMPARE(lines(request(), after),
        QStringList { QStringLiteral("Environment CUB_HOME: not set, then taken out") });
}

QTEST_GUILESS_MAIN(RequestDifferenceTest)
#include "RequestDifferenceTest.moc"
