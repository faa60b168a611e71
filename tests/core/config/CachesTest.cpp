// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/CacheWish.h"
#include "core/config/RequestMaker.h"
#include "core/preflight/Preflight.h"
#include "core/profile/ProfileCatalogue.h"
#include "core/solver/CheckReport.h"
#include "core/stages/GateLaunchers.h"
#include "core/stages/StagePlan.h"
#include "tests/support/CheckedBuild.h"
#include "tests/support/Rows.h"

#include <QTest>

#include <algorithm>

using namespace torchmason;

namespace {

HostFacts machine(Platform platform)
{
    HostFacts facts;
    facts.platform = platform;
    facts.tools = { { "cmake", "/usr/bin/cmake", "3.31.0", {} }, { "ninja", "/usr/bin/ninja", "1.13.2", {} },
        { "ccache", "/usr/bin/ccache", "4.7.5", {} } };
    return facts;
}

QStringList cacheRows(const HostFacts& facts, const QString& profileId, const RequestWishes& wishes,
    bool gate = false, const QString& generator = "Ninja")
{
    const ProfileCatalogue catalogue = loadProfiles();
    const Profile* profile = catalogue.profile(profileId);
    if (!profile)
        qFatal("no profile %s", qPrintable(profileId));
    RequestWishes whole = wishes;
    whole.sourceFolder = "/src";
    BuildRequest request = draftRequest(*profile, facts, whole).request;
    request.gate = gate ? GateUse::On : GateUse::Off;
    if (gate)
        request.memoryLimit = 8 * gibibyte;
    request.generator = generator;
    QStringList ids;
    for (const CheckRow& row : preflight(facts, *profile, request)) {
        if (row.id.contains("cache") || row.id.contains("distcc"))
            ids << row.id;
    }
    ids.sort();
    return ids;
}

RequestWishes wish(const QString& cache, const QVector<FlagValue>& flags = {},
    const QVector<EnvironmentValue>& environment = {})
{
    RequestWishes wishes;
    wishes.cache = cache;
    wishes.configuration.flags = flags;
    wishes.configuration.environment = environment;
    wishes.jobs = 8;
    return wishes;
}

EnvironmentValue variable(const char* name, const char* value)
{
    return { QLatin1String(name), QString::fromLatin1(value), ValueOrigin::User };
}

}

class CachesTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void wishesBecomeLaunchers_data();
    void wishesBecomeLaunchers();
    void storageIsWrittenAsTheCacheWantsIt_data();
    void storageIsWrittenAsTheCacheWantsIt();
    void wrongWishesAreSentences();
    void whatDoesNotFitIsSaid_data();
    void whatDoesNotFitIsSaid();
    void aMissingCacheIsToldOnceAndTheSame();
    void aCacheHasOneName_data();
    void aCacheHasOneName();
    void launchersAreRecognised_data();
    void launchersAreRecognised();
    void theGateComesBeforeDistcc();
};

void CachesTest::initTestCase()
{
    for (const char* name : { "DISTCC_HOSTS", "CCACHE_SLOPPINESS", "CCACHE_REMOTE_STORAGE", "CCACHE_PREFIX" })
        qunsetenv(name);
}

void CachesTest::wishesBecomeLaunchers_data()
{
    QTest::addColumn<QString>("cache");
    QTest::addColumn<QString>("cxx");
    QTest::addColumn<QString>("cuda");
    newRow("none", "none", "", "");
    newRow("ccache", "ccache", "/usr/bin/ccache", "/usr/bin/ccache");
    newRow("sccache, not there", "sccache", "sccache", "sccache");
    newRow("distcc", "distcc", "distcc", "");
    newRow("both", "ccache+distcc", "/usr/bin/ccache", "/usr/bin/ccache");
}

