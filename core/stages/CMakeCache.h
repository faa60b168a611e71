// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "core/request/Configuration.h"

#include <QByteArray>
#include <QHash>
#include <QMap>
#include <QString>
#include <QVector>

#include <array>

namespace torchmason {

// One entry of CMakeCache.txt.
struct CacheEntry {
    QString name;
    QString type; // "BOOL", "PATH", "INTERNAL", "UNINITIALIZED"...
    QString value;
};

// CMakeCache.txt of a build folder.
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

// A variable that CMake reads when it configures a folder for the first time and never again.
struct ReadOnceVariable {
    const char* name; // "CXX"
    const char* entry; // of CMake's cache, and the flag that is stronger
    bool isProgram; // else flags, to which CMake adds its own
};
const std::array<ReadOnceVariable, 8>& readOnceList();

// Those of an environment that are set, by name.
QMap<QString, QString> readOnceVariables(const QVector<EnvironmentValue>& environment);

// Whether it is one of those, or CMAKE_PREFIX_PATH, with which CMake finds libraries.
bool isReadOnce(const QString& variable);

}
