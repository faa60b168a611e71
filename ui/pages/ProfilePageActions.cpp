// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/ProfilePage.h"

#include "core/config/ProfileStore.h"
#include "ui/widgets/Parts.h"
#include "ui/widgets/WrappingRow.h"

#include <QDesktopServices>
#include <QFileInfo>
#include <QMenu>
#include <QPushButton>
#include <QUrl>

#include <utility>

// The buttons above the list of profiles.
namespace torchmason {

void ProfilePage::createActions()
{
    m_actions = new QWidget(this);
    const auto add = [this](const char* name, const char* iconName, const QString& text,
                         const QString& toolTip, auto slot) {
        auto* button = pushButton(m_actions, name, iconName, text, toolTip);
        button->setAutoDefault(false);
        button->setFocusPolicy(Qt::TabFocus);
        connect(button, &QPushButton::clicked, this, slot);
        return button;
    };
    m_save = add("profileSave", "save", tr("Save my changes..."),
        tr("Keep what you set on the Flags and Review pages as a profile of your own"),
        [this] { openForm(true); });
    m_duplicate = add("profileDuplicate", "copy", tr("Duplicate..."),
        tr("Make a profile of your own that begins as this one"), [this] { openForm(false); });
    QPushButton* importing = add("profileImport", "import", tr("Import..."),
        tr("Add a profile from a file; dropping the file on the window does the same"),
        &ProfilePage::askForImport);
    m_export = add("profileExport", "export", tr("Export..."),
        tr("Write this profile into one file for somebody else"), &ProfilePage::askForExport);
    m_showFile = add("profileShowFile", "folder", tr("Open the folder"),
        tr("Open the folder that holds this profile's file"), [this] {
            const QFileInfo file(ProfileStore().fileOf(m_shownId));
            QDesktopServices::openUrl(QUrl::fromLocalFile(file.path()));
        });
    m_remove = add("profileRemove", "delete", tr("Delete..."),
        tr("Delete this profile's file, after a question"), &ProfilePage::askBeforeRemoving);
    createMore({ m_duplicate, importing, m_export, m_showFile, m_remove });
    m_actions->setLayout(new WrappingRow(
        spacing::small, { m_save, m_duplicate, importing, m_export, m_showFile, m_remove, m_more }));
}

// What these buttons do is in its menu while they are folded away.
void ProfilePage::createMore(const QVector<QPushButton*>& buttons)
{
    m_more = named(new QPushButton(tr("More"), m_actions), "profileMore",
        tr("What else can be done with this profile and its file"));
    m_more->setAutoDefault(false);
    m_more->setFocusPolicy(Qt::TabFocus);
    auto* menu = named(new QMenu(m_more), "profileMoreMenu");
    connect(menu, &QMenu::aboutToShow, this, [menu, buttons] {
        menu->clear();
        for (QPushButton* button : buttons)
            menu->addAction(button->icon(), button->text(), button, &QPushButton::click)
                ->setEnabled(button->isEnabled());
    });
    m_more->setMenu(menu);
    m_more->hide();
}

// Where they do not stand in one line, only the first one is seen besides the menu of the others.
void ProfilePage::arrangeActions()
{
    auto buttons = m_actions->findChildren<QPushButton*>(Qt::FindDirectChildrenOnly);
    buttons.removeOne(m_more);
    int wanted = -spacing::small;
    for (const QPushButton* button : std::as_const(buttons))
        wanted += button->sizeHint().width() + spacing::small;
    const bool folded = wanted > width() - pageMargins.left() - pageMargins.right();
    m_more->setVisible(folded);
    for (QPushButton* button : std::as_const(buttons))
        button->setVisible(!folded || button == m_save);
}

}
