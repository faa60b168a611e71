// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/StateMark.h"

#include <QAbstractButton>
#include <QVector>
#include <QWidget>

namespace torchmason {

// One step of the wizard: a ring with its number or its mark, the title, and below it the decision.
class StepButton : public QAbstractButton {
    Q_OBJECT

public:
    StepButton(int number, const QString& title, QWidget* parent = nullptr);

    // What its tip names while it cannot be opened.
    void setStepBefore(const QString& title);
    void setDetail(Mark mark, const QString& detail);
    void setCurrent(bool current);
    // The mark above the title, without the detail. The current one keeps its whole title, others elide a
    // long one; the tip has all.
    void setNarrow(bool narrow);

    QSize sizeHint() const override;

protected:
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void showTip();
    void paintMark(QPainter& painter, const QRect& ring) const;
    void paintWords(QPainter& painter, QRect line, const QStringList& details) const;

    int m_number;
    Mark m_mark = Mark::Waiting;
    QString m_before; // the title of the step before it
    QString m_detail;
    bool m_current = false;
    bool m_narrow = false;
};

// The steps of the wizard, each with its state and up to two lines of detail. A step that was reached can be
// clicked.
class StepList : public QWidget {
    Q_OBJECT

public:
    explicit StepList(QWidget* parent = nullptr);

    void addStep(const QString& objectName, const QString& title);
    void setCurrent(int step);
    void setReached(int step);
    void setDetail(int step, Mark mark, const QString& detail);
    void setNarrow(bool narrow);

signals:
    void stepRequested(int step);

private:
    QVector<class StepButton*> m_buttons;
};

}
