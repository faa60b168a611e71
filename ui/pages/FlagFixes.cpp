// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/FlagFixes.h"

#include "ui/text/CheckText.h"
#include "ui/text/WindowWords.h"
#include "ui/widgets/Banner.h"
#include "ui/widgets/CheckRowWidget.h"
#include "ui/widgets/Layouts.h"
#include "ui/widgets/Parts.h"

#include <QLabel>
#include <QPushButton>

namespace torchmason {

namespace {

constexpr int longestTitle = 28; // characters of what a button does: the pane is narrow

}

FlagFixes::FlagFixes(QWidget* parent)
    : QWidget(parent)
    , m_column(columnOf(this, {}, spacing::inner, {}))
{
    setObjectName(QStringLiteral("flagFixes"));
    hide();
}

// Made again only where they differ: the button that has the focus stays.
void FlagFixes::showRows(const QVector<CheckRow>& rows)
{
    setVisible(!rows.isEmpty());
    if (rows == m_rows)
        return;
    m_rows = rows;
    while (QLayoutItem* item = m_column->takeAt(0)) {
        item->widget()->deleteLater(); // the button that was clicked may be among them
        item->widget()->hide();
        delete item;
    }
    for (const CheckRow& row : rows)
        addRow(row);
}

void FlagFixes::addRow(const CheckRow& row)
{
    auto* banner = named(new Banner(this), QStringLiteral("flagFix-") + row.id);
    const QString fix = row.fixText == row.found ? QString() : inWindowWords(row.fixText);
    banner->setMessage(Tone::Bad, keptTogether(QString(row.found + u' ' + fix).trimmed()));
    m_column->addWidget(banner);
    banner->show(); // also in a pane that is shown already
    int number = 0;
    for (const Change& change : row.changes + row.proposed) {
        if (!change.canBeDone())
            continue;
        QPushButton* button = CheckRowWidget::changeButton(change, longestTitle, this);
        button->setObjectName(banner->objectName() + QStringLiteral("-change%1").arg(++number));
        button->setEnabled(row.proposed.isEmpty());
        connect(button, &QPushButton::clicked, this, [this, change] { emit changeRequested(change); });
        m_column->addWidget(button, 0, Qt::AlignLeft);
        button->show();
        if (change.caveat.isEmpty())
            continue;
        QLabel* caveat = secondaryText(change.caveat, this);
        m_column->addWidget(caveat);
        caveat->show();
    }
}

}
