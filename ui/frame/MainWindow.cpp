// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/MainWindow.h"

#include "ui/frame/AttemptPage.h"
#include "ui/frame/BuildNotifier.h"
#include "ui/frame/BuildPage.h"
#include "ui/frame/DiskNotice.h"
#include "ui/frame/DropShade.h"
#include "ui/frame/HelpPage.h"
#include "ui/frame/HistoryPlace.h"
#include "ui/frame/LiveBanner.h"
#include "ui/frame/MiniView.h"
#include "ui/frame/ReadingOrder.h"
#include "ui/frame/SettingsPage.h"
#include "ui/frame/TextSize.h"
#include "ui/frame/TourGuide.h"
#include "ui/frame/TrayEntry.h"
#include "ui/history/HistoryPage.h"
#include "ui/logview/LogPanel.h"
#include "ui/models/Background.h"
#include "ui/models/BuildDraft.h"
#include "ui/models/DraftStore.h"
#include "ui/models/FolderWatcher.h"
#include "ui/models/MachineFacts.h"
#include "ui/models/Settings.h"
#include "ui/pages/MachinePage.h"
#include "ui/pages/ProfilePage.h"
#include "ui/pages/Wizard.h"
#include "ui/widgets/Icons.h"
#include "ui/widgets/Parts.h"

#include <QAction>
#include <QGuiApplication>
#include <QMenuBar>
#include <QScreen>
#include <QStackedWidget>
#include <QStyle>
#include <QTimer>

#include <utility>

