// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/AttemptPatterns.h"
#include "core/history/LaterTries.h"
#include "core/history/Lineage.h"
#include "tests/core/history/AttemptSet.h"

#include <QTemporaryDir>
#include <QTest>

#include <memory>

using namespace torchmason;

namespace {

const QString c10d = "c10d-unresolved-symbol";
const QString arch = "nvcc-unsupported-gpu-arch";

QString told(const QVector<AttemptPattern>& patterns)
{
    QStringList lines;
    for (const AttemptPattern& pattern : patterns)
        lines << patternKindId(pattern.kind) + QStringLiteral(": ") + pattern.sentence;
    return lines.join(QLatin1Char('\n'));
}

}

class AttemptPatternsTest : public QObject {
    Q_OBJECT

private slots:
    void init();
    void nothingIsToldOfFew();
    void theFlagThatSeparatesIsTold();
    void severalBadValuesOfOneSettingAreTold();
    void findingsOfOtherStagesAreNotJoined();
    void whatTheBuildFolderHadSeparates();
    void whatMeansTheSameDoesNotSeparate();
    void whatDidNotComeSoFarIsNotCounted();
    void aFindingThatStaysNamesWhatWasTried();
    void whatNothingExplainsIsToBeCompared();
    void whatAFixHelpedIsNotUnexplained_data();
    void whatAFixHelpedIsNotUnexplained();
    void fixesAreCounted();
    void whatFailedLaterStandsLast();
    void aStoppedAttemptLeavesTheAnswerToTheNext();
    void whatEndedBeforeTheStageTellsNothing();
    void aFixForOneSubjectIsNotBlamedForAnother();
    void anEnvironmentThatChangedIsTold();
    void aVersionThatWorkedIsCleared();
    void aSlowerBuildIsToldWithReasons();
    void otherTreesAndMachinesAreNotMixed();
    void textOfOthersIsHarmless();

private:
    QVector<AttemptPattern> patterns() const { return attemptPatterns(m_set->store().list()); }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<AttemptSet> m_set;
};

void AttemptPatternsTest::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_set = std::make_unique<AttemptSet>(m_folder->path());
}

void AttemptPatternsTest::nothingIsToldOfFew()
{
    QCOMPARE(told(patterns()), QString());
    m_set->add(AttemptState::Failed, c10d);
    QCOMPARE(told(patterns()), QString());
    m_set->add(AttemptState::Succeeded);
    QCOMPARE(told(patterns()), QString());
}

void AttemptPatternsTest::theFlagThatSeparatesIsTold()
{
    const QString title = "nvcc does not know the architecture";
    m_set->add(AttemptState::Failed, arch, title);
    m_set->setFlag("USE_NCCL", "OFF");
    m_set->add(AttemptState::Failed, arch, title);
    m_set->add(AttemptState::Failed, arch, title);
    m_set->setFlag("TORCH_CUDA_ARCH_LIST", "12.0");
    m_set->add(AttemptState::Succeeded);
    const auto found = patterns();
    QCOMPARE(told(found),
        "finding-separated: \"nvcc does not know the architecture\" ended attempts 1, 2 and 3. All of these "
        "had "
        "TORCH_CUDA_ARCH_LIST=8.9; what completed the same stage (attempt 4) had TORCH_CUDA_ARCH_LIST=12.0.");
    QCOMPARE(found.first().attempts, QVector<int>({ 1, 2, 3 }));
    QCOMPARE(found.first().others, QVector<int>({ 4 }));
    const Json json = toJson(found.first());
    QCOMPARE(json["kind"].get<std::string>(), std::string("finding-separated"));
    QCOMPARE(json["attempts"].size(), 3U);
    QCOMPARE(json["rule"].get<std::string>(), arch.toStdString());
}

