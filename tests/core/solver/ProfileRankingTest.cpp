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
    void withoutACardWhatFitsComesFirst_data();
    void withoutACardWhatFitsComesFirst();
    void newestComesFirstWhereNothingFits();
    void reasonsAreThoseOfTheChecks_data();
    void reasonsAreThoseOfTheChecks();
    void whatFitsHasNoBlocker();
    void wishesCount();
    void aListOfOnesOwnCounts();
    void whatSpeaksForItIsNoReasonAgainst();
    // Programs read the ids; people read the same words here and in the window.
    void wordsAndIds()
    {
        QCOMPARE(profileFitText(ProfileFit::Historical), "known not to work");
        QCOMPARE(profileFitId(ProfileFit::Historical), "historical");
        for (const ProfileFit fit : { ProfileFit::Fits, ProfileFit::FitsWithChanges,
                 ProfileFit::ForOtherCards, ProfileFit::DoesNotFit })
            QCOMPARE(profileFitId(fit) == profileFitText(fit), fit != ProfileFit::FitsWithChanges);
        // It is the machine that changes; programs keep their word.
        QCOMPARE(profileFitText(ProfileFit::FitsWithChanges), "fits after fixes");
        QCOMPARE(profileFitId(ProfileFit::FitsWithChanges), "fits with changes");
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

void ProfileRankingTest::withoutACardWhatFitsComesFirst_data()
{
    QTest::addColumn<QByteArray>("machine");
    QTest::addColumn<QStringList>("order");
    QTest::newRow("CMake too old") << QByteArray("p40")
                                   << QStringList { "tour", "cpu-only", "debian-source" };
    QTest::newRow("all but the package of Debian")
        << QByteArray("perfect-linux-rtx5070") << QStringList { "cpu-only", "tour", "debian-source" };
}

void ProfileRankingTest::withoutACardWhatFitsComesFirst()
{
    QFETCH(QByteArray, machine);
    HostFacts facts = example(machine.constData());
    facts.gpus.clear();
    QStringList order;
    for (const RankedProfile& ranked : rankProfiles({ shippedProfiles(), {} }, facts).first(3))
        order << ranked.profile.id;
    QTEST(order, "order");
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
    QTest::newRow("another toolkit") << machine("tests/fixtures/facts/a100-cloud-cuda121.json")
                                     << QByteArray("pascal-volta-linux") << ProfileFit::DoesNotFit
                                     << "was made with CUDA 12.6, you have 12.1";
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
    const QStringList said = ranked.reasons + ranked.remarks;
    QVERIFY2(said.filter(reason).size() == 1, qPrintable(said.join(QLatin1String("; "))));
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

// It is what the build compiles for; which profile is the best stays.
void ProfileRankingTest::aListOfOnesOwnCounts()
{
    const HostFacts facts = example("container-a100-4-of-64");
    const ProfileCatalogue catalogue { shippedProfiles(), {} };
    QVERIFY(find(rankProfiles(catalogue, facts), "hopper-ptx-linux").fit == ProfileFit::DoesNotFit);
    const auto rankedWith = [&](const char* list) {
        RequestWishes wishes;
        wishes.configuration.setFlag(
            { QStringLiteral("TORCH_CUDA_ARCH_LIST"), QLatin1String(list), {}, ValueOrigin::User });
        return rankProfiles(catalogue, facts, wishes);
    };
    const auto served = rankedWith("8.0");
    const RankedProfile hopper = find(served, "hopper-ptx-linux");
    QVERIFY(hopper.fit != ProfileFit::DoesNotFit);
    QCOMPARE(hopper.remarks.filter(QStringLiteral("as you set it")).size(), 1);
    QCOMPARE(hopper.reasons.filter(QStringLiteral("compiles for")).size(), 0);
    QCOMPARE(served.first().profile.id, QStringLiteral("a100-linux"));
    // One that leaves the card out can be taken back: no other machine is needed.
    const auto unserved = rankedWith("9.0");
    QVERIFY(find(unserved, "a100-linux").fit == ProfileFit::FitsWithChanges);
    QCOMPARE(find(unserved, "a100-linux").reasons.filter(QStringLiteral("compiles for 9.0, you")).size(), 1);
    QCOMPARE(unserved.first().profile.id, QStringLiteral("a100-linux"));
}

void ProfileRankingTest::whatSpeaksForItIsNoReasonAgainst()
{
    const auto ranking = rankProfiles({ shippedProfiles(), {} }, example("container-a100-4-of-64"));
    const RankedProfile a100 = find(ranking, "a100-linux");
    QVERIFY(!a100.reasons.isEmpty());
    QCOMPARE(a100.reasons.filter(QStringLiteral("is made for")), QStringList());
    QCOMPARE(a100.remarks.filter(QStringLiteral("is made for your NVIDIA A100")).size(), 1);
}

QTEST_GUILESS_MAIN(ProfileRankingTest)
#include "ProfileRankingTest.moc"
