// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/FolderWatcher.h"

#include "core/base/AppPaths.h"

#include <QDir>
#include <QFileInfo>
#include <QFileSystemWatcher>
#include <QTimer>

namespace torchmason {

namespace {

// The folder, or its nearest existing parent.
QString nearestFolder(const QString& path)
{
    QFileInfo folder(path);
    while (!folder.isDir() && folder.path() != folder.filePath())
        folder.setFile(folder.path());
    return folder.filePath();
}

// The folder may be made between the look and the watch, which nobody would tell.
void watchNearest(QFileSystemWatcher& watcher, const QString& folder)
{
    QString nearest;
    do {
        nearest = nearestFolder(folder);
        watcher.addPath(nearest);
    } while (nearestFolder(folder) != nearest);
}

// A watch ends when its file is replaced, so all files are added again.
void watchProfiles(QFileSystemWatcher& watcher, const QString& folder)
{
    if (const QStringList before = watcher.files() + watcher.directories(); !before.isEmpty())
        watcher.removePaths(before);
    watchNearest(watcher, folder);
    QStringList files;
    for (const QFileInfo& file : QDir(folder).entryInfoList({ QStringLiteral("*.json") }, QDir::Files))
        files << file.filePath();
    if (!files.isEmpty())
        watcher.addPaths(files);
}

}

class FolderWatcher::Watched : public QObject {
public:
    using Owner = std::shared_ptr<Listener<FolderWatcher>>;

    Watched(Owner told, Look look, int pauseMilliseconds)
        : m_owner(std::move(told))
        , m_look(std::move(look))
    {
        m_pause.setSingleShot(true);
        m_pause.setInterval(pauseMilliseconds);
        connect(&m_pause, &QTimer::timeout, this, [this] {
            if (m_look(*m_watcher))
                tell(&FolderWatcher::changed);
        });
    }
    void begin()
    {
        m_watcher = new QFileSystemWatcher(this); // here: on Windows it listens in the thread that makes it
        connect(m_watcher, &QFileSystemWatcher::directoryChanged, &m_pause, qOverload<>(&QTimer::start));
        connect(m_watcher, &QFileSystemWatcher::fileChanged, &m_pause, qOverload<>(&QTimer::start));
        m_look(*m_watcher);
        tell(&FolderWatcher::watching);
    }
    // What was made before a folder was watched is told now.
    void lookAgain()
    {
        const qsizetype before = m_watcher->directories().size();
        m_look(*m_watcher);
        if (m_watcher->directories().size() > before)
            tell(&FolderWatcher::changed);
    }

private:
    // In the owner's thread: this one may be here before anybody has connected to it.
    void tell(void (FolderWatcher::*signal)())
    {
        m_owner->tell([signal](FolderWatcher& owner) {
            QMetaObject::invokeMethod(&owner, signal, Qt::QueuedConnection);
        });
    }

    Owner m_owner;
    Look m_look;
    QFileSystemWatcher* m_watcher = nullptr;
    QTimer m_pause { this };
};

FolderWatcher::FolderWatcher(Look look, int pauseMilliseconds, QObject* parent)
    : QObject(parent)
    , m_listener(std::make_shared<Listener<FolderWatcher>>(this))
    , m_watched(new Watched(m_listener, std::move(look), pauseMilliseconds))
    , m_thread(std::make_unique<QThread>())
{
    m_watched->moveToThread(m_thread.get());
    connect(m_thread.get(), &QThread::started, m_watched, &Watched::begin);
    connect(m_thread.get(), &QThread::finished, m_watched, &QObject::deleteLater);
    m_thread->setObjectName(QStringLiteral("folder watcher"));
    m_thread->start();
}

FolderWatcher::~FolderWatcher()
{
    m_listener->goAway();
    endThread(std::move(m_thread));
}

void FolderWatcher::lookAgain()
{
    QMetaObject::invokeMethod(m_watched, &Watched::lookAgain, Qt::QueuedConnection);
}

// Other changes in the parent folder do not concern profiles.
FolderWatcher::Look lookAtProfiles()
{
    return [folder = AppPaths::userProfilesFolder()](QFileSystemWatcher& watcher) {
        const bool wasThere = watcher.directories().contains(folder);
        watchProfiles(watcher, folder);
        return wasThere || watcher.directories().contains(folder);
    };
}

FolderWatcher::Look lookAtAttempts(bool make)
{
    return [make](QFileSystemWatcher& watcher) {
        const QString folder = AppPaths::attemptsFolder();
        if (make)
            QDir().mkpath(folder); // what is not there cannot be watched
        if (QFileInfo(folder).isDir() && !watcher.directories().contains(folder))
            watcher.addPath(folder);
        return true;
    };
}

}
