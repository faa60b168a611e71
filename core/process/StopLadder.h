// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Units.h"
#include "core/process/ProcessFamily.h"

#include <QElapsedTimer>
#include <QObject>
#include <QSet>
#include <QTimer>

#include <memory>

namespace torchmason {

// How long each rung waits for the family to go by itself.
struct LadderPauses {
    Milliseconds interrupt { 2500 };
    Milliseconds terminate { 2500 };
    Milliseconds kill { 10000 }; // then the rest is told as survivors
};

// Interrupt, terminate, kill: each rung to every member, newcomers included, until none is left. Never
// kills first: that would leave ninja's compilers alive. Driven by a timer: start() returns at once.
class StopLadder : public QObject {
    Q_OBJECT

public:
    StopLadder(std::shared_ptr<ProcessFamily> family, LadderPauses pauses, QObject* parent = nullptr);

    // Does nothing when it is climbing already.
    void start();
    bool isClimbing() const { return m_timer.isActive(); }

signals:
    void signalled(torchmason::StopSignal signal, const QVector<qint64>& members);
    // Empty where all have ended. A process that hangs inside the kernel cannot be killed.
    void finished(const QVector<qint64>& survivors);

private:
    void step();
    Milliseconds pause() const;
    void climb();

    std::shared_ptr<ProcessFamily> m_family;
    LadderPauses m_pauses;
    QTimer m_timer;
    QElapsedTimer m_onRung;
    StopSignal m_rung = StopSignal::Interrupt;
    QSet<qint64> m_told; // on this rung
    int m_emptyLooks = 0; // one after the other
};

// Climbs to the end in an event loop of its own and answers who is left: for programs that have nothing else
// to do meanwhile.
QVector<qint64> stopAndWait(const std::shared_ptr<ProcessFamily>& family);

}
