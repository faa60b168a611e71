// SPDX-License-Identifier: GPL-3.0-or-later
// What of the history gives its height to the list where a window is low or the letters are large.
#include "ui/history/AttemptTable.h"
#include "ui/history/HistoryPage.h"
#include "ui/widgets/Theme.h"

#include <QEvent>
#include <QLabel>
#include <QLayout>
#include <QScrollArea>
#include <QStackedWidget>

#include <utility>

namespace torchmason {

namespace {

constexpr int lowPageLines = 34; // of text
constexpr int leastRows = 6; // of the list, with the headings
constexpr int leastRowsOfLowPage = 4; // else the page scrolls beside a list that does

}

// The rail says where one is, and the page of an attempt what it made.
void HistoryPage::fitParts()
{
    const bool isLow = height() < lowPageLines * fontMetrics().lineSpacing();
    m_stack->setMinimumHeight(
        (isLow ? leastRowsOfLowPage : leastRows) * (fontMetrics().height() + spacing::group));
    if (std::exchange(m_isLow, isLow) == isLow)
        return;
    const int edge = isLow ? spacing::inner : spacing::page;
    QLayout* parts = m_scroll->widget()->layout();
    parts->setContentsMargins(spacing::page, edge, spacing::page, edge);
    parts->setSpacing(isLow ? spacing::inner : spacing::group);
    m_title->setVisible(!isLow);
    showWhatCanBeDone(m_table->currentIndex());
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
