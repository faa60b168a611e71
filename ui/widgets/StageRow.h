// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/stages/StagePlan.h"

#include <QWidget>

class QCheckBox;
class QLabel;
class QToolButton;

namespace torchmason {

class CopyBox;
class StateMark;

// One stage of the plan: collapsed to a line, or open with its exact commands and variables. Its check box
// excludes it.
class StageRow : public QWidget {
    Q_OBJECT

public:
    explicit StageRow(const QString& stageId, QWidget* parent = nullptr);

    const QString& stageId() const { return m_stageId; }
    // `leftOut`: the user excluded this stage.
    void setStage(const Stage& stage, Platform platform, bool leftOut);
    // Rows below each other share the width of the longest title.
    int titleWidth() const;
    void setTitleWidth(int width);
    // The changes that this stage would make in the source, as a diff; hidden where it is empty.
    void setChanges(const QString& diff);
    // For an excluded stage while there is no plan: it can still be included again.
    void setWithoutPlan();
    void setOpen(bool open);

signals:
    void runWanted(bool wanted);

private:
    void setMark(bool skipped);

    QString m_stageId;
    QCheckBox* m_run = nullptr;
    StateMark* m_mark = nullptr;
    QLabel* m_title = nullptr;
    QLabel* m_summary = nullptr;
    QToolButton* m_toggle = nullptr;
    QWidget* m_body = nullptr;
    CopyBox* m_commands = nullptr;
    QLabel* m_changesTitle = nullptr;
    CopyBox* m_changes = nullptr;
    QLabel* m_environmentTitle = nullptr;
    CopyBox* m_environment = nullptr;
};

}
