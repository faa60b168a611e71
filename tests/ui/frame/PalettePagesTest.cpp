// SPDX-License-Identifier: GPL-3.0-or-later
// What the command palette offers of pages: of the one that is shown, and of others.
#include "core/config/ProfileStore.h"
#include "tests/support/Rows.h"
#include "tests/ui/frame/PaletteHarness.h"
#include "ui/frame/CommandPalette.h"
#include "ui/history/HistoryPage.h"
#include "ui/models/BuildDraft.h"

#include <QAction>
#include <QComboBox>
#include <QPushButton>
#include <QTableView>
#include <QToolButton>

using namespace torchmason;

class PalettePagesTest : public QObject, private PaletteHarness {
    Q_OBJECT

private slots:
    void init() { setUp(); }
    void cleanup() { tearDown(); }
    void buttonsOfThePageAreOffered();
    void buttonsOfOtherPagesAreOffered_data();
    void buttonsOfOtherPagesAreOffered();
    void aButtonOfAnotherPageIsPressed();
    void aButtonThatIsSeenIsNotOfferedTwice();
    void anOldSelectionIsNotCompared();
    void stepsOfTheWizardAreFound();
    void chartsAreShownAndHidden();
    void choicesOfThePageAreOffered();
    void aProfileComesBeforeComparingWithIt();
    void valuesOfSettingsAreOffered();
    void theWayBackHasItsOwnName();
    void aButtonSaysWhatItIsFor();
    void keysOfTheLogAreOfferedOnce();
    void twoOfOneNameAreBothThere();
};

void PalettePagesTest::buttonsOfThePageAreOffered()
{
    m_window->show();
    QTRY_VERIFY(find("tourOffer")->isVisible()); // with a button that says what the menu says
    QCOMPARE(titles(open("take the tour")).count("Take the tour"), 1);
    press(Qt::Key_Escape);
    m_window->openPlace(NavigationBar::History);
    QCOMPARE(titles(open("disk space")).count("Disk space..."), 1); // one name for one thing
    press(Qt::Key_Escape);
    m_window->openPlace(NavigationBar::Profiles);
    QVERIFY(titles(open("import")).contains("Import..."));
    press(Qt::Key_Escape);
    m_window->openPlace(NavigationBar::Settings);
    QVERIFY(!titles(open("import")).contains("Import..."));
    press(Qt::Key_Escape);
    QCOMPARE(titles(open("disk space")).count("Disk space..."), 1);
    press(Qt::Key_Escape);
    open("keys of");
    press(Qt::Key_Return);
    QVERIFY(find("helpPage")->isVisible());
    open("compare two profiles");
    press(Qt::Key_Return);
    QVERIFY(find<NavigationButton>("railProfiles")->isCurrent());
}

void PalettePagesTest::buttonsOfOtherPagesAreOffered_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("title");
    newRow("machine", "test the tools", "Machine: Test the tools");
    newRow("profiles", "import profile", "Profiles: Import...");
    newRow("export", "export", "History: Export...");
    newRow("delete", "delete attempt", "History: Delete...");
}

void PalettePagesTest::buttonsOfOtherPagesAreOffered()
{
    QFETCH(QString, typed);
    QFETCH(QString, title);
    m_window->show();
    m_window->openPlace(NavigationBar::Settings);
    const QStringList found = titles(open(typed));
    QVERIFY2(found.contains(title), qPrintable(found.join(u'|')));
    press(Qt::Key_Escape);
    m_window->openPlace(NavigationBar::Profiles); // says it itself
    QVERIFY(!titles(open("import")).contains("Profiles: Import..."));
}

// Where it can be; else its page is shown.
void PalettePagesTest::aButtonOfAnotherPageIsPressed()
{
    m_window->show();
    m_window->openPlace(NavigationBar::History);
    auto* history = m_window->findChild<HistoryPage*>();
    int asked = 0;
    history->setDeleteQuestion([&asked](QWidget*, const QString&, const QString&) {
        ++asked;
        return false;
    });
    const auto* button = find<QPushButton>("historyDelete");
    for (const bool isPossible : { false, true }) {
        if (isPossible)
            over("Old", AttemptState::Failed);
        m_window->openPlace(NavigationBar::History);
        QTRY_COMPARE(button->isEnabled(), isPossible); // the first attempt is selected
        m_window->openPlace(NavigationBar::Settings);
        QTRY_VERIFY(!history->isVisible());
        QCOMPARE(titles(open("delete attempt")).value(0), "History: Delete...");
        press(Qt::Key_Return);
        QVERIFY(history->isVisible());
        QTRY_COMPARE(asked, isPossible ? 1 : 0);
    }
}

