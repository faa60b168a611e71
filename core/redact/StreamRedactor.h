// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redact/NeedleSet.h"

#include <QByteArray>
#include <QByteArrayView>

#include <memory>

namespace torchmason {

// Masks secrets in a stream of bytes, however it is cut into pieces: what comes out is the same. Passed on
// at once is everything but the end that could be the beginning of a secret or the login of an address;
// that is held back until the next bytes decide, for as long as that takes: half a secret is one, too. Where
// secrets touch they become one mask. What is held is never more than the longest needle or login.
class StreamRedactor {
public:
    explicit StreamRedactor(std::shared_ptr<const NeedleSet> needles);

    // Appends to `out` what may be written now.
    void add(QByteArrayView bytes, QByteArray& out);
    // The stream is over: appends what was held back, but for what looks like most of a secret.
    void finish(QByteArray& out);
    qsizetype held() const { return m_text.size() - m_passed; }

private:
    static constexpr qsizetype none = -1;

    void found(int literal, qsizetype end);
    void endWord(char next, qsizetype end);
    void followLogin(char byte, qsizetype at);
    void endLogin();
    void mark(qsizetype begin, qsizetype end);
    void passUpTo(qsizetype end, QByteArray& out);
    void forgetPassed();

    std::shared_ptr<const NeedleSet> m_needles;
    LiteralScanner::State m_state = LiteralScanner::start;
    QByteArray m_text; // what is held back, and before it a few bytes that were passed on
    QByteArray m_marks; // for each of them 1 where it is secret, else 0
    qsizetype m_passed = 0; // bytes of m_text that were passed on
    bool m_isInMask = false; // the last of them was secret
    // Places in m_text.
    qsizetype m_word = none; // where one begins that ends with the byte before; the next byte decides
    qsizetype m_login = none; // where a login begins that may still end
    qsizetype m_at = none; // the last "@" in it
};

// A whole text.
QByteArray redacted(const std::shared_ptr<const NeedleSet>& needles, QByteArrayView text);

}
