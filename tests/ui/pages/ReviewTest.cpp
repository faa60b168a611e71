// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/WizardHarness.h"
#include "ui/widgets/CheckList.h"
#include "ui/widgets/CheckRowWidget.h"
#include "ui/widgets/CollapsibleSection.h"
#include "ui/widgets/CopyBox.h"
#include "ui/widgets/Labels.h"
#include "ui/widgets/Theme.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QScrollArea>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTimer>
#include <QToolButton>
#include <QWheelEvent>

#include <algorithm>

using namespace torchmason;

// The last look before a build: what can be left out, chosen and seen there.
class ReviewTest : public QObject, private WizardHarness {
    Q_OBJECT

private slots:
    void init() { setUp(); }
    void cleanup() { tearDown(); }
    void theWheelTurnsThePage();
    void aStageIsLeftOut();
    void leavingOutTooMuchIsTakenBack();
    void returnTwiceDoesNotBuild();
    void keysOfTheReviewAreDistinct();
    void aCompilerCacheIsChosen();
    void aStaleFolderIsToldAndCleaned();
    void changesToTheSourceAreShown();
    void oneClickMakesAChange();
    void whatCannotBeAskedForIsListedAllTheSame();
    void whatToExpectIsShown();
    void blockersTakeTheStrongButtonAway();

private:
    // A machine with one card and its toolkit; nothing else is known of it.
    void setCard()
    {
        HostFacts facts;
        GpuFacts gpu;
        gpu.name = QStringLiteral("NVIDIA GeForce RTX 5070");
        gpu.computeCapability = QStringLiteral("12.0");
        gpu.driver = QStringLiteral("580.65.06");
        facts.gpus = { gpu };
        CudaToolkitFacts toolkit;
        toolkit.root = QStringLiteral("/usr/local/cuda-12.8");
        toolkit.nvcc = toolkit.root + QStringLiteral("/bin/nvcc");
        toolkit.version = QStringLiteral("12.8");
        toolkit.winsOnPath = true;
        facts.cudaToolkits = { toolkit };
        m_machine->setFacts(facts);
    }
    // A file in a folder of the test's home.
    QString write(const QString& name, const QByteArray& content)
    {
        const QString path = m_home->filePath(name);
        QDir().mkpath(QFileInfo(path).path());
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
            qFatal("cannot write %s", qPrintable(path));
        return path;
    }
    // The first profile fetches a release and wants a wheel.
    void setGitProfile()
    {
        ProfileCatalogue catalogue = threeProfiles();
        Profile& first = catalogue.profiles.first();
        first.source.kind = SourceKind::Git;
        first.source.url = QStringLiteral("https://github.com/pytorch/pytorch");
        first.source.tag = QStringLiteral("v2.6.0");
        first.backend = QStringLiteral("wheel");
        m_draft->setCatalogue(catalogue);
    }
    void openMore()
    {
        m_wizard->goTo(Wizard::ReviewStep);
        find<CollapsibleSection>(QStringLiteral("reviewMore"))->setOpen(true);
    }
    QString summary() { return find<ElidedLabel>(QStringLiteral("reviewMoreSummary"))->text(); }
    CheckRowWidget* row(const QString& id)
    {
        return find<CheckList>(QStringLiteral("reviewProblems"))->rowWidget(id);
    }
};

void ReviewTest::theWheelTurnsThePage()
{
    m_wizard->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_wizard.get()));
    m_wizard->goTo(Wizard::ReviewStep);
    auto* jobs = find<QSpinBox>(QStringLiteral("jobs"));
    const auto turn = [jobs] {
        QWheelEvent event(QPointF(3, 3), jobs->mapToGlobal(QPointF(3, 3)), {}, QPoint(0, 120), Qt::NoButton,
            Qt::NoModifier, Qt::NoScrollPhase, false);
        QApplication::sendEvent(jobs, &event);
    };
    QVERIFY(!(jobs->focusPolicy() & Qt::WheelFocus & ~Qt::StrongFocus));
    turn();
    QVERIFY(m_draft->edits().isEmpty());
    jobs->setFocus();
    turn();
    QCOMPARE(m_draft->edits().jobs, std::optional(1));
}

void ReviewTest::aStageIsLeftOut()
{
    m_wizard->goTo(Wizard::ReviewStep);
    auto* box = find<QAbstractButton>(QStringLiteral("stage-verify-run"));
    QVERIFY(box->isChecked());
    box->click();
    QCOMPARE(m_draft->request()->skippedStages, QStringList { QStringLiteral("verify") });
    QVERIFY(m_draft->plan()->stages.last().skipped);
    QVERIFY(!box->isChecked());
    QVERIFY(box->isVisible());
    QVERIFY(find(QStringLiteral("stage-verify"))->accessibleName().contains(QStringLiteral("skipped")));
    m_draft->undoStack().undo();
    QVERIFY(box->isChecked());
    QVERIFY(m_draft->request()->skippedStages.isEmpty());
    // What will not run anyhow cannot be left out.
    QVERIFY(!find(QStringLiteral("stage-clean-run"))->isVisible());
}

