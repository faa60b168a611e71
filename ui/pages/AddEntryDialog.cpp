// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/AddEntryDialog.h"

#include "ui/widgets/Theme.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>

namespace torchmason {

AddEntryDialog::AddEntryDialog(bool environment, QWidget* parent)
    : QDialog(parent)
    , m_name(new QLineEdit(this))
    , m_value(new QLineEdit(this))
    , m_type(new QComboBox(this))
{
    setObjectName(QStringLiteral("addEntryDialog"));
    setWindowTitle(environment ? tr("Add an environment variable") : tr("Add a CMake entry"));
    m_name->setObjectName(QStringLiteral("addEntryName"));
    m_name->setToolTip(tr("Letters, digits and underscores"));
    m_name->setAccessibleName(tr("Name"));
    m_name->setMinimumWidth(320);
    m_value->setObjectName(QStringLiteral("addEntryValue"));
    m_value->setToolTip(tr("Passed exactly as typed; no quotes are needed"));
    m_value->setAccessibleName(tr("Value"));
    m_type->setObjectName(QStringLiteral("addEntryType"));
    m_type->setToolTip(tr("The type in CMake's cache"));
    m_type->setAccessibleName(tr("Type"));
    m_type->addItem(tr("as CMake decides"), QString());
    for (const char* type : { "BOOL", "STRING", "PATH", "FILEPATH" })
        m_type->addItem(QLatin1String(type), QLatin1String(type));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    m_add = buttons->addButton(tr("Add"), QDialogButtonBox::AcceptRole);
    m_add->setObjectName(QStringLiteral("addEntryAdd"));
    m_add->setToolTip(tr("Add this entry to the build"));
    auto* form = new QFormLayout(this);
    form->setContentsMargins(spacing::page, spacing::page, spacing::page, spacing::group);
    form->addRow(tr("Name"), m_name);
    form->addRow(tr("Value"), m_value);
    if (!environment)
        form->addRow(tr("Type"), m_type);
    m_type->setVisible(!environment);
    form->addRow(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_name, &QLineEdit::textChanged, this, &AddEntryDialog::check);
    check();
}

QString AddEntryDialog::name() const
{
    return m_name->text().trimmed();
}
QString AddEntryDialog::value() const
{
    return m_value->text();
}
QString AddEntryDialog::type() const
{
    return m_type->currentData().toString();
}

void AddEntryDialog::check()
{
    static const QRegularExpression valid(QStringLiteral("^[A-Za-z_][A-Za-z0-9_.-]*$"));
    m_add->setEnabled(valid.match(name()).hasMatch());
}

}
