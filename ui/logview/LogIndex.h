// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayView>
#include <QMutex>
#include <QVector>

#include <optional>

namespace torchmason {

// Where lines of a log begin, in bounded memory: one checkpoint at least every 128 lines, and after every
// 64 KB. So a reader never scans more than that, and the end of a monstrous line is known at once.
// One thread adds, any thread asks. Lines count from 0.
class LogIndex {
public:
    struct Place {
        qint64 line = 0;
        qint64 offset = 0;
    };
    static constexpr qint64 linesBetween = 128;
    static constexpr qint64 bytesBetween = 64 * 1024;

    // What has been added.
    struct Size {
        qint64 lines = 0; // a last one without a line break counts as soon as it has a byte
        qint64 bytes = 0;
    };

    // The bytes that follow what was added before.
    void addBlock(QByteArrayView block);
    Size size() const;
    // The nearest checkpoint at or before this line (&Place::line) or byte (&Place::offset).
    Place placeBefore(qint64 wanted, qint64 Place::*counted) const;
    // Where the line begins, if there is a checkpoint right there.
    std::optional<qint64> checkpointAt(qint64 line) const;

private:
    void lineBegins(qint64 offset, QVector<Place>& fresh);

    mutable QMutex m_mutex;
    QVector<Place> m_places { Place {} };
    qint64 m_lines = 0; // line breaks seen
    qint64 m_bytes = 0;
    qint64 m_tail = 0; // bytes after the last line break
    // Of the adding thread only:
    Place m_last;
    qint64 m_lineStart = 0;
    qint64 m_line = 0;
};

}
