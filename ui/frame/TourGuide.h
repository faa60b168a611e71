// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/Banner.h"

class QPushButton;

namespace torchmason {

class LiveBuild;
struct AttemptRecord;

// A band above the attempt that leads through the tour: a build that fails on purpose, its first fix, and
// the comparison of both, above which it says farewell. It goes on with every attempt of its profile, however
// one ends; it ends where the user builds something else, and is never shown again after that.
class TourGuide : public Banner {
    Q_OBJECT

public:
    explicit TourGuide(const LiveBuild& build, QWidget* parent = nullptr);

    static bool isOver(); // also of an earlier run of the program

    // This attempt is the one that fails on purpose.
    void begin(const QString& folder);
    // `onScreen`: whether the user sees the build.
    void refresh(bool onScreen);
    // The next attempt is being prepared; before refresh().
    void setStarting(bool starting) { m_isStarting = starting; }
    bool saysFarewell() const { return m_folder.isEmpty() && !isHidden(); }
    // The user is elsewhere than where it said farewell.
    void goOn();
    void leave();
    // The window closes while the build goes on: the next start goes on with the tour.
    void keep() const;

signals:
    void fixWanted();
    void comparisonWanted(int failed, int mended);
    void ownBuildWanted();

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    enum class Sentence {
        FailsOnPurpose,
        WasStopped,
        Failed,
        LooksFirst,
        FixIsTried,
        FixDidNotHelp,
        FixWasStopped,
        NotPlanned, // another failure
        Helped,
        Farewell
    };

    static QString words(Sentence sentence);
    void keepRoom();
    void showStep();
    void showEnd(const AttemptRecord& record);
    void sayFarewell();
    void say(Sentence sentence, QPushButton* button = nullptr);

    const LiveBuild& m_build;
    QString m_folder; // empty: no tour is going on
    QString m_profile; // of the tour, as its first attempt names it
    int m_failed = 0; // the number of the attempt that failed on purpose; 0: none has yet
    bool m_isHere = false; // what it tells is known
    bool m_isStarting = false;
    QPushButton* m_fix = nullptr;
    QPushButton* m_compare = nullptr;
    QPushButton* m_own = nullptr;
    QPushButton* m_leave = nullptr;
};

}
