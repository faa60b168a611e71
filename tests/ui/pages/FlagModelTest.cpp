// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/FlagModel.h"
#include "core/base/AppPaths.h"
#include "core/config/OptionValue.h"
#include "tests/support/Rows.h"
#include "tests/support/TestFiles.h"
#include "tests/ui/support/FakeAttempt.h"
#include "tests/ui/support/UiTest.h"
#include "ui/models/Background.h"
#include "ui/models/BuildDraft.h"
#include "ui/models/DiskReads.h"
#include "ui/models/FlagFilter.h"
#include "ui/models/MachineFacts.h"
#include "ui/text/FlagText.h"
#include "ui/widgets/FlagDelegate.h"

#include <QAbstractItemModelTester>
#include <QLineEdit>
#include <QScopeGuard>
#include <QSemaphore>
#include <QSpinBox>

using namespace torchmason;

namespace {

FlagValue flag(const char* name, const char* value)
{
    return { QLatin1String(name), QLatin1String(value), {} };
}

// Passes as a CMake entry what trees read from the environment, and the other way round.
Profile mixedProfile()
{
    Profile profile;
    profile.id = profile.name = "mixed";
    profile.platforms = { hostPlatform() };
    profile.source.kind = SourceKind::Sample;
    profile.source.version = "2.6.0";
    profile.configuration.setFlag(flag("CMAKE_BUILD_TYPE", "Release"));
    profile.configuration.setFlag(flag("CUDA_HOME", "/opt/cuda"));
    profile.configuration.setFlag(flag("OWN_ENTRY", "${build}/own"));
    profile.configuration.setEnvironment({ "USE_KINETO", "0" });
    return profile;
}

}

class FlagModelTest : public QObject {
    Q_OBJECT

private slots:
    void init();
    void aNameHasOneRow_data();
    void aNameHasOneRow();
    void editsGoWhereTheValueStands();
    void aVariableBesideAnEntryIsSaid();
    void noEditorOpensWithProse();
    void switchesOfTheEnvironmentAreNumbers();
    void emptyingTakesBack();
    void theProfilesOwnValueIsFilledIn();
    void whatTheProfileSaysCanBeLeftOut();
    void lockedOnesCannotBeSwitched();
    void flagsOfOtherReleasesAreMarked();
    void theTourHasItsOwnFlags();
    void theTreeGoesBeforeTheTable();
    void favouritesAreKept();
    void differencesAreFound();
    void theLastSuccessIsFound();
    void theEnvironmentIsShown();
    void whichOfTwoCountsIsSaid();
    void whatTheBuildFolderKeepsIsShown();
    void groupsHaveTitles();
    void tipsHoldWhatMayBeCut();
    void ranks_data();
    void ranks();
    void bestHitsComeFirst_data();
    void bestHitsComeFirst();

private:
    const FlagRow& row(const char* name)
    {
        const FlagRow* found = m_model->row(m_model->indexOf(QLatin1String(name)));
        if (!found)
            qFatal("no row %s", name);
        return *found;
    }
    QModelIndex value(const char* name)
    {
        return m_model->indexOf(QLatin1String(name)).siblingAtColumn(FlagModel::ValueColumn);
    }
    int rowsNamed(const QString& name)
    {
        int count = 0;
        for (int group = 0; group < m_model->rowCount(); ++group) {
            const QModelIndex parent = m_model->index(group, 0);
            for (int i = 0; i < m_model->rowCount(parent); ++i)
                count += m_model->index(i, 0, parent).data(FlagModel::NameRole).toString() == name;
        }
        return count;
    }
    QString noteOf(const FlagRow& wanted)
    {
        for (int group = 0; group < m_model->rowCount(); ++group) {
            const QModelIndex parent = m_model->index(group, 0);
            for (int i = 0; i < m_model->rowCount(parent); ++i) {
                const QModelIndex note = m_model->index(i, FlagModel::NoteColumn, parent);
                if (*m_model->row(note) == wanted)
                    return note.data().toString();
            }
        }
        return QStringLiteral("(no such row)");
    }
    const Configuration& asked() { return m_draft->request()->configuration; }