namespace torchmason {

namespace {

const auto awaitedKey = QStringLiteral("window/awaitedBuild");
constexpr int waitBeforeMaking = 700; // milliseconds, of a page that nobody has opened yet

ProfileCatalogue profilesAtStart()
{
    return readProfiles().value_or(ProfileCatalogue { shippedProfiles(), {} });
}

}

MainWindow::MainWindow(QWidget* parent)
    : QMainWindow(parent)
    , m_machine(std::make_unique<MachineFacts>())
    , m_draft(std::make_unique<BuildDraft>(*m_machine, profilesAtStart()))
    , m_draftKeeper(std::make_unique<DraftStore>(*m_draft))
    , m_made(NavigationBar::PlaceCount, nullptr)
{
    setObjectName(QStringLiteral("mainWindow"));
    setWindowIcon(applicationIcon());
    createFrame();
    createMenus();
    m_banner->raise(); // it lies over the bar of the menus
    connectBuild();
    createTray();
    setAcceptDrops(true);
    m_drops = new DropShade(this);
    connect(m_drops, &DropShade::dropped, this, &MainWindow::takeDropped);
    restoreLayout();
    openPlace(NavigationBar::Build);
    awaitTour();
}

// Pages look at draft and machine, so they go first.
MainWindow::~MainWindow()
{
    m_draft->undoStack().disconnect(this); // it tells, too, that it is emptied at its end
    delete takeCentralWidget();
}

void MainWindow::createFrame()
{
    m_rail = new NavigationBar(this);
    m_places = new QStackedWidget(this);
    m_banner = new LiveBanner(m_live, this);
    connect(m_banner, &LiveBanner::showRequested, this, [this] { openAttempt(m_live.folder()); });
    connect(m_banner, &LiveBanner::closed, this, &MainWindow::refreshFrame);
    connect(m_banner, &LiveBanner::pageWanted, this, &MainWindow::focusPage);
    createGuide();
    auto* disk = new DiskNotice(this);
    connect(disk, &DiskNotice::diskAnswered, this, &MainWindow::readProfilesAgain);
    auto* right = columnOf(0, { disk, m_guide, { m_places, 1 } });
    auto* central = new QWidget(this);
    rowOf(central, {}, 0, { m_rail, { right, 1 } });
    setCentralWidget(central);
    connect(m_rail, &NavigationBar::placeRequested, this,
        [this](NavigationBar::Place place) { showPlace(place); });
}

QWidget* MainWindow::createBuildPlace()
{
    m_build = new BuildPage(*m_draft, this);
    connect(m_build, &BuildPage::buildRequested, this, &MainWindow::startBuild);
    connect(m_build, &BuildPage::saveScriptRequested, this, &MainWindow::saveScript);
    connect(m_build, &BuildPage::tourRequested, this, &MainWindow::startTour);
    connect(m_build, &BuildPage::attemptPageMade, this, &MainWindow::connectAttempt);
    connect(m_build, &BuildPage::shownChanged, this, &MainWindow::shownChanged);
    connect(&m_build->wizard(), &Wizard::stepChanged, this, &MainWindow::refreshFrame);
    connect(&m_starter, &BuildStarter::startingChanged, m_build, &BuildPage::setStarting);
    return m_build;
}

void MainWindow::connectBuild()
{
    constexpr int pause = 250; // milliseconds: editors write in several steps
    auto* watcher = new FolderWatcher(lookAtProfiles(), pause, this);
    connect(watcher, &FolderWatcher::changed, this, &MainWindow::readProfilesAgain);
    connect(&m_starter, &BuildStarter::fixed, this, &MainWindow::keepFix);
    connect(&m_starter, &BuildStarter::started, this, &MainWindow::buildStarted);
    connect(&m_starter, &BuildStarter::failed, this, &MainWindow::startingFailed);
    connect(&m_live, &LiveBuild::changed, this, &MainWindow::refreshFrame);
    connect(&m_live, &LiveBuild::changed, this, &MainWindow::rememberAwaited);
    connect(&m_live, &LiveBuild::changed, this, [this] { // the row says what the banner says
        if (!m_live.isLive() && m_history && m_history->list().isVisible())
            m_history->list().refresh();
    });
    connect(&m_live, &LiveBuild::changed, this, &MainWindow::reviewAgain);
    connect(&m_starter, &BuildStarter::startingChanged, this, &MainWindow::refreshFrame);
    // Queued: a question may be asked, and all other receivers of the signal come first.
    for (const auto news : { &BuildDraft::diskAnswered, &BuildDraft::derivedChanged })
        connect(m_draft.get(), news, this, &MainWindow::goOnWhenAllIsKnown, Qt::QueuedConnection);
    // What is changed while it waits may be no more what was asked for.
    for (const auto news : { &BuildDraft::editsChanged, &BuildDraft::profileChanged })
        connect(m_draft.get(), news, this, [this] {
            if (m_waitsToBuild)
                keepDraftOfTour();
            setWaitsToBuild(false);
        });
    m_announcer = new BuildNotifier(m_live, this);
    connect(&m_live, &LiveBuild::changed, m_announcer, &BuildNotifier::refresh);
    connect(m_announcer, &BuildNotifier::clicked, this, [this] {
        raiseToFront();
        openAttempt(m_live.folder());
    });
}

QWidget* MainWindow::createPlace(NavigationBar::Place place)
{
    switch (place) {
    case NavigationBar::Build:
        return createBuildPlace();
    case NavigationBar::History: {
        m_history = new HistoryPlace(this);
        connect(&m_history->list(), &HistoryPage::openRequested, this, &MainWindow::visitAttempt);
        connect(&m_history->list(), &HistoryPage::fileChosen, this, &MainWindow::openFile);
        connect(&m_history->list(), &HistoryPage::settingsWanted, this, &MainWindow::takeSettings);
        connect(&m_history->list(), &HistoryPage::comparisonChanged, this, &MainWindow::refreshFrame);
        connect(&m_history->list(), &HistoryPage::tourWanted,
            findChild<QAction*>(QStringLiteral("actionTour")), &QAction::trigger);
        connect(m_history, &HistoryPlace::attemptPageMade, this, &MainWindow::connectAttempt);
        connect(m_history, &HistoryPlace::shownChanged, this, &MainWindow::shownChanged);
        return m_history;
    }
    case NavigationBar::Profiles: {
        auto* profiles = new ProfilePage(*m_draft, ProfilePage::Use::Look, this);
        connect(profiles, &ProfilePage::nextRequested, this, &MainWindow::newBuild);
        return profiles;
    }
    case NavigationBar::Machine: {
        auto* machine = new MachinePage(*m_draft, this);
        machine->setTitle(m_rail->button(place).text());
        return machine;
    }
    case NavigationBar::Settings:
        return createSettings();
    case NavigationBar::Help:
    case NavigationBar::PlaceCount:
        break;
    }
    auto* help = new HelpPage(this);
    connect(help, &HelpPage::guideWanted, this, &MainWindow::openGuide);
    connect(
        help, &HelpPage::tourWanted, findChild<QAction*>(QStringLiteral("actionTour")), &QAction::trigger);
    return help;
}

QWidget* MainWindow::createSettings()
{
    auto* page = new SettingsPage(this);
    page->setAppearance(m_appearance);
    connect(page, &SettingsPage::appearanceChosen, this,
        [this](Appearance appearance) { chooseAppearance(appearance, true); });
    connect(page, &SettingsPage::textSizeChosen, this, &MainWindow::chooseTextSize);
    connect(page, &SettingsPage::foldersChanged, this, &MainWindow::lookInFoldersAgain);
    connect(page, &SettingsPage::lettersChanged, this, &MainWindow::readLettersOfLogs);
    return page;
}

QWidget* MainWindow::placeWidget(NavigationBar::Place place)
{
    QWidget*& made = m_made[place];
    if (!made) {
        made = createPlace(place);
        m_places->addWidget(made);
    }
    return made;
}

void MainWindow::openPlace(NavigationBar::Place place)
{
    QWidget* shown = placeWidget(place);
    m_places->setCurrentWidget(shown);
    m_rail->setPlace(place);
    if (place == NavigationBar::History)
        m_history->list().refresh();
    if (auto* page = qobject_cast<WizardPage*>(shown))
        page->enter();
    focusPage();
    refreshFrame();
    reviewAgain();
}

// Where the keyboard was when the page was left, or where it begins.
void MainWindow::focusPage()
{
    QWidget* shown = m_places->currentWidget();
    if (QWidget* before = shown->focusWidget(); before && before->isVisibleTo(shown))
        return before->setFocus();
    if (AttemptPage* page = shownPage())
        return page->takeFocus();
    if (shown == m_build)
        return m_build->wizard().takeFocus();
    if (shown == m_history)
        return m_history->list().setFocus();
    if (QWidget* first = readingOrder(*shown).value(0))
        first->setFocus();
}

void MainWindow::openBundle(const QString& file)
{
    openPlace(NavigationBar::History);
    m_history->showList(); // says what is wrong with the file
    m_history->list().importBundle(file);
}

// The checks read tables of ours, each once. What takes them first would hold up the window, so it is a
// thread.
static void readTables(QObject* window, const ProfileCatalogue& profiles)
{
    HostFacts facts;
    facts.logicalCores = 1;
    runInBackground(
        window, [profiles, facts] { return rankProfiles(profiles, facts).size(); }, [](qsizetype) {});
}

void MainWindow::beginWork()
{
    readTables(this, m_draft->catalogue());
    m_draft->updateDetection();
    m_machine->look();
    offerTour();
    // What was promised when an earlier window was closed, unless the user is elsewhere by now.
    m_live.findRunning(
        [this] {
            const bool untouched = m_places->currentWidget() == m_build && m_build->showsWizard()
                && m_build->wizard().step() == Wizard::MachineStep;
            if (untouched)
                m_build->showAttempt(m_live.folder());
        },
        settings()->value(awaitedKey).toString());
    if (m_watchesOthers)
        watchOthers();
    QTimer::singleShot(waitBeforeMaking, this, &MainWindow::makeNextPlace);
}

// The pages that take longest to make are there before they are opened, one after another.
void MainWindow::makeNextPlace()
{
    for (const auto place : { NavigationBar::Machine, NavigationBar::Profiles }) {
        if (m_made[place])
            continue;
        placeWidget(place);
        QTimer::singleShot(waitBeforeMaking, this, &MainWindow::makeNextPlace);
        return;
    }
}

// Builds of the command line and of other windows are told as this one's own are.
void MainWindow::watchOthers()
{
    constexpr int pause = 500; // milliseconds: the request is written a moment after its folder is made
    m_others = std::make_unique<FolderWatcher>(lookAtAttempts(true), pause);
    // At first, too: a build may have begun before the folder was watched.
    for (const auto news : { &FolderWatcher::watching, &FolderWatcher::changed }) {
        connect(m_others.get(), news, this, [this] {
            if (!isBuilding())
                m_live.findRunning();
        });
    }
}

// An attempt that begins or ends may have its folder. Where the review is not seen, it is asked once it is.
void MainWindow::reviewAgain()
{
    if (!showsReview())
        return;
    const auto state = std::pair(m_live.folder(), m_live.state());
    if (std::exchange(m_reviewed, state) != state)
        m_draft->checkDiskAgain();
}

// For the next start: a build whose end this window has not seen.
void MainWindow::rememberAwaited()
{
    if (m_isPromised)
        return;
    const QString awaited = m_live.isLive() ? m_live.folder() : QString();
    if (std::exchange(m_awaited, awaited) != awaited)
        settings()->setValue(awaitedKey, awaited);
}

// Also where it ended behind the question, or ends before the window is gone.
void MainWindow::promise(const QString& folder)
{
    m_isPromised = true;
    m_guide->keep();
    settings()->setValue(awaitedKey, folder);
}

void MainWindow::readProfilesAgain()
{
    if (const auto profiles = readProfiles())
        m_draft->setCatalogue(*profiles);
}

// Attempts, the work folder and caches may be others now.
void MainWindow::lookInFoldersAgain()
{
    readProfilesAgain(); // makes the request anew
    m_draft->updateDetection();
    if (m_history)
        m_history->list().refresh();
    m_live.findRunning();
    if (m_others)
        watchOthers();
}

void MainWindow::raiseToFront()
{
    setWindowState(windowState() & ~Qt::WindowMinimized);
    show();
    raise();
    activateWindow();
}

void MainWindow::chooseAppearance(Appearance appearance, bool remember)
{
    m_appearance = appearance;
    applyAppearance(appearance);
    if (remember)
        settings()->setValue(QStringLiteral("window/appearance"), appearanceId(appearance));
    if (auto* page = qobject_cast<SettingsPage*>(m_made[NavigationBar::Settings]))
        page->setAppearance(appearance);
    findChild<QAction*>(QStringLiteral("appearance-") + appearanceId(appearance))->setChecked(true);
}

void MainWindow::chooseTextSize(int percent)
{
    settings()->setValue(QStringLiteral("window/textSize"), percent);
    applyTextSize(percent);
    readLettersOfLogs();
    if (auto* page = qobject_cast<SettingsPage*>(m_made[NavigationBar::Settings]))
        page->readFields();
}

void MainWindow::readLettersOfLogs()
{
    for (LogPanel* log : findChildren<LogPanel*>())
        log->readLetters();
}

void MainWindow::showEvent(QShowEvent* event)
{
    QMainWindow::showEvent(event);
    if (m_began)
        return;
    m_began = true;
    m_drops->watch();
    QTimer::singleShot(0, this, &MainWindow::beginWork); // after the first paint
}

void MainWindow::resizeEvent(QResizeEvent* event)
{
    QMainWindow::resizeEvent(event);
    placeBanner();
}

// The letters of the menus or of the banner are others, or both are laid out from the other side.
bool MainWindow::event(QEvent* event)
{
    const bool isTaken = QMainWindow::event(event);
    if (event->type() == QEvent::LayoutRequest)
        placeBanner();
    return isTaken;
}

// Behind the last menu, which is left of the others where one reads from right to left.
void MainWindow::placeBanner()
{
    const QMenuBar& bar = *menuBar();
    const QRect whole = bar.geometry();
    QRect room = whole.adjusted(0, 0, -spacing::small, 0);
    if (!bar.actions().isEmpty()) {
        const QRect last = bar.actionGeometry(bar.actions().last());
        const int end = QStyle::visualRect(layoutDirection(), bar.rect(), last).right();
        room.setLeft(whole.left() + end + spacing::group);
    }
    m_banner->placeIn(QStyle::visualRect(layoutDirection(), whole, room));
}

void MainWindow::restoreLayout()
{
    const QByteArray saved = settings()->value(QStringLiteral("window/geometry")).toByteArray();
    const bool isRestored = !saved.isEmpty() && restoreGeometry(saved);
    const QScreen* here = isRestored ? QGuiApplication::screenAt(geometry().center()) : nullptr;
    QRect room = (here ? here : screen())->availableGeometry();
    room.setTop(room.top() + style()->pixelMetric(QStyle::PM_TitleBarHeight, nullptr, this));
    // A screen whose letters are large has less room than the window would like.
    setMinimumSize(QSize(1024, 700).boundedTo(room.size()));
    if (isRestored)
        fitInto(room);
    else
        resize(QSize(1200, 800).boundedTo(room.size()));
}

// Qt restores a size also where only a larger screen had room for it.
void MainWindow::fitInto(const QRect& room)
{
    QRect place = geometry();
    place.setSize(place.size().boundedTo(room.size()));
    place.moveLeft(qBound(room.left(), place.left(), room.right() + 1 - place.width()));
    place.moveTop(qBound(room.top(), place.top(), room.bottom() + 1 - place.height()));
    if (place == geometry())
        return;
    const Qt::WindowStates state = windowState();
    setWindowState(Qt::WindowNoState);
    setGeometry(place); // also what a maximized one goes back to
    setWindowState(state);
}

void MainWindow::rememberLayout()
{
    settings()->setValue(QStringLiteral("window/geometry"), saveGeometry());
}

}
