// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScrollBar>
#include <QVector>

#include <array>

namespace torchmason {

// A scroll bar with a map of marks: findings along the right edge, errors and warnings in the middle, search
// hits along the left edge, and bookmarks across it.
class LogScrollBar : public QScrollBar {
    Q_OBJECT

public:
    enum Mark {
        Hit,
        Problem, // an error or a warning
        Finding,
        Bookmark,
    };

    explicit LogScrollBar(QWidget* parent = nullptr);

    // Positions as parts of the whole, 0..1.
    void setMarks(Mark mark, const QVector<double>& positions);
    const QVector<double>& marks(Mark mark) const { return m_marks[mark]; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    std::array<QVector<double>, Bookmark + 1> m_marks;
};

}
