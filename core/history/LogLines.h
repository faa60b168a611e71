// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/RegularFile.h"

#include <QByteArray>
#include <QByteArrayView>
#include <QString>

#include <optional>

namespace torchmason {

// Reads the lines of a log in their order, with memory that does not depend on how long they are: of a line
// that is longer than `longest` its beginning is told, or what a terminal would show behind its last carriage
// return.
class LogLines {
public:
    static constexpr qsizetype longest = 1024 * 1024; // bytes

    explicit LogLines(const QString& path)
        : m_file(path)
    {
    }
    bool open() { return m_file.open(QIODevice::ReadOnly); }
    QString errorString() const { return m_file.errorString(); }

    // The bytes stay as they are until the next call. Without the line feed.
    std::optional<QByteArrayView> next();
    // The next line begins there.
    void seek(qint64 offset);
    qint64 offset() const { return m_offset + m_at; }

private:
    bool readMore();
    void add(QByteArrayView piece);

    RegularFile m_file;
    QByteArray m_buffer;
    qint64 m_offset = 0; // of the buffer
    qsizetype m_at = 0; // in the buffer
    QByteArray m_line; // one that is in several buffers
    bool m_isOverwritten = false; // by what may come behind m_line
};

}