void AttemptPatternsTest::severalBadValuesOfOneSettingAreTold()
{
    const QString planted = "tour-planted-mistake";
    m_set->add(AttemptState::Succeeded);
    m_set->setFlag("TOUR_FAILURE", "compile");
    m_set->add(AttemptState::Failed, planted, "brickThatNobodyWrote does not exist");
    m_set->setFlag("TOUR_FAILURE", "configure");
    m_set->add(AttemptState::Failed, planted, "BrickThatNobodyHas does not exist");
    const QString text = told(patterns());
    QVERIFY2(
        text.contains("\"brickThatNobodyWrote does not exist\" and \"BrickThatNobodyHas does not exist\" "
                      "ended attempts 2 and 3. "),
        qPrintable(text));
    QVERIFY2(text.contains("finding-repeats"), qPrintable(text)); // of one other attempt it may be chance
    m_set->setFlag("TOUR_FAILURE", "none");
    m_set->add(AttemptState::Succeeded);
    QVERIFY2(told(patterns())
                 .contains("All of these had TOUR_FAILURE=compile or TOUR_FAILURE=configure; what "
                           "completed the same stage (attempts 1 and 4) had TOUR_FAILURE not set."),
        qPrintable(told(patterns())));
}

void AttemptPatternsTest::findingsOfOtherStagesAreNotJoined()
{
    const QString planted = "tour-planted-mistake";
    m_set->add(AttemptState::Failed, planted, "brickThatNobodyWrote does not exist");
    m_set->stage = "configure";
    m_set->add(AttemptState::Failed, planted, "BrickThatNobodyHas does not exist");
    QCOMPARE(told(patterns()), QString()); // each came once
    m_set->add(AttemptState::Failed, planted, "BrickThatNobodyHas does not exist");
    QCOMPARE(patterns().size(), 1);
    QCOMPARE(patterns().first().attempts, QVector<int>({ 2, 3 }));
}

void AttemptPatternsTest::whatTheBuildFolderHadSeparates()
{
    m_set->folderSwitches.emplace();
    m_set->add(AttemptState::Failed, c10d);
    m_set->add(AttemptState::Failed, c10d);
    m_set->folderSwitches->insert("USE_DISTRIBUTED", "OFF");
    m_set->add(AttemptState::Succeeded);
    QCOMPARE(patterns().size(), 1);
    QVERIFY2(told(patterns()).contains("attempt 3) had USE_DISTRIBUTED=OFF"), qPrintable(told(patterns())));
    m_set->folderSwitches.reset(); // an older program did not look
    m_set->add(AttemptState::Failed, c10d);
    QVERIFY2(!told(patterns()).contains("USE_DISTRIBUTED"), qPrintable(told(patterns())));
}

void AttemptPatternsTest::whatMeansTheSameDoesNotSeparate()
{
    m_set->setFlag("USE_CUDA", "ON");
    m_set->setFlag("USE_MPI", "0");
    m_set->add(AttemptState::Failed, arch);
    m_set->add(AttemptState::Failed, arch);
    m_set->setFlag("USE_CUDA", "1");
    m_set->setFlag("USE_MPI", "OFF");
    m_set->request.configuration.setEnvironment({ "USE_NUMPY", "1", ValueOrigin::User }); // the default
    m_set->setFlag("TORCH_CUDA_ARCH_LIST", "12.0");
    m_set->add(AttemptState::Succeeded);
    QCOMPARE(patterns().size(), 1);
    QCOMPARE(patterns().first().values.size(), 1);
    QVERIFY(patterns().first().values.first().startsWith("TORCH_CUDA_ARCH_LIST=8.9"));
}

// Stopped, or ended by something else in the same stage: nobody knows whether the finding would have come.
void AttemptPatternsTest::whatDidNotComeSoFarIsNotCounted()
{
    m_set->add(AttemptState::Failed, arch);
    m_set->add(AttemptState::Failed, arch);
    m_set->setFlag("TORCH_CUDA_ARCH_LIST", "9.0");
    m_set->add(AttemptState::Stopped);
    m_set->add(AttemptState::Failed, c10d);
    m_set->setFlag("TORCH_CUDA_ARCH_LIST", "12.0");
    m_set->add(AttemptState::Succeeded);
    QCOMPARE(patterns().size(), 1);
    QVERIFY2(patterns().first().sentence.contains("ended attempts 1 and 2."), qPrintable(told(patterns())));
    QCOMPARE(patterns().first().others, QVector<int>({ 5 }));
}

