// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/Banner.h"

namespace torchmason {

class LiveBuild;

// Offers the build that runs while something else is on screen, and says how it ended until the
// user has seen it. It comes and goes by itself, so it lies in the line of the menus, where it moves nothing:
// its owner tells it the room there.
class LiveBanner : public Banner {
    Q_OBJECT

public:
    explicit LiveBanner(const LiveBuild& build, QWidget* parent = nullptr);

    // `onScreen`: whether the user sees the build itself.
    void refresh(bool onScreen);
    // Why there is no small view of a build; until refresh().
    void tellNoBuild();
    void placeIn(const QRect& room);
    bool offersBuild() const; // which "Show it" opens
    // Whether Ctrl+1 opens that build as well.
    void setHasKey(bool hasKey);

signals:
    void showRequested();
    void pageWanted(); // the keyboard goes back there

private:
    void passFocusOn() override { emit pageWanted(); }
    void showState();

    const LiveBuild& m_build;
    QString m_seen; // folder of the attempt whose end was seen or closed
    bool m_wasLive = false;
    QPushButton* m_show = nullptr;
};

}
