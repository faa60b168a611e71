// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/AttemptRemoval.h"
#include "core/history/DiskUse.h"
#include "ui/models/Background.h"

#include <QDialog>

#include <functional>
#include <utility>

class QLabel;
class QPushButton;
class QScrollArea;
class QTreeWidget;

namespace torchmason {

class KeepField;

// How much room attempts, their build folders, environments, sources and compiler caches take, and which
// attempts are older than the last N. Folders are measured on another thread, which stops when the dialog
// goes. Build folders can be emptied here.
class DiskUseDialog : public QDialog {
    Q_OBJECT

public:
    explicit DiskUseDialog(QWidget* parent = nullptr);

    // Accepted with these: they are to be deleted, after the question that deleting always asks.
    const QVector<int>& toDelete() const { return m_tidy.goes; }

    // Whether a build folder may be emptied, given what that frees and what is lost.
    using ClearQuestion = std::function<bool(QWidget* parent, const QString& question)>;
    void setClearQuestion(ClearQuestion question) { m_askBeforeClearing = std::move(question); }

private:
    struct Answer {
        DiskUse use;
        QVector<AttemptSummary> attempts;
    };

    void createWidgets();
    QTreeWidget* createFolders();
    void measure();
    void show(const Answer& answer);
    void showFolders(const QVector<FolderUse>& folders);
    int fittingWidth() const;
    void fitSize();
    void showClear();
    void planClear();
    void clear(const FolderUse& folder);
    static bool askBeforeClearing(QWidget* parent, const QString& question);
    void showTidy();
    void showOlder(const QString& text);

    QVector<AttemptSummary> m_attempts;
    QSize m_given; // by fitSize()
    TidyPlan m_tidy;
    LatestQuery m_query { this };
    LatestQuery m_tidyQuery { this };
    QLabel* m_sizes = nullptr;
    QVector<FolderUse> m_listed; // the rows of m_folders
    QTreeWidget* m_folders = nullptr;
    QLabel* m_noFolders = nullptr; // in its place
    QPushButton* m_clear = nullptr;
    QLabel* m_cleared = nullptr; // what became of the last wish
    bool m_isClearing = false;
    ClearQuestion m_askBeforeClearing = askBeforeClearing;
    KeepField* m_keep = nullptr;
    QLabel* m_older = nullptr; // how many go and why others stay
    QScrollArea* m_olderScroll = nullptr; // with these
    QPushButton* m_delete = nullptr;
};

}
