// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/AppPaths.h"
#include "core/buildfolder/AskedFlags.h"
#include "core/config/OptionValue.h"
#include "tests/support/TestFiles.h"
#include "tests/ui/pages/FlagModelHarness.h"
#include "tests/ui/support/FakeAttempt.h"
#include "ui/models/Background.h"
#include "ui/models/DiskReads.h"
#include "ui/models/FlagFilter.h"

#include <QScopeGuard>
#include <QSemaphore>
#include <QSignalSpy>

using namespace torchmason;

// What other flags, releases, the tree, earlier builds, the environment and the build folder say of a flag.
class FlagSourcesTest : public QObject, private FlagModelHarness {
    Q_OBJECT

private slots:
    void init() { setUp(); }
    void lockedOnesCannotBeSwitched();
    void flagsOfOtherReleasesAreMarked();
    void theTourHasItsOwnFlags();
    void theTreeGoesBeforeTheTable();
    void differencesAreFound();
    void theLastSuccessIsFound();
    void theEnvironmentIsShown();
    void whichOfTwoCountsIsSaid();
    void whatTheBuildFolderKeepsIsShown();
    void whatAttemptsAskedForIsShown();

private:
    QStringList told() const // by the checks
    {
        QStringList ids;
        for (const CheckRow& problem : m_draft->problems())
            ids << problem.id;
        return ids;
    }
};

void FlagSourcesTest::lockedOnesCannotBeSwitched()
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

void FlagSourcesTest::flagsOfOtherReleasesAreMarked()
{
    ProfileCatalogue catalogue;
    catalogue.profiles = { mixedProfile() };
    catalogue.profiles.first().source.kind = SourceKind::Git;
    m_draft->setCatalogue(catalogue);
    QCOMPARE(m_model->presenceText(row("USE_CUDA")), QString());
    QVERIFY(m_model->presenceText(row("TOUR_FAILURE")).contains("sample project"));
    m_draft->setFlag("TOUR_FAILURE", "nonsense"); // whatever it is
    QCOMPARE(noteOf(row("TOUR_FAILURE")), "only in the sample project");
    QCOMPARE(m_model->problemOf(row("TOUR_FAILURE")), QString());
    QVERIFY2(
        told().contains("flags-of-tour") && !told().contains("flag-value"), qPrintable(told().join(u' ')));
    m_draft->resetFlag("TOUR_FAILURE");
    QVERIFY(m_model->presenceText(row("USE_XCCL")).contains("2.8"));
    QVERIFY(m_model->presenceText(row("BUILD_CAFFE2")).contains("removed"));
    FlagFilter filter(*m_model);
    filter.setScope(FlagFilter::Scope::OfRelease);
    const int ofRelease = filter.shownFlags();
    filter.setScope(FlagFilter::Scope::All);
    QVERIFY(ofRelease < filter.shownFlags());
}

void FlagSourcesTest::theTourHasItsOwnFlags()
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
    m_draft->setFlag("TOUR_FAILURE", "nonsense"); // list, detail and checks say the same
    QVERIFY(noteOf(row("TOUR_FAILURE")).contains("not one of the known choices"));
    QCOMPARE(m_model->problemOf(row("TOUR_FAILURE")), noteOf(row("TOUR_FAILURE")));
    QVERIFY2(told().contains("flag-value"), qPrintable(told().join(u' ')));
    m_draft->setFlag("TOUR_FAILURE", "compile");
    QCOMPARE(noteOf(row("TOUR_FAILURE")), QString());
    QVERIFY2(!told().contains("flag-value"), qPrintable(told().join(u' ')));
    QVERIFY(m_model->presenceText(row("USE_CUDA")).contains("PyTorch"));
    QVERIFY(!row("CMAKE_BUILD_TYPE").option->cost.summary.isEmpty()); // that of PyTorch
    QVERIFY(!m_model->costOf(row("CMAKE_BUILD_TYPE")));
    QCOMPARE(value("CMAKE_BUILD_TYPE").siblingAtColumn(FlagModel::NoteColumn).data().toString(), QString());
}

// It is read elsewhere, so that the window does not wait, and the marks follow.
void FlagSourcesTest::theTreeGoesBeforeTheTable()
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
    m_draft->setFlag("USE_FBGEMM", "ON");
    QVERIFY2(
        told().contains("flags-not-in-tree"), qPrintable(told().join(u' '))); // at once: the tree is known
}

void FlagSourcesTest::differencesAreFound()
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

void FlagSourcesTest::theLastSuccessIsFound()
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
void FlagSourcesTest::theEnvironmentIsShown()
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
void FlagSourcesTest::whichOfTwoCountsIsSaid()
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
void FlagSourcesTest::whatTheBuildFolderKeepsIsShown()
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

void FlagSourcesTest::whatAttemptsAskedForIsShown()
{
    const QString folder = m_draft->request()->buildFolder;
    write(folder + "/CMakeCache.txt",
        "BLAS:STRING=OpenBLAS\nFOO_BAR:UNINITIALIZED=7\nITS_OWN:STRING=7\n"
        "MY_TOKEN:UNINITIALIZED=hf_abcdefgh12345\n");
    Configuration earlier;
    earlier.setFlag({ "BLAS", "OpenBLAS", {}, ValueOrigin::User });
    earlier.setFlag({ "FOO_BAR", "7", {}, ValueOrigin::User });
    earlier.setFlag({ "MY_TOKEN", "hf_abcdefgh12345", {}, ValueOrigin::User });
    QVERIFY(noteAskedFlags(folder, earlier).ok());
    QSignalSpy answers(m_draft.get(), &BuildDraft::diskAnswered);
    m_draft->checkDiskNow();
    QTRY_VERIFY(!answers.isEmpty());
    QVERIFY(!m_model->indexOf("ITS_OWN").isValid());
    for (const auto& [name, value] : { std::pair("BLAS", "OpenBLAS"), std::pair("FOO_BAR", "7") }) {
        QVERIFY2(m_model->indexOf(name).isValid(), name);
        QCOMPARE(m_model->valueText(row(name)), value);
        QCOMPARE(m_model->originTextOf(row(name)), "build folder");
        QCOMPARE(m_model->folderText(row(name)),
            QStringLiteral("the build folder has %1, and configuring keeps it").arg(value));
    }
    QVERIFY(!m_model->indexOf("MY_TOKEN").isValid()); // what is secret is not noted
    m_draft->setFlag("BLAS", "MKL");
    QCOMPARE(m_model->folderText(row("BLAS")), "the build folder has OpenBLAS; configuring sets MKL");
}

QTEST_MAIN(FlagSourcesTest)
#include "FlagSourcesTest.moc"
