// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/solver/ProfileRanking.h"
#include "core/solver/Solver.h"

#include "core/detect/HostFacts.h"

#include <QTest>

#include <algorithm>

using namespace torchmason;

namespace {

HostFacts machine(const QString& file)
{
    const auto facts = readFactsFile(QStringLiteral(TORCHMASON_SOURCE "/") + file);
    if (!facts)
        qFatal("%s", qPrintable(facts.error().message));
    return *facts;
}

HostFacts example(const char* name)
{
    return machine(QStringLiteral("resources/examples/facts/%1.json").arg(QLatin1String(name)));
}

HostFacts windowsMachine(const char* cuda)
{
    return machine(
        QStringLiteral("tests/fixtures/facts/rtx5070-windows-cuda%1.json").arg(QLatin1String(cuda)));
}

RankedProfile find(const QVector<RankedProfile>& ranking, const char* id)
{
    const auto found = std::find_if(ranking.begin(), ranking.end(),
        [&](const RankedProfile& ranked) { return ranked.profile.id == QLatin1String(id); });
    if (found == ranking.end())
        qFatal("no profile %s", id);
    return *found;
}

}

class ProfileRankingTest : public QObject {
    Q_OBJECT

private slots:
    void theCardsOwnComesFirst_data();
    void theCardsOwnComesFirst();
    void withoutACardWhatNeedsNoneComesFirst();
    void newestComesFirstWhereNothingFits();
    void reasonsAreThoseOfTheChecks_data();
    void reasonsAreThoseOfTheChecks();
    void whatFitsHasNoBlocker();
    void wishesCount();
    // Programs read the ids; people read the same words here and in the window.
    void wordsAndIds()
    {
        QCOMPARE(profileFitText(ProfileFit::Historical), "known not to work");
        QCOMPARE(profileFitId(ProfileFit::Historical), "historical");
        for (const ProfileFit fit : { ProfileFit::Fits, ProfileFit::FitsWithChanges,
                 ProfileFit::ForOtherCards, ProfileFit::DoesNotFit })
            QCOMPARE(profileFitId(fit), profileFitText(fit));
    }
};

void ProfileRankingTest::theCardsOwnComesFirst_data()
{
    QTest::addColumn<HostFacts>("facts");
    QTest::addColumn<QString>("best");
    QTest::addColumn<ProfileFit>("fit");
    QTest::newRow("all is there") << windowsMachine("129") << "rtx5070-cuda129-windows" << ProfileFit::Fits;
    QTest::newRow("its toolkit has to be installed")
        << windowsMachine("124") << "rtx5070-cuda129-windows" << ProfileFit::FitsWithChanges;
    QTest::newRow("Linux") << example("perfect-linux-rtx5070") << "rtx50-linux" << ProfileFit::Fits;
    QTest::newRow("Pascal, CMake too old")
        << example("p40") << "pascal-volta-linux" << ProfileFit::FitsWithChanges;
    QTest::newRow("A100, toolkit too old")
        << example("container-a100-4-of-64") << "a100-linux" << ProfileFit::FitsWithChanges;
    QTest::newRow("what names its capability before what names an older one")
        << example("wsl2-rtx3060") << "multi-arch-linux" << ProfileFit::FitsWithChanges;
    QTest::newRow("two cards, one of them served")
        << example("three-toolkits-two-gpus") << "rtx50-linux" << ProfileFit::FitsWithChanges;
    QTest::newRow("no card") << example("bare-linux") << "cpu-only" << ProfileFit::FitsWithChanges;
}

void ProfileRankingTest::theCardsOwnComesFirst()
{
    QFETCH(HostFacts, facts);
    const auto ranking = rankProfiles({ shippedProfiles(), {} }, facts);
    QTEST(ranking.first().profile.id, "best");
    QTEST(ranking.first().fit, "fit");
    QCOMPARE(ranking.last().fit, ProfileFit::Historical);
    const auto isWorse = [](const RankedProfile& left, const RankedProfile& right) {
        return left.fit >= ProfileFit::DoesNotFit && right.fit < ProfileFit::DoesNotFit;
    };
    QVERIFY(std::adjacent_find(ranking.begin(), ranking.end(), isWorse) == ranking.end());
}

void ProfileRankingTest::withoutACardWhatNeedsNoneComesFirst()
{
    QStringList order;
    for (const RankedProfile& ranked : rankProfiles({ shippedProfiles(), {} }, example("bare-linux"))) {
        if (ranked.fit < ProfileFit::DoesNotFit)
            order << (ranked.profile.needs.computeCapabilities.isEmpty() ? ranked.profile.id
                                                                         : QStringLiteral("for a card"));
    }
    QVERIFY(order.size() > 4);
    QCOMPARE(order.mid(0, 3), QStringList({ "cpu-only", "debian-source", "tour" }));
    QCOMPARE(order.mid(3).count(QStringLiteral("for a card")), order.size() - 3);
}

