// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/BuildChoice.h"
#include "core/config/RequestMaker.h"
#include "core/estimate/DiskParts.h"
#include "core/estimate/TableEstimate.h"
#include "core/preflight/DiskNeeds.h"
#include "core/preflight/Preflight.h"
#include "core/profile/ProfileCatalogue.h"
#include "core/solver/Solver.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace torchmason;

namespace {

constexpr Bytes gb = gibibyte;

Profile profileOf(const QString& id)
{
    const ProfileCatalogue catalogue = loadProfiles();
    const Profile* profile = catalogue.profile(id);
    if (!profile)
        qFatal("no profile %s", qPrintable(id));
    return *profile;
}

DiskFacts disk(const char* role, const char* path, Bytes free, Bytes total)
{
    return { QLatin1String(role), QLatin1String(path), free, total };
}

CheckRow rowOf(const QVector<CheckRow>& rows, const QString& id)
{
    for (const CheckRow& row : rows) {
        if (row.id == id)
            return row;
    }
    return {};
}

HostFacts linuxMachine(Bytes memory, Bytes swap)
{
    HostFacts facts;
    facts.platform = Platform::Linux;
    facts.logicalCores = 8;
    facts.memoryTotal = memory;
    facts.memoryAvailable = memory;
    facts.swapTotal = swap;
    return facts;
}

}

// Disk and memory against what a build takes.
class SpaceTest : public QObject {
    Q_OBJECT

private slots:
    void volumesAreToldApart_data();
    void volumesAreToldApart();
    void needsOfOneVolumeAddUp_data();
    void needsOfOneVolumeAddUp();
    void theEstimateOfTheReviewCounts();
    void partsAddUp();
    void onlyTheLowerEndStopsABuild();
    void oneCompilerMustFit_data();
    void oneCompilerMustFit();
    void swapIsCalledAsItsSystemDoes();
    void theSmallestChangeIsOffered();
    void memoryLimitsAreJudged_data();
    void memoryLimitsAreJudged();
    void jobsBeyondAllProcessorsAreTold_data();
    void jobsBeyondAllProcessorsAreTold();
};

void SpaceTest::volumesAreToldApart_data()
{
    QTest::addColumn<DiskFacts>("one");
    QTest::addColumn<DiskFacts>("other");
    QTest::addColumn<bool>("same");
    const DiskFacts home = disk("source", "/home/me", 90 * gb, 900 * gb);
    QTest::newRow("one figure") << home << disk("build", "/data", 90 * gb, 900 * gb) << true;
    QTest::newRow("written to meanwhile") << home << disk("temp", "/tmp", 90 * gb - 5000, 900 * gb) << true;
    QTest::newRow("another size") << home << disk("temp", "/tmp", 90 * gb, 901 * gb) << false;
    QTest::newRow("another one of that size") << home << disk("build", "/b", 20 * gb, 900 * gb) << false;
    QTest::newRow("letters") << disk("source", "C:/x", 90 * gb, 900 * gb)
                             << disk("build", "D:/x", 90 * gb, 900 * gb) << false;
    QTest::newRow("one letter") << disk("source", "C:/x", 90 * gb, 900 * gb)
                                << disk("build", "c:/y", 90 * gb, 900 * gb) << true;
    QTest::newRow("not known") << DiskFacts { QStringLiteral("source"), QStringLiteral("/a"), {}, {} }
                               << DiskFacts { QStringLiteral("build"), QStringLiteral("/a"), {}, {} }
                               << false;
}

void SpaceTest::volumesAreToldApart()
{
    QFETCH(DiskFacts, one);
    QFETCH(DiskFacts, other);
    QFETCH(bool, same);
    QCOMPARE(isSameVolume(one, other), same);
    QCOMPARE(isSameVolume(other, one), same);
}

void SpaceTest::needsOfOneVolumeAddUp_data()
{
    QTest::addColumn<Bytes>("free");
    QTest::addColumn<bool>("oneVolume");
    QTest::addColumn<CheckState>("state"); // of the build's row
    HostFacts facts = linuxMachine(64 * gb, 0);
    facts.disks = { disk("build", "/b", 900 * gb, 900 * gb) };
    const DiskNeed build = diskNeeds(facts, profileOf(QStringLiteral("a100-linux"))).first();
    const auto most = Bytes(build.range->high);
    const Bytes least = *build.sure;
    // Besides, the source takes up to 4.2 GB, temporary files 1 GB.
    QTest::newRow("plenty") << most + 10 * gb << true << CheckState::Pass;
    QTest::newRow("enough for each, not for all") << most + 2 * gb << true << CheckState::Warning;
    QTest::newRow("the same on three disks") << most + 2 * gb << false << CheckState::Pass;
    QTest::newRow("not for the build") << least - 1 << true << CheckState::Fail;
    QTest::newRow("for the build without its source") << least + gb << true << CheckState::Fail;
    QTest::newRow("a few bytes short") << most - 1 << false << CheckState::Warning;
    QTest::newRow("to the byte") << most << false << CheckState::Pass;
    QTest::newRow("less than it takes at least") << least - 1 << false << CheckState::Fail;
}

