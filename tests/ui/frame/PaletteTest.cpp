// SPDX-License-Identifier: GPL-3.0-or-later
// The command palette: what is found by which words, and what it does, with the keyboard alone.
#include "tests/support/Rows.h"
#include "tests/ui/frame/PaletteHarness.h"
#include "ui/frame/CommandDelegate.h"
#include "ui/frame/CommandPalette.h"
#include "ui/history/HistoryPage.h"
#include "ui/models/BuildDraft.h"

#include <QAction>
#include <QApplication>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QPainter>
#include <QScrollBar>
#include <QStandardItemModel>

using namespace torchmason;

namespace {

// From the left: where each part of a row begins and ends.
using Parts = QVector<std::pair<int, int>>;

Parts partsOf(const QImage& row)
{
    constexpr int betweenWords = 10;
    Parts parts;
    for (int x = 0; x < row.width(); ++x) {
        bool isInked = false;
        for (int y = 0; y < row.height(); ++y)
            isInked = isInked || row.pixel(x, y) != row.pixel(0, 0);
        if (!isInked)
            continue;
        if (parts.isEmpty() || x - parts.last().second > betweenWords)
            parts.append({ x, x });
        parts.last().second = x;
    }
    return parts;
}

Parts partsInRow(Qt::LayoutDirection direction)
{
    auto* item = new QStandardItem("Title");
    item->setData("Where", CommandDelegate::PlaceRole);
    item->setData("Ctrl+Shift+2", CommandDelegate::KeysRole);
    QStandardItemModel model;
    model.appendRow(item);
    QStyleOptionViewItem option;
    option.rect = QRect(0, 0, 600, 30);
    option.direction = direction;
    option.palette = QApplication::palette();
    QImage image(option.rect.size(), QImage::Format_RGB32);
    image.fill(option.palette.color(QPalette::Base));
    QPainter painter(&image);
    CommandDelegate().paint(&painter, option, item->index());
    painter.end();
    return partsOf(image);
}

}

class PaletteTest : public QObject, private PaletteHarness {
    Q_OBJECT

private slots:
    void init() { setUp(); }
    void cleanup() { tearDown(); }
    void shorterNamesComeFirst();
    void whatCanBeDoneComesFirst();
    void menusAreOffered();
    void whatCannotBeDoneIsNotOffered();
    void aFlagIsSet_data();
    void aFlagIsSet();
    void aFlagOfTheTourIsSetForTheTour();
    void aFlagIsShown_data();
    void aFlagIsShown();
    void attemptsOpen_data();
    void attemptsOpen();
    void anAttemptIsAsItIsNow();
    void theNumberOfAnAttemptComesFirst();
    void theNewestAttemptComesFirst();
    void aKeyFindsFirstWhatHasIt();
    void aValueThatIsNoChoice_data();
    void aValueThatIsNoChoice();
    void whatPeopleTryIsFound_data();
    void whatPeopleTryIsFound();
    void entriesOfMenusSayWhatTheyDo();
    void rowsAreTurnedWithTheLayout();
    void aProfileIsShown();
    void aSettingGetsTheFocus();
    void theFocusComesBack();
    void whatWasDoneLastComesFirst();
    void rowsGoRound();
    void strangeNamesStayOneLine();
};

void PaletteTest::shorterNamesComeFirst()
{
    over("mkldnn", AttemptState::Failed);
    const QListView* list = open("mkldnn");
    QTRY_VERIFY(titles(list).contains("Attempt 1: mkldnn"));
    QCOMPARE(titles(list).first(), "USE_MKLDNN");
    press(Qt::Key_Escape);
    const QStringList found = titles(open("mkl"));
    const qsizetype place = found.indexOf("USE_MKLDNN");
    QVERIFY2(place >= 0 && place < found.indexOf("USE_MKLDNN_ACL"), qPrintable(found.join(u' ')));
    for (const QString& title : found.mid(0, place)) // only what has the whole word stands above it
        QVERIFY2(wordsOf(title).contains("mkl"), qPrintable(title));
    press(Qt::Key_Escape);
    QCOMPARE(titles(open("mkldnn of")).first(), "Set USE_MKLDNN to OFF");
}