// What cannot be built here is in the order in which people look for it: this system before others, new
// before old.
void ProfileRankingTest::newestComesFirstWhereNothingFits()
{
    QStringList forCards;
    QStringList elsewhere;
    for (const RankedProfile& ranked : rankProfiles({ shippedProfiles(), {} }, example("bare-linux"))) {
        if (ranked.fit == ProfileFit::ForOtherCards)
            forCards << ranked.profile.id;
        else if (ranked.fit == ProfileFit::DoesNotFit)
            elsewhere << ranked.profile.id;
    }
    QCOMPARE(forCards,
        QStringList(
            { "rtx50-linux", "hopper-ptx-linux", "multi-arch-linux", "a100-linux", "pascal-volta-linux" }));
    QCOMPARE(elsewhere,
        QStringList({ "rtx50-windows", "pascal-volta-windows", "rtx5070-cuda129-windows",
            "kepler-cuda114-windows" }));
    // With a card, those of this system for other ones stand before all that are for another system.
    const auto isOfOther = [](const RankedProfile& left, const RankedProfile& right) {
        return left.fit == ProfileFit::DoesNotFit && right.fit == left.fit
            && !left.profile.platforms.contains(Platform::Linux)
            && right.profile.platforms.contains(Platform::Linux);
    };
    const auto ranking = rankProfiles({ shippedProfiles(), {} }, example("perfect-linux-rtx5070"));
    QVERIFY(find(ranking, "a100-linux").fit == ProfileFit::DoesNotFit);
    QVERIFY(std::adjacent_find(ranking.begin(), ranking.end(), isOfOther) == ranking.end());
}

void ProfileRankingTest::reasonsAreThoseOfTheChecks_data()
{
    QTest::addColumn<HostFacts>("facts");
    QTest::addColumn<QByteArray>("profile");
    QTest::addColumn<ProfileFit>("fit");
    QTest::addColumn<QString>("reason");
    QTest::newRow("toolkit") << windowsMachine("124") << QByteArray("rtx5070-cuda129-windows")
                             << ProfileFit::FitsWithChanges
                             << "CUDA 12.4.131 cannot compile for the NVIDIA GeForce RTX 5070 (12.0)";
    QTest::newRow("another card") << windowsMachine("124") << QByteArray("pascal-volta-windows")
                                  << ProfileFit::DoesNotFit << "you have NVIDIA GeForce RTX 5070 (12.0)";
    QTest::newRow("another system") << windowsMachine("124") << QByteArray("a100-linux")
                                    << ProfileFit::DoesNotFit << "is for Linux, this machine runs Windows";
    QTest::newRow("nothing there") << example("bare-linux") << QByteArray("cpu-only")
                                   << ProfileFit::FitsWithChanges << "CMake: needs 3.27 or newer, none was";
    QTest::newRow("no card here") << example("bare-linux") << QByteArray("rtx50-linux")
                                  << ProfileFit::ForOtherCards << "none was found here";
    QTest::newRow("a rule of the configuration")
        << example("k40-r470") << QByteArray("cpu-only") << ProfileFit::FitsWithChanges << "refuses CMake";
    QTest::newRow("the card idles") << example("perfect-linux-rtx5070") << QByteArray("cpu-only")
                                    << ProfileFit::Fits << "does not use your NVIDIA GeForce RTX 5070";
    QTest::newRow("through PTX") << example("perfect-linux-rtx5070") << QByteArray("hopper-ptx-linux")
                                 << ProfileFit::Fits << "RTX 5070 (12.0) through PTX";
    QTest::newRow("historical") << windowsMachine("124") << QByteArray("rtx5070-cuda123-windows")
                                << ProfileFit::Historical << "sm_120";
}

void ProfileRankingTest::reasonsAreThoseOfTheChecks()
{
    QFETCH(HostFacts, facts);
    QFETCH(QByteArray, profile);
    QFETCH(QString, reason);
    const auto ranking = rankProfiles({ shippedProfiles(), {} }, facts);
    const RankedProfile ranked = find(ranking, profile.constData());
    QTEST(ranked.fit, "fit");
    QVERIFY2(ranked.reasons.filter(reason).size() == 1, qPrintable(ranked.reasons.join(QLatin1String("; "))));
}

// A machine that the ranking calls fit passes the preflight, and none that it does not.
void ProfileRankingTest::whatFitsHasNoBlocker()
{
    const HostFacts machines[] = { windowsMachine("129"), windowsMachine("124"),
        example("perfect-linux-rtx5070"), example("p40"), example("bare-linux"), example("wsl2-rtx3060") };
    int fits = 0;
    for (const HostFacts& facts : machines) {
        for (const RankedProfile& ranked : rankProfiles({ shippedProfiles(), {} }, facts)) {
            const int blockers = verdictOf(problemsOf({ facts, ranked.profile, {} })).failures;
            QVERIFY2(
                (ranked.fit == ProfileFit::Fits) == (blockers == 0) || ranked.fit == ProfileFit::DoesNotFit,
                qPrintable(ranked.profile.id + QLatin1Char(' ') + facts.osName));
            fits += ranked.fit == ProfileFit::Fits;
        }
    }
    QVERIFY(fits > 5);
}

// An environment of the build's own brings the modules that the system's Python lacks.
void ProfileRankingTest::wishesCount()
{
    HostFacts facts = example("container-a100-4-of-64");
    QVERIFY(!facts.pythons.isEmpty());
    for (PythonFacts& python : facts.pythons)
        python.modules.clear();
    const ProfileCatalogue catalogue { shippedProfiles(), {} };
    const auto reasons = [&](const RequestWishes& wishes) {
        return find(rankProfiles(catalogue, facts, wishes), "cpu-only").reasons.join(QLatin1Char('\n'));
    };
    QVERIFY2(reasons({}).contains(QLatin1String("missing yaml")), qPrintable(reasons({})));
    RequestWishes wishes;
    wishes.venv = true;
    QVERIFY2(!reasons(wishes).contains(QLatin1String("missing yaml")), qPrintable(reasons(wishes)));
}

QTEST_GUILESS_MAIN(ProfileRankingTest)
#include "ProfileRankingTest.moc"