void CachesTest::wishesBecomeLaunchers()
{
    QFETCH(QString, cache);
    Configuration configuration;
    configuration.setFlag(userFlag("CMAKE_CXX_COMPILER_LAUNCHER", "another"));
    QVERIFY(applyCacheWish(configuration, cache, {}, machine(Platform::Linux)).ok());
    QTEST(configuration.flagValue("CMAKE_CXX_COMPILER_LAUNCHER"), "cxx");
    QTEST(configuration.flagValue("CMAKE_CUDA_COMPILER_LAUNCHER"), "cuda");
    const bool hasPrefix = std::any_of(configuration.environment.begin(), configuration.environment.end(),
        [](const EnvironmentValue& entry) { return entry.name == "CCACHE_PREFIX"; });
    QCOMPARE(hasPrefix, cache == "ccache+distcc");
}

void CachesTest::storageIsWrittenAsTheCacheWantsIt_data()
{
    QTest::addColumn<QString>("cache");
    QTest::addColumn<QString>("version");
    QTest::addColumn<QString>("storage");
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("value");
    newRow("ccache", "ccache", "4.7.5", "redis://pw@h", "CCACHE_REMOTE_STORAGE", "redis://pw@h");
    newRow(
        "ccache, colon", "ccache", "4.7.5", "redis://:pw@h:1/0", "CCACHE_REMOTE_STORAGE", "redis://pw@h:1/0");
    newRow("ccache, user", "ccache", "4.7.5", "redis://me:pw@h", "CCACHE_REMOTE_STORAGE", "redis://me:pw@h");
    newRow("old ccache", "ccache", "4.6", "http://h/x", "CCACHE_SECONDARY_STORAGE", "http://h/x");
    newRow("sccache", "sccache", "0.8", "redis://pw@h", "SCCACHE_REDIS", "redis://:pw@h");
    newRow("sccache, colon", "sccache", "0.8", "redis://:pw@h", "SCCACHE_REDIS", "redis://:pw@h");
    newRow("sccache, http", "sccache", "0.8", "http://h/x", "SCCACHE_WEBDAV_ENDPOINT", "http://h/x");
}

void CachesTest::storageIsWrittenAsTheCacheWantsIt()
{
    QFETCH(QString, cache);
    QFETCH(QString, version);
    QFETCH(QString, storage);
    HostFacts facts = machine(Platform::Linux);
    facts.tools.last().version = version;
    Configuration configuration;
    QVERIFY(applyCacheWish(configuration, cache, storage, facts).ok());
    QCOMPARE(configuration.environment.size(), 1);
    QTEST(configuration.environment.first().name, "name");
    QTEST(*configuration.environment.first().value, "value");
}

void CachesTest::wrongWishesAreSentences()
{
    Configuration configuration;
    const HostFacts facts = machine(Platform::Linux);
    QVERIFY(!applyCacheWish(configuration, "cache", {}, facts).ok());
    QVERIFY(!applyCacheWish(configuration, "distcc", "redis://h", facts).ok());
    QVERIFY(!applyCacheWish(configuration, "sccache", "ftp://h", facts).ok());
}

