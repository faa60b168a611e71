// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/ProfileActions.h"

#include "ui/widgets/Icons.h"
#include "ui/widgets/Parts.h"
#include "ui/widgets/Theme.h"

#include <QGridLayout>
#include <QToolButton>

namespace torchmason {

ProfileActions::ProfileActions(QWidget* parent)
    : QWidget(parent)
    , m_layout(new QGridLayout(this))
{
    setObjectName(QStringLiteral("profileActions"));
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(spacing::small);
    m_save = add(0, 0, QStringLiteral("profileSave"), QStringLiteral("save"), tr("Save my changes..."),
        tr("Keep what you set on the Flags and Review pages as a profile of your own"));
    m_duplicate = add(0, 1, QStringLiteral("profileDuplicate"), QStringLiteral("copy"), tr("Duplicate..."),
        tr("Make a profile of your own that begins as this one"));
    auto* import = add(0, 2, QStringLiteral("profileImport"), QStringLiteral("import"), tr("Import..."),
        tr("Take a profile from a file; dropping the file here does the same"));
    m_export = add(1, 0, QStringLiteral("profileExport"), QStringLiteral("export"), tr("Export..."),
        tr("Write this profile into one file for somebody else"));
    m_showFile = add(1, 1, QStringLiteral("profileShowFile"), QStringLiteral("folder"), tr("Show file"),
        tr("Open the folder that holds this profile's file"));
    m_remove = add(1, 2, QStringLiteral("profileRemove"), QStringLiteral("delete"), tr("Delete"),
        tr("Delete this profile's file, after a question"));
    connect(m_save, &QToolButton::clicked, this, &ProfileActions::saveRequested);
    connect(m_duplicate, &QToolButton::clicked, this, &ProfileActions::duplicateRequested);
    connect(import, &QToolButton::clicked, this, &ProfileActions::importRequested);
    connect(m_export, &QToolButton::clicked, this, &ProfileActions::exportRequested);
    connect(m_showFile, &QToolButton::clicked, this, &ProfileActions::showFileRequested);
    connect(m_remove, &QToolButton::clicked, this, &ProfileActions::removeRequested);
}

QToolButton* ProfileActions::add(int row, int column, const QString& name, const QString& iconName,
    const QString& text, const QString& toolTip)
{
    auto* button = named(new QToolButton(this), name);
    button->setIcon(icon(iconName));
    button->setText(text);
    button->setToolTip(toolTip);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    button->setFocusPolicy(Qt::TabFocus);
    m_layout->addWidget(button, row, column);
    return button;
}

void ProfileActions::setSubject(const Subject& subject)
{
    m_save->setEnabled(subject.isReadable && subject.hasEdits);
    m_duplicate->setEnabled(subject.isReadable);
    m_export->setEnabled(subject.isReadable);
    m_showFile->setEnabled(subject.isOwn);
    m_remove->setEnabled(subject.isOwn);
}

}
