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
    void theResultIsChosen();
    void moreIsFoldedWithASummary();
    void nothingIsCutInASmallWindow();
    void anEnvironmentOfItsOwnIsWished();
    void packagesThatArePinsAreTaken();
    void aReleaseIsChosenWhereThereIsARepository();
    void thePythonThatBuildsIsShown();
    void theWheelIsInstalledAfterwards();
    void anInterpreterIsPicked();

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

void ReviewTest::theResultIsChosen()
{
    setGitProfile();
    m_wizard->goTo(Wizard::ReviewStep);
    auto* result = find<QComboBox>(QStringLiteral("result"));
    auto* note = find<QLabel>(QStringLiteral("resultNote"));
    QCOMPARE(m_draft->request()->backend, QStringLiteral("setup.py"));
    QVERIFY2(note->text().contains(QStringLiteral("dist")), qPrintable(note->text()));
    choose(result, result->findData(QStringLiteral("cmake")));
    QCOMPARE(m_draft->request()->backend, QStringLiteral("cmake"));
    QVERIFY2(note->text().startsWith(QStringLiteral("Libraries")), qPrintable(note->text()));
    m_draft->undoStack().undo();
    QCOMPARE(result->currentIndex(), 0);
    QVERIFY(m_draft->edits().isEmpty());
    // What keeps a wheel from being packed is said where it is wished for.
    type(QStringLiteral("targets"), QStringLiteral("c10"));
    QVERIFY2(note->text().startsWith(QStringLiteral("No wheel: only c10")), qPrintable(note->text()));
}

void ReviewTest::moreIsFoldedWithASummary()
{
    setGitProfile();
    m_wizard->goTo(Wizard::ReviewStep);
    auto* tag = find(QStringLiteral("releaseTag"));
    QVERIFY(!tag->isVisible());
    QVERIFY2(summary().contains(QStringLiteral("as the profile says")), qPrintable(summary()));
    RequestWishes edits;
    edits.packages = { QStringLiteral("numpy==1.26.4") };
    edits.tag = QStringLiteral("v2.14.0");
    m_draft->change(QStringLiteral("two"), edits);
    QCOMPARE(summary(), QStringLiteral("Environment of its own with numpy 1.26.4; tag v2.14.0"));
    edits.venv = false;
    edits.packages.clear();
    edits.wheels = QStringLiteral("/w");
    edits.install.environment = QStringLiteral("/e");
    edits.install.dependencies = false;
    m_draft->change(QStringLiteral("others"), edits);
    QCOMPARE(summary(),
        QStringLiteral("No environment of its own; packages from %1; tag v2.14.0; installed alone into %2")
            .arg(QDir::toNativeSeparators(QStringLiteral("/w")),
                QDir::toNativeSeparators(QStringLiteral("/e"))));
    auto* toggle = find<QToolButton>(QStringLiteral("reviewMoreToggle"));
    QCOMPARE(toggle->accessibleDescription(), summary());
    toggle->setFocus();
    QTest::keyClick(toggle, Qt::Key_Space);
    QVERIFY(tag->isVisible());
    QVERIFY(!find(QStringLiteral("reviewMoreSummary"))->isVisible());
}

// In the smallest window beside the rail, with letters of 125 %.
void ReviewTest::nothingIsCutInASmallWindow()
{
    const QFont normal = QApplication::font();
    QFont large = normal;
    large.setPointSizeF(normal.pointSizeF() * 1.25);
    QApplication::setFont(large);
    setGitProfile();
    Wizard wizard(*m_draft);
    wizard.resize(1024 - 88, 640);
    wizard.show();
    wizard.goTo(Wizard::ReviewStep);
    findIn<CollapsibleSection>(wizard, QStringLiteral("reviewMore"))->setOpen(true);
    const auto* scroll = findIn<QScrollArea>(wizard, QStringLiteral("reviewScroll"));
    QTest::qWait(50); // laid out
    const int wanted = scroll->widget()->minimumSizeHint().width();
    QApplication::setFont(normal);
    QVERIFY2(wanted <= scroll->viewport()->width(),
        qPrintable(QStringLiteral("%1 of %2").arg(wanted).arg(scroll->viewport()->width())));
}

