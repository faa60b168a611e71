// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/DetectionNeeds.h"
#include "core/config/ProfileStore.h"
#include "core/config/RequestMaker.h"
#include "core/fixes/RequestSteps.h"
#include "core/fixes/WishesForRetry.h"
#include "core/profile/ProfileCatalogue.h"
#include "tests/support/Members.h"

#include <QTest>

#include <functional>

using namespace torchmason;

namespace {

Profile plainProfile()
{
    Profile profile;
    profile.id = profile.name = QStringLiteral("plain");
    profile.source.kind = SourceKind::Git;
    profile.source.tag = QStringLiteral("v2.6.0");
    profile.platforms = { hostPlatform() };
    profile.configuration.setFlag(
        { QStringLiteral("USE_UNWISHED"), QStringLiteral("ON"), {}, ValueOrigin::Profile });
    return profile;
}

// Numbers of the members that make no difference, neither alone nor beside all others: the address of a
// cache does nothing without a cache, and packages make an environment by themselves.
QVector<int> forgottenBy(const std::function<QByteArray(const RequestWishes&)>& outcome)
{
    const RequestWishes full = fullWishes();
    const QVector<RequestWishes> alone = oneMemberOf(full, {});
    const QVector<RequestWishes> without = oneMemberOf({}, full);
    QVector<int> forgotten;
    for (int number = 0; number < alone.size(); ++number) {
        if (outcome(alone[number]) == outcome({}) && outcome(without[number]) == outcome(full))
            forgotten.append(number);
    }
    return forgotten;
}

}

class WishesTest : public QObject {
    Q_OBJECT

private slots:
    void theTestKnowsEveryMember();
    void everyMemberReachesTheBuild();
    void everyMemberIsSavedOrToldToBeLeftOut();
    void everyMemberReachesARetryOrIsRefused();
    void everyStepOfAChangeActs();
    void stepsSurviveAsJson();
    void aStepPutsItsValueOverTheOneBefore();
    void theGateIsUsedAgain();
    void wishesLieOverOthers();
};

void WishesTest::theTestKnowsEveryMember()
{
    const RequestWishes full = fullWishes();
    const RequestWishes none;
    QCOMPARE(sameMembers(membersOfWishes(full), membersOfWishes(none)), QVector<int>());
    QVERIFY(none.isEmpty());
    for (const RequestWishes& alone : oneMemberOf(full, none))
        QVERIFY(!alone.isEmpty());
}

// Programs are looked for before there are facts; the rest is in the request.
void WishesTest::everyMemberReachesTheBuild()
{
    const Profile profile = plainProfile();
    QCOMPARE(forgottenBy([&profile](const RequestWishes& wishes) {
        const BuildRequest request = draftRequest(profile, HostFacts(), wishes).request;
        return compactJson(toJson(request))
            + compactJson(toJson(detectionFor(profile, wishes).overrides.values()));
    }),
        QVector<int>());
}

void WishesTest::everyMemberIsSavedOrToldToBeLeftOut()
{
    const Profile profile = plainProfile();
    QCOMPARE(forgottenBy([&profile](const RequestWishes& wishes) {
        const WishedProfile wished = withWishes(profile, wishes);
        return compactJson(toJson(wished.profile)) + compactJson(toJson(wished.leftOut));
    }),
        QVector<int>());
}

void WishesTest::everyMemberReachesARetryOrIsRefused()
{
    RequestWishes folders;
    folders.sourceFolder = QStringLiteral("/wished/source");
    folders.buildFolder = QStringLiteral("/wished/build");
    const BuildRequest attempt = draftRequest(plainProfile(), HostFacts(), folders).request;
    QCOMPARE(forgottenBy([&attempt](const RequestWishes& wishes) {
        BuildRequest again = attempt;
        const auto put = putOver(wishes, HostFacts(), again);
        const QByteArray made = put ? compactJson(toJson(again)) : put.error().message.toUtf8();
        return made + refusalForRetry(wishes).toUtf8();
    }),
        QVector<int>());
}

