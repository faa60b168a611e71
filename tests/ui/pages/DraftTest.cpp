// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/buildfolder/FolderSize.h"
#include "core/config/ProfileStore.h"
#include "tests/support/Members.h"
#include "tests/support/TestFiles.h"
#include "tests/ui/pages/DraftHarness.h"
#include "ui/models/DiskReads.h"
#include "ui/models/FlagFilter.h"
#include "ui/models/FlagModel.h"
#include "ui/models/ProfileChoice.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>

using namespace torchmason;

class DraftTest : public QObject, private DraftHarness {
    Q_OBJECT

private slots:
    void init() { setUp(); }

    void aFileTakesNobodyToAnotherProfile()
    {
        m_draft->leaveProfileToRanking();
        m_machine->setFacts({});
        const QString shown = m_draft->profileId();
        ProfileCatalogue more = twoProfiles();
        Profile better = profileNamed("better", "OFF");
        better.source.kind = SourceKind::Git; // what is no sample goes before them
        more.profiles << better;
        m_draft->setCatalogue(more);
        QCOMPARE(m_draft->ranked().first().profile.id, "better");
        QCOMPARE(m_draft->profileId(), shown);
        m_machine->setFacts({});
        QCOMPARE(m_draft->profileId(), shown);
        more.profiles = { better };
        m_draft->setCatalogue(more); // the one that was shown is gone
        QCOMPARE(m_draft->profileId(), "better");
    }

    // It may be the only one that needs no changes, and is no PyTorch.
    void theTourIsNotChosenByItself()
    {
        const auto read
            = readFactsFile(QStringLiteral(TORCHMASON_SOURCE "/resources/examples/facts/p40.json"));
        QVERIFY(read.ok());
        HostFacts facts = *read;
        facts.gpus.clear();
        ProfileChoice choice({ shippedProfiles(), {} });
        choice.judge(facts, {});
        QCOMPARE(choice.ranked().first().profile.id, "tour");
        QVERIFY(choice.takeBest());
        QCOMPARE(choice.id(), "cpu-only");
    }

    void whatIsWorkedWithIsChosen()
    {
        m_draft->leaveProfileToRanking();
        m_draft->setFlag("USE_MKLDNN", "OFF");
        m_machine->setFacts({});
        QVERIFY(!m_draft->isProfileChosen()); // what the machine has may still have led elsewhere
        const QString taken = m_draft->profileId();
        m_draft->setFlag("USE_MKLDNN", "ON");
        QVERIFY(m_draft->isProfileChosen());
        ProfileCatalogue more = twoProfiles();
        Profile better = profileNamed("better", "OFF");
        better.source.kind = SourceKind::Git;
        more.profiles << better;
        BuildDraft later(*m_machine, more);
        QCOMPARE(later.ranked().first().profile.id, "better");
        QCOMPARE(later.profileId(), taken);
        later.leaveProfileToRanking();
        QCOMPARE(later.profileId(), "better");
    }

    void editsSurviveAChangeOfProfile()
    {
        m_draft->setFlag("USE_MKLDNN", "OFF");
        m_draft->setEnvironment("MAX_JOBS", "3");
        m_draft->chooseProfile("second");
        QCOMPARE(m_draft->edits().configuration.flagValue("USE_MKLDNN"), "OFF");
        QVERIFY(m_draft->request().ok());
        const Configuration& asked = m_draft->request()->configuration;
        QCOMPARE(asked.flagValue("USE_MKLDNN"), "OFF");
        QCOMPARE(asked.flagValue("USE_DISTRIBUTED"), "ON");
        QVERIFY(asked.flag("USE_MKLDNN")->origin == ValueOrigin::User);
    }

    void profilesAreJudgedWithTheChanges()
    {
        const QString before = m_draft->profile()->id; // nobody has chosen it
        QSignalSpy judged(m_draft.get(), &BuildDraft::rankingChanged);
        RequestWishes edits;
        edits.venv = true;
        m_draft->change("own environment", edits);
        QCOMPARE(judged.size(), 1);
        edits.buildFolder = "/elsewhere";
        m_draft->change("another folder", edits);
        QCOMPARE(judged.size(), 1);
        m_draft->takeChangesBack();
        QCOMPARE(judged.size(), 2);
        QCOMPARE(m_draft->profile()->id, before);
    }

