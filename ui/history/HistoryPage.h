// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/AttemptStore.h"

#include <QFileSystemWatcher>
#include <QTimer>
#include <QWidget>

class QLabel;
class QLineEdit;
class QModelIndex;
class QPushButton;
class QSortFilterProxyModel;
class QStackedWidget;
class QTableView;

namespace torchmason {

class HistoryModel;

// All attempts that this machine remembers, newest first. The folder is read on another thread.
class HistoryPage : public QWidget {
    Q_OBJECT

public:
    explicit HistoryPage(QWidget* parent = nullptr);

public slots:
    void refresh();

signals:
    void openRequested(const QString& folder);

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void createWidgets();
    void layOut();
    void connectAll();
    void watchFolder();
    void take(const QVector<AttemptSummary>& attempts);
    void refreshLive();
    void showCount();
    void openRow(const QModelIndex& index);

    HistoryModel* m_model = nullptr;
    QSortFilterProxyModel* m_rows = nullptr;
    QTableView* m_table = nullptr;
    QLineEdit* m_filter = nullptr;
    QPushButton* m_open = nullptr;
    QLabel* m_count = nullptr;
    QStackedWidget* m_stack = nullptr;
    QLabel* m_empty = nullptr;
    QFileSystemWatcher m_watcher;
    QTimer m_refreshDelay; // a build changes its folder often
    QTimer m_liveTimer { this }; // what runs is read again: the watcher hears only of new and deleted folders
    QTimer m_minuteTimer { this }; // "3 min ago"
    bool m_readingLive = false;
    bool m_reading = false;
    bool m_readAgain = false;
};

}
