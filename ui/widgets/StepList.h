// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/StateMark.h"

#include <QVector>
#include <QWidget>

class QToolButton;

namespace torchmason {

// The wizard's steps, one under the other, each with its state and a line of detail. A step that was
// reached can be clicked.
class StepList : public QWidget {
    Q_OBJECT

public:
    explicit StepList(QWidget* parent = nullptr);

    void addStep(const QString& objectName, const QString& title);
    void setCurrent(int step);
    void setReached(int step);
    void setDetail(int step, Mark mark, const QString& detail);

signals:
    void stepRequested(int step);

private:
    QVector<class StepButton*> m_buttons;
};

}
