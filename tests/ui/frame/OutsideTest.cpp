// SPDX-License-Identifier: GPL-3.0-or-later
// What stands outside of the window while a build runs: the small view and the entry in the tray.
#include "core/base/Clock.h"
#include "tests/ui/support/WindowHarness.h"
#include "ui/frame/MiniView.h"
#include "ui/frame/TrayEntry.h"
#include "ui/models/Settings.h"
#include "ui/widgets/Banner.h"
#include "ui/widgets/Labels.h"
#include "ui/widgets/Theme.h"

#include <QAction>
#include <QApplication>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QScopeGuard>
#include <QScreen>
#include <QSignalSpy>

using namespace torchmason;

class OutsideTest : public QObject, private WindowHarness {
    Q_OBJECT

private slots:
    void init()
    {
        setUp();
        m_window->show();
    }
    void cleanup() { tearDown(); }

    void nothingIsThereWithoutABuild()
    {
        QVERIFY(!find<QAction>("actionMini")->isEnabled());
        m_window->openMini();
        QVERIFY(!m_window->mini());
        QVERIFY(!m_window->tray().isWanted());
        over("Old", AttemptState::Failed);
        m_window->openAttempt(AttemptStore(AppPaths::attemptsFolder()).attemptFolder(1));
        QTRY_VERIFY(find<QLabel>("attemptState")->text().contains("ailed"));
        QVERIFY(!find("miniButton")->isVisible());
    }

    // In the line of the menus, until the user goes elsewhere.
    void withoutABuildItSaysWhy()
    {
        const auto* banner = find<Banner>("runningBanner");
        QVERIFY(!banner->isVisible());
        QTest::keyClick(m_window.get(), Qt::Key_M, Qt::ControlModifier);
        QVERIFY(banner->isVisible());
        QVERIFY2(banner->text().contains("none runs now"), qPrintable(banner->text()));
        QVERIFY(!find("showRunning")->isVisible());
        m_window->openPlace(NavigationBar::Machine);
        QVERIFY(!banner->isVisible());
    }

    void theFiguresOfTheBuildAreShown()
    {
        FakeAttempt running = compiling();
        MiniView& mini = openMini();
        QVERIFY(m_window->isMinimized());
        QCOMPARE(text(mini, "miniState"), "Compiling 34 %");
        auto* name = findIn<ElidedLabel>(mini, "miniName");
        QCOMPARE(name->text(), "New · attempt 1");
        name->resize(name->fontMetrics().horizontalAdvance("New · attempt"), name->height());
        QVERIFY2(name->shownText().endsWith(u'1'), qPrintable(name->shownText()));
        QTRY_VERIFY(!text(mini, "miniMemory").isEmpty());
        QCOMPARE(text(mini, "miniSteps"), "34 of 100 steps");
        QVERIFY2(text(mini, "miniLeft").endsWith(" left"), qPrintable(text(mini, "miniLeft")));
        QVERIFY2(text(mini, "miniElapsed").endsWith(" s elapsed"), qPrintable(text(mini, "miniElapsed")));
        QVERIFY(mini.windowFlags() & Qt::WindowStaysOnTopHint);
        running.addProgress(50, 100, 2);
        QTRY_COMPARE(text(mini, "miniState"), "Compiling 50 %");
        QCOMPARE(mini.windowTitle(), "Compiling 50 % — Torchmason");
        StageResult stage;
        stage.id = "configure";
        stage.errors = 0;
        stage.warnings = 12;
        running.record().stages.prepend(stage);
        running.write();
        QTRY_COMPARE(text(mini, "miniProblems"), "0 errors, 12 warnings");
        running.addMessages("compile", 2, 30);
        QTRY_COMPARE(text(mini, "miniProblems"), "2 errors, 42 warnings");
    }

