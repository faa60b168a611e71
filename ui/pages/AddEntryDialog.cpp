// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/AddEntryDialog.h"

#include "ui/widgets/Parts.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>

namespace torchmason {

namespace {

class AddEntryDialog {
    Q_DECLARE_TR_FUNCTIONS(AddEntryDialog)
};

}

std::optional<FlagValue> askForEntry(bool environment, QWidget* parent)
{
    QDialog dialog(parent);
    dialog.setObjectName(QStringLiteral("addEntryDialog"));
    dialog.setWindowTitle(environment ? AddEntryDialog::tr("Add an environment variable")
                                      : AddEntryDialog::tr("Add a CMake entry"));
    auto* name = named(new QLineEdit(&dialog), "addEntryName",
        AddEntryDialog::tr("Letters, digits and _ . -, beginning with a letter or _"),
        AddEntryDialog::tr("Name"));
    name->setMinimumWidth(320);
    auto* value = named(new QLineEdit(&dialog), "addEntryValue",
        AddEntryDialog::tr("Passed exactly as typed; no quotes are needed"), AddEntryDialog::tr("Value"));
    auto* type = named(new QComboBox(&dialog), "addEntryType",
        AddEntryDialog::tr("The type in CMake's cache"), AddEntryDialog::tr("Type"));
    type->addItem(AddEntryDialog::tr("as CMake decides"), QString());
    for (const char* each : { "BOOL", "STRING", "PATH", "FILEPATH" })
        type->addItem(QLatin1String(each), QLatin1String(each));
    type->setVisible(!environment);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, &dialog);
    QPushButton* add = named(buttons->addButton(AddEntryDialog::tr("Add"), QDialogButtonBox::AcceptRole),
        "addEntryAdd", AddEntryDialog::tr("Add this entry to the build"));
    add->setEnabled(false);
    auto* form = new QFormLayout(&dialog);
    form->setContentsMargins(pageMargins);
    form->setSpacing(spacing::inner);
    form->addRow(AddEntryDialog::tr("Name"), name);
    form->addRow(AddEntryDialog::tr("Value"), value);
    if (!environment)
        form->addRow(AddEntryDialog::tr("Type"), type);
    auto* problem = plainText(&dialog, "addEntryProblem");
    problem->setMinimumHeight(dialog.fontMetrics().height()); // nothing moves while one types
    form->addRow(QString(), problem);
    form->addRow(buttons);
    QObject::connect(buttons, &QDialogButtonBox::accepted, &dialog, &QDialog::accept);
    QObject::connect(buttons, &QDialogButtonBox::rejected, &dialog, &QDialog::reject);
    QObject::connect(name, &QLineEdit::textChanged, add, [add, problem](const QString& text) {
        static const QRegularExpression valid(QStringLiteral("^[A-Za-z_][A-Za-z0-9_.-]*$"));
        add->setEnabled(valid.match(text.trimmed()).hasMatch());
        problem->setText(add->isEnabled() || text.trimmed().isEmpty()
                ? QString()
                : AddEntryDialog::tr(
                    "A name has letters, digits and _ . - only, and begins with a letter or _."));
    });
    if (dialog.exec() != QDialog::Accepted)
        return std::nullopt;
    return FlagValue { name->text().trimmed(), value->text(), type->currentData().toString() };
}

}