void SpaceTest::needsOfOneVolumeAddUp()
{
    QFETCH(Bytes, free);
    QFETCH(bool, oneVolume);
    HostFacts facts = linuxMachine(64 * gb, 0);
    const Bytes step = oneVolume ? 0 : gb;
    facts.disks = { disk("source", "/a", free, 900 * gb), disk("build", "/b", free, 900 * gb + step),
        disk("temp", "/tmp", free, 900 * gb + 2 * step) };
    const Profile profile = profileOf(QStringLiteral("a100-linux"));
    const auto rows = checkMachine(facts, profile);
    const CheckRow build = rowOf(rows, QStringLiteral("disk-build"));
    QTEST(build.state, "state");
    QCOMPARE(build.need.contains(QStringLiteral("the source")), oneVolume);
    // The same words for one folder and for several.
    QVERIFY2(build.need.startsWith(QStringLiteral("about ")), qPrintable(build.need));
    QCOMPARE(build.need.endsWith(QStringLiteral(" for ") + profile.name), !oneVolume);
    QCOMPARE(build.need.contains(QStringLiteral(" for %1 (").arg(profile.name)), oneVolume);
    // One row speaks for the volume.
    for (const char* other : { "disk-source", "disk-temp" })
        QCOMPARE(rowOf(rows, QLatin1String(other)).state, CheckState::Pass);
}

void SpaceTest::theEstimateOfTheReviewCounts()
{
    HostFacts facts = linuxMachine(64 * gb, 0);
    facts.disks = { disk("source", "/a", 500 * gb, 900 * gb), disk("build", "/b", 500 * gb, 900 * gb),
        disk("temp", "/tmp", 500 * gb, 900 * gb) };
    const Profile profile = profileOf(QStringLiteral("a100-linux"));
    const BuildRequest request = draftRequest(profile, facts, {}).request;
    const auto told = [&] { return estimateFromTable(chooseBuild(facts, profile, request), false).disk; };
    QVERIFY(told().isKnown());
    const auto need
        = [&] { return rowOf(checkMachine(facts, profile, request), QStringLiteral("disk-build")).need; };
    const QString span = spanText(*told().low, *told().high);
    QCOMPARE(
        need(), QStringLiteral("about %1 for %2 (%3)").arg(span, profile.name, told().reason.chopped(1)));
    facts.disks[0].total = 700 * gb;
    const QString own = QStringLiteral("On the disk of /a: %1.");
    const DiskParts source { diskParts(chooseBuild(facts, profile, request), false).at(1) };
    QVERIFY2(told().reason.endsWith(own.arg(partsText(source))), qPrintable(told().reason));
    QVERIFY(told().reason.contains(need().section(u'(', 1))); // the sum of the other one in both
    QCOMPARE(spanText(*told().low, *told().high), span);
    // Changes count: Debug takes more than the profile's author ever saw.
    RequestWishes debug;
    debug.configuration.setFlag(
        { QStringLiteral("CMAKE_BUILD_TYPE"), QStringLiteral("Debug"), {}, ValueOrigin::User });
    const BuildRequest changed = draftRequest(profile, facts, debug).request;
    QVERIFY(*diskNeeds(facts, profile, changed).at(1).sure > *profile.needs.disk);
}

// Also as they are shown.
void SpaceTest::partsAddUp()
{
    for (const char* id : { "cpu-only", "a100-linux", "multi-arch-linux" }) {
        const HostFacts facts = linuxMachine(64 * gb, 0);
        const Profile profile = profileOf(QLatin1String(id));
        const BuildRequest request = draftRequest(profile, facts, {}).request;
        const DiskParts parts = diskParts(chooseBuild(facts, profile, request), false);
        QCOMPARE(parts.size(), 3);
        for (const auto end : { &Span::low, &Span::high }) {
            double shown = 0;
            for (const DiskPart& part : parts)
                shown += formatBytes(Bytes(part.bytes.*end)).section(u' ', 0, 0).toDouble();
            const Bytes sum = Bytes(std::round(totalOf(parts).*end));
            QCOMPARE(formatBytes(sum), QStringLiteral("%1 GB").arg(shown, 0, 'f', 1));
        }
    }
}

