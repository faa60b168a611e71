// SPDX-License-Identifier: GPL-3.0-or-later
// What a failed attempt shows first: its cause at full height, what helps, and ways on.
#include "tests/support/TestFiles.h"
#include "tests/ui/panels/FailedPageHarness.h"
#include "ui/logview/Editor.h"
#include "ui/logview/LogPanel.h"
#include "ui/logview/LogView.h"
#include "ui/panels/FindingCard.h"
#include "ui/panels/FixList.h"
#include "ui/widgets/CopyBox.h"

#include <QApplication>
#include <QClipboard>
#include <QLabel>
#include <QLayout>
#include <QPushButton>
#include <QScopeGuard>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QToolButton>
#include <QToolTip>

#include <algorithm>
#include <cstdlib>

using namespace torchmason;

class FailedPageTest : public QObject, private FailedPageHarness {
    Q_OBJECT

private slots:
    void init() { m_home = freshHome(); }

    // However much it says, and however small the window is: the page scrolls.
    void theCardHasItsWholeHeight()
    {
        const Finding finding = longFinding(8);
        AttemptView view;
        view.resize(900, 500);
        view.show();
        view.openAttempt(attemptThat(AttemptState::Failed, finding));
        auto* card = view.findChild<FindingCard*>();
        auto* page = findIn<QScrollArea>(view, "attemptScroll");
        QTRY_VERIFY(card->isVisible());
        QTRY_COMPARE(card->height(), card->heightForWidth(card->width()));
        QVERIFY(card->height() > 250); // a third of it was hidden before
        QTRY_VERIFY(page->verticalScrollBar()->maximum() > 0);
        QCOMPARE(page->verticalScrollBar()->value(), 0);
        QCOMPARE(page->horizontalScrollBar()->maximum(), 0);
        QVERIFY(view.findChild<LogPanel*>()->height() >= 10 * view.fontMetrics().lineSpacing());
        page->ensureWidgetVisible(view.findChild<LogView*>());
        QVERIFY(!view.findChild<LogView*>()->visibleRegion().isEmpty());
    }

    // The window has a smallest size of its own and does not grow with the letters.
    void allCanBeReachedWithLargeLetters()
    {
        const QFont usual = QApplication::font();
        const auto back = qScopeGuard([&usual] { QApplication::setFont(usual); });
        QFont large = usual;
        large.setPointSize(14);
        QApplication::setFont(large);
        QWidget window; // without a layout, so that the view may be too small
        AttemptView view(&window);
        const auto* page = findIn<QScrollArea>(view, "attemptScroll");
        const auto* card = view.findChild<FindingCard*>();
        window.resize(1100, 700);
        window.show();
        view.openAttempt(attemptThat(AttemptState::Failed, FakeAttempt::missingWork(12)));
        QTRY_VERIFY(card->isVisible());
        for (const int width : { 900, 500 }) {
            view.resize(width, 640);
            QTRY_COMPARE(
                page->verticalScrollBar()->maximum(), page->widget()->height() - page->viewport()->height());
            QTRY_VERIFY(view.rect().contains(QRect(page->mapTo(&view, QPoint()), page->size())));
            QTRY_COMPARE(
                page->horizontalScrollBar()->maximum(), page->widget()->width() - page->viewport()->width());
            QTRY_COMPARE(card->height(), card->heightForWidth(card->width()));
            for (const auto* button : card->findChildren<QPushButton*>()) {
                const QRect place(button->mapTo(card, QPoint()), button->size());
                QVERIFY2(!button->isVisible() || card->rect().contains(place), qPrintable(button->text()));
                QVERIFY2(!button->isVisible() || button->width() >= button->minimumSizeHint().width(),
                    qPrintable(button->text()));
            }
        }
    }

    // Those that have no room begin another line.
    void buttonsOfACardAreNotMoreThanItIsWide()
    {
        const FindingCard card;
        const QLayout* parts = card.layout();
        const QLayout* buttons = parts->itemAt(parts->count() - 1)->layout();
        QVERIFY(buttons->indexOf(findIn<QPushButton>(card, "findingRetry")) >= 0);
        QVERIFY(buttons->minimumSize().width() < buttons->sizeHint().width());
        QVERIFY(buttons->heightForWidth(buttons->minimumSize().width()) > buttons->sizeHint().height());
    }