// The tour has flags, a profile and attempts, too.
void PaletteTest::whatCanBeDoneComesFirst()
{
    over("Tour", AttemptState::Failed);
    const QListView* list = open("tour");
    QTRY_VERIFY(titles(list).contains("Attempt 1: Tour"));
    QCOMPARE(titles(list).first(), "Take the tour");
}

void PaletteTest::menusAreOffered()
{
    QTest::keyClick(m_window.get(), Qt::Key_K, Qt::ControlModifier); // not shown: no shortcut
    QListView* list = open();
    QVERIFY(list->isVisible());
    QCOMPARE(list->height(), 8 * list->sizeHintForRow(0));
    QTRY_VERIFY(list->verticalScrollBar()->isVisible()); // the list goes on
    const QString first = list->model()->index(0, 0).data(Qt::AccessibleTextRole).toString();
    QVERIFY2(first.contains("This page"), qPrintable(first));
    QVERIFY2(!titles(list).contains("Quit"), qPrintable(titles(list).join(u',')));
    press(Qt::Key_Escape);
    // Another action of a menu is there without being named anywhere else.
    bool done = false;
    auto* action = new QAction("Paint the &wall", m_window.get());
    action->setShortcut(QKeySequence("Ctrl+Alt+W"));
    connect(action, &QAction::triggered, this, [&done] { done = true; });
    find<QMenu>("viewMenu")->addAction(action);
    list = open("wall");
    QCOMPARE(titles(list), QStringList { "Paint the wall" });
    const QString spoken = list->model()->index(0, 0).data(Qt::AccessibleTextRole).toString();
    QVERIFY2(spoken.contains("View") && spoken.contains("Ctrl+Alt+W"), qPrintable(spoken));
    QCOMPARE(find<QLineEdit>("commandField")->accessibleDescription(), spoken + ". Result 1 of 1.");
    press(Qt::Key_Return);
    QVERIFY(done);
    QVERIFY(!find("commandPalette")->isVisible());
}

void PaletteTest::whatCannotBeDoneIsNotOffered()
{
    QVERIFY(!titles(open("stop build")).contains("Stop build"));
    press(Qt::Key_Escape);
    FakeAttempt running = fake("Running");
    m_window->openAttempt(running.folder());
    QTRY_VERIFY(m_window->isBuilding());
    QVERIFY(titles(open("stop build")).contains("Stop build"));
    press(Qt::Key_Escape);
    QTRY_VERIFY(titles(open("mini")).contains("Small view above other windows"));
}

void PaletteTest::aFlagIsSet_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("value");
    newRow("a switch", "USE_MKLDNN OFF", "USE_MKLDNN", "OFF");
    newRow("its beginning", "use_mkldnn of", "USE_MKLDNN", "OFF");
    newRow("as for CMake", "-DUSE_MKLDNN=OFF", "USE_MKLDNN", "OFF");
    newRow("a value of its own", "TORCH_CUDA_ARCH_LIST 8.9;12.0", "TORCH_CUDA_ARCH_LIST", "8.9;12.0");
}

void PaletteTest::aFlagIsSet()
{
    QFETCH(QString, typed);
    QFETCH(QString, name);
    QFETCH(QString, value);
    m_window->draft().chooseProfile("tour");
    const QListView* list = open(typed);
    QCOMPARE(titles(list).value(0), QStringLiteral("Set %1 to %2").arg(name, value));
    press(Qt::Key_Return);
    const BuildDraft& draft = m_window->draft();
    const Configuration& set = draft.edits().configuration;
    QCOMPARE(set.flag(name) ? set.flagValue(name) : set.variableValue(name), value);
    QCOMPARE(find<Wizard>("wizard")->step(), Wizard::FlagsStep);
    find<QAction>("actionUndo")->trigger();
    QVERIFY(draft.edits().isEmpty());
}

