// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/AttemptRemoval.h"
#include "core/history/DiskUse.h"
#include "ui/models/Background.h"

#include <QDialog>

class QLabel;
class QPushButton;

namespace torchmason {

class KeepField;

// How much room attempts, their build folders and compiler caches take, and which attempts are older than the
// last N. Folders are measured on another thread, which stops when the dialog goes.
class DiskUseDialog : public QDialog {
    Q_OBJECT

public:
    explicit DiskUseDialog(QWidget* parent = nullptr);

    // Accepted with these: they are to be deleted, after the question that deleting always asks.
    const QVector<int>& toDelete() const { return m_tidy.goes; }

private:
    struct Answer {
        DiskUse use;
        QVector<AttemptSummary> attempts;
    };

    void createWidgets();
    void show(const Answer& answer);
    void showTidy();

    QVector<AttemptSummary> m_attempts;
    TidyPlan m_tidy;
    LatestQuery m_query { this };
    LatestQuery m_tidyQuery { this };
    QLabel* m_sizes = nullptr;
    KeepField* m_keep = nullptr;
    QLabel* m_older = nullptr; // how many go and why others stay
    QPushButton* m_delete = nullptr;
};

}