void WishesTest::everyStepOfAChangeActs()
{
    for (const StepKind kind : allStepKinds()) {
        RequestWishes before;
        before.gate = GateUse::Off;
        before.skippedStages = { QStringLiteral("wheel") };
        RequestWishes after = before;
        applyStep({ kind, QStringLiteral("wheel"), QStringLiteral("3") }, after);
        const bool isOfFacts = kind == StepKind::Choose || kind == StepKind::Install;
        QVERIFY2((after == before) == isOfFacts, qPrintable(stepKindId(kind)));
    }
}

void WishesTest::stepsSurviveAsJson()
{
    QCOMPARE(allStepKinds().last(), StepKind::Install);
    for (const StepKind kind : allStepKinds()) {
        const ChangeStep step { kind, QStringLiteral("name"), QStringLiteral("value") };
        const auto again = changeStepFromJson(toJson(step), QStringLiteral("step"));
        QVERIFY2(again && *again == step, qPrintable(stepKindId(kind)));
    }
}

void WishesTest::aStepPutsItsValueOverTheOneBefore()
{
    const QString name = QStringLiteral("A");
    RequestWishes wishes;
    wishes.configuration.setFlag({ name, QStringLiteral("ON"), QStringLiteral("BOOL"), ValueOrigin::User });
    applyStep({ StepKind::SetFlag, name, QStringLiteral("OFF") }, wishes);
    QCOMPARE(wishes.configuration.flags,
        (QVector<FlagValue> { { name, QStringLiteral("OFF"), QStringLiteral("BOOL"), ValueOrigin::User } }));
    applyStep({ StepKind::UnsetFlag, name, {} }, wishes);
    QVERIFY(wishes.configuration.flags.isEmpty());
    applyStep({ StepKind::SetFlag, name, QStringLiteral("1") }, wishes);
    QVERIFY(wishes.configuration.unsetFlags.isEmpty());
    applyStep({ StepKind::SetEnvironment, name, QStringLiteral("1") }, wishes);
    applyStep({ StepKind::UnsetEnvironment, name, {} }, wishes);
    QCOMPARE(wishes.configuration.environment,
        (QVector<EnvironmentValue> { { name, std::nullopt, ValueOrigin::User } }));
    applyStep({ StepKind::Jobs, {}, QStringLiteral("0") }, wishes);
    QCOMPARE(wishes.jobs, std::optional(1));
}

void WishesTest::theGateIsUsedAgain()
{
    RequestWishes wishes;
    wishes.gate = GateUse::Off;
    applyStep({ StepKind::UseGate, {}, {} }, wishes);
    QVERIFY(wishes.isEmpty());
    QCOMPARE(draftRequest(plainProfile(), HostFacts(), wishes).request.gate, GateUse::WhereFree);
    wishes.gate = GateUse::On;
    applyStep({ StepKind::UseGate, {}, {} }, wishes);
    QCOMPARE(wishes.gate, std::optional(GateUse::On));
}

void WishesTest::wishesLieOverOthers()
{
    const RequestWishes full = fullWishes();
    QCOMPARE(laidOver({}, full), full);
    QCOMPARE(laidOver(full, {}), full);
    RequestWishes above;
    above.tag = QStringLiteral("v2.8.0");
    above.cache = QStringLiteral("ccache");
    above.configuration.unsetFlag(QStringLiteral("USE_WISHED"));
    const RequestWishes both = laidOver(full, above);
    QCOMPARE(both.tag, above.tag);
    QCOMPARE(both.jobs, full.jobs);
    QVERIFY(both.cacheStorage.isEmpty()); // it was the other cache's
    QVERIFY(!both.configuration.flag(QStringLiteral("USE_WISHED")));
}

QTEST_GUILESS_MAIN(WishesTest)
#include "WishesTest.moc"
