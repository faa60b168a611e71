// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redact/PrivacyFilter.h"

#include <QByteArray>
#include <QByteArrayView>

#include <string>

namespace torchmason {

// Masks names and secrets in a stream of bytes, each by as many other bytes, so that every place in a log
// stays where it is. Works on a mebibyte of whole lines at a time; in a line that is longer, what a name or a
// secret belongs to is seen for 64 KiB around it.
class LogRedactor {
public:
    explicit LogRedactor(const PrivacyFilter& privacy); // which must outlive this

    // Appends to `out` what is ready.
    void add(QByteArrayView bytes, QByteArray& out);
    void finish(QByteArray& out);

private:
    void passBlock(QByteArray& out);
    QByteArray redacted(const QByteArray& bytes) const;

    const PrivacyFilter& m_privacy;
    QByteArray m_held;
    qsizetype m_seen = 0; // of m_held: what was passed on, kept to understand the rest of its line
};

// A whole text of UTF-8.
std::string sameLength(const std::string& text, const PrivacyFilter& privacy);

}
