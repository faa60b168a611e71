// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFileSystemWatcher>
#include <QObject>
#include <QTimer>

namespace torchmason {

// Emits changed() after files in the user's profiles folder have changed, with a pause because editors write
// in several steps. The folder may be created later.
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
