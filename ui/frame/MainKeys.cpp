// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/AboutDialog.h"
#include "ui/frame/AttemptPage.h"
#include "ui/frame/BuildPage.h"
#include "ui/frame/GuideDialog.h"
#include "ui/frame/HelpPage.h"
#include "ui/frame/HistoryPlace.h"
#include "ui/frame/MainWindow.h"
#include "ui/frame/ReadingOrder.h"
#include "ui/frame/TourGuide.h"
#include "ui/history/HistoryPage.h"
#include "ui/pages/Wizard.h"
#include "ui/panels/AttemptView.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QStackedWidget>

#include <utility>

// Keys that lead to another place by where they are pressed: help and search.
namespace torchmason {

namespace {

HelpTopic topicOfStep(Wizard::Step step)
{
    constexpr HelpTopic topics[]
        = { HelpTopic::Machine, HelpTopic::Profiles, HelpTopic::Flags, HelpTopic::Review };
    return topics[step];
}

HelpTopic topicOf(NavigationBar::Place place)
{
    switch (place) {
    case NavigationBar::History:
        return HelpTopic::History;
    case NavigationBar::Profiles:
        return HelpTopic::Profiles;
    case NavigationBar::Machine:
        return HelpTopic::Machine;
    case NavigationBar::Settings:
        return HelpTopic::Settings;
    default:
        return HelpTopic::Machine;
    }
}

}

// As the title bar says it where no attempt is shown.
QString MainWindow::pageName() const
{
    QWidget* shown = m_places->currentWidget();
    if (shown == m_build)
        return tr("New build: %1").arg(helpTitle(topicOfStep(m_build->wizard().step())));
    if (m_history && shown == m_history && !m_history->list().comparison().isEmpty())
        return m_history->list().comparison();
    return m_rail->button(NavigationBar::Place(m_made.indexOf(shown))).text();
}

void MainWindow::openHelp()
{
    QWidget* shown = m_places->currentWidget();
    const auto place = NavigationBar::Place(m_made.indexOf(shown));
    if (place == NavigationBar::Help)
        return;
    const HelpTopic topic = shownPage() ? HelpTopic::Attempt
        : shown == m_build              ? topicOfStep(m_build->wizard().step())
                                        : topicOf(place);
    m_beforeHelp = place;
    m_farewellWaits = m_guide->saysFarewell();
    openPlace(NavigationBar::Help);
    auto* page = qobject_cast<HelpPage*>(m_made[NavigationBar::Help]);
    page->showTopic(topic);
    page->setFocus();
}

void MainWindow::leaveHelp()
{
    openPlace(m_beforeHelp);
    if (std::exchange(m_farewellWaits, false))
        m_guide->show();
}

void MainWindow::openAbout()
{
    auto* about = findChild<AboutDialog*>();
    if (!about) {
        about = new AboutDialog(this);
        about->setAttribute(Qt::WA_DeleteOnClose);
    }
    about->show();
    about->raise();
    about->activateWindow();
}

// One beside the window, so that it can be read while the window is used.
void MainWindow::openGuide(const QString& place)
{
    auto* guide = findChild<GuideDialog*>();
    if (!guide) {
        guide = new GuideDialog(this);
        guide->setAttribute(Qt::WA_DeleteOnClose);
    }
    guide->show(); // lines break by its width, and what stands where follows from that
    guide->openPlace(place);
    guide->raise();
    guide->activateWindow();
}

void MainWindow::focusSearch()
{
    if (const AttemptPage* page = shownPage())
        return page->view().focusSearch();
    if (QLineEdit* field = pageSearch())
        field->setFocus(Qt::ShortcutFocusReason);
}

// Null where the page has none, and where an attempt with its log is shown.
QLineEdit* MainWindow::pageSearch() const
{
    const QWidget* place = m_places->currentWidget();
    for (const char* name :
        { "machineSearch", "settingsSearch", "flagSearch", "profileSearch", "historyFilter" }) {
        for (auto* field : place->findChildren<QLineEdit*>(QLatin1String(name))) {
            if (field->isVisibleTo(place))
                return field;
        }
    }
    return nullptr;
}

// What no page has taken.
void MainWindow::keyPressEvent(QKeyEvent* event)
{
    if (event->matches(QKeySequence::Find))
        return focusSearch();
    if (event->key() == Qt::Key_Escape && m_places->currentWidget() == m_made[NavigationBar::Help])
        return leaveHelp();
    if (m_miniAction->shortcut() == QKeySequence(event->keyCombination()))
        return openMini(); // says why there is none
    QMainWindow::keyPressEvent(event);
}

bool MainWindow::focusNextPrevChild(bool next)
{
    const QWidget* now = focusWidget();
    const QVector<QWidget*> order = readingOrder(*this, now);
    if (order.isEmpty())
        return QMainWindow::focusNextPrevChild(next);
    const qsizetype at = order.indexOf(now);
    const qsizetype before = at < 0 && !next ? 0 : at;
    order[(before + (next ? 1 : order.size() - 1)) % order.size()]->setFocus(
        next ? Qt::TabFocusReason : Qt::BacktabFocusReason);
    return true;
}

}
