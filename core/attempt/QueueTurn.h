// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/AttemptStore.h"

#include <QHash>
#include <QObject>
#include <QSet>
#include <QTimer>
#include <QVector>

class QLocalSocket;

namespace torchmason {

// The attempts whose end this one awaits: all that build now, and those with a lower number that wait or are
// about to begin. What a dead runner left does not count.
QVector<AttemptSummary> attemptsBefore(const AttemptStore& store, int number);

// Those that build now or are about to, without those that wait their turn.
QVector<AttemptSummary> attemptsAtWork(const AttemptStore& store);

// "Waiting for attempts 3 and 4"
QString waitingText(const AttemptRecord& record);

// Waits for an attempt's turn: first come, first served, by number. It holds a connection to the runner of
// each one before it, which ends with that runner however it ends, so nothing is polled; only where a runner
// cannot be reached is its folder looked at now and then.
class QueueTurn : public QObject {
    Q_OBJECT

public:
    QueueTurn(const AttemptStore& store, int number, QObject* parent = nullptr);
    ~QueueTurn() override;

    void start();
    void cancel();
    // Who was before this one has ended, and may hold its folders for a moment more: come() is told again,
    // half a second later; false after 30 times.
    bool comesAgain();

signals:
    void waiting(const QVector<int>& numbers); // first, and whenever they are others
    void come();

private:
    void watch(const AttemptSummary& attempt);
    void lost(int number);

    AttemptStore m_store;
    int m_number;
    QVector<int> m_before;
    QHash<int, QLocalSocket*> m_watched;
    QSet<int> m_unreachable; // alive, but without a connection
    QTimer m_timer;
    bool m_isOver = false;
    int m_comings = 0;
};

}