void PaletteTest::aFlagOfTheTourIsSetForTheTour()
{
    const QString title = "Set TOUR_FAILURE to compile";
    m_window->draft().chooseProfile("cpu-only");
    QVERIFY(!titles(open("TOUR_FAILURE compile")).contains(title));
    press(Qt::Key_Escape);
    QVERIFY(!titles(open("tour")).contains("TOUR_FAILURE"));
    press(Qt::Key_Escape);
    m_window->draft().chooseProfile("tour");
    QVERIFY(titles(open("tour")).contains("TOUR_FAILURE"));
    press(Qt::Key_Escape);
    QCOMPARE(titles(open("TOUR_FAILURE compile")).value(0), title);
}

void PaletteTest::aFlagIsShown_data()
{
    QTest::addColumn<QString>("name");
    newRow("a switch", "USE_GLOO");
    newRow("a text", "TORCH_CUDA_ARCH_LIST");
}

// Its name alone changes nothing, also where a change of it could be undone.
void PaletteTest::aFlagIsShown()
{
    QFETCH(QString, name);
    m_window->draft().chooseProfile("cpu-only");
    m_window->draft().setFlag(name, "OFF");
    const RequestWishes edits = m_window->draft().edits();
    const QString undo = QStringLiteral("Undo \"set %1\"").arg(name);
    QCOMPARE(titles(open("undo")).first(), undo);
    press(Qt::Key_Escape);
    QVERIFY(titles(open("undo " + name)).contains(undo));
    press(Qt::Key_Escape);
    QCOMPARE(titles(open(name.toLower())).first(), name);
    press(Qt::Key_Return);
    QCOMPARE(find<QLineEdit>("flagSearch")->text(), name);
    QVERIFY(m_window->draft().edits() == edits);
}

void PaletteTest::attemptsOpen_data()
{
    QTest::addColumn<QString>("typed");
    newRow("its number", "4");
    newRow("its profile", "fourth");
    newRow("how it ended", "stopped");
}

void PaletteTest::attemptsOpen()
{
    QFETCH(QString, typed);
    for (const char* name : { "First", "Second", "Third" })
        over(name, AttemptState::Failed);
    const FakeAttempt wanted = over("Fourth", AttemptState::Stopped);
    const QListView* list = open(typed);
    QTRY_COMPARE(titles(list).value(0), "Attempt 4: Fourth");
    press(Qt::Key_Return);
    QTRY_VERIFY(m_window->findChild<AttemptView*>());
    QCOMPARE(shownFolder(), wanted.folder());
}

// Also where the history was on the screen before it ended.
void PaletteTest::anAttemptIsAsItIsNow()
{
    m_window->show();
    FakeAttempt attempt = fake("Changing");
    m_window->openPlace(NavigationBar::History);
    QTRY_COMPARE(m_window->findChild<HistoryPage*>()->attempts().size(), 1);
    m_window->openPlace(NavigationBar::Settings);
    QTRY_VERIFY(!m_window->findChild<HistoryPage*>()->isVisible());
    QTest::qWait(300); // the page that comes takes the focus, which hides a palette
    const QListView* list = open("attempt 1");
    QTRY_COMPARE(titles(list).value(0), "Attempt 1: Changing");
    press(Qt::Key_Escape);
    attempt.end(AttemptState::Failed, 60);
    open("attempt 1");
    QTRY_VERIFY(list->model()->index(0, 0).data(Qt::AccessibleTextRole).toString().contains("Failed"));
}

void PaletteTest::theNumberOfAnAttemptComesFirst()
{
    over("First", AttemptState::Failed);
    over("Second", AttemptState::Failed);
    over("cfg-mkldnn-too-old-2.6.log", AttemptState::Failed);
    const QListView* list = open("attempt 2");
    QTRY_COMPARE(titles(list).value(0), "Attempt 2: Second");
}

