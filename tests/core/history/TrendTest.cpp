// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/Trend.h"
#include "core/store/AttemptStore.h"

#include <QTemporaryDir>
#include <QTest>

using namespace torchmason;

namespace {

AttemptSummary attempt(int number, AttemptState state, int seconds, int base = 0)
{
    AttemptSummary summary;
    summary.number = number;
    summary.record.state = state;
    summary.record.duration = Milliseconds(seconds * 1000);
    summary.record.peakMemory = Bytes(seconds) * gibibyte;
    summary.record.request.profileId = QStringLiteral("tour");
    if (base > 0)
        summary.record.request.continuesAttempt = base;
    return summary;
}

AttemptSummary compiled(AttemptSummary summary, std::optional<int> seconds, StageState state)
{
    StageResult stage;
    stage.id = QStringLiteral("compile");
    stage.state = state;
    if (seconds)
        stage.duration = Milliseconds(*seconds * 1000);
    summary.record.stages.append(stage);
    return summary;
}

void addCache(AttemptSummary& summary, qint64 hits, qint64 misses)
{
    StageResult stage;
    stage.cache = CacheUse { QStringLiteral("ccache"), hits, misses, 0, 0, true };
    summary.record.stages.append(stage);
}

BuildRequest profile(const QString& id, const QString& name = {})
{
    BuildRequest request;
    request.profileId = id;
    request.profileName = name;
    return request;
}

}

