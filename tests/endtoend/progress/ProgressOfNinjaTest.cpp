// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/AppPaths.h"
#include "core/store/AttemptFiles.h"
#include "core/store/AttemptLines.h"
#include "core/store/AttemptStore.h"
#include "tests/support/TestFiles.h"

#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using namespace torchmason;

namespace {

constexpr int longEnough = 120'000; // milliseconds, only waited for in full by a failing test

// Two steps of code generation, from which build.ninja is made again, and behind it 24 that wait for nobody,
// as in a tree of PyTorch after its first configuration.
QByteArray buildFile()
{
    QByteArray text = "rule slow\n  command = sleep 3 && touch $out\n"
                      "rule quick\n  command = sleep 0.1 && touch $out\n"
                      "rule again\n  command = touch build.ninja\n  generator = 1\n"
                      "build gen/a.h: slow\nbuild gen/b.h: slow gen/a.h\n"
                      "build build.ninja: again | gen/a.h gen/b.h\n";
    QByteArray all = "build all: phony";
    for (int index = 0; index < 24; ++index) {
        const QByteArray output = "x.dir/" + QByteArray::number(index) + ".cpp.o";
        text += "build " + output + ": quick\n";
        all += ' ' + output;
    }
    return text + all + "\ndefault all\n";
}

}

// The real runner on a real ninja.
class ProgressOfNinjaTest : public QObject {
    Q_OBJECT

private slots:
    void init();
    void countOfThePreparationIsNotTheBuilds();
    void timesOfTheBuildBeforeAreTaken();
    void whatWasMadeBeforeIsNotKeptAgain();

private:
    AttemptRecord build(int number, const QString& folder);
    QVector<BuildProgress> progressOf(int number) const;

    QString m_ninja;
    std::unique_ptr<QTemporaryDir> m_root;
};

void ProgressOfNinjaTest::init()
{
    m_ninja = QStandardPaths::findExecutable(QStringLiteral("ninja"));
    if (m_ninja.isEmpty())
        QSKIP("ninja is not installed.");
    m_root = std::make_unique<QTemporaryDir>();
    qputenv("TORCHMASON_HOME", m_root->path().toUtf8());
}

AttemptRecord ProgressOfNinjaTest::build(int number, const QString& folder)
{
    BuildRequest request;
    request.sourceFolder = m_root->filePath(QStringLiteral("source"));
    request.buildFolder = m_root->filePath(folder);
    request.jobs = 2;
    request.keepAwake = false;
    const auto reserved = AttemptStore(AppPaths::attemptsFolder()).reserve(request);
    Stage stage;
    stage.id = stage.title = QStringLiteral("compile");
    stage.kind = StageKind::Compile;
    Command command { m_ninja, { QStringLiteral("-C"), request.buildFolder, "-j", "2" }, {}, {}, {} };
    command.environment.append({ "NINJA_STATUS", "[%f/%t|%r|%e] ", ValueOrigin::Default });
    stage.commands = { command };
    StagePlan plan;
    plan.stages = { stage };
    if (!reserved || reserved->number != number
        || !writeJsonFile(reserved->folder + QStringLiteral("/plan.json"), toJson(plan)))
        return {};
    QProcess runner;
    runner.start(QStringLiteral(RUNNER), { QStringLiteral("--attempt"), reserved->folder });
    runner.waitForFinished(longEnough);
    const auto record = AttemptFiles::readRecord(reserved->folder);
    return record ? *record : AttemptRecord();
}

QVector<BuildProgress> ProgressOfNinjaTest::progressOf(int number) const
{
    QVector<BuildProgress> told;
    const QString folder = AttemptStore(AppPaths::attemptsFolder()).attemptFolder(number);
    for (const QByteArray& line : contentOf(AttemptFiles::events(folder)).split('\n')) {
        const Json document = Json::parse(line.begin(), line.end(), nullptr, false);
        const auto event = attemptEventFromJson(document);
        if (!event || event->type != QLatin1String("progress"))
            continue;
        if (const auto progress = buildProgressFromJson(event->data))
            told << *progress;
    }
    return told;
}

void ProgressOfNinjaTest::countOfThePreparationIsNotTheBuilds()
{
    write(m_root->filePath("b/build.ninja"), buildFile());
    const AttemptRecord record = build(1, QStringLiteral("b"));
    QCOMPARE(record.state, AttemptState::Succeeded);
    // From 1.12 on ninja adds what the preparation made to the total, and ends at 24 of 27.
    const qint64 total = record.edgesTotal.value_or(0);
    QVERIFY2(total == 24 || total == 27, qPrintable(QString::number(total)));
    const QVector<BuildProgress> told = progressOf(1);
    QVERIFY(!told.isEmpty());
    QVERIFY(told.first().preparing);
    QVERIFY(told.first().total < 24);
    bool wasPreparing = true;
    qint64 done = 0;
    for (const BuildProgress& progress : told) {
        QVERIFY(wasPreparing || !progress.preparing);
        wasPreparing = progress.preparing;
        if (progress.preparing)
            continue;
        QCOMPARE(progress.total, total);
        QVERIFY(progress.done >= done);
        done = progress.done;
    }
    QCOMPARE(done, 24);
    QVERIFY(!wasPreparing);
}

// A second folder has no log of its own: the first attempt's edges serve, from the first step on.
void ProgressOfNinjaTest::timesOfTheBuildBeforeAreTaken()
{
    for (const char* folder : { "b", "c" }) {
        write(m_root->filePath(folder + QString("/build.ninja")), buildFile());
        write(m_root->filePath(folder + QString("/gen/a.h")));
        write(m_root->filePath(folder + QString("/gen/b.h")));
    }
    QCOMPARE(build(1, QStringLiteral("b")).state, AttemptState::Succeeded);
    QCOMPARE(build(2, QStringLiteral("c")).state, AttemptState::Succeeded);
    int withReason = 0;
    for (const BuildProgress& progress : progressOf(2)) {
        if (progress.preparing || progress.reason.isEmpty())
            continue;
        ++withReason;
        // The last step alone waits for the ones before it, which a slow machine has the time to tell.
        const bool isLast = progress.reason.startsWith("1 ");
        QVERIFY2(isLast || progress.reason.contains("2 at a time"), qPrintable(progress.reason));
        QVERIFY2(progress.reason.contains("; times from attempt 1"), qPrintable(progress.reason));
        QVERIFY(progress.remainingLow && progress.remainingHigh
            && *progress.remainingHigh < Milliseconds(60'000));
    }
    QVERIFY(withReason > 0);
}

// ninja's log has the steps of all builds of its folder.
void ProgressOfNinjaTest::whatWasMadeBeforeIsNotKeptAgain()
{
    write(m_root->filePath("b/build.ninja"), buildFile());
    QCOMPARE(build(1, QStringLiteral("b")).state, AttemptState::Succeeded);
    QVERIFY(QFile::remove(m_root->filePath("b/x.dir/3.cpp.o")));
    QCOMPARE(build(2, QStringLiteral("b")).state, AttemptState::Succeeded);
    const QByteArray edges
        = contentOf(AttemptFiles::edges(AttemptStore(AppPaths::attemptsFolder()).attemptFolder(2)));
    QCOMPARE(edges.count('\n'), 1);
    QVERIFY2(edges.contains("x.dir/3.cpp.o"), edges.constData());
}

QTEST_GUILESS_MAIN(ProgressOfNinjaTest)
#include "ProgressOfNinjaTest.moc"