    std::unique_ptr<QTemporaryDir> m_home;
    std::unique_ptr<MachineFacts> m_machine;
    std::unique_ptr<BuildDraft> m_draft;
    std::unique_ptr<FlagModel> m_model;
};

void FlagModelTest::init()
{
    m_model.reset();
    m_draft.reset();
    m_home = freshHome();
    m_machine = std::make_unique<MachineFacts>();
    ProfileCatalogue catalogue;
    catalogue.profiles = { mixedProfile() };
    m_draft = std::make_unique<BuildDraft>(*m_machine, catalogue);
    m_draft->chooseProfile("mixed");
    m_model = std::make_unique<FlagModel>(*m_draft, std::move(OptionCatalogue::load()).value());
}

void FlagModelTest::aNameHasOneRow_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("value");
    QTest::addColumn<bool>("isVariable");
    newRow("an option of the environment, as an entry", "CUDA_HOME", "/opt/cuda", false);
    newRow("an option of both, as a variable", "USE_KINETO", "0", true);
    newRow("an option as the tree reads it", "CMAKE_BUILD_TYPE", "Release", false);
    newRow("not set, read from the environment", "MAX_JOBS", "", true);
}

void FlagModelTest::aNameHasOneRow()
{
    QFETCH(QString, name);
    QCOMPARE(rowsNamed(name), 1);
    const FlagRow& only = row(qPrintable(name));
    QVERIFY(only.option);
    QTEST(m_model->valueOf(only), "value");
    QTEST(m_model->standsInEnvironment(only), "isVariable");
    QFETCH(QString, value);
    QVERIFY((m_model->originOf(only) == ValueOrigin::Profile) == !value.isEmpty());
}

void FlagModelTest::editsGoWhereTheValueStands()
{
    QVERIFY(m_model->setData(value("CUDA_HOME"), "/opt/other", Qt::EditRole));
    QCOMPARE(asked().flagValue("CUDA_HOME"), "/opt/other");
    QVERIFY(!environmentIn(asked(), "CUDA_HOME"));
    QVERIFY(m_model->setData(value("USE_KINETO"), int(Qt::Checked), Qt::CheckStateRole));
    QVERIFY(!asked().flag("USE_KINETO"));
    QVERIFY(isCMakeTrue(environmentIn(asked(), "USE_KINETO")->value.value()));
    m_model->reset(value("USE_KINETO"));
    QCOMPARE(m_model->valueOf(row("USE_KINETO")), "0");
    QVERIFY(m_draft->edits().configuration.environment.isEmpty());
}

void FlagModelTest::aVariableBesideAnEntryIsSaid()
{
    m_draft->setEnvironment("CMAKE_BUILD_TYPE", "Debug");
    QCOMPARE(rowsNamed("CMAKE_BUILD_TYPE"), 2); // one to take back
    QCOMPARE(m_model->valueOf(row("CMAKE_BUILD_TYPE")), "Release");
    QCOMPARE(m_model->secondValueOf(row("CMAKE_BUILD_TYPE")), "Debug");
    const auto problems = m_draft->problems();
    QVERIFY(std::any_of(problems.begin(), problems.end(),
        [](const CheckRow& problem) { return problem.id == "name-set-twice"; }));
    // The variable's own row names the entry's value, and says which of them the build gets.
    const FlagRow variable { "CMAKE_BUILD_TYPE", nullptr, true };
    QCOMPARE(m_model->secondValueOf(variable), "Release");
    QCOMPARE(noteOf(variable), "set twice: the CMake entry counts");
    m_draft->setEnvironment("OWN_ENTRY", "mine");
    QCOMPARE(noteOf(row("OWN_ENTRY")), "set twice"); // nobody knows who reads it
    m_draft->resetEnvironment("OWN_ENTRY");
    m_draft->setEnvironment("CMAKE_BUILD_TYPE", "Release");
    QVERIFY(m_model->secondValueOf(variable).isEmpty());
    const auto none = m_draft->problems();
    QVERIFY(std::none_of(
        none.begin(), none.end(), [](const CheckRow& problem) { return problem.id == "name-set-twice"; }));
}