// Also where its name is longer.
void PaletteTest::theNewestAttemptComesFirst()
{
    for (int i = 1; i <= 11; ++i)
        over(i % 2 == 0 ? "Even and many" : "Many", AttemptState::Failed);
    const QListView* list = open("attempt");
    QTRY_COMPARE(titles(list).filter("any").size(), 11);
    QCOMPARE(titles(list).filter("any").mid(0, 3),
        QStringList({ "Attempt 11: Many", "Attempt 10: Even and many", "Attempt 9: Many" }));
}

// Before what has a word that begins as it does: files are opened with another one.
void PaletteTest::aKeyFindsFirstWhatHasIt()
{
    m_window->draft().chooseProfile("tour");
    m_window->show();
    find<Wizard>("wizard")->goTo(Wizard::FlagsStep);
    QVERIFY(find<QAction>("actionFind")->isEnabled());
    QCOMPARE(titles(open("ctrl+f")).first(), "Find on this page");
    press(Qt::Key_Escape);
    QCOMPARE(titles(open("Ctrl+O")).first(), "Open file...");
}

void PaletteTest::aValueThatIsNoChoice_data()
{
    QTest::addColumn<QString>("profile");
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QStringList>("expected");
    const QStringList mkldnn { "USE_MKLDNN", "Set USE_MKLDNN to ON", "Set USE_MKLDNN to OFF" };
    newRow("no value of a switch", "cpu-only", "USE_MKLDNN maybe", mkldnn);
    newRow("a word of the flag's row", "cpu-only", "USE_MKLDNN fla", mkldnn);
    newRow("half of one", "tour", "TOUR_FAILURE comp", QStringList { "Set TOUR_FAILURE to compile" });
    newRow("half of one, for another build", "cpu-only", "TOUR_FAILURE comp", QStringList { "TOUR_FAILURE" });
    newRow("no choice", "tour", "TOUR_FAILURE maybe",
        QStringList { "TOUR_FAILURE", "Set TOUR_FAILURE to none", "Set TOUR_FAILURE to unresolved",
            "Set TOUR_FAILURE to compile", "Set TOUR_FAILURE to configure" });
}

// The flag is there, and so is what it can be set to.
void PaletteTest::aValueThatIsNoChoice()
{
    QFETCH(QString, profile);
    QFETCH(QString, typed);
    QFETCH(QStringList, expected);
    m_window->draft().chooseProfile(profile);
    QStringList found = titles(open(typed));
    QCOMPARE(found.mid(0, expected.size()), expected);
    QCOMPARE(found.removeDuplicates(), 0);
}

void PaletteTest::whatPeopleTryIsFound_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("title");
    const QString file = "Open file...";
    newRow("open", "open", file);
    newRow("import", "import", file);
    newRow("compare", "compare", "Compare attempts: select two to eight of them");
    newRow("compare profiles", "compare", "Compare two profiles");
    newRow("keys", "keys", "Keys of this program");
    newRow("a key", "ctrl+n", "New build");
    newRow("install", "install", "Install into an environment");
    newRow("the tour", "tour", "Take the tour");
}

void PaletteTest::whatPeopleTryIsFound()
{
    QFETCH(QString, typed);
    QFETCH(QString, title);
    const QStringList found = titles(open(typed));
    QVERIFY2(found.contains(title), qPrintable(found.join(u';')));
    QVERIFY(!found.contains("Find a command...")); // it is open
}

// Alone they would be words without an act.
void PaletteTest::entriesOfMenusSayWhatTheyDo()
{
    over("Old", AttemptState::Failed);
    m_window->show();
    m_window->openPlace(NavigationBar::History);
    QVERIFY(titles(open("columns note")).contains("Columns: Note"));
    press(Qt::Key_Escape);
    m_window->newBuild();
    find<Wizard>("wizard")->goTo(Wizard::FlagsStep);
    QVERIFY(titles(open("cmake entry")).contains("Add a CMake entry (-D)..."));
}

