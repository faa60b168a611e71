// SPDX-License-Identifier: GPL-3.0-or-later
// What of the page of a failed attempt is brought into sight, and when it stays where it is.
#include "tests/ui/panels/FailedPageHarness.h"
#include "ui/logview/LogPanel.h"
#include "ui/logview/LogView.h"
#include "ui/models/Settings.h"
#include "ui/panels/FindingCard.h"
#include "ui/widgets/Parts.h"

#include <QApplication>
#include <QLineEdit>
#include <QPushButton>
#include <QScopeGuard>
#include <QScrollArea>
#include <QScrollBar>
#include <QTabWidget>
#include <QToolButton>

using namespace torchmason;

class FailedPageScrollTest : public QObject, private FailedPageHarness {
    Q_OBJECT

private slots:
    void init() { m_home = freshHome(); }

    // Its last lines may stand below the edge of the page.
    void endOfTheLogIsBroughtIntoSight()
    {
        const Finding finding = longFinding(4);
        settings()->setValue(QStringLiteral("attempt/chartsOfFailed"), true); // and the charts as well
        AttemptView view;
        view.resize(1000, 420);
        view.show();
        view.openAttempt(attemptThat(AttemptState::Failed, finding));
        auto* log = view.findChild<LogView*>();
        QTRY_VERIFY(view.findChild<FindingCard*>()->isVisible());
        QTRY_VERIFY(log->rowCount() >= 40);
        auto* page = findIn<QScrollArea>(view, "attemptScroll");
        QTRY_COMPARE(log->currentLine(), 11);
        QTest::qWait(100);
        QCOMPARE(page->verticalScrollBar()->value(), 0); // the card first
        const auto seesEnd = [&] {
            const QRect rows = log->viewport()->visibleRegion().boundingRect();
            return rows.bottom() >= log->viewport()->rect().bottom() - log->fontMetrics().height();
        };
        QVERIFY(!seesEnd());
        QTest::keyClick(log, Qt::Key_End);
        QVERIFY(seesEnd());
        QCOMPARE(log->verticalScrollBar()->value(), log->verticalScrollBar()->maximum());
    }

    // The keyboard is in its log, which stands below the edge, and goes to the other tab and back.
    void thePageStaysWhereItIsWhileAnotherTabIsOpen()
    {
        const Finding finding = longFinding(8);
        QWidget window; // whoever is next has a place outside the page
        AttemptView view;
        columnOf(&window, {}, 0, { &view });
        window.resize(1000, 420);
        window.show();
        window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        view.openAttempt(attemptThat(AttemptState::Failed, finding));
        auto* log = view.findChild<LogView*>();
        auto* bar = findIn<QScrollArea>(view, "attemptScroll")->verticalScrollBar();
        auto* tabs = findIn<QTabWidget>(view, "attemptTabs");
        QTRY_COMPARE(log->currentLine(), 11);
        QTRY_VERIFY(bar->maximum() > 0);
        bar->setValue(0);
        for (const int tab : { 1, 2 }) {
            log->setFocus();
            tabs->setCurrentIndex(tab);
            tabs->setCurrentIndex(0);
            QTest::qWait(100);
            QCOMPARE(bar->value(), 0);
        }
    }

    // Also where the card pushes the log below the edge of the page.
    void aJumpBringsItsLineIntoSight()
    {
        const Finding finding = longFinding(8);
        settings()->setValue(QStringLiteral("attempt/chartsOfFailed"), true); // and the charts as well
        AttemptView view;
        view.resize(1000, 420);
        view.show();
        view.openAttempt(attemptThat(AttemptState::Failed, finding));
        auto* log = view.findChild<LogView*>();
        auto* bar = findIn<QScrollArea>(view, "attemptScroll")->verticalScrollBar();
        const auto seesLine = [log] {
            return !log->currentRow().isEmpty()
                && log->viewport()->visibleRegion().contains(log->currentRow().center());
        };
        QTRY_COMPARE(log->currentLine(), 11);
        QTRY_VERIFY(bar->maximum() > 0);
        QTest::qWait(100);
        QVERIFY(!seesLine());
        findIn<QPushButton>(view, "findingEvidence")->click();
        QTRY_VERIFY(seesLine());
        QTest::qWait(100);
        bar->setValue(0);
        QVERIFY(!seesLine());
        view.findChild<LogPanel*>()->nextFinding();
        QTRY_VERIFY(seesLine());
    }

