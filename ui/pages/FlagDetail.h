// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QModelIndex;
class QPushButton;

namespace torchmason {

class Banner;
class BuildDraft;
class FactList;
class FlagEditor;
class FlagFixes;
class FlagModel;
struct FlagRow;
struct OptionCost;

// Explains the selected flag: what it does, what is to fix, why it has no effect, what is wrong with its
// value, the values of profile and default, what it costs, since when there is such a flag, and what can go
// wrong.
class FlagDetail : public QWidget {
    Q_OBJECT

public:
    FlagDetail(BuildDraft& draft, FlagModel& model, QWidget* parent = nullptr);

    void showFlag(const QModelIndex& index);
    // Of its parts; the minimum is where they wrap as far as they can.
    int wantedWidth() const;

signals:
    void resetRequested();
    void removeRequested();

private:
    void createWidgets();
    void layOut();
    void showLock(const FlagRow& row);
    void showProblem(const FlagRow& row);
    void showValues(const FlagRow& row);
    void showKnowledge(const FlagRow& row);
    void showCost(const OptionCost& cost);
    void applyRemedy();

    FlagModel& m_model;
    QLabel* m_name = nullptr;
    QLabel* m_description = nullptr;
    FlagFixes* m_fixes = nullptr;
    FlagEditor* m_editor = nullptr;
    Banner* m_lock = nullptr;
    Banner* m_problem = nullptr;
    Banner* m_risk = nullptr;
    FactList* m_facts = nullptr;
    QLabel* m_soft = nullptr;
    QPushButton* m_remedy = nullptr;
    QPushButton* m_reset = nullptr;
    QPushButton* m_remove = nullptr;
    QString m_remedyName;
    bool m_remedyOn = true;
};

}