void ReviewTest::anEnvironmentOfItsOwnIsWished()
{
    openMore();
    auto* own = find<QComboBox>(QStringLiteral("ownEnvironment"));
    QCOMPARE(own->currentIndex(), 0);
    choose(own, own->findData(true));
    QVERIFY(m_draft->request()->python.isWanted());
    QCOMPARE(find<QLabel>(QStringLiteral("ownEnvironmentNote"))->text(),
        QStringLiteral("Made in ") + QDir::toNativeSeparators(m_draft->request()->python.folder));
    choose(own, own->findData(false));
    QCOMPARE(m_draft->edits().venv, std::optional(false));
    QVERIFY(!m_draft->request()->python.isWanted());
    m_draft->undoStack().undo();
    m_draft->undoStack().undo();
    QCOMPARE(own->currentIndex(), 0);
    QVERIFY(m_draft->edits().isEmpty());
    choose(own, own->findData(true));
    type(QStringLiteral("wheelsFolder"), m_home->filePath(QStringLiteral("w")));
    QCOMPARE(m_draft->request()->python.wheels, m_home->filePath(QStringLiteral("w")));
    m_draft->undoStack().undo(); // all letters at once
    QVERIFY(find<QLineEdit>(QStringLiteral("wheelsFolder"))->text().isEmpty());
}

void ReviewTest::packagesThatArePinsAreTaken()
{
    openMore();
    auto* problem = find<QLabel>(QStringLiteral("packagesProblem"));
    type(QStringLiteral("packages"), QStringLiteral("numpy==1.26.4, --index-url=x"));
    QCOMPARE(m_draft->edits().packages, QStringList { QStringLiteral("numpy==1.26.4") });
    QVERIFY(problem->isVisible());
    QVERIFY2(problem->text().contains(QStringLiteral("--index-url=x")), qPrintable(problem->text()));
    auto* edit = find<QLineEdit>(QStringLiteral("packages"));
    QCOMPARE(
        edit->text(), QStringLiteral("numpy==1.26.4, --index-url=x")); // nothing is taken from under the user
    type(QStringLiteral("packages"), QStringLiteral("numpy==1.26.4 numpy==2.0.0 ninja==1.11.1"));
    QVERIFY(!problem->isVisible());
    QCOMPARE(m_draft->request()->python.packages,
        QStringList({ QStringLiteral("numpy==2.0.0"), QStringLiteral("ninja==1.11.1") }));
    m_draft->undoStack().undo();
    QVERIFY(edit->text().isEmpty());
    QVERIFY(m_draft->edits().isEmpty());
}

void ReviewTest::aReleaseIsChosenWhereThereIsARepository()
{
    openMore();
    auto* tag = find<QLineEdit>(QStringLiteral("releaseTag"));
    QVERIFY(!tag->isVisible());
    setGitProfile();
    QVERIFY(tag->isVisible());
    QCOMPARE(tag->placeholderText(), QStringLiteral("v2.6.0"));
    type(QStringLiteral("releaseTag"), QStringLiteral("v2.7.1"));
    QCOMPARE(m_draft->request()->source.tag, QStringLiteral("v2.7.1"));
    // Where nothing is fetched it stands in the way, so that it stays to be taken back.
    m_draft->chooseProfile(QStringLiteral("second"));
    QVERIFY(!m_draft->request().ok());
    QVERIFY(tag->isVisible());
    QCOMPARE(m_draft->conflicts().size(), 1);
    tag->clear();
    emit tag->textEdited({});
    QVERIFY(m_draft->request().ok());
    QVERIFY(!tag->isVisible());
}