// Also where it cannot be pressed: it would do nothing.
void PalettePagesTest::aButtonThatIsSeenIsNotOfferedTwice()
{
    m_window->show();
    m_window->openPlace(NavigationBar::History);
    const auto* button = find<QPushButton>("historyDelete");
    QVERIFY(button->isVisible() && !button->isEnabled());
    QVERIFY(!titles(open("delete attempt")).contains("History: Delete..."));
}

void PalettePagesTest::anOldSelectionIsNotCompared()
{
    over("One", AttemptState::Failed);
    over("Two", AttemptState::Failed);
    m_window->show();
    m_window->openPlace(NavigationBar::History);
    auto* history = m_window->findChild<HistoryPage*>();
    QTRY_COMPARE(history->attempts().size(), 2);
    find<QTableView>("historyTable")->selectAll();
    QTRY_VERIFY(find("historyCompare")->isEnabled());
    const auto choose = [this] {
        QCOMPARE(titles(open("eight of them")).value(0), "Compare attempts: select two to eight of them");
        press(Qt::Key_Return);
    };
    m_window->openPlace(NavigationBar::Settings);
    QTRY_VERIFY(!history->isVisible());
    choose();
    QVERIFY(history->isVisible());
    QCOMPARE(history->comparison(), QString());
    QTRY_VERIFY(find("historyCompare")->isEnabled());
    choose(); // the selection is before the eyes now
    QVERIFY(!history->comparison().isEmpty());
    choose();
    QCOMPARE(history->comparison(), QString());
}

// From everywhere, whether they were opened before or not.
void PalettePagesTest::stepsOfTheWizardAreFound()
{
    m_window->draft().chooseProfile("tour");
    QCOMPARE(titles(open("review")).first(), "Go to Review");
    press(Qt::Key_Escape);
    m_window->openPlace(NavigationBar::History);
    const std::pair<const char*, const char*> steps[] = { { "review", "Go to Review" },
        { "flags", "Go to Flags" }, { "profile", "Go to Profile" }, { "machine", "Go to Your machine" } };
    for (const auto& [typed, title] : steps) {
        const QStringList found = titles(open(typed));
        QVERIFY2(found.contains(title), qPrintable(found.join(u'|')));
        press(Qt::Key_Escape);
    }
    QCOMPARE(titles(open("go to flags")).first(), "Go to Flags");
    press(Qt::Key_Return);
    QVERIFY(find<Wizard>("wizard")->isVisible());
    QCOMPARE(find<Wizard>("wizard")->step(), Wizard::FlagsStep);
}

void PalettePagesTest::chartsAreShownAndHidden()
{
    FakeAttempt running = fake("Running");
    running.startStage("compile");
    m_window->show();
    m_window->openAttempt(running.folder());
    const auto* toggle = find<QToolButton>("attemptChartsToggle");
    QTRY_VERIFY(toggle->isVisible());
    for (int times = 0; times < 2; ++times) {
        const bool wasOpen = toggle->isChecked();
        QCOMPARE(titles(open("charts")).value(0), wasOpen ? "Hide \"Charts\"" : "Show \"Charts\"");
        press(Qt::Key_Return);
        QTRY_COMPARE(toggle->isChecked(), !wasOpen);
    }
}

void PalettePagesTest::choicesOfThePageAreOffered()
{
    m_window->draft().chooseProfile("tour");
    m_window->newBuild();
    find<Wizard>("wizard")->goTo(Wizard::FlagsStep);
    const QString choice = "Which flags to show: All";
    QVERIFY(!titles(open()).mid(0, 8).contains(choice)); // there are many
    press(Qt::Key_Escape);
    QCOMPARE(titles(open("all flags")).value(0), choice);
    press(Qt::Key_Return);
    QCOMPARE(find<QComboBox>("flagScope")->currentText(), "All");
    QVERIFY(!titles(open("all flags")).contains(choice)); // it is chosen
}

