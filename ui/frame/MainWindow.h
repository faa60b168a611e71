// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/buildfolder/CleanAdvice.h"
#include "core/config/RequestMaker.h"
#include "ui/frame/Appearance.h"
#include "ui/frame/BuildStarter.h"
#include "ui/frame/DropContent.h"
#include "ui/frame/LiveBuild.h"
#include "ui/frame/NavigationBar.h"
#include "ui/frame/Questions.h"
#include "ui/models/Background.h"

#include <QMainWindow>

#include <memory>
#include <optional>

class QAction;
class QLineEdit;
class QMenu;
class QStackedWidget;

namespace torchmason {

struct AttemptRecord;
class BuildNotifier;
class BuildDraft;
class DraftStore;
class AttemptPage;
class AttemptView;
class BuildPage;
class CommandPalette;
class CommandSource;
class DropShade;
class FolderWatcher;
class HistoryPlace;
class LiveBanner;
class TourGuide;
class MachineFacts;
class MiniView;
class TrayEntry;

// The one window: rail, menus, and the place that is shown. Places are made when they are first opened.
class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    explicit MainWindow(QWidget* parent = nullptr);
    ~MainWindow() override;

    // Doors for tests.
    void setCloseQuestion(CloseQuestion question) { m_closeQuestion = std::move(question); }
    void setQueueQuestion(QueueQuestion question) { m_queueQuestion = std::move(question); }
    void setBlockerQuestion(BlockerQuestion question) { m_blockerQuestion = std::move(question); }
    BuildNotifier& announcer() const { return *m_announcer; }
    void setStarter(BuildStarter::Start start) { m_starter.setStart(std::move(start)); }

    void setWatchesOthers(bool watches) { m_watchesOthers = watches; }

