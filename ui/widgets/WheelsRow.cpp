// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/WheelsRow.h"

#include "ui/widgets/FolderField.h"
#include "ui/widgets/Theme.h"

#include <QHBoxLayout>
#include <QLabel>

namespace torchmason {

WheelsRow::WheelsRow(const QString& name, QWidget* parent)
    : QWidget(parent)
    , m_field(new FolderField(name, tr("Folder of Python packages"), this))
{
    auto* words = new QLabel(tr("Packages &from"), this);
    words->setBuddy(m_field);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(spacing::small);
    layout->addWidget(words);
    layout->addWidget(m_field, 1);
    connect(m_field, &FolderField::pathEdited, this, &WheelsRow::edited);
}

void WheelsRow::setUsual(const QString& words)
{
    m_field->setPlaceholder(words);
}

QString WheelsRow::folder() const
{
    return m_field->fullPath();
}

}
