// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/AttemptRecord.h"

#include <QToolButton>
#include <QVector>
#include <QWidget>

#include <optional>

namespace torchmason {

// One place on the rail: icon above its name. The build's place also shows a ring and the percentage
// while a build runs, and a mark when it ended.
class NavigationButton : public QToolButton {
    Q_OBJECT

public:
    NavigationButton(const QString& name, const QString& iconName, const QString& text, const QString& tip,
        QWidget* parent = nullptr);

    // Whether its place is the one that is shown. No check box: it is pressed, and cannot be switched off.
    void setCurrent(bool current);
    bool isCurrent() const { return m_current; }
    void setProgress(int percent, AttemptState state, bool fails); // -1: not known
    void clearProgress();
    void keepRoomForProgress(); // so that it does not grow when there is some
    QString words() const; // below the icon: its name, and how far the build is

    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString wordsAt(int percent) const;
    QColor ground() const;
    void paintRing(QPainter& painter, const QRect& area);
    void paintBadge(QPainter& painter, const QRect& picture);

    QString m_icon;
    QString m_tip;
    bool m_current = false;
    int m_percent = -1;
    bool m_keepsRoom = false;
    bool m_fails = false;
    std::optional<AttemptState> m_state;
};

// The places of the program, at the left edge of the window.
class NavigationBar : public QWidget {
    Q_OBJECT

public:
    enum Place { Build, History, Profiles, Machine, Settings, Help, PlaceCount };

    explicit NavigationBar(QWidget* parent = nullptr);

    void setPlace(Place place);
    NavigationButton& button(Place place) const { return *m_buttons[place]; }

signals:
    void placeRequested(torchmason::NavigationBar::Place place);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QVector<NavigationButton*> m_buttons;
};

}
