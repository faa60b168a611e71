// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/frame/AttemptPage.h"

#include <QStackedWidget>

namespace torchmason {

class HistoryPage;

// The place "History": the list, or an attempt of it with a way back. The attempt stays open while the user
// is at another place.
class HistoryPlace : public QStackedWidget {
    Q_OBJECT

public:
    explicit HistoryPlace(QWidget* parent = nullptr);

    HistoryPage& list() const { return *m_list; }
    AttemptPage* attemptPage() const { return m_attempt; } // null until the first one was opened
    bool showsList() const;
    void showList();
    void showAttempt(const QString& folder);

signals:
    void attemptPageMade(torchmason::AttemptPage* page);
    void shownChanged();

private:
    HistoryPage* m_list = nullptr;
    AttemptPage* m_attempt = nullptr;
};

}
