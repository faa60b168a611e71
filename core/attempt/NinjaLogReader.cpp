// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attempt/NinjaLogReader.h"

#include "core/base/TextDecoding.h"

#include <QFileInfo>
#include <QHash>

namespace torchmason {

namespace {

QString languageOf(const QString& output)
{
    const auto endsWith = [&output](const char* end) { return output.endsWith(QLatin1String(end)); };
    const bool isObject = endsWith(".o") || endsWith(".obj");
    const QString source = isObject ? output.left(output.lastIndexOf(QLatin1Char('.'))) : output;
    if (isObject) {
        if (source.endsWith(QLatin1String(".cu")))
            return QStringLiteral("CUDA");
        return source.endsWith(QLatin1String(".c")) ? QStringLiteral("C") : QStringLiteral("C++");
    }
    const bool isLibrary = endsWith(".so") || endsWith(".a") || endsWith(".dll") || endsWith(".lib")
        || output.contains(QLatin1String(".so."));
    const bool isProgram = endsWith(".exe") || output.startsWith(QLatin1String("bin/"));
    return isLibrary || isProgram ? QStringLiteral("link") : QStringLiteral("other");
}

}

NinjaLogReader::NinjaLogReader(const QString& buildFolder, qint64 begin)
    : m_path(buildFolder + QStringLiteral("/.ninja_log"))
    , m_file(m_path)
    , m_begin(begin)
{
    if (!m_file.open(QIODevice::ReadOnly))
        return;
    for (QByteArray line = m_file.readLine(); !line.isEmpty(); line = m_file.readLine())
        m_known.insert(qHash(QByteArrayView(line).trimmed()));
}

// After a rename our file is the old one: shorter or equal, and not the one with the name any more.
bool NinjaLogReader::reopenIfReplaced()
{
    const QFileInfo named(m_path);
    if (!named.exists())
        return false;
    const bool same = m_file.isOpen() && named.size() >= m_file.pos()
        && named.size() == m_file.size();
    if (same)
        return true;
    m_file.close();
    m_rest.clear();
    return m_file.open(QIODevice::ReadOnly);
}

void NinjaLogReader::add(QByteArrayView line, QVector<EdgeRecord>& edges)
{
    if (line.isEmpty() || line.startsWith('#') || m_known.contains(qHash(line)))
        return;
    m_known.insert(qHash(line));
    // 12	345	1700000000000000000	lib/libc10.so	1a2b3c
    const QList<QByteArray> fields = line.toByteArray().split('\t');
    if (fields.size() != 5)
        return;
    bool startIsNumber = false;
    bool endIsNumber = false;
    EdgeRecord edge;
    edge.start = m_begin + fields[0].toLongLong(&startIsNumber);
    edge.end = m_begin + fields[1].toLongLong(&endIsNumber);
    const QByteArray key = fields[0] + ' ' + fields[1] + ' ' + fields[4];
    if (!startIsNumber || !endIsNumber || edge.end < edge.start || key == m_lastEdge)
        return;
    m_lastEdge = key;
    edge.output = decodeToolText(fields[3]);
    edge.language = languageOf(edge.output);
    edges << edge;
}

QVector<EdgeRecord> NinjaLogReader::read()
{
    QVector<EdgeRecord> edges;
    if (!reopenIfReplaced())
        return edges;
    m_rest += m_file.readAll();
    qsizetype from = 0;
    for (qsizetype end = m_rest.indexOf('\n'); end >= 0; end = m_rest.indexOf('\n', from)) {
        add(QByteArrayView(m_rest).sliced(from, end - from).trimmed(), edges);
        from = end + 1;
    }
    m_rest.remove(0, from);
    return edges;
}

}
