// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/FolderSize.h"

#include "ui/models/Background.h"

#include <QDirIterator>

namespace torchmason {

namespace {

constexpr int typingPause = 500; // milliseconds

}

FolderSize measureFolder(const QString& folder, qint64 limit, const std::stop_token& stop)
{
    FolderSize count;
    QDirIterator files(folder, QDir::Files | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot,
        QDirIterator::Subdirectories);
    while (files.hasNext()) {
        files.next();
        if (count.files == limit || stop.stop_requested()) {
            count.complete = false;
            break;
        }
        ++count.files;
        if (!files.fileInfo().isSymLink())
            count.size += Bytes(files.fileInfo().size());
    }
    return count;
}

FolderMeter::FolderMeter(QObject* parent)
    : QObject(parent)
{
    m_delay.setSingleShot(true);
    m_delay.setInterval(typingPause);
    connect(&m_delay, &QTimer::timeout, this, &FolderMeter::begin);
}

FolderMeter::~FolderMeter()
{
    m_stop.request_stop();
}

void FolderMeter::count(const QString& folder)
{
    m_stop.request_stop();
    m_folder = folder;
    m_delay.start();
}

void FolderMeter::begin()
{
    m_stop = std::stop_source();
    runInBackground(
        diskPool(), this,
        [folder = m_folder, stop = m_stop.get_token()] { return measureFolder(folder, 500'000, stop); },
        [this, stop = m_stop.get_token()](const FolderSize& count) {
            if (!stop.stop_requested())
                emit counted(count);
        });
}

}