void SpaceTest::onlyTheLowerEndStopsABuild()
{
    HostFacts facts = linuxMachine(64 * gb, 0);
    facts.disks = { disk("build", "/b", 500 * gb, 900 * gb) };
    const Profile profile = profileOf(QStringLiteral("a100-linux"));
    const DiskNeed need = diskNeeds(facts, profile).first();
    QVERIFY(need.sure && need.range && double(*need.sure) < need.range->high);
    QVERIFY(*need.sure > 5 * gb);
    const auto stateWith = [&](Bytes free) {
        facts.disks = { disk("build", "/b", free, 900 * gb) };
        return rowOf(checkMachine(facts, profile), QStringLiteral("disk-build")).state;
    };
    const auto most = Bytes(need.range->high);
    QCOMPARE(stateWith(most), CheckState::Pass);
    QCOMPARE(stateWith(most - 1), CheckState::Warning);
    QCOMPARE(stateWith(*need.sure - 1), CheckState::Fail);
    // The sample project does not worry about temporary files.
    facts.disks = { disk("temp", "/tmp", 1, 900 * gb) };
    QVERIFY(!diskNeeds(facts, profileOf(QStringLiteral("tour"))).first().range);
}

void SpaceTest::oneCompilerMustFit_data()
{
    QTest::addColumn<QString>("profile");
    QTest::addColumn<Bytes>("memory");
    QTest::addColumn<Bytes>("swap");
    QTest::addColumn<QString>("flag"); // NAME=VALUE
    QTest::addColumn<CheckState>("state"); // Pass: no row
    const auto row = [](const char* name, const char* profile, double memory, double swap, const char* flag,
                         CheckState state) {
        QTest::newRow(name) << QString::fromLatin1(profile) << Bytes(memory * double(gb))
                            << Bytes(swap * double(gb)) << QString::fromLatin1(flag) << state;
    };
    row("32 GB", "a100-linux", 31.8, 0, "", CheckState::Pass);
    row("flash attention in 6 GB and swap", "a100-linux", 5.8, 8, "", CheckState::Warning);
    row("flash attention in 4 GB", "a100-linux", 3.8, 0, "", CheckState::Fail);
    row("5 GB without it", "a100-linux", 4.8, 0, "USE_FLASH_ATTENTION=OFF", CheckState::Pass);
    row("an old card in 6 GB", "a100-linux", 5.8, 0, "TORCH_CUDA_ARCH_LIST=7.0", CheckState::Pass);
    row("C++ in 4 GB", "cpu-only", 3.8, 0, "", CheckState::Pass);
    row("C++ in 1 GB", "cpu-only", 0.9, 0, "", CheckState::Fail);
    row("C++ in 1.9 GB", "cpu-only", 1.9, 0, "", CheckState::Fail);
    row("C++ in 1.9 GB and swap", "cpu-only", 1.9, 2, "", CheckState::Warning);
    row("the sample in 1 GB", "tour", 0.9, 0, "", CheckState::Pass);
}

void SpaceTest::oneCompilerMustFit()
{
    QFETCH(QString, profile);
    QFETCH(Bytes, memory);
    QFETCH(Bytes, swap);
    QFETCH(QString, flag);
    const HostFacts facts = linuxMachine(memory, swap);
    const Profile wanted = profileOf(profile);
    RequestWishes wishes;
    if (!flag.isEmpty())
        wishes.configuration.flags.append(
            { flag.section('=', 0, 0), flag.section('=', 1), {}, ValueOrigin::User });
    const CheckRow row = rowOf(
        preflight(facts, wanted, draftRequest(wanted, facts, wishes).request), QStringLiteral("heavy-file"));
    const CheckState state = row.id.isEmpty() ? CheckState::Pass : row.state;
    QTEST(state, "state");
    if (!row.id.isEmpty())
        QVERIFY(!row.reference.isEmpty() && !row.fixText.isEmpty());
}

