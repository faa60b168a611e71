// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/AppPaths.h"
#include "core/store/AttemptFiles.h"
#include "core/store/AttemptStore.h"
#include "tests/support/Patience.h"
#include "ui/frame/MainWindow.h"
#include "ui/frame/TourGuide.h"
#include "ui/models/BuildDraft.h"
#include "ui/models/MachineFacts.h"
#include "ui/pages/Wizard.h"
#include "ui/panels/AttemptView.h"

#include <QAbstractButton>
#include <QAction>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QTreeView>

using namespace torchmason;

// The window and the real runner together: what a user does from the first page to the result. Given a real
// PyTorch tree in TORCHMASON_REAL_TREE, the same is done with that one; by hand or nightly, for it takes
// minutes. TORCHMASON_REAL_BUILD may name the build folder.
class WindowBuildTest : public QObject {
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void tourFailsIsExplainedAndRetried();
    void theTourLeadsToAComparison();
    void stopFromTheWindow();
    void closingCanStopTheBuild();
    void runningBuildIsShownAgain();
    void realTree();
    void wholeRealTree();
    void realTreeWithAWrongPython();

private:
    template <typename T> T* find(const QString& name)
    {
        T* found = m_window->findChild<T*>(name);
        if (!found)
            qFatal("no %s", qPrintable(name));
        return found;
    }
    void openWindow();
    void type(const QString& field, const QString& text);
    void addCacheEntry(const QString& name, const QString& value);
    int finishedEdges(int number) const;
    void wish(const QString& profile, const QString& source, const QString& build, const QString& targets);
    void build();
    AttemptRecord record(int number) const;
    bool hasEnded() const;
    QString state() { return find<QLabel>(QStringLiteral("attemptState"))->text(); }

    std::unique_ptr<QTemporaryDir> m_home;
    std::unique_ptr<MainWindow> m_window;
};

void WindowBuildTest::init()
{
    m_home = std::make_unique<QTemporaryDir>();
    qputenv("TORCHMASON_HOME", m_home->path().toUtf8());
    qputenv("TORCHMASON_RUNNER", TORCHMASON_BIN "/torchmason-runner");
    openWindow();
}

