// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attempt/BuildWatcher.h"

#include "core/attempt/SampledGate.h"
#include "core/history/EdgeTimeline.h"
#include "tests/support/TestFiles.h"

#include <QTemporaryDir>
#include <QTest>

#include <tuple>

using namespace torchmason;

class BuildWatcherTest : public QObject {
    Q_OBJECT

    // Of a build that began a minute ago; `edges` gets the steps that end, and outlives it.
    static std::unique_ptr<BuildWatcher> watched(const QString& buildFolder, QVector<EdgeRecord>& edges)
    {
        BuildRequest request;
        request.buildFolder = buildFolder;
        auto watcher = std::make_unique<BuildWatcher>(
            request, systemClock().monotonicMilliseconds() - 60'000, std::nullopt);
        connect(watcher.get(), &BuildWatcher::edgesEnded, watcher.get(),
            [&edges](const QVector<EdgeRecord>& ended) { edges += ended; });
        watcher->start();
        watcher->beginCommand();
        return watcher;
    }

private slots:
    void aSampleBelongsToTheStageThatBeganLast();
    void messagesAreCountedWhileTheLogGrows();
    void errorsOfAStepAreCountedBeforeItIsTold();
    void stepsSayWhatTheGateDidToThem();
    void aStepWaitsForTheWordOfTheGate();
    void stepsOfOneJobDoNotOverlap();
    void aFailureThatNobodySawHasNoStart();
    void whatACacheWaitedIsNoWork();
    void programsAreLinked();
};

void BuildWatcherTest::aSampleBelongsToTheStageThatBeganLast()
{
    QTemporaryDir folder;
    const QString environment = folder.filePath(QStringLiteral("environment.log"));
    const QString clean = folder.filePath(QStringLiteral("clean.log"));
    write(environment, "one\n");
    write(clean, "four\n");
    BuildRequest request;
    request.buildFolder = folder.filePath(QStringLiteral("build"));
    BuildWatcher watcher(request, systemClock().monotonicMilliseconds(), std::nullopt);
    QStringList stages;
    connect(&watcher, &BuildWatcher::sampled, this, [&](const Sample& sample) { stages << sample.stage; });
    watcher.start(); // which takes a first sample
    watcher.beginStage(QStringLiteral("environment"), environment);
    watcher.beginStage(QStringLiteral("clean"), clean);
    QTRY_VERIFY(stages.size() >= 2); // and one more each second
    QCOMPARE(stages.mid(0, 2), QStringList({ {}, QStringLiteral("clean") }));
    watcher.endStage(QStringLiteral("clean"), false);
    QTRY_COMPARE(stages.last(), QStringLiteral("environment"));
}

void BuildWatcherTest::messagesAreCountedWhileTheLogGrows()
{
    const QTemporaryDir folder;
    const QString log = folder.filePath(QStringLiteral("compile.log"));
    write(log, "nothing yet\n");
    BuildRequest request;
    request.buildFolder = folder.filePath(QStringLiteral("build"));
    BuildWatcher watcher(request, systemClock().monotonicMilliseconds(), std::nullopt);
    QVector<QPair<qint64, qint64>> counts;
    QStringList errors;
    connect(&watcher, &BuildWatcher::counted, this,
        [&](const QString& stage, const DiagnosticCount& now, const QVector<LogError>& fresh) {
            QCOMPARE(stage, QStringLiteral("compile"));
            counts.append({ now.errors, now.warnings });
            for (const LogError& error : fresh)
                errors << error.place;
        });
    watcher.start();
    watcher.beginStage(QStringLiteral("compile"), log);
    QTRY_COMPARE(counts.size(), 1);
    QCOMPARE(counts.last(), qMakePair(qint64(0), qint64(0))); // else nobody knows that there are none
    write(log, "a.cpp:1:1: warning: odd\n", QIODevice::Append);
    QTRY_COMPARE(counts.size(), 2);
    QCOMPARE(counts.last(), qMakePair(qint64(0), qint64(1)));
    write(log, "b.cpp:2:1: error: no\n", QIODevice::Append);
    QTRY_COMPARE(counts.size(), 3);
    QCOMPARE(counts.last(), qMakePair(qint64(1), qint64(1)));
    write(log, "nothing of interest\n", QIODevice::Append);
    QTest::qWait(1200);
    QCOMPARE(counts.size(), 3); // nothing new
    QCOMPARE(errors, QStringList({ QStringLiteral("b.cpp:2") }));
    write(log, "c.cpp:3:1: error: no\n", QIODevice::Append);
    watcher.endStage(QStringLiteral("compile"), true); // which reads the rest
    QCOMPARE(errors, QStringList({ QStringLiteral("b.cpp:2"), QStringLiteral("c.cpp:3") }));
}

void BuildWatcherTest::errorsOfAStepAreCountedBeforeItIsTold()
{
    const QTemporaryDir folder;
    const QString log = folder.filePath(QStringLiteral("compile.log"));
    write(log, "nothing yet\n");
    QVector<EdgeRecord> edges;
    const auto made = watched(folder.path(), edges);
    qint64 errors = -1;
    connect(made.get(), &BuildWatcher::counted, this,
        [&](const QString&, const DiagnosticCount& now) { errors = now.errors; });
    std::optional<qint64> atFailure;
    connect(made.get(), &BuildWatcher::edgesEnded, this, [&] { atFailure = errors; });
    made->beginStage(QStringLiteral("compile"), log);
    QTRY_COMPARE(errors, 0);
    write(log, "FAILED: bad.o \nc++ -c bad.cpp -o bad.o\nbad.cpp:1:1: error: no\n", QIODevice::Append);
    QTRY_VERIFY(atFailure);
    QCOMPARE(*atFailure, 1);
}

void BuildWatcherTest::stepsSayWhatTheGateDidToThem()
{
    const QTemporaryDir folder;
    const QString log = folder.filePath(QStringLiteral("compile.log"));
    write(log, "FAILED: bad.o \nc++ -c bad.cpp -o bad.o\nbad.cpp:1:1: error: no\n");
    QVector<EdgeRecord> edges;
    const auto made = watched(folder.path(), edges);
    BuildWatcher& watcher = *made;
    MeasuredEdge measured;
    measured.language = QStringLiteral("C++");
    measured.wall = Milliseconds(300);
    measured.heldBack = Milliseconds(4200);
    measured.restarts = 2;
    for (const char* output : { "good.o", "bad.o" }) {
        measured.output = QLatin1String(output);
        watcher.addMeasuredEdge(measured);
    }
    write(folder.filePath(QStringLiteral(".ninja_log")),
        "# ninja log v6\n0\t400\t1\tgood.o\tabc\n"
        "0\t400\t1\tunseen.h\tdef\n");
    watcher.beginStage(QStringLiteral("compile"), log);
    watcher.endStage(QStringLiteral("compile"), true);
    QTRY_COMPARE(edges.size(), 3);
    for (const EdgeRecord& edge : std::as_const(edges)) {
        const bool isMeasured = edge.output != QLatin1String("unseen.h");
        QCOMPARE(edge.heldBack, isMeasured ? std::optional(Milliseconds(4200)) : std::nullopt);
        QCOMPARE(edge.restarts, isMeasured ? 2 : 0);
        if (isMeasured)
            QCOMPARE(edge.end - edge.start, 300);
        const auto read = edgeRecordFromJson(toJson(edge));
        QVERIFY(read.ok() && read->heldBack == edge.heldBack && read->restarts == edge.restarts);
        QCOMPARE(toJson(edge).contains("restarts"), isMeasured);
    }
}

// Its time at the gate would be taken for work.
void BuildWatcherTest::aStepWaitsForTheWordOfTheGate()
{
    const QTemporaryDir folder;
    const QString log = folder.filePath(QStringLiteral(".ninja_log"));
    QVector<EdgeRecord> edges;
    const auto made = watched(folder.path(), edges);
    BuildWatcher& watcher = *made;
    GateState state;
    state.edges.resize(2);
    state.edges[0].output = QStringLiteral("late.o");
    state.edges[1].output = QStringLiteral("silent.o");
    watcher.setGateState(state);
    write(log, "# ninja log v6\n0\t400\t1\tlate.o\tabc\n0\t410\t1\tfree.h\tdef\n");
    QTRY_COMPARE(edges.size(), 1);
    QCOMPARE(edges.last().output, QStringLiteral("free.h"));
    MeasuredEdge measured;
    measured.output = QStringLiteral("late.o");
    measured.wall = Milliseconds(300);
    watcher.addMeasuredEdge(measured);
    QTRY_COMPARE(edges.size(), 2);
    QCOMPARE(edges.last().end - edges.last().start, 300);
    write(log, "0\t420\t1\tsilent.o\tghi\n", QIODevice::Append);
    QTRY_COMPARE(edges.size(), 3);
    QVERIFY(!edges.last().heldBack);
}

// Ninja sees an end late, and the gate lets the next one in at once.
void BuildWatcherTest::stepsOfOneJobDoNotOverlap()
{
    const QTemporaryDir folder;
    QVector<EdgeRecord> edges;
    const auto watcher = watched(folder.path(), edges);
    const qint64 free = systemClock().monotonicMilliseconds() - 5000;
    MeasuredEdge measured;
    for (const auto& [output, wall, ended] :
        { std::tuple("first.o", 300, free), std::tuple("second.o", 400, free + 400) }) {
        measured.output = QLatin1String(output);
        measured.wall = Milliseconds(wall);
        measured.ended = ended;
        watcher->addMeasuredEdge(measured);
    }
    write(folder.filePath(QStringLiteral(".ninja_log")),
        "# ninja log v6\n0\t900\t1\tfirst.o\ta\n0\t910\t1\tsecond.o\tb\n");
    QTRY_COMPARE(edges.size(), 2);
    QCOMPARE(edges[0].end - edges[0].start, 300);
    QCOMPARE(edges[1].end - edges[1].start, 400);
    QCOMPARE(edges[1].start, edges[0].end);
}

void BuildWatcherTest::aFailureThatNobodySawHasNoStart()
{
    const QTemporaryDir folder;
    const QString log = folder.filePath(QStringLiteral("compile.log"));
    QVector<EdgeRecord> edges;
    const auto watcher = watched(folder.path(), edges);
    MeasuredEdge before;
    before.output = QStringLiteral("bad.o");
    before.wall = Milliseconds(30'000);
    watcher->addMeasuredEdge(before);
    watcher->beginCommand(); // the same step once more
    write(log, "FAILED: bad.o \nc++ -c bad.cpp -o bad.o\nbad.cpp:1:1: error: no\n");
    watcher->beginStage(QStringLiteral("compile"), log);
    watcher->endStage(QStringLiteral("compile"), true);
    QCOMPARE(edges.size(), 1);
    QVERIFY(!knowsStart(edges.first()) && edges.first().end > 0);
}

void BuildWatcherTest::whatACacheWaitedIsNoWork()
{
    constexpr qint64 begin = 1'000'000;
    Sample sample;
    sample.elapsed = 60'000;
    sample.running = { { 7, "in.o", "C++", Milliseconds(50'000), {}, {} },
        { 8, "waits.o", "C++", Milliseconds(50'000), {}, {} } };
    GateState state;
    state.edges.resize(2);
    state.edges[0].output = QStringLiteral("in.o");
    state.edges[0].phase = EdgePhase::Running;
    state.edges[0].since = begin + 58'000;
    state.edges[1].output = QStringLiteral("waits.o");
    state.edges[1].since = begin + 10'000;
    addGate(sample, state, begin);
    QCOMPARE(sample.running[0].age, Milliseconds(2000));
    QVERIFY(sample.running[0].expected && !sample.running[1].expected);
    QCOMPARE(sample.running[1].age, Milliseconds(50'000));
    QVERIFY(sample.gate && sample.gate->running == 1 && sample.gate->waitingCount == 1);
}

// Their names do not tell; the last step ends when the log does.
void BuildWatcherTest::programsAreLinked()
{
    const QTemporaryDir folder;
    const QString log = folder.filePath(QStringLiteral("compile.log"));
    write(log,
        "[1/3|1|0.1] Generating stamp\n"
        "[2/3|1|0.2] Linking CXX executable tool\n"
        "[3/3|1|0.3] Linking C executable tests/failing\n"
        "FAILED: tests/failing \nld: no\n");
    BuildRequest request;
    request.buildFolder = folder.path();
    BuildWatcher watcher(request, systemClock().monotonicMilliseconds(), std::nullopt);
    QMap<QString, QString> languages;
    connect(&watcher, &BuildWatcher::edgesEnded, this, [&languages](const QVector<EdgeRecord>& ended) {
        for (const EdgeRecord& edge : ended)
            languages.insert(edge.output, edge.language);
    });
    watcher.start();
    watcher.beginCommand();
    write(folder.filePath(QStringLiteral(".ninja_log")),
        "# ninja log v6\n0\t100\t1\tstamp\ta\n0\t200\t1\ttool\tb\n");
    watcher.beginStage(QStringLiteral("compile"), log);
    watcher.endStage(QStringLiteral("compile"), true);
    QTRY_COMPARE(languages.size(), 3);
    QCOMPARE(languages.value(QStringLiteral("stamp")), QStringLiteral("other"));
    QCOMPARE(languages.value(QStringLiteral("tool")), QStringLiteral("link"));
    QCOMPARE(languages.value(QStringLiteral("tests/failing")), QStringLiteral("link"));
}

QTEST_GUILESS_MAIN(BuildWatcherTest)
#include "BuildWatcherTest.moc"
