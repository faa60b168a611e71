// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/ProfileForm.h"

#include "core/config/ProfileStore.h"
#include "core/profile/ProfileCatalogue.h"
#include "ui/models/Settings.h"
#include "ui/text/ProfileText.h"
#include "ui/widgets/Layouts.h"
#include "ui/widgets/Parts.h"
#include "ui/widgets/WrappingRow.h"

#include <QDir>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

namespace torchmason {

namespace {

QString changesText(const Profile& base, const Profile& wished)
{
    QStringList lines;
    for (const ProfileDifference& difference : compareProfiles(base, wished))
        lines << ProfileForm::tr("%1: %2 instead of %3")
                     .arg(difference.field, comparedValue(difference.right), comparedValue(difference.left));
    return lines.isEmpty() ? QString() : ProfileForm::tr("Your changes go into it:\n") + bulletList(lines);
}

}

ProfileForm::ProfileForm(QWidget* parent)
    : QWidget(parent)
{
    setObjectName(QStringLiteral("profileForm"));
    createWidgets();
    layOut();
    connect(m_name, &QLineEdit::textChanged, this, &ProfileForm::check);
    connect(m_name, &QLineEdit::returnPressed, m_save, &QPushButton::click);
    connect(m_summary, &QLineEdit::returnPressed, m_save, &QPushButton::click);
    connect(m_save, &QPushButton::clicked, this, &ProfileForm::saveRequested);
    connect(m_change, &QPushButton::clicked, this, &ProfileForm::changeRequested);
    connect(m_cancel, &QPushButton::clicked, this, &ProfileForm::cancelled);
}

void ProfileForm::createWidgets()
{
    m_title = sectionTitle(QString(), this);
    m_title->setWordWrap(true);
    m_name = named(
        new QLineEdit(this), "profileFormName", tr("What the profile is called in lists"), tr("Name"));
    m_summary = named(
        new QLineEdit(this), "profileFormSummary", tr("One sentence about what it builds"), tr("Summary"));
    m_place = secondaryText(QString(), this);
    m_changes = plainText(this, "profileFormChanges");
    m_left = named(secondaryText(QString(), this), "profileFormLeftOut");
    m_problem = plainText(this, "profileFormProblem");
    m_save = named(new QPushButton(tr("Save"), this), "profileFormSave",
        tr("Write the profile into your profiles folder and build with it"));
    m_change = named(new QPushButton(tr("Change"), this), "profileFormChange",
        tr("Write your changes into the profile itself, which is yours"));
    m_cancel = named(new QPushButton(tr("Cancel"), this), "profileFormCancel",
        tr("Save nothing; your changes stay on the Flags page"));
}

void ProfileForm::layOut()
{
    auto* fields = new QFormLayout;
    fields->setHorizontalSpacing(spacing::group);
    fields->setVerticalSpacing(spacing::inner);
    fields->addRow(tr("N&ame"), m_name);
    fields->addRow(tr("&Summary"), m_summary);
    fields->addRow(QString(), m_place);
    auto* buttons = new WrappingRow(spacing::inner, { m_save, m_change, m_cancel });
    columnOf(this, { 0, 0, spacing::inner, spacing::group }, spacing::inner,
        { m_title, fields, m_changes, m_left, m_problem, Part::gap(spacing::inner), buttons,
            Part::stretch() });
}

void ProfileForm::begin(const Profile& base, const WishedProfile& wished)
{
    const QString changes = changesText(base, wished.profile);
    m_title->setText(changes.isEmpty() ? tr("Duplicate \"%1\"").arg(base.name)
                                       : tr("Save your changes to \"%1\"").arg(base.name));
    m_name->setText(tr("%1 · mine").arg(base.name));
    m_summary->setText(base.summary);
    showText(m_changes, changes);
    m_left->setText(tr("Not in a profile, so it stays as it is here: %1.")
                        .arg(wished.leftOut.join(QStringLiteral(", "))));
    m_left->setVisible(!wished.leftOut.isEmpty());
    m_save->setText(tr("Save as a new profile"));
    m_change->setText(tr("Save into this profile"));
    m_change->setToolTip(tr("Write name, summary and changes into \"%1\" itself").arg(base.name));
    m_change->setVisible(base.userOwned);
    if (base.userOwned)
        m_name->setText(base.name);
    showProblem({});
    check();
    m_name->setFocus();
    m_name->selectAll();
}

QString ProfileForm::name() const
{
    return m_name->text().simplified();
}

QString ProfileForm::summary() const
{
    return m_summary->text().simplified();
}

void ProfileForm::showProblem(const QString& sentence)
{
    showText(m_problem, sentence);
}

void ProfileForm::check()
{
    const bool named = !name().isEmpty();
    const auto fileOfNew = [name = name()] {
        const ProfileStore store;
        return store.fileOf(store.freeId(name));
    };
    const QString file = named ? configDisk().askIfAwake(fileOfNew).value_or(QString()) : QString();
    m_place->setText(!named  ? tr("It needs a name.")
            : file.isEmpty() ? tr("The disk with your profiles does not respond.")
                             : tr("A new profile is saved as %1").arg(QDir::toNativeSeparators(file)));
    m_save->setEnabled(named);
    m_change->setEnabled(named);
}

}