// An emptied folder must be configured, so without that stage there is no plan; the box must stay to be
// ticked.
void ReviewTest::leavingOutTooMuchIsTakenBack()
{
    m_wizard->goTo(Wizard::ReviewStep);
    m_draft->setCleanLevel(CleanLevel::All);
    auto* box = find<QAbstractButton>(QStringLiteral("stage-configure-run"));
    box->click();
    QVERIFY(!m_draft->plan().ok());
    QVERIFY(find(QStringLiteral("reviewImpossible"))->isVisible());
    QVERIFY(!find(QStringLiteral("stage-compile"))->isVisible());
    QVERIFY(box->isVisible());
    QVERIFY(!box->isChecked());
    box->click();
    QVERIFY(m_draft->plan().ok());
    QVERIFY(find(QStringLiteral("stage-compile"))->isVisible());
    QVERIFY(box->isChecked());
}

void ReviewTest::returnTwiceDoesNotBuild()
{
    QSignalSpy builds(m_wizard.get(), &Wizard::buildRequested);
    m_wizard->goTo(Wizard::FlagsStep);
    auto* next = find(QStringLiteral("wizardNext"));
    next->setFocus();
    QTest::keyClick(next, Qt::Key_Return);
    QCOMPARE(m_wizard->step(), Wizard::ReviewStep);
    QTest::keyClick(m_wizard->focusWidget(), Qt::Key_Return);
    QCOMPARE(builds.count(), 0);
    auto* build = buildButtonIn(*m_wizard);
    build->setFocus();
    QTest::keyClick(build, Qt::Key_Return);
    QCOMPARE(builds.count(), 1);
}

void ReviewTest::keysOfTheReviewAreDistinct()
{
    m_wizard->goTo(Wizard::ReviewStep);
    QStringList keys;
    for (const QWidget* widget : m_wizard->findChildren<QWidget*>()) {
        if (!widget->isVisible())
            continue;
        const auto* label = qobject_cast<const QLabel*>(widget);
        const auto* button = qobject_cast<const QAbstractButton*>(widget);
        const QString text = button ? button->text() : label && label->buddy() ? label->text() : QString();
        if (const QKeySequence key = QKeySequence::mnemonic(text); !key.isEmpty())
            keys.append(key.toString());
    }
    QVERIFY(keys.size() >= 6);
    QStringList once = keys;
    once.removeDuplicates();
    QCOMPARE(keys, once);
}

void ReviewTest::aCompilerCacheIsChosen()
{
    m_wizard->goTo(Wizard::ReviewStep);
    auto* cache = find<QComboBox>(QStringLiteral("compilerCache"));
    auto* storage = find<QLineEdit>(QStringLiteral("cacheStorage"));
    const auto launcher = [this] {
        return m_draft->request()->configuration.flagValue(QStringLiteral("CMAKE_CXX_COMPILER_LAUNCHER"));
    };
    QVERIFY(!storage->isVisible());
    QVERIFY(find(QStringLiteral("cacheNote"))->isVisible());
    choose(cache, cache->findData(QStringLiteral("ccache")));
    QCOMPARE(launcher(), QStringLiteral("ccache"));
    QVERIFY(storage->isVisible());
    QVERIFY(!find(QStringLiteral("cacheNote"))->isVisible());
    type(QStringLiteral("cacheStorage"), QStringLiteral("redis://far"));
    const auto& environment = m_draft->request()->configuration.environment;
    QVERIFY(std::any_of(environment.begin(), environment.end(), [](const EnvironmentValue& value) {
        return value.name == QLatin1String("CCACHE_REMOTE_STORAGE")
            && value.value == QLatin1String("redis://far");
    }));
    // Another cache has another address.
    choose(cache, cache->findData(QStringLiteral("distcc")));
    QCOMPARE(launcher(), QStringLiteral("distcc"));
    QVERIFY(!storage->isVisible());
    QVERIFY(m_draft->edits().cacheStorage.isEmpty());
    m_draft->undoStack().undo();
    QCOMPARE(cache->currentText(), QStringLiteral("ccache"));
    QCOMPARE(storage->text(), QStringLiteral("redis://far"));
    m_draft->undoStack().undo();
    m_draft->undoStack().undo();
    QCOMPARE(cache->currentIndex(), 0);
    QVERIFY(m_draft->edits().isEmpty());
}

