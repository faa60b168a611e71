// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/MainWindow.h"

#include "core/base/AppPaths.h"
#include "core/base/Log.h"
#include "core/store/AttemptFiles.h"
#include "ui/frame/HelpPage.h"
#include "ui/frame/RailButton.h"
#include "ui/frame/SettingsPage.h"
#include "ui/history/HistoryPage.h"
#include "ui/models/Background.h"
#include "ui/models/BuildDraft.h"
#include "ui/models/MachineFacts.h"
#include "ui/models/Settings.h"
#include "ui/pages/MachinePage.h"
#include "ui/pages/ProfilePage.h"
#include "ui/pages/Wizard.h"
#include "ui/panels/AttemptView.h"
#include "ui/widgets/Banner.h"
#include "ui/widgets/Icons.h"

#include <QCloseEvent>
#include <QHBoxLayout>
#include <QPushButton>
#include <QStackedWidget>
#include <QTimer>
#include <QVBoxLayout>

namespace torchmason {

namespace {

constexpr auto stopPatience = Milliseconds(5000);

Result<ReservedAttempt> startInStore(const BuildRequest& request)
{
    return startAttempt(request, AttemptStore(AppPaths::attemptsFolder()));
}

bool isLive(AttemptState state)
{
    return state == AttemptState::Running || state == AttemptState::Requested;
}

}

MainWindow::MainWindow(QWidget* parent)
    : QMainWindow(parent)
    , m_starter(startInStore)
    , m_machine(std::make_unique<MachineFacts>())
    , m_draft(std::make_unique<BuildDraft>(*m_machine, loadProfiles()))
    , m_made(Rail::PlaceCount, nullptr)
{
    setObjectName(QStringLiteral("mainWindow"));
    setWindowIcon(applicationIcon());
    setMinimumSize(1024, 700);
    createFrame();
    createMenus();
    restoreLayout();
    openPlace(Rail::Build);
    showTitle();
}

// Pages look at draft and machine, so they go first.
MainWindow::~MainWindow()
{
    delete takeCentralWidget();
}

void MainWindow::createFrame()
{
    m_rail = new Rail(this);
    m_places = new QStackedWidget(this);
    m_runningBanner = new Banner(this);
    m_runningBanner->setObjectName(QStringLiteral("runningBanner"));
    m_runningBanner->setClosable(true);
    QPushButton* show = m_runningBanner->addButton(
        tr("Show it"), QStringLiteral("showRunning"), tr("Open the build that is running"));
    connect(show, &QPushButton::clicked, this, [this] { openAttempt(m_offered); });
    m_runningBanner->hide();
    auto* right = new QVBoxLayout;
    right->setSpacing(0);
    right->addWidget(m_runningBanner);
    right->addWidget(m_places, 1);
    auto* central = new QWidget(this);
    auto* layout = new QHBoxLayout(central);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_rail);
    layout->addLayout(right, 1);
    setCentralWidget(central);
    connect(m_rail, &Rail::placeRequested, this, &MainWindow::openPlace);
}

QWidget* MainWindow::createPlace(Rail::Place place)
{
    switch (place) {
    case Rail::Build:
        m_buildStack = new QStackedWidget(this);
        m_wizard = new Wizard(*m_draft, m_buildStack);
        m_buildStack->addWidget(m_wizard);
        connect(m_wizard, &Wizard::buildRequested, this, &MainWindow::startBuild);
        connect(m_wizard, &Wizard::saveScriptRequested, this, &MainWindow::saveScript);
        return m_buildStack;
    case Rail::History: {
        auto* history = new HistoryPage(this);
        connect(history, &HistoryPage::openRequested, this, &MainWindow::openAttempt);
        return history;
    }
    case Rail::Profiles: {
        auto* profiles = new ProfilePage(*m_draft, this);
        connect(profiles, &ProfilePage::nextRequested, this, &MainWindow::newBuild);
        return profiles;
    }
    case Rail::Machine:
        return new MachinePage(*m_draft, this);
    case Rail::Settings: {
        auto* page = new SettingsPage(this);
        page->setAppearance(m_appearance);
        connect(page, &SettingsPage::appearanceChosen, this,
            [this](Appearance appearance) { chooseAppearance(appearance, true); });
        return page;
    }
    case Rail::Help:
    case Rail::PlaceCount:
        break;
    }
    return new HelpPage(this);
}

QWidget* MainWindow::placeWidget(Rail::Place place)
{
    QWidget*& made = m_made[place];
    if (!made) {
        made = createPlace(place);
        m_places->addWidget(made);
    }
    return made;
}

void MainWindow::openPlace(Rail::Place place)
{
    QWidget* shown = placeWidget(place);
    m_places->setCurrentWidget(shown);
    m_rail->setPlace(place);
    if (auto* history = qobject_cast<HistoryPage*>(shown))
        history->refresh();
    if (auto* page = qobject_cast<WizardPage*>(shown))
        page->enter();
}

AttemptView& MainWindow::attemptView()
{
    placeWidget(Rail::Build);
    if (!m_attempt) {
        m_attempt = new AttemptView(m_buildStack);
        m_buildStack->addWidget(m_attempt);
        connect(m_attempt, &AttemptView::titleChanged, this, [this](const QString& title) {
            m_attemptTitle = title;
            showTitle();
        });
        connect(m_attempt, &AttemptView::progressChanged, this, &MainWindow::showProgress);
        connect(m_attempt, &AttemptView::retryRequested, this, &MainWindow::retry);
    }
    return *m_attempt;
}