void FlagModelTest::noEditorOpensWithProse()
{
    FlagDelegate delegate;
    QWidget parent;
    int opened = 0;
    for (int group = 0; group < m_model->rowCount(); ++group) {
        const QModelIndex at = m_model->index(group, 0);
        for (int i = 0; i < m_model->rowCount(at); ++i) {
            const QModelIndex cell = m_model->index(i, FlagModel::ValueColumn, at);
            const FlagRow& flag = *m_model->row(cell);
            if (!flag.option || isSwitch(flag.option))
                continue;
            std::unique_ptr<QWidget> editor(delegate.createEditor(&parent, {}, cell));
            delegate.setEditorData(editor.get(), cell);
            if (auto* line = qobject_cast<QLineEdit*>(editor.get())) {
                const bool isPath = line->text().contains(u'/') || line->text().contains(u'\\');
                QVERIFY2(isPath || !line->text().contains(u' '), qPrintable(flag.name));
                QCOMPARE(line->text(), m_model->valueOf(flag));
            }
            // Looking at it changes nothing.
            delegate.setModelData(editor.get(), m_model.get(), cell);
            ++opened;
        }
    }
    QVERIFY(opened > 60);
    QVERIFY(m_draft->edits().isEmpty());
    std::unique_ptr<QWidget> jobs(delegate.createEditor(&parent, {}, value("MAX_JOBS")));
    QVERIFY(qobject_cast<QSpinBox*>(jobs.get()));
}

void FlagModelTest::switchesOfTheEnvironmentAreNumbers()
{
    QVERIFY(m_model->setData(value("DEBUG"), int(Qt::Checked), Qt::CheckStateRole));
    QCOMPARE(environmentIn(asked(), "DEBUG")->value.value(), "1");
}

void FlagModelTest::emptyingTakesBack()
{
    QVERIFY(m_model->setData(value("CXXFLAGS"), "-O1", Qt::EditRole));
    QVERIFY(m_model->setData(value("CXXFLAGS"), QString(), Qt::EditRole));
    QVERIFY(m_draft->edits().isEmpty());
    // What the profile says can be emptied, which is another thing.
    QVERIFY(m_model->setData(value("CUDA_HOME"), QString(), Qt::EditRole));
    QVERIFY(m_draft->edits().configuration.flag("CUDA_HOME"));
}

void FlagModelTest::theProfilesOwnValueIsFilledIn()
{
    const QString own = m_model->profileValueOf(row("OWN_ENTRY"));
    QVERIFY2(own.endsWith("/own") && !own.contains(u'$'), qPrintable(own));
    QVERIFY(m_model->setData(value("OWN_ENTRY"), "x", Qt::EditRole));
    QVERIFY(m_model->setData(value("OWN_ENTRY"), own, Qt::EditRole));
    QVERIFY(m_draft->edits().isEmpty());
}

void FlagModelTest::whatTheProfileSaysCanBeLeftOut()
{
    QAbstractItemModelTester tester(m_model.get(), QAbstractItemModelTester::FailureReportingMode::QtTest);
    QVERIFY(!m_model->canRemove(row("USE_CUDA")));
    m_model->remove(value("OWN_ENTRY"));
    QVERIFY(!asked().flag("OWN_ENTRY"));
    QCOMPARE(asked().unsetFlags, QStringList { "OWN_ENTRY" });
    QVERIFY(m_model->isRemoved(row("OWN_ENTRY"))); // still there to be taken back
    QVERIFY(m_model->originOf(row("OWN_ENTRY")) == ValueOrigin::User);
    m_model->reset(value("OWN_ENTRY"));
    QVERIFY(asked().flag("OWN_ENTRY"));
    m_model->remove(value("USE_KINETO"));
    QVERIFY(!environmentIn(asked(), "USE_KINETO")->value);
    m_draft->undoStack().undo();
    QCOMPARE(m_model->valueOf(row("USE_KINETO")), "0");
}

