// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QCheckBox;
class QLabel;
class QLineEdit;
class QSpinBox;

namespace torchmason {

class BuildDraft;
class FolderCounter;
class FolderField;
struct FolderCount;

// Where and how much: source and build folder, jobs, targets, and whether to start from a clean folder.
class PlaceForm : public QWidget {
    Q_OBJECT

public:
    explicit PlaceForm(BuildDraft& draft, QWidget* parent = nullptr);

    void refresh();
    // Counts the build folder again: a build may have filled it.
    void recount();

private:
    void createWidgets();
    void layOut();
    void connectAll();
    void refreshJobs();
    void refreshGate();
    void showCount(const FolderCount& count);

    BuildDraft& m_draft;
    FolderField* m_source = nullptr;
    FolderField* m_build = nullptr;
    QSpinBox* m_jobs = nullptr;
    QLabel* m_jobsReason = nullptr;
    QCheckBox* m_gate = nullptr;
    QSpinBox* m_limit = nullptr;
    QLabel* m_gateReason = nullptr;
    QLineEdit* m_targets = nullptr;
    QCheckBox* m_clean = nullptr;
    QLabel* m_cleanCount = nullptr;
    FolderCounter* m_counter = nullptr;
    QString m_counted; // the folder whose count is shown or comes
};

}
