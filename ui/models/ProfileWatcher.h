// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFileSystemWatcher>
#include <QObject>
#include <QTimer>

namespace torchmason {

// Tells when files in the user's profiles folder have changed, a moment after the last change: editors write
// in several steps. A folder that is not there yet is noticed when it comes.
class ProfileWatcher : public QObject {
    Q_OBJECT

public:
    explicit ProfileWatcher(QObject* parent = nullptr);

signals:
    void changed();

private:
    void watch();

    QFileSystemWatcher m_watcher;
    QTimer m_pause;
};

}