void FlagModelTest::lockedOnesCannotBeSwitched()
{
    QVERIFY(value("USE_GLOO").flags() & Qt::ItemIsUserCheckable);
    m_draft->setFlag("USE_DISTRIBUTED", "OFF");
    QVERIFY(!(value("USE_GLOO").flags() & Qt::ItemIsUserCheckable));
    QCOMPARE(value("USE_GLOO").data(FlagModel::LockedRole).toString(), "needs USE_DISTRIBUTED");
    m_draft->setFlag("USE_GLOO", "ON");
    QVERIFY(value("USE_GLOO").flags() & Qt::ItemIsUserCheckable); // what is set can be switched off
    m_draft->setFlag("USE_DISTRIBUTED", "ON");
    QVERIFY(value("USE_GLOO").data(FlagModel::LockedRole).toString().isEmpty());
}

void FlagModelTest::flagsOfOtherReleasesAreMarked()
{
    ProfileCatalogue catalogue;
    catalogue.profiles = { mixedProfile() };
    catalogue.profiles.first().source.kind = SourceKind::Git;
    m_draft->setCatalogue(catalogue);
    QCOMPARE(m_model->presenceText(row("USE_CUDA")), QString());
    QVERIFY(m_model->presenceText(row("TOUR_FAILURE")).contains("sample project"));
    QVERIFY(m_model->presenceText(row("USE_XCCL")).contains("2.8"));
    QVERIFY(m_model->presenceText(row("BUILD_CAFFE2")).contains("removed"));
    FlagFilter filter(*m_model);
    filter.setScope(FlagFilter::Scope::OfRelease);
    const int ofRelease = filter.shownFlags();
    filter.setScope(FlagFilter::Scope::All);
    QVERIFY(ofRelease < filter.shownFlags());
}

void FlagModelTest::theTourHasItsOwnFlags()
{
    ProfileCatalogue catalogue;
    for (const Profile& profile : shippedProfiles()) {
        if (profile.source.kind == SourceKind::Sample)
            catalogue.profiles.append(profile);
    }
    QCOMPARE(catalogue.profiles.size(), 1);
    m_draft->setCatalogue(catalogue);
    FlagFilter filter(*m_model);
    QStringList names;
    for (int group = 0; group < filter.rowCount(); ++group) {
        const QModelIndex parent = filter.index(group, 0);
        for (int row = 0; row < filter.rowCount(parent); ++row)
            names << filter.index(row, 0, parent).data().toString();
    }
    QCOMPARE(names.first(), "TOUR_FAILURE");
    QVERIFY2(names.size() < 8 && names.contains("CMAKE_BUILD_TYPE"), qPrintable(names.join(u' ')));
    QVERIFY(value("TOUR_FAILURE").data(FlagModel::ChoicesRole).toStringList().contains("unresolved"));
    QVERIFY(row("TOUR_FAILURE").option);
    QVERIFY(m_model->presenceText(row("USE_CUDA")).contains("sample project"));
    QVERIFY(!row("CMAKE_BUILD_TYPE").option->cost.summary.isEmpty()); // that of PyTorch
    QVERIFY(!m_model->costOf(row("CMAKE_BUILD_TYPE")));
    QCOMPARE(value("CMAKE_BUILD_TYPE").siblingAtColumn(FlagModel::NoteColumn).data().toString(), QString());
}

