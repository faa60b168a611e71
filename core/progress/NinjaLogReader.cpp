// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/progress/NinjaLogReader.h"

#include "core/base/RegularFile.h"
#include "core/base/TextDecoding.h"

#include <QFile>

#include <algorithm>
#include <cstdlib>

namespace torchmason {

namespace {

constexpr qint64 mostAtOnce = 64 * 1024 * 1024;
constexpr qsizetype keptBytes = 256;
// An edge may be told this much late by rounding and a busy machine before we believe in a new count.
constexpr qint64 slack = 750;
constexpr qint64 furthest = qint64(1) << 40; // milliseconds, either way: some decades

QString logPath(const QString& buildFolder)
{
    return buildFolder + QStringLiteral("/.ninja_log");
}

bool endsWithAny(const QString& text, std::initializer_list<const char*> suffixes)
{
    return std::any_of(suffixes.begin(), suffixes.end(),
        [&](const char* suffix) { return text.endsWith(QLatin1String(suffix)); });
}

}

std::optional<NinjaLogEntry> parseNinjaLogLine(QByteArrayView line)
{
    if (line.endsWith('\r'))
        line.chop(1);
    if (line.startsWith('#'))
        return std::nullopt;
    const QList<QByteArray> fields = line.toByteArray().split('\t');
    if (fields.size() != 5 || fields[3].isEmpty())
        return std::nullopt;
    bool hasStart = false;
    bool hasEnd = false;
    const NinjaLogEntry entry { fields[0].toLongLong(&hasStart), fields[1].toLongLong(&hasEnd), fields[2],
        decodeToolText(fields[3]), fields[4] };
    const bool isSane
        = hasStart && hasEnd && std::abs(entry.start) < furthest && std::abs(entry.end) < furthest;
    return isSane ? std::optional(entry) : std::nullopt;
}

EdgeTimes readEdgeTimes(const QString& buildFolder)
{
    EdgeTimes times;
    RegularFile file(logPath(buildFolder));
    if (!file.open(QIODevice::ReadOnly))
        return times;
    while (!file.atEnd()) {
        QByteArray line = file.readLine(64 * 1024);
        if (!line.endsWith('\n'))
            continue;
        line.chop(1);
        if (const auto entry = parseNinjaLogLine(line); entry && entry->end >= entry->start)
            times.insert(entry->output, entry->end - entry->start);
    }
    return times;
}

std::optional<int> readNinjaLogVersion(const QString& buildFolder)
{
    RegularFile file(logPath(buildFolder));
    const QByteArray start("# ninja log v");
    const QByteArray line = file.open(QIODevice::ReadOnly) ? file.readLine(100).trimmed() : QByteArray();
    bool isNumber = false;
    const int version = line.startsWith(start) ? line.mid(start.size()).toInt(&isNumber) : 0;
    return isNumber ? std::optional(version) : std::nullopt;
}

NinjaLogReader::NinjaLogReader(const QString& buildFolder)
    : m_path(logPath(buildFolder))
{
}

void NinjaLogReader::begin(qint64 now)
{
    readNew();
    m_base = now;
    m_begin = now;
    m_lastPoll = now;
    m_last.reset();
}

bool NinjaLogReader::isContinued(QFile& file) const
{
    if (file.size() < m_offset || !file.seek(m_offset - m_before.size()))
        return false;
    return file.read(m_before.size()) == m_before;
}

// Whole new lines. Those of a file that was written anew are compared with what was known, because ninja
// copies the old entries first.
QVector<NinjaLogEntry> NinjaLogReader::readNew()
{
    QVector<NinjaLogEntry> entries;
    RegularFile file(m_path);
    if (!file.open(QIODevice::ReadOnly))
        return entries;
    if (!isContinued(file)) {
        m_offset = 0;
        m_before.clear();
    }
    file.seek(m_offset);
    QByteArray text = file.size() - m_offset > mostAtOnce ? file.read(mostAtOnce) : file.readAll();
    text.truncate(text.lastIndexOf('\n') + 1);
    if (text.isEmpty())
        return entries;
    m_offset += text.size();
    m_before = (m_before + text.right(keptBytes)).right(keptBytes);
    for (const QByteArray& line : text.split('\n')) {
        const auto entry = parseNinjaLogLine(line);
        if (!entry)
            continue;
        const Known known { entry->start, entry->end, entry->mtime };
        if (m_known.value(entry->output, Known { -1, -1, {} }) == known)
            continue;
        m_known.insert(entry->output, known);
        entries.append(*entry);
    }
    return entries;
}

void NinjaLogReader::rebase(const NinjaLogEntry& entry, qint64 now)
{
    const bool endedBeforeWeLooked = m_base + entry.end < m_lastPoll - slack;
    const bool endsInTheFuture = m_base + entry.end > now + slack;
    if (endedBeforeWeLooked || endsInTheFuture)
        m_base = now - entry.end; // before our own beginning where the clock was set on
}

QVector<EdgeRecord> NinjaLogReader::poll(qint64 now)
{
    QVector<EdgeRecord> records;
    for (const NinjaLogEntry& entry : readNew()) {
        const bool isSameEdge = m_last && m_last->start == entry.start && m_last->end == entry.end
            && m_last->hash == entry.hash;
        m_last = entry;
        if (isSameEdge)
            continue;
        rebase(entry, now);
        // Old versions of ninja take the wall clock, which may have been set while an edge ran: what ended
        // has ended by now, and has not begun before ninja.
        const qint64 end = std::min(m_base + entry.end, now + slack);
        // What begins and ends in one millisecond has a start that is known, see knowsStart().
        const qint64 begun = m_base + entry.start - (entry.start == entry.end ? 1 : 0);
        const qint64 start = std::clamp(begun, std::min(m_begin, end), end);
        records.append({ entry.output, languageOfOutput(entry.output), start, end, false, std::nullopt });
    }
    m_lastPoll = now;
    return records;
}

int ninjaJobs(int processors)
{
    return processors <= 1 ? 2 : processors == 2 ? 3 : processors + 2;
}

QString languageOfOutput(const QString& output)
{
    QString source = output;
    if (endsWithAny(output, { ".o" }))
        source.chop(2);
    else if (endsWithAny(output, { ".obj" }))
        source.chop(4);
    const bool isObject = source.size() != output.size();
    if (isObject && endsWithAny(source, { ".cu" }))
        return QStringLiteral("CUDA");
    if (isObject && endsWithAny(source, { ".c" }))
        return QStringLiteral("C");
    if (isObject && endsWithAny(source, { ".cc", ".cpp", ".cxx", ".C" }))
        return QStringLiteral("C++");
    if (isObject)
        return QStringLiteral("other");
    const QString name = output.mid(output.lastIndexOf(QLatin1Char('/')) + 1);
    if (endsWithAny(name, { ".so", ".a", ".dll", ".lib", ".exe", ".pyd" })
        || name.contains(QLatin1String(".so."))
        || (output.startsWith(QLatin1String("bin/")) && !name.contains(QLatin1Char('.'))))
        return QStringLiteral("link");
    return QStringLiteral("other");
}

}
