// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/WizardPage.h"

class QLabel;
class QPushButton;

namespace torchmason {

class BuildDraft;
class CheckList;

// "Your machine": the verdict against the chosen profile, and what it rests on, row by row.
class MachinePage : public WizardPage {
    Q_OBJECT

public:
    explicit MachinePage(BuildDraft& draft, QWidget* parent = nullptr);

private:
    void createWidgets();
    void layOut();
    void connectAll();
    void refresh();
    void copyForIssue();

    BuildDraft& m_draft;
    QLabel* m_headline = nullptr;
    QLabel* m_subline = nullptr;
    QPushButton* m_again = nullptr;
    QPushButton* m_copy = nullptr;
    CheckList* m_list = nullptr;
};

}
