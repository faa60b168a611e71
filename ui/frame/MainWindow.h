// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/attempt/RunnerClient.h"
#include "ui/frame/Appearance.h"
#include "ui/frame/CloseQuestion.h"
#include "ui/frame/Rail.h"

#include <QMainWindow>

#include <functional>
#include <memory>

class QStackedWidget;

namespace torchmason {

class AttemptView;
class Banner;
class BuildDraft;
class HelpPage;
class HistoryPage;
class MachineFacts;
class SettingsPage;
class Wizard;

// The one window: rail, menus, and the place that is shown. Places are made when they are first opened.
class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    using Starter = std::function<Result<ReservedAttempt>(const BuildRequest& request)>;

    explicit MainWindow(QWidget* parent = nullptr);
    ~MainWindow() override;

    // Doors for tests.
    void setCloseQuestion(CloseQuestion question) { m_closeQuestion = std::move(question); }
    void setStarter(Starter starter) { m_starter = std::move(starter); }

    BuildDraft& draft() const { return *m_draft; }
    MachineFacts& machine() const { return *m_machine; }
    // Detection and the look for a running build; called after the first paint.
    void beginWork();
    void openPlace(Rail::Place place);
    void openAttempt(const QString& folder);
    void newBuild();
    void startBuild();
    void raiseToFront();
    // For this run only, when `remember` is false.
    void chooseAppearance(Appearance appearance, bool remember);
    bool isBuilding() const;

protected:
    void closeEvent(QCloseEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void createFrame();
    void createMenus();
    void createFileMenu();
    void createBuildMenu();
    void createViewMenu();
    void createHelpMenu();
    QWidget* placeWidget(Rail::Place place);
    QWidget* createPlace(Rail::Place place);
    AttemptView& attemptView();
    void buildStarted(const Result<ReservedAttempt>& started);
    void showProgress(int percent, AttemptState state);
    void showTitle();
    void offerRunning(const AttemptSummary& attempt);
    void retry(int number);
    void stopBuild();
    void saveScript();
    void readProfilesAgain();
    void restoreLayout();
    void rememberLayout();

    CloseQuestion m_closeQuestion = askBeforeClosing;
    Starter m_starter;
    std::unique_ptr<MachineFacts> m_machine;
    std::unique_ptr<BuildDraft> m_draft;
    Rail* m_rail = nullptr;
    Banner* m_runningBanner = nullptr;
    QString m_offered; // folder of the attempt in the banner
    QStackedWidget* m_places = nullptr;
    QVector<QWidget*> m_made;
    QStackedWidget* m_buildStack = nullptr; // wizard, attempt
    Wizard* m_wizard = nullptr;
    AttemptView* m_attempt = nullptr;
    Appearance m_appearance = Appearance::System;
    QString m_attemptTitle;
    int m_percent = -1;
    std::optional<AttemptState> m_state;
    bool m_began = false;
};

}
