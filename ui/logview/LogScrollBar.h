// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScrollBar>
#include <QVector>

#include <array>

namespace torchmason {

// A scroll bar with a map of marks: findings along the right edge, errors and warnings in the middle, search
// hits along the left edge; bookmarks and the beginnings of stages across it.
class LogScrollBar : public QScrollBar {
    Q_OBJECT

public:
    enum Mark {
        Hit,
        Problem, // an error or a warning
        Finding,
        Bookmark,
        Stage, // where one begins
    };
    static constexpr int markKinds = Stage + 1;

    explicit LogScrollBar(QWidget* parent = nullptr);

    // Positions as parts of the whole, 0..1.
    void setMarks(Mark mark, const QVector<double>& positions);
    const QVector<double>& marks(Mark mark) const { return m_marks[mark]; }
    // The mark as it is painted, and its name: for a legend.
    QPixmap sample(Mark mark, const QSize& size) const;
    static QString nameOf(Mark mark);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void paintMark(QPainter& painter, Mark mark, const QRect& groove, double position) const;

    std::array<QVector<double>, markKinds> m_marks;
};

}
