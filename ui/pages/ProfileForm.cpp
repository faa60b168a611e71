// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/ProfileForm.h"

#include "core/config/ProfileStore.h"
#include "core/profile/ProfileCatalogue.h"
#include "ui/text/ProfileText.h"
#include "ui/widgets/Layouts.h"
#include "ui/widgets/Theme.h"

#include <QDir>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

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
    m_name = new QLineEdit(this);
    m_name->setObjectName(QStringLiteral("profileFormName"));
    m_name->setAccessibleName(tr("Name"));
    m_name->setToolTip(tr("What the profile is called in lists"));
    m_summary = new QLineEdit(this);
    m_summary->setObjectName(QStringLiteral("profileFormSummary"));
    m_summary->setAccessibleName(tr("Summary"));
    m_summary->setToolTip(tr("One sentence about what it builds"));
    m_place = quietText(QString(), this);
    m_changes = new QLabel(this);
    m_changes->setObjectName(QStringLiteral("profileFormChanges"));
    m_left = quietText(QString(), this);
    m_left->setObjectName(QStringLiteral("profileFormLeftOut"));
    m_problem = new QLabel(this);
    m_problem->setObjectName(QStringLiteral("profileFormProblem"));
    for (QLabel* label : { m_changes, m_problem }) {
        label->setWordWrap(true);
        label->setTextFormat(Qt::PlainText);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    m_save = new QPushButton(tr("Save"), this);
    m_save->setObjectName(QStringLiteral("profileFormSave"));
    m_save->setToolTip(tr("Write the profile into your profiles folder and build with it"));
    m_change = new QPushButton(tr("Change"), this);
    m_change->setObjectName(QStringLiteral("profileFormChange"));
    m_change->setToolTip(tr("Write your changes into the profile itself, which is yours"));
    m_cancel = new QPushButton(tr("Cancel"), this);
    m_cancel->setObjectName(QStringLiteral("profileFormCancel"));
    m_cancel->setToolTip(tr("Save nothing; your changes stay on the Flags page"));
}

void ProfileForm::layOut()
{
    auto* fields = new QFormLayout;
    fields->setHorizontalSpacing(spacing::group);
    fields->setVerticalSpacing(spacing::inner);
    fields->addRow(tr("&Name"), m_name);
    fields->addRow(tr("&Summary"), m_summary);
    fields->addRow(QString(), m_place);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(spacing::inner);
    buttons->addWidget(m_save);
    buttons->addWidget(m_change);
    buttons->addWidget(m_cancel);
    buttons->addStretch();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(spacing::group, 0, spacing::inner, spacing::group);
    layout->setSpacing(spacing::inner);
    layout->addWidget(m_title);
    layout->addLayout(fields);
    layout->addWidget(m_changes);
    layout->addWidget(m_left);
    layout->addWidget(m_problem);
    layout->addSpacing(spacing::inner);
    layout->addLayout(buttons);
    layout->addStretch();
}

void ProfileForm::begin(const Profile& base, const WishedProfile& wished)
{
    const QString changes = changesText(base, wished.profile);
    m_title->setText(changes.isEmpty() ? tr("Duplicate \"%1\"").arg(base.name)
                                       : tr("Save your changes to \"%1\"").arg(base.name));
    m_name->setText(tr("%1 · mine").arg(base.name));
    m_summary->setText(base.summary);
    m_changes->setText(changes);
    m_changes->setVisible(!changes.isEmpty());
    m_left->setText(tr("Not in a profile, so it stays as it is here: %1.")
                        .arg(wished.leftOut.join(QStringLiteral(", "))));
    m_left->setVisible(!wished.leftOut.isEmpty());
    m_save->setText(base.userOwned ? tr("Save as a new profile") : tr("Save as mine"));
    m_change->setText(tr("Change this one"));
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
    m_problem->setText(sentence);
    m_problem->setVisible(!sentence.isEmpty());
}

void ProfileForm::check()
{
    const ProfileStore store;
    const bool named = !name().isEmpty();
    m_place->setText(named
            ? tr("A new one goes to %1").arg(QDir::toNativeSeparators(store.fileOf(store.freeId(name()))))
            : tr("It needs a name."));
    m_save->setEnabled(named);
    m_change->setEnabled(named);
}

}
