// SPDX-License-Identifier: GPL-3.0-or-later
// What of the history gives its height to the list where a window is low or the letters are large.
#include "ui/history/AttemptTable.h"
#include "ui/history/HistoryPage.h"
#include "ui/history/TrendPanel.h"
#include "ui/widgets/Banner.h"
#include "ui/widgets/Theme.h"

#include <QEvent>
#include <QHeaderView>
#include <QLabel>
#include <QLayout>
#include <QScrollArea>
#include <QScrollBar>
#include <QStackedWidget>

#include <algorithm>
#include <utility>

namespace torchmason {

namespace {

constexpr int lowPageLines = 34; // of text
constexpr int leastRows = 6; // of the list, with the headings
constexpr int leastRowsOfLowPage = 4; // else the page scrolls beside a list that does

}

// In the line of the buttons.
bool HistoryPage::hasRoomForTitle() const
{
    const int title = m_title->isHidden() ? m_title->sizeHint().width() + 2 * spacing::inner : 0;
    return m_head->sizeHint().width() + title <= width() - 2 * spacing::page;
}

// For what the selected attempt made, so that no row of the list goes.
bool HistoryPage::hasRoomBelowRows() const
{
    const int gap = m_scroll->widget()->layout()->spacing();
    const auto heightOf = [this](const QWidget& part) {
        return part.hasHeightForWidth() ? part.heightForWidth(m_stack->width()) : part.sizeHint().height();
    };
    const int rows = std::max(m_stack->minimumHeight(),
        m_table->horizontalHeader()->height() + m_table->verticalHeader()->length());
    const int patterns = m_patterns->isHidden() ? 0 : gap + heightOf(*m_patterns);
    const int outOfSight = m_scroll->verticalScrollBar()->maximum(); // of the page
    return rows + patterns + gap + heightOf(*m_detail) <= m_trend->y() - gap - m_stack->y() - outOfSight;
}

// The rail says where one is, and the page of an attempt what it made.
void HistoryPage::fitParts()
{
    const bool isLow = height() < lowPageLines * fontMetrics().lineSpacing();
    m_stack->setMinimumHeight(
        (isLow ? leastRowsOfLowPage : leastRows) * (fontMetrics().height() + spacing::group));
    m_title->setVisible(!isLow || hasRoomForTitle());
    if (std::exchange(m_isLow, isLow) == isLow)
        return;
    const int edge = isLow ? spacing::inner : spacing::page;
    QLayout* parts = m_scroll->widget()->layout();
    parts->setContentsMargins(spacing::page, edge, spacing::page, edge);
    parts->setSpacing(isLow ? spacing::inner : spacing::group);
    showWhatCanBeDone(m_table->currentIndex());
}

// Once all parts have their places.
bool HistoryPage::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize && m_isLow)
        QMetaObject::invokeMethod(
            this, [this] { showWhatCanBeDone(m_table->currentIndex()); }, Qt::QueuedConnection);
    return QWidget::eventFilter(watched, event);
}

void HistoryPage::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fitParts();
}

void HistoryPage::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange && m_scroll) // it is laid out
        fitParts();
}

}
