// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QVector>
#include <QWidget>

namespace torchmason {

class RailButton;

// The places of the program, at the left edge of the window.
class Rail : public QWidget {
    Q_OBJECT

public:
    enum Place { Build, History, Profiles, Machine, Settings, Help, PlaceCount };

    explicit Rail(QWidget* parent = nullptr);

    void setPlace(Place place);
    RailButton& button(Place place) const { return *m_buttons[place]; }

signals:
    void placeRequested(torchmason::Rail::Place place);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QVector<RailButton*> m_buttons;
};

}
