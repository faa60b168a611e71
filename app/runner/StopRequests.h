// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace torchmason {

// Turns what the system sends to end a program (SIGINT, SIGTERM; closing the console on Windows) into a
// signal in the event loop, so that a build is stopped in order. A closing terminal (SIGHUP) is no reason
// to stop. One object per program.
class StopRequests : public QObject {
    Q_OBJECT

public:
    explicit StopRequests(QObject* parent = nullptr);

signals:
    void stopRequested();
};

}
