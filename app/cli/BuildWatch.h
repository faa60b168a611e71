// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Units.h"
#include "core/parse/Diagnostic.h"
#include "core/store/AttemptFollower.h"
#include "core/store/FailedSteps.h"
#include "core/store/RunningTime.h"

#include <QHash>
#include <QObject>
#include <QSet>
#include <QTimer>

#include <optional>

namespace torchmason::cli {

class Console;

// Follows one attempt on the console until it has ended: one line that changes on a terminal, plain lines
// elsewhere. What Ctrl-C does depends on who started the build.
class BuildWatch : public QObject {
    Q_OBJECT

public:
    enum class Interrupt {
        StopsBuild, // the first one asks the runner to stop, the second leaves it alone
        EndsWatching,
    };

    BuildWatch(const QString& folder, int number, Console& console, Interrupt interrupt);

    // Runs an event loop; answers the exit code: Good where the attempt succeeded.
    int run();

private:
    void showEvents(const QVector<AttemptEvent>& events);
    void showEvent(const AttemptEvent& event);
    void showStageEnd(const AttemptEvent& event);
    void showProgress();
    void tick();
    void onInterrupt();
    void askToStop();
    void finish();
    std::optional<BuildProgress> progress() const;
    QString liveLine() const;
    QString progressText() const;
    QString figuresText() const; // progress and messages
    QString messagesText() const;
    QString remainingText() const;

    int m_number;
    Console& m_console;
    Interrupt m_interrupt;
    AttemptFollower m_follower;
    QTimer m_timer;
    RunningTime m_running;
    FailedSteps m_failed;
    QHash<QString, DiagnosticCount> m_messages; // by stage
    QString m_stageId; // of the one that runs; empty between two
    QString m_stage; // its title
    QString m_toldBy; // the stage that told the last progress
    int m_toldPercent = 0;
    bool m_isPreparing = false;
    int m_interrupts = 0;
    bool m_stops = false; // by whomever
    bool m_stopWanted = false;
    bool m_stopTold = false;
    int m_exitCode = 1;
};

}