class TrendTest : public QObject {
    Q_OBJECT

private slots:
    // A build that went on with others took as long as all of them.
    void theWholeBuildCounts()
    {
        const auto points = trendOf(profile(QStringLiteral("tour")),
            { attempt(4, AttemptState::Succeeded, 5, 3), attempt(3, AttemptState::Stopped, 40, 2),
                attempt(2, AttemptState::Failed, 10), attempt(1, AttemptState::Succeeded, 60) });
        QCOMPARE(points.size(), 3); // stopped ones are no point
        QCOMPARE(points[0].number, 1);
        QCOMPARE(points[0].time, std::optional(Milliseconds(60'000)));
        QVERIFY(points[1].failed && !points[1].time);
        QCOMPARE(points[2].time, std::optional(Milliseconds(55'000)));
        QCOMPARE(points[2].ownTime, std::optional(Milliseconds(5'000)));
        QCOMPARE(points[2].peakMemory, std::optional<Bytes>(40 * gibibyte));
    }

    void compilingIsAPartOfIt()
    {
        const auto points = trendOf(profile(QStringLiteral("tour")),
            { compiled(attempt(6, AttemptState::Succeeded, 9), std::nullopt, StageState::Skipped),
                compiled(attempt(5, AttemptState::Succeeded, 8, 4), 6, StageState::Succeeded),
                compiled(attempt(4, AttemptState::Interrupted, 5), std::nullopt, StageState::Running),
                compiled(attempt(3, AttemptState::Succeeded, 50, 2), 30, StageState::Succeeded),
                compiled(attempt(2, AttemptState::Failed, 20), 10, StageState::Failed),
                attempt(1, AttemptState::Succeeded, 60) });
        QCOMPARE(points.size(), 5);
        QVERIFY(!points[0].compileTime); // 1: nothing was compiled
        QVERIFY(!points[1].compileTime); // 2 failed
        QCOMPARE(points[2].compileTime, std::optional(Milliseconds(40'000))); // 3, with 2
        QVERIFY(!points[3].compileTime); // 5: how long 4 compiled, nobody knows
        QVERIFY(!points[4].compileTime); // 6 skipped it
    }

    void anInstallIsNoBuild()
    {
        AttemptSummary install
            = compiled(attempt(2, AttemptState::Succeeded, 9, 1), std::nullopt, StageState::Skipped);
        install.record.request.fromStage = install.record.request.untilStage = QStringLiteral("install");
        install.record.request.install.environment = QStringLiteral("/e");
        const auto points
            = trendOf(profile(QStringLiteral("tour")), { install, attempt(1, AttemptState::Succeeded, 60) });
        QCOMPARE(points.size(), 1);
        QCOMPARE(points[0].number, 1);
    }

    void whatIsNotKnownIsNotGuessed()
    {
        AttemptSummary first = attempt(1, AttemptState::Interrupted, 10);
        first.record.duration = std::nullopt;
        first.record.peakMemory = std::nullopt;
        AttemptSummary second = attempt(2, AttemptState::Succeeded, 5, 1);
        second.record.peakMemory = std::nullopt;
        const auto points = trendOf(profile(QStringLiteral("tour")), { second, first });
        QCOMPARE(points.size(), 1);
        QVERIFY(!points[0].time && !points[0].peakMemory);
    }

    // The folder of attempt 1 holds its objects until 5 cleans it; 4 goes on with 3, on top of 1. 6 compiled
    // what 5 had left to do, which was nothing. 7 compiled nearly all anew.
    void whatIsBuiltOnTopIsTold()
    {
        const auto built = [](AttemptSummary summary, const QString& clean = {}) {
            summary.record.request.buildFolder = QStringLiteral("/b");
            summary.record.edgesDone = summary.record.duration->count() / 1000;
            summary.record.edgesTotal = summary.record.edgesDone;
            for (const char* id : { "clean", "compile" }) {
                StageResult stage;
                stage.id = QLatin1String(id);
                stage.state = id[1] == 'o' || !clean.isEmpty() ? StageState::Succeeded : StageState::Skipped;
                stage.duration = Milliseconds(1000);
                summary.record.stages.append(stage);
            }
            summary.record.request.clean = !clean.isEmpty();
            summary.record.request.cleanLevel = clean;
            return summary;
        };
        AttemptSummary elsewhere = built(attempt(8, AttemptState::Succeeded, 9));
        elsewhere.record.request.buildFolder = QStringLiteral("/c");
        const auto points = trendOf(profile(QStringLiteral("tour")),
            { built(attempt(1, AttemptState::Succeeded, 60)), built(attempt(2, AttemptState::Succeeded, 2)),
                built(attempt(3, AttemptState::Stopped, 2)), built(attempt(4, AttemptState::Succeeded, 2, 3)),
                built(attempt(5, AttemptState::Succeeded, 50), QStringLiteral("all")),
                built(attempt(6, AttemptState::Succeeded, 3, 5)),
                built(attempt(7, AttemptState::Succeeded, 49)), elsewhere });
        QVector<bool> onTop;
        for (const TrendPoint& point : points)
            onTop << point.isOnTop;
        QCOMPARE(onTop, (QVector<bool> { false, true, true, false, true, false, false }));
        QVERIFY(points[0].isWhole() && !points[1].isWhole());
        QCOMPARE(points[2].first, 3);
        QCOMPARE(points[1].first, 2);
    }

    // 55 of 60 steps are nearly all of them; without those that failed it has 53.
    void whatFailedWasNotDone_data()
    {
        QTest::addColumn<int>("failed");
        QTest::addColumn<bool>("isOnTop");
        QTest::newRow("nothing") << 0 << false;
        QTest::newRow("two steps") << 2 << true;
    }
    void whatFailedWasNotDone()
    {
        QFETCH(int, failed);
        const auto counted = [](const AttemptSummary& attempt, qint64 steps, qint64 stepsFailed) {
            AttemptSummary summary = compiled(attempt, 1, StageState::Succeeded);
            summary.record.request.buildFolder = "/b";
            summary.record.edgesDone = steps;
            summary.record.edgesTotal = 60;
            summary.record.edgesFailed = stepsFailed;
            return summary;
        };
        const auto points = trendOf(profile(QStringLiteral("tour")),
            { counted(attempt(1, AttemptState::Succeeded, 9), 60, 0),
                counted(attempt(2, AttemptState::Failed, 9), 51, failed),
                counted(attempt(3, AttemptState::Succeeded, 9, 2), 4, 0) });
        QTEST(points.last().isOnTop, "isOnTop");
    }

    void cachesAreTold_data()
    {
        QTest::addColumn<int>("hits");
        QTest::addColumn<int>("misses");
        QTest::addColumn<bool>("isCached");
        QTest::newRow("none") << 0 << 100 << false;
        QTest::newRow("a few") << 4 << 96 << false;
        QTest::newRow("many") << 87 << 13 << true;
        QTest::newRow("nothing asked") << 0 << 0 << false;
    }
    void cachesAreTold()
    {
        QFETCH(int, hits);
        QFETCH(int, misses);
        AttemptSummary first = attempt(1, AttemptState::Failed, 10);
        addCache(first, hits, misses);
        AttemptSummary next = attempt(2, AttemptState::Succeeded, 10, 1);
        addCache(next, 0, 0);
        const auto points = trendOf(profile(QStringLiteral("tour")), { next, first });
        QTEST(points.last().isCached(), "isCached");
    }

    void othersAreLeftOut()
    {
        AttemptSummary imported = attempt(1, AttemptState::Succeeded, 1);
        imported.record.imported = ImportNote();
        AttemptSummary torn = attempt(2, AttemptState::Succeeded, 1);
        torn.error = QStringLiteral("torn");
        AttemptSummary other = attempt(3, AttemptState::Succeeded, 1);
        other.record.request.profileId = QStringLiteral("other");
        QVERIFY(trendOf(profile(QStringLiteral("tour")), { other, torn, imported }).isEmpty());
        // Names count where there is no id.
        QVERIFY(isSameProfile(profile(QString(), QStringLiteral("Tour")),
            profile(QStringLiteral("tour"), QStringLiteral("Tour"))));
        QVERIFY(!isSameProfile(profile(QStringLiteral("a"), QStringLiteral("Tour")),
            profile(QStringLiteral("b"), QStringLiteral("Tour"))));
    }

    void onlyPartsOfOneBuildAreAdded_data()
    {
        QTest::addColumn<AttemptState>("before");
        QTest::addColumn<QString>("folder");
        QTest::addColumn<bool>("clean");
        QTest::addColumn<QString>("arch");
        QTest::addColumn<int>("seconds");
        QTest::newRow("goes on") << AttemptState::Failed << "/b" << false << "8.9" << 15;
        QTest::newRow("was stopped") << AttemptState::Stopped << "/b" << false << "8.9" << 15;
        QTest::newRow("had ended well") << AttemptState::Succeeded << "/b" << false << "8.9" << 5;
        QTest::newRow("another folder") << AttemptState::Failed << "/c" << false << "8.9" << 5;
        QTest::newRow("cleaned") << AttemptState::Failed << "/b" << true << "8.9" << 5;
        // Outlines have no flags.
        QTest::newRow("other options") << AttemptState::Failed << "/b" << false << "12.0" << 5;
        QTest::newRow("options that are not read") << AttemptState::Failed << "/b" << false << "" << 15;
    }
    void onlyPartsOfOneBuildAreAdded()
    {
        QFETCH(const AttemptState, before);
        QFETCH(const QString, folder);
        QFETCH(const bool, clean);
        QFETCH(const QString, arch);
        const auto compiledFor = [](const AttemptSummary& attempt, const QString& in, const QString& archs) {
            AttemptSummary summary = compiled(attempt, 1, StageState::Succeeded);
            summary.record.request.buildFolder = in;
            if (!archs.isEmpty())
                summary.record.request.configuration.setFlag({ "TORCH_CUDA_ARCH_LIST", archs, {} });
            return summary;
        };
        AttemptSummary later
            = compiledFor(attempt(2, AttemptState::Succeeded, 5, 1), "/b", arch.isEmpty() ? arch : "8.9");
        later.record.request.clean = clean;
        const auto points = trendOf(
            profile(QStringLiteral("tour")), { later, compiledFor(attempt(1, before, 10), folder, arch) });
        QFETCH(const int, seconds);
        QCOMPARE(points.last().time, std::optional(Milliseconds(seconds * 1000)));
    }

    // What an outline does not tell is read of those alone that would be parts of one build.
    void optionsThatOutlinesLackAreRead()
    {
        const QTemporaryDir folder;
        const AttemptStore store(folder.path());
        QVector<AttemptSummary> outlines;
        const auto add = [&](AttemptState state, int seconds, int base, const QString& archs) {
            AttemptSummary outline = attempt(int(outlines.size()) + 1, state, seconds, base);
            outline = compiled(outline, 1, StageState::Succeeded);
            BuildRequest request = outline.record.request;
            request.configuration.setFlag({ "TORCH_CUDA_ARCH_LIST", archs, {} });
            request.configuration.setFlag({ "CMAKE_INSTALL_PREFIX", QString::number(seconds), {} });
            const auto reserved = store.reserve(request);
            QVERIFY(reserved && reserved->number == outline.number);
            outline.folder = reserved->folder;
            outlines.prepend(outline);
        };
        add(AttemptState::Failed, 10, 0, "8.9");
        add(AttemptState::Failed, 20, 1, "8.9");
        add(AttemptState::Succeeded, 40, 2, "12.0");
        add(AttemptState::Succeeded, 80, 3, "8.9"); // after one that ended well
        const QSet<int> others = attemptsOfOtherOptions(profile("tour"), outlines);
        QCOMPARE(others, QSet<int> { 3 });
        QVERIFY(attemptsOfOtherOptions(profile("another"), outlines).isEmpty());
        QVector<AttemptSummary> waiting = outlines;
        waiting[1].record.stages.clear(); // of 3
        QCOMPARE(attemptsOfOtherOptions(profile("tour"), waiting), others);
        const auto timesOf = [&](const QSet<int>& apart) {
            QVector<int> seconds;
            for (const TrendPoint& point : trendOf(profile("tour"), outlines, apart)) {
                if (point.time)
                    seconds << int(point.time->count() / 1000);
            }
            return seconds;
        };
        QCOMPARE(timesOf({}), QVector<int>({ 70, 80 }));
        QCOMPARE(timesOf(others), QVector<int>({ 40, 80 }));
        QVERIFY(QFile::remove(AttemptFiles::request(outlines.last().folder))); // of 1: then nothing is known
        QVERIFY(QFile::remove(AttemptFiles::request(outlines.at(1).folder))); // of 3
        QVERIFY(attemptsOfOtherOptions(profile("tour"), outlines).isEmpty());
    }

    // What failed before compiling is no bridge to a build that had ended well.
    void whatWasToCompileIsANewBuild()
    {
        const auto points = trendOf(profile(QStringLiteral("tour")),
            { compiled(attempt(3, AttemptState::Succeeded, 5, 2), std::nullopt, StageState::Succeeded),
                compiled(attempt(2, AttemptState::Failed, 10, 1), std::nullopt, StageState::Waiting),
                compiled(attempt(1, AttemptState::Succeeded, 60), std::nullopt, StageState::Succeeded) });
        QCOMPARE(points.size(), 3);
        QCOMPARE(points[2].time, std::optional(Milliseconds(15'000)));
        QCOMPARE(points[2].first, 2);
    }

    // A record that goes on with itself, or with a newer one.
    void circlesEnd()
    {
        const auto points = trendOf(profile(QStringLiteral("tour")),
            { attempt(2, AttemptState::Succeeded, 5, 1), attempt(1, AttemptState::Succeeded, 7, 2),
                attempt(3, AttemptState::Succeeded, 9, 3) });
        QCOMPARE(points.size(), 3);
        QCOMPARE(points[0].time, std::optional(Milliseconds(7'000)));
        QCOMPARE(points[1].time, std::optional(Milliseconds(12'000)));
        QCOMPARE(points[2].time, std::optional(Milliseconds(9'000)));
    }
};

QTEST_GUILESS_MAIN(TrendTest)
#include "TrendTest.moc"