void PalettePagesTest::aProfileComesBeforeComparingWithIt()
{
    m_window->show();
    m_window->openPlace(NavigationBar::Profiles);
    const auto show = [this](const QString& name) {
        QCOMPARE(titles(open(name)).value(0), name);
        press(Qt::Key_Return);
    };
    show(m_window->draft().catalogue().profile("debian-source")->name);
    const QString name = m_window->draft().catalogue().profile("cpu-only")->name;
    const QStringList found = titles(open(name));
    QCOMPARE(found.value(0), name);
    QVERIFY2(found.contains("Compare with: " + name), qPrintable(found.join(u'|')));
    press(Qt::Key_Escape);
    show(name); // nothing differs from itself
    QVERIFY(!titles(open(name)).contains("Compare with: " + name));
}

// In the form of those that a menu has, and each once.
void PalettePagesTest::valuesOfSettingsAreOffered()
{
    m_window->show();
    QCOMPARE(titles(open("text size: 150")).value(0), "Text size: 150 %");
    press(Qt::Key_Escape);
    QCOMPARE(titles(open("appearance: light")).count("Appearance: Light"), 1);
    press(Qt::Key_Escape);
    QVERIFY(!titles(open("language: system")).contains("Language: Same as the system")); // it is so
    press(Qt::Key_Escape);
    auto* language = find<QComboBox>("settingsLanguage");
    const QString other = language->itemText(1);
    QCOMPARE(titles(open("language: " + other)).value(0), "Language: " + other);
    press(Qt::Key_Return);
    QCOMPARE(language->currentIndex(), 1);
    QVERIFY(find("settingsRestart")->isVisible());
    QTRY_VERIFY(language->hasFocus());
    m_window->openPlace(NavigationBar::Settings);
    QCOMPARE(titles(open("text size: 150")).count("Text size: 150 %"), 1);
}

void PalettePagesTest::theWayBackHasItsOwnName()
{
    const FakeAttempt old = over("Old", AttemptState::Failed);
    m_window->show();
    m_window->openPlace(NavigationBar::History);
    m_window->openAttempt(old.folder());
    QTRY_VERIFY(find("historyBack")->isVisible());
    const QStringList found = titles(open("history"));
    QVERIFY2(
        found.count("History") == 1 && found.contains("Back to the history"), qPrintable(found.join(u'|')));
}

// Beside its row "Choose..." is enough, here it is not.
void PalettePagesTest::aButtonSaysWhatItIsFor()
{
    m_window->show();
    m_window->openPlace(NavigationBar::Profiles);
    auto* button = new QPushButton("Paint...", find("profileList")->parentWidget());
    button->setAccessibleName("Wall: Paint...");
    button->show();
    bool isDone = false;
    connect(button, &QPushButton::clicked, this, [&isDone] { isDone = true; });
    QCOMPARE(titles(open("wall")), QStringList { "Wall: Paint..." });
    press(Qt::Key_Return);
    QVERIFY(isDone);
}

void PalettePagesTest::keysOfTheLogAreOfferedOnce()
{
    const FakeAttempt old = over("Old", AttemptState::Failed);
    m_window->show();
    m_window->openAttempt(old.folder());
    QTRY_VERIFY(find("logView")->isVisible());
    for (const char* title : { "Find next", "Keep this term marked", "Next bookmark", "Fold all" }) {
        const QStringList found = titles(open(title));
        QVERIFY2(found.count(title) == 1, qPrintable(found.join(u'|')));
        press(Qt::Key_Escape);
    }
    QCOMPARE(titles(open("go to line")).count("Go to line or time"), 1);
    press(Qt::Key_Return);
    QTRY_VERIFY(find<QLineEdit>("logAsk")->isVisible());
}

void PalettePagesTest::twoOfOneNameAreBothThere()
{
    Profile copy = *m_window->draft().catalogue().profile("tour");
    copy.id = "mine";
    QVERIFY(ProfileStore().save(copy));
    find<QAction>("actionReadProfiles")->trigger();
    QVERIFY(m_window->draft().catalogue().profile("mine"));
    const QStringList found = titles(open("profile " + copy.name));
    QVERIFY2(found.filter(copy.name).size() == 2, qPrintable(found.join(u'|')));
}

QTEST_MAIN(PalettePagesTest)
#include "PalettePagesTest.moc"
