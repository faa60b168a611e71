// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/GateLaunchers.h"
#include "core/knowledge/TreeFacts.h"
#include "tests/support/Rows.h"

#include "tests/support/TestFiles.h"

#include <QTemporaryDir>

using namespace torchmason;

// When a build's compilers start through the memory gate, and how they are told to.
class GateLaunchersTest : public QObject {
    Q_OBJECT

private slots:
    void init();
    void aFolderSaysWhetherTheGateIsFree_data();
    void aFolderSaysWhetherTheGateIsFree();
    void whereCcacheCallsItTheCacheSaysSo();
    void launchersStandInARow_data();
    void launchersStandInARow();
    void distccStays_data();
    void distccStays();
    void whoMustNotWaitAsksNobody();
    void onlyNinjaHasAGate();
    void leavingTheGateOutTakesItsJobsAlong();
    void ninjaGetsThePlainNumberOfJobs();
    void theRequestKeepsItsWish_data();
    void theRequestKeepsItsWish();

private:
    BuildRequest request() const;
    QString reasonFor(const BuildRequest& request) const;

    QTemporaryDir m_folder;
    QString m_build;
};

void GateLaunchersTest::init()
{
    static int made = 0;
    m_build = m_folder.filePath(QStringLiteral("build%1").arg(++made));
    qputenv("TORCHMASON_HOME", QFile::encodeName(m_folder.filePath(QStringLiteral("home"))));
}

BuildRequest GateLaunchersTest::request() const
{
    BuildRequest request;
    request.sourceFolder = m_folder.filePath(QStringLiteral("source"));
    request.buildFolder = m_build;
    request.gate = GateUse::WhereFree;
    request.jobs = 8;
    request.jobsWithoutGate = 3;
    return request;
}

QString GateLaunchersTest::reasonFor(const BuildRequest& request) const
{
    const auto plan = makeStagePlan(request, hostPlatform());
    return plan ? reasonAgainstGate(request, *plan) : QStringLiteral("no plan: ") + plan.error().message;
}

void GateLaunchersTest::aFolderSaysWhetherTheGateIsFree_data()
{
    QTest::addColumn<bool>("compiled"); // before
    QTest::addColumn<bool>("withGate");
    QTest::addColumn<GateUse>("wish");
    QTest::addColumn<QString>("from");
    QTest::addColumn<bool>("clean");
    QTest::addColumn<QString>("reason"); // a part of it
    const GateUse free = GateUse::WhereFree;
    newRow("new folder", false, false, free, "", false, "");
    newRow("compiled with it", true, true, free, "", false, "");
    newRow("compiled without", true, false, free, "", false, "compiled again");
    newRow("compiled without, asked for", true, false, GateUse::On, "", false, "");
    newRow("compiled without, emptied", true, false, free, "", true, "");
    newRow("configured without, goes on", false, false, free, "compile", false, "configured");
    newRow("the same, asked for", true, false, GateUse::On, "compile", false, "configured");
    newRow("configured with it, goes on", true, true, free, "compile", false, "");
    newRow("verified only", true, false, free, "verify", false, "");
}

void GateLaunchersTest::aFolderSaysWhetherTheGateIsFree()
{
    QFETCH(bool, compiled);
    QFETCH(bool, withGate);
    QFETCH(GateUse, wish);
    QFETCH(QString, from);
    QFETCH(bool, clean);
    QFETCH(QString, reason);
    QByteArray rules = "rule CXX\n  command = ";
    if (withGate)
        rules += QFile::encodeName(gateProgram(hostPlatform())) + ' ';
    if (compiled || !from.isEmpty()) {
        write(m_build + QStringLiteral("/CMakeFiles/rules.ninja"), rules + "/usr/bin/c++ -c $in\n");
        write(m_build + QStringLiteral("/.ninja_log"),
            compiled ? "# ninja log v5\n0\t9\t1\ta.o\t1234567890abcdef\n" : "# ninja log v5\n");
    }
    BuildRequest asked = request();
    asked.gate = wish;
    asked.fromStage = from;
    asked.clean = clean;
    const QString found = reasonFor(asked);
    QVERIFY2(reason.isEmpty() ? found.isEmpty() : found.contains(reason), qPrintable(found));
}

