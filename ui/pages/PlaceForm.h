// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QCheckBox;
class QLabel;
class QLineEdit;
class QSpinBox;

namespace torchmason {

class BuildDraft;
class FolderField;

// Where and how much: source and build folder, jobs, targets, and whether to start from a clean folder.
class PlaceForm : public QWidget {
    Q_OBJECT

public:
    explicit PlaceForm(BuildDraft& draft, QWidget* parent = nullptr);

    void refresh();

private:
    void createWidgets();
    void layOut();
    void connectAll();
    void refreshJobs();
    void countBuildFolder(const QString& folder);

    BuildDraft& m_draft;
    FolderField* m_source = nullptr;
    FolderField* m_build = nullptr;
    QSpinBox* m_jobs = nullptr;
    QLabel* m_jobsReason = nullptr;
    QLineEdit* m_targets = nullptr;
    QCheckBox* m_clean = nullptr;
    QLabel* m_cleanCount = nullptr;
    QString m_counted;
};

}