    void wordsAreAsWideAsTheyAreReadWell()
    {
        AttemptView view;
        view.resize(1900, 900);
        view.show();
        view.openAttempt(attemptThat(AttemptState::Failed, FakeAttempt::missingWork(12)));
        auto* words = findIn<QLabel>(view, "findingExplanation");
        QTRY_VERIFY(words->isVisible() && words->width() > 200);
        QVERIFY(words->width() <= 90 * words->fontMetrics().averageCharWidth());
        QTRY_VERIFY(words->height() >= words->heightForWidth(words->width()));
        auto* evidence = findIn<QPushButton>(view, "findingEvidence");
        QVERIFY(evidence->width() > 1000); // a line of a log needs the room
        auto* fixes = findIn<QWidget>(view, "findingFixes");
        QVERIFY(fixes->width() <= words->width());
    }

    // Nothing is drawn or said of an attempt that was not read.
    void whileItIsOpenedNothingIsMadeUp()
    {
        const QString folder = attemptThat(AttemptState::Succeeded, {});
        AttemptView view;
        view.resize(1100, 1200);
        view.show();
        view.openAttempt(folder);
        QVERIFY(!showsCharts(view));
        QVERIFY(!findIn<QLabel>(view, "logNotice")->text().contains("first stage"));
        QTRY_VERIFY(showsCharts(view));
    }

    void anImportedLogStandsAtItsFinding()
    {
        FakeAttempt attempt(store(), "Log", 3);
        attempt.record().imported = ImportNote();
        attempt.addLog("compile", FakeAttempt::ninjaLines(0, 400, 400));
        attempt.endStage("compile", StageState::Failed, 20, 1);
        Finding finding = FakeAttempt::missingWork(12);
        Fix look;
        look.id = "look";
        look.kind = "command";
        look.title = "Look";
        look.action = { { "linux", "uname -a" }, { "windows", "ver" } };
        finding.fixes = { look };
        attempt.addFindings({ finding });
        attempt.end(AttemptState::Failed, 25);
        AttemptView view;
        view.resize(1100, 800);
        view.show();
        view.openAttempt(attempt.folder());
        QTRY_VERIFY(view.findChild<CopyBox*>("fixCommand-look")); // the line of this system
        auto* log = view.findChild<LogView*>();
        QTRY_COMPARE(log->currentLine(), 11);
        QVERIFY(!log->isFollowing());
        // Why nothing can be pressed.
        QVERIFY(findIn<QLabel>(view, "findingFixesNote")->text().contains("where it was built"));
    }

    // Also one that fails while it is shown; what CMake says after its error is long.
    void whatFailsWhileItIsShownGoesToItsFinding_data()
    {
        QTest::addColumn<bool>("follows");
        QTest::newRow("follows") << true;
        QTest::newRow("the user reads elsewhere") << false;
    }
    void whatFailsWhileItIsShownGoesToItsFinding()
    {
        QFETCH(bool, follows);
        FakeAttempt attempt(store(), "Tour", 3);
        attempt.startStage("configure");
        attempt.addLog("configure", FakeAttempt::ninjaLines(0, 400, 400));
        AttemptView view;
        view.resize(1100, 800);
        view.show();
        view.openAttempt(attempt.folder());
        auto* log = view.findChild<LogView*>();
        QTRY_VERIFY(log->rowCount() >= 400); // with the headings of its stages
        if (!follows)
            log->goToLine(200);
        const QString read = log->currentLineText();
        Finding finding = FakeAttempt::missingWork(12);
        finding.stage = "configure";
        attempt.addFindings({ finding });
        QTRY_VERIFY(view.findChild<FindingCard*>()->isVisible());
        QCOMPARE(log->isFollowing(), follows); // it runs yet
        attempt.endStage("configure", StageState::Failed, 20, 1);
        attempt.end(AttemptState::Failed, 25);
        QTRY_VERIFY(!view.isLive());
        if (follows)
            QTRY_VERIFY2(log->currentLineText().contains("[12/400"), qPrintable(log->currentLineText()));
        else
            QCOMPARE(log->currentLineText(), read);
    }

