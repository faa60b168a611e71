// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QIcon>
#include <QLabel>
#include <QWidget>

namespace torchmason {

// An icon that is drawn on every paint event, so that it follows changes of the palette. `side` is that
// beside the usual letters.
class IconLabel : public QWidget {
    Q_OBJECT

public:
    explicit IconLabel(int side, QWidget* parent = nullptr);

    void setIcon(const QIcon& icon);

protected:
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void fitSide();

    QIcon m_icon;
    int m_side;
};

// A hairline between two areas, one pixel wide.
class SeparatorLine : public QWidget {
    Q_OBJECT

public:
    explicit SeparatorLine(Qt::Orientation orientation, QWidget* parent = nullptr);

protected:
    void paintEvent(QPaintEvent* event) override;
};

// Wrapping secondary text, in the neutral colour of the current palette.
class SecondaryLabel : public QLabel {
    Q_OBJECT

public:
    explicit SecondaryLabel(QWidget* parent = nullptr);

protected:
    void changeEvent(QEvent* event) override;

private:
    void recolour();
};

// Wrapping rich text with links. By Tab the first of them has the focus: Qt would stop at the text before it.
class LinkLabel : public QLabel {
    Q_OBJECT

public:
    explicit LinkLabel(QWidget* parent = nullptr);

protected:
    void focusInEvent(QFocusEvent* event) override;
};

// Rich text: lines with a mark in front of each, whose further lines begin below the first; below them `end`,
// which has no mark.
QString bulletTable(const QStringList& lines, Qt::LayoutDirection direction, const QString& end = {});

// Sentences in such a table. One alone has no mark.
class BulletLabel : public QLabel {
    Q_OBJECT

public:
    explicit BulletLabel(QWidget* parent = nullptr);

    // `heading` stands above them.
    void setLines(const QStringList& lines, const QString& heading = {});
};

// One line that is elided where it does not fit, by default in the middle, with the whole text as tooltip.
// Ctrl+C and the context menu copy the whole text.
class ElidedLabel : public QFrame {
    Q_OBJECT

public:
    explicit ElidedLabel(QWidget* parent = nullptr);
    explicit ElidedLabel(const QString& text, QWidget* parent = nullptr);

    // `end` stays whole as long as some letters before it have room, too.
    void setText(const QString& text, const QString& end = {});
    QString text() const { return m_text; }
    // What stands there instead where the text does not fit, the longest first; the last one is elided.
    void setShorter(const QStringList& texts);
    QString shownText() const; // as it fits now
    void setElideMode(Qt::TextElideMode mode);
    // In the colour of secondary text.
    void setSecondary(bool quiet);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_text;
    QString m_end; // of it
    QStringList m_shorter;
    bool m_quiet = false;
    Qt::TextElideMode m_mode = Qt::ElideMiddle;
};

}
