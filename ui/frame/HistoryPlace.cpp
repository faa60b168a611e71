// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/HistoryPlace.h"

#include "ui/history/HistoryPage.h"

namespace torchmason {

HistoryPlace::HistoryPlace(QWidget* parent)
    : QStackedWidget(parent)
    , m_list(new HistoryPage(this))
{
    setObjectName(QStringLiteral("historyPlace"));
    addWidget(m_list);
    connect(m_list, &HistoryPage::kept, this, [this](const QString& folder, const QString& sentence) {
        if (m_attempt && m_attempt->folder() == folder)
            m_attempt->showNote(sentence);
    });
}

bool HistoryPlace::showsList() const
{
    return currentWidget() == m_list;
}

void HistoryPlace::showList()
{
    setCurrentWidget(m_list);
    m_list->setFocus();
    emit shownChanged();
}

void HistoryPlace::showAttempt(const QString& folder)
{
    if (!m_attempt) {
        m_attempt = new AttemptPage(AttemptPage::Home::History, this);
        addWidget(m_attempt);
        connect(m_attempt, &AttemptPage::changed, this, &HistoryPlace::shownChanged);
        connect(m_attempt, &AttemptPage::leaveRequested, this, &HistoryPlace::showList);
        emit attemptPageMade(m_attempt);
    }
    setCurrentWidget(m_attempt);
    m_attempt->open(folder);
}

}
