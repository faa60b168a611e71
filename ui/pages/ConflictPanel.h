// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/EditConflicts.h"

#include <QFrame>

class QGridLayout;
class QLabel;
class QPushButton;
class QScrollArea;

namespace torchmason {

class BuildDraft;

// Asks what shall count after a change of profile: what the user set, or what the new profile says, for each
// entry or for all. Until it is answered, what the user set counts, and nothing is lost. Shows itself when
// the profile changes.
class ConflictPanel : public QFrame {
    Q_OBJECT

public:
    explicit ConflictPanel(BuildDraft& draft, QWidget* parent = nullptr);

    // Of a page of this height it takes a part only; more rows are scrolled.
    void fitInto(int pageHeight);

signals:
    void changed(); // it asks, or no longer does

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void createButtons();
    void askAgain();
    void refresh();
    void fill();
    void fitRows();
    void addRow(int row, const EditConflict& conflict);
    QVector<EditConflict> open() const;

    BuildDraft& m_draft;
    QVector<EditConflict> m_kept; // answered with "mine"
    QVector<EditConflict> m_shown;
    int m_pageHeight = 0;
    QLabel* m_question = nullptr;
    QScrollArea* m_area = nullptr;
    QWidget* m_rows = nullptr;
    QGridLayout* m_grid = nullptr;
    QPushButton* m_keepAll = nullptr;
    QPushButton* m_takeAll = nullptr;
};

}
