// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

namespace torchmason {

// One line that is cut where it does not fit, in the middle unless told otherwise, with the whole text as
// tooltip. Ctrl+C and the context menu copy the whole text.
class ElidedLabel : public QFrame {
    Q_OBJECT

public:
    explicit ElidedLabel(QWidget* parent = nullptr);
    explicit ElidedLabel(const QString& text, QWidget* parent = nullptr);

    void setText(const QString& text);
    QString text() const { return m_text; }
    void setElideMode(Qt::TextElideMode mode);
    // In the colour of text that stands back.
    void setQuiet(bool quiet);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_text;
    bool m_quiet = false;
    Qt::TextElideMode m_mode = Qt::ElideMiddle;
};

}