// The same parts from the other side, and none lies over another.
void PaletteTest::rowsAreTurnedWithTheLayout()
{
    const Parts usual = partsInRow(Qt::LeftToRight);
    Parts turned = partsInRow(Qt::RightToLeft);
    QCOMPARE(usual.size(), 3);
    QCOMPARE(turned.size(), 3);
    std::reverse(turned.begin(), turned.end());
    QVERIFY2(turned.first().second > 500, qPrintable(QString::number(turned.first().second)));
    QVERIFY2(turned.last().first < 100, qPrintable(QString::number(turned.last().first)));
    for (qsizetype i = 0; i < usual.size(); ++i) {
        const int difference = (usual[i].second - usual[i].first) - (turned[i].second - turned[i].first);
        QVERIFY2(std::abs(difference) <= 1, qPrintable(QString::number(i)));
    }
}

void PaletteTest::aProfileIsShown()
{
    open("tour profile");
    press(Qt::Key_Return);
    QVERIFY(find<NavigationButton>("railProfiles")->isCurrent());
    QVERIFY(m_window->draft().profileId() != "tour" || m_window->draft().edits().isEmpty());
}

void PaletteTest::aSettingGetsTheFocus()
{
    open("editor setting");
    press(Qt::Key_Return);
    QTRY_VERIFY(find<QLineEdit>("settingsEditor")->hasFocus());
}

void PaletteTest::theFocusComesBack()
{
    m_window->show();
    m_window->activateWindow();
    find<Wizard>("wizard")->goTo(Wizard::FlagsStep);
    auto* search = find<QLineEdit>("flagSearch");
    QTRY_VERIFY(search->hasFocus());
    QTest::keyClick(search, Qt::Key_K, Qt::ControlModifier);
    QTRY_VERIFY(find<QLineEdit>("commandField")->hasFocus());
    press(Qt::Key_Escape);
    QVERIFY(!find("commandPalette")->isVisible());
    QVERIFY(search->hasFocus());
    open();
    search->setFocus(); // as a click beside it does
    QVERIFY(!find("commandPalette")->isVisible());
}

void PaletteTest::whatWasDoneLastComesFirst()
{
    for (const char* title : { "Paint the wall", "Water the plants" }) {
        find<QMenu>("viewMenu")->addAction(new QAction(title, m_window.get()));
        QCOMPARE(titles(open(title)).first(), title);
        press(Qt::Key_Return);
    }
    const QStringList shown = titles(open());
    QCOMPARE(shown.mid(0, 2), QStringList({ "Water the plants", "Paint the wall" }));
    QCOMPARE(shown.count("Paint the wall"), 1);
}

void PaletteTest::rowsGoRound()
{
    const QListView* list = open();
    QCOMPARE(list->currentIndex().row(), 0);
    press(Qt::Key_Up);
    QCOMPARE(list->currentIndex().row(), list->model()->rowCount() - 1);
    press(Qt::Key_Down);
    press(Qt::Key_Down);
    QCOMPARE(list->currentIndex().row(), 1);
    press(Qt::Key_PageDown);
    QCOMPARE(list->currentIndex().row(), 9);
    QVERIFY(list->viewport()->rect().contains(list->visualRect(list->currentIndex())));
    press(Qt::Key_PageUp);
    press(Qt::Key_PageUp);
    QCOMPARE(list->currentIndex().row(), 0);
    QTest::keyClicks(find<QLineEdit>("commandField"), "no such thing at all");
    QVERIFY(!list->isVisible());
    QVERIFY(find("commandNothing")->isVisible());
    press(Qt::Key_Return);
    QVERIFY(find("commandPalette")->isVisible());
}

void PaletteTest::strangeNamesStayOneLine()
{
    over(QStringLiteral("<b>evil</b>\nsecond\u202eline\x1b[31m"), AttemptState::Failed);
    const QListView* list = open("evil");
    QTRY_COMPARE(titles(list).size(), 1);
    const QString title = titles(list).first();
    QVERIFY2(title.startsWith("Attempt 1: <b>evil</b>"), qPrintable(title));
    for (const QChar sign : { QChar(u'\n'), QChar(u'\u202e'), QChar(u'\x1b') })
        QVERIFY(!title.contains(sign));
}

QTEST_MAIN(PaletteTest)
#include "PaletteTest.moc"
