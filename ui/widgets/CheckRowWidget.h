// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/change/CheckRow.h"

#include <QPointer>
#include <QWidget>

class QGridLayout;
class QLabel;
class QPushButton;
class QToolButton;
class QVBoxLayout;

namespace torchmason {

class CopyBox;
class StateMark;

// One prerequisite: mark and word, title, what was found and where, what is needed. A row with a fix opens
// it below itself.
class CheckRowWidget : public QWidget {
    Q_OBJECT

public:
    explicit CheckRowWidget(const QString& id, QWidget* parent = nullptr);

    // `looking`: detection still runs, so a row that has not passed is shown as pending.
    void setRow(const CheckRow& row, bool looking);
    // A button that says what a change does, in this many characters at most; the caller connects it.
    static QPushButton* changeButton(const Change& change, int longest, QWidget* parent);
    // The user chose a program; shown with the next setRow().
    void setOverridden(bool overridden, bool chosenTaken)
    {
        m_overridden = overridden;
        m_chosenTaken = chosenTaken;
    }
    void setChecking(bool checking);
    const CheckRow& row() const { return m_row; }
    bool isOpen() const;
    void setOpen(bool open);

signals:
    void checkAgainRequested();
    void chooseRequested(const QString& overrideKey);
    // The user wants the detected program again.
    void foundRequested(const QString& overrideKey);
    void changeRequested(const torchmason::Change& change);
    void fieldRequested(torchmason::BuildField field);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void arrange(bool narrow);
    void bringIntoSight(bool open);
    void arrangeChanges();
    void createSummary();
    void createFix();
    bool hasFix() const;
    static QString pendingWord(const CheckRow& row);
    void showChanges();
    void enableChanges();
    QVector<Change> offered() const; // what helps, or may help

    CheckRow m_row;
    StateMark* m_mark = nullptr;
    QLabel* m_title = nullptr;
    QLabel* m_found = nullptr;
    QLabel* m_where = nullptr;
    QLabel* m_need = nullptr;
    QLabel* m_weight = nullptr; // of what is to fix: whether a build can start all the same
    QToolButton* m_toggle = nullptr;
    QWidget* m_toggleCell = nullptr;
    QWidget* m_fix = nullptr;
    QLabel* m_fixText = nullptr;
    CopyBox* m_command = nullptr; // does what the text says
    QLabel* m_instead = nullptr; // the changes below the command are another way
    QVBoxLayout* m_changes = nullptr;
    QVector<Change> m_shown; // the changes that have rows in m_changes
    QPushButton* m_again = nullptr;
    QPointer<QWidget> m_focusedInstead; // of it, while it cannot be pressed
    QPushButton* m_choose = nullptr;
    QPushButton* m_goToField = nullptr;
    QLabel* m_chosen = nullptr;
    QPushButton* m_useFound = nullptr;
    QGridLayout* m_grid = nullptr;
    QVBoxLayout* m_foundCell = nullptr;
    QVBoxLayout* m_needCell = nullptr;
    bool m_isNarrow = false;
    bool m_overridden = false;
    bool m_chosenTaken = false;
    bool m_wasOpened = false; // by itself, which it does once; it closes when it is good
};

}
