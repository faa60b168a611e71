// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/AttemptStore.h"
#include "ui/models/Background.h"
#include "ui/models/FolderWatcher.h"
#include "ui/models/WriteQueue.h"
#include "ui/widgets/Theme.h"

#include <QSet>
#include <QTimer>
#include <QWidget>

#include <functional>
#include <optional>

class QComboBox;
class QLabel;
class QModelIndex;
class QPushButton;
class QScrollArea;
class QStackedWidget;

namespace torchmason {

class AttemptTable;
class Banner;
class ComparisonView;
class HistoryFilters;
class HistoryGroups;
class HistoryModel;
class HistoryRows;
class TrendPanel;
class WheelList;
struct AttemptPattern;

// All attempts that this machine remembers, newest first. The folder is read on another thread.
class HistoryPage : public QWidget {
    Q_OBJECT

public:
    explicit HistoryPage(QWidget* parent = nullptr);

    QSize sizeHint() const override;

    // As they were read last.
    const QVector<AttemptSummary>& attempts() const;
    // What is compared, in words; empty while the list is shown.
    QString comparison() const;
    // Asks for the file of a bundle, a log or a profile.
    void askForImport();
    void showDiskUse();
    // Makes an attempt of a bundle or a plain log, on another thread, and asks for it to be opened; what is
    // wrong with it is said here. Without `opens` it is only said that it is here.
    void importBundle(const QString& file, bool opens = true);
    // Above the list.
    void tell(Tone tone, const QString& sentence);
    void tellOpening(const QString& file);
    void withdrawNotice(); // unless something else is still being read or written
    enum class ExportForm { Bundle, Html, Markdown };
    // Side by side, in place of the list; read on another thread.
    void compare(const QVector<int>& numbers);
    // Writes the selected attempt, without names and secrets, on another thread.
    void exportAttempt(ExportForm form, const QString& file);

    // Whether attempts may be deleted, given what that frees and what is lost.
    using DeleteQuestion
        = std::function<bool(QWidget* parent, const QString& question, const QString& losses)>;
    void setDeleteQuestion(DeleteQuestion question) { m_askBeforeDeleting = std::move(question); }

public slots:
    void refresh();
    void leaveComparison(); // to the list

signals:
    void openRequested(const QString& folder);
    // To be opened, whatever it is.
    void fileChosen(const QString& file);
    // After that, where it came from a file: that it stays here, or was here before.
    void kept(const QString& folder, const QString& sentence);
    void comparisonChanged();
    void tourWanted();
    // A new build is to be prepared with the settings of this attempt.
    void settingsWanted(int number, const torchmason::AttemptRecord& record);

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void createWidgets();
    static bool askBeforeDeleting(QWidget* parent, const QString& question, const QString& losses);

    void createDetail();
    QWidget* createActions();
    void showMenu(const QPoint& at);
    void layOut();
    void fitParts();
    bool hasRoomForTitle() const;
    bool hasRoomBelowRows() const;
    void connectAll();
    void take(const QVector<AttemptSummary>& attempts, const HistoryGroups& groups);
    void refreshLive();
    void showCount();
    void showWhatCanBeDone(const QModelIndex& current);
    AttemptRecord recordAt(const QModelIndex& index) const;
    void openRow(const QModelIndex& index);
    QVector<AttemptSummary> selected() const;
    void showActions();
    void showStop(const AttemptSummary* live); // null: no one attempt that runs or waits is selected
    void dropRefusal();
    void showComparison(const QVector<AttemptSummary>& attempts);
    void askForSettings();
    void showFrame(bool visible);
    void editNotes();
    void stopSelected();
    void deleteSelected();
    void deleteAttempts(const QVector<int>& numbers);
    void filter();
    void createGroup();
    void group(int choice);
    void selectAttempt(int number);
    void keepSelection();
    QString emptyText() const;
    void showPatterns();
    void offerComparison(const QVector<AttemptPattern>& patterns);
    void createExportMenu();
    void askForExport(ExportForm form);

    HistoryModel* m_model = nullptr;
    HistoryRows* m_rows = nullptr;
    AttemptTable* m_table = nullptr;
    HistoryFilters* m_filters = nullptr;
    QComboBox* m_group = nullptr;
    QPushButton* m_open = nullptr;
    QPushButton* m_import = nullptr;
    QPushButton* m_export = nullptr;
    QPushButton* m_compare = nullptr;
    QPushButton* m_again = nullptr;
    QPushButton* m_note = nullptr;
    QPushButton* m_stop = nullptr; // in place of the next one while what is selected runs or waits
    QPushButton* m_delete = nullptr;
    QLabel* m_title = nullptr;
    QLayout* m_head = nullptr; // the title and what stands beside it
    bool m_isLow = false; // parts give their height to the list
    QWidget* m_bar = nullptr; // title, buttons and filters above the list
    QWidget* m_actions = nullptr; // what can be done with the selected attempts
    ComparisonView* m_comparison = nullptr;
    QWidget* m_listed = nullptr; // what the comparison stands in front of
    Banner* m_patterns = nullptr; // what several attempts say together
    bool m_hasPatterns = false;
    QPushButton* m_comparePatterns = nullptr; // those that it says to compare
    QVector<int> m_toCompare;
    DeleteQuestion m_askBeforeDeleting = askBeforeDeleting;
    LatestQuery m_filterQuery { this };
    LatestQuery m_settingsQuery { this };
    LatestQuery m_liveQuery { this };
    LatestQuery m_compareQuery { this };
    bool m_isAskingToDelete = false;
    QSet<int> m_stopping; // attempts that were asked to end and have not yet
    LatestQuery m_patternQuery { this, LatestQuery::Order::OneByOne };
    WriteQueue m_noteWrites { this };
    TrendPanel* m_trend = nullptr;
    QWidget* m_detail = nullptr; // the wheels of the selected attempt; hidden where it made none
    WheelList* m_wheels = nullptr;
    QPushButton* m_openFolder = nullptr; // of the wheels
    Banner* m_notice = nullptr;
    std::optional<QVector<int>> m_liveAtRefusal; // what ran when the notice said what cannot be deleted
    QSet<QString> m_opening; // files of bundles that are being read
    int m_busy = 0; // bundles and reports that are being read or written
    QLabel* m_count = nullptr;
    QStackedWidget* m_stack = nullptr;
    QScrollArea* m_scroll = nullptr; // around all of it
    QWidget* m_emptyPlace = nullptr; // in place of the list
    QLabel* m_empty = nullptr;
    QPushButton* m_tour = nullptr; // while there is no attempt
    FolderWatcher m_watcher { lookAtAttempts(false), 500 }; // a build changes its folder often
    QTimer m_liveTimer { this }; // what runs is read again: the watcher hears only of new and deleted folders
    QTimer m_minuteTimer { this }; // "3 min ago"
    int m_wanted = 0; // the attempt to select when it was read; 0: none
    bool m_reading = false;
    bool m_readAgain = false;
};

}