void ReviewTest::aStaleFolderIsToldAndCleaned()
{
    const QString build = m_home->filePath(QStringLiteral("old"));
    write(QStringLiteral("old/CMakeCache.txt"),
        "CMAKE_CACHEFILE_DIR:INTERNAL=" + build.toUtf8()
            + "\nCMAKE_HOME_DIRECTORY:INTERNAL=" + m_draft->request()->sourceFolder.toUtf8()
            + "\nCMAKE_GENERATOR:INTERNAL=Unix Makefiles\nCMAKE_CACHE_MAJOR_VERSION:INTERNAL=3\n"
              "CMAKE_CACHE_MINOR_VERSION:INTERNAL=25\nCMAKE_CACHE_PATCH_VERSION:INTERNAL=1\n");
    m_wizard->goTo(Wizard::ReviewStep);
    QVERIFY(!row(QStringLiteral("build-folder-stale")));
    RequestWishes edits = m_draft->edits();
    edits.buildFolder = build;
    m_draft->change(QStringLiteral("elsewhere"), edits);
    QTRY_VERIFY(row(QStringLiteral("build-folder-stale")));
    choose(find<QComboBox>(QStringLiteral("cleanFirst")), 3);
    QVERIFY(m_draft->request()->clean);
    QTRY_VERIFY(!row(QStringLiteral("build-folder-stale")));
    choose(find<QComboBox>(QStringLiteral("cleanFirst")), 0);
    QTRY_VERIFY(row(QStringLiteral("build-folder-stale")));
    // What is elsewhere says nothing of here.
    m_draft->undoStack().undo();
    QTRY_VERIFY(!row(QStringLiteral("build-folder-stale")));
}

void ReviewTest::changesToTheSourceAreShown()
{
    write(QStringLiteral("tree/setup.py"), "one\ntwo\nthree\n");
    ProfileCatalogue catalogue = threeProfiles();
    Profile& first = catalogue.profiles.first();
    first.source.kind = SourceKind::ExistingTree;
    first.patches = { { QStringLiteral("setup.py"), QStringLiteral("two"), QStringLiteral("2"),
        QStringLiteral("digits are shorter"), {} } };
    m_draft->setCatalogue(catalogue);
    RequestWishes edits = m_draft->edits();
    edits.sourceFolder = m_home->filePath(QStringLiteral("tree"));
    edits.buildFolder = m_home->filePath(QStringLiteral("build"));
    m_draft->change(QStringLiteral("places"), edits);
    m_wizard->goTo(Wizard::ReviewStep);
    auto* changes = find<CopyBox>(QStringLiteral("stage-patch-changes"));
    QTRY_VERIFY2(changes->text().contains(QStringLiteral("-two\n+2\n")), qPrintable(changes->text()));
    QVERIFY(!row(QStringLiteral("patches")));

    write(QStringLiteral("tree/setup.py"), "one\n2\nthree\n");
    m_draft->checkDiskAgain();
    QTRY_COMPARE(changes->text(), QStringLiteral("The source has all of these changes already."));

    write(QStringLiteral("tree/setup.py"), "another release\n");
    m_draft->checkDiskAgain();
    QTRY_VERIFY(row(QStringLiteral("patches")));
    QVERIFY(changes->text().isEmpty());
    // Without the stage nobody needs them.
    click(QStringLiteral("stage-patch-run"));
    QTRY_VERIFY(!row(QStringLiteral("patches")));
}

void ReviewTest::oneClickMakesAChange()
{
    setCard();
    m_draft->setFlag(QStringLiteral("USE_CUDA"), QStringLiteral("ON"));
    m_draft->setFlag(QStringLiteral("TORCH_CUDA_ARCH_LIST"), QStringLiteral("8.9"));
    m_wizard->goTo(Wizard::ReviewStep);
    const QString id = QStringLiteral("arch-not-for-gpu");
    QVERIFY(row(id));
    const QString name = QStringLiteral("check-arch-not-for-gpu-change1");
    QTRY_VERIFY(m_wizard->findChild<QAbstractButton*>(name)); // changes are tried first
    auto* button = find<QAbstractButton>(name);
    QVERIFY(button->isVisible());
    QVERIFY(button->text().contains(QStringLiteral("12.0")));
    button->click();
    QTRY_VERIFY(!row(id));
    QCOMPARE(m_draft->request()->configuration.flagValue(QStringLiteral("TORCH_CUDA_ARCH_LIST")),
        QStringLiteral("12.0"));
    m_draft->undoStack().undo();
    QVERIFY(row(id));
}

