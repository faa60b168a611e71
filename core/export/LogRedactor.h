// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/ByteText.h"
#include "core/redact/PrivacyFilter.h"

#include <QByteArray>
#include <QByteArrayView>
#include <QVector>

namespace torchmason {

// What a bundle hides, and how.
struct Privacy {
    PrivacyFilter filter;
    QVector<QByteArray> foreignNames; // those that are not ASCII, as bytes of the system's code pages
};
Privacy privacyOf(const PrivateNames& names);
Privacy onlySecrets();

// Takes names and secrets out of a stream of bytes, each for as many other bytes, so that every place in a
// log stays where it is. Bytes that are no UTF-8 stay what they are. It works on a mebibyte of whole lines
// at a time; in a line that is longer, what a name belongs to is seen for 64 KiB around it.
class LogRedactor {
public:
    explicit LogRedactor(const Privacy& privacy); // which must outlive this

    // Appends to `out` what is ready.
    void add(QByteArrayView bytes, QByteArray& out);
    void finish(QByteArray& out);

private:
    void passLines(QByteArray& out);
    void passPiece(QByteArray& out);
    QByteArray redacted(QByteArrayView bytes) const;
    QByteArray redacted(QByteArrayView bytes, ByteText::Form form) const;

    const Privacy& m_privacy;
    QByteArray m_held;
    qsizetype m_seen = 0; // of m_held: what was passed on, kept to understand the rest of its line
};

// A whole text of UTF-8.
std::string sameLength(const std::string& text, const Privacy& privacy);

}