void SpaceTest::swapIsCalledAsItsSystemDoes()
{
    HostFacts facts = linuxMachine(2 * gb, 8 * gb);
    const Profile wanted = profileOf(QStringLiteral("a100-linux"));
    CheckRow row = rowOf(checkMachine(facts, wanted), QStringLiteral("memory"));
    QVERIFY2(row.found.contains(QStringLiteral("swap 8")), qPrintable(row.found));
    QVERIFY2(row.fixText.contains(QStringLiteral("add swap")), qPrintable(row.fixText));
    facts.platform = Platform::Windows;
    row = rowOf(checkMachine(facts, wanted), QStringLiteral("memory"));
    QVERIFY2(row.found.contains(QStringLiteral("page file 8")), qPrintable(row.found));
    QVERIFY2(row.fixText.contains(QStringLiteral("enlarge the page file")), qPrintable(row.fixText));
}

void SpaceTest::theSmallestChangeIsOffered()
{
    const HostFacts facts = linuxMachine(Bytes(4.8 * double(gb)), 0);
    const Solution solution = solve({ facts, profileOf(QStringLiteral("a100-linux")), {} });
    const CheckRow row = rowOf(solution.rows, QStringLiteral("heavy-file"));
    QCOMPARE(row.state, CheckState::Fail);
    QVERIFY(!row.changes.isEmpty());
    QCOMPARE(row.changes.first().id(), QStringLiteral("set-flag:USE_FLASH_ATTENTION=OFF"));
}

void SpaceTest::memoryLimitsAreJudged_data()
{
    QTest::addColumn<Bytes>("limit");
    QTest::addColumn<GateUse>("gate");
    QTest::addColumn<CheckState>("state"); // Pass: nothing is said
    const auto row = [](const char* name, Bytes limit, GateUse gate, CheckState state) {
        QTest::newRow(name) << limit << gate << state;
    };
    row("more than there is", 100 * gb, GateUse::On, CheckState::Warning);
    row("more than there is, without the gate", 100 * gb, GateUse::Off, CheckState::Pass);
    row("all that there is", 24 * gb, GateUse::On, CheckState::Pass);
    row("the least", 256 * mebibyte, GateUse::On, CheckState::Pass);
    row("less than the least", 100 * mebibyte, GateUse::On, CheckState::Fail);
}

void SpaceTest::memoryLimitsAreJudged()
{
    QFETCH(Bytes, limit);
    QFETCH(GateUse, gate);
    const HostFacts facts = linuxMachine(24 * gb, 0);
    const Profile wanted = profileOf(QStringLiteral("tour"));
    RequestWishes wishes;
    wishes.memoryLimit = limit;
    wishes.gate = gate;
    const CheckRow row = rowOf(preflight(facts, wanted, draftRequest(wanted, facts, wishes).request),
        QStringLiteral("memory-limit"));
    const CheckState state = row.id.isEmpty() ? CheckState::Pass : row.state;
    QTEST(state, "state");
}

void SpaceTest::jobsBeyondAllProcessorsAreTold_data()
{
    QTest::addColumn<QString>("profile");
    QTest::addColumn<int>("jobs");
    QTest::addColumn<GateUse>("gate");
    QTest::addColumn<QString>("cache");
    QTest::addColumn<QStringList>("told");
    const auto row
        = [](const char* name, const char* profile, int jobs, GateUse gate, const char* cache,
              const QStringList& told) { QTest::newRow(name) << profile << jobs << gate << cache << told; };
    const QStringList processors { QStringLiteral("jobs-for-processors") };
    row("64 on 8", "tour", 64, GateUse::On, "", processors);
    row("64 on 8, PyTorch", "cpu-only", 64, GateUse::On, "", processors);
    row("told of memory already", "cpu-only", 64, GateUse::Off, "", { QStringLiteral("jobs-for-memory") });
    row("a few more", "tour", 32, GateUse::On, "", {});
    row("on other machines", "tour", 64, GateUse::On, "distcc", {});
}

void SpaceTest::jobsBeyondAllProcessorsAreTold()
{
    QFETCH(QString, profile);
    QFETCH(int, jobs);
    QFETCH(GateUse, gate);
    QFETCH(QString, cache);
    const HostFacts facts = linuxMachine(24 * gb, 0);
    const Profile wanted = profileOf(profile);
    RequestWishes wishes;
    wishes.jobs = jobs;
    wishes.gate = gate;
    wishes.cache = cache;
    QStringList told;
    for (const CheckRow& row : preflight(facts, wanted, draftRequest(wanted, facts, wishes).request)) {
        if (row.id.startsWith(QLatin1String("jobs-for")))
            told << row.id;
    }
    QTEST(told, "told");
}

QTEST_GUILESS_MAIN(SpaceTest)
#include "SpaceTest.moc"
