// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/FolderSettings.h"

#include "core/store/FolderChange.h"
#include "ui/models/Background.h"
#include "ui/text/BreakableText.h"
#include "ui/widgets/Banner.h"
#include "ui/widgets/CopyAction.h"
#include "ui/widgets/FolderField.h"
#include "ui/widgets/Layouts.h"
#include "ui/widgets/Parts.h"

#include <QDesktopServices>
#include <QDir>
#include <QFormLayout>
#include <QGridLayout>
#include <QLabel>
#include <QToolButton>
#include <QUrl>

#include <functional>
#include <initializer_list>
#include <utility>

namespace torchmason {

void openOwnFolder(QObject* context, const QString& folder)
{
    runInBackground(
        diskPool(), context, [folder] { return QDir().mkpath(folder); },
        [folder](bool) { QDesktopServices::openUrl(QUrl::fromLocalFile(folder)); });
}

namespace {

using AppPaths::Place;

QString folderNow(Place place)
{
    const QString chosen = AppPaths::chosenFolder(place);
    return chosen.isEmpty() ? AppPaths::usualFolder(place) : chosen;
}

QString native(const QString& folder)
{
    return folder.isEmpty() ? FolderSettings::tr("The usual folders of ccache and sccache")
                            : QDir::toNativeSeparators(folder);
}

QFormLayout* form()
{
    auto* made = new QFormLayout;
    made->setContentsMargins({});
    made->setHorizontalSpacing(spacing::group);
    made->setVerticalSpacing(spacing::inner);
    return made;
}

QToolButton* openButton(
    QWidget* parent, const QString& name, const QString& label, const std::function<QString()>& folder)
{
    auto* open = toolButton(parent, name, "folder", FolderSettings::tr("Open this folder"));
    open->setAccessibleName(FolderSettings::tr("Open the folder: %1").arg(label));
    QObject::connect(open, &QToolButton::clicked, parent, [folder, parent] {
        if (!folder().isEmpty())
            openOwnFolder(parent, folder());
    });
    return open;
}

}

FolderSettings::FolderSettings(QWidget* parent)
    : QWidget(parent)
{
    QFormLayout* chosen = form();
    addChoice(*chosen, Place::Attempts, QStringLiteral("Attempts"), tr("Folder of attempts"));
    addChoice(*chosen, Place::Work, QStringLiteral("Work"), tr("Work folder"));
    addChoice(*chosen, Place::Caches, QStringLiteral("Caches"), tr("Folder of compiler caches"));
    m_about = secondaryText(
        tr("A folder that you choose here is used from the next build on, in the window and on the command "
           "line. Nothing is moved or deleted: what is in the old folder stays there, and is found again "
           "when you choose that one again. An empty field means the usual place. The environment variables "
           "CCACHE_DIR and SCCACHE_DIR take precedence over the folder of compiler caches; TORCHMASON_HOME "
           "puts everything into one folder."),
        this);
    m_about->setObjectName(QStringLiteral("settingsFoldersAbout"));
    createNotice();
    auto* words = new QGridLayout; // one of them, and the room of all
    for (QWidget* one : std::initializer_list<QWidget*> { m_about, m_notice, m_locked }) {
        setPlaceKept(*one, true);
        words->addWidget(one, 0, 0, Qt::AlignTop);
    }
    QFormLayout* shown = form();
    addShown(*shown, QStringLiteral("openProfiles"), tr("Your profiles"), AppPaths::userProfilesFolder());
    addShown(*shown, QStringLiteral("openRules"), tr("Your rules for failures"), AppPaths::userRulesFolder());
    addShown(*shown, QStringLiteral("openConfig"), tr("Folder of the settings"), AppPaths::configFolder());
    columnOf(this, {}, spacing::inner, { chosen, words, shown });
}

void FolderSettings::createNotice()
{
    m_notice = named(new Banner(this), "settingsFolderNotice");
    m_notice->setClosable(true);
    m_notice->hide();
    m_locked = named(new Banner(this), "settingsFoldersLocked");
    m_locked->setMessage(
        Tone::Neutral, tr("A build is running; the folders can be changed when it has ended."));
    m_locked->hide();
    connect(m_notice->findChild<QToolButton*>(QStringLiteral("bannerClose")), &QToolButton::clicked, this,
        &FolderSettings::showWords);
}

// In one place, so that nothing moves when they come.
void FolderSettings::showWords()
{
    m_notice->hide();
    m_about->setVisible(!m_building);
    m_locked->setVisible(m_building);
}

void FolderSettings::tell(Tone tone, const QString& sentence)
{
    m_notice->setMessage(tone, sentence);
    m_about->hide();
    m_locked->hide();
    m_notice->show();
    bringIntoView(m_notice);
}

void FolderSettings::addChoice(QFormLayout& form, Place place, const QString& name, const QString& label)
{
    auto* row = new QWidget(this);
    auto* field = new FolderField(QStringLiteral("settings%1Folder").arg(name), label, row);
    field->setPlaceholder(native(AppPaths::usualFolder(place)));
    m_fields.append(field);
    auto* open = openButton(row, QStringLiteral("open") + name, label, [place] { return folderNow(place); });
    rowOf(row, {}, spacing::small, { { field, 1 }, open });
    row->setFocusProxy(field);
    form.addRow(label, row);
    connect(field, &FolderField::pathChosen, this, [this, place] { change(place); });
    showFolder(place);
}

void FolderSettings::addShown(
    QFormLayout& form, const QString& name, const QString& label, const QString& folder)
{
    auto* row = new QWidget(this);
    auto* open = openButton(row, name, label, [folder] { return folder; });
    QLabel* path = plainText(row, name + QStringLiteral("Path"));
    path->setText(breakable(QDir::toNativeSeparators(folder)));
    path->setAccessibleName(QDir::toNativeSeparators(folder));
    addCopyAction(path);
    rowOf(row, {}, usualSpacing, { { path, 1 }, open });
    row->setFocusProxy(open);
    form.addRow(label, row);
}

void FolderSettings::showFolder(Place place)
{
    m_fields[int(place)]->setPath(QDir::toNativeSeparators(AppPaths::chosenFolder(place)));
}

void FolderSettings::change(Place place)
{
    const QString wanted = m_fields[int(place)]->fullPath();
    const QString before = folderNow(place);
    setEnabled(false); // one at a time
    runInBackground(
        diskPool(), this, [place, wanted] { return changeFolder(place, wanted); },
        [this, place, before](const Result<void>& done) {
            setEnabled(true);
            showFolder(place);
            tell(done ? Tone::Good : Tone::Bad, done ? sentenceAfter(place, before) : done.error().message);
            if (done)
                emit changed();
        });
}

QString FolderSettings::sentenceAfter(Place place, const QString& before) const
{
    const QString now = native(folderNow(place));
    switch (place) {
    case Place::Attempts:
        return tr("Attempts are now kept in %1. Those in %2 stay there; History shows them when you choose "
                  "that folder again.")
            .arg(now, native(before));
    case Place::Work:
        return tr("New source trees and build folders are now made in %1. What is in %2 stays there and is "
                  "not used from now on.")
            .arg(now, native(before));
    case Place::Caches:
        break;
    }
    return tr("From the next build on, compiled files are cached in: %1. What was cached before stays: %2.")
        .arg(now, native(before));
}

void FolderSettings::setBuilding(bool building)
{
    if (std::exchange(m_building, building) == building)
        return;
    for (FolderField* field : std::as_const(m_fields))
        field->setEnabled(!building);
    showWords();
}

}
