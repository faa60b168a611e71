// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/InstallDialog.h"

#include "ui/widgets/FolderField.h"
#include "ui/widgets/InstallField.h"
#include "ui/widgets/Labels.h"
#include "ui/widgets/Layouts.h"
#include "ui/widgets/Parts.h"
#include "ui/widgets/Theme.h"

#include <QDialogButtonBox>
#include <QDir>
#include <QLabel>
#include <QPushButton>

namespace torchmason {

InstallDialog::InstallDialog(const QString& wheel, QWidget* parent)
    : QDialog(parent)
    , m_field(new InstallField(this))
    , m_wheels(new FolderField(QStringLiteral("installWheels"), tr("Folder of Python packages"), this))
{
    setObjectName(QStringLiteral("installDialog"));
    setWindowTitle(tr("Install into an environment"));
    auto* name = new ElidedLabel(wheel, this);
    name->setFont(boldFont(font()));
    m_field->setHint(
        tr("The folder of a virtual or conda environment, or its interpreter. In a folder that does "
           "not exist yet, a new virtual environment is made."));
    m_field->setWheel(wheel);
    m_field->setMinimumWidth(fontMetrics().averageCharWidth() * 80);
    m_field->reserveLines(3);
    auto* environment = fieldLabel(this, tr("Install &into"), m_field);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    buttons->button(QDialogButtonBox::Cancel)->setObjectName(QStringLiteral("installCancel"));
    m_install = buttons->addButton(tr("Install"), QDialogButtonBox::AcceptRole);
    named(m_install, "installAccept",
        tr("Starts an attempt that installs the wheel there; it is shown while it runs"));
    columnOf(this, pageMargins, spacing::group,
        { name, columnOf(spacing::small, { environment, m_field }), formRow(tr("Packages &from"), m_wheels),
            Part::stretch(), buttons });
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_field, &InstallField::looked, this, &InstallDialog::check);
    setUsualWheels({});
    m_field->setFocus();
    check();
}

InstallTarget InstallDialog::target() const
{
    return m_field->target();
}

QString InstallDialog::wheels() const
{
    return m_wheels->fullPath();
}

void InstallDialog::setUsualWheels(const QString& folder)
{
    m_wheels->setPlaceholder(
        folder.isEmpty() ? tr("the network, as pip is set up") : QDir::toNativeSeparators(folder));
}

void InstallDialog::check()
{
    const auto& place = m_field->place();
    m_install->setEnabled(place && place->refusal.isEmpty());
}

}