void GateLaunchersTest::whereCcacheCallsItTheCacheSaysSo()
{
    write(m_build + QStringLiteral("/CMakeFiles/rules.ninja"), "rule CXX\n  command = ccache c++ -c $in\n");
    write(m_build + QStringLiteral("/.ninja_log"), "# ninja log v5\n0\t9\t1\ta.o\t1234567890abcdef\n");
    BuildRequest asked = request();
    asked.fromStage = QStringLiteral("compile");
    QVERIFY(!reasonFor(asked).isEmpty());
    write(m_build + QStringLiteral("/CMakeCache.txt"),
        "CMAKE_CXX_LINKER_LAUNCHER:STRING=" + QFile::encodeName(gateProgram(hostPlatform())) + '\n');
    QCOMPARE(reasonFor(asked), QString());
}

void GateLaunchersTest::launchersStandInARow_data()
{
    QTest::addColumn<QString>("launcher");
    QTest::addColumn<QString>("expected"); // G: the gate
    QTest::addColumn<bool>("ccacheCallsIt");
    newRow("none", "", "G", false);
    newRow("ccache", "/usr/bin/ccache", "/usr/bin/ccache", true);
    newRow("sccache", "/usr/bin/sccache", "G;/usr/bin/sccache", false);
    newRow("a name that only begins so", "/opt/ccache-wrapper", "G;/opt/ccache-wrapper", false);
}

void GateLaunchersTest::launchersStandInARow()
{
    QFETCH(QString, launcher);
    QFETCH(QString, expected);
    QFETCH(bool, ccacheCallsIt);
    BuildRequest asked = request();
    asked.configuration.setFlag({ "USE_CCACHE", "OFF", "BOOL", ValueOrigin::User });
    if (!launcher.isEmpty())
        asked.configuration.setFlag({ "CMAKE_CXX_COMPILER_LAUNCHER", launcher, {}, ValueOrigin::User });
    QStringList warnings;
    const StageContext context { asked, Platform::Linux, warnings };
    const QVector<FlagValue> flags = gateFlags(context);
    // Of CUDA the compiler alone: CMake would warn of a linker launcher that it does not read.
    QCOMPARE(flags.size(), 5);
    for (const FlagValue& flag : flags) {
        QVERIFY(flag.name != QLatin1String("CMAKE_CUDA_LINKER_LAUNCHER"));
        if (flag.name == QLatin1String("CMAKE_CXX_COMPILER_LAUNCHER"))
            QCOMPARE(flag.value, expected.replace(u'G', gateProgram(Platform::Linux)));
        if (flag.name == QLatin1String("CMAKE_CXX_LINKER_LAUNCHER"))
            QCOMPARE(flag.value, gateProgram(Platform::Linux));
    }
    const auto environment = gateEnvironment(context);
    QCOMPARE(environment.size(), ccacheCallsIt ? 1 : 0);
    if (ccacheCallsIt)
        QCOMPARE(environment.first().name, QStringLiteral("CCACHE_PREFIX"));
}

void GateLaunchersTest::distccStays_data()
{
    QTest::addColumn<QString>("wished");
    QTest::addColumn<QByteArray>("exported");
    QTest::addColumn<QString>("configured");
    QTest::addColumn<QString>("prefix"); // behind the gate
    newRow("none", "", QByteArray(), "", "");
    newRow("wished", "distcc", QByteArray("icecc"), "other", " distcc");
    newRow("exported", "", QByteArray("distcc"), "other", " distcc");
    newRow("in ccache's settings", "", QByteArray(), "distcc", " distcc");
}

