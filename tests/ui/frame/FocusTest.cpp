// SPDX-License-Identifier: GPL-3.0-or-later
// Where the keyboard is, how that is seen, and what leads back.
#include "tests/ui/support/Contrast.h"
#include "tests/ui/support/WindowHarness.h"
#include "ui/frame/Appearance.h"
#include "ui/widgets/Banner.h"
#include "ui/widgets/Parts.h"

#include <QFocusFrame>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QTabWidget>
#include <QTableView>
#include <QToolButton>

using namespace torchmason;

class FocusTest : public QObject, private WindowHarness {
    Q_OBJECT

private slots:
    void init()
    {
        setUp();
        showActive();
    }
    void cleanup() { tearDown(); }

    // Seen beside the page and beside the button.
    void aButtonHasARing()
    {
        for (const Appearance appearance : { Appearance::Light, Appearance::Dark }) {
            applyAppearance(appearance);
            QWidget window;
            auto* first = new QPushButton("First", &window);
            auto* second = new QPushButton("Second", &window);
            columnOf(&window, pageMargins, spacing::inner, { first, second });
            window.show();
            window.activateWindow();
            QVERIFY(QTest::qWaitForWindowActive(&window));
            first->setFocus();
            QTest::keyClick(first, Qt::Key_Tab);
            QTRY_VERIFY(second->hasFocus());
            const auto* ring = window.findChild<QFocusFrame*>();
            QTRY_VERIFY(ring && ring->isVisible());
            const QImage image = window.grab().toImage();
            const QRect place = second->geometry();
            const QRect edge(place.left(), place.center().y(), 2, 1);
            const QColor page = image.pixelColor(place.left() - 3, place.center().y());
            const QColor button = image.pixelColor(place.left() + 8, place.center().y());
            QVERIFY2(strongest(image, edge, page) >= 3, qPrintable(appearanceId(appearance)));
            QVERIFY2(strongest(image, edge, button) >= 3, qPrintable(appearanceId(appearance)));
        }
    }

    // Whatever tab of it is open.
    void anAttemptIsLeftByEsc()
    {
        const FakeAttempt old = over("Old", AttemptState::Failed);
        m_window->openAttempt(old.folder());
        auto* log = find("logView");
        QTRY_VERIFY(log->isVisible());
        log->setFocus();
        find<QTabWidget>("attemptTabs")->setCurrentWidget(find("howBuilt"));
        QTRY_VERIFY(find("builtTable")->hasFocus());
        QTest::keyClick(find("builtTable"), Qt::Key_Escape);
        QVERIFY(find("historyPage")->isVisible());
    }

    // It has a place of its own as well, but what was opened in the history goes back there.
    void theRunningBuildIsLeftForTheHistory()
    {
        const FakeAttempt running = fake("New");
        m_window->openAttempt(running.folder());
        QTRY_COMPARE(m_window->isBuilding(), true);
        m_window->openPlace(NavigationBar::History);
        click("railHistory"); // the list
        auto* table = find<QTableView>("historyTable");
        QTRY_COMPARE(table->model()->rowCount(), 1);
        table->selectRow(0);
        QTest::keyClick(table, Qt::Key_Return);
        QCOMPARE(shownFolder(), running.folder());
        QVERIFY(find("historyBack")->isVisible());
        QTest::keyClick(shownView(), Qt::Key_Escape);
        QVERIFY(find("historyPage")->isVisible());
    }

    void aClosedBannerLeavesTheKeyboardBesideIt()
    {
        const FakeAttempt old = over("Old", AttemptState::Failed);
        m_window->openPlace(NavigationBar::History);
        auto* table = find<QTableView>("historyTable");
        QTRY_COMPARE(table->model()->rowCount(), 1);
        auto* notice = find<Banner>("historyNotice");
        notice->setMessage(Tone::Neutral, "Something was done.");
        notice->show();
        auto* close = findIn<QToolButton>(*notice, "bannerClose");
        QTRY_VERIFY(table->mapTo(m_window.get(), QPoint()).y()
            > close->mapTo(m_window.get(), QPoint(0, close->height())).y()); // it has its place
        close->setFocus();
        QTest::keyClick(close, Qt::Key_Space);
        QVERIFY(!notice->isVisible());
        QVERIFY(table->hasFocus());
    }

    void settingsAreAllThereAgain()
    {
        m_window->openPlace(NavigationBar::Settings);
        auto* search = find<QLineEdit>("settingsSearch");
        search->setText("awake machine");
        find("settingsKeepAwake")->setFocus();
        m_window->openPlace(NavigationBar::History);
        m_window->openPlace(NavigationBar::Settings);
        QVERIFY(search->text().isEmpty());
        QVERIFY(search->hasFocus());
        QVERIFY(find("settingsNotify")->isVisible());
    }

    void theSizeOfLogsFollowsTheWindow()
    {
        m_window->openPlace(NavigationBar::Settings);
        auto* size = find<QSpinBox>("settingsLogSize");
        QFont letters = m_window->font();
        letters.setPointSize(size->value() + 5);
        m_window->setFont(letters);
        QTRY_COMPARE(size->value(), letters.pointSize());
    }
};

QTEST_MAIN(FocusTest)
#include "FocusTest.moc"
