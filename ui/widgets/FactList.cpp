// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/FactList.h"

#include "ui/text/BreakableText.h"
#include "ui/widgets/CopyAction.h"
#include "ui/widgets/Layouts.h"
#include "ui/widgets/Theme.h"

#include <QGridLayout>
#include <QLabel>
#include <QStyle>

#include <algorithm>
#include <memory>
#include <utility>

namespace torchmason {

FactList::FactList(QWidget* parent)
    : QWidget(parent)
    , m_grid(new QGridLayout(this))
{
    m_grid->setContentsMargins({});
    m_grid->setHorizontalSpacing(spacing::group);
    m_grid->setVerticalSpacing(spacing::small);
    m_grid->setColumnStretch(1, 1);
}

void FactList::add(const QString& name, const QString& value)
{
    if (value.isEmpty())
        return;
    QLabel* label = secondaryText(name, this);
    label->setWordWrap(false);
    auto* text = new QLabel(breakable(value), this);
    text->setAccessibleName(value);
    text->setWordWrap(true);
    text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    addCopyAction(text);
    for (QLabel* part : { label, text }) // names beside the first line of several
        part->setAlignment(Qt::AlignLeading | Qt::AlignTop);
    place(label, text);
    arrange();
}

void FactList::clear()
{
    hide();
    while (const std::unique_ptr<QLayoutItem> item { m_grid->takeAt(0) })
        delete item->widget();
    m_grid->invalidate(); // what is taken tells no layout, and nothing may follow
}

void FactList::place(QWidget* name, QWidget* value)
{
    const int facts = m_grid->count() / 2;
    if (m_isStacked) {
        m_grid->addWidget(name, 2 * facts, 0, 1, 2);
        m_grid->addWidget(value, 2 * facts + 1, 0, 1, 2);
    } else {
        m_grid->addWidget(name, facts, 0);
        m_grid->addWidget(value, facts, 1);
    }
}

int FactList::nameWidth() const
{
    int width = 0;
    for (int i = 0; i < m_grid->count(); i += 2)
        width = std::max(width, m_grid->itemAt(i)->sizeHint().width());
    return width;
}

// Whether there is a scroll bar decides nothing: it may come and go with the height.
void FactList::arrange()
{
    const int bar = style()->pixelMetric(QStyle::PM_ScrollBarExtent, nullptr, this);
    const int least = 2 * (nameWidth() + spacing::group) + (m_isStacked ? bar : 0);
    const bool stacked = width() < least;
    if (std::exchange(m_isStacked, stacked) == stacked)
        return;
    QList<QWidget*> parts;
    while (const std::unique_ptr<QLayoutItem> item { m_grid->takeAt(0) })
        parts << item->widget();
    for (qsizetype i = 0; i + 1 < parts.size(); i += 2)
        place(parts[i], parts[i + 1]);
}

void FactList::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    arrange();
}

}
