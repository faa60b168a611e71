// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/stages/StagePlan.h"

#include <QWidget>

class QLabel;
class QToolButton;

namespace torchmason {

class CopyBox;
class StateMark;

// One stage of the plan: folded to a line, or open with its exact commands and variables.
class StageRow : public QWidget {
    Q_OBJECT

public:
    explicit StageRow(const QString& stageId, QWidget* parent = nullptr);

    void setStage(const Stage& stage, Platform platform);
    void setOpen(bool open);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    StateMark* m_mark = nullptr;
    QLabel* m_title = nullptr;
    QLabel* m_summary = nullptr;
    QToolButton* m_toggle = nullptr;
    QWidget* m_body = nullptr;
    CopyBox* m_commands = nullptr;
    QLabel* m_environmentTitle = nullptr;
    CopyBox* m_environment = nullptr;
};

}