    void profilesAreJudgedWithTheSource()
    {
        HostFacts facts;
        facts.logicalCores = 4;
        m_machine->setFacts(facts);
        ProfileCatalogue catalogue = twoProfiles();
        catalogue.profiles[1].source.kind = SourceKind::ExistingTree;
        m_draft->setCatalogue(catalogue);
        const auto wantsFolder = [this] {
            return !m_draft->rankedProfile("second")->reasons.filter("choose its folder").isEmpty();
        };
        QVERIFY(wantsFolder());
        RequestWishes edits;
        edits.sourceFolder = m_home->filePath("tree");
        m_draft->change("source", edits);
        QVERIFY(!wantsFolder());
    }

    void conflictsAreTold()
    {
        m_draft->setFlag("USE_DISTRIBUTED", "ON");
        QCOMPARE(m_draft->conflicts().size(), 1);
        QCOMPARE(m_draft->conflicts().first().profiles, "OFF");
        m_draft->chooseProfile("second");
        QVERIFY(m_draft->conflicts().isEmpty());
    }

    void whatTheProfileSaysIsNoEdit()
    {
        Profile profile = profileNamed("p", "OFF");
        profile.backend = "wheel";
        profile.source.tag = "v2.6.0";
        profile.python = { true, { "numpy==1.26.4" }, "/w" };
        RequestWishes edits;
        edits.backend = profile.backend;
        edits.tag = profile.source.tag;
        edits.venv = true;
        edits.packages = profile.python.packages;
        edits.wheels = profile.python.wheels;
        QVERIFY(withoutRedundant(edits, profile).isEmpty());
        edits.backend = "cmake";
        edits.tag = "v2.7.0";
        edits.venv = false;
        edits.packages = { "numpy==2.0.0" };
        edits.wheels = "/v";
        QCOMPARE(withoutRedundant(edits, profile), edits);
        // Packages alone make an environment, so that "no" says something although the profile has none.
        RequestWishes without;
        without.venv = false;
        without.packages = { "numpy==2.0.0" };
        profile.python = {};
        QCOMPARE(withoutRedundant(without, profile), without);
        without.packages.clear();
        QVERIFY(withoutRedundant(without, profile).isEmpty());
    }

    void whatIsSavedIsNoEdit()
    {
        Profile profile = profileNamed("p", "OFF");
        profile.source.kind = SourceKind::Git;
        for (const RequestWishes& edits : oneMemberOf(fullWishes(), {})) {
            const WishedProfile saved = withWishes(profile, edits);
            const RequestWishes left = withoutRedundant(edits, saved.profile);
            QVERIFY2(left == (saved.leftOut.isEmpty() ? RequestWishes() : edits),
                qPrintable(saved.leftOut.join(u',')));
        }
    }

    void everyConflictCanBeTakenBack()
    {
        ProfileCatalogue catalogue = twoProfiles();
        Profile& second = catalogue.profiles[1];
        second.source.kind = SourceKind::Git;
        second.source.tag = "v2.6.0";
        second.backend = "wheel";
        second.python = { true, { "numpy==1.26.4" }, "/w" };
        RequestWishes edits;
        edits.backend = "cmake";
        edits.tag = "v2.7.0";
        edits.venv = false;
        edits.packages = { "NumPy==2.0.0", "six==1.16.0" };
        edits.wheels = "/v";
        m_draft->setCatalogue(catalogue);
        m_draft->change("all", edits);
        m_draft->chooseProfile("second");
        QCOMPARE(m_draft->conflicts().size(), 5);
        m_draft->takeProfileValues(m_draft->conflicts());
        RequestWishes left;
        left.packages = { "six==1.16.0" };
        QVERIFY(m_draft->edits() == left);
        QVERIFY(m_draft->conflicts().isEmpty());
        m_draft->undoStack().undo();
        QVERIFY(m_draft->edits() == edits);
    }

    void anotherVersionReplacesAPackage()
    {
        RequestWishes edits;
        edits.packages = { "numpy==1.26.4", "six==1.16.0" };
        edits.venv = false;
        applyStep({ StepKind::Package, {}, "numpy==2.0.0" }, edits);
        QCOMPARE(edits.packages, QStringList({ "six==1.16.0", "numpy==2.0.0" }));
        QCOMPARE(edits.venv, std::optional(true));
    }

    void undoTakesBackEveryChange()
    {
        m_draft->setFlag("A", "1");
        m_draft->setFlag("A", "2");
        m_draft->undoStack().undo();
        QCOMPARE(m_draft->edits().configuration.flagValue("A"), "1");
        m_draft->undoStack().undo();
        QVERIFY(m_draft->edits().isEmpty());
        m_draft->undoStack().redo();
        QCOMPARE(m_draft->edits().configuration.flagValue("A"), "1");
    }

