// SPDX-License-Identifier: GPL-3.0-or-later
// Keys that lead to another place, and what a rail button is.
#include "tests/ui/support/WindowHarness.h"
#include "ui/frame/ApplicationStyle.h"
#include "ui/frame/HelpTopic.h"

#include <QAccessible>
#include <QDialog>
#include <QFocusFrame>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QPointer>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableWidget>

#include <algorithm>

using namespace torchmason;

class KeysTest : public QObject, private WindowHarness {
    Q_OBJECT

private slots:
    void initTestCase() { QApplication::setStyle(new ApplicationStyle); }
    void init()
    {
        setUp();
        showActive();
    }
    void cleanup() { tearDown(); }

    // The rail is left as soon as a page is there, so that Return goes on by itself.
    void theKeyboardIsInThePage()
    {
        const FakeAttempt old = over("Old", AttemptState::Failed);
        m_window->draft().chooseProfile("tour");
        const auto* wizard = find<Wizard>("wizard");
        QVERIFY(wizard->isAncestorOf(QApplication::focusWidget()));
        for (const Wizard::Step step : { Wizard::ProfileStep, Wizard::FlagsStep }) {
            press(Qt::Key_Return);
            QCOMPARE(wizard->step(), step);
        }
        for (const char* place : { "railProfiles", "railMachine", "railSettings", "railHelp", "railBuild" }) {
            find(QLatin1String(place))->setFocus();
            press(Qt::Key_Space);
            QVERIFY2(!find("rail")->isAncestorOf(QApplication::focusWidget()), place);
        }
        find("railHistory")->setFocus();
        press(Qt::Key_2, Qt::ControlModifier);
        QTRY_VERIFY(find<QTableView>("historyTable")->currentIndex().isValid());
        press(Qt::Key_Return);
        QCOMPARE(shownFolder(), old.folder());
        press(Qt::Key_N, Qt::ControlModifier);
        QVERIFY(wizard->isAncestorOf(QApplication::focusWidget()));
    }

