// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/EstimateForm.h"

#include "ui/text/TipText.h"
#include "ui/widgets/Layouts.h"
#include "ui/widgets/Parts.h"
#include "ui/widgets/Theme.h"

#include <QGridLayout>
#include <QLabel>

namespace torchmason {

namespace {

enum Column { NameColumn, ValueColumn, ReasonColumn };

}

EstimateForm::EstimateForm(QWidget* parent)
    : QWidget(parent)
{
    m_grid = new QGridLayout(this);
    m_grid->setContentsMargins(visualMargins({ spacing::row, 0, 0, 0 }, *this));
    m_grid->setHorizontalSpacing(spacing::group);
    m_grid->setVerticalSpacing(spacing::small);
    m_grid->setColumnStretch(ReasonColumn, 1);
    addLine(m_lines[Time], QStringLiteral("expectedTime"), tr("Time"));
    addLine(m_lines[Disk], QStringLiteral("expectedDisk"), tr("Disk"));
    addLine(m_lines[Memory], QStringLiteral("expectedMemory"), tr("Memory"));
    addLine(m_lines[Size], QStringLiteral("expectedSize"), tr("Result"));
}

void EstimateForm::addLine(Line& line, const QString& objectName, const QString& title)
{
    const int row = m_grid->rowCount();
    line.name = secondaryText(title, this);
    line.name->setWordWrap(false);
    line.value = new QLabel(QStringLiteral("–"), this);
    line.value->setObjectName(objectName);
    line.value->setTextInteractionFlags(Qt::TextSelectableByMouse);
    line.reason = secondaryText(QString(), this);
    line.reason->setObjectName(objectName + QStringLiteral("Reason"));
    line.reason->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_grid->addWidget(line.name, row, NameColumn, Qt::AlignTop);
    m_grid->addWidget(line.value, row, ValueColumn, Qt::AlignTop);
    m_grid->addWidget(line.reason, row, ReasonColumn, Qt::AlignTop);
}

void EstimateForm::setColumnWidths(int names, int values)
{
    m_grid->setColumnMinimumWidth(NameColumn, names);
    m_grid->setColumnMinimumWidth(ValueColumn, values);
}

void EstimateForm::setEstimate(const BuildEstimate& estimate)
{
    const auto text = [](const Estimate& each, QString (*spanned)(qint64, qint64)) {
        return each.isKnown() ? spanned(*each.low, *each.high) : tr("unknown");
    };
    show(m_lines[Time], estimate.time, text(estimate.time, timeSpanText));
    show(m_lines[Disk], estimate.disk, text(estimate.disk, spanText));
    show(m_lines[Memory], estimate.memory, text(estimate.memory, spanText));
    m_lines[Size].name->setText(estimate.makesWheel ? tr("Wheel") : tr("Libraries"));
    show(m_lines[Size], estimate.size, text(estimate.size, spanText));
}

void EstimateForm::show(Line& line, const Estimate& estimate, const QString& value)
{
    line.value->setText(value);
    line.value->setAccessibleName(QStringLiteral("%1: %2").arg(line.name->text(), value));
    line.value->setAccessibleDescription(estimate.reason);
    line.reason->setText(estimate.reason);
    const QString known = estimate.source.isEmpty() ? QString() : tr("Known from: %1").arg(estimate.source);
    line.value->setToolTip(tipText(known));
    line.reason->setToolTip(tipText(known));
}

}
