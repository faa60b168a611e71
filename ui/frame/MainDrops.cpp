// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Core.h"
#include "core/config/ProfileStore.h"
#include "core/history/AttemptSettings.h"
#include "ui/frame/BuildPage.h"
#include "ui/frame/HistoryPlace.h"
#include "ui/frame/MainWindow.h"
#include "ui/history/HistoryPage.h"
#include "ui/models/Background.h"
#include "ui/models/BuildDraft.h"
#include "ui/models/Settings.h"
#include "ui/pages/ProfilePage.h"
#include "ui/pages/Wizard.h"

#include <QDir>
#include <QFileInfo>
#include <QStackedWidget>

// What the window takes over: files that were opened or dropped on it, and the settings of an attempt.
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
    if (showsProfileStep())
        return m_build->wizard().importProfiles(paths);
    openPlace(NavigationBar::Profiles);
    qobject_cast<ProfilePage*>(m_made[NavigationBar::Profiles])->importFiles(paths);
}

bool MainWindow::showsProfileStep() const
{
    return m_places->currentWidget() == m_build && m_build->showsWizard()
        && m_build->wizard().step() == Wizard::ProfileStep;
}

// What is opened is told in the history; a disk may take minutes to answer.
void MainWindow::openFile(const QString& file)
{
    const bool isChosen = showsProfileStep();
    showHistoryList();
    m_history->list().tellOpening(file);
    m_openQuery.ask(
        {}, [file](const std::stop_token&) { return contentOfDrop({ file }); },
        [this, file, isChosen](const DropContent& content) { takeOpened(file, content, isChosen); });
}

// Whoever is elsewhere by now stays there.
void MainWindow::takeOpened(const QString& file, const DropContent& content, bool isChosen)
{
    HistoryPage& list = m_history->list();
    if (content.use == DropContent::Use::None)
        return list.tell(Tone::Bad, content.sentence);
    list.withdrawNotice();
    const bool isProfile = content.use == DropContent::Use::Profiles;
    if (isProfile && isChosen && (showsProfileStep() || showsHistoryList())) {
        openPlace(NavigationBar::Build);
        m_build->showWizard();
        return m_build->wizard().importProfiles({ file });
    }
    if (showsHistoryList())
        return takeDropped(content.use, { file });
    if (!isProfile)
        return list.importBundle(file, false);
    qobject_cast<ProfilePage*>(placeWidget(NavigationBar::Profiles))->importFiles({ file });
    list.tell(Tone::Neutral, tr("%1 was opened under Profiles.").arg(QFileInfo(file).fileName()));
}

// The sample project's profile builds no PyTorch, so the one that fits best takes its place.
void MainWindow::takeSource(const QString& folder)
{
    newBuild();
    const auto isSample = [this] {
        const Profile* profile = m_draft->profile();
        return profile && profile->source.kind == SourceKind::Sample;
    };
    const bool wasSample = isSample();
    if (wasSample)
        m_draft->leaveProfileToRanking();
    m_draft->edit(tr("source folder"), {},
        [&folder](RequestWishes& wishes) { wishes.sourceFolder = QDir::cleanPath(folder); });
    Wizard& wizard = m_build->wizard();
    wizard.goTo(Wizard::ReviewStep);
    QString said = tr("The build now takes its source from %1. Undo (Ctrl+Z) takes that back.")
                       .arg(QDir::toNativeSeparators(folder));
    if (wasSample && m_draft->profile() && !isSample())
        said += u' '
            + tr("The profile is now %1, because the tour builds its sample project only.")
                  .arg(shownData(m_draft->profile()->name));
    wizard.tell(Tone::Neutral, said);
}

void MainWindow::takeSettings(int number, const AttemptRecord& record)
{
    newBuild();
    Wizard& wizard = m_build->wizard();
    AttemptSettings settings = settingsOfAttempt(record, m_draft->catalogue());
    QStringList sentences { tr(
        "These are the settings of attempt %1; what was set here before comes back with "
        "Undo (Ctrl+Z).")
                                .arg(number) };
    if (settings.profileIsMade) {
        const auto answer = configDisk().ask([profile = settings.profile]() mutable {
            const ProfileStore store;
            profile.id = store.freeId(profile.id);
            return store.save(profile);
        });
        if (!answer) {
            wizard.goTo(Wizard::ProfileStep);
            return wizard.tell(Tone::Bad,
                tr("The disk with your profiles does not respond. The profile of the attempt is saved once "
                   "it responds; then choose \"Build again...\" once more."));
        }
        const auto& saved = *answer;
        if (!saved) {
            wizard.goTo(Wizard::ProfileStep);
            return wizard.tell(Tone::Bad, tr("Nothing was changed: %1").arg(saved.error().message));
        }
        settings.profile.id = saved->id;
        readProfilesAgain();
        sentences << tr("The profile of the attempt was not here; it is now your own profile %1.")
                         .arg(settings.profile.id);
    } else if (m_draft->profileId() != settings.profile.id) {
        sentences << tr("The profile is now %1, as in attempt %2.")
                         .arg(shownData(settings.profile.name))
                         .arg(number);
    }
    m_draft->chooseProfile(settings.profile.id);
    m_draft->take(
        { number, settings.wishes.configuration }, tr("settings of attempt %1").arg(number), settings.wishes);
    const bool wouldClean = m_draft->cleanLevel() != CleanLevel::None;
    m_draft->setCleanLevel(
        CleanLevel::None); // a wish for one build alone, the attempt's as well as the draft's
    if (record.request.clean)
        sentences << tr("The attempt cleaned its build folder first; this build does not, unless you choose "
                        "that under Review.");
    else if (wouldClean)
        sentences << tr("\"Clean first\" is set to \"nothing\" again; Undo does not change that.");
    wizard.showFlags();
    wizard.tell(settings.leftOut.isEmpty() ? Tone::Neutral : Tone::Warning,
        (sentences + settings.leftOut).join(u' '));
}

}