    // Ctrl+G and Ctrl+F, while the page shows its card.
    void aFieldThatIsAskedForIsInSight_data()
    {
        QTest::addColumn<QString>("name");
        QTest::newRow("the place to go to") << "logAsk";
        QTest::newRow("the search") << "logSearch";
    }
    void aFieldThatIsAskedForIsInSight()
    {
        QFETCH(QString, name);
        const Finding finding = longFinding(8);
        AttemptView view;
        view.resize(1000, 500);
        view.show();
        view.openAttempt(attemptThat(AttemptState::Failed, finding));
        const auto* log = view.findChild<LogView*>();
        const auto* bar = findIn<QScrollArea>(view, "attemptScroll")->verticalScrollBar();
        QTRY_COMPARE(log->currentLine(), 11);
        QTRY_VERIFY(bar->maximum() > 0);
        const auto* field = view.findChild<QLineEdit*>(name);
        const auto isInSight = [](const QWidget& part) {
            return part.isVisible() && part.visibleRegion().boundingRect() == part.rect();
        };
        QTest::qWait(100);
        QVERIFY(!isInSight(*field));
        if (name == "logAsk")
            view.findChild<LogPanel*>()->askWhereToGo();
        else
            view.focusSearch();
        QTRY_VERIFY(isInSight(*field) && isInSight(*log->viewport()));
    }

    // Their legends wrap, and are as high as that needs after they were shown only.
    void chartsThatAreOpenedAreInSight()
    {
        const QFont usual = QApplication::font();
        const auto back = qScopeGuard([&usual] { QApplication::setFont(usual); });
        QFont large = usual;
        large.setPointSize(14);
        QApplication::setFont(large);
        AttemptView view;
        view.resize(920, 700);
        view.show();
        view.openAttempt(attemptThat(AttemptState::Failed, FakeAttempt::missingWork(12)));
        QTRY_VERIFY_WITH_TIMEOUT(view.findChild<QPushButton*>("fix-clean"), 30'000);
        QTRY_VERIFY(view.findChild<LogView*>()->rowCount() > 0);
        QTest::qWait(100);
        QVERIFY(!showsCharts(view));
        auto* toggle = findIn<QToolButton>(view, "attemptChartsToggle");
        toggle->setFocus();
        toggle->click();
        const auto* charts = findIn<QSplitter>(view, "attemptCharts");
        QTRY_VERIFY(charts->height() >= charts->minimumHeight()
            && charts->visibleRegion().boundingRect().height() == charts->height());
        auto* bar = findIn<QScrollArea>(view, "attemptScroll")->verticalScrollBar();
        QVERIFY(bar->value() > 0);
        QTest::qWait(100);
        QCOMPARE(charts->visibleRegion().boundingRect().height(), charts->height());
        // The card is not cut through its lines.
        const auto* page = findIn<QScrollArea>(view, "attemptScroll");
        QTRY_COMPARE_LE(findIn<QSplitter>(view, "attemptColumns")->mapTo(page->viewport(), QPoint()).y(), 0);
        // Not once the keyboard is elsewhere.
        QVERIFY(QTest::qWaitForWindowActive(&view));
        view.findChild<QPushButton*>("fix-clean")->setFocus(Qt::TabFocusReason);
        bar->setValue(0);
        const int before = bar->maximum();
        view.resize(920, 680);
        QTRY_VERIFY(bar->maximum() != before);
        QTest::qWait(100);
        QCOMPARE(bar->value(), 0);
    }
};

QTEST_MAIN(FailedPageScrollTest)
#include "FailedPageScrollTest.moc"