// A request that lacks its toolkit cannot be made; what else is in the way is shown with it.
void ReviewTest::whatCannotBeAskedForIsListedAllTheSame()
{
    HostFacts facts;
    facts.osName = QStringLiteral("Debian GNU/Linux 12 (bookworm)");
    m_machine->setFacts(facts);
    Profile profile = profileNamed(QStringLiteral("card"), QStringLiteral("cherries"));
    profile.needs.cudaMinimum = QStringLiteral("12.8");
    profile.needs.computeCapabilities = { QStringLiteral("12.0") };
    profile.configuration.setFlag({ QStringLiteral("USE_CUDA"), QStringLiteral("ON"), {} });
    profile.configuration.setFlag({ QStringLiteral("CUDA_TOOLKIT_ROOT_DIR"), QStringLiteral("${cuda}"), {} });
    ProfileCatalogue catalogue;
    catalogue.profiles = { profile };
    m_draft->setCatalogue(catalogue);
    m_draft->chooseProfile(profile.id);
    m_wizard->goTo(Wizard::ReviewStep);
    QVERIFY(!m_draft->request().ok());
    QVERIFY(row(QStringLiteral("cuda-toolkit")));
    QVERIFY(row(QStringLiteral("cmake")));
    // Its plan is shown and can be saved all the same, and says what it assumes; it cannot be started.
    const auto shown = m_draft->shownPlan();
    QVERIFY(shown.ok());
    QVERIFY2(shown->warnings.join(u' ').contains(QStringLiteral("No CUDA toolkit 12.8 or newer is known")),
        qPrintable(shown->warnings.join(u' ')));
    QVERIFY(m_wizard->findChild<QAbstractButton*>(QStringLiteral("saveScript"))->isEnabled());
    QVERIFY(!m_wizard->findChild<QAbstractButton*>(QStringLiteral("wizardNext"))->isEnabled());
}

void ReviewTest::whatToExpectIsShown()
{
    HostFacts facts = m_machine->facts();
    facts.logicalCores = 8;
    facts.memoryTotal = 16 * gibibyte;
    m_machine->setFacts(facts);
    m_draft->chooseProfile(QStringLiteral("tour"));
    m_wizard->goTo(Wizard::ReviewStep);
    auto* time = find<QLabel>(QStringLiteral("expectedTime"));
    auto* reason = find<QLabel>(QStringLiteral("expectedTimeReason"));
    QTRY_VERIFY2(time->text().endsWith(QStringLiteral(" s")), qPrintable(time->text()));
    QVERIFY2(reason->text().contains(QStringLiteral("8 jobs on 8 cores")), qPrintable(reason->text()));
    QCOMPARE(time->accessibleDescription(), reason->text());
    QVERIFY(time->toolTip().contains(QStringLiteral("Known from")));
    for (const char* other : { "expectedDisk", "expectedMemory", "expectedSize" })
        QVERIFY2(find<QLabel>(QLatin1String(other))->text().contains(QStringLiteral("MB")), other);
    // What the user changes counts.
    RequestWishes edits = m_draft->edits();
    edits.jobs = 2;
    m_draft->change(QStringLiteral("jobs"), edits);
    QTRY_VERIFY2(reason->text().contains(QStringLiteral("2 jobs")), qPrintable(reason->text()));
    edits.jobs.reset();
    m_draft->change(QStringLiteral("jobs"), edits);
    facts.logicalCores.reset();
    m_machine->setFacts(facts);
    QTRY_COMPARE(time->text(), QStringLiteral("unknown"));
    QVERIFY2(reason->text().contains(QStringLiteral("number of processors")), qPrintable(reason->text()));
}

void ReviewTest::blockersTakeTheStrongButtonAway()
{
    m_wizard->goTo(Wizard::ReviewStep);
    auto* next = find<QAbstractButton>(QStringLiteral("wizardNext"));
    auto* anyway = find<QAbstractButton>(QStringLiteral("wizardAnyway"));
    setCard();
    m_draft->setFlag(QStringLiteral("USE_CUDA"), QStringLiteral("ON"));
    m_draft->setFlag(QStringLiteral("TORCH_CUDA_ARCH_LIST"), QStringLiteral("8.9"));
    QVERIFY(row(QStringLiteral("arch-not-for-gpu")));
    QVERIFY(!next->isVisible() && anyway->isVisible());
    const QFontMetrics bold(boldFont(anyway->font()));
    QTRY_VERIFY(anyway->width() > bold.horizontalAdvance(anyway->text())); // laid out a moment later
    anyway->setFocus();
    m_wizard->goTo(Wizard::FlagsStep);
    QVERIFY(next->isVisible() && !anyway->isVisible());
    // Bold letters are wider than those that a style measures.
    QVERIFY(next->sizeHint().width() > bold.horizontalAdvance(next->text()));
}

QTEST_MAIN(ReviewTest)
#include "ReviewTest.moc"
