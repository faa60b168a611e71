// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/AppPaths.h"
#include "core/store/AttemptStore.h"
#include "ui/frame/BuildPage.h"
#include "ui/frame/MainWindow.h"
#include "ui/models/Background.h"
#include "ui/models/BuildDraft.h"
#include "ui/pages/Wizard.h"

#include <utility>

// The first start: a build of a minute, so that every page was seen once.
namespace torchmason {

namespace {

const QString tour = QStringLiteral("tour");

}

void MainWindow::offerTour()
{
    runInBackground(
        diskPool(), this, [] { return AttemptStore(AppPaths::attemptsFolder()).outlines().isEmpty(); },
        [this](bool isFirst) {
            m_build->wizard().offerTour(isFirst && !isBuilding() && m_draft->catalogue().profile(tour));
        });
}

// It goes by the review as every build does, and starts there when all is known.
void MainWindow::startTour()
{
    if (m_starter.isStarting())
        return;
    m_beforeTour = m_draft->profileId();
    m_draft->chooseProfile(tour);
    m_build->wizard().goTo(Wizard::ReviewStep);
    startBuild();
}

// The user's own choice comes back.
void MainWindow::leaveTour()
{
    if (const auto before = std::exchange(m_beforeTour, std::nullopt); before && !before->isEmpty())
        m_draft->chooseProfile(*before);
}

}
