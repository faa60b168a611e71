// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/AttemptStore.h"
#include "ui/widgets/Theme.h"

#include <QFileSystemWatcher>
#include <QSet>
#include <QTimer>
#include <QWidget>

class QLabel;
class QLineEdit;
class QModelIndex;
class QPushButton;
class QSortFilterProxyModel;
class QStackedWidget;

namespace torchmason {

class AttemptTable;
class Banner;
class HistoryModel;
class WheelList;

// All attempts that this machine remembers, newest first. The folder is read on another thread.
class HistoryPage : public QWidget {
    Q_OBJECT

public:
    explicit HistoryPage(QWidget* parent = nullptr);

    // Makes an attempt of a bundle, on another thread, and asks for it to be opened; what is wrong with it is
    // said here.
    void importBundle(const QString& file);
    // Writes the selected attempt, without names and secrets.
    void exportBundle(const QString& file);

public slots:
    void refresh();

signals:
    void openRequested(const QString& folder);

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void createWidgets();
    void createDetail();
    void layOut();
    void connectAll();
    void watchFolder();
    void take(const QVector<AttemptSummary>& attempts);
    void refreshLive();
    void showCount();
    void showWhatCanBeDone(const QModelIndex& current);
    AttemptRecord recordAt(const QModelIndex& index) const;
    void openRow(const QModelIndex& index);
    void askForImport();
    void askForExport();
    void tell(Tone tone, const QString& sentence);

    HistoryModel* m_model = nullptr;
    QSortFilterProxyModel* m_rows = nullptr;
    AttemptTable* m_table = nullptr;
    QLineEdit* m_filter = nullptr;
    QPushButton* m_open = nullptr;
    QPushButton* m_import = nullptr;
    QPushButton* m_export = nullptr;
    QWidget* m_detail = nullptr; // the wheels of the selected attempt; hidden where it made none
    WheelList* m_wheels = nullptr;
    QPushButton* m_openFolder = nullptr; // of the wheels
    Banner* m_notice = nullptr;
    QSet<QString> m_opening; // files of bundles that are being read
    int m_busy = 0; // bundles that are being read or written
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
