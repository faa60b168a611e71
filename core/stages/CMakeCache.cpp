// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/CMakeCache.h"

#include "core/base/CannotRead.h"
#include "core/base/Core.h"
#include "core/base/RegularFile.h"
#include "core/base/TextDecoding.h"

#include <algorithm>
#include <optional>

namespace torchmason {

namespace {

constexpr qint64 largestCache = 64 * 1024 * 1024; // PyTorch's has 100 KB

// CMake quotes a value that begins or ends with a space: 'x '
QString unquotedValue(const QString& value)
{
    const bool isQuoted
        = value.size() >= 2 && value.startsWith(QLatin1Char('\'')) && value.endsWith(QLatin1Char('\''));
    return isQuoted ? value.mid(1, value.size() - 2) : value;
}

// USE_CUDA:BOOL=OFF
// "a name:with a colon":STRING=x
std::optional<CacheEntry> parseEntry(const QString& line)
{
    const bool isQuoted = line.startsWith(QLatin1Char('"'));
    const qsizetype nameEnd
        = isQuoted ? line.indexOf(QLatin1String("\":"), 1) : line.indexOf(QLatin1Char(':'));
    const qsizetype typeStart = nameEnd + (isQuoted ? 2 : 1);
    const qsizetype equals = line.indexOf(QLatin1Char('='), typeStart);
    if (nameEnd < 1 || equals < 0)
        return std::nullopt;
    const QString type = line.mid(typeStart, equals - typeStart);
    for (const QChar c : type) {
        if (!c.isUpper())
            return std::nullopt;
    }
    return CacheEntry { line.mid(isQuoted ? 1 : 0, nameEnd - (isQuoted ? 1 : 0)), type,
        unquotedValue(line.mid(equals + 1)) };
}

}

QString cacheFileOf(const QString& buildFolder)
{
    return buildFolder + QStringLiteral("/CMakeCache.txt");
}

Result<CMakeCache> CMakeCache::read(const QString& buildFolder)
{
    RegularFile file(cacheFileOf(buildFolder));
    if (!file.open(QIODevice::ReadOnly))
        return cannotRead(file.fileName(), file);
    if (file.size() > largestCache)
        return Error { Core::tr("%1 is too large to be a cache of CMake.").arg(file.fileName()) };
    return parse(file.readAll());
}

CMakeCache CMakeCache::parse(const QByteArray& text)
{
    CMakeCache cache;
    for (const QByteArray& raw : text.split('\n')) {
        const QString line
            = decodeToolText(raw.endsWith('\r') ? QByteArrayView(raw).chopped(1) : QByteArrayView(raw));
        if (line.isEmpty() || line.startsWith(QLatin1String("//")) || line.startsWith(QLatin1Char('#')))
            continue;
        if (const auto entry = parseEntry(line)) {
            cache.m_positions.insert(entry->name, cache.m_entries.size());
            cache.m_entries.append(*entry);
        }
    }
    return cache;
}

const CacheEntry* CMakeCache::entry(const QString& name) const
{
    const auto position = m_positions.find(name);
    return position == m_positions.end() ? nullptr : &m_entries[*position];
}

QString CMakeCache::value(const QString& name) const
{
    const CacheEntry* found = entry(name);
    return found ? found->value : QString();
}

namespace {

bool isKnown(const QString& variable)
{
    const auto& all = readOnceList();
    return std::any_of(all.begin(), all.end(),
        [&variable](const ReadOnceVariable& known) { return variable == QLatin1String(known.name); });
}

}

const std::array<ReadOnceVariable, 8>& readOnceList()
{
    static constexpr std::array<ReadOnceVariable, 8> all { {
        { "CC", "CMAKE_C_COMPILER", true },
        { "CXX", "CMAKE_CXX_COMPILER", true },
        { "CUDACXX", "CMAKE_CUDA_COMPILER", true },
        { "CUDAHOSTCXX", "CMAKE_CUDA_HOST_COMPILER", true },
        { "CFLAGS", "CMAKE_C_FLAGS", false },
        { "CXXFLAGS", "CMAKE_CXX_FLAGS", false },
        { "CUDAFLAGS", "CMAKE_CUDA_FLAGS", false },
        { "LDFLAGS", "CMAKE_EXE_LINKER_FLAGS", false },
    } };
    return all;
}

bool isReadOnce(const QString& variable)
{
    return variable == QLatin1String("CMAKE_PREFIX_PATH") || isKnown(variable);
}

QMap<QString, QString> readOnceVariables(const QVector<EnvironmentValue>& environment)
{
    QMap<QString, QString> variables;
    for (const EnvironmentValue& value : environment) {
        if (isKnown(value.name) && value.origin != ValueOrigin::Default
            && !value.value.value_or(QString()).trimmed().isEmpty())
            variables.insert(value.name, value.value->trimmed());
    }
    return variables;
}

}
