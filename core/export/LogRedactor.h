// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redact/PrivacyFilter.h"

#include <QByteArray>
#include <QByteArrayView>

#include <string>

namespace torchmason {

// Masks names and secrets in a stream of bytes, each by as many other bytes, so that every place in a log
// stays where it is. Works on a mebibyte of whole lines at a time; a line that is longer is cut at a blank.
class LogRedactor {
public:
    explicit LogRedactor(const PrivacyFilter& privacy); // which must outlive this

    // Appends to `out` what is ready.
    void add(QByteArrayView bytes, QByteArray& out);
    void finish(QByteArray& out);

private:
    QByteArray redacted(const QByteArray& bytes) const;

    const PrivacyFilter& m_privacy;
    QByteArray m_held;
};

// A whole text of UTF-8.
std::string sameLength(const std::string& text, const PrivacyFilter& privacy);

}
