// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/BuildPage.h"
#include "ui/frame/MainWindow.h"
#include "ui/history/HistoryPage.h"
#include "ui/models/BuildDraft.h"
#include "ui/pages/ProfilePage.h"
#include "ui/pages/Wizard.h"

#include <QDir>
#include <QStackedWidget>

// What the window does with files that were dropped on it.
namespace torchmason {

void MainWindow::takeDropped(DropContent::Use use, const QStringList& paths)
{
    if (use == DropContent::Use::Source)
        return takeSource(paths.first());
    if (use == DropContent::Use::Attempts) {
        for (const QString& path : paths)
            openBundle(path);
        return;
    }
    // In the wizard the profile is chosen as well.
    Wizard& wizard = m_build->wizard();
    if (m_places->currentWidget() == m_build && m_build->showsWizard()
        && wizard.step() == Wizard::ProfileStep)
        return wizard.importProfiles(paths);
    openPlace(NavigationBar::Profiles);
    qobject_cast<ProfilePage*>(m_made[NavigationBar::Profiles])->importFiles(paths);
}

void MainWindow::takeSource(const QString& folder)
{
    newBuild();
    m_draft->edit(tr("source folder"), {},
        [&folder](RequestWishes& wishes) { wishes.sourceFolder = QDir::cleanPath(folder); });
    Wizard& wizard = m_build->wizard();
    wizard.goTo(Wizard::ReviewStep);
    wizard.tell(Tone::Neutral,
        tr("The build now takes its source from %1. Undo (Ctrl+Z) takes that back.")
            .arg(QDir::toNativeSeparators(folder)));
}

}
