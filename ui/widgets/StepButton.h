// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/StateMark.h"

#include <QAbstractButton>

namespace torchmason {

// One step of the wizard: a ring with its number or its mark, the title, and below it what was decided.
class StepButton : public QAbstractButton {
    Q_OBJECT

public:
    StepButton(int number, const QString& title, QWidget* parent = nullptr);

    void setDetail(Mark mark, const QString& detail);
    void setCurrent(bool current);

    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    int m_number;
    Mark m_mark = Mark::Waiting;
    QString m_detail;
    bool m_current = false;
};

}