    void itTurnsRedWhenAStepFails()
    {
        FakeAttempt running = compiling();
        MiniView& mini = openMini();
        const auto isRed = [&mini] {
            const QImage picture = mini.grab().toImage();
            const QRgb red = toneColour(Tone::Bad, mini.palette()).rgb();
            for (int y = 0; y < picture.height(); ++y) {
                for (int x = 0; x < picture.width(); ++x) {
                    if (picture.pixel(x, y) == red)
                        return true;
                }
            }
            return false;
        };
        QCOMPARE(text(mini, "miniState"), "Compiling 34 %");
        QVERIFY(!isRed());
        EdgeRecord step;
        step.output = "a.o";
        step.end = 100'000'000;
        step.failed = true;
        running.add(step);
        QTRY_COMPARE(text(mini, "miniState"), "Failing");
        QVERIFY(isRed());
    }

    void theSearchForACauseIsNotCounted()
    {
        FakeAttempt running = compiling();
        MiniView& mini = openMini();
        EdgeRecord step;
        step.output = "a.o";
        step.end = 100'000'000;
        step.failed = true;
        running.add(step);
        running.endCommand("compile");
        QTRY_COMPARE(text(mini, "miniState"), "Finding the cause");
        const QString before = text(mini, "miniElapsed");
        Sample late;
        late.time = systemClock().wallMilliseconds();
        late.elapsed = 36'000'000;
        late.buildMemory = 3 * gibibyte;
        running.add(late);
        QTRY_COMPARE(text(mini, "miniMemory"), formatBytes(3 * gibibyte) + " of memory");
        QCOMPARE(text(mini, "miniElapsed"), before);
        LiveBuild build; // a small view that is opened only now
        build.follow(running.folder());
        QTRY_VERIFY(build.activity().isFindingCause());
        QTRY_VERIFY(build.sample() && build.sample()->elapsed == late.elapsed);
        MiniView later(build);
        later.open();
        QVERIFY2(!text(later, "miniElapsed").contains(" h"), qPrintable(text(later, "miniElapsed")));
    }

    // Where the letters are large, a screen has room for little; that of tests is small as well.
    void theFirstWindowFitsTheScreen()
    {
        const MainWindow first;
        const QSize room = first.screen()->availableGeometry().size();
        QVERIFY(first.width() <= room.width());
        QVERIFY(first.height() < room.height());
    }

    void aWindowOfALargerScreenIsCut()
    {
        QWidget large;
        large.setGeometry(50, 40, 3000, 2000);
        settings()->setValue("window/geometry", large.saveGeometry());
        const MainWindow restored;
        const QRect room = restored.screen()->availableGeometry();
        QVERIFY2(room.contains(restored.geometry()),
            qPrintable(QStringLiteral("%1 x %2").arg(restored.width()).arg(restored.height())));
        large.setGeometry(room.right() - 10, room.bottom() - 10, 300, 200); // nearly out of sight
        settings()->setValue("window/geometry", large.saveGeometry());
        const MainWindow seen;
        QVERIFY(room.contains(seen.geometry()));
    }

    void whatIsStoppedSaysSo()
    {
        FakeAttempt running = compiling();
        MiniView& mini = openMini();
        auto* stop = findIn<QPushButton>(mini, "miniStop");
        QVERIFY(stop->isEnabled());
        running.askToStop();
        QTRY_COMPARE(text(mini, "miniState"), "Stopping…");
        QVERIFY(!stop->isEnabled());
        QTRY_COMPARE(find<QLabel>("attemptState")->text(), "Stopping…");
        running.end(AttemptState::Stopped, 60);
        QTRY_VERIFY(text(mini, "miniState").startsWith("Stopped"));
    }

