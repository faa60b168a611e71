// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/AttemptLines.h"

#include <QFile>
#include <QSet>
#include <QString>
#include <QVector>

namespace torchmason {

// New entries of a build folder's .ninja_log (versions 5 to 7): exact times of edges that ended well.
// What was there when the reader was made belongs to earlier builds. Ninja may write the file anew when it
// starts, keeping old lines; they are known by their content.
class NinjaLogReader {
public:
    // `begin`: when the command that runs ninja started, in milliseconds since the attempt began; the
    // log's own times count from there.
    NinjaLogReader(const QString& buildFolder, qint64 begin);

    QVector<EdgeRecord> read();

private:
    bool reopenIfReplaced();
    void add(QByteArrayView line, QVector<EdgeRecord>& edges);

    QString m_path;
    QFile m_file;
    QByteArray m_rest; // of a line that ninja has not ended yet
    QByteArray m_lastEdge; // start, end and hash: an edge has a line for each of its outputs
    QSet<size_t> m_known;
    qint64 m_begin;
};

}
