// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/stages/InstallPlace.h"

#include <QObject>
#include <QTimer>

namespace torchmason {

// Looks at an environment as the place for a wheel, on another thread and a moment after the last letter of
// its path. What was asked for last is what is told.
class InstallLook : public QObject {
    Q_OBJECT

public:
    explicit InstallLook(QObject* parent = nullptr);

    // Answers whether it is another question than the last one. An empty path asks for nothing.
    bool look(const QString& environment);

signals:
    void found(const torchmason::InstallPlace& place);

private:
    void begin();

    QString m_asked;
    QTimer m_delay;
};

}
