// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/Theme.h"

#include <QFrame>

class QLabel;
class QVBoxLayout;
class QBoxLayout;

namespace torchmason {

class WrappingRow;

// A tinted area with a strong left edge and a title: the one thing to read first.
class Card : public QFrame {
    Q_OBJECT

public:
    explicit Card(QWidget* parent = nullptr);

    void setTone(Tone tone);
    void setTitle(const QString& title);
    QString title() const;
    // With smaller distances, where what stands below needs the height.
    void setDense(bool dense);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool event(QEvent* event) override;
    // A wrapped line of text; plain text only, whatever a log may hold.
    QLabel* addText(const char* name, QVBoxLayout* column = nullptr); // nullptr: the body
    // Below what the body has: side by side where the card is wider than these letters, so that both have
    // room to be read, one below the other else.
    void addBeside(QLayout* first, QLayout* second, int letters);
    QVBoxLayout* body() const { return m_body; }
    WrappingRow* buttons() const { return m_buttons; }

private:
    void fitSides();

    Tone m_tone = Tone::Neutral;
    QLabel* m_title = nullptr;
    QVBoxLayout* m_body = nullptr;
    WrappingRow* m_buttons = nullptr;
    QBoxLayout* m_sides = nullptr;
    int m_lettersOfSides = 0;
};

}