void GateLaunchersTest::distccStays()
{
    if (hostPlatform() == Platform::Windows)
        QSKIP("the stand-in for ccache is a script");
    QFETCH(QString, wished);
    QFETCH(QByteArray, exported);
    QFETCH(QString, configured);
    QFETCH(QString, prefix);
    QTemporaryDir folder;
    const QString ccache = folder.filePath(QStringLiteral("ccache"));
    write(ccache, "#!/bin/sh\ntest \"$1 $2\" = '--get-config prefix_command' && echo " + configured.toUtf8());
    QVERIFY(QFile::setPermissions(ccache, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    BuildRequest asked = request();
    asked.configuration.setFlag({ "CMAKE_CXX_COMPILER_LAUNCHER", ccache, {}, ValueOrigin::User });
    if (!wished.isEmpty())
        asked.configuration.environment.append({ "CCACHE_PREFIX", wished, ValueOrigin::User });
    qputenv("CCACHE_PREFIX", exported);
    QStringList warnings;
    const auto environment = gateEnvironment({ asked, Platform::Linux, warnings });
    const bool isDistcc = compilerCache(asked, asked.configuration, Platform::Linux).distcc;
    qunsetenv("CCACHE_PREFIX");
    QCOMPARE(environment.size(), 1);
    QCOMPARE(environment.first().value.value(), gateProgram(Platform::Linux) + prefix);
    QCOMPARE(isDistcc, wished == "distcc" || exported == "distcc");
}

// The window makes a plan at each keystroke.
void GateLaunchersTest::whoMustNotWaitAsksNobody()
{
    if (hostPlatform() == Platform::Windows)
        QSKIP("the stand-in for ccache is a script");
    QTemporaryDir folder;
    const QString ccache = folder.filePath(QStringLiteral("ccache"));
    const QString asked = folder.filePath(QStringLiteral("asked"));
    write(ccache, "#!/bin/sh\necho once >>'" + asked.toUtf8() + "'\necho distcc\n");
    QVERIFY(QFile::setPermissions(ccache, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    BuildRequest wanted = request();
    wanted.configuration.setFlag({ "CMAKE_CXX_COMPILER_LAUNCHER", ccache, {}, ValueOrigin::User });
    QStringList warnings;
    const auto prefix = [&] {
        return gateEnvironment({ wanted, Platform::Linux, warnings }).first().value.value();
    };
    const auto prefixAtOnce = [&] {
        const KnownAnswersOnly known;
        return prefix();
    };
    const QString gate = gateProgram(Platform::Linux);
    QCOMPARE(prefixAtOnce(), gate);
    QVERIFY(!QFile::exists(asked));
    QCOMPARE(prefix(), gate + " distcc");
    QCOMPARE(prefixAtOnce(), gate + " distcc");
    QCOMPARE(contentOf(asked), QByteArray("once\n"));
}

void GateLaunchersTest::onlyNinjaHasAGate()
{
    BuildRequest asked = request();
    QVERIFY(asked.hasGate());
    asked.generator = QStringLiteral("Visual Studio 17 2022");
    QVERIFY(!asked.hasGate());
    asked = request();
    asked.gate = GateUse::Off;
    QVERIFY(!asked.hasGate());
}

void GateLaunchersTest::leavingTheGateOutTakesItsJobsAlong()
{
    QCOMPARE(request().jobsAtOnce(), 8);
    QCOMPARE(withoutGate(request()).jobsAtOnce(), 3);
    QVERIFY(!withoutGate(request()).hasGate());
    BuildRequest chosen = request();
    chosen.jobsWithoutGate.reset(); // a number that somebody chose
    QCOMPARE(withoutGate(chosen).jobsAtOnce(), 8);
}

void GateLaunchersTest::ninjaGetsThePlainNumberOfJobs()
{
    const Command ninja { "ninja", { "-C", "/b", "-j", "24", "all" }, {}, {}, {} };
    QCOMPARE(withoutGate(ninja, 3).arguments, QStringList({ "-C", "/b", "-j", "3", "all" }));
    const Command other { "cmake", { "--build", "/b" }, {}, {}, {} };
    QCOMPARE(withoutGate(other, 3).arguments, other.arguments);
}

void GateLaunchersTest::theRequestKeepsItsWish_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<int>("wish"); // -1: refused
    newRow("auto", QByteArray("\"auto\""), int(GateUse::WhereFree));
    newRow("on", QByteArray("\"on\""), int(GateUse::On));
    newRow("off", QByteArray("\"off\""), int(GateUse::Off));
    newRow("no word", QByteArray("true"), -1);
    newRow("null", QByteArray("null"), int(GateUse::Off));
    newRow("nonsense", QByteArray("\"maybe\""), -1);
}

void GateLaunchersTest::theRequestKeepsItsWish()
{
    QFETCH(QByteArray, json);
    QFETCH(int, wish);
    Json document = toJson(request());
    QVERIFY(document["gate"] == "auto");
    document["gate"] = *parseJson(json, QStringLiteral("test"));
    const auto read = buildRequestFromJson(document, QStringLiteral("request.json"));
    QCOMPARE(read.ok(), wish >= 0);
    if (!read)
        QVERIFY2(read.error().message.contains("\"gate\""), qPrintable(read.error().message));
    else
        QCOMPARE(int(read->gate), wish);
}

QTEST_GUILESS_MAIN(GateLaunchersTest)
#include "GateLaunchersTest.moc"