    void typingIsOneStep()
    {
        for (const char* text : { "/", "/a", "/ab" }) {
            RequestWishes edits = m_draft->edits();
            edits.sourceFolder = QLatin1String(text);
            m_draft->change("type", edits, "source");
        }
        QCOMPARE(m_draft->undoStack().count(), 1);
        m_draft->undoStack().undo();
        QVERIFY(m_draft->edits().sourceFolder.isEmpty());
    }

    void withoutTheGateNothingKeepsTheLimit()
    {
        RequestWishes edits;
        edits.memoryLimit = 5 * gibibyte;
        m_draft->change("limit", edits);
        QCOMPARE(m_draft->draftedRequest().memoryLimit, edits.memoryLimit);
        edits.gate = GateUse::Off;
        m_draft->change("gate", edits);
        QCOMPARE(m_draft->draftedRequest().memoryLimit, std::nullopt);
        Change change;
        change.steps = { { StepKind::UseGate, {}, {} } };
        m_draft->make(change);
        QCOMPARE(m_draft->draftedRequest().memoryLimit, edits.memoryLimit);
    }

    void disksOfTheRequestAreAsked()
    {
        m_machine->look();
        QTRY_VERIFY_WITH_TIMEOUT(m_machine->isComplete() && !m_machine->isLooking(), 30'000);
        RequestWishes edits = m_draft->edits();
        edits.buildFolder = m_home->filePath("elsewhere");
        m_draft->change("type", edits);
        const auto buildDisk = [this] {
            for (const DiskFacts& disk : m_machine->facts().disks) {
                if (disk.role == "build")
                    return disk.path;
            }
            return QString();
        };
        QTRY_COMPARE(buildDisk(), edits.buildFolder);
        QVERIFY(!m_machine->isLooking()); // no need to ask all programs again
    }

    void interpretersOfFlagsAreAsked()
    {
        if (hostPlatform() == Platform::Windows)
            QSKIP("a script plays the interpreter");
        const QString python = m_home->filePath("py312/bin/python");
        const QString prefix = m_home->filePath("py312");
        write(python,
            "#!/bin/sh\necho torchmason 3.12.4\necho kind system\necho executable " + python.toUtf8()
                + "\necho prefix " + prefix.toUtf8()
                + "\necho tag cp312\necho headers 1\necho modules yaml\necho packages numpy=2.1.0\n");
        QVERIFY(QFile::setPermissions(python, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
        const auto isKnown = [&] {
            const auto& pythons = m_machine->facts().pythons;
            return std::any_of(
                pythons.begin(), pythons.end(), [&](const PythonFacts& one) { return one.path == python; });
        };
        m_machine->look();
        QTRY_VERIFY_WITH_TIMEOUT(m_machine->isComplete() && !m_machine->isLooking(), 30'000);
        QVERIFY(!isKnown());
        m_draft->setFlag("Python_EXECUTABLE", python);
        QTRY_VERIFY_WITH_TIMEOUT(isKnown(), 30'000);
        QTRY_VERIFY_WITH_TIMEOUT(!m_machine->isLooking(), 30'000);
        // Neither a flag that names none nor one that goes is a reason to look again.
        QSignalSpy looks(m_machine.get(), &MachineFacts::finished);
        m_draft->setFlag("USE_MKLDNN", "OFF");
        m_draft->checkDiskNow();
        m_draft->resetFlag("Python_EXECUTABLE");
        m_draft->checkDiskNow();
        QVERIFY(!m_machine->isLooking());
        // One that is named while the machine is looked at is asked afterwards.
        m_machine->look();
        const QString other = m_home->filePath("other/python");
        m_draft->setFlag("PYTHON_EXECUTABLE", other);
        m_draft->checkDiskNow();
        QTRY_COMPARE_WITH_TIMEOUT(looks.count(), 2, 60'000);
    }

    void itIsKnownWhetherTheDiskHasAnswered()
    {
        QVERIFY(!m_draft->isDiskKnown());
        QSignalSpy answers(m_draft.get(), &BuildDraft::diskAnswered);
        m_draft->checkDiskNow();
        QVERIFY(!m_draft->isDiskKnown()); // it answers later
        QTRY_VERIFY(m_draft->isDiskKnown());
        QCOMPARE(answers.count(), 1);
        m_machine->setFacts({}); // what is known of the machine is no other question
        QVERIFY(m_draft->isDiskKnown());
        RequestWishes edits = m_draft->edits();
        edits.install.environment = m_home->filePath("venv");
        m_draft->change("type", edits);
        QVERIFY(!m_draft->isDiskKnown());
        QTRY_VERIFY(m_draft->isDiskKnown());
        QCOMPARE(answers.count(), 2); // also where it says the same as before
        m_draft->checkDiskAgain();
        QVERIFY(!m_draft->isDiskKnown());
        QTRY_VERIFY(m_draft->isDiskKnown());
    }

    void onlyTheLastQuestionIsAnswered()
    {
        const QString full = m_home->filePath("full");
        for (const char* name : { "a", "b", "c" })
            write(full + u'/' + QLatin1String(name), "1234");
        QObject context;
        QVector<qint64> counts;
        LatestQuery query(&context, LatestQuery::Order::OneByOne, std::chrono::milliseconds(50));
        const auto count = [&](const QString& folder) {
            query.ask(
                folder,
                [folder](const std::stop_token& stop) { return measureFolder(folder, 500'000, stop); },
                [&](const FolderSize& size) { counts.append(size.files); });
        };
        count(QDir::rootPath());
        count(full);
        QTRY_COMPARE(counts, QVector<qint64>({ 3 }));
        // Work that has begun is told to stop.
        count(QDir::rootPath());
        QTest::qWait(100);
        count(m_home->filePath("nothing here"));
        QTRY_COMPARE(counts, QVector<qint64>({ 3, 0 }));
        // The same question is asked again only once it was forgotten.
        count(m_home->filePath("nothing here"));
        QTest::qWait(100);
        QCOMPARE(counts.size(), 2);
        query.forget();
        count(m_home->filePath("nothing here"));
        QTRY_COMPARE(counts.size(), 3);
        std::stop_source stopped;
        stopped.request_stop();
        QCOMPARE(measureFolder(full, 100, stopped.get_token()).files, 0);
    }

    void flagTableIsAModel()
    {
        auto catalogue = OptionCatalogue::load();
        QVERIFY(catalogue.ok());
        FlagModel model(*m_draft, std::move(catalogue).value());
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        m_draft->setFlag("MY_OWN", "x");
        m_draft->chooseProfile("second");
        m_draft->undoStack().undo();
        const FlagRow* row = model.row(model.indexOf("USE_DISTRIBUTED"));
        QVERIFY(row);
        QCOMPARE(model.valueOf(*row), "ON");
        QVERIFY(model.originOf(*row) == ValueOrigin::Profile);
    }

    void settingBackToTheProfileLeavesNoEdit()
    {
        FlagModel model(*m_draft, std::move(OptionCatalogue::load()).value());
        const QModelIndex value = model.indexOf("USE_DISTRIBUTED").siblingAtColumn(FlagModel::ValueColumn);
        QVERIFY(model.setData(value, int(Qt::Checked), Qt::CheckStateRole));
        QCOMPARE(m_draft->edits().configuration.flags.size(), 1);
        QCOMPARE(value.siblingAtColumn(0).data(FlagModel::ChangedRole).toBool(), true);
        QVERIFY(model.setData(value, int(Qt::Unchecked), Qt::CheckStateRole));
        QVERIFY(m_draft->edits().configuration.flags.isEmpty());
    }

    void freeEntriesAreRows()
    {
        FlagModel model(*m_draft, std::move(OptionCatalogue::load()).value());
        QVERIFY(!model.indexOf("MY_OWN").isValid());
        m_draft->setFlag("MY_OWN", "x");
        m_draft->setEnvironment("MY_VARIABLE", "y");
        const QModelIndex own = model.indexOf("MY_OWN");
        QVERIFY(own.isValid());
        QVERIFY(model.indexOf("MY_VARIABLE").isValid());
        model.reset(own);
        QVERIFY(!model.indexOf("MY_OWN").isValid());
    }

    void filterFindsByMeaning()
    {
        FlagModel model(*m_draft, std::move(OptionCatalogue::load()).value());
        FlagFilter filter(model);
        filter.setScope(FlagFilter::Scope::All);
        const int all = filter.shownFlags();
        QVERIFY(all > 100);
        filter.setText("use_distributed");
        QVERIFY(filter.shownFlags() >= 1);
        QVERIFY(filter.shownFlags() < all / 4);
        filter.setText("no such words at all");
        QCOMPARE(filter.shownFlags(), 0);
    }

    void changedScopeShowsOnlyChanges()
    {
        FlagModel model(*m_draft, std::move(OptionCatalogue::load()).value());
        FlagFilter filter(model);
        filter.setScope(FlagFilter::Scope::Changed);
        QCOMPARE(filter.shownFlags(), 0);
        m_draft->setFlag("USE_DISTRIBUTED", "ON");
        filter.setScope(FlagFilter::Scope::Changed);
        QCOMPARE(filter.shownFlags(), 1);
    }
};

QTEST_MAIN(DraftTest)
#include "DraftTest.moc"