void WindowBuildTest::cleanup()
{
    m_window.reset();
    for (const AttemptSummary& attempt : AttemptStore(AppPaths::attemptsFolder()).list())
        QTRY_VERIFY_WITH_TIMEOUT(
            AttemptFiles::readRecord(attempt.folder)->state != AttemptState::Running, 60'000);
}

void WindowBuildTest::openWindow()
{
    m_window = std::make_unique<MainWindow>();
    m_window->setCloseQuestion([](QWidget*, const CloseMatter&) { return CloseAnswer::KeepBuilding; });
    m_window->setBlockerQuestion([](QWidget*, const QStringList& blockers) {
        qInfo("built anyway: %s", qPrintable(blockers.join(QStringLiteral("; "))));
        return true;
    });
    m_window->show();
    QTRY_VERIFY_WITH_TIMEOUT(m_window->machine().isComplete(), 30'000);
}

void WindowBuildTest::type(const QString& field, const QString& text)
{
    auto* edit = find<QLineEdit>(field);
    edit->selectAll();
    QTest::keyClicks(edit, text);
}

// Through the dialog of the flags page.
void WindowBuildTest::addCacheEntry(const QString& name, const QString& value)
{
    find<Wizard>(QStringLiteral("wizard"))->goTo(Wizard::FlagsStep);
    QTimer::singleShot(0, this, [&] {
        type(QStringLiteral("addEntryName"), name);
        type(QStringLiteral("addEntryValue"), value);
        QTest::mouseClick(find<QAbstractButton>(QStringLiteral("addEntryAdd")), Qt::LeftButton);
    });
    find<QMenu>(QStringLiteral("flagAddMenu"))->actions().first()->trigger();
    QCOMPARE(m_window->draft().configuration().flagValue(name), value);
}

int WindowBuildTest::finishedEdges(int number) const
{
    QFile file(AttemptFiles::edges(AttemptStore(AppPaths::attemptsFolder()).attemptFolder(number)));
    return file.open(QIODevice::ReadOnly) ? int(file.readAll().count('\n')) : 0;
}

// To the Review page, with these places typed in; empty ones stay the profile's.
void WindowBuildTest::wish(
    const QString& profile, const QString& source, const QString& buildFolder, const QString& targets)
{
    if (!profile.isEmpty())
        m_window->draft().chooseProfile(profile);
    find<Wizard>(QStringLiteral("wizard"))->goTo(Wizard::ReviewStep);
    if (!source.isEmpty())
        type(QStringLiteral("sourceFolder"), source);
    if (!buildFolder.isEmpty())
        type(QStringLiteral("buildFolder"), buildFolder);
    type(QStringLiteral("targets"), targets);
}

void WindowBuildTest::build()
{
    auto* anyway = find<QAbstractButton>(QStringLiteral("wizardAnyway"));
    auto* button = find<QAbstractButton>(QStringLiteral("wizardNext"));
    QCOMPARE(button->text(), QStringLiteral("Build"));
    QTRY_VERIFY(button->isEnabled() || anyway->isVisible());
    QTest::mouseClick(anyway->isVisible() ? anyway : button, Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(m_window->findChild<AttemptView*>(), 60'000);
    QTRY_VERIFY_WITH_TIMEOUT(m_window->findChild<AttemptView*>()->isLive(), 60'000);
}

AttemptRecord WindowBuildTest::record(int number) const
{
    const auto read
        = AttemptFiles::readRecord(AttemptStore(AppPaths::attemptsFolder()).attemptFolder(number));
    return read ? *read : AttemptRecord();
}

bool WindowBuildTest::hasEnded() const
{
    const auto* view = m_window->findChild<AttemptView*>();
    return view && !view->isLive();
}

void WindowBuildTest::tourFailsIsExplainedAndRetried()
{
    m_window->draft().chooseProfile(QStringLiteral("tour"));
    m_window->draft().setFlag(QStringLiteral("TOUR_SIZE"), QStringLiteral("small"));
    m_window->draft().setFlag(QStringLiteral("TOUR_FAILURE"), QStringLiteral("unresolved"));
    wish(QStringLiteral("tour"), {}, {}, QStringLiteral("brick_graph"));
    build();
    QTRY_COMPARE_WITH_TIMEOUT(state(), QStringLiteral("Compile failed"), 600'000);
    auto* card = find<QWidget>(QStringLiteral("findingCard"));
    QTRY_VERIFY(card->isVisible());
    QVERIFY2(card->findChild<QLabel*>(QStringLiteral("cardTitle"))->text().contains(QStringLiteral("c10d")),
        qPrintable(card->findChild<QLabel*>(QStringLiteral("cardTitle"))->text()));
    QVERIFY(find<QAbstractButton>(QStringLiteral("findingEvidence"))
                ->text()
                .contains(QStringLiteral("c10d::Work")));
    QVERIFY(record(1).peakMemory.value_or(0) > 0);

    QTest::mouseClick(find<QAbstractButton>(QStringLiteral("findingRetry")), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(record(2).state, AttemptState::Failed, 600'000);
    QCOMPARE(record(2).request.continuesAttempt, std::optional<int>(1));
    QCOMPARE(record(2).firstFindingRule, record(1).firstFindingRule);
}

// The first start, by the keyboard alone: a failure, its first fix, success, and what the fix changed.
void WindowBuildTest::theTourLeadsToAComparison()
{
    m_window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    auto* guide = find<TourGuide>(QStringLiteral("tourGuide"));
    const auto says = [guide](const char* words) {
        return guide->isVisible() && guide->text().contains(QLatin1String(words));
    };
    auto* start = find<QAbstractButton>(QStringLiteral("tourStart"));
    QTRY_VERIFY(start->isVisible());
    QTest::keyClick(start, Qt::Key_Space);
    QTRY_VERIFY_WITH_TIMEOUT(says("fails on purpose"), 60'000);
    QTRY_VERIFY_WITH_TIMEOUT(says("Apply and try again"), 600'000);
    QTest::keyClick(m_window.get(), Qt::Key_G, Qt::AltModifier);
    const auto focused = [] {
        const QWidget* focus = QApplication::focusWidget();
        return focus ? focus->objectName() : QString();
    };
    for (int tries = 0; tries < 60 && !focused().startsWith(QStringLiteral("fix-")); ++tries) {
        QTest::qWait(500); // the machine is looked at first
        QTest::keyClick(m_window.get(), Qt::Key_G, Qt::AltModifier);
    }
    QCOMPARE(focused(), QStringLiteral("fix-set-use-distributed"));
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
    QTRY_VERIFY_WITH_TIMEOUT(says("the fix helped"), 600'000);
    QCOMPARE(record(2).state, AttemptState::Succeeded);
    QTest::keyClick(find<QAbstractButton>(QStringLiteral("tourCompare")), Qt::Key_Space);
    QVERIFY(says("That was the tour"));
    auto* compared = find<QTreeView>(QStringLiteral("comparisonTable"));
    QTRY_VERIFY(compared->isVisible() && compared->model()->rowCount() > 0);
    // Taken again it fails again, although its build folder holds all that was mended.
    find<QAction>(QStringLiteral("actionTour"))->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(says("fails on purpose"), 60'000);
    QTRY_VERIFY_WITH_TIMEOUT(says("Apply and try again"), 600'000);
    QCOMPARE(record(3).state, AttemptState::Failed);
}

void WindowBuildTest::stopFromTheWindow()
{
    wish(QStringLiteral("tour"), {}, {}, QStringLiteral("all"));
    build();
    QTRY_VERIFY_WITH_TIMEOUT(m_window->windowTitle().contains(QStringLiteral(" %")), 600'000);
    QTest::mouseClick(find<QAbstractButton>(QStringLiteral("stopButton")), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(state(), QStringLiteral("Stopped"), 60'000);
    QCOMPARE(record(1).state, AttemptState::Stopped);
    QTRY_VERIFY(find<QWidget>(QStringLiteral("outcomeCard"))->isVisible());
    QVERIFY(m_window->close()); // nothing runs: nobody is asked
}

void WindowBuildTest::closingCanStopTheBuild()
{
    m_window->setCloseQuestion([](QWidget*, const CloseMatter&) { return CloseAnswer::StopBuild; });
    wish(QStringLiteral("tour"), {}, {}, QStringLiteral("all"));
    build();
    m_window->close();
    QTRY_VERIFY_WITH_TIMEOUT(!m_window->isVisible(), 60'000); // when the runner has answered
    m_window.reset();
    QTRY_COMPARE_WITH_TIMEOUT(record(1).state, AttemptState::Stopped, 60'000);
}

void WindowBuildTest::runningBuildIsShownAgain()
{
    wish(QStringLiteral("tour"), {}, {}, QStringLiteral("all"));
    build();
    QVERIFY(m_window->close()); // the build is to go on
    m_window.reset();
    QCOMPARE(record(1).state, AttemptState::Running);
    openWindow();
    QTRY_VERIFY(m_window->findChild<AttemptView*>());
    QTRY_VERIFY(m_window->findChild<AttemptView*>()->isLive());
    QVERIFY(m_window->findChild<AttemptView*>()->isVisible());
    QVERIFY(!find<QWidget>(QStringLiteral("runningBanner"))->isVisible());
    QTest::mouseClick(find<QAbstractButton>(QStringLiteral("stopButton")), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(state(), QStringLiteral("Stopped"), 60'000);
}

void WindowBuildTest::realTree()
{
    const QString tree = qEnvironmentVariable("TORCHMASON_REAL_TREE");
    if (tree.isEmpty())
        QSKIP("TORCHMASON_REAL_TREE names no PyTorch source tree");
    const QString folder
        = qEnvironmentVariable("TORCHMASON_REAL_BUILD", m_home->filePath(QStringLiteral("build")));
    wish(QStringLiteral("debian-source"), tree, folder, QStringLiteral("c10"));
    build();
    QTRY_VERIFY_WITH_TIMEOUT(hasEnded(), 1'800'000);
    const AttemptRecord made = record(1);
    QVERIFY2(made.state == AttemptState::Succeeded, qPrintable(made.error));
    QVERIFY(QFileInfo::exists(folder + QStringLiteral("/lib/libc10.so")));
    QVERIFY(made.edgesDone.value_or(0) > 60);
    QVERIFY(made.peakMemory.value_or(0) > Bytes(100) << 20);
    qInfo("c10: %.1f s, %lld edges, peak %s", double(made.duration->count()) / 1000, *made.edgesDone,
        qPrintable(formatBytes(*made.peakMemory)));
}

// Hours: all of the tree, stopped on its way and continued, its wheel, and that put into the environment
// TORCHMASON_REAL_INSTALL, to which TORCHMASON_REAL_WHEELS may lend packages where there is no network.
// TORCHMASON_REAL_FLAGS, "USE_DISTRIBUTED=ON;USE_GLOO=ON", adds flags. The attempts stay in
// TORCHMASON_REAL_HOME.
void WindowBuildTest::wholeRealTree()
{
    const QString tree = qEnvironmentVariable("TORCHMASON_REAL_TREE");
    const QString environment = qEnvironmentVariable("TORCHMASON_REAL_INSTALL");
    if (tree.isEmpty() || environment.isEmpty())
        QSKIP("TORCHMASON_REAL_TREE or TORCHMASON_REAL_INSTALL is empty");
    const QString home = qEnvironmentVariable("TORCHMASON_REAL_HOME", m_home->path());
    qputenv("TORCHMASON_HOME", home.toUtf8());
    openWindow();
    m_window->draft().chooseProfile(QStringLiteral("debian-source"));
    for (const QString& name : { QStringLiteral("CXX_AVX2_FOUND"), QStringLiteral("CXX_AVX512_FOUND") })
        addCacheEntry(name, QStringLiteral("OFF"));
    const QStringList flags
        = qEnvironmentVariable("TORCHMASON_REAL_FLAGS").split(QLatin1Char(';'), Qt::SkipEmptyParts);
    for (const QString& flag : flags)
        m_window->draft().setFlag(flag.section(QLatin1Char('='), 0, 0), flag.section(QLatin1Char('='), 1));
    wish({}, tree, qEnvironmentVariable("TORCHMASON_REAL_BUILD", home + QStringLiteral("/build")), {});
    QTest::mouseClick(find<QAbstractButton>(QStringLiteral("reviewMoreToggle")), Qt::LeftButton);
    type(QStringLiteral("installEnvironment"), environment);
    type(QStringLiteral("wheelsFolder"), qEnvironmentVariable("TORCHMASON_REAL_WHEELS"));
    build();
    QTRY_VERIFY_WITH_TIMEOUT(hasEnded() || finishedEdges(1) >= 150, 2 * 3'600'000);
    QTest::mouseClick(find<QAbstractButton>(QStringLiteral("stopButton")), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(state(), QStringLiteral("Stopped"), 300'000);
    QTest::mouseClick(find<QAbstractButton>(QStringLiteral("outcomeRetry")), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(record(2).state, AttemptState::Running, 60'000);
    QTRY_VERIFY_WITH_TIMEOUT(record(2).state != AttemptState::Running && hasEnded(), 5 * 3'600'000);
    const AttemptRecord made = record(2);
    QVERIFY2(made.state == AttemptState::Succeeded, qPrintable(made.error));
    QCOMPARE(made.wheels.size(), 1);
    QTRY_VERIFY(find<QWidget>(QStringLiteral("outcomeCard"))->isVisible());
    m_window->grab().save(home + QStringLiteral("/success.png"));
    QProcess python;
    python.start(environment + QStringLiteral("/bin/python"),
        { QStringLiteral("-c"), QStringLiteral("import torch; print(torch.__file__)") });
    QVERIFY(python.waitForFinished(600'000));
    QVERIFY(python.readAllStandardOutput().startsWith(environment.toUtf8()));
}

void WindowBuildTest::realTreeWithAWrongPython()
{
    const QString tree = qEnvironmentVariable("TORCHMASON_REAL_TREE");
    if (tree.isEmpty())
        QSKIP("TORCHMASON_REAL_TREE names no PyTorch source tree");
    m_window->draft().chooseProfile(QStringLiteral("debian-source"));
    m_window->draft().setFlag(QStringLiteral("Python_EXECUTABLE"), QStringLiteral("/usr/bin/python3.9"));
    wish(QStringLiteral("debian-source"), tree, m_home->filePath(QStringLiteral("build")),
        QStringLiteral("c10"));
    build();
    QTRY_VERIFY_WITH_TIMEOUT(hasEnded(), 600'000);
    QCOMPARE(record(1).state, AttemptState::Failed);
    QTRY_VERIFY(find<QWidget>(QStringLiteral("findingCard"))->isVisible());
    qInfo("named: %s (%s)", qPrintable(record(1).firstFinding), qPrintable(record(1).firstFindingRule));
    QVERIFY(record(1).firstFindingRule.contains(QStringLiteral("python")));
}

QTEST_MAIN(WindowBuildTest)
#include "WindowBuildTest.moc"
