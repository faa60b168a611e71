// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/LineTail.h"

#include <QFile>

namespace torchmason {

namespace {

constexpr qint64 chunkSize = 256 * 1024;
constexpr qint64 longestLine = 4 * 1024 * 1024;

}

LineTail::LineTail(QString path)
    : m_path(std::move(path))
{
}

bool LineTail::readChunk(const std::function<void(QByteArrayView)>& line)
{
    QFile file(m_path);
    if (!file.open(QIODevice::ReadOnly | QIODevice::Unbuffered) || !file.seek(m_offset))
        return false;
    const QByteArray chunk = file.read(chunkSize);
    if (chunk.isEmpty())
        return false;
    m_offset += chunk.size();
    m_rest.append(chunk);
    handOut(line);
    return chunk.size() == chunkSize;
}

void LineTail::handOut(const std::function<void(QByteArrayView)>& line)
{
    qsizetype begin = 0;
    for (qsizetype end = m_rest.indexOf('\n'); end >= 0; end = m_rest.indexOf('\n', begin)) {
        if (!m_skipping)
            line(QByteArrayView(m_rest).sliced(begin, end - begin));
        m_skipping = false;
        begin = end + 1;
    }
    m_rest.remove(0, begin);
    m_skipping = m_skipping || m_rest.size() > longestLine;
    if (m_skipping)
        m_rest.clear();
}

}