// Four attempts with one finding, as a user kept them by hand.
void AttemptPatternsTest::aFindingThatStaysNamesWhatWasTried()
{
    m_set->setFlag("USE_DISTRIBUTED", "ON");
    m_set->setFlag("USE_GLOO", "ON");
    m_set->add(AttemptState::Failed, c10d, "c10d::Work is unresolved");
    m_set->setFlag("USE_DISTRIBUTED", "OFF");
    m_set->setFlag("USE_GLOO", "OFF");
    m_set->add(AttemptState::Failed, c10d, "c10d::Work is unresolved");
    m_set->request.configuration.removeFlag("USE_DISTRIBUTED");
    m_set->request.configuration.removeFlag("USE_GLOO");
    m_set->add(AttemptState::Failed, c10d, "c10d::Work is unresolved");
    m_set->setFlag("USE_DISTRIBUTED", "OFF");
    m_set->add(AttemptState::Failed, c10d, "c10d::Work is unresolved");
    const QString text = told(patterns());
    QCOMPARE(patterns().size(), 1);
    QVERIFY2(text.startsWith("finding-stays: \"c10d::Work is unresolved\" ended attempts 1 to 4, and no "
                             "attempt with the same source folder and targets completed the stage where it "
                             "occurred. It occurred again although this was changed: "),
        qPrintable(text));
    QVERIFY2(text.endsWith("USE_DISTRIBUTED (ON or OFF) and USE_GLOO (ON or OFF)."), qPrintable(text));
    QVERIFY(!text.contains("TORCH_CUDA_ARCH_LIST")); // was not changed
}

void AttemptPatternsTest::whatNothingExplainsIsToBeCompared()
{
    m_set->add(AttemptState::Failed, "out-of-memory");
    m_set->add(AttemptState::Failed, "out-of-memory");
    m_set->add(AttemptState::Succeeded);
    const QString text = told(patterns());
    const QString both = "Attempt 3 completed the same stage; compare it with attempt 2 to see what differs.";
    QVERIFY2(text.startsWith("finding-repeats:") && text.endsWith(both), qPrintable(text));
    QCOMPARE(patterns().first().toCompare, (QVector<int> { 2, 3 }));
    for (int more = 0; more < 4; ++more)
        m_set->add(AttemptState::Succeeded);
    QVERIFY2(told(patterns()).endsWith(both), qPrintable(told(patterns())));
    for (int more = 0; more < 4; ++more)
        m_set->add(AttemptState::Failed, "out-of-memory");
    const QString later = told(patterns());
    QVERIFY2(later.endsWith("ended attempts 1, 2 and 8 to 11. Attempt 7 completed the same stage; compare it "
                            "with attempt 11 to see what differs."),
        qPrintable(later));
}

void AttemptPatternsTest::whatAFixHelpedIsNotUnexplained_data()
{
    QTest::addColumn<bool>("isStopped");
    QTest::newRow("by the attempt that applied it") << false;
    QTest::newRow("by the one that went on with that") << true;
}

// Others got past it without the fix, so that no setting separates them.
void AttemptPatternsTest::whatAFixHelpedIsNotUnexplained()
{
    QFETCH(bool, isStopped);
    m_set->goOnWith(m_set->add(AttemptState::Failed, c10d), c10d, "Switch distributed off");
    if (isStopped)
        m_set->goOnWith(m_set->add(AttemptState::Stopped));
    m_set->goOnWith(m_set->add(AttemptState::Succeeded));
    m_set->goOnWith(m_set->add(AttemptState::Failed, c10d));
    m_set->add(AttemptState::Succeeded);
    const QString text = told(patterns());
    QVERIFY2(text.contains("fix-helped: "), qPrintable(text));
    QVERIFY2(!text.contains("finding-repeats"), qPrintable(text));
}

void AttemptPatternsTest::fixesAreCounted()
{
    m_set->add(AttemptState::Failed, c10d, "c10d::Work is unresolved");
    m_set->goOnWith(1, c10d, "Clean CMake's cache");
    m_set->add(AttemptState::Failed, c10d, "c10d::Work is unresolved");
    m_set->goOnWith(2, c10d, "Switch distributed off");
    m_set->add(AttemptState::Succeeded);
    const QString text = told(patterns());
    QVERIFY2(text.contains(
                 "fix-without-help: The fix \"Clean CMake's cache\" for \"c10d::Work is unresolved\" did "
                 "not help: after it (attempt 2) the same finding occurred again."),
        qPrintable(text));
    QVERIFY2(text.contains(
                 "fix-helped: The fix \"Switch distributed off\" for \"c10d::Work is unresolved\" helped: "
                 "after it (attempt 3) the finding did not occur again."),
        qPrintable(text));
}

