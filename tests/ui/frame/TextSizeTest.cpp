// SPDX-License-Identifier: GPL-3.0-or-later
// The size of the text of the whole window.
#include "ui/frame/TextSize.h"
#include "tests/ui/support/WindowHarness.h"
#include "ui/history/HistoryModel.h"
#include "ui/logview/LogPanel.h"
#include "ui/logview/LogView.h"
#include "ui/models/Settings.h"
#include "ui/pages/Wizard.h"
#include "ui/panels/FindingCard.h"
#include "ui/widgets/ComparedTree.h"

#include <QAbstractScrollArea>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenuBar>
#include <QScrollBar>
#include <QTableView>

using namespace torchmason;

class TextSizeTest : public QObject, private WindowHarness {
    Q_OBJECT

private slots:
    void init()
    {
        setUp();
        showActive();
    }
    void cleanup()
    {
        tearDown();
        applyTextSize(usualTextSize);
    }

    void theWholeWindowChanges()
    {
        m_window->openPlace(NavigationBar::Machine);
        const auto* title = find<QLabel>("machineTitle");
        const auto* search = find<QLineEdit>("machineSearch");
        const double headline = title->font().pointSizeF();
        const double usual = search->font().pointSizeF();
        const int widest = search->maximumWidth();
        press(Qt::Key_Plus);
        press(Qt::Key_Plus);
        QCOMPARE(chosenTextSize(), 125);
        QTRY_COMPARE(search->font().pointSizeF(), usual * 1.25);
        QTRY_VERIFY(qAbs(title->font().pointSizeF() - headline * 1.25) < 0.01);
        QVERIFY(qAbs(search->maximumWidth() - widest * 1.25) <= 2);
        press(Qt::Key_Minus);
        QCOMPARE(chosenTextSize(), 110);
        press(Qt::Key_0);
        QCOMPARE(chosenTextSize(), usualTextSize);
        QTRY_COMPARE(search->font().pointSizeF(), usual);
        QTRY_VERIFY(qAbs(title->font().pointSizeF() - headline) < 0.01);
    }

    // Their lines are wrapped or elided: nothing slides sideways, whatever the size was before.
    void listsStayAsWideAsTheirPlace_data()
    {
        QTest::addColumn<NavigationBar::Place>("place");
        QTest::addColumn<QString>("list");
        QTest::newRow("profiles") << NavigationBar::Profiles << "profileList";
        QTest::newRow("groups of the machine") << NavigationBar::Machine << "machineScroll";
        QTest::newRow("settings") << NavigationBar::Settings << "settingsScroll";
    }
    void listsStayAsWideAsTheirPlace()
    {
        QFETCH(NavigationBar::Place, place);
        QFETCH(QString, list);
        m_window->openPlace(place);
        const QScrollBar* bar = find<QAbstractScrollArea>(list)->horizontalScrollBar();
        QTRY_COMPARE(bar->maximum(), 0);
        for (const Qt::Key key : { Qt::Key_Plus, Qt::Key_Plus, Qt::Key_Plus, Qt::Key_Minus, Qt::Key_0 }) {
            const double before = m_window->font().pointSizeF();
            press(key);
            QTRY_VERIFY(m_window->font().pointSizeF() != before);
            QTest::qWait(50); // a bar would come once all is laid out
            QTRY_COMPARE(bar->maximum(), 0);
        }
    }

    // Columns and bold words are as in a tree that was made with these letters.
    void comparedTreesFitAgain()
    {
        const auto filled = [] {
            auto tree = std::make_unique<ComparedTree>("tree", "Tip", "Tree", nullptr);
            tree->resize(500, 300);
            tree->show();
            tree->begin({ "Name", "Value" });
            tree->addGroup("Group");
            tree->addRow("A name of several words that is long", { "a value" });
            tree->end({});
            return tree;
        };
        const auto tree = filled();
        const auto was = tree->columnWidth(0);
        applyTextSize(150);
        const auto fresh = filled();
        QTRY_COMPARE(tree->columnWidth(0), fresh->columnWidth(0));
        const QTreeWidgetItem* group = tree->topLevelItem(0);
        QCOMPARE(group->font(0).pointSizeF(), fresh->topLevelItem(0)->font(0).pointSizeF());
        applyTextSize(usualTextSize);
        QTRY_COMPARE(tree->columnWidth(0), was);
    }

    void whatWasMadeLargeIsSmallAgain()
    {
        const auto made = [] {
            auto box = std::make_unique<QComboBox>();
            box->addItem("One");
            return box;
        };
        auto* wizard = find<Wizard>("wizard");
        wizard->goTo(Wizard::ReviewStep);
        const auto begin = [this] { return find("sourceFolder")->mapTo(find("reviewPlaces"), QPoint()).x(); };
        QTRY_VERIFY(begin() > 0);
        const int beginWas = begin();
        const int height = made()->minimumSizeHint().height();
        applyTextSize(150);
        const auto box = made();
        QVERIFY(box->minimumSizeHint().height() > height);
        QTRY_VERIFY(begin() > 1.2 * beginWas);
        applyTextSize(usualTextSize);
        QTRY_COMPARE(box->minimumSizeHint().height(), height);
        QTRY_COMPARE(begin(), beginWas);
    }

    void sizesHaveEnds()
    {
        QCOMPARE(textSizeAfter(90, -1), 90);
        QCOMPARE(textSizeAfter(175, 1), 175);
        settings()->setValue("window/textSize", "117"); // by hand
        QCOMPARE(chosenTextSize(), usualTextSize);
    }