    // What helps may change with every line until then, under the pointer.
    void whatHelpsIsToldWhenTheBuildHasEnded()
    {
        FakeAttempt attempt(store(), "Tour", 3);
        attempt.startStage("compile");
        attempt.addLog("compile", FakeAttempt::ninjaLines(0, 40, 100));
        attempt.addFindings({ FakeAttempt::missingWork(12) });
        AttemptView view;
        view.resize(1100, 800);
        view.show();
        view.openAttempt(attempt.folder());
        auto* card = view.findChild<FindingCard*>();
        const auto* fixes = view.findChild<FixList*>();
        const auto* later = findIn<QLabel>(view, "findingFixesNote");
        QTRY_VERIFY(card->isVisible());
        QCOMPARE(card->title(), FakeAttempt::missingWork(12).title);
        QVERIFY(!fixes->isVisible());
        QVERIFY(later->isVisible());
        QVERIFY2(later->text().contains("not ended"), qPrintable(later->text()));
        attempt.endStage("compile", StageState::Failed, 20, 1);
        attempt.end(AttemptState::Failed, 25);
        QTRY_VERIFY(fixes->isVisible());
        QVERIFY(!later->isVisible());
    }

    // The way to the fix was asked for before the fix could be pressed.
    void theKeyboardGoesToTheFixOnceItIsThere_data()
    {
        QTest::addColumn<bool>("staysThere");
        QTest::newRow("waits") << true;
        QTest::newRow("the user is elsewhere by then") << false;
    }
    void theKeyboardGoesToTheFixOnceItIsThere()
    {
        QFETCH(bool, staysThere);
        AttemptView view;
        view.resize(1100, 800);
        view.show();
        QVERIFY(QTest::qWaitForWindowActive(&view));
        auto* search = findIn<QWidget>(view, "logSearch");
        bool asked = false;
        const auto asks = connect(&view, &AttemptView::titleChanged, &view, [&] {
            search->setFocus();
            view.focusFix();
            asked = true;
        });
        view.openAttempt(attemptThat(AttemptState::Failed, FakeAttempt::missingWork(12)));
        QTRY_VERIFY(asked);
        disconnect(asks);
        if (!staysThere)
            view.findChild<LogView*>()->setFocus();
        QTRY_VERIFY_WITH_TIMEOUT(view.findChild<QPushButton*>("fix-clean"), 30'000);
        QCOMPARE(view.findChild<QPushButton*>("fix-clean")->hasFocus(), staysThere);
        QCOMPARE(view.findChild<LogView*>()->hasFocus(), !staysThere);
    }

    void aFileThatIsNotThereCannotBeOpened()
    {
        Finding finding = FakeAttempt::missingWork(12);
        finding.evidence = "/no/such/folder/a.cpp:1:1: error: x";
        AttemptView view;
        view.show();
        view.openAttempt(attemptThat(AttemptState::Failed, finding));
        auto* open = findIn<QPushButton>(view, "findingFile");
        QTRY_VERIFY(open->isVisible());
        QTRY_VERIFY(!open->isEnabled());
        QVERIFY2(open->toolTip().contains("not on this machine"), qPrintable(open->toolTip()));
        QCOMPARE(open->text(), "The file is not here"); // also without the tip
        const QString file = m_home->filePath("a.cpp");
        write(file, "x");
        finding.evidence = file + ":1:1: error: x";
        view.openAttempt(attemptThat(AttemptState::Failed, finding));
        QTRY_VERIFY(open->isVisible());
        QTest::qWait(300);
        QVERIFY(open->isEnabled());
        QCOMPARE(open->text(), "Open in the editor");
    }

    // The log lies far below the button.
    void whyNoEditorOpensIsSaidAtTheButton()
    {
        const QString file = m_home->filePath("a.cpp");
        write(file, "x");
        setEditorCommand({ "no-such-editor", "{file}" });
        const auto putBack = qScopeGuard([] { setEditorCommand({}); });
        Finding finding = FakeAttempt::missingWork(12);
        finding.evidence = file + ":1:1: error: x";
        AttemptView view;
        view.resize(760, 700);
        view.show();
        view.openAttempt(attemptThat(AttemptState::Failed, finding));
        auto* open = findIn<QPushButton>(view, "findingFile");
        QTRY_VERIFY(open->isVisible() && open->isEnabled());
        view.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&view));
        open->setFocus();
        QTest::keyClick(open, Qt::Key_Space);
        const auto said = [] { return QToolTip::text().simplified(); }; // it has several lines
        QTRY_VERIFY2(said().contains("Settings > Editor"), qPrintable(said()));
        QVERIFY2(said().contains("no-such-editor"), qPrintable(said()));
        const auto widgets = QApplication::topLevelWidgets();
        const auto tip = std::find_if(widgets.begin(), widgets.end(),
            [](const QWidget* widget) { return widget->inherits("QTipLabel") && widget->isVisible(); });
        QVERIFY(tip != widgets.end());
        const int below = (*tip)->geometry().top() - open->mapToGlobal(open->rect().bottomLeft()).y();
        QVERIFY2(std::abs(below) < 100, qPrintable(QString::number(below)));
        QVERIFY(findIn<QLabel>(view, "logNote")->text().isEmpty());
        QToolTip::hideText();
    }

    // The line of the card is where one goes on from.
    void theKeysOfFindingsGoOnFromTheCard()
    {
        FakeAttempt attempt(store(), "Tour", 3);
        attempt.addLog("compile", FakeAttempt::ninjaLines(0, 40, 100));
        attempt.endStage("compile", StageState::Failed, 20, 1);
        Finding later = FakeAttempt::missingWork(30);
        later.root = false;
        attempt.addFindings({ FakeAttempt::missingWork(12), later });
        attempt.end(AttemptState::Failed, 25);
        AttemptView view;
        view.resize(1000, 800);
        view.show();
        view.openAttempt(attempt.folder());
        const auto* log = view.findChild<LogView*>();
        QTRY_COMPARE(log->currentLine(), 11);
        auto* evidence = findIn<QPushButton>(view, "findingEvidence");
        QTRY_VERIFY(evidence->isVisible());
        evidence->setFocus();
        QTest::keyClick(evidence, Qt::Key_N);
        QTRY_COMPARE(log->currentLine(), 29);
        QTest::keyClick(evidence, Qt::Key_P);
        QTRY_COMPARE(log->currentLine(), 11);
    }

    // Where there is no room for them. What was chosen is kept for attempts that end the same way.
    void chartsOfAFailedAttemptAreFolded()
    {
        const QString failed = attemptThat(AttemptState::Failed, FakeAttempt::missingWork(12));
        const QString good = attemptThat(AttemptState::Succeeded, {});
        AttemptView view;
        view.resize(1100, 1400);
        view.show();
        auto* toggle = findIn<QToolButton>(view, "attemptChartsToggle");
        auto* charts = findIn<QSplitter>(view, "attemptCharts");
        view.openAttempt(failed);
        QTRY_VERIFY(view.findChild<FindingCard*>()->isVisible());
        QTRY_VERIFY(showsCharts(view) && toggle->isChecked());
        view.resize(1100, 600);
        QTRY_VERIFY(!showsCharts(view) && !toggle->isChecked());
        QTest::mouseClick(toggle, Qt::LeftButton);
        QVERIFY(showsCharts(view));
        QTRY_VERIFY(charts->visibleRegion().boundingRect().height() >= charts->minimumHeight());
        QTRY_VERIFY(!charts->geometry().intersects(view.findChild<LogPanel*>()->geometry()));
        view.resize(1100, 1400);
        view.openAttempt(good);
        QTRY_VERIFY(view.findChild<LogView*>()->rowCount() > 0);
        QVERIFY(showsCharts(view) && toggle->isChecked());
        AttemptView later;
        later.show();
        later.openAttempt(failed);
        QTRY_VERIFY(later.findChild<FindingCard*>()->isVisible());
        QVERIFY(showsCharts(later));
    }

    // The same cause is there again: nothing says that the program is sure, and what was not tried comes
    // first.
    void whatDidNotHelpIsTold_data()
    {
        QTest::addColumn<bool>("opensLater");
        QTest::newRow("the attempt that tried it") << true;
        QTest::newRow("the one before, later on") << false;
    }
    void whatDidNotHelpIsTold()
    {
        QFETCH(const bool, opensLater);
        const QString first = attemptThat(AttemptState::Failed, FakeAttempt::missingWork(12));
        AttemptView view;
        view.resize(1100, 800);
        view.show();
        view.openAttempt(first);
        const auto* reason = findIn<QLabel>(view, "findingReason");
        const auto* tried = findIn<QLabel>(view, "findingTried");
        QTRY_VERIFY(reason->text().contains("sure"));
        QVERIFY(!tried->isVisible());
        FakeAttempt again(store(), "Tour", 1);
        again.record().request.continuesAttempt = 1;
        again.record().request.buildFolder = m_home->filePath("build");
        again.record().request.answers = { { 1, "c10d-unresolved-symbol", {}, "Switch distributed on" } };
        again.record().request.configuration.setFlag({ "USE_DISTRIBUTED", "BOOL", "ON", ValueOrigin::Fix });
        again.addLog("compile", FakeAttempt::ninjaLines(0, 40, 100));
        again.endStage("compile", StageState::Failed, 20, 1);
        again.addFindings({ FakeAttempt::missingWork(12) });
        again.end(AttemptState::Failed, 25);
        view.openAttempt(opensLater ? again.folder() : first);
        QTRY_COMPARE(tried->text(), "\"Switch distributed on\" was tried in attempt 2 and did not help.");
        QVERIFY(tried->isVisible());
        const auto* fixes = view.findChild<FixList*>();
        const auto heading = [fixes] { return fixes->findChild<QLabel*>("fixHeading")->text(); };
        QTRY_COMPARE(heading(), "What may help next:");
        for (const QLabel* label : view.findChild<FindingCard*>()->findChildren<QLabel*>())
            QVERIFY2(!label->text().contains("sure"), qPrintable(label->text()));
        clickIn(*view.findChild<FindingCard*>(), "findingCopy");
        const QString copied = QApplication::clipboard()->text();
        QVERIFY2(copied.contains("c10d-unresolved-symbol (medium)"), qPrintable(copied));
        QStringList words;
        for (const QLabel* label : fixes->findChildren<QLabel*>()) {
            if (label->objectName().startsWith("fixTitle-"))
                words << label->text();
        }
        QVERIFY2(words.first().contains("Clean the build folder")
                && words.last().contains("Switch distributed on"),
            qPrintable(words.join(u'\n')));
    }

    void waysOn()
    {
        const QString source = m_home->filePath("a.cpp");
        write(source, "int x\n");
        Finding finding = FakeAttempt::missingWork(12);
        finding.evidence = source + ":1:2: error: expected ';'";
        AttemptView view;
        view.resize(1100, 800);
        view.show();
        view.openAttempt(attemptThat(AttemptState::Failed, finding));
        auto* settings = findIn<QPushButton>(view, "findingSettings");
        QTRY_VERIFY(settings->isVisible());
        QSignalSpy wanted(&view, &AttemptView::settingsWanted);
        settings->click();
        QCOMPARE(wanted.size(), 1);
        QCOMPARE(wanted.first().first().toInt(), 1);
        QCOMPARE(wanted.first().last().value<AttemptRecord>().request.profileName, "Tour");

        LogView* log = view.findChild<LogView*>();
        disconnect(log, &LogView::fileRequested, nullptr, nullptr); // no editor is opened here
        QSignalSpy file(log, &LogView::fileRequested);
        findIn<QPushButton>(view, "findingFile")->click();
        QTRY_COMPARE(file.size(), 1);
        QCOMPARE(file.first().first().toString(), source);
        QCOMPARE(file.first().last().toInt(), 1);

        // A line that names no file offers none.
        view.openAttempt(attemptThat(AttemptState::Failed, FakeAttempt::missingWork(12)));
        QTRY_VERIFY(!findIn<QPushButton>(view, "findingFile")->isVisible());
        QTRY_VERIFY(settings->isVisible());
    }
};

QTEST_MAIN(FailedPageTest)
#include "FailedPageTest.moc"