// It is read elsewhere, so that the window does not wait, and the marks follow.
void FlagModelTest::theTreeGoesBeforeTheTable()
{
    const QString source = m_home->filePath("pytorch");
    write(source + "/version.txt", "2.6.0\n");
    write(source + "/CMakeLists.txt",
        "cmake_minimum_required(VERSION 3.18)\nproject(Torch CXX C)\noption(USE_XCCL \"\" ON)\n");
    Profile profile = mixedProfile();
    profile.id = "of a tree";
    profile.source = {};
    profile.source.kind = SourceKind::ExistingTree;
    profile.source.version = "2.6.0";
    ProfileCatalogue catalogue;
    catalogue.profiles = { profile };
    m_draft->setCatalogue(catalogue);
    m_draft->chooseProfile(profile.id);
    RequestWishes edits;
    edits.sourceFolder = source;
    {
        // Else it may have been read before the next lines look.
        QSemaphore mayRead;
        const int readers = diskPool().maxThreadCount();
        for (int i = 0; i < readers; ++i)
            diskPool().start([&mayRead] { mayRead.acquire(); });
        const auto read = qScopeGuard([&] {
            mayRead.release(readers);
            diskPool().waitForDone();
        });
        m_draft->change("build a tree", edits);
        QVERIFY(!m_draft->tree()); // not read in this thread
        QVERIFY(m_model->presenceText(row("USE_XCCL")).contains("2.8"));
    }
    QTRY_COMPARE(m_model->presenceText(row("USE_XCCL")), QString());
    QCOMPARE(m_model->presenceText(row("USE_FBGEMM")), QString("not in the source"));
    const auto ids = [&] {
        QStringList all;
        for (const CheckRow& problem : m_draft->problems())
            all << problem.id;
        return all.join(' ');
    };
    m_draft->setFlag("USE_FBGEMM", "ON");
    QVERIFY2(ids().contains("flags-not-in-tree"), qPrintable(ids())); // at once: the tree is known
}

void FlagModelTest::favouritesAreKept()
{
    FlagFilter filter(*m_model);
    filter.setScope(FlagFilter::Scope::Favourites);
    QCOMPARE(filter.shownFlags(), 0);
    m_model->setFavourite(value("USE_CUDA"), true);
    QCOMPARE(filter.shownFlags(), 1);
    FlagModel later(*m_draft, std::move(OptionCatalogue::load()).value());
    QVERIFY(later.indexOf("USE_CUDA").data(FlagModel::FavouriteRole).toBool());
    later.setFavourite(later.indexOf("USE_CUDA"), false);
    FlagModel last(*m_draft, std::move(OptionCatalogue::load()).value());
    QVERIFY(!last.indexOf("USE_CUDA").data(FlagModel::FavouriteRole).toBool());
}

void FlagModelTest::differencesAreFound()
{
    using Against = FlagModel::Against;
    QVERIFY(!m_model->differs(row("OWN_ENTRY"), Against::Profile));
    QVERIFY(m_model->differs(row("USE_KINETO"), Against::Defaults));
    QVERIFY(!m_model->differs(row("CMAKE_BUILD_TYPE"), Against::Defaults)); // passed, but it is the default
    m_draft->setFlag("USE_MKLDNN", "OFF");
    QVERIFY(m_model->differs(row("USE_MKLDNN"), Against::Profile));
    QVERIFY(!m_model->differs(row("USE_MKLDNN"), Against::LastSuccess)); // there was none
    m_model->setLastSuccess(asked());
    QVERIFY(!m_model->differs(row("USE_MKLDNN"), Against::LastSuccess));
    m_draft->resetFlag("USE_MKLDNN");
    QVERIFY(m_model->differs(row("USE_MKLDNN"), Against::LastSuccess));
    QCOMPARE(m_model->lastValueOf(row("USE_MKLDNN")), "OFF");
}

void FlagModelTest::theLastSuccessIsFound()
{
    const AttemptStore store(AppPaths::attemptsFolder());
    const auto make = [&](const BuildRequest& request, AttemptState state) {
        FakeAttempt attempt(store, "mixed", 60);
        attempt.record().request = request;
        attempt.end(state, 60);
    };
    const BuildRequest request = *m_draft->request();
    QVERIFY(!lastSuccessOf(request, store.folder()));
    BuildRequest same = request;
    same.configuration.setFlag(flag("USE_MKLDNN", "OFF"));
    make(same, AttemptState::Succeeded);
    make(request, AttemptState::Failed);
    BuildRequest other = request;
    other.configuration.setFlag(flag("CMAKE_BUILD_TYPE", "Debug"));
    make(other, AttemptState::Succeeded);
    const auto found = lastSuccessOf(request, store.folder());
    QVERIFY(found);
    QCOMPARE(found->flagValue("USE_MKLDNN"), "OFF");
}