    BuildDraft& draft() const { return *m_draft; }
    MachineFacts& machine() const { return *m_machine; }
    // Detection and the look for a running build; called after the first paint.
    void beginWork();
    void openPlace(NavigationBar::Place place);
    void openAttempt(const QString& folder);
    // Makes an attempt of a bundle and opens it.
    void openBundle(const QString& file);
    // A file that the user chose: taken as one that is dropped.
    void openFile(const QString& file);
    // What the rail's button tells of: the running build, or what stands at its place.
    void showBuild();
    void newBuild();
    void beginNewBuild();
    void showDraft();
    void startBuild();
    void raiseToFront();
    // For this run only, when `remember` is false.
    void chooseAppearance(Appearance appearance, bool remember);
    bool isBuilding() const;
    // A small view of the running build in place of the window.
    void openMini();
    void quit();
    MiniView* mini() const { return m_mini.get(); } // null until it was opened
    TrayEntry& tray() const { return *m_tray; }
    // Finds what can be done by its name; Ctrl+K.
    void openPalette();

protected:
    void closeEvent(QCloseEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool focusNextPrevChild(bool next) override;

private:
    void createFrame();
    void createMenus();
    void createFileMenu();
    void createEditMenu();
    void createBuildMenu();
    void focusSearch();
    QLineEdit* pageSearch() const;
    // Of the page that is shown; Esc goes back to it.
    void openHelp();
    void leaveHelp();
    void openGuide(const QString& place);
    void openAbout();
    void createViewMenu();
    void createTextSizeMenu(QMenu* view);
    void chooseTextSize(int percent);
    void readLettersOfLogs();
    QWidget* createSettings();
    QWidget* placeWidget(NavigationBar::Place place);
    void makeNextPlace();
    QWidget* createPlace(NavigationBar::Place place);
    QWidget* createBuildPlace();
    void connectBuild();
    AttemptPage* shownPage() const; // null where no attempt is on the screen
    void connectAttempt(AttemptPage* page);
    void showInBuild(const QString& folder);
    void visitAttempt(const QString& folder);
    void showPlace(NavigationBar::Place place);
    void focusPage();
    void takeDropped(DropContent::Use use, const QStringList& paths);
    void takeOpened(const QString& file, const DropContent& content, bool isChosen);
    void takeSource(const QString& folder);
    void createTray();
    void createPalette();
    void addCommands();
    void addButtonOf(NavigationBar::Place place, const char* name, const QString& text, const char* iconName,
        const QString& more);
    void pressButtonOf(NavigationBar::Place place, const char* name, const QString& text);
    void offerAttempts();
    void showProfile(const QString& id);
    void showSetting(QWidget* field);
    // The build was asked for; it starts when the disk has said what stands in its way.
    void waitToBuild();
    void setWaitsToBuild(bool waits);
    void goOnWhenAllIsKnown();
    bool leadsToLive() const;
    bool showsDraft() const; // what undo works on
    void refreshUndo();
    bool showsReview() const; // of the wizard
    bool showsProfileStep() const;
    bool showsHistoryList() const;
    void showHistoryList();
    void startOrReview();
    // Fills the wizard; what stood there comes back by undo.
    void takeSettings(int number, const AttemptRecord& record);
    void retryBuild(const AttemptView& view, int number, const QVector<Fix>& fixes);
    // The next new build has it as well, where the wizard still holds the settings of the attempt.
    void keepFix(const FixedAttempt& fixed);
    // Puts the wheel of an attempt into an environment, as an attempt of its own.
    void installWheel(
        const AttemptView& view, int number, const InstallTarget& target, const QString& wheels);
    bool wantsFolderOfLive(const QString& buildFolder) const;
    // How a build begins while another one runs; none: not at all.
    std::optional<bool> queues(const QString& buildFolder);
    void buildStarted(const QString& folder);
    void startingFailed(const QString& sentence);
    void shownChanged();
    void refreshFrame();
    void refreshRail();
    void placeBanner();
    QString title() const;
    QString liveWords() const;
    QString pageName() const;
    void stopBuild();
    void stopAnswered(const QString& problem);
    bool mayClose();
    QString buildingName() const;
    void saveScript();
    // Only while there is no attempt yet.
    void awaitTour();
    void offerTour();
    void withdrawTour();
    void createGuide();
    void startTour();
    void giveDraftBack();
    // The user changed what waited to start: it is the user's own draft now.
    void keepDraftOfTour();
    void giveDraftBackUnlessItStarts();
    void readProfilesAgain();
    void watchOthers();
    void rememberAwaited();
    void reviewAgain();
    void promise(const QString& folder); // that the next start shows it
    void lookInFoldersAgain();
    void restoreLayout();
    void fitInto(const QRect& room);
    void rememberLayout();

    // What a wish to close came to.
    enum class Closing {
        No,
        WhenStopped, // the build is being asked to stop
        Now, // without a further question
    };

    CloseQuestion m_closeQuestion = askBeforeClosing;
    QueueQuestion m_queueQuestion = askWhetherToWait;
    BlockerQuestion m_blockerQuestion = askWhetherToBuildAnyway;
    Closing m_closing = Closing::No;
    bool m_stopWhenStarted = false;
    QString m_stopped; // the folder of the attempt that the window was told to stop
    bool m_waitsToBuild = false;
    bool m_startsDraft = false; // what is being started comes from the wizard
    QString m_startingName; // its profile
    bool m_startsQueued = false; // it waits for the one that runs
    BuildStarter m_starter;
    LiveBuild m_live;
    LatestQuery m_tourQuery { this };
    LatestQuery m_paletteQuery { this };
    LatestQuery m_openQuery { this };
    std::unique_ptr<MachineFacts> m_machine;
    std::unique_ptr<BuildDraft> m_draft;
    std::unique_ptr<DraftStore> m_draftKeeper; // writes when it goes, before the draft
    NavigationBar* m_rail = nullptr;
    LiveBanner* m_banner = nullptr;
    TourGuide* m_guide = nullptr;
    DropShade* m_drops = nullptr;
    QAction* m_undo = nullptr;
    QAction* m_redo = nullptr;
    QAction* m_find = nullptr;
    QAction* m_stop = nullptr;
    QAction* m_miniAction = nullptr;
    TrayEntry* m_tray = nullptr;
    std::unique_ptr<MiniView> m_mini;
    CommandSource* m_commands = nullptr; // made with the palette, when it is first asked for
    CommandPalette* m_palette = nullptr;
    BuildNotifier* m_announcer = nullptr;
    QStackedWidget* m_places = nullptr;
    QVector<QWidget*> m_made;
    BuildPage* m_build = nullptr;
    QString m_endSeen; // folder of the attempt there whose end was on the screen
    NavigationBar::Place m_beforeHelp = NavigationBar::Build;
    bool m_farewellWaits = false; // of the tour, for the way back from the help
    HistoryPlace* m_history = nullptr; // null until it was opened
    Appearance m_appearance = Appearance::System;
    bool m_began = false;
    bool m_watchesOthers = true;
    std::unique_ptr<FolderWatcher> m_others;
    std::pair<QString, std::optional<AttemptState>> m_reviewed; // the build that runs, and how it stands
    QString m_awaited; // the build that runs, as the settings name it
    bool m_isPromised = false; // the window is being closed, and the settings stay as they are
    // What stood in the wizard before the tour was started there; none: no tour starts.
    struct BeforeTour {
        QString profile; // empty: none was chosen, and the best one was taken
        RequestWishes edits;
        CleanLevel clean = CleanLevel::None;
        int step = 0; // of the wizard
        int reached = 0;
    };
    std::optional<BeforeTour> m_beforeTour;
};

}
