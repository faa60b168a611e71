// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/AppendFile.h"

#include "core/base/RegularFile.h"
#include "core/base/Units.h"

#include <QFileInfo>
#include <QStorageInfo>

#include <algorithm>

namespace torchmason {

AppendFile::AppendFile(const QString& path, std::shared_ptr<void> file)
    : m_path(path)
    , m_file(std::move(file))
    , m_torn(endsInsideLine(path))
{
}

bool AppendFile::endsInsideLine(const QString& path)
{
    RegularFile file(path);
    if (!file.open(QIODevice::ReadOnly) || file.size() == 0)
        return false;
    char last = '\n';
    return file.seek(file.size() - 1) && file.getChar(&last) && last != '\n';
}

Result<void> AppendFile::endTornLine()
{
    if (!m_torn)
        return {};
    auto ended = write(QByteArrayView("\n", 1));
    if (ended)
        m_torn = false;
    return ended;
}

Result<void> AppendFile::appendLine(QByteArrayView line)
{
    if (auto ended = endTornLine(); !ended)
        return ended;
    QByteArray whole;
    whole.reserve(line.size() + 1);
    whole.append(line.data(), line.size());
    whole.append('\n');
    auto written = write(whole);
    if (!written)
        m_torn = true; // part of it may have reached the disk
    return written;
}

Error writeError(const QString& path, const QString& reason, WriteTrouble trouble)
{
    const QString folder = QFileInfo(path).absolutePath();
    if (trouble == WriteTrouble::Other)
        return { QStringLiteral("Cannot write %1: %2.").arg(path, reason) };
    if (trouble == WriteTrouble::Quota)
        return { QStringLiteral(
            "Cannot write to %1: your quota on that disk is used up; free some space of your own "
            "there and continue the attempt.")
                     .arg(folder) };
    const QStorageInfo volume(folder);
    const QString free = volume.isValid() ? formatBytes(Bytes(std::max<qint64>(0, volume.bytesAvailable())))
                                          : QStringLiteral("nothing");
    return { QStringLiteral(
        "Cannot write to %1: the disk is full (%2 free); free some space there and continue "
        "the attempt.")
                 .arg(folder, free) };
}

}
