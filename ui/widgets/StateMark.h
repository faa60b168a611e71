// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/text/Mark.h"
#include "ui/widgets/Theme.h"

#include <QIcon>
#include <QWidget>

namespace torchmason {

Tone toneOf(Mark mark);
QIcon markIcon(Mark mark);

// At the beginning of the entry that is open, where all grounds are the same.
void paintOpenBar(QPainter& painter, const QWidget& entry);

// A mark with its word: "✓ good". The word is also the accessible name.
class StateMark : public QWidget {
    Q_OBJECT

public:
    explicit StateMark(QWidget* parent = nullptr);

    void setMark(Mark mark, const QString& word);
    Mark mark() const { return m_mark; }
    QString word() const { return m_word; }
    // The mark alone, the word as tooltip.
    void setWordVisible(bool visible);

    // The word goes on in further lines where it has no room in one.
    void setWordWrap(bool wraps);

    // Of the mark beside a word in these letters.
    static int iconSide(const QFontMetrics& metrics);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    int heightForWidth(int width) const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Mark m_mark = Mark::Unknown;
    QString m_word;
    bool m_wordVisible = true;
    bool m_wraps = false;
};

}
