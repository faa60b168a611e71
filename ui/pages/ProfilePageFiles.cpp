// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/ProfilePage.h"

#include "core/config/ProfileStore.h"
#include "ui/models/BuildDraft.h"
#include "ui/models/Settings.h"
#include "ui/pages/BrokenProfileView.h"
#include "ui/pages/ConflictPanel.h"
#include "ui/pages/ProfileForm.h"
#include "ui/text/ProfileText.h"
#include "ui/widgets/Banner.h"

#include <QDesktopServices>
#include <QDir>
#include <QEvent>
#include <QFileDialog>
#include <QPushButton>
#include <QStackedWidget>
#include <QUrl>

#include <algorithm>

// What the page of profiles does with their files.
namespace torchmason {

namespace {

QString native(const QString& path)
{
    return QDir::toNativeSeparators(path);
}

QString noAnswer()
{
    return ProfilePage::tr(
        "The disk with your profiles does not respond. Your change is made once it responds.");
}

}

void ProfilePage::readAgain()
{
    if (const auto profiles = readProfiles())
        m_draft.setCatalogue(*profiles);
}

bool ProfilePage::event(QEvent* event)
{
    const bool isDone = WizardPage::event(event);
    if (event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest)
        arrangeActions();
    if (event->type() == QEvent::Resize && m_conflicts)
        m_conflicts->fitInto(height());
    return isDone;
}

void ProfilePage::connectFiles()
{
    connect(m_form, &ProfileForm::saveRequested, this, [this] { saveForm(true); });
    connect(m_form, &ProfileForm::changeRequested, this, [this] { saveForm(false); });
    connect(m_form, &ProfileForm::cancelled, this, &ProfilePage::closeForm);
    connect(m_broken, &BrokenProfileView::openRequested, this, &ProfilePage::openShownFile);
    connect(m_broken, &BrokenProfileView::readAgainRequested, this, [this] { readAgain(); });
    QPushButton* remove
        = m_question->addButton(tr("Delete"), QStringLiteral("profileRemoveYes"), tr("Delete the file"));
    QPushButton* keep
        = m_question->addButton(tr("Keep"), QStringLiteral("profileRemoveNo"), tr("Leave it as it is"));
    connect(remove, &QPushButton::clicked, this, &ProfilePage::removeShown);
    connect(keep, &QPushButton::clicked, m_question, &QWidget::hide);
}

void ProfilePage::refreshActions()
{
    const Profile* profile = shownProfile();
    const bool isBroken = m_draft.catalogue().brokenProfile(m_shownId);
    // Edits lie over the chosen profile, so they cannot be saved on top of another one that is looked at.
    const bool isChosen = m_shownId == m_draft.profileId();
    m_save->setEnabled(profile && isChosen && !m_draft.changes().isEmpty());
    m_duplicate->setEnabled(profile);
    m_export->setEnabled(profile);
    for (QPushButton* button : { m_showFile, m_remove })
        button->setEnabled(isBroken || (profile && profile->userOwned));
}

void ProfilePage::openForm(bool withEdits)
{
    const Profile* profile = shownProfile();
    if (!profile)
        return;
    m_formHasEdits = withEdits;
    m_right->setCurrentIndex(FormSide);
    m_form->show();
    m_form->begin(*profile, withWishes(*profile, withEdits ? m_draft.wishes() : RequestWishes()));
}

void ProfilePage::closeForm()
{
    m_form->hide();
    showRightSide();
}

void ProfilePage::saveForm(bool asNew)
{
    const Profile* base = shownProfile();
    if (!base)
        return;
    const RequestWishes wishes = m_formHasEdits ? m_draft.wishes() : RequestWishes();
    const Profile profile = withWishes(*base, wishes).profile;
    const auto answer
        = configDisk().ask([asNew, profile, name = m_form->name(), summary = m_form->summary()] {
              const ProfileStore store;
              Profile own = asNew ? copyOf(profile, store.freeId(name), name) : profile;
              own.name = name;
              own.summary = summary;
              return store.save(own);
          });
    if (!answer)
        return m_form->showProblem(noAnswer());
    const auto& written = *answer;
    if (!written)
        return m_form->showProblem(written.error().message);
    saved(*written, tr("Saved as %1.").arg(native(written->file)));
}

// The saved one is shown; in the wizard it is built with, so that the changes that are in it now are no
// changes any more.
void ProfilePage::saved(const Profile& profile, const QString& sentence)
{
    const bool wasChosen = m_shownId == m_draft.profileId();
    m_form->hide();
    readAgain();
    if (m_use == Use::Choose || (m_formHasEdits && wasChosen)) {
        m_draft.chooseProfile(profile.id);
        m_draft.dropRedundantEdits();
    }
    showProfile(profile.id);
    selectShown();
    tell(true, sentence);
}

void ProfilePage::askForImport()
{
    importFiles(QFileDialog::getOpenFileNames(
        this, tr("Import profiles"), QDir::homePath(), tr("Profiles (*.json);;All files (*)")));
}

void ProfilePage::importFiles(const QStringList& files)
{
    QStringList problems;
    QStringList names;
    QString last;
    PatientDisk disk; // of the files; settings and drafts do not wait for it
    for (const QString& file : files) {
        const auto answer = disk.ask([file] { return ProfileStore().importFrom(file); });
        const ProfileImport import = answer.value_or(ProfileImport { {},
            { tr("%1: the disk does not respond. The profile is imported once it responds.")
                    .arg(native(file)) } });
        problems << import.problems;
        if (!import.profile)
            continue;
        names << import.profile->name;
        last = import.profile->id;
    }
    if (names.isEmpty() && problems.isEmpty())
        return;
    m_form->hide();
    readAgain();
    if (!last.isEmpty()) {
        if (m_use == Use::Choose)
            m_draft.chooseProfile(last);
        showProfile(last);
        selectShown();
    }
    const QString taken = names.isEmpty() ? tr("Nothing was imported.")
                                          : tr("Imported: %1.").arg(names.join(QStringLiteral(", ")));
    tell(problems.isEmpty(), problems.isEmpty() ? taken : taken + u'\n' + bulletList(problems));
}

void ProfilePage::askForExport()
{
    const Profile* profile = shownProfile();
    if (!profile)
        return;
    const QString file = QFileDialog::getSaveFileName(this, tr("Export a profile"),
        QDir::homePath() + u'/' + profile->id + QStringLiteral(".json"), tr("Profiles (*.json)"));
    if (!file.isEmpty())
        exportTo(file);
}

void ProfilePage::exportTo(const QString& file)
{
    const Profile* profile = shownProfile();
    if (!profile)
        return;
    PatientDisk disk;
    const auto answer = disk.ask([profile = *profile, file] { return exportProfile(profile, file); });
    if (!answer)
        return tell(false,
            tr("%1: the disk does not respond. The profile is exported once it responds.").arg(native(file)));
    const auto& left = *answer;
    if (!left)
        return tell(false, left.error().message);
    const QString written = tr("Exported to %1.").arg(native(file));
    tell(true,
        left->isEmpty() ? written
                        : written + u' '
                + tr("Left out, because they hold secrets: %1.").arg(left->join(QStringLiteral(", "))));
}

void ProfilePage::askBeforeRemoving()
{
    const Profile* profile = shownProfile();
    m_removing = m_shownId;
    m_question->setMessage(Tone::Warning,
        tr("Delete \"%1\"? Its file %2 is deleted; attempts that were built with it stay in the history.")
            .arg(profile ? profile->name : m_shownId, native(ProfileStore().fileOf(m_shownId))));
    m_question->show();
}

void ProfilePage::removeShown()
{
    m_question->hide();
    const auto answer = configDisk().ask([id = m_removing] { return ProfileStore().remove(id); });
    if (const auto removed = answer.value_or(Error { noAnswer() }); !removed)
        return tell(false, removed.error().message);
    m_form->hide();
    readAgain();
    const Profile* now = m_use == Use::Choose ? shownProfile() : nullptr;
    tell(true,
        tr("Deleted: %1.").arg(m_removing) + (now ? u' ' + tr("Chosen now: %1.").arg(now->name) : QString()));
}

void ProfilePage::openShownFile()
{
    if (const BrokenProfile* broken = m_draft.catalogue().brokenProfile(m_shownId))
        QDesktopServices::openUrl(QUrl::fromLocalFile(broken->file));
}

void ProfilePage::tell(bool isGood, const QString& sentence)
{
    m_notice->setMessage(isGood ? Tone::Good : Tone::Bad, sentence);
    m_notice->show();
}

}
