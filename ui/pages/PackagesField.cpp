// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/PackagesField.h"

#include "core/request/PythonEnvironment.h"
#include "ui/widgets/Layouts.h"
#include "ui/widgets/Parts.h"

#include <QLabel>
#include <QLineEdit>
#include <QRegularExpression>

#include <algorithm>

namespace torchmason {

PackagesField::PackagesField(QWidget* parent)
    : QWidget(parent)
    , m_edit(new QLineEdit(this))
    , m_problem(secondaryText(QString(), this))
{
    named(m_edit, "packages",
        tr("Python packages for the separate environment, each as NAME==VERSION, separated by spaces; "
           "they take precedence over the profile's"),
        tr("Packages"));
    m_problem->setObjectName(QStringLiteral("packagesProblem"));
    columnOf(this, {}, spacing::small, { m_edit, m_problem });
    setFocusProxy(m_edit);
    connect(m_edit, &QLineEdit::textEdited, this, [this] {
        check();
        emit packagesEdited(packages());
    });
    check();
}

QStringList PackagesField::words() const
{
    static const QRegularExpression between(QStringLiteral("[\\s,]+"));
    return m_edit->text().split(between, Qt::SkipEmptyParts);
}

// Of one name the last one counts: pip refuses two versions of one package.
QStringList PackagesField::packages() const
{
    QStringList taken;
    for (const QString& word : words()) {
        if (!isPinnedPackage(word))
            continue;
        taken.removeIf([&word](const QString& other) { return packageName(other) == packageName(word); });
        taken << word;
    }
    return taken;
}

QString PackagesField::wrongWord() const
{
    const QStringList all = words();
    const auto wrong = std::find_if_not(all.begin(), all.end(), isPinnedPackage);
    return wrong == all.end() ? QString() : *wrong;
}

void PackagesField::setPackages(const QStringList& packages)
{
    if (packages == this->packages())
        return;
    m_edit->setText(packages.join(u' '));
    check();
}

void PackagesField::setPlaceholder(const QString& text)
{
    m_edit->setPlaceholderText(text);
}

void PackagesField::check()
{
    const QString wrong = wrongWord();
    m_problem->setText(tr("\"%1\" is not accepted: write NAME==VERSION, as in numpy==1.26.4.").arg(wrong));
    m_problem->setVisible(!wrong.isEmpty());
    m_edit->setAccessibleDescription(wrong.isEmpty() ? QString() : m_problem->text());
}

}
