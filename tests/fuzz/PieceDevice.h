// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayView>
#include <QIODevice>

#include <algorithm>
#include <cstring>

namespace torchmason {

// Gives bytes in pieces, as a pipe does.
class PieceDevice : public QIODevice {
public:
    PieceDevice(QByteArrayView bytes, qsizetype piece)
        : m_bytes(bytes)
        , m_piece(piece)
    {
        open(QIODevice::ReadOnly | QIODevice::Unbuffered);
    }

    qint64 size() const override { return m_bytes.size(); }

protected:
    qint64 readData(char* to, qint64 most) override
    {
        const qsizetype size = std::min({ qsizetype(most), m_piece, m_bytes.size() - m_at });
        std::memcpy(to, m_bytes.data() + m_at, size_t(size));
        m_at += size;
        return size;
    }
    qint64 writeData(const char*, qint64) override { return -1; }

private:
    QByteArrayView m_bytes;
    qsizetype m_piece;
    qsizetype m_at = 0;
};

}