void ReviewTest::thePythonThatBuildsIsShown()
{
    openMore();
    auto* which = find<ElidedLabel>(QStringLiteral("pythonWhich"));
    auto* from = find<QLabel>(QStringLiteral("pythonFrom"));
    QCOMPARE(which->text(), QStringLiteral("none found"));
    HostFacts facts;
    PythonFacts python;
    python.path = QStringLiteral("/usr/bin/python3");
    python.version = QStringLiteral("3.11.2");
    python.kind = QStringLiteral("system");
    python.isDefault = true;
    facts.pythons = { python };
    m_machine->setFacts(facts);
    QCOMPARE(which->text(),
        QStringLiteral("Python 3.11.2, %1")
            .arg(QDir::toNativeSeparators(QStringLiteral("/usr/bin/python3"))));
    QCOMPARE(from->text(), QStringLiteral("Found on this machine."));
    QVERIFY(!find(QStringLiteral("pythonFound"))->isVisible());
    facts.pythons.first().source = chosenByUser();
    m_machine->setOverridePath(QStringLiteral("python"), QStringLiteral("/usr/bin/python3"));
    m_machine->setFacts(facts);
    QVERIFY2(from->text().startsWith(QStringLiteral("Chosen by you")), qPrintable(from->text()));
    QVERIFY(summary().startsWith(QStringLiteral("Python ")));
    click(QStringLiteral("pythonFound"));
    QVERIFY(m_machine->overridePath(QStringLiteral("python")).isEmpty());
    m_machine->setFacts(facts);
    m_draft->setFlag(QStringLiteral("Python_EXECUTABLE"), QStringLiteral("/opt/python"));
    QCOMPARE(which->text(), QDir::toNativeSeparators(QStringLiteral("/opt/python")));
    QCOMPARE(from->text(), QStringLiteral("Named by a flag of yours."));
}

void ReviewTest::theWheelIsInstalledAfterwards()
{
    openMore();
    auto* field = find<QLineEdit>(QStringLiteral("installEnvironment"));
    auto* place = find<QLabel>(QStringLiteral("installPlace"));
    QVERIFY(!field->isEnabled()); // libraries cannot be installed
    QVERIFY(place->text().contains(QStringLiteral("Only a wheel")));
    setGitProfile();
    QVERIFY(field->isEnabled());
    const QString folder = m_home->filePath(QStringLiteral("venv"));
    type(QStringLiteral("installEnvironment"), QDir::toNativeSeparators(folder));
    QCOMPARE(m_draft->request()->install.environment, folder);
    QVERIFY(m_draft->request()->install.dependencies);
    QTRY_VERIFY2(place->text().contains(QStringLiteral("will be made")), qPrintable(place->text()));
    find<QCheckBox>(QStringLiteral("installDependencies"))->click();
    QVERIFY(!m_draft->request()->install.dependencies);
    m_draft->undoStack().undo();
    QVERIFY(find<QCheckBox>(QStringLiteral("installDependencies"))->isChecked());
    QVERIFY(!row(QStringLiteral("install-place")));
    // A folder that holds something else is told before hours are spent.
    write(QStringLiteral("full/letter.txt"), "dear");
    type(QStringLiteral("installEnvironment"),
        QDir::toNativeSeparators(m_home->filePath(QStringLiteral("full"))));
    QTRY_VERIFY(row(QStringLiteral("install-place")));
    m_draft->undoStack().undo();
    QTRY_VERIFY(!row(QStringLiteral("install-place")));
}

// A folder and an interpreter are picked by the same button, with the keyboard, too.
void ReviewTest::anInterpreterIsPicked()
{
    setGitProfile();
    openMore();
    auto* browse = find<QToolButton>(QStringLiteral("installEnvironmentBrowse"));
    QVERIFY(!browse->accessibleName().isEmpty());
    QStringList offered;
    QTimer::singleShot(0, this, [&] {
        for (const QAction* action :
            browse->menu()->isVisible() ? browse->menu()->actions() : QList<QAction*>())
            offered << action->text();
        browse->menu()->close();
    });
    QTest::keyClick(browse, Qt::Key_Space);
    QCOMPARE(offered, (QStringList { QStringLiteral("A folder..."), QStringLiteral("An interpreter...") }));
    if (hostPlatform() == Platform::Windows)
        QSKIP("links there are files");
    // The interpreter of a virtual environment is a link, which must not become the Python behind it.
    write(QStringLiteral("real/python3"), "x");
    const QString link = m_home->filePath(QStringLiteral("python"));
    QVERIFY(QFile::link(m_home->filePath(QStringLiteral("real/python3")), link));
    QTimer::singleShot(0, this, [&link] {
        auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
        QVERIFY(dialog);
        dialog->selectFile(link);
        static_cast<QDialog*>(dialog)->accept();
    });
    browse->menu()->actions().last()->trigger();
    QCOMPARE(find<QLineEdit>(QStringLiteral("installEnvironment"))->text(), link);
    QCOMPARE(m_draft->request()->install.environment, link);
}

QTEST_MAIN(ReviewTest)
#include "ReviewTest.moc"
