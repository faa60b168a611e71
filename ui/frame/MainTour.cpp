// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/AppPaths.h"
#include "core/store/AttemptStore.h"
#include "ui/frame/AttemptPage.h"
#include "ui/frame/BuildPage.h"
#include "ui/frame/HistoryPlace.h"
#include "ui/frame/MainWindow.h"
#include "ui/frame/TourGuide.h"
#include "ui/history/HistoryPage.h"
#include "ui/models/Background.h"
#include "ui/models/BuildDraft.h"
#include "ui/pages/Wizard.h"
#include "ui/panels/AttemptView.h"

#include <QStackedWidget>

#include <utility>

// The first start: a failure, its fix and a success, so that every page was seen once.
namespace torchmason {

namespace {

const QString tour = QStringLiteral("tour");

}

void MainWindow::createGuide()
{
    m_guide = new TourGuide(m_live, this);
    connect(m_places, &QStackedWidget::currentChanged, m_guide, &TourGuide::goOn);
    connect(m_guide, &TourGuide::fixWanted, this, [this] {
        if (AttemptPage* page = shownPage())
            page->view().focusFix();
    });
    connect(m_guide, &TourGuide::comparisonWanted, this, [this](int failed, int mended) {
        openPlace(NavigationBar::History);
        m_history->showList();
        m_history->list().compare({ failed, mended });
    });
    connect(m_guide, &TourGuide::ownBuildWanted, this, &MainWindow::beginNewBuild);
}

// The disk is asked after the first paint; the place of the offer is there from then on.
void MainWindow::awaitTour()
{
    if (TourGuide::isOver())
        return;
    connect(&m_build->wizard(), &Wizard::tourDeclined, m_guide, &TourGuide::leave);
    m_build->wizard().awaitTourOffer();
}

void MainWindow::offerTour()
{
    if (TourGuide::isOver())
        return;
    m_tourQuery.ask(
        {},
        [](const std::stop_token&) { return AttemptStore(AppPaths::attemptsFolder()).outlines().isEmpty(); },
        [this](bool isFirst) {
            m_build->wizard().offerTour(isFirst && !isBuilding() && m_draft->catalogue().profile(tour));
        });
}

void MainWindow::withdrawTour()
{
    m_tourQuery.forget();
    m_build->wizard().offerTour(false);
}

// It goes by the review as every build does, and starts there when all is known.
void MainWindow::startTour()
{
    if (m_starter.isStarting())
        return;
    setWaitsToBuild(false);
    const Wizard& wizard = m_build->wizard();
    if (!m_beforeTour) // asked for once more, it still waits to begin
        m_beforeTour = BeforeTour { m_draft->isProfileChosen() ? m_draft->profileId() : QString(),
            m_draft->edits(), m_draft->cleanLevel(), wizard.step(), wizard.reached() };
    RequestWishes planted;
    planted.programs = m_draft->edits().programs;
    planted.configuration.setFlag({ QStringLiteral("TOUR_FAILURE"), QStringLiteral("unresolved"),
        QStringLiteral("STRING"), ValueOrigin::Tour });
    m_draft->change(tr("the tour"), planted, tour);
    m_draft->chooseProfile(tour);
    m_draft->setCleanLevel(CleanLevel::All); // what an earlier tour built and mended would let it succeed
    m_build->wizard().goTo(Wizard::ReviewStep);
    startBuild();
    giveDraftBackUnlessItStarts();
}

// A question was answered with no, or the user is elsewhere.
void MainWindow::giveDraftBackUnlessItStarts()
{
    if (!m_waitsToBuild && !m_starter.isStarting())
        giveDraftBack();
}

// The user's own choice comes back; both steps are one that undo does not see.
void MainWindow::giveDraftBack()
{
    const auto before = std::exchange(m_beforeTour, std::nullopt);
    if (!before)
        return;
    m_draft->change(tr("the tour"), before->edits, tour);
    m_draft->setCleanLevel(before->clean);
    if (before->profile.isEmpty())
        m_draft->leaveProfileToRanking();
    else
        m_draft->chooseProfile(before->profile);
    m_build->wizard().startOver(Wizard::Step(before->step), Wizard::Step(before->reached));
}

void MainWindow::keepDraftOfTour()
{
    if (const auto before = std::exchange(m_beforeTour, std::nullopt))
        m_draft->setCleanLevel(before->clean);
}

}