void MainWindow::openAttempt(const QString& folder)
{
    AttemptView& view = attemptView();
    m_state.reset();
    m_rail->button(Rail::Build).clearProgress();
    m_runningBanner->hide();
    m_buildStack->setCurrentWidget(&view);
    openPlace(Rail::Build);
    view.openAttempt(folder);
}

void MainWindow::newBuild()
{
    openPlace(Rail::Build);
    m_buildStack->setCurrentWidget(m_wizard);
    m_wizard->goTo(m_wizard->step());
    showTitle();
}

// Starting writes to disk and starts a process: not on the thread that paints.
void MainWindow::startBuild()
{
    const auto& request = m_draft->request();
    if (!request)
        return m_wizard->showProblem(request.error().message);
    BuildRequest asked = *request;
    asked.hostFacts = toJson(m_machine->facts());
    m_wizard->setStarting(true);
    runInBackground(
        this, [starter = m_starter, asked] { return starter(asked); },
        [this](const Result<ReservedAttempt>& started) { buildStarted(started); });
}

void MainWindow::buildStarted(const Result<ReservedAttempt>& started)
{
    m_wizard->setStarting(false);
    if (started)
        return openAttempt(started->folder);
    log::warning("ui", started.error().message);
    m_wizard->showProblem(started.error().message);
}

void MainWindow::retry(int number)
{
    runInBackground(
        this,
        [number, starter = m_starter]() -> Result<ReservedAttempt> {
            const auto earlier = AttemptStore(AppPaths::attemptsFolder()).attempt(number);
            if (!earlier)
                return earlier.error();
            return starter(requestToContinue(earlier->record));
        },
        [this](const Result<ReservedAttempt>& started) { buildStarted(started); });
}

bool MainWindow::isBuilding() const
{
    return m_attempt && m_state && torchmason::isLive(*m_state);
}

void MainWindow::showProgress(int percent, AttemptState state)
{
    m_percent = percent;
    m_state = state;
    m_rail->button(Rail::Build).setProgress(percent, state);
    showTitle();
}

void MainWindow::showTitle()
{
    const bool attemptShown = m_buildStack && m_buildStack->currentWidget() == m_attempt && m_attempt;
    if (!isBuilding() && !attemptShown)
        return setWindowTitle(tr("Torchmason"));
    QString state;
    if (isBuilding())
        state = m_percent >= 0 ? tr("Compiling %1 % - ").arg(m_percent) : tr("Building - ");
    setWindowTitle(tr("%1%2 - Torchmason").arg(state, m_attemptTitle));
}

void MainWindow::stopBuild()
{
    if (!isBuilding())
        return;
    QThreadPool::globalInstance()->start([folder = m_attempt->folder()] {
        const auto record = AttemptFiles::readRecord(folder);
        const auto answer = record ? askRunner(*record, Json { { "command", "stop" } }, stopPatience)
                                   : Result<Json>(record.error());
        if (!answer)
            log::warning("ui", answer.error().message);
    });
}

void MainWindow::beginWork()
{
    m_machine->look();
    runInBackground(
        this, [] { return AttemptStore(AppPaths::attemptsFolder()).list(); },
        [this](const QVector<AttemptSummary>& attempts) {
            for (const AttemptSummary& attempt : attempts) {
                if (attempt.error.isEmpty() && torchmason::isLive(attempt.record.state))
                    return offerRunning(attempt);
            }
        });
}

void MainWindow::offerRunning(const AttemptSummary& attempt)
{
    if (isBuilding())
        return;
    m_offered = attempt.folder;
    m_runningBanner->setMessage(Tone::Accent,
        tr("Attempt %1 is still building: %2.").arg(attempt.number).arg(attempt.record.request.profileName));
    m_runningBanner->show();
}

void MainWindow::readProfilesAgain()
{
    m_draft->setCatalogue(loadProfiles());
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
    if (auto* page = qobject_cast<SettingsPage*>(m_made[Rail::Settings]))
        page->setAppearance(appearance);
}

void MainWindow::showEvent(QShowEvent* event)
{
    QMainWindow::showEvent(event);
    if (m_began)
        return;
    m_began = true;
    QTimer::singleShot(0, this, &MainWindow::beginWork); // after the first paint
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    if (isBuilding()) {
        const CloseAnswer answer = m_closeQuestion(this, m_attemptTitle);
        if (answer == CloseAnswer::Cancel)
            return event->ignore();
        if (answer == CloseAnswer::StopBuild)
            stopBuild(); // goes on behind the closed window; the program ends when it was told
    }
    rememberLayout();
    event->accept();
}

void MainWindow::restoreLayout()
{
    const auto stored = settings();
    const QByteArray geometry = stored->value(QStringLiteral("window/geometry")).toByteArray();
    if (geometry.isEmpty() || !restoreGeometry(geometry))
        resize(1200, 800);
}

void MainWindow::rememberLayout()
{
    settings()->setValue(QStringLiteral("window/geometry"), saveGeometry());
}

}
