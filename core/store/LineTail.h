// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayView>
#include <QString>

#include <functional>

namespace torchmason {

// Reads the whole lines of a file that grows, a chunk at a time. A line without its end stays for later;
// a line longer than any of ours is passed over in bounded memory.
class LineTail {
public:
    explicit LineTail(QString path);

    // Reads one chunk and hands out its whole lines. True where there is more to read at once.
    bool readChunk(const std::function<void(QByteArrayView)>& line);

private:
    void handOut(const std::function<void(QByteArrayView)>& line);

    QString m_path;
    qint64 m_offset = 0;
    QByteArray m_rest;
    bool m_skipping = false; // inside an overlong line
};

}
