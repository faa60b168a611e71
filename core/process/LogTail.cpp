// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/process/LogTail.h"
#include "core/base/CannotRead.h"

#include <QFileInfo>

namespace torchmason {

LogTail::LogTail(const QString& path)
    : m_file(path)
{
}

Result<QByteArrayView> LogTail::lost(const QString& what) const
{
    return Error { QStringLiteral("The log %1 %2 while it was being written; the command's own output after "
                                  "this point is not known.")
                       .arg(m_file.fileName(), what) };
}

Result<QByteArrayView> LogTail::read()
{
    if (!m_file.isOpen()) {
        if (!QFileInfo::exists(m_file.fileName()))
            return QByteArrayView();
        if (!m_file.open(QIODevice::ReadOnly | QIODevice::Unbuffered))
            return cannotRead(m_file.fileName(), m_file);
        m_buffer.resize(largestPiece);
    }
    // Some C libraries of Windows (Wine's) end a file for good where it has ended once, until it is told
    // where to go on.
    m_file.seek(m_offset);
    const qint64 got = m_file.read(m_buffer.data(), m_buffer.size());
    if (got > 0) {
        m_offset += got;
        return QByteArrayView(m_buffer.constData(), got);
    }
    if (got < 0)
        return cannotRead(m_file.fileName(), m_file);
    // Only at the end is there time to look whether it is still the file that we think it is.
    if (m_file.size() < m_offset)
        return lost(QStringLiteral("became shorter"));
    if (!QFileInfo::exists(m_file.fileName()))
        return lost(QStringLiteral("was removed"));
    return QByteArrayView();
}

}
