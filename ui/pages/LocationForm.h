// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QCheckBox;
class QLabel;
class QLineEdit;
class QSpinBox;

namespace torchmason {

class BuildDraft;
class CacheField;
class ChoiceField;
class CleanField;
class FolderField;
class MemoryField;

// What, where and how much: the result, source and build folder, jobs, memory, compiler cache, targets, and
// what is cleaned before.
class LocationForm : public QWidget {
    Q_OBJECT

public:
    explicit LocationForm(BuildDraft& draft, QWidget* parent = nullptr);

    void refresh();
    // Counts the build folder again: a build may have filled it.
    void recount();
    void fitBoxes(); // to the letters; again when these have changed
    // Of names and fields, so that what stands below can stand in the same columns.
    int nameWidth() const;
    void setNameWidth(int width);
    int fieldWidth() const;

private:
    void createWidgets();
    void layOut();
    void connectAll();
    void refreshJobs();
    void refreshGate();

    BuildDraft& m_draft;
    ChoiceField* m_result = nullptr;
    FolderField* m_source = nullptr;
    FolderField* m_build = nullptr;
    QSpinBox* m_jobs = nullptr;
    QLabel* m_jobsReason = nullptr;
    QCheckBox* m_gate = nullptr;
    MemoryField* m_limit = nullptr;
    QLabel* m_gateReason = nullptr;
    QLineEdit* m_targets = nullptr;
    CacheField* m_cache = nullptr;
    CleanField* m_clean = nullptr;
};

}
