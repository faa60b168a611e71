// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/AddEntryDialog.h"

#include "ui/widgets/Parts.h"
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
    named(m_name, "addEntryName", tr("Letters, digits and underscores"), tr("Name"));
    m_name->setMinimumWidth(320);
    named(m_value, "addEntryValue", tr("Passed exactly as typed; no quotes are needed"), tr("Value"));
    named(m_type, "addEntryType", tr("The type in CMake's cache"), tr("Type"));
    m_type->addItem(tr("as CMake decides"), QString());
    for (const char* type : { "BOOL", "STRING", "PATH", "FILEPATH" })
        m_type->addItem(QLatin1String(type), QLatin1String(type));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    m_add = buttons->addButton(tr("Add"), QDialogButtonBox::AcceptRole);
    named(m_add, "addEntryAdd", tr("Add this entry to the build"));
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
