// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScrollBar>
#include <QVector>

namespace torchmason {

// A scroll bar with a map of marks: findings along the right edge, search hits along the left one.
class LogScrollBar : public QScrollBar {
    Q_OBJECT

public:
    explicit LogScrollBar(QWidget* parent = nullptr);

    // Positions as parts of the whole, 0..1.
    void setFindingMarks(QVector<double> marks);
    void setHitMarks(QVector<double> marks);
    const QVector<double>& findingMarks() const { return m_findings; }
    const QVector<double>& hitMarks() const { return m_hits; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QVector<double> m_findings;
    QVector<double> m_hits;
};

}