    void settingsShowIt()
    {
        m_window->openPlace(NavigationBar::Settings);
        auto* box = find<QComboBox>("settingsTextSize");
        const double usual = box->font().pointSizeF();
        choose(box, box->findData(150));
        QTRY_COMPARE(box->font().pointSizeF(), usual * 1.5);
        press(Qt::Key_Minus);
        QCOMPARE(box->currentData().toInt(), 125);
    }

    // At once: while nothing else happens, nobody places it again.
    void theBannerOfABuildFollows()
    {
        const FakeAttempt running = fake("New");
        m_window->openAttempt(running.folder());
        QTRY_COMPARE(railWords(), "Build: Running");
        m_window->openPlace(NavigationBar::Settings);
        const auto* banner = find("runningBanner");
        QTRY_VERIFY(banner->isVisible());
        const auto fits = [this, banner] {
            return m_window->menuBar()->geometry().contains(banner->geometry())
                && banner->height() >= banner->fontMetrics().height()
                && banner->width() == banner->sizeHint().width();
        };
        QTRY_VERIFY(fits());
        auto* box = find<QComboBox>("settingsTextSize");
        for (const int percent : { 175, usualTextSize }) {
            const double before = banner->font().pointSizeF();
            choose(box, box->findData(percent));
            QTRY_VERIFY(banner->font().pointSizeF() != before);
            QTRY_VERIFY(fits());
            QTest::qWait(50); // all is laid out
            QVERIFY(fits());
        }
    }

    // Columns fit the room again: nobody has dragged them.
    void theHistoryFits()
    {
        over(QString("A long name ").repeated(9), AttemptState::Failed);
        m_window->openPlace(NavigationBar::History);
        const auto* table = find<QTableView>("historyTable");
        QTRY_COMPARE(table->model()->rowCount(), 1);
        const int row = table->rowHeight(0);
        for (int i = 0; i < 4; ++i)
            find<QAction>("actionLargerText")->trigger();
        QTRY_VERIFY(table->rowHeight(0) > row);
        QTRY_COMPARE(table->horizontalHeader()->length(), table->viewport()->width());
        QVERIFY(table->columnWidth(HistoryModel::FirstFinding)
            > table->fontMetrics().horizontalAdvance("No known cause"));
    }

    // The keys are the window's wherever the keyboard is. The log's own size comes from its menu and the
    // wheel.
    void theLogHasItsOwn()
    {
        const FakeAttempt old = over("Old", AttemptState::Failed);
        m_window->openAttempt(old.folder());
        LogView* log = m_window->findChild<LogPanel*>()->view();
        const double letters = log->font().pointSizeF();
        const double usual = m_window->font().pointSizeF();
        log->setFocus();
        QTRY_VERIFY(log->hasFocus());
        QTest::keyClick(log, Qt::Key_Plus, Qt::ControlModifier);
        QTRY_COMPARE(m_window->font().pointSizeF(), usual * 1.1);
        QCOMPARE(log->zoom(), 0);
        QTRY_VERIFY(
            qAbs(log->font().pointSizeF() - letters * 1.1) < 0.01); // its letters grow with the window
        m_window->findChild<LogPanel*>()->enlarge();
        QCOMPARE(log->zoom(), 1);
        QCOMPARE(chosenTextSize(), 110);
        QTest::keyClick(log, Qt::Key_0, Qt::ControlModifier);
        QTRY_COMPARE(m_window->font().pointSizeF(), usual);
        QCOMPARE(log->zoom(), 0);
        QTRY_COMPARE(log->font().pointSizeF(), letters);
    }

    // At once, in the smallest window as well, and however large its text is.
    void aFailedPageShowsItsCauseAndTheFirstFix_data()
    {
        QTest::addColumn<int>("percent");
        QTest::addColumn<QSize>("size");
        QTest::newRow("usual") << usualTextSize << QSize(1024, 700);
        QTest::newRow("large") << 150 << QSize(1024, 700);
        QTest::newRow("large, in a larger window") << 150 << QSize(1200, 800);
    }
    void aFailedPageShowsItsCauseAndTheFirstFix()
    {
        QFETCH(int, percent);
        QFETCH(QSize, size);
        FakeAttempt attempt = fake("Old");
        attempt.addLog("compile", FakeAttempt::ninjaLines(0, 90, 100));
        attempt.endStage("compile", StageState::Failed, 20, 1);
        attempt.addSamples(0, 20, 4, "compile", 9000, 3);
        attempt.addFindings({ FakeAttempt::missingWork(80) });
        attempt.end(AttemptState::Failed, 60);
        applyTextSize(percent);
        m_window->resize(size);
        m_window->openAttempt(attempt.folder());
        const auto isWhole = [this](const char* name) {
            const auto* part = shownView()->findChild<QWidget*>(QLatin1String(name));
            return part && part->isVisible() && part->visibleRegion().boundingRect() == part->rect();
        };
        QTRY_VERIFY_WITH_TIMEOUT(isWhole("fix-clean"), 30'000);
        const auto* card = shownView()->findChild<FindingCard*>();
        const auto* title = findIn<QLabel>(*card, "cardTitle");
        QTRY_COMPARE(title->visibleRegion().boundingRect(), title->rect());
        QVERIFY(title->height() >= title->heightForWidth(title->width()));
        QTRY_VERIFY(isWhole("findingEvidence"));
        QTRY_COMPARE(card->height(), card->heightForWidth(card->width()));
        for (const char* button : { "findingRetry", "findingSettings", "findingCopy" })
            QTRY_VERIFY2(percent > usualTextSize || isWhole(button), button);
        QTRY_VERIFY(isWhole("fix-clean")); // it stays so
    }

private:
    void press(Qt::Key key) { QTest::keyClick(m_window.get(), key, Qt::ControlModifier); }
};

QTEST_MAIN(TextSizeTest)
#include "TextSizeTest.moc"
