// SPDX-License-Identifier: GPL-3.0-or-later
// What is kept of attempts: notes, removal, room on the disk, lineage, filters, search in the logs.
#include "core/base/FileRoom.h"
#include "core/buildfolder/FolderSize.h"
#include "core/history/AttemptFilter.h"
#include "core/history/AttemptRemoval.h"
#include "core/history/DiskUse.h"
#include "core/history/Lineage.h"
#include "core/history/LogTextSearch.h"
#include "core/stages/InstallNote.h"
#include "core/store/AttemptFiles.h"
#include "core/store/AttemptWriter.h"
#include "tests/core/store/AnyRecord.h"
#include "tests/support/TestFiles.h"

#include <QCoreApplication>
#include <QTemporaryDir>
#include <QTest>

using namespace torchmason;

class KeptAttemptsTest : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<QTemporaryDir> m_home;

    AttemptStore store() const { return AttemptStore(m_home->path() + QStringLiteral("/attempts")); }
    QString make(AttemptRecord record)
    {
        const auto reserved = store().reserve(record.request);
        record.number = reserved->number;
        if (auto writer = AttemptWriter::open(reserved->folder))
            (void)writer.value()->writeRecord(record);
        return reserved->folder;
    }
    QString make(AttemptState state = AttemptState::Failed, int base = 0, const QString& finding = {})
    {
        AttemptRecord record = anyRecord(state);
        record.firstFinding = finding;
        record.firstFindingRule = finding.isEmpty() ? QString() : QStringLiteral("rule");
        if (base > 0)
            record.request.continuesAttempt = base;
        return make(record);
    }