    // Nothing of the prepared build changes unseen, and a new one begins with the first step.
    void undoIsWhereItsChangesAreSeen()
    {
        auto* wizard = find<Wizard>("wizard");
        m_window->draft().chooseProfile("tour");
        m_window->draft().setFlag("TOUR_SIZE", "small");
        auto* undo = find<QAction>("actionUndo");
        QCOMPARE(undo->text(), "&Undo \"set TOUR_SIZE\"");
        wizard->goTo(Wizard::ReviewStep);
        m_window->openPlace(NavigationBar::History);
        QVERIFY(!undo->isEnabled());
        QVERIFY2(undo->toolTip().contains("Open it first (Ctrl+N)"), qPrintable(undo->toolTip()));
        QVERIFY(find<QMenu>("editMenu")->toolTipsVisible());
        press(Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(!wizard->isVisible());
        QVERIFY(!m_window->draft().edits().isEmpty());
        m_window->newBuild();
        QVERIFY(undo->isEnabled());
        QVERIFY(!undo->toolTip().contains("Ctrl+N"));
        QVERIFY(!find<QMenu>("editMenu")->toolTipsVisible());
        undo->trigger();
        QVERIFY(m_window->draft().edits().isEmpty());
        QVERIFY(!undo->isEnabled() && find<QAction>("actionRedo")->isEnabled());
        m_window->draft().setFlag("TOUR_SIZE", "small");
        m_window->openPlace(NavigationBar::Help);
        press(Qt::Key_N, Qt::ControlModifier);
        QVERIFY(wizard->isVisible());
        QCOMPARE(wizard->step(), Wizard::MachineStep);
        const auto told = [wizard] {
            QStringList sentences;
            for (const QLabel* label : wizard->findChildren<QLabel*>()) {
                if (label->isVisible())
                    sentences << label->text();
            }
            return sentences.join(u' ');
        };
        QVERIFY2(told().contains("One change of yours"), qPrintable(told()));
        wizard->goTo(Wizard::ProfileStep); // which says it itself
        QVERIFY2(!told().contains("kept from before"), qPrintable(told()));
        press(Qt::Key_N, Qt::ControlModifier);
        auto* forget = m_window->findChild<QAction*>("actionForgetChanges");
        QVERIFY(forget->isEnabled());
        forget->trigger();
        QVERIFY(m_window->draft().edits().isEmpty() && !forget->isEnabled());
        QVERIFY2(!told().contains("One change of yours"), qPrintable(told()));
        m_window->draft().undoStack().undo();
        QVERIFY(!m_window->draft().edits().isEmpty() && forget->isEnabled());
    }

    // The keyboard stays where it is, and a search without words leaves undo to the window.
    void undoOnThePageOfFlags_data()
    {
        QTest::addColumn<QString>("field");
        for (const char* field : { "flagSearch", "flagTable" })
            QTest::newRow(field) << QString(QLatin1String(field));
    }
    void undoOnThePageOfFlags()
    {
        QFETCH(QString, field);
        m_window->draft().chooseProfile("tour");
        for (const char* size : { "small", "large" })
            m_window->draft().setFlag("TOUR_SIZE", QLatin1String(size));
        find<Wizard>("wizard")->goTo(Wizard::FlagsStep);
        find(field)->setFocus();
        press(Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(m_window->draft().edits().configuration.flagValue("TOUR_SIZE"), "small");
        QVERIFY(find(field)->hasFocus());
        press(Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(m_window->draft().edits().isEmpty());
        press(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(!m_window->draft().edits().isEmpty());
        QVERIFY(find(field)->hasFocus());
    }

    // A frame around a whole table tells people with a mouse nothing.
    void theRingIsForTheKeyboard()
    {
        const FakeAttempt old = over("Old", AttemptState::Failed);
        const auto hasRing = [this] {
            const auto rings = m_window->findChildren<QFocusFrame*>();
            return std::any_of(
                rings.begin(), rings.end(), [](const QFocusFrame* ring) { return ring->isVisible(); });
        };
        m_window->openPlace(NavigationBar::History);
        auto* table = find<QTableView>("historyTable");
        QTRY_COMPARE(table->model()->rowCount(), 1);
        QTest::mouseClick(table->viewport(), Qt::LeftButton);
        QVERIFY(table->hasFocus());
        QVERIFY(!hasRing());
        press(Qt::Key_Tab);
        QVERIFY(!table->hasFocus());
        press(Qt::Key_Backtab, Qt::ShiftModifier);
        QVERIFY(table->hasFocus());
        QVERIFY(hasRing());
    }

    void returnPressesTheButton()
    {
        find("railMachine")->setFocus();
        press(Qt::Key_Return);
        auto* copy = find<QPushButton>("machineCopy");
        QVERIFY(copy->isVisible());
        QSignalSpy pressed(copy, &QPushButton::clicked);
        copy->setFocus();
        press(Qt::Key_Return);
        press(Qt::Key_Enter, Qt::KeypadModifier);
        QCOMPARE(pressed.size(), 2);
    }

    void theMachineIsCalledAsInTheRail()
    {
        QVERIFY(!find("machineTitle")->isVisible()); // in the wizard the steps name it
        m_window->openPlace(NavigationBar::Machine);
        const auto* title = find<QLabel>("machineTitle");
        QVERIFY(title->isVisible());
        QCOMPARE(title->text(), find<QToolButton>("railMachine")->text());
        QCOMPARE(m_window->windowTitle(), title->text() + " — Torchmason");
    }

    // What says for a moment that it was done is as wide as before: its neighbour stays under the mouse.
    void aButtonThatSaysCopiedKeepsItsWidth()
    {
        m_window->openPlace(NavigationBar::Machine);
        auto* copy = find<QPushButton>("machineCopy");
        const QRect place = copy->geometry();
        copy->click();
        QCOMPARE(copy->text(), "Copied");
        QTest::qWait(50);
        QCOMPARE(copy->geometry(), place);
    }

    // Alt with a letter does one thing, whatever is on the screen, and the letter that is underlined does it.
    void noTwoThingsHaveOneMnemonic()
    {
        FakeAttempt running = fake("New");
        running.startStage("compile");
        goToReview();
        click("reviewMoreToggle");
        checkMnemonics();
        for (const Wizard::Step step : { Wizard::MachineStep, Wizard::ProfileStep, Wizard::FlagsStep }) {
            find<Wizard>("wizard")->goTo(step);
            checkMnemonics();
        }
        for (int place = 0; place < NavigationBar::PlaceCount; ++place) {
            m_window->openPlace(NavigationBar::Place(place));
            checkMnemonics();
        }
        m_window->openAttempt(running.folder());
        QTRY_VERIFY(find("stopButton")->isVisible());
        checkMnemonics();
    }

    // Words of neighbouring columns do not touch.
    void cellsHaveAMargin()
    {
        QTableWidget table(1, 1);
        table.setItem(0, 0, new QTableWidgetItem("113 MB"));
        table.ensurePolished();
        table.resizeColumnsToContents();
        QVERIFY(table.columnWidth(0) >= table.fontMetrics().horizontalAdvance("113 MB") + 8);
    }

    void helpIsOfThePage()
    {
        find<Wizard>("wizard")->goTo(Wizard::FlagsStep);
        press(Qt::Key_F1);
        QCOMPARE(find<QLabel>("helpTopic")->text(), helpText(HelpTopic::Flags));
        QCOMPARE(find<QLabel>("helpTitle")->text(), "Help: Flags");
        press(Qt::Key_Escape);
        QVERIFY(find("flagsPage")->isVisible());
        m_window->openPlace(NavigationBar::History);
        click("railHelp");
        QCOMPARE(find<QLabel>("helpTopic")->text(), helpText(HelpTopic::History));
        QCOMPARE(find<QLabel>("helpTitle")->text(), "Help: History");
        press(Qt::Key_F1); // again: it stays, and so does the way back
        press(Qt::Key_Escape);
        QVERIFY(find("historyPage")->isVisible());
        const FakeAttempt old = over("Old", AttemptState::Failed);
        m_window->openAttempt(old.folder());
        press(Qt::Key_F1);
        QCOMPARE(find<QLabel>("helpTopic")->text(), helpText(HelpTopic::Attempt));
        QCOMPARE(find<QLabel>("helpTitle")->text(), "Help: An attempt");
        press(Qt::Key_Escape);
        QCOMPARE(shownFolder(), old.folder());
        QVERIFY(shownView()->isVisible());
    }

    void anAttemptIsLeftByEsc()
    {
        const FakeAttempt old = over("Old", AttemptState::Failed);
        m_window->openPlace(NavigationBar::History);
        m_window->openAttempt(old.folder());
        QVERIFY(shownView()->isAncestorOf(QApplication::focusWidget()));
        find<QAction>("actionFind")->trigger();
        press(Qt::Key_Escape); // a search is no reason to go
        QVERIFY(shownView()->isVisible());
        find("logView")->setFocus();
        press(Qt::Key_Escape);
        QVERIFY(find("historyPage")->isVisible());
    }

    // The log has keys of its own, none of which is that of the way back.
    void anAttemptIsLeftFromItsLog()
    {
        const FakeAttempt old = over("Old", AttemptState::Failed);
        m_window->openPlace(NavigationBar::History);
        m_window->openAttempt(old.folder());
        auto* log = shownView()->findChild<QWidget*>("logView");
        QVERIFY(shownView()->isAncestorOf(QApplication::focusWidget()));
        QTest::keyClick(log, Qt::Key_Left, Qt::AltModifier);
        QTRY_VERIFY(
            find("historyPage")->isVisible()); // a button that is pressed by its key waits for a moment
    }

    void noLineOfHelpIsCut()
    {
        press(Qt::Key_F1);
        for (const QLabel* label : find("helpPage")->findChildren<QLabel*>()) {
            const int needed
                = label->wordWrap() ? label->heightForWidth(label->width()) : label->sizeHint().height();
            QVERIFY2(label->height() >= needed, qPrintable(label->text()));
        }
    }

    void everyTopicHasItsText()
    {
        QSet<QString> texts;
        for (int topic = 0; topic <= int(HelpTopic::Settings); ++topic)
            texts << helpTitle(HelpTopic(topic)) << helpText(HelpTopic(topic));
        QCOMPARE(texts.size(), 2 * (int(HelpTopic::Settings) + 1));
    }

    void helpNamesTheKeysOfTheLog()
    {
        m_window->openPlace(NavigationBar::Help);
        QStringList keys;
        for (const QLabel* label : find("helpPage")->findChildren<QLabel*>())
            keys << label->text();
        for (const char* key : { "N, P", "F3, Shift+F3", "Ctrl+F", "F1, Esc", "Ctrl+Comma, Ctrl+Q" })
            QVERIFY2(keys.contains(QLatin1String(key)), key);
    }

    // Each beside the first line of its words, in either direction.
    void keysOfHelpStandInAColumn()
    {
        m_window->resize(700, 700); // words wrap
        m_window->openPlace(NavigationBar::Help);
        for (const Qt::LayoutDirection direction : { Qt::LeftToRight, Qt::RightToLeft }) {
            m_window->setLayoutDirection(direction);
            find("helpPage")->grab(); // laid out by that
            const auto keys = find("helpPage")->findChildren<QLabel*>("helpKeys");
            const auto words = find("helpPage")->findChildren<QLabel*>("helpKeyWords");
            QCOMPARE(keys.size(), words.size());
            QVERIFY(keys.size() > 10);
            for (qsizetype i = 0; i < keys.size(); ++i) {
                QCOMPARE(keys[i]->alignment(), Qt::AlignLeading | Qt::AlignTop);
                QCOMPARE(words[i]->alignment(), Qt::AlignLeading | Qt::AlignTop);
                QCOMPARE(keys[i]->geometry().top(), words[i]->geometry().top());
                QCOMPARE(keys[i]->geometry().left(), keys[0]->geometry().left());
                QCOMPARE(keys[i]->geometry().right(), keys[0]->geometry().right());
            }
        }
    }

    void searchIsEverywhere()
    {
        const FakeAttempt old = over("Old", AttemptState::Failed);
        const auto finds = [this](NavigationBar::Place place, const char* name) {
            m_window->openPlace(place);
            find("railBuild")->setFocus(); // outside of the page
            press(Qt::Key_F, Qt::ControlModifier);
            return find<QLineEdit>(QLatin1String(name))->hasFocus();
        };
        // Esc takes away what was typed, and then goes back to what is searched.
        const auto goesBackTo = [this](const char* searched) {
            const auto* field = qobject_cast<QLineEdit*>(QApplication::focusWidget());
            QTest::keyClicks(QApplication::focusWidget(), "o");
            press(Qt::Key_Escape);
            const bool isEmptied = field && field->hasFocus() && field->text().isEmpty();
            press(Qt::Key_Escape);
            return isEmptied && find(QLatin1String(searched))->hasFocus();
        };
        QVERIFY(finds(NavigationBar::Profiles, "profileSearch"));
        QVERIFY(goesBackTo("profileList"));
        QVERIFY(finds(NavigationBar::History, "historyFilter"));
        QTRY_COMPARE(find<QTableView>("historyTable")->model()->rowCount(), 1);
        QVERIFY(goesBackTo("historyTable"));
        find("historyTable")->setFocus();
        press(Qt::Key_F, Qt::ControlModifier);
        QVERIFY(find<QLineEdit>("historyFilter")->hasFocus());
        find<Wizard>("wizard")->goTo(Wizard::FlagsStep);
        QVERIFY(finds(NavigationBar::Build, "flagSearch"));
        QVERIFY(goesBackTo("flagTable"));
        find("flagScope")->setFocus(); // inside: the page's own key
        press(Qt::Key_F, Qt::ControlModifier);
        QVERIFY(find<QLineEdit>("flagSearch")->hasFocus());
        QVERIFY(finds(NavigationBar::Machine, "machineSearch"));
        QVERIFY(goesBackTo("machineScroll"));
        QVERIFY(finds(NavigationBar::Settings, "settingsSearch"));
        find("settingsAppearance")->setFocus();
        QVERIFY(find("settingsAppearance")->hasFocus());
        press(Qt::Key_F, Qt::ControlModifier);
        QVERIFY(find<QLineEdit>("settingsSearch")->hasFocus());
        m_window->openAttempt(old.folder());
        find("railBuild")->setFocus();
        find<QAction>("actionFind")->trigger();
        QVERIFY(find<QLineEdit>("logSearch")->hasFocus());
    }

    void quitIsEverywhere()
    {
        const FakeAttempt old = over("Old", AttemptState::Failed);
        const auto quits = [this] {
            press(Qt::Key_Q, Qt::ControlModifier);
            const bool closed = !m_window->isVisible();
            m_window->show();
            m_window->activateWindow();
            return closed && QTest::qWaitForWindowActive(m_window.get());
        };
        for (int place = 0; place < NavigationBar::PlaceCount; ++place) {
            m_window->openPlace(NavigationBar::Place(place));
            QVERIFY2(quits(), qPrintable(QString::number(place)));
        }
        for (const char* field : { "flagSearch", "historyFilter" }) {
            find<Wizard>("wizard")->goTo(Wizard::FlagsStep);
            m_window->openPlace(
                field == QLatin1String("flagSearch") ? NavigationBar::Build : NavigationBar::History);
            find(QLatin1String(field))->setFocus();
            QVERIFY2(quits(), field);
        }
        m_window->openPalette();
        QVERIFY(quits());
        m_window->openAttempt(old.folder());
        find("logView")->setFocus();
        QVERIFY(quits());
        for (const char* beside : { "actionGuide", "actionAbout" }) {
            find<QAction>(QLatin1String(beside))->trigger();
            const QPointer<QDialog> dialog = m_window->findChild<QDialog*>();
            QVERIFY(dialog && QTest::qWaitForWindowActive(dialog));
            QVERIFY2(quits(), beside);
            dialog->close();
            QTRY_VERIFY(!dialog);
        }
    }

    void actionsStandWhereTheyAreLookedFor()
    {
        const QMenu* edit = find<QMenu>("editMenu");
        for (const char* name : { "actionUndo", "actionRedo", "actionFind", "actionPalette" })
            QVERIFY2(edit->actions().contains(find<QAction>(QLatin1String(name))), name);
        QVERIFY(!find<QMenu>("buildMenu")->actions().contains(find<QAction>("actionUndo")));
        QCOMPARE(find<QAction>("actionQuit")->shortcut(), QKeySequence("Ctrl+Q"));
    }

    void noKeyIsTakenTwice()
    {
        QMap<QString, QString> owners;
        for (const QMenu* menu : m_window->findChildren<QMenu*>()) {
            for (const QAction* action : menu->actions()) {
                const QString key = action->shortcut().toString();
                if (key.isEmpty() || action->shortcutContext() != Qt::WindowShortcut)
                    continue;
                const QString owner = owners.value(key, action->objectName());
                QCOMPARE(action->objectName(), owner);
                owners[key] = owner;
            }
        }
        QVERIFY(owners.size() > 8);
    }

    void noMnemonicOfAMenuIsTakenTwice()
    {
        int all = 0;
        for (const QMenu* menu : m_window->findChildren<QMenu*>()) {
            QStringList keys;
            for (const QAction* action : menu->actions()) {
                const QString key = QKeySequence::mnemonic(action->text()).toString();
                QVERIFY2(key.isEmpty() || !keys.contains(key), qPrintable(action->text()));
                keys << key;
                all += !key.isEmpty();
            }
        }
        QVERIFY(all >= 10);
    }

    void railButtonsAreButtons()
    {
        m_window->openPlace(NavigationBar::History);
        auto* history = find<NavigationButton>("railHistory");
        QAccessibleInterface* spoken = QAccessible::queryAccessibleInterface(history);
        QCOMPARE(spoken->role(), QAccessible::Button);
        QVERIFY(!spoken->state().checkable);
        QCOMPARE(history->accessibleDescription(), "Shown now");
        QVERIFY(find("railBuild")->accessibleDescription().isEmpty());
    }

private:
    void checkMnemonics()
    {
        QMap<QString, QString> owners;
        const auto claim = [&owners](const QString& words) {
            const QString key = QKeySequence::mnemonic(words).toString();
            const QString other = key.isEmpty() ? QString() : std::exchange(owners[key], words);
            QVERIFY2(other.isEmpty(), qPrintable(key + ": " + other + ", " + words));
        };
        for (const QAction* menu : m_window->menuBar()->actions())
            claim(menu->text());
        for (const auto* label : m_window->findChildren<QLabel*>()) {
            if (label->isVisible() && label->buddy())
                claim(label->text());
        }
        for (const auto* button : m_window->findChildren<QAbstractButton*>()) {
            const QKeySequence key = QKeySequence::mnemonic(button->text());
            if (!button->isVisible() || key.isEmpty())
                continue;
            claim(button->text());
            QCOMPARE(button->shortcut(), key);
        }
        QVERIFY(owners.size() >= 5);
    }
    // Where the focus is, as a keyboard does.
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {})
    {
        QWidget* focus = QApplication::focusWidget();
        QTest::keyClick(focus ? focus : m_window.get(), key, modifiers);
    }
};

QTEST_MAIN(KeysTest)
#include "KeysTest.moc"
