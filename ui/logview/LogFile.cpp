// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/logview/LogFile.h"

#include "ui/logview/openWithoutLocking.h"

#include <QFile>

#include <algorithm>
#include <cstring>

namespace torchmason {

LogFile::LogFile(std::shared_ptr<const LogIndex> index)
    : m_index(std::move(index))
{
    open(QIODevice::ReadOnly | QIODevice::Unbuffered);
}

LogFile::~LogFile() = default;

QFile* LogFile::fileOf(const QString& path)
{
    std::unique_ptr<QFile>& file = m_files[path];
    if (!file)
        file = std::make_unique<QFile>();
    return file->isOpen() || openWithoutLocking(*file, path) ? file.get() : nullptr;
}

// Of one section, up to its end; `at` counts from its begin.
qint64 LogFile::readAt(const LogLayout::Section& section, qint64 at, char* data, qint64 most)
{
    const QByteArray& heading = section.part.heading;
    if (at < heading.size()) {
        const qint64 bytes = std::min<qint64>(most, heading.size() - at);
        std::memcpy(data, heading.constData() + at, size_t(bytes));
        return bytes;
    }
    const qint64 inLog = at - heading.size();
    if (inLog == section.bytes) {
        *data = '\n'; // that stands between two logs
        return 1;
    }
    QFile* file = fileOf(section.part.path);
    return file && file->seek(inLog) ? file->read(data, std::min(most, section.bytes - inLog)) : 0;
}

qint64 LogFile::readData(char* data, qint64 most)
{
    const LogLayout layout = m_index->layout();
    qint64 done = 0;
    while (done < most) {
        const qint64 at = pos() + done;
        const LogLayout::Section* section = layout.sectionOfByte(at);
        if (!section || at >= section->end())
            break;
        const qint64 read = readAt(*section, at - section->begin, data + done, most - done);
        if (read <= 0)
            break;
        done += read;
    }
    return done;
}

}
