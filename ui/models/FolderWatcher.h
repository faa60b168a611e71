// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/OwnThread.h"

#include <QObject>

#include <functional>
#include <memory>

class QFileSystemWatcher;

namespace torchmason {

// Emits changed() after something has changed in folders, with a pause because programs write in several
// steps. They are watched on a thread of its own, because a disk may not answer.
class FolderWatcher : public QObject {
    Q_OBJECT

public:
    // Runs on the thread, at first and after each change: sets what is watched from now on. Answers whether
    // the change is told.
    using Look = std::function<bool(QFileSystemWatcher& watcher)>;

    FolderWatcher(Look look, int pauseMilliseconds, QObject* parent = nullptr);
    ~FolderWatcher() override;

    void lookAgain(); // there may be more to watch now

signals:
    void watching(); // for the first time
    void changed();

private:
    class Watched;

    std::shared_ptr<Listener<FolderWatcher>> m_listener;
    Watched* m_watched = nullptr; // lives in the thread
    std::unique_ptr<QThread> m_thread;
};

// The user's profiles: the folder may be made later.
FolderWatcher::Look lookAtProfiles();
// The folder of attempts where it is there, or is to be made.
FolderWatcher::Look lookAtAttempts(bool make);

}