// The tree is 2.6: what setup.py would hand on does nothing.
void FlagModelTest::theEnvironmentIsShown()
{
    m_model->setInherited(
        { { "CXXFLAGS", "-O1" }, { "USE_CUDA", "0" }, { "TORCH_MY_TOKEN", "hf_abcdefgh12345" } });
    QCOMPARE(m_model->valueOf(row("CXXFLAGS")), "-O1");
    QVERIFY(m_model->originOf(row("CXXFLAGS")) == ValueOrigin::Environment);
    QCOMPARE(m_model->valueOf(row("USE_CUDA")), "ON");
    QVERIFY(m_model->inheritedText(row("USE_CUDA")).contains("ignored"));
    QVERIFY(!m_model->valueText(row("TORCH_MY_TOKEN")).contains("hf_"));
    m_draft->setEnvironment("CXXFLAGS", "-O2");
    QCOMPARE(m_model->valueOf(row("CXXFLAGS")), "-O2");
    QCOMPARE(m_model->inheritedText(row("CXXFLAGS")), QString());
    QVERIFY(m_model->setData(value("CXXFLAGS"), QString(), Qt::EditRole));
    QCOMPARE(m_model->valueOf(row("CXXFLAGS")), "-O1");
}

// Also where the variable comes from the shell.
void FlagModelTest::whichOfTwoCountsIsSaid()
{
    m_draft->setFlag("CMAKE_PREFIX_PATH", "/mine");
    m_model->setInherited({ { "CMAKE_BUILD_TYPE", "Debug" }, { "CMAKE_PREFIX_PATH", "/theirs" } });
    QCOMPARE(m_model->valueOf(row("CMAKE_BUILD_TYPE")), "Release");
    QCOMPARE(noteOf(row("CMAKE_BUILD_TYPE")), "environment's Debug: the CMake entry counts");
    QCOMPARE(m_model->inheritedText(row("CMAKE_PREFIX_PATH")),
        "environment's /theirs: both are searched, the CMake entry first");
    m_model->setInherited({ { "CMAKE_BUILD_TYPE", "Release" }, { "CMAKE_PREFIX_PATH", "" } });
    QVERIFY(m_model->inheritedText(row("CMAKE_BUILD_TYPE")).isEmpty()); // they are the same
    QVERIFY(m_model->inheritedText(row("CMAKE_PREFIX_PATH")).isEmpty());
}

// CMake's cache keeps what is not passed, whatever the default says.
void FlagModelTest::whatTheBuildFolderKeepsIsShown()
{
    m_draft->setFlag("USE_NUMPY", "ON", "BOOL");
    write(m_draft->request()->buildFolder + "/CMakeCache.txt",
        "USE_DISTRIBUTED:BOOL=OFF\nUSE_OPENMP:BOOL=1\nUSE_MKLDNN:INTERNAL=OFF\nUSE_NUMPY:BOOL=OFF\n");
    QSignalSpy answers(m_draft.get(), &BuildDraft::diskAnswered);
    m_draft->checkDiskNow();
    QTRY_VERIFY(!answers.isEmpty());
    QVERIFY(isCMakeTrue(m_model->defaultOf(row("USE_DISTRIBUTED"))));
    QCOMPARE(m_model->valueText(row("USE_DISTRIBUTED")), "OFF");
    QCOMPARE(m_model->originTextOf(row("USE_DISTRIBUTED")), "build folder");
    QCOMPARE(
        m_model->folderText(row("USE_DISTRIBUTED")), "the build folder has OFF, and configuring keeps it");
    QVERIFY(m_model->differs(row("USE_DISTRIBUTED"), FlagModel::Against::Defaults));
    QCOMPARE(m_model->folderText(row("USE_NUMPY")), "the build folder has OFF; configuring sets ON");
    for (const char* alike : { "USE_OPENMP", "USE_MKLDNN" }) {
        QCOMPARE(m_model->folderText(row(alike)), QString());
        QCOMPARE(m_model->valueText(row(alike)), m_model->defaultText(row(alike)));
    }
    // One click asks for the other value.
    QVERIFY(m_model->setData(value("USE_DISTRIBUTED"), int(Qt::Checked), Qt::CheckStateRole));
    QCOMPARE(asked().flagValue("USE_DISTRIBUTED"), "ON");
    m_draft->resetFlag("USE_DISTRIBUTED");
    m_draft->setCleanLevel(CleanLevel::Cache);
    QCOMPARE(m_model->valueText(row("USE_DISTRIBUTED")), m_model->defaultText(row("USE_DISTRIBUTED")));
    QCOMPARE(m_model->folderText(row("USE_NUMPY")), QString());
}