    void aSlipStopsNothing()
    {
        FakeAttempt running = compiling();
        MiniView& mini = openMini();
        QSignalSpy asked(&mini, &MiniView::stopRequested);
        disconnect(&mini, &MiniView::stopRequested, m_window.get(), nullptr); // nobody listens there
        auto* stop = findIn<QPushButton>(mini, "miniStop");
        QCOMPARE(stop->text(), "&Stop build");
        const int usual = QApplication::doubleClickInterval();
        const auto putBack = qScopeGuard([usual] { QApplication::setDoubleClickInterval(usual); });
        QApplication::setDoubleClickInterval(100'000); // longer than it asks
        stop->click();
        QCOMPARE(stop->text(), "&Stop now?");
        QCOMPARE(stop->toolTip(), "Press again to stop the build");
        stop->click(); // one double click
        QCOMPARE(asked.count(), 0);
        QTRY_COMPARE_WITH_TIMEOUT(stop->text(), "&Stop build", 20'000); // it asks for a while only
        QApplication::setDoubleClickInterval(0);
        stop->setFocus();
        QTest::keyClick(stop, Qt::Key_Space);
        QCOMPARE(asked.count(), 0);
        QTest::keyClick(stop, Qt::Key_Space);
        QCOMPARE(asked.count(), 1);
        QCOMPARE(stop->text(), "&Stop build");
    }

    void largeLettersAreNotCut()
    {
        const QFont usual = QApplication::font();
        QFont large = usual;
        large.setPointSize(14);
        QApplication::setFont(large);
        const auto putBack = qScopeGuard([&usual] { QApplication::setFont(usual); });
        FakeAttempt running = compiling();
        MiniView& mini = openMini();
        running.addMessages("compile", 2, 30);
        QTRY_VERIFY(text(mini, "miniProblems").contains("30 warnings"));
        mini.resize(mini.minimumSizeHint().width(), 0);
        for (const char* name : { "miniState", "miniSteps", "miniElapsed", "miniMemory", "miniProblems" }) {
            const auto* label = findIn<QLabel>(mini, name);
            QTRY_VERIFY2(label->isVisible() && label->width() >= label->sizeHint().width(), name);
            QVERIFY2(mini.rect().contains(label->geometry()), name);
        }
        const auto* name = findIn<ElidedLabel>(mini, "miniName");
        QTRY_COMPARE(name->shownText(), name->text()); // the buttons stand below it
    }

    // Letters or the screen had another size when it was put there.
    void allOfItIsOnTheScreen()
    {
        FakeAttempt running = compiling();
        const QRect room = m_window->screen()->availableGeometry();
        settings()->setValue("window/miniPlace", room.bottomRight() - QPoint(20, 10));
        const MiniView& mini = openMini();
        QVERIFY(mini.width() <= room.width() && mini.height() <= room.height());
        QTRY_VERIFY(room.contains(mini.geometry()));
    }

    void theEndIsALine()
    {
        FakeAttempt running = compiling();
        MiniView& mini = openMini();
        running.record().firstFinding = "A header of CUDA is not there";
        running.end(AttemptState::Failed, 4200);
        QTRY_COMPARE(findIn<ElidedLabel>(mini, "miniCause")->text(), "A header of CUDA is not there");
        QTRY_COMPARE(text(mini, "miniState"), "Failed after 1 h 10 min");
        for (const char* name :
            { "miniStop", "progressStrip", "miniMemory", "miniLeft", "miniSteps", "miniElapsed" })
            QVERIFY2(!findIn<QWidget>(mini, name)->isVisible(), name);
        QVERIFY(findIn<QPushButton>(mini, "miniBack")->isVisible());
        const auto* outcome = findIn<QWidget>(mini, "miniOutcome");
        QTRY_VERIFY(outcome->isVisible() && outcome->height() > mini.height() / 2);
        QCOMPARE(outcome->accessibleName(), "Failed");
    }

    void whatWasMadeIsNamed()
    {
        FakeAttempt running = compiling();
        MiniView& mini = openMini();
        QVERIFY(!findIn<QWidget>(mini, "miniOutcome")->isVisible());
        WheelRecord wheel;
        wheel.path = "/d/dist/torch-2.14.1-cp312-linux_x86_64.whl";
        running.record().wheels = { wheel };
        running.end(AttemptState::Succeeded, 4200);
        QTRY_COMPARE(findIn<ElidedLabel>(mini, "miniCause")->text(), "torch-2.14.1-cp312-linux_x86_64.whl");
        QCOMPARE(findIn<QWidget>(mini, "miniOutcome")->accessibleName(), "Succeeded");
    }

    void itIsLeftByTheKeyboard()
    {
        FakeAttempt running = compiling();
        MiniView& mini = openMini();
        QVERIFY(findIn<QPushButton>(mini, "miniBack")->isVisible());
        QTest::keyClick(&mini, Qt::Key_Escape);
        QVERIFY(!mini.isVisible());
        QVERIFY(!m_window->isMinimized());
    }

    void theWayBackLeadsToItsAttempt()
    {
        FakeAttempt earlier = over("Earlier", AttemptState::Stopped);
        FakeAttempt running = compiling();
        const MiniView& mini = openMini();
        m_window->openAttempt(earlier.folder());
        QTRY_COMPARE(shownFolder(), earlier.folder());
        findIn<QPushButton>(mini, "miniBack")->click();
        QTRY_COMPARE(shownFolder(), running.folder());
    }

    void theKeyThatOpensItClosesIt()
    {
        FakeAttempt running = compiling();
        MiniView& mini = openMini();
        QTest::keyClick(&mini, Qt::Key_M); // the letter alone is no key
        QVERIFY(mini.isVisible());
        QTest::keyClick(&mini, Qt::Key_M, Qt::ControlModifier);
        QVERIFY(!mini.isVisible());
        QVERIFY(!m_window->isMinimized());
    }

    void quitIsAKeyOfItAsWell()
    {
        FakeAttempt running = compiling();
        MiniView& mini = openMini();
        QVERIFY(QTest::qWaitForWindowActive(&mini));
        QTest::keyClick(&mini, Qt::Key_Q, Qt::ControlModifier);
        QCOMPARE(m_asked, 1);
        QVERIFY(!mini.isVisible());
        QVERIFY(!m_window->isVisible());
    }

    void itRemembersItsPlace()
    {
        FakeAttempt running = compiling();
        MiniView& mini = openMini();
        mini.move(60, 70);
        mini.close();
        QCOMPARE(settings()->value("window/miniPlace").toPoint(), QPoint(60, 70));
        m_window->openMini();
        QCOMPARE(mini.pos(), QPoint(60, 70));
        mini.close();
        settings()->setValue("window/miniPlace", QPoint(90'000, 10)); // of a screen that is gone
        m_window->openMini();
        QVERIFY(mini.pos().x() < 90'000);
    }

    void closingTheWindowClosesIt()
    {
        FakeAttempt running = compiling();
        MiniView& mini = openMini();
        QVERIFY(!mini.testAttribute(Qt::WA_QuitOnClose));
        m_window->close();
        QVERIFY(!mini.isVisible());
        QVERIFY(!m_window->isVisible());
    }

    void theTrayTellsStateAndPercent()
    {
        FakeAttempt running = compiling();
        const TrayEntry& tray = m_window->tray();
        QVERIFY(tray.isWanted());
        QCOMPARE(tray.words(), "Torchmason: Compiling 34 %, New");
        QCOMPARE(findIn<QAction>(tray.menu(), "trayState")->text(), "Compiling 34 %");
        QStringList offered;
        for (const QAction* action : tray.menu().actions())
            offered << action->objectName();
        for (const char* name : { "actionShowWindow", "actionMini", "actionStop" })
            QVERIFY2(offered.contains(name), name);
        m_window->showMinimized();
        find<QAction>("actionShowWindow")->trigger();
        QVERIFY(!m_window->isMinimized());
        QWidget other; // nobody looks at the window
        other.show();
        other.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&other));
        running.end(AttemptState::Succeeded, 60);
        QTRY_COMPARE(tray.words(), "Torchmason: Succeeded, New");
        QVERIFY(tray.isWanted());
        m_window->raiseToFront();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        QVERIFY(!tray.isWanted());
    }

private:
    FakeAttempt compiling()
    {
        FakeAttempt running = fake("New");
        running.startStage("compile");
        running.addSamples(0, 5, 4, "compile", 100, 2);
        running.addProgress(34, 100, 2);
        m_window->openAttempt(running.folder());
        [this] { QTRY_VERIFY(m_window->windowTitle().contains("34 %")); }();
        return running;
    }
    MiniView& openMini()
    {
        click("miniButton");
        if (!m_window->mini())
            qFatal("no small view");
        return *m_window->mini();
    }
    static QString text(const MiniView& mini, const char* name)
    {
        return findIn<QLabel>(mini, QLatin1String(name))->text();
    }
};

QTEST_MAIN(OutsideTest)
#include "OutsideTest.moc"
