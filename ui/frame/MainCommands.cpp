// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/AppPaths.h"
#include "ui/frame/BuildPage.h"
#include "ui/frame/CommandPalette.h"
#include "ui/frame/CommandSource.h"
#include "ui/frame/HistoryPlace.h"
#include "ui/frame/MainWindow.h"
#include "ui/frame/SettingsPage.h"
#include "ui/history/HistoryPage.h"
#include "ui/models/Background.h"
#include "ui/models/BuildDraft.h"
#include "ui/pages/MachinePage.h"
#include "ui/pages/ProfilePage.h"
#include "ui/pages/Wizard.h"
#include "ui/widgets/CollapsibleSection.h"
#include "ui/widgets/Icons.h"
#include "ui/widgets/StepList.h"

#include <QComboBox>
#include <QPushButton>
#include <QStackedWidget>

// What the command palette does in the window.
namespace torchmason {

void MainWindow::createPalette()
{
    m_commands = new CommandSource(*this, *m_draft);
    m_palette = new CommandPalette(*m_commands, this);
    connect(m_commands, &CommandSource::attemptWanted, this, &MainWindow::openAttempt);
    connect(m_commands, &CommandSource::profileWanted, this, &MainWindow::showProfile);
    connect(m_commands, &CommandSource::settingWanted, this, &MainWindow::showSetting);
    connect(m_commands, &CommandSource::flagWanted, this,
        [this](const QString& name, const std::optional<QString>& value) {
            newBuild();
            m_build->wizard().showFlag(name, value);
        });
    addCommands();
}

// What can be done from everywhere, but stands in no menu.
void MainWindow::addCommands()
{
    m_commands->addAlways({ tr("Compare attempts: select two to eight of them"), tr("History"), {},
                              icon(QStringLiteral("compare")), {}, {},
                              [this] {
                                  if (!showsHistoryList())
                                      return showHistoryList(); // what is selected there may be of long ago
                                  pressButtonOf(
                                      NavigationBar::History, "historyCompare", HistoryPage::tr("Compare"));
                              } },
        tr("differences"));
    m_commands->addAlways(
        { tr("Compare two profiles"), tr("Profiles"), {}, icon(QStringLiteral("compare")), {}, {},
            [this] {
                openPlace(NavigationBar::Profiles);
                m_made[NavigationBar::Profiles]
                    ->findChild<QComboBox*>(QStringLiteral("profileCompareWith"))
                    ->setFocus();
            } },
        tr("differences"));
    m_commands->addAlways({ tr("Disk space..."), tr("History"), {}, icon(QStringLiteral("disk")), {}, {},
                              [this] {
                                  openPlace(NavigationBar::History);
                                  m_history->showList();
                                  m_history->list().showDiskUse();
                              } },
        tr("room delete"));
    m_commands->addAlways({ tr("Keys of this program"), tr("Help"), {}, icon(QStringLiteral("help")), {}, {},
                              [this] { openHelp(); } },
        tr("keyboard shortcuts"));
    int at = 0;
    for (const StepButton* step : m_build->wizard().findChildren<StepButton*>())
        m_commands->addAlways(
            { tr("Go to %1").arg(step->text()), tr("Build"), {}, icon(QStringLiteral("build")), {}, {},
                [this, at = at++] {
                    newBuild();
                    m_build->wizard().goTo(Wizard::Step(at));
                } },
            tr("step"));
    m_commands->addAlways(
        { tr("Install into an environment"), tr("Build, Review"), {}, icon(QStringLiteral("build")), {}, {},
            [this] {
                newBuild();
                m_build->wizard().goTo(Wizard::ReviewStep);
                m_build->wizard().findChild<CollapsibleSection*>(QStringLiteral("reviewMore"))->setOpen(true);
            } },
        tr("wheel venv pip"));
    addButtonOf(
        NavigationBar::Machine, "machineTry", MachinePage::tr("Test the tools"), "play", tr("compile"));
    addButtonOf(
        NavigationBar::Profiles, "profileImport", ProfilePage::tr("Import..."), "import", tr("profile"));
    addButtonOf(
        NavigationBar::History, "historyExport", HistoryPage::tr("Export..."), "export", tr("attempt"));
    addButtonOf(
        NavigationBar::History, "historyDelete", HistoryPage::tr("Delete..."), "delete", tr("attempt"));
}

// "Machine: Test the tools". Where the page that is shown offers it, it is not told twice.
void MainWindow::addButtonOf(NavigationBar::Place place, const char* name, const QString& text,
    const char* iconName, const QString& more)
{
    const QString title = m_rail->button(place).text() + QStringLiteral(": ") + text;
    m_commands->addAlways({ title, {}, {}, icon(QLatin1String(iconName)), {}, {},
                              [this, place, name, text] { pressButtonOf(place, name, text); } },
        more, [this, name] {
            const auto* shown = m_places->currentWidget()->findChild<QPushButton*>(QLatin1String(name));
            return !shown || !shown->isVisible();
        });
}

bool MainWindow::showsHistoryList() const
{
    return m_history && m_places->currentWidget() == m_history && m_history->showsList()
        && m_history->list().comparison().isEmpty();
}

void MainWindow::showHistoryList()
{
    openPlace(NavigationBar::History);
    m_history->showList();
    m_history->list().leaveComparison();
}

// Where it can be pressed, and is not something else now, as "Stop".
void MainWindow::pressButtonOf(NavigationBar::Place place, const char* name, const QString& text)
{
    if (place == NavigationBar::History)
        showHistoryList();
    else
        openPlace(place);
    auto* button = m_made[place]->findChild<QPushButton*>(QLatin1String(name));
    button->setFocus();
    if (button->isEnabled() && button->text() == text)
        button->click();
}

void MainWindow::openPalette()
{
    if (!m_palette)
        createPalette();
    m_commands->collect(m_places->currentWidget(), placeWidget(NavigationBar::Settings));
    offerAttempts();
    m_palette->open();
}

// Read each time: the list of a history that is not on the screen may be old. Until the answer comes, what
// was read last is offered.
void MainWindow::offerAttempts()
{
    m_paletteQuery.ask(
        {}, [](const std::stop_token&) { return AttemptStore(AppPaths::attemptsFolder()).outlines(); },
        [this](const QVector<AttemptSummary>& attempts) {
            m_commands->setAttempts(attempts);
            m_palette->refresh();
        });
}

void MainWindow::showProfile(const QString& id)
{
    openPlace(NavigationBar::Profiles);
    qobject_cast<ProfilePage*>(m_made[NavigationBar::Profiles])->openProfile(id);
}

// A field of several parts gives the focus to the first that takes it.
void MainWindow::showSetting(QWidget* field)
{
    openPlace(NavigationBar::Settings);
    if (!field)
        return;
    qobject_cast<SettingsPage*>(m_made[NavigationBar::Settings])->showAll();
    QWidget* taker = field;
    for (QWidget* part : field->findChildren<QWidget*>()) {
        if (taker->focusPolicy() == Qt::NoFocus && (part->focusPolicy() & Qt::TabFocus))
            taker = part;
    }
    taker->setFocus();
}

}