void CachesTest::whatDoesNotFitIsSaid_data()
{
    QTest::addColumn<QString>("profile");
    QTest::addColumn<RequestWishes>("wishes");
    QTest::addColumn<bool>("gate");
    QTest::addColumn<QString>("generator");
    QTest::addColumn<QStringList>("ids");
    const QString tour = "tour";
    const QString cuda = "a100-linux";
    const QString windows = "rtx5070-cuda129-windows";
    const auto row = [](const char* title, const QString& profile, const RequestWishes& wishes,
                         const QStringList& ids, bool gate = false, const QString& generator = "Ninja") {
        newRow(title, profile, wishes, gate, generator, ids);
    };
    row("nothing", tour, wish({}), {});
    row("ccache", tour, wish("ccache"), {});
    row("ccache, CUDA", cuda, wish("ccache"), {});
    row("ccache and gate", tour, wish("ccache"), {}, true);
    row("sccache missing", tour, wish("sccache"), { "cache-missing" });
    row("sccache and gate", tour, wish("sccache"), { "cache-missing", "sccache-and-gate" }, true);
    row("Visual Studio", tour, wish("ccache"), { "cache-with-visual-studio" }, false,
        "Visual Studio 17 2022");
    row("PCH", tour, wish("ccache", { userFlag("USE_PRECOMPILED_HEADERS", "ON") }), { "ccache-and-pch" });
    row("PCH allowed", tour,
        wish("ccache", { userFlag("USE_PRECOMPILED_HEADERS", "ON") },
            { variable("CCACHE_SLOPPINESS", "pch_defines,time_macros") }),
        {});
    row("PCH, no cache", tour, wish("none", { userFlag("USE_PRECOMPILED_HEADERS", "ON") }), {});
    row("response files", tour, wish("sccache", { userFlag("CMAKE_NINJA_FORCE_RESPONSE_FILE", "ON") }),
        { "cache-missing", "sccache-and-response-files" });
    row("redis with a colon", tour, wish("ccache", {}, { variable("CCACHE_REMOTE_STORAGE", "redis://:x@h") }),
        { "ccache-redis-login" });
    row("https", tour, wish("ccache", {}, { variable("CCACHE_REMOTE_STORAGE", "https://h") }),
        { "ccache-https" });
    row("distcc, room for more", tour,
        wish("distcc", {}, { variable("DISTCC_HOSTS", "localhost/2 a/8 b,lzo") }), { "distcc-jobs" });
    row("distcc, as many as there are", tour,
        wish("distcc", {}, { variable("DISTCC_HOSTS", "localhost a/6") }), {});
    row("distcc and native", tour,
        wish("distcc", { userFlag("CMAKE_CXX_FLAGS", "-O2 -march=native") },
            { variable("DISTCC_HOSTS", "a/8") }),
        { "distcc-and-native" });
    row("distcc for CUDA", cuda, wish("ccache+distcc", {}, { variable("DISTCC_HOSTS", "a/8") }),
        { "distcc-and-cuda" });
    row("distcc, CUDA left out", cuda, wish("distcc", {}, { variable("DISTCC_HOSTS", "a/8") }), {});
    row("/Zi", windows, wish("ccache", { userFlag("CMAKE_CXX_FLAGS", "/O2 /Zi") }), { "cache-and-zi" });
    row("/Z7", windows, wish("ccache", { userFlag("CMAKE_CXX_FLAGS", "/O2 /Z7") }), {});
    row("/Zi, no cache", windows, wish("none", { userFlag("CMAKE_CXX_FLAGS", "/Zi") }), {});
    row("/Z7 switched off", windows, wish("ccache", { userFlag("MSVC_Z7_OVERRIDE", "OFF") }),
        { "cache-and-zi" });
    row("/Zi on Linux", tour, wish("ccache", { userFlag("CMAKE_CXX_FLAGS", "/Zi") }), {});
}

void CachesTest::whatDoesNotFitIsSaid()
{
    QFETCH(QString, profile);
    QFETCH(RequestWishes, wishes);
    QFETCH(bool, gate);
    QFETCH(QString, generator);
    const bool isWindows = profile.endsWith("windows");
    QTEST(
        cacheRows(machine(isWindows ? Platform::Windows : Platform::Linux), profile, wishes, gate, generator),
        "ids");
}

