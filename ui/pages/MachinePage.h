// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/change/CheckRow.h"
#include "ui/pages/WizardPage.h"

#include <QPointer>

#include <optional>

class QGridLayout;
class QLabel;
class QPushButton;
class QScrollArea;

namespace torchmason {

class BuildDraft;
class CheckList;
class MachineTrials;
class SearchField;

// "Your machine": the verdict against the chosen profile, and what it rests on, row by row.
class MachinePage : public WizardPage {
    Q_OBJECT

public:
    explicit MachinePage(BuildDraft& draft, QWidget* parent = nullptr);

    void enter() override;

    // For a place of its own: the page's name above the verdict. The wizard names it among the steps.
    void setTitle(const QString& title);

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void createWidgets();
    void layOut();
    void arrangeTop(bool narrow);
    void keepTopRow();
    void connectAll();
    void refresh();
    void showNothingFound();
    void copyForIssue();
    void tryOrStop();
    void showTrials(QVector<CheckRow>& rows, bool firstLook);
    void followTrials(const QString& lastRow);
    void bringIntoView(const QString& row);
    void showTrialButton();
    QString whyNotTried() const; // empty: it can be
    QString trialNote(const QVector<CheckRow>& rows) const;

    BuildDraft& m_draft;
    MachineTrials& m_trials;
    QLabel* m_title = nullptr;
    QLabel* m_headline = nullptr;
    QLabel* m_subline = nullptr;
    QLabel* m_trialNote = nullptr;
    SearchField* m_search = nullptr;
    QLabel* m_nothing = nullptr;
    QPushButton* m_try = nullptr;
    QPushButton* m_again = nullptr;
    QPushButton* m_copy = nullptr;
    CheckList* m_list = nullptr;
    QScrollArea* m_scroll = nullptr;
    QGridLayout* m_top = nullptr; // headline, what this machine is, and buttons
    QWidget* m_buttons = nullptr;
    QPointer<QWidget> m_topRow; // until the new size is laid out
    bool m_isNarrow = false;
    std::optional<int> m_followed; // where the page was scrolled to for the rows of a round
};

}