// As the card of an old attempt offers its fixes.
void AttemptPatternsTest::whatFailedLaterStandsLast()
{
    m_set->add(AttemptState::Failed, c10d);
    m_set->goOnWith(1);
    m_set->add(AttemptState::Failed, c10d);
    m_set->goOnWith(2, c10d, "Clean CMake's cache");
    m_set->add(AttemptState::Failed, c10d);
    m_set->goOnWith(3, c10d, "Switch distributed off");
    m_set->add(AttemptState::Succeeded);
    const auto triedIn = [this](int number, const QString& rule) {
        Finding finding;
        finding.rule = rule;
        for (const char* title : { "Clean CMake's cache", "Switch distributed off" }) {
            Fix fix;
            fix.title = title;
            finding.fixes.append(fix);
        }
        QVector<Finding> findings { finding };
        const auto attempt = m_set->store().attempt(number);
        markTriedLater(findings, attempt->record, m_set->store());
        QStringList told;
        for (const Fix& fix : findings.first().fixes)
            told << QStringLiteral("%1: %2").arg(fix.title).arg(fix.triedIn);
        return told;
    };
    const QStringList failed { "Switch distributed off: 0", "Clean CMake's cache: 3" };
    QCOMPARE(triedIn(1, c10d), failed); // by the chain, not by the next one alone
    QCOMPARE(triedIn(2, c10d), failed);
    const QStringList untried { "Clean CMake's cache: 0", "Switch distributed off: 0" };
    QCOMPARE(triedIn(2, arch), untried); // it answered something else
    QCOMPARE(triedIn(3, c10d), untried); // what it had applied itself is known to completeFixes()
}

void AttemptPatternsTest::aStoppedAttemptLeavesTheAnswerToTheNext()
{
    m_set->add(AttemptState::Failed, c10d);
    m_set->goOnWith(1, c10d, "Switch distributed off");
    m_set->add(AttemptState::Stopped);
    QCOMPARE(told(patterns()), QString());
    m_set->goOnWith(2);
    m_set->add(AttemptState::Succeeded);
    const auto found = patterns();
    QCOMPARE(found.size(), 1);
    QCOMPARE(found.first().kind, PatternKind::FixHelped);
    QCOMPARE(found.first().attempts, QVector<int>({ 2 }));
}

// As with --until configure: it succeeded, and never came to what had failed.
void AttemptPatternsTest::whatEndedBeforeTheStageTellsNothing()
{
    m_set->add(AttemptState::Failed, c10d);
    m_set->goOnWith(1, c10d, "Switch distributed off");
    m_set->add(AttemptState::Succeeded);
    QVector<AttemptSummary> attempts = m_set->store().list();
    QCOMPARE(chainOf(2, attempts).last().result, FixResult::Helped);
    StageResult& compile = attempts.first().record.stages.first(); // of the newest
    compile.state = StageState::Skipped;
    QCOMPARE(told(attemptPatterns(attempts)), QString());
    QCOMPARE(chainOf(2, attempts).last().result, FixResult::Unknown);
    attempts.first().record.state = AttemptState::Failed; // in an earlier stage
    attempts.first().record.firstFindingRule = "cmake-policy";
    compile.state = StageState::Waiting;
    QCOMPARE(chainOf(2, attempts).last().result, FixResult::Unknown);
}

void AttemptPatternsTest::aFixForOneSubjectIsNotBlamedForAnother()
{
    const QString rule = "missing-header";
    m_set->add(AttemptState::Failed, rule);
    m_set->request.continuesAttempt = 1;
    m_set->request.answers.append({ 1, rule, "zlib.h", "Install zlib" });
    const int number = m_set->add(AttemptState::Failed, rule);
    Finding finding;
    finding.rule = rule;
    finding.root = true;
    finding.subject = "openssl/ssl.h";
    const auto writer = AttemptWriter::open(m_set->store().attemptFolder(number));
    QVERIFY((*writer)->writeFindings({ finding }).ok());
    QVERIFY2(!told(patterns()).contains("fix-without-help"), qPrintable(told(patterns())));
    finding.subject = "zlib.h";
    QVERIFY((*writer)->writeFindings({ finding }).ok());
    QVERIFY2(told(patterns()).contains("fix-without-help"), qPrintable(told(patterns())));
}