// The machine's page and the review say the same of a cache that is not here.
void CachesTest::aMissingCacheIsToldOnceAndTheSame()
{
    const HostFacts facts = machine(Platform::Linux);
    const Profile profile = *loadProfiles().profile("tour");
    RequestWishes wishes = wish("sccache");
    wishes.sourceFolder = "/src";
    const BuildRequest request = draftRequest(profile, facts, wishes).request;
    const QVector<CheckRow> ofMachine = checkMachine(facts, profile, request);
    const QVector<CheckRow> review = preflight(facts, profile, request);
    const auto named = [](const QVector<CheckRow>& rows, const char* id) {
        return std::find_if(
            rows.begin(), rows.end(), [id](const CheckRow& row) { return row.id == QLatin1String(id); });
    };
    const auto onPage = named(ofMachine, "sccache");
    const auto inReview = named(review, "cache-missing");
    QVERIFY(onPage != ofMachine.end() && inReview != review.end());
    QVERIFY(named(review, "sccache") == review.end());
    QCOMPARE(onPage->state, CheckState::Fail);
    QCOMPARE(onPage->found, inReview->found);
    QCOMPARE(onPage->need, QString()); // not "optional"
    QCOMPARE(onPage->fixText, inReview->fixText);
    QCOMPARE(onPage->fixCommand, inReview->fixCommand);
    HostFacts unseen = facts;
    unseen.unknown.append(UnknownFact { QStringLiteral("sccache"), QStringLiteral("It gave no answer.") });
    QCOMPARE(missingCaches(request.configuration, facts), QStringList { "sccache" });
    QVERIFY(missingCaches(request.configuration, unseen).isEmpty());
    const QVector<CheckRow> unasked = checkMachine(facts, profile);
    QVERIFY(isLeftOut(*named(unasked, "sccache")));
    QVERIFY(checkReport({ *named(unasked, "sccache") }, true).contains("  - sccache  not installed"));
}

void CachesTest::aCacheHasOneName_data()
{
    QTest::addColumn<QString>("wish");
    QTest::addColumn<QString>("title");
    newRow("ccache", "ccache", "ccache");
    newRow("not here", "sccache", "sccache");
    newRow("both", "ccache+distcc", "ccache and distcc");
    newRow("distcc", "distcc", "distcc");
    newRow("none", "none", "none");
}

// What was chosen and what a report says of it afterwards.
void CachesTest::aCacheHasOneName()
{
    QFETCH(const QString, wish);
    Configuration configuration;
    QCOMPARE(cacheOf(configuration), QString());
    QVERIFY(applyCacheWish(configuration, wish, {}, machine(Platform::Linux)).ok());
    QCOMPARE(cacheOf(configuration), wish);
    QTEST(cacheTitle(cacheOf(configuration)), "title");
}

void CachesTest::launchersAreRecognised_data()
{
    QTest::addColumn<QString>("launcher");
    QTest::addColumn<QString>("name");
    newRow("path", "/usr/local/bin/ccache", "ccache");
    newRow("Windows", "C:\\tools\\SCCACHE.EXE", "sccache");
    newRow("Windows, slashes", "C:/tools/ccache.exe", "ccache");
    newRow("bare", "distcc", "distcc");
    newRow("confuser", "/opt/ccache/bin/wrapper", "wrapper");
}

void CachesTest::launchersAreRecognised()
{
    QFETCH(QString, launcher);
    QTEST(launcherName(launcher), "name");
}

// ccache asks the gate, which starts distcc.
void CachesTest::theGateComesBeforeDistcc()
{
#ifdef Q_OS_WIN
    QSKIP("distcc is offered on Linux only.");
#endif
    const ProfileCatalogue catalogue = loadProfiles();
    RequestWishes wishes = wish("ccache+distcc");
    wishes.gate = GateUse::On;
    const BuildRequest request
        = draftRequest(*catalogue.profile("tour"), machine(hostPlatform()), wishes).request;
    const auto plan = makeStagePlan(request, hostPlatform());
    QVERIFY(plan.ok());
    QString prefix;
    for (const Stage& stage : plan->stages) {
        for (const Command& command : stage.commands) {
            for (const EnvironmentValue& entry : command.environment) {
                if (stage.kind == StageKind::Compile && entry.name == "CCACHE_PREFIX")
                    prefix = *entry.value; // the last one wins
            }
        }
    }
    QVERIFY2(prefix.endsWith("torchmason-gate distcc"), qPrintable(prefix));
}

QTEST_GUILESS_MAIN(CachesTest)
#include "CachesTest.moc"
