// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"

#include <QByteArray>
#include <QHash>
#include <QString>
#include <QVector>

namespace torchmason {

// One entry of CMakeCache.txt.
struct CacheEntry {
    QString name;
    QString type; // "BOOL", "PATH", "INTERNAL", "UNINITIALIZED"...
    QString value;
};

// What CMake keeps in a build folder between its runs: what it was given and what it found.
class CMakeCache {
public:
    // Fails where the folder holds none, or where it cannot be read.
    static Result<CMakeCache> read(const QString& buildFolder);
    // Lines that are no entries are passed over.
    static CMakeCache parse(const QByteArray& text);

    const QVector<CacheEntry>& entries() const { return m_entries; }
    const CacheEntry* entry(const QString& name) const;
    QString value(const QString& name) const; // empty where there is none

private:
    QVector<CacheEntry> m_entries;
    QHash<QString, qsizetype> m_positions;
};

QString cacheFileOf(const QString& buildFolder);

}
