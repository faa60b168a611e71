// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/ColumnsBeyond.h"

#include "ui/widgets/Icons.h"
#include "ui/widgets/Parts.h"

#include <QEvent>
#include <QHeaderView>
#include <QScrollBar>
#include <QStyle>

#include <algorithm>

namespace torchmason {

ColumnsBeyond::ColumnsBeyond(const QString& objectName, QHeaderView& headings, QScrollBar& bar)
    : QToolButton(&headings)
    , m_headings(headings)
{
    nameWidget(*this, objectName, tr("More columns"), tr("More columns"));
    setFocusPolicy(Qt::NoFocus);
    setAutoFillBackground(true);
    hide();
    headings.installEventFilter(this);
    connect(&headings, &QHeaderView::sectionResized, this, &ColumnsBeyond::refresh);
    connect(&bar, &QScrollBar::valueChanged, this, &ColumnsBeyond::refresh);
    connect(&bar, &QScrollBar::rangeChanged, this, &ColumnsBeyond::refresh);
    connect(
        this, &QToolButton::clicked, &bar, [&bar] { bar.triggerAction(QAbstractSlider::SliderPageStepAdd); });
}

bool ColumnsBeyond::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == &m_headings && event->type() == QEvent::Resize)
        refresh();
    return QToolButton::eventFilter(watched, event);
}

// Also those of which a part is seen, and hidden ones, which gave way. While one is being hidden the headings
// know only that it has no width.
QStringList ColumnsBeyond::names() const
{
    QStringList names;
    for (int column = 0; column < m_headings.count(); ++column) {
        const QString name = m_headings.model()->headerData(column, Qt::Horizontal).toString();
        const int size = m_headings.sectionSize(column);
        const int end = m_headings.sectionPosition(column) + size;
        if (!name.isEmpty() && (size == 0 || end - m_headings.offset() > m_headings.width()))
            names << name;
    }
    return names;
}

void ColumnsBeyond::refresh()
{
    const QStringList beyond = names();
    setVisible(!beyond.isEmpty());
    if (beyond.isEmpty())
        return;
    const QString words = tr("More columns: %1").arg(beyond.join(QStringLiteral(", ")));
    setToolTip(words);
    setAccessibleName(words);
    const bool isTurned = m_headings.isRightToLeft();
    setIcon(torchmason::icon(isTurned ? QStringLiteral("chevron-left") : QStringLiteral("chevron-right")));
    const int side = m_headings.height();
    const int width = std::max(side, minimumSizeHint().width());
    const QRect place(m_headings.width() - width, 0, width, side);
    setGeometry(QStyle::visualRect(m_headings.layoutDirection(), m_headings.rect(), place));
}

}
