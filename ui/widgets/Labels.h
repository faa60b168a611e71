// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QIcon>
#include <QLabel>
#include <QWidget>

namespace torchmason {

// An icon that is drawn afresh, so that it follows a palette that changes.
class IconLabel : public QWidget {
    Q_OBJECT

public:
    explicit IconLabel(int side, QWidget* parent = nullptr);

    void setIcon(const QIcon& icon);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QIcon m_icon;
};

// A hairline between two areas, one pixel wide.
class SeparatorLine : public QWidget {
    Q_OBJECT

public:
    explicit SeparatorLine(Qt::Orientation orientation, QWidget* parent = nullptr);

protected:
    void paintEvent(QPaintEvent* event) override;
};

// Wrapping text that stands back, in the quiet colour of whatever palette is in use.
class QuietLabel : public QLabel {
    Q_OBJECT

public:
    explicit QuietLabel(QWidget* parent = nullptr);

protected:
    void changeEvent(QEvent* event) override;

private:
    void recolour();
};

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