private slots:
    void init() { m_home = std::make_unique<QTemporaryDir>(); }

    void tagsHaveOneSpelling_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("tag");
        QTest::newRow("words") << QStringLiteral(" #Needs  Driver ") << QStringLiteral("needs-driver");
        QTest::newRow("japanese") << QStringLiteral("保存") << QStringLiteral("保存");
        QTest::newRow("version") << QStringLiteral("cuda/12.8") << QStringLiteral("cuda/12.8");
        QTest::newRow("nothing") << QStringLiteral(" # ") << QString();
        QTest::newRow("escape") << QStringLiteral("\x1b[31mred") << QString();
        QTest::newRow("turning") << QStringLiteral("a\u202eb") << QString();
        QTest::newRow("html") << QStringLiteral("<b>") << QString();
        QTest::newRow("long") << QString(33, u'a') << QString();
    }
    void tagsHaveOneSpelling()
    {
        QFETCH(QString, text);
        QFETCH(QString, tag);
        const auto spelt = normalizedTag(text);
        QCOMPARE(spelt ? *spelt : QString(), tag);
        QCOMPARE(spelt.ok(), !tag.isEmpty());
    }

    void notesComeBack()
    {
        const QString folder = make();
        const AttemptNotes notes { QStringLiteral("zwei\nZeilen שלום"), { QStringLiteral("kept") } };
        QVERIFY(writeNotes(folder, notes));
        QCOMPARE(store().list().first().notes, notes);
        QVERIFY(writeNotes(folder, {}));
        QVERIFY(!QFile::exists(AttemptFiles::notes(folder)));
    }

    void brokenNotesStay_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::newRow("torn") << QByteArray("{\"note\": \"a");
        QTest::newRow("a list") << QByteArray("[]");
        QTest::newRow("another kind") << QByteArray("{\"note\": 3}");
        QTest::newRow("no tag") << QByteArray("{\"tags\": [\"<b>\"]}");
        QTest::newRow("newer") << QByteArray("{\"v\": 99}");
    }
    void brokenNotesStay()
    {
        QFETCH(QByteArray, content);
        const QString folder = make();
        write(AttemptFiles::notes(folder), content);
        const AttemptSummary attempt = store().list().first();
        QVERIFY(attempt.error.isEmpty()); // the attempt is as good as before
        QVERIFY(attempt.notesProblem.contains(QStringLiteral("notes.json")));
        QVERIFY(!writeNotes(folder, { QStringLiteral("new"), {} }));
        QCOMPARE(contentOf(AttemptFiles::notes(folder)), content);
    }

    void numbersAreNotGivenAgain()
    {
        make();
        make();
        QVERIFY(deleteAttempt(store(), 2, store().list()));
        QVERIFY(deleteAttempt(store(), 1, store().list()));
        QCOMPARE(store().list().size(), 0);
        QCOMPARE(store().reserve(anyRequest())->number, 3);
    }

    void onlyOwnLeftoversGo()
    {
        make();
        const QString folder = store().folder();
        write(folder + QStringLiteral("/0007.deleted/logs/compile.log"), "left by an earlier deletion");
        write(folder + QStringLiteral("/pictures.deleted/a.png"), "of the user");
        write(folder + QStringLiteral("/7.deleted/a.png"), "of the user");
        QVERIFY(deleteAttempt(store(), 1, store().list()));
        QVERIFY(!QFile::exists(folder + QStringLiteral("/0007.deleted")));
        QVERIFY(QFile::exists(folder + QStringLiteral("/pictures.deleted/a.png")));
        QVERIFY(QFile::exists(folder + QStringLiteral("/7.deleted/a.png")));
    }

    void itTellsWhatItFrees()
    {
        const QString folder = make();
        write(folder + QStringLiteral("/logs/compile.log"), QByteArray(5000, 'x'));
        const auto plan = planRemoval(store(), 1, store().list());
        QVERIFY(plan && plan->count.bytes > 5000);
        QVERIFY(QFile::exists(folder)); // only looked at
        const auto freed = deleteAttempt(store(), 1, store().list());
        QVERIFY(freed);
        QCOMPARE(freed->bytes, plan->count.bytes);
        QVERIFY(!QFile::exists(folder));
    }

    void whatRunsStays()
    {
        AttemptRecord record = anyRecord(AttemptState::Running);
        record.runner = identifyProcess(QCoreApplication::applicationPid());
        record.request.continuesAttempt = 1;
        make();
        make(record);
        QVERIFY(!deleteAttempt(store(), 2, store().list()));
        QVERIFY(!deleteAttempt(store(), 1, store().list())); // 2 goes on with it
        QVERIFY(planTidy(store().list(), 1).goes.isEmpty());
        QVERIFY(!deleteAttempt(store(), 3, store().list()));
        QCOMPARE(store().list().size(), 2);
    }

    void linksAreNotFollowed()
    {
        make();
        write(m_home->filePath(QStringLiteral("other/precious")));
        const QString other = m_home->filePath(QStringLiteral("other"));
        if (!QFile::link(other, store().attemptFolder(2)) || !isLink(store().attemptFolder(2)))
            QSKIP("no links here");
        QVERIFY(QFile::link(other, store().attemptFolder(1) + QStringLiteral("/logs/away")));
        QVERIFY(!deleteAttempt(store(), 2, store().list()));
        QCOMPARE(diskUseOf(store().list()).attempts.first().total(), Bytes(0));
        QVERIFY(deleteAttempt(store(), 1, store().list()));
        QVERIFY(QFile::exists(other + QStringLiteral("/precious")));
        QVERIFY(planTidy(store().list(), 1).goes.isEmpty());
    }

    void tidyingLeavesWhatIsNeeded()
    {
        for (int number = 1; number <= 6; ++number)
            make(AttemptState::Failed, number == 6 ? 3 : 0);
        QVERIFY(writeNotes(store().attemptFolder(2), { {}, { QStringLiteral("kept") } }));
        InstallNote note;
        note.interpreter = m_home->filePath(QStringLiteral("env/bin/python"));
        write(note.interpreter);
        QVERIFY(writeInstallNote(installNotePath(store().attemptFolder(4)), note));
        const TidyPlan plan = planTidy(store().list(), 1);
        QCOMPARE(plan.goes, QVector<int>({ 1, 5 }));
        QCOMPARE(plan.stays.size(), 3);
        QVERIFY(planTidy(store().list(), 6).goes.isEmpty());
    }

    void anInstallThatWasTakenBackIsNoLoss()
    {
        make();
        InstallNote note;
        note.interpreter = m_home->filePath(QStringLiteral("env/bin/python"));
        write(note.interpreter);
        QVERIFY(writeInstallNote(installNotePath(store().attemptFolder(1)), note));
        const auto losses = [this] { return planRemoval(store(), 1, store().list())->losses; };
        QCOMPARE(losses().size(), 1);
        AttemptRecord undo = anyRecord(AttemptState::Failed);
        undo.request.install = { note.interpreter };
        undo.request.install.takesBack = 1;
        make(undo);
        QCOMPARE(losses().size(), 1); // it failed
        undo.state = AttemptState::Succeeded;
        make(undo);
        QCOMPARE(losses(), QStringList());
        QVERIFY(deleteAttempt(store(), 3, store().list()));
        QCOMPARE(losses().size(), 1); // nobody knows any more
        QVERIFY(QFile::remove(note.interpreter));
        QCOMPARE(losses(), QStringList()); // the environment is gone
    }

    void roomIsCountedOnce()
    {
        AttemptRecord record = anyRecord(AttemptState::Failed);
        record.request.buildFolder = m_home->filePath(QStringLiteral("build"));
        write(record.request.buildFolder + QStringLiteral("/deep/a.o"), QByteArray(700, 'x'));
        make(record);
        const QString folder = make(record);
        write(folder + QStringLiteral("/logs/compile.log"), QByteArray(300, 'x'));
        write(AttemptFiles::samples(folder), QByteArray(20, 'x'));
        const DiskUse use = diskUseOf(store().list());
        QVERIFY(use.isComplete);
        QCOMPARE(use.attempts.first().logs, measureFolder(folder + QStringLiteral("/logs")).size);
        QCOMPARE(use.attempts.first().samples, FileRoom().of(QFileInfo(AttemptFiles::samples(folder))));
        QCOMPARE(use.folders.size(), 1);
        QCOMPARE(use.folders.first().bytes, measureFolder(record.request.buildFolder).size);
        QCOMPARE(use.folders.first().attempts, QVector<int>({ 2, 1 }));
        // An environment that was made for the build lies beside its folder.
        record.request.python.folder = m_home->filePath(QStringLiteral("build-venv"));
        record.request.python.base = QStringLiteral("/usr/bin/python3");
        write(record.request.python.folder + QStringLiteral("/pyvenv.cfg"), QByteArray(90'000, 'x'));
        make(record);
        QVector<FolderUse> folders = diskUseOf(store().list()).folders;
        QCOMPARE(folders.size(), 2);
        QCOMPARE(folderKindText(folders.first()), "Python environment");
        QCOMPARE(folders.first().bytes, measureFolder(record.request.python.folder).size);
        QCOMPARE(folders.first().attempts, QVector<int>({ 3 }));
        // Build folders often lie in the source.
        record.request.sourceFolder = m_home->path();
        make(record);
        const Bytes here = diskUseOf(store().list()).of(FolderKind::Source).first().bytes;
        const QString setup = m_home->filePath(QStringLiteral("setup.py"));
        write(setup, QByteArray(50, 'x'));
        write(record.request.buildFolder + QStringLiteral("/b.o"), QByteArray(800, 'x'));
        folders = diskUseOf(store().list()).of(FolderKind::Source);
        QCOMPARE(folders.size(), 1);
        QCOMPARE(folders.first().bytes, here + FileRoom().of(QFileInfo(setup)));
        std::stop_source stop;
        stop.request_stop();
        QVERIFY(!diskUseOf(store().list(), stop.get_token()).isComplete);
    }

    void aChainSaysWhatHelped()
    {
        make(AttemptState::Failed, 0, QStringLiteral("No header"));
        make(AttemptState::Failed, 1, QStringLiteral("No header"));
        make(AttemptState::Failed, 2, QStringLiteral("No memory"));
        make(AttemptState::Succeeded, 3);
        make(AttemptState::Stopped, 1);
        make(AttemptState::Failed, 99);
        const QVector<LineageStep> chain = chainOf(4, store().list());
        QCOMPARE(chain.size(), 4);
        QCOMPARE(chain[0].result, FixResult::Unknown);
        QCOMPARE(chain[1].result, FixResult::DidNotHelp);
        QCOMPARE(chain[2].result, FixResult::Helped);
        QCOMPARE(chain[3].result, FixResult::Helped);
        const QVector<AttemptSummary> all = store().list();
        const AttemptSummary* later = laterOf(2, all);
        QVERIFY(later && later->number == 4);
        QCOMPARE(laterText("Attempt 4", *later, 2), QString("Attempt 4 continued it later and succeeded."));
        QCOMPARE(laterText("Attempt 4", *later, 3), QString("Attempt 4 continued it and succeeded."));
        const QVector<Lineage> lineages = lineagesOf(store().list());
        QCOMPARE(lineages.size(), 2);
        QCOMPARE(lineages[1].steps.size(), 5);
        QCOMPARE(lineages[1].steps.last().result, FixResult::Unknown); // stopped
        QCOMPARE(chainOf(6, store().list()).size(), 1);
        QCOMPARE(chainOf(7, store().list()).size(), 0);
        QCOMPARE(bySourceTree(store().list()).size(), 1);
    }

    void onlyOwnFixesAreTold()
    {
        AttemptRecord record = anyRecord(AttemptState::Failed);
        make(record);
        record.request.continuesAttempt = 1;
        record.request.answers = { { 1, QStringLiteral("a"), {}, QStringLiteral("Do a"), false } };
        make(record);
        record.request.continuesAttempt = 2;
        record.request.answers.append({ 2, QStringLiteral("b"), {}, QStringLiteral("Do b"), false });
        make(record);
        const QVector<LineageStep> chain = chainOf(3, store().list());
        QCOMPARE(chain[1].fixes.size(), 1);
        QCOMPARE(chain[2].fixes.size(), 1);
        QCOMPARE(chain[2].fixes.first().rule, QStringLiteral("b"));
    }

    void wordsAreFoundAnywhere_data()
    {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<bool>("isFound");
        QTest::newRow("flag") << QStringList { QStringLiteral("use_cuda=off") } << true;
        QTest::newRow("variable") << QStringList { QStringLiteral("MAX_JOBS") } << true;
        QTest::newRow("value of a variable") << QStringList { QStringLiteral("seventeen") } << false;
        QTest::newRow("finding") << QStringList { QStringLiteral("No header") } << true;
        QTest::newRow("note and tag")
            << QStringList { QStringLiteral("NIGHT"), QStringLiteral("kept") } << true;
        QTest::newRow("one of two") << QStringList { QStringLiteral("night"), QStringLiteral("absent") }
                                    << false;
    }
    void wordsAreFoundAnywhere()
    {
        QFETCH(QStringList, words);
        AttemptRecord record = anyRecord(AttemptState::Failed);
        record.request.configuration.setFlag(
            { QStringLiteral("USE_CUDA"), QStringLiteral("OFF"), {}, ValueOrigin::User });
        record.request.configuration.environment.append(
            { QStringLiteral("MAX_JOBS"), QStringLiteral("seventeen"), ValueOrigin::User, false });
        record.firstFinding = QStringLiteral("No header");
        QVERIFY(writeNotes(make(record), { QStringLiteral("over night"), { QStringLiteral("kept") } }));
        AttemptFilter filter;
        filter.words = words;
        QTEST(filter.accepts(store().list().first()), "isFound");
        filter = { {}, QStringLiteral("other"), OutcomeWish::Any, {} };
        QVERIFY(!filter.accepts(store().list().first()));
        filter = { {}, QStringLiteral("kept"), OutcomeWish::Failed, {} };
        QVERIFY(filter.accepts(store().list().first()));
    }

    void whatHoldsTheMostWordsIsTold()
    {
        const AttemptRecord record = anyRecord(AttemptState::Failed);
        QVERIFY(writeNotes(make(record), { QStringLiteral("over night"), { QStringLiteral("night") } }));
        AttemptFilter filter;
        QVERIFY(!filter.foundIn(store().list().first()));
        filter.words = QStringList { QStringLiteral("NIGHT"), QStringLiteral("over") };
        const auto found = filter.foundIn(store().list().first());
        QVERIFY(found);
        QCOMPARE(found->part, QStringLiteral("note"));
        QCOMPARE(found->text, QStringLiteral("over night"));
        filter.words << QStringLiteral("absent");
        QVERIFY(!filter.foundIn(store().list().first()));
    }

    void outcomesAreTold_data()
    {
        QTest::addColumn<QString>("wish");
        QTest::addColumn<QVector<int>>("states");
        using State = AttemptState;
        const auto row = [](const char* wish, std::initializer_list<State> states) {
            QVector<int> numbers;
            for (const State state : states)
                numbers.append(int(state));
            QTest::newRow(wish) << QString::fromLatin1(wish) << numbers;
        };
        row("any",
            { State::Requested, State::Running, State::Succeeded, State::Failed, State::Stopped,
                State::Interrupted });
        row("succeeded", { State::Succeeded });
        row("failed", { State::Failed });
        row("stopped", { State::Stopped, State::Interrupted });
        row("running", { State::Requested, State::Running });
    }
    void outcomesAreTold()
    {
        QFETCH(QString, wish);
        QFETCH(QVector<int>, states);
        AttemptFilter filter;
        filter.outcome = *outcomeWishFromId(wish);
        QVector<int> accepted;
        for (int state = 0; state <= int(AttemptState::Interrupted); ++state) {
            AttemptSummary attempt;
            attempt.record.state = AttemptState(state);
            if (filter.accepts(attempt))
                accepted.append(state);
            attempt.error = QStringLiteral("torn");
            QCOMPARE(filter.accepts(attempt), wish == QLatin1String("any"));
        }
        QCOMPARE(accepted, states);
        QVERIFY(!outcomeWishFromId(QStringLiteral("Failed")));
    }

    void profilesAreTold()
    {
        AttemptSummary attempt;
        attempt.record.request.profileId = QStringLiteral("rtx50-linux");
        attempt.record.request.profileName = QStringLiteral("RTX 50");
        AttemptFilter filter;
        for (const char* known : { "rtx50-linux", "rtx 50", "" }) {
            filter.profile = QString::fromLatin1(known);
            QVERIFY2(filter.accepts(attempt), known);
        }
        filter.profile = QStringLiteral("RTX");
        QVERIFY(!filter.accepts(attempt));
        filter.profile = QStringLiteral("RTX 50");
        attempt.error = QStringLiteral("torn");
        QVERIFY(!filter.accepts(attempt));
    }

    void logsAreSearched()
    {
        const QByteArray filler(1'200'000, '.'); // the hit lies in the second block
        write(make() + QStringLiteral("/logs/compile.log"),
            "one\n\x1b[31mNeedle\x1b[0m\x07 \xe2\x80\xae turned\n" + filler
                + "\nneedle\nneedle without an end");
        write(make() + QStringLiteral("/logs/fetch.log"), "nothing\n");
        write(make() + QStringLiteral("/logs/fetch.log"), "a needle\n");
        QVector<AttemptHits> all;
        const LogTextWish wish { { LogQuery::Kind::Text, QStringLiteral("needle") }, 2 };
        const auto ended
            = searchLogs(store().list(), wish, [&all](const AttemptHits& hits) { all.append(hits); });
        QVERIFY(ended && *ended);
        QCOMPARE(all.size(), 2);
        QCOMPARE(all[0].number, 3); // in the order of the list
        QCOMPARE(all[1].count, 3);
        QCOMPARE(all[1].hits.size(), 2);
        QCOMPARE(all[1].hits[0].line, 2);
        QVERIFY(all[1].hits[0].text.startsWith(QStringLiteral("Needle")));
        QVERIFY(!all[1].hits[0].text.contains(QChar(0x202e)) && !all[1].hits[0].text.contains(QChar(7)));
        QCOMPARE(all[1].hits[1].line, 4);
        QCOMPARE(all[1].hits[1].text, QStringLiteral("needle"));
    }

    void aSearchCanBeStoppedAndRefused()
    {
        write(make() + QStringLiteral("/logs/fetch.log"), "a needle\n");
        std::stop_source stop;
        stop.request_stop();
        int told = 0;
        const auto count = [&told](const AttemptHits&) { ++told; };
        const auto ended = searchLogs(store().list(),
            { { LogQuery::Kind::Text, QStringLiteral("needle") }, 5 }, count, stop.get_token());
        QVERIFY(ended && !*ended);
        QCOMPARE(told, 0);
        QVERIFY(
            !searchLogs(store().list(), { { LogQuery::Kind::Expression, QStringLiteral("(") }, 5 }, count));
        QVERIFY(searchLogs(
            store().list(), { { LogQuery::Kind::Expression, QStringLiteral("n.+le$") }, 5 }, count));
        QCOMPARE(told, 1);
    }
};

QTEST_GUILESS_MAIN(KeptAttemptsTest)
#include "KeptAttemptsTest.moc"