void AttemptPatternsTest::anEnvironmentThatChangedIsTold()
{
    m_set->add(AttemptState::Succeeded);
    m_set->facts.tools.first().version = "4.0.0";
    m_set->facts.gpus.first().driver = "580.65.06";
    m_set->add(AttemptState::Stopped); // says nothing
    m_set->setFlag("USE_MKLDNN", "OFF");
    m_set->add(AttemptState::Failed, "cmake-policy");
    QCOMPARE(told(patterns()),
        "environment-changed: Attempt 1 succeeded, and attempt 3, the next one of the same tree, failed. "
        "What changed in between: cmake (3.31.6 before, then 4.0.0) and driver (575.57.08 before, then "
        "580.65.06). Settings changed, too: USE_MKLDNN.");
}

void AttemptPatternsTest::aVersionThatWorkedIsCleared()
{
    m_set->add(AttemptState::Succeeded);
    m_set->facts.tools.first().version = "4.0.0";
    m_set->add(AttemptState::Failed, "cmake-policy");
    m_set->add(AttemptState::Succeeded);
    QCOMPARE(told(patterns()), QString());
}

void AttemptPatternsTest::aSlowerBuildIsToldWithReasons()
{
    m_set->request.jobs = 8;
    m_set->add(AttemptState::Succeeded);
    m_set->add(AttemptState::Succeeded);
    m_set->compileTime = Milliseconds(4'000'000); // a little
    m_set->add(AttemptState::Succeeded);
    QCOMPARE(told(patterns()), QString());
    m_set->request.jobs = 4;
    m_set->compileTime = Milliseconds(7'200'000);
    m_set->add(AttemptState::Succeeded);
    QCOMPARE(told(patterns()),
        "build-slower: Attempt 4 compiled for 2 h, 2.0 times as long as before (attempts 1, 2 and 3: 1 h). "
        "What changed since attempt 3: Number of jobs: 4 (before: Number of jobs: 8).");
    QVector<AttemptSummary> attempts = m_set->store().list(); // the newest first
    CacheUse use;
    use.hits = 90;
    use.misses = 10;
    attempts[0].record.stages.first().cache = use; // what the one before took out of a cache is unknown
    QVERIFY(!told(attemptPatterns(attempts)).contains("from a cache"));
    use.hits = 10;
    use.misses = 90;
    attempts[1].record.stages.first().cache = use;
    QVERIFY(told(attemptPatterns(attempts)).contains("from a cache (10 % before, then 90 %)"));
    attempts[1].record.edgesFailed = 3000; // half of it was not done
    QVERIFY(told(attemptPatterns(attempts)).contains("(attempts 1 and 2: 1 h)"));
    m_set->setFlag("USE_CUDA", "OFF"); // not comparable
    m_set->compileTime = Milliseconds(70'000'000);
    m_set->add(AttemptState::Succeeded);
    QCOMPARE(told(patterns()), QString());
}

void AttemptPatternsTest::otherTreesAndMachinesAreNotMixed()
{
    m_set->add(AttemptState::Failed, c10d);
    m_set->request.sourceFolder = "/src/other";
    m_set->add(AttemptState::Failed, c10d);
    QCOMPARE(told(patterns()), QString());
    QVector<AttemptSummary> attempts = m_set->store().list();
    attempts.append(attempts);
    for (AttemptSummary& attempt : attempts)
        attempt.record.imported = ImportNote {};
    QCOMPARE(told(attemptPatterns(attempts)), QString());
}

void AttemptPatternsTest::textOfOthersIsHarmless()
{
    const QString title = QString::fromUtf8("bad\x1b[31m\n# title \u202E") + QString(5000, u'x');
    m_set->add(AttemptState::Failed, "rule\x1b]0;x", title);
    m_set->setFlag("TORCH_CUDA_ARCH_LIST", "9.0\n\x1b[2J");
    m_set->add(AttemptState::Failed, "rule\x1b]0;x", title);
    const auto found = patterns();
    QCOMPARE(found.size(), 1);
    for (const QChar letter : found.first().sentence)
        QVERIFY(letter.category() != QChar::Other_Control && letter.category() != QChar::Other_Format);
    QVERIFY(found.first().sentence.size() < 1000);
}

QTEST_GUILESS_MAIN(AttemptPatternsTest)
#include "AttemptPatternsTest.moc"
