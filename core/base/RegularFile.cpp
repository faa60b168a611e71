// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/RegularFile.h"

#include "core/base/Core.h"
#include "core/base/Units.h"

#include <algorithm>

namespace torchmason {

bool RegularFile::open(OpenMode mode)
{
    Q_ASSERT(!(mode & QIODevice::WriteOnly));
    m_name = fileName();
    // What is compiled in, and what the user's shell opened for us: "diagnose <(ssh there cat log)".
    const bool isTrusted
        = m_name.startsWith(QLatin1Char(':')) || m_name.startsWith(QLatin1String("/dev/fd/"));
    return isTrusted ? QFile::open(mode) : openRegular(mode);
}

QString RegularFile::fileName() const
{
    const QString name = QFile::fileName();
    return name.isEmpty() ? m_name : name;
}

qsizetype RegularFile::readAt(qint64 offset, char* bytes, qsizetype wanted) const
{
    qsizetype had = 0;
    for (qsizetype more = 1; had < wanted && more > 0; had += std::max<qsizetype>(more, 0))
        more = readPiece(offset + had, bytes + had, wanted - had);
    return had;
}

QByteArray RegularFile::readLine(qint64 most)
{
    constexpr qint64 usualLine = 4096;
    QByteArray line;
    while (line.size() < most && !line.endsWith('\n')) {
        const qint64 piece = std::min(most - line.size(), std::max<qint64>(usualLine, line.size()));
        const QByteArray more = QFile::readLine(piece + 1); // Qt counts a zero behind it
        if (more.isEmpty())
            break;
        line += more;
    }
    return line;
}

bool RegularFile::openDocument(qint64 most)
{
    if (!open(QIODevice::ReadOnly))
        return false;
    if (size() <= most)
        return true;
    const Bytes bytes = Bytes(size());
    close();
    setErrorString(Core::tr("it has %1, and such a file has at most %2")
                       .arg(formatBytes(bytes), formatBytes(Bytes(most))));
    return false;
}

}