void FlagModelTest::groupsHaveTitles()
{
    QCOMPARE(flagGroupTitle("math"), "Mathematics libraries");
    QCOMPARE(flagGroupTitle("math-libs"), "Math libs"); // as it is written
}

void FlagModelTest::tipsHoldWhatMayBeCut()
{
    m_draft->setFlag("USE_DISTRIBUTED", "OFF"); // locks others
    int cells = 0;
    for (int group = 0; group < m_model->rowCount(); ++group) {
        const QModelIndex parent = m_model->index(group, 0);
        for (int i = 0; i < m_model->rowCount(parent); ++i) {
            for (int column = 0; column < FlagModel::StarColumn; ++column) {
                const QModelIndex cell = m_model->index(i, column, parent);
                const QString tip = cell.data(Qt::ToolTipRole).toString();
                QVERIFY2(tip.contains(cell.data().toString()), qPrintable(tip));
                cells += cell.data().toString().isEmpty() ? 0 : 1;
            }
        }
    }
    QVERIFY(cells > 500);
}

void FlagModelTest::ranks_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("rank");
    const auto row = [](const char* title, const char* text, FlagRank rank) {
        newRow(title, QString::fromLatin1(text), int(rank));
    };
    row("whole name", "use_mkldnn", FlagRank::Exact);
    row("whole name with a blank", "Use mkldnn", FlagRank::Exact);
    row("beginning", "use_mk", FlagRank::NameBegin);
    row("a part's beginning", "mkld", FlagRank::NameWord);
    row("inside a part", "kldn", FlagRank::Name);
    row("parts in another order", "mkldnn use", FlagRank::NameWord);
    row("in the meaning", "matrices", FlagRank::Description);
    row("what people call it", "onednn", FlagRank::Alias);
    row("its value", "off", FlagRank::Value);
    row("two words, the worst counts", "mkldnn matrices", FlagRank::Description);
    row("one of two is nowhere", "mkldnn melons", FlagRank::None);
    row("nowhere", "melons", FlagRank::None);
}

void FlagModelTest::ranks()
{
    const FlagTexts flag { "USE_MKLDNN", "Multiplies matrices.", { "oneDNN" }, "OFF" };
    QFETCH(QString, text);
    QTEST(int(rankOf(flag, text)), "rank");
}

void FlagModelTest::bestHitsComeFirst_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("name");
    newRow("a short name among longer ones", "debug", "DEBUG");
    newRow("one of a later group", "use_numpy", "USE_NUMPY");
    newRow("by what it is called", "onednn", "USE_MKLDNN");
    newRow("by the value", "/opt/cuda", "CUDA_HOME");
}

void FlagModelTest::bestHitsComeFirst()
{
    FlagFilter filter(*m_model);
    filter.setScope(FlagFilter::Scope::All);
    const QString before = filter.best().data().toString();
    QFETCH(QString, text);
    filter.setText(text);
    QTEST(filter.best().data().toString(), "name");
    filter.setText({});
    QCOMPARE(filter.best().data().toString(), before);
}

QTEST_MAIN(FlagModelTest)
#include "FlagModelTest.moc"
