// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/Theme.h"

#include <QFrame>

class QHBoxLayout;
class QLabel;
class QPushButton;
class QToolButton;

namespace torchmason {

class ElidedLabel;
class IconLabel;

// A message inside a page, in place of a message box: icon, sentence and buttons.
class Banner : public QFrame {
    Q_OBJECT

public:
    explicit Banner(QWidget* parent = nullptr);

    void setMessage(Tone tone, const QString& text);
    QString text() const;
    // The caller connects the button; it stands right of the text.
    QPushButton* addButton(const QString& text, const QString& objectName, const QString& toolTip);
    // Where there is only a line for it: without margins, and elided where it has no room.
    void setOneLine();
    // A cross at the right that hides the banner.
    void setClosable(bool closable);

signals:
    void closed(); // by the user

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    // It has the keyboard and is being closed: what comes after it is next.
    virtual void passFocusOn();

private:
    void leave();
    void placeIcon();

    Tone m_tone = Tone::Neutral;
    IconLabel* m_icon = nullptr;
    QLabel* m_label = nullptr;
    ElidedLabel* m_line = nullptr; // in its place; nullptr: the text wraps
    QHBoxLayout* m_layout = nullptr;
    QToolButton* m_close = nullptr;
};

// The ground and the bar of one, for a widget that holds more than a sentence.
void paintBanner(QWidget& widget, Tone tone);

}
